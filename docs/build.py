"""Write the pages and pictures of the docs that come out of the program itself.

``python docs/build.py`` writes ``docs/rules.md`` and the pictures it shows from the rule records,
``docs/commands.md`` and the man pages from the help of the commands, the JSON Schemas, the chart of
the box in ``docs/tiles.md``, the pictures of the examples, and the picture of the house in
``docs/architecture.md`` from the imports;
``python docs/build.py --check`` only tells whether all that is up to date.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import click
from house import house_picture
from man_pages import man_pages

from caladale.cli import COMMANDS, cli
from caladale.cli.commands.dissolve import dissolved_picture
from caladale.cli.commands.schema import KINDS
from caladale.core.readings import READINGS
from caladale.core.tiles import standard_tileset
from caladale.notation import read_layout
from caladale.notation.json_schema import schema_of
from caladale.notation.json_text import to_json
from caladale.render.svg.before_after import render_changes
from caladale.render.svg.box_chart import render_box
from caladale.render.svg.picture import render_svg
from caladale.rules.catalogue import RULES, Rule
from caladale.rules.changes import changes_between
from caladale.rules.dissolution import dissolve
from caladale.rules.verdict import validate

DOCS = Path(__file__).parent

_MISTAKES = "caladale speed 0+4 - - gate-stone@1,0 stone-four-1@1,1 stone-two-1@2,0S "
_MISTAKES += "stone-edge-1@2,1E stone-two-2@0,0E stone-edge-2@0,1W "
DISSOLVED = _MISTAKES + "tree-mid-1@1,2 tree-tower-1@1,3 stone-edge-3@3,2"
REPAIRED = _MISTAKES + "tree-tower-1@1,2 stone-tree-mid-1@1,3 stone-edge-3@3,2"
MENDED = _MISTAKES + "stone-tree-mid-1@1,2S tree-tower-1@1,3"
"""What `caladale repair` makes of `REPAIRED`, as a test says."""


def rule_page() -> str:
    """The rules page in Markdown: every rule with its examples, then the readings."""
    lines = [
        "# The rules",
        "",
        "One record per rule serves the validator, `caladale rule`, the tests and this page, which",
        "`python docs/build.py` writes. A *joint* is a pair of facing edges that are both castle.",
        "",
    ]
    for rule in RULES:
        lines += _rule_section(rule)
    lines += [
        "## Readings",
        "",
        "Where the rulebook can be understood in more than one way, a switch chooses: with",
        "`--rule NAME=VALUE`, in the `rules` of a file, or as `Readings(NAME=VALUE)`.",
        "",
        "| switch | values, default first | question |",
        "|---|---|---|",
    ]
    lines += [f"| `{r.name}` | {', '.join(r.values)} | {r.question} |" for r in READINGS]
    return "\n".join(lines) + "\n"


def _rule_section(rule: Rule) -> list[str]:
    lines = [
        f"## {rule.code}: {rule.title}",
        "",
        f"*{rule.source}*",
        "",
        rule.says,
        "",
        rule.why,
        "",
    ]
    if rule.readings:
        lines += [
            f"Readings that change it: {', '.join(f'`{name}`' for name in rule.readings)}.",
            "",
        ]
    for word, line in (("keeps", rule.good), ("breaks", rule.bad)):
        lines += [f"![A castle that {word} {rule.code}]({picture_name(rule, word)})", ""]
        lines += ["```text", line, "```", ""]
        lines += [f"> {breach.message}\n" for breach in validate(read_layout(line)).violations]
    return lines


def picture_name(rule: Rule, word: str) -> str:
    """Where the picture of an example lies, from the page that shows it."""
    return f"images/rule-{rule.code}-{word}.svg"


def command_page() -> str:
    """The page of the commands in Markdown: what ``--help`` says of each."""
    main = _context(cli, "caladale", None)
    lines = [
        "# Commands",
        "",
        "What `caladale --help` and `caladale COMMAND --help` say; `python docs/build.py` writes",
        "this page.",
        "",
        *_help(main),
    ]
    for name in COMMANDS:
        command = cli.get_command(main, name)
        if command is None:
            raise LookupError(name)
        lines += [f"## {name}", "", *_help(_context(command, name, main))]
    return "\n".join(lines).rstrip() + "\n"


def _context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    return command.context_class(
        command, parent, info_name=name, **(command.context_settings if parent is None else {})
    )


def _help(context: click.Context) -> list[str]:
    command = context.command
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    lines = [f"`{usage}`", "", inspect.cleandoc(command.help or ""), ""]
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1]:
            lines.append(f"- `{record[0]}`: {' '.join(record[1].split())}")
    return [*lines, ""]


def outputs() -> dict[Path, str]:
    """Every generated file with its content."""
    files = {DOCS / "rules.md": rule_page(), DOCS / "commands.md": command_page()}
    files |= {DOCS / "man" / name: text for name, text in man_pages().items()}
    for name, kind in KINDS.items():
        files[DOCS / "schemas" / f"{name}.json"] = to_json(schema_of(kind))
    for rule in RULES:
        for word, line in (("keeps", rule.good), ("breaks", rule.bad)):
            title = f"A castle that {word} rule {rule.code}"
            files[DOCS / picture_name(rule, word)] = render_svg(
                read_layout(line), title=title, coordinates=True
            )
    broken, worse, mended = map(read_layout, (DISSOLVED, REPAIRED, MENDED))
    files[DOCS / "images/dissolve.svg"] = dissolved_picture(broken, dissolve(broken))
    files[DOCS / "images/house.svg"] = house_picture()
    files[DOCS / "images/box.svg"] = render_box(standard_tileset())
    changes = changes_between(worse, mended)
    files[DOCS / "images/repair.svg"] = render_changes(worse, mended, changes)
    for path in sorted((DOCS / "examples").iterdir()):
        if path.suffix == ".txt":
            files[DOCS / example_picture(path.stem)] = render_svg(
                read_layout(path.read_text(encoding="utf-8")), title=path.stem
            )
    return files


def example_picture(name: str) -> str:
    """Where the picture of an example lies in the docs."""
    return f"images/example-{name}.svg"


def main() -> int:
    """Write what is not up to date, or with ``--check`` name it and return 1."""
    stale = [
        path
        for path, text in outputs().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        print(path.relative_to(DOCS.parent))
        if "--check" not in sys.argv:
            path.parent.mkdir(exist_ok=True)
            path.write_text(outputs()[path], encoding="utf-8")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
