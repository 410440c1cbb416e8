"""`paipu verify`: whether a warehouse still is what was committed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from paipu.cli.support.arguments import Language, Warehouse
from paipu.cli.support.errors import ExitCode
from paipu.cli.support.files import say
from paipu.cli.support.terminal import clean, clean_json
from paipu.cli.text import both, text
from paipu.replay.text import Lang, in_language

if TYPE_CHECKING:
    from paipu.analytics.verify import Verification

Format = Literal["text", "json"]


def command(
    warehouse: Warehouse = Path("warehouse"),
    form: Annotated[Format, typer.Option("--format", help=both("help.format"))] = "text",
    lang: Language = "zh",
) -> None:
    """The command line of `paipu verify`. Raises WarehouseError where there is no warehouse to check."""
    from paipu.analytics.verify import verify

    found = verify(warehouse)
    if form == "json":
        say(clean_json(json.dumps(document(found), ensure_ascii=False, indent=2)))
    else:
        say(*map(clean, lines(found, lang)))
    raise typer.Exit(ExitCode.CLEAN if found.sound else ExitCode.INPUT)


def lines(found: "Verification", lang: Lang) -> Iterator[str]:
    """What was checked, what is no damage and yet worth a word, each damage with its remedy, and the verdict."""
    if found.checked:
        yield text("verify.checked", lang, **found.checked._asdict())
    for notice in found.notices:
        yield text("verify.notice", lang, notice=in_language(notice, lang))
    for damage in found.damage:
        yield f"{damage.code}  {in_language(damage.message, lang)}"
        yield text("verify.remedy", lang, remedy=in_language(damage.remedy, lang))
    yield text("verify.damaged", lang, n=len(found.damage)) if found.damage else text("verify.sound", lang)


def document(found: "Verification") -> dict[str, object]:
    """The same for a program, in both languages."""
    return {
        "warehouse": str(found.directory),
        "sound": found.sound,
        "writing": found.writing,
        "checked": found.checked._asdict() if found.checked else None,
        "damage": [
            {
                **damage._asdict(),
                "message": damage.message._asdict(),
                "remedy": damage.remedy._asdict(),
            }
            for damage in found.damage
        ],
        "due": list(found.due),
        "notices": [notice._asdict() for notice in found.notices],
    }
