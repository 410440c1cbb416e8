"""What the browser sends of a record that is written there, and what it is told back."""

import json
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple, TypedDict
from urllib.parse import urlencode

from paipu.dashboard.judge.form import Choice, Told, document_of
from paipu.dashboard.judge.view import on_page
from paipu.dashboard.record.entry import STAGES, Document, Entry, taken
from paipu.dashboard.record.view import (
    Asked,
    HandView,
    SheetView,
    Shown,
    seats_of,
    sheet_view,
    shown,
    texts_of,
)
from paipu.dashboard.table.message import FindingView, HandLink, SeatView
from paipu.dashboard.text import t
from paipu.ingest.importers.notes import NOTES, readings_of
from paipu.ingest.parse import Parsed, parse
from paipu.ingest.question.asking import record_of
from paipu.ingest.question.document import question_of
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.rejection import FORMAT, Place, Rejection
from paipu.ingest.strict_json import decode
from paipu.replay.sheets import SHEETS, Sheet
from paipu.replay.text import Lang, in_language

MOST_BYTES: Final = 2 << 20
"""Of a record that is written here: the browser sends it at each entry."""
MOST_ENTRIES: Final = 100
LONGEST: Final = 20_000
"""Characters that are typed or pasted at once."""
MOST_PROBLEMS: Final = 12
FIRST_SHEET: Final = "shengji"
BEGINS: Final = {
    "plays": "tricks",
    "incidents": "incidents",
    "tribute": "tribute",
    "bids": "bids",
    "claims": "claims",
    "setup": "",
}
"""With which stage a question is gone on with, by what it tells."""


class Sent(NamedTuple):
    """What the browser sends: which message it is, the document as it was before the entries, and what is looked at.

    `given` is a file's text that is to be begun from; `place` the trick and the play to which the loaded record is opened.
    """

    draft: str
    turn: int
    document: str
    asked: Asked
    entries: tuple[Entry, ...] = ()
    given: str | None = None
    load: bool = False
    place: tuple[int, int] | None = None


class ChoiceView(TypedDict):
    """What may have been meant by a line of notes: what is said of it, and the notes with it in place of the line."""

    said: str
    given: str


class ProblemView(TypedDict):
    """What is wrong with the document as one: where, and what."""

    pointer: str
    said: str
    choices: list[ChoiceView]


class RefusedView(TypedDict):
    """An entry that was not taken, by its number, and why."""

    number: int
    said: str


class LoadedView(TypedDict):
    """What became of a record that was to be loaded. `link` leads to it, `case` to the case of the place, both None where it is
    not there; `sha256` names the version that is there now.
    """

    tone: str
    said: str
    link: str | None
    case: str | None
    sha256: str | None


class StartView(TypedDict):
    """What the page begins with: under which name the browser keeps it, the document, which version of the warehouse it is,
    and what of it is looked at. The name of what was asked on the page of questions is that question, behind `?`.
    """

    draft: str
    document: str
    base: str
    hand: int
    stage: str
    said: str | None


class RecordMessage(TypedDict):
    """What the page is told. `draft` and `turn` tell to what it answers; `documents` are the document after each entry."""

    draft: str
    turn: int
    lang: str
    text: dict[str, str]
    start: StartView
    documents: list[str]
    refused: RefusedView | None
    problems: list[ProblemView]
    read_so: list[str]
    sheets: list[Choice]
    sheet: SheetView
    seats: list[SeatView]
    hands: list[HandLink]
    findings: list[FindingView]
    hand: HandView | None
    loaded: LoadedView | None


