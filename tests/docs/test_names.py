"""What the docs name in the code is there: files, and what the files define."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.support.places import DOCS, ROOT

FILE = r"`([\w./-]+\.(?:py|lp|mzn|json|css|js|toml))`"
NAMES = re.compile(FILE + r":\s((?:`[\w.]+`(?:,\s)?)+)")
FOLDER = re.compile(r"`((?:caladale|tests|benchmarks|docs|tiles|solve|cli|render)/[\w/]*/|\w+/)`")
DOTTED = re.compile(r"`(caladale(?:\.\w+)+)`")
PLACES = (ROOT, ROOT / "caladale", DOCS)
"""Where the pages' paths begin."""


def pages() -> Iterator[tuple[str, str]]:
    for path in sorted(DOCS.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        yield path.name, re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)


def found(name: str) -> Path | None:
    return next((place / name for place in PLACES if (place / name).exists()), None)


@cache
def defined_in(path: Path) -> frozenset[str]:
    """The names that a module defines: functions, classes with their methods, and constants."""
    names: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in tree.body:
        names |= _defined(node)
        if isinstance(node, ast.ClassDef):
            inside = [name for line in ast.walk(node) for name in _defined(line) | _born(line)]
            names |= {f"{node.name}.{name}" for name in inside}
        if isinstance(node, ast.ImportFrom):
            names |= {alias.name for alias in node.names}
    return frozenset(names)


def _defined(node: ast.AST) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {
            name.id
            for target in node.targets
            for name in ast.walk(target)
            if isinstance(name, ast.Name)
        }
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return {node.target.id}
    return set()


def _born(node: ast.AST) -> set[str]:
    """The attribute of ``self`` that is set, if one is."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return {node.attr}
    return set()


def test_every_file_that_a_page_names_is_there() -> None:
    missing = [
        f"{page}: {name}"
        for page, text in pages()
        for name in [*re.findall(FILE, text), *FOLDER.findall(text)]
        if "/" in name and found(name) is None
    ]
    assert missing == []


def test_every_name_behind_a_file_is_defined_in_it() -> None:
    missing = []
    checked = 0
    for page, text in pages():
        for file, names in NAMES.findall(text):
            path = found(file)
            assert path is not None, f"{page}: {file}"
            for name in re.findall(r"`([\w.]+)`", names):
                checked += 1
                if name not in defined_in(path):
                    missing.append(f"{page}: {name} in {file}")
    assert missing == []
    assert checked > 50


def test_every_dotted_name_leads_to_a_module_or_something_in_it() -> None:
    missing = []
    for page, text in pages():
        for name in DOTTED.findall(text):
            parts = name.split(".")
            module = ROOT.joinpath(*parts)
            owner = ROOT.joinpath(*parts[:-1])
            front = owner / "__init__.py" if owner.is_dir() else owner.with_suffix(".py")
            is_module = module.is_dir() or module.with_suffix(".py").is_file()
            text_of_front = front.read_text(encoding="utf-8") if front.is_file() else ""
            if not is_module and not re.search(rf"\b{parts[-1]}\b", text_of_front):
                missing.append(f"{page}: {name}")
    assert missing == []
