"""A table of plays, a row each, in any text file of cells: `hand,seat,cards`, and a mapping for headers and words of its own.

A row tells one thing (`what`): a play or a pass, or what was dealt, shown, buried, paid, returned. Columns a table lacks are
the same in all rows, or not known. `data/FORMAT.md` has the facts, their usual headers, and the mapping.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from paipu.ingest.importers.base import LOST, Document, Importer, Lines, NotRead, Refused, Spot, known
from paipu.ingest.importers.table import ClimbingTable, TrickTable, written
from paipu.ingest.parse import parse
from paipu.ingest.question.errors import QuestionError
from paipu.ingest.question.reading import PASSES, lettered, read_cards, read_play, read_suit, read_thrown
from paipu.ingest.rejection import FORMAT as RECORD
from paipu.ingest.rejection import Place, Rejection, printable, problem, reject, shown
from paipu.ingest.scoresheet.grid import Unreadable
from paipu.ingest.scoresheet.textfile import read as read_grid
from paipu.replay.cards import split_cards
from paipu.replay.notation import FAILED, PASS, UNSEEN
from paipu.replay.rulesheet import FOUR_SEATS
from paipu.replay.sheets import CLIMBING_SHEETS, SHEETS, TRICK_SHEETS

FORMAT: Final = "paipu-plays/1"
MAX_SIZE: Final = 64 * 1024
"""Bytes of a mapping."""
FACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "match": ("场", "match"),
    "sheet": ("规则", "sheet"),
    "hand": ("副", "hand"),
    "what": ("事", "what"),
    "seat": ("座位", "seat"),
    "cards": ("牌", "cards"),
    "to": ("给", "to"),
    "trick": ("墩", "trick"),
    "seconds": ("用时", "seconds"),
    "level": ("级", "level"),
    "dealer": ("庄", "dealer"),
    "trump": ("主", "trump"),
    "player": ("选手", "player"),
}
"""What a column may hold, and its usual headers."""
THINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "play": ("出", "play", ""),
    "pass": ("不要", "pass"),
    "deal": ("发", "deal"),
    "kitty": ("底", "kitty"),
    "bid": ("亮", "bid"),
    "bury": ("扣", "bury"),
    "tribute": ("贡", "tribute"),
    "return": ("还", "return"),
    "resist": ("抗贡", "resist"),
}
"""What a row may tell, and how it is written."""

_MOST_MATCHES: Final = 500
_MOST_HANDS: Final = 500
_MOST_PROBLEMS: Final = 100
_MOST_BIDS: Final = 50
_MOST_GIFTS: Final = 4
_MOST_CARDS: Final = 60
_DAY: Final = 86_400
_NAME: Final = 200
_WORDS: Final = 2_000
_TOP: Final = frozenset({"format", "columns", "constants", "options", "words"})
_THING: Final = {word: thing for thing, words in THINGS.items() for word in words}


class Mapped(NamedTuple):
    """What the columns of a table are called, what is the same in all rows, which words stand for which, and the options."""

    columns: Mapping[str, str]
    constants: Mapping[str, str]
    words: Mapping[str, Mapping[str, str]]
    options: Mapping[str, Any]


NO_MAPPING: Final = Mapped({}, {}, {}, {})


# --- The mapping -------------------------------------------------------------------------------------------


def mapping_of(raw: bytes, path: str) -> Mapped | Rejection:
    """The mapping that some bytes are."""
    try:
        tree: dict[str, Any] = {"format": f"{len(raw)} B"}
        if len(raw) <= MAX_SIZE:
            tree = tomllib.loads(raw.decode("utf-8-sig"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return reject([problem("MAP-SYNTAX", why=str(error))], path)
    wrong = next(_wrong(tree), None)
    if wrong is not None:
        return reject([problem("MAP-VALUE", wrong[0], found=shown(wrong[1]), expected=wrong[2])], path)
    words = {fact: {str(word): str(value) for word, value in told.items()} for fact, told in tree.get("words", {}).items()}
    constants = {fact: str(value) for fact, value in tree.get("constants", {}).items()}
    return Mapped(tree.get("columns", {}), constants, words, tree.get("options", {}))


def _wrong(tree: Mapping[str, Any]) -> Iterator[tuple[str, Any, str]]:
    """What of a mapping cannot be: where, what was found, what is expected."""
    if tree.get("format") != FORMAT:
        yield "/format", tree.get("format"), FORMAT
    yield from ((f"/{name}", name, ", ".join(sorted(_TOP))) for name in tree if name not in _TOP)
    for name in ("columns", "constants", "words", "options"):
        told = tree.get(name, {})
        if not isinstance(told, dict) or len(told) > _WORDS:
            yield f"/{name}", told, f"[{name}]"
            continue
        for fact, value in told.items():
            at = f"/{name}/{fact}"
            if name != "options" and fact not in FACTS:
                yield at, fact, ", ".join(FACTS)
            elif name == "words":
                if (
                    not isinstance(value, dict)
                    or len(value) > _WORDS
                    or not all(isinstance(each, str) for each in value.values())
                ):
                    yield at, value, f'[words.{fact}], "…" = "…"'
            elif not isinstance(value, str) and (name == "columns" or not isinstance(value, int) or isinstance(value, bool)):
                yield at, value, '"…"'


# --- Reading the table -------------------------------------------------------------------------------------


def importer(mapping: Mapped = NO_MAPPING) -> Importer:
    """The importer of tables of plays, by a mapping."""

    def read(raw: bytes) -> list[Document]:
        return _read(raw, mapping)

    return Importer(NAME, "出牌表（CSV，每行一手）", "a table of plays (CSV, a play a row)", read, LOST[NAME])


NAME: Final = "plays"


class Row(NamedTuple):
    """A row of the table: the line, and what it holds by fact."""

    line: int
    cells: Mapping[str, str]

    def spot(self, fact: str) -> Spot:
        """A cell, to refuse it."""
        return Spot(self.cells.get(fact, ""), (), self.line)


@dataclass(slots=True)
class Hand:
    """What the rows tell of one hand."""

    number: int
    table: TrickTable | ClimbingTable
    told: dict[str, Any] = field(default_factory=dict)
    tricks: dict[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class Match:
    """What the rows tell of one match."""

    sheet: str
    name: str
    hands: list[Hand] = field(default_factory=list)
    players: dict[str, str] = field(default_factory=dict)


def _read(raw: bytes, mapping: Mapped) -> list[Document]:
    """The matches of a table. Raises `Refused`, `NotRead` or `Lines`."""
    headers = {fact: (mapping.columns[fact],) if fact in mapping.columns else usual for fact, usual in FACTS.items()}
    fact_of = {header.strip().casefold(): fact for fact, usual in headers.items() for header in usual}

    def facts(row: Sequence[str | None]) -> dict[int, str]:
        return {at: fact_of[name] for at, cell in enumerate(row) if (name := (cell or "").strip().casefold()) in fact_of}

    try:
        rows = read_grid(raw, NAME, lambda row: len(facts(row))).rows
    except Unreadable as error:
        raise NotRead([error.problem]) from error
    head = max(range(min(len(rows), 40)), key=lambda at: len(facts(rows[at])), default=0)
    columns = facts(rows[head]) if rows else {}
    if not {"seat", "cards"} <= {*columns.values()}:
        raise Spot(rows[head] if rows else "", (), head + 1).refuse(
            ", ".join(headers[fact][-1] for fact in ("seat", "cards")),
            ",".join(str(cell) for cell in (rows[head] if rows else ()))[:_NAME],
        )
    reader = Reader(mapping)
    for at, cells in enumerate(rows[head + 1 :], start=head + 2):
        told = {fact: (cells[column] or "").strip() for column, fact in columns.items() if column < len(cells)}
        if any(told.values()):
            reader.row(Row(at, dict(mapping.constants) | {fact: cell for fact, cell in told.items() if cell}))
    if reader.wrong:
        raise Lines(reader.wrong)
    if not reader.matches:
        raise Spot("", (), head + 2).refuse("sheet, seat, cards")
    return [_document(match, mapping) for match in reader.matches.values()]


class Reader:
    """Goes through the rows once. What cannot be read in some of them is told all at once."""

    def __init__(self, mapping: Mapped) -> None:
        self.mapping = mapping
        self.matches: dict[str, Match] = {}
        self.wrong: list[tuple[Spot, QuestionError]] = []

    def row(self, row: Row) -> None:
        """One row. Raises `Refused` for what contradicts the rows before."""
        if len(self.wrong) >= _MOST_PROBLEMS:
            return
        row = row._replace(cells={fact: self._said(fact, cell) for fact, cell in row.cells.items()})
        match = self._match(row)
        hand = self._hand(match, row)
        try:
            self._of_hand(match, hand, row)
            self._of_thing(match, hand, row)
        except QuestionError as why:
            self.wrong.append((Spot(", ".join(row.cells.values()), (), row.line), why))
        except Refused:
            if self.wrong:  # it may follow from what could not be read
                raise Lines(self.wrong) from None
            raise

    def _said(self, fact: str, cell: str) -> str:
        """What a cell says, by the words of the mapping; cards stand for themselves one by one."""
        words = self.mapping.words.get(fact, {})
        if fact == "cards" and words and cell not in words:
            return " ".join(words.get(each, each) for each in re.split(r"[\s,;|/]+", cell.strip("[]() ")))
        return words.get(cell, cell)

    def _match(self, row: Row) -> Match:
        name = row.cells.get("match", "")
        if name in self.matches:
            return self.matches[name]
        sheet = row.cells.get("sheet", "")
        playable = [key for key in SHEETS if SHEETS[key].seats == FOUR_SEATS]
        if sheet not in playable:
            raise row.spot("sheet").refuse(", ".join(playable))
        if len(self.matches) == _MOST_MATCHES:
            raise row.spot("match").refuse(f"1 … {_MOST_MATCHES}")
        empty = {"format": RECORD, "id": NAME, "sheet": sheet, "options": dict(self.mapping.options), "hands": []}
        found = parse(json.dumps(empty).encode(), Place())
        if isinstance(found, Rejection):
            raise row.spot("sheet").refuse(f"{found.pointer}: {found.expected}", found.found)
        self.matches[name] = Match(sheet, name)
        return self.matches[name]

    def _hand(self, match: Match, row: Row) -> Hand:
        told = row.cells.get("hand", "1")
        if not re.fullmatch("[0-9]{1,5}", told) or not 1 <= int(told) <= 10_000:
            raise row.spot("hand").refuse("1 … 10000")
        number = int(told)
        if match.hands and match.hands[-1].number == number:
            return match.hands[-1]
        if (match.hands and number < match.hands[-1].number) or len(match.hands) == _MOST_HANDS:
            raise row.spot("hand").conflict(number, f"> {match.hands[-1].number}", match.hands[-1].number)
        table = TrickTable() if match.sheet in TRICK_SHEETS else ClimbingTable(CLIMBING_SHEETS[match.sheet].hand_size)
        match.hands.append(Hand(number, table))
        return match.hands[-1]

    def _of_hand(self, match: Match, hand: Hand, row: Row) -> None:
        """What is the same in all rows of a hand."""
        cells, facts = row.cells, {}
        if "level" in cells:
            facts["level"] = _level(row, match.sheet)
        if match.sheet in TRICK_SHEETS:
            facts |= {"dealer": _seat(row, "dealer")} if "dealer" in cells else {}
            facts |= {"trump": read_suit(cells["trump"])} if "trump" in cells else {}
        for name, value in facts.items():
            if hand.told.setdefault(name, value) != value:
                raise row.spot(name).conflict(value, hand.told[name], f"hand {hand.number}")
        if "player" in cells:
            seat, player = _seat(row, "seat"), printable(cells["player"])[:_NAME]
            if match.players.setdefault(seat, player) != player:
                raise row.spot("player").conflict(player, match.players[seat], seat)

    def _of_thing(self, match: Match, hand: Hand, row: Row) -> None:
        """What the row tells."""
        thing = _THING.get(row.cells.get("what", "").casefold())
        of_tricks = match.sheet in TRICK_SHEETS
        never = {"tribute", "return", "resist", "pass"} if of_tricks else {"kitty", "bid", "bury"}
        if thing is None or thing in never:
            raise row.spot("what").refuse(", ".join(each for each in THINGS if each not in never))
        cards = row.cells.get("cards", "")
        if thing == "resist":
            hand.told["resisted"] = True
            return
        if thing in {"play", "pass"}:
            self._play(hand, row, cards if thing == "play" else PASS)
            return
        read = read_cards(cards)
        if len(split_cards(read)) > _MOST_CARDS:
            raise row.spot("cards").refuse(f"1 … {_MOST_CARDS}")
        seat = _seat(row, "seat") if thing != "kitty" else "kitty"
        if thing in {"deal", "kitty"}:
            held = hand.told.setdefault("deal", {})
            held[seat] = " ".join([*held.get(seat, "").split(), *split_cards(read)])
            if len(held[seat].split()) > _MOST_CARDS:
                raise row.spot("cards").refuse(f"1 … {_MOST_CARDS}")
        elif thing == "bid":
            self._more(hand, "bids", f"{seat} {read}", row, _MOST_BIDS)
        elif thing == "bury":
            self._more(hand, "kitty", known(seat=seat, bury=read, seconds=_seconds(row)), row, 1)
        else:
            to = _seat(row, "to")
            self._more(hand, "tribute", f"{seat}>{to} {_one(row, read)}", row, _MOST_GIFTS)
            if isinstance(hand.table, ClimbingTable):
                hand.table.left[FOUR_SEATS.index(seat)] -= 1
                hand.table.left[FOUR_SEATS.index(to)] += 1

    @staticmethod
    def _more(hand: Hand, name: str, value: object, row: Row, most: int) -> None:
        told = hand.told.setdefault(name, [])
        if len(told) == most:
            raise row.spot("what").refuse(f"≤ {most}")
        told.append(value)

    @staticmethod
    def _play(hand: Hand, row: Row, cards: str) -> None:
        player = FOUR_SEATS.index(_seat(row, "seat"))
        spent, at = _seconds(row), row.spot("cards")
        if isinstance(hand.table, TrickTable):
            try:
                text = read_thrown(cards) if FAILED in cards else read_cards(cards)
            except QuestionError:
                hand.table.play(player, UNSEEN, at, spent)  # somebody played, so the next row is the next player's
                raise
            hand.table.play(player, text, at, spent)
        else:
            passed = cards.strip().casefold() in PASSES or not cards.strip()
            text = PASS if passed else read_play(cards)
            count = 0 if passed else len(split_cards(text.partition("=")[0]))
            hand.table.play(player, text, count, at, spent)
        number = len(hand.table.tricks)
        told = row.cells.get("trick")
        if told is not None and hand.tricks.setdefault(number, told) != told:
            raise row.spot("trick").conflict(told, hand.tricks[number], f"trick {number}")


def _seat(row: Row, fact: str) -> str:
    said = lettered(row.cells.get(fact, "")).upper()
    if said not in FOUR_SEATS:
        raise row.spot(fact).refuse(" | ".join(FOUR_SEATS))
    return said


def _level(row: Row, sheet: str) -> str:
    said, ladder = row.cells["level"], SHEETS[sheet].ladder
    level = next((each for each in ({"10": "T", "1": "A"}.get(said, said), said.upper()) if each in ladder), None)
    if level is None:
        raise row.spot("level").refuse(" ".join(dict.fromkeys(ladder)))
    return level


def _one(row: Row, read: str) -> str:
    if len(split_cards(read)) != 1:
        raise row.spot("cards").refuse("1 × card")
    return read


def _seconds(row: Row) -> float | None:
    said = row.cells.get("seconds")
    if said is None:
        return None
    if not re.fullmatch(r"[0-9]{1,5}(?:\.[0-9]{1,6})?", said) or float(said) >= _DAY:
        raise row.spot("seconds").refuse(f"0 … {_DAY}")
    return float(said)


# --- Writing the record ------------------------------------------------------------------------------------


def _document(match: Match, mapping: Mapped) -> Document:
    return known(
        id=printable(match.name)[:_NAME] if match.name.isprintable() else None,
        sheet=match.sheet,
        options=dict(mapping.options),
        seats={seat: {"id": match.players[seat], "name": match.players[seat]} for seat in FOUR_SEATS if seat in match.players},
        hands=[_of(hand) for hand in match.hands],
    )


def _of(hand: Hand) -> Document:
    lead = FOUR_SEATS[hand.table.tricks[0].leader] if hand.table.tricks and isinstance(hand.table, ClimbingTable) else None
    return known(no=hand.number, lead=lead, **hand.told, **written(hand.table.tricks))


PLAYS: Final = importer()