def read_sent(value: Any) -> Sent | None:  # noqa: ANN401 - JSON from the browser
    """What the browser sent, or None for anything but what the page sends."""
    match value:
        case {
            "draft": str(draft),
            "turn": int(turn),
            "document": str(document),
            "hand": int(hand),
            "stage": str(stage),
            "seat": str() | None as seat,
            "entries": list(entries),
            "given": str() | None as given,
            "load": bool(load),
            "place": None | [int(), int()] as place,
        } if (
            len(document.encode("utf-8", "replace")) <= MOST_BYTES
            and (given is None or len(given) <= MOST_BYTES)
            and len(draft) <= LONGEST
            and len(entries) <= MOST_ENTRIES
            and stage in STAGES
            and bool not in {type(turn), type(hand)}
        ):
            read = [_read_entry(each) for each in entries]
            found = tuple(each for each in read if each is not None)
            return (
                Sent(draft, turn, document, Asked(hand, stage, seat), found, given, load, place and (place[0], place[1]))
                if len(found) == len(read)
                else None
            )
        case _:
            return None


def _read_entry(value: Any) -> Entry | None:  # noqa: ANN401 - JSON from the browser
    match value:
        case {"number": int(number), "stage": str(stage), "seat": str() | None as seat, "text": str(text), "at": at} if (
            stage in STAGES and len(text) <= LONGEST and (seat is None or len(seat) <= len("kitty")) and type(number) is int
        ):
            match at:
                case None:
                    return Entry(number, stage, text, seat)
                case [int(trick), int(play)]:
                    return Entry(number, stage, text, seat, (trick, play))
                case _:
                    return None
        case _:
            return None


def blank() -> StartView:
    """A record of which nothing is told yet."""
    document = {
        "format": FORMAT,
        "id": f"table-{datetime.now(UTC):%Y%m%d-%H%M%S}",
        "sheet": FIRST_SHEET,
        "hands": [{"no": 1}],
    }
    return StartView(draft="new", document=written(document), base="", hand=0, stage="setup", said=None)


def asked(told: Told, lang: Lang) -> StartView | None:
    """The record of which a question asks, to be gone on with; None where it makes no sense, or is of no hand."""
    empty = blank()
    try:
        document = record_of(question_of(document_of(told), lang), json.loads(empty["document"])["id"])
    except QuestionError:
        return None
    if document is None:
        return None
    hand = len(document["hands"]) - 1
    stage = next(stage for stage, key in BEGINS.items() if key in document["hands"][hand] or not key)
    draft = f"?{urlencode([(name, value) for name in sorted(told) for value in told[name]])}"
    return StartView(draft=draft, document=written(document), base="", hand=hand, stage=stage, said=t("record.asked", lang))


def written(document: Document) -> str:
    """A document as it is sent and kept."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def message_of(sent: Sent, start: StartView, lang: Lang, loaded: LoadedView | None = None) -> RecordMessage:
    """The answer to what was sent."""
    text, refused, documents = sent.document, None, list[str]()
    if sent.given is not None:
        begun = begin(sent.given, lang)
        if isinstance(begun, str):
            documents.append(begun)
            text = begun
        else:
            return _message(sent, start, text, (documents, None, begun), lang, loaded)
    for entry in sent.entries:
        made = _entered(text, sent.asked.hand, entry, lang)
        if not isinstance(made, str):
            refused = made
            break
        documents.append(made)
        text = made
    return _message(sent, start, text, (documents, refused, []), lang, loaded)


def _entered(text: str, hand: int, entry: Entry, lang: Lang) -> str | RefusedView:
    """The document after an entry, or why it was not taken."""
    parsed = parse(text.encode("utf-8", "replace"), Place())
    if not isinstance(parsed, Parsed):
        return RefusedView(number=entry.number, said=t("record.broken", lang))
    if not 0 <= hand < len(parsed.record.hands):
        return RefusedView(number=entry.number, said=t("record.hand", lang))
    try:
        made = written(taken(dict(parsed.document), hand, entry))
    except QuestionError as error:
        return RefusedView(number=entry.number, said=on_page(error.message[lang == "en"], lang))
    checked = parse(made.encode("utf-8", "replace"), Place())
    if isinstance(checked, Rejection):
        return RefusedView(number=entry.number, said=_problems(checked, lang)[0]["said"])
    return made


def begin(given: str, lang: Lang) -> str | list[ProblemView]:
    """The document of a file, which is a record or a referee's notes; or what is wrong with it."""
    raw = given.strip().encode("utf-8", "replace")
    if not raw:
        return [ProblemView(pointer="", said=t("record.empty", lang), choices=[])]
    if not raw.startswith(b"{"):
        read = NOTES.convert(raw, "")
        if isinstance(read, Rejection):
            return _problems(read, lang, given.strip())
        raw = written(read[0]).encode()
    parsed = parse(raw, Place())
    if isinstance(parsed, Parsed):
        return written(dict(parsed.document))
    if b"\n" in raw and not decode(raw.split(b"\n", 1)[0])[1]:
        return [ProblemView(pointer="", said=t("record.many", lang), choices=[])]
    return _problems(parsed, lang)


