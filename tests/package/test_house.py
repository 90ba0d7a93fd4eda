"""The house: how the code is laid out, and where it may differ, each time with a reason.

An exception that is no longer needed fails too.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import caladale
from tests.support.places import ROOT

MODULES = sorted((ROOT / "caladale").rglob("*.py"))
MOST_LINES, MOST_LINES_OF_A_FUNCTION, MOST_ATTRIBUTES = 400, 60, 12

LONG_FUNCTIONS = {
    "caladale/solve/hand/counting.py:counting_bound": "a third of it is what its arguments mean",
    "caladale/solve/minimal_repair/search.py:repair": "most of it is what its arguments mean",
}
MANY_ATTRIBUTES = {
    "caladale/core/readings.py:Readings": "a field for each switch of the rules",
    "caladale/players/value_function.py:TilesToCome": "what is worked out once for all castles",
    "caladale/solve/all_tiles/answer.py:ChallengeResult": "a result tells all that is known",
    "caladale/solve/minimal_repair/answer.py:RepairResult": "a result tells all that is known",
    "caladale/solve/models/plain.py:CastleModel": "a family of variables for each fact of a castle",
}
LATE_IMPORTS = {
    "caladale/render/svg/png.py": "an extra, which need not be installed",
}
NO_PACKAGES = {"benchmarks", "cases", "docs", "oracle", "package", "support"}
"""Folders of tests that mirror no package of caladale."""


def _trees() -> Iterator[tuple[str, ast.Module]]:
    for path in MODULES:
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def test_no_module_is_too_long() -> None:
    long = [p for p in MODULES if len(p.read_text(encoding="utf-8").splitlines()) > MOST_LINES]
    assert long == []


def test_no_function_is_too_long_without_a_reason() -> None:
    found = {
        f"{name}:{node.name}"
        for name, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and (node.end_lineno or 0) - node.lineno >= MOST_LINES_OF_A_FUNCTION
    }
    assert found == set(LONG_FUNCTIONS)


def _stored(function: ast.AST) -> set[str]:
    """The attributes of ``self`` that a function sets."""
    return {
        node.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
        and node.value.id == "self"
    }


def _classes() -> Iterator[tuple[str, ast.ClassDef, set[str], set[str]]]:
    """Each class with its fields and what ``__init__`` sets, and with all that is ever set."""
    for name, tree in _trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                fields = {
                    one.target.id
                    for one in node.body
                    if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
                }
                functions = [one for one in node.body if isinstance(one, ast.FunctionDef)]
                makers = [one for one in functions if one.name in ("__init__", "__setstate__")]
                born = fields.union(*map(_stored, makers))
                yield f"{name}:{node.name}", node, born, fields.union(*map(_stored, functions))


def test_no_class_has_too_many_attributes_without_a_reason() -> None:
    own = {name: len(all_set) for name, _, _, all_set in _classes()}
    inherited = {"ChallengeResult": 12, "RepairResult": 10}  # those of the results they extend
    found = {
        name
        for name, count in own.items()
        if count + inherited.get(name.rpartition(":")[2], 0) > MOST_ATTRIBUTES
    }
    assert found == set(MANY_ATTRIBUTES)


def test_every_attribute_is_there_from_the_beginning() -> None:
    born_of = {name.rpartition(":")[2]: born for name, _, born, _ in _classes()}
    late = {}
    for name, node, born, all_set in _classes():
        bases = [base for base in node.bases if isinstance(base, ast.Name | ast.Subscript)]
        names = [b.id if isinstance(b, ast.Name) else getattr(b.value, "id", "") for b in bases]
        inherited = set().union(*(born_of.get(base, set()) for base in names))
        if all_set - born - inherited:
            late[name] = all_set - born - inherited
    assert late == {}


def test_no_public_function_bears_the_name_of_its_module() -> None:
    alike = [
        f"{name}:{node.name}"
        for name, tree in _trees()
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and node.name in (Path(name).stem, Path(name).parent.name)
    ]
    assert alike == ["caladale/cli/__init__.py:cli"]  # the group of all commands


def test_no_class_bears_the_name_of_another() -> None:
    names = [
        node.name
        for _, tree in _trees()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert sorted(names) == sorted(set(names))


def test_every_package_says_what_it_may_import() -> None:
    for found in pkgutil.walk_packages(caladale.__path__, "caladale."):
        if found.ispkg and found.name != "caladale.cli":
            text = importlib.import_module(found.name).__doc__ or ""
            assert re.search(r"\bimports?\b", text, re.IGNORECASE), found.name


def test_imports_are_late_only_where_what_is_imported_need_not_be_installed() -> None:
    found = {
        name
        for name, tree in _trees()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert found == set(LATE_IMPORTS)


def test_tests_mirror_the_packages_and_import_no_other_test() -> None:
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^(from|import) tests\.(\w+\.)*test_", text, re.MULTILINE), path
    for folder in (ROOT / "tests").rglob("*/"):
        name = folder.relative_to(ROOT / "tests")
        if name.parts and name.parts[0] not in NO_PACKAGES and folder.name != "__pycache__":
            assert (ROOT / "caladale" / name / "__init__.py").is_file(), name
