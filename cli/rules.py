"""`paipu rules`: the rule sheets, their clauses, and what each leaves to the organiser."""

import json
from collections.abc import Iterator
from typing import Annotated

import typer

from cli.support.arguments import Language
from cli.support.errors import UsageError, near
from cli.support.files import say
from cli.support.terminal import cells, pad
from cli.text import both, text
from replay.text import Lang, in_language


def command(
    sheet: Annotated[str | None, typer.Argument(metavar="SHEET", show_default=False, help=both("help.rules.sheet"))] = None,
    options: Annotated[bool, typer.Option("--options", help=both("help.rules.options"))] = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu rules`."""
    from replay.sheets import SHEETS

    if sheet is None:
        if options:
            raise UsageError("rules.which", sheets=", ".join(SHEETS))
        say(*_sheets(lang))
        return
    if sheet not in SHEETS:
        raise UsageError("rules.unknown", sheet=sheet, near=near(sheet, SHEETS))
    say(*_head(sheet, lang), "", *(_options(sheet, lang) if options else _clauses(sheet, lang)))


def _sheets(lang: Lang) -> Iterator[str]:
    from replay.sheets import SHEETS

    rows = [(sheet.key, in_language(sheet.title, lang), in_language(sheet.source, lang)) for sheet in SHEETS.values()]
    widths = [max(cells(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        yield "  ".join(pad(value, width) for value, width in zip(row, widths, strict=True)).rstrip()


def _head(key: str, lang: Lang) -> Iterator[str]:
    from replay.sheets import SHEETS

    sheet = SHEETS[key]
    yield f"{key}  {in_language(sheet.title, lang)}  {text('rules.version', lang, version=sheet.version)}"
    yield in_language(sheet.source, lang)


def _clauses(key: str, lang: Lang) -> Iterator[str]:
    from replay.catalogue import clauses

    rows = clauses(key)
    width = max(map(len, rows))
    for clause in rows.values():
        yield f"{clause.id:<{width}}  {in_language(clause, lang)}"
        codes = ", ".join(clause.checks or (*clause.defines, *clause.bears))
        if codes:
            yield f"{'':<{width}}  → {codes}"
        if clause.not_checkable is not None:
            yield f"{'':<{width}}  ∅ {in_language(clause.not_checkable, lang)}"


def _options(key: str, lang: Lang) -> Iterator[str]:
    from replay.catalogue import clauses, options

    listed = options(key).values()
    example = next(({option.key: list(option.choices)[-1]} for option in listed if len(option.choices) > 1), {})
    yield text("rules.how", lang, example=json.dumps({"options": example}))
    for option in listed:
        yield ""
        yield f"{option.key}  ({', '.join(option.ids)}; {text(f'basis.{option.mark}', lang)})  {in_language(option, lang)}"
        values = [(value, in_language(choice, lang)) for value, choice in option.choices.items()]
        if option.slot is not None:
            values.append((f"{option.low}…{option.high}", text("rules.number", lang)))
        if option.parse is not None:
            values.append((option.written, text("rules.table", lang)))
        width = max(cells(value) for value, _ in values)
        for value, words in values:
            mark = "*" if value == option.default else " "
            yield f"  {mark} {pad(value, width)}  {words}"
    settled = [clause for clause in clauses(key).values() if clause.settles is not None]
    yield from ("", text("rules.settled", lang)) if settled else ()
    for clause in settled:
        yield f"  {clause.settles}  ({clause.id}; {text(f'basis.{clause.basis}', lang)})  {getattr(clause, lang)}"
