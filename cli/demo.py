"""`paipu demo`: a made-up tournament from the first draw to the dashboard, in one go."""

import json
from pathlib import Path
from typing import Annotated, Final

import typer

from paipu.cli import dashboard, load, sample
from paipu.cli.dashboard import DEFAULT_PORT, Port
from paipu.cli.support.arguments import Language, Quiet
from paipu.cli.support.errors import ExitCode
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text

FOLDER: Final = Path("out/demo")
SEED: Final = 7
MATCHES: Final = 24
FAULTS: Final = 0.4
EVENT: Final = "groups"
EVENT_FAULTS: Final = 0.1
BATCH: Final = 4
"""Inputs committed at a time: few, so that the bar moves."""


def command(
    folder: Annotated[Path, typer.Option("--folder", metavar="DIR", readable=False, help=both("help.demo.folder"))] = FOLDER,
    serve: Annotated[
        bool, typer.Option("--serve/--no-serve", envvar="DEMO_SERVE", show_envvar=True, help=both("help.demo.serve"))
    ] = True,
    port: Port = DEFAULT_PORT,
    quiet: Quiet = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu demo`."""
    folder.mkdir(parents=True, exist_ok=True)
    records, findings, warehouse = folder / "records.ndjson", folder / "findings.txt", folder / "warehouse"
    event = folder / EVENT
    tell(text("demo.sample", lang, n=MATCHES, path=str(records)))
    sample.make(records, SEED, MATCHES, FAULTS, quiet=quiet, lang=lang)
    first = folder / "event.json"
    first.write_text(_event_of(records), encoding="utf-8")
    tell(text("demo.event", lang, form=EVENT, folder=str(event)))
    played = sample.make_whole(event, EVENT, SEED, EVENT_FAULTS)
    tell(text("demo.audit", lang, path=str(findings)))
    from paipu.cli.support.auditing import Asked, run
    from paipu.cli.support.events import read_event

    paths, of_event = (str(records), str(event / "records.ndjson")), str(event / "event.json")
    asked = Asked(paths, lang, quiet, findings, fail_on="never", event=of_event)  # findings are expected, so they stop nothing
    code = run(asked)
    if code is not ExitCode.CLEAN:
        raise typer.Exit(code)
    tell(text("demo.load", lang, path=str(warehouse)))
    ended = ExitCode.CLEAN
    for path, file, inputs in zip(paths, (str(first), of_event), (MATCHES + 1, played + 1), strict=True):
        given = read_event(file, lang)
        summary = load.run((path,), warehouse, workers=1, quiet=quiet, lang=lang, inputs=inputs, batch=BATCH, event=given)
        tell(*load.lines(summary, lang))
        ended = max(ended, load.exit_code(summary))
    if not serve:
        tell(text("demo.later", lang, path=str(warehouse)))
        raise typer.Exit(ended)
    dashboard.run(warehouse, port, browser=False, lang=lang)


def _event_of(records: Path) -> str:
    """The event file of the matches in a file."""
    from paipu.samples.drawn import event_of

    with records.open(encoding="utf-8") as lines:
        return json.dumps(event_of(map(json.loads, lines)), ensure_ascii=False, indent=1)