def _problems(rejection: Rejection, lang: Lang, given: str = "") -> list[ProblemView]:
    lines, line = given.split("\n"), rejection.line or 0
    return [
        ProblemView(
            pointer=each.pointer or "",
            said=" ".join(filter(None, (in_language(each.message, lang), each.found and f"({each.found})"))),
            choices=[
                ChoiceView(said=choice, given="\n".join([*lines[: line - 1], choice, *lines[line:]]))
                for choice in (each.choices if line else ())
            ],
        )
        for each in rejection.errors[:MOST_PROBLEMS]
    ]


def _read_so(text: str, lang: Lang) -> list[str]:
    """How notes were read where not by the letter."""
    tree, _ = decode(text.encode("utf-8", "replace"))
    extra = tree.get("extra") if isinstance(tree, dict) else None
    if (
        not isinstance(tree, dict)
        or not isinstance(told := extra.get("readings", []) if isinstance(extra, dict) else None, list)
        or not all(isinstance(each, dict) and {*each} >= {"line", "said", "read", "why"} for each in told)
    ):
        return []
    said_beside = [each for each in extra.get("remarks", ()) if isinstance(each, str)] if isinstance(extra, dict) else []
    return [
        *(
            t("record.read_so", lang).format(line=line or "—", said=said, read=read or "—", why=why)
            for line, said, read, why in readings_of(tree, lang)
        ),
        *([t("record.remarks", lang).format(said=" · ".join(said_beside))] if said_beside else []),
    ]


def _message(
    sent: Sent,
    start: StartView,
    text: str,
    became: tuple[list[str], RefusedView | None, list[ProblemView]],
    lang: Lang,
    loaded: LoadedView | None,
) -> RecordMessage:
    documents, refused, problems = became
    parsed = parse(text.encode("utf-8", "replace"), Place())
    if isinstance(parsed, Parsed):
        sheet, told = SHEETS[parsed.record.sheet], shown(parsed.record, sent.asked, lang)
    else:
        sheet, problems = _sheet_named(text), [*problems, *_problems(parsed, lang)]
        told = Shown(None, seats_of(None, sheet, None, lang), [], [])
    return RecordMessage(
        draft=sent.draft,
        turn=sent.turn,
        lang=lang,
        text=texts_of(sheet, lang),
        start=start,
        documents=documents,
        refused=refused,
        problems=problems,
        read_so=_read_so(text, lang) if sent.given is not None else [],
        sheets=[Choice(value=each.key, label=in_language(each.title, lang)) for each in SHEETS.values()],
        sheet=sheet_view(sheet, lang),
        seats=told.seats,
        hands=told.hands,
        findings=told.findings,
        hand=told.hand,
        loaded=loaded,
    )


def _sheet_named(text: str) -> Sheet:
    """The sheet that a document names, even where nothing else of it can be read."""
    tree, _ = decode(text.encode("utf-8", "replace"))
    named = tree.get("sheet") if isinstance(tree, dict) else None
    return SHEETS[named if isinstance(named, str) and named in SHEETS else FIRST_SHEET]
