"""`paipu judge`: one disputed play, or a run of declarations and answers to 炒底, without a record."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from cli.support.arguments import Language
from cli.support.errors import ExitCode, UsageError, near
from cli.support.files import say
from cli.text import Lang, both
from replay.cards import RANKS, SUITS

if TYPE_CHECKING:
    from replay.judge import Situation, Verdict
    from replay.record import OptionValue

Form = Literal["text", "json"]

_CARD: Final = re.compile(
    r"(?P<joker>BJ|LJ|大王|小王)|(?P<rank>10|[2-9TJQKA])(?P<suit>[shcd♠♥♣♦])|(?P<sign>[♠♥♣♦])(?P<after>10|[2-9TJQKA])",
    re.IGNORECASE,
)
_PASSES: Final = frozenset({"-", "—", "不炒", "不要", "pass"})
_LEVELS: Final = {"10": "T", "flag": "flag", "扛旗": "flag"}
_SIGNS: Final = {"♠": "s", "♥": "h", "♣": "c", "♦": "d"}
_JOKERS: Final = {"大王": "BJ", "小王": "LJ"}
_SEATED: Final = re.compile(r"^\s*([ENWS])\s*[:：]\s*", re.IGNORECASE)


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    sheet: Annotated[str, typer.Option("--sheet", metavar="SHEET", help=both("help.judge.sheet"))] = "shengji",
    level: Annotated[str, typer.Option("--level", metavar="RANK", help=both("help.judge.level"))] = "2",
    trump: Annotated[
        str | None, typer.Option("--trump", metavar="s|h|c|d|NT", show_default=False, help=both("help.judge.trump"))
    ] = None,
    lead: Annotated[
        str | None, typer.Option("--lead", metavar="CARDS", show_default=False, help=both("help.judge.lead"))
    ] = None,
    hand: Annotated[
        str | None, typer.Option("--hand", metavar="CARDS", show_default=False, help=both("help.judge.hand"))
    ] = None,
    play: Annotated[
        list[str] | None, typer.Option("--play", metavar="CARDS", show_default=False, help=both("help.judge.play"))
    ] = None,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="SEAT", show_default=False, help=both("help.judge.seat"))
    ] = None,
    others: Annotated[
        str | None, typer.Option("--others", metavar="'N:… W:… S:…'", show_default=False, help=both("help.judge.others"))
    ] = None,
    bids: Annotated[
        str | None, typer.Option("--bids", metavar="'N LJ2h; S BJBJ'", show_default=False, help=both("help.judge.bids"))
    ] = None,
    banker: Annotated[
        str | None, typer.Option("--banker", metavar="SEAT", show_default=False, help=both("help.judge.banker"))
    ] = None,
    kitty: Annotated[
        str | None, typer.Option("--kitty", metavar="CARDS", show_default=False, help=both("help.judge.kitty"))
    ] = None,
    asked: Annotated[
        str | None, typer.Option("--asked", metavar="'N -; W 2c2c'", show_default=False, help=both("help.judge.asked"))
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="KEY=VALUE", show_default=False, help=both("help.judge.option"))
    ] = None,
    form: Annotated[Form, typer.Option("--format", "-f", help=both("help.judge.format"))] = "text",
    exit_code: Annotated[bool, typer.Option("--exit-code", help=both("help.judge.exit_code"))] = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu judge`."""
    situation = _situation(sheet, level, trump, option or ())
    plays = play or []
    bidding = any(each is not None for each in (bids, kitty, asked))
    if bidding == bool(plays):
        raise UsageError("judge.what")
    if bidding:
        _only(bids=True, lead=lead, hand=hand, others=others, seat=seat)
        verdicts = _judge_bids(situation, bids, _seat(banker), kitty, asked, form, lang)
    else:
        _only(bids=False, banker=banker)
        if (trump is None and situation.level in RANKS) or hand is None:
            raise UsageError("judge.needs", missing="--hand" if hand is None else "--trump")
        verdicts = _judge_plays(situation, lead, hand, plays, _seat(seat), others, form, lang)
    raise typer.Exit(_exit_code(verdicts) if exit_code else ExitCode.CLEAN)


def _exit_code(verdicts: "Sequence[Verdict]") -> ExitCode:
    from replay.judge import Word

    words = {verdict.default for verdict in verdicts}
    if Word.UNDETERMINED in words:
        return ExitCode.INPUT
    return ExitCode.FINDINGS if Word.ILLEGAL in words else ExitCode.CLEAN


def _only(*, bids: bool, **given: str | None) -> None:
    """Refuse what has nothing to do with the question."""
    for name, value in given.items():
        if value is not None:
            raise UsageError("judge.not_with_bids" if bids else "judge.only_bids", option=f"--{name}")


# --- Reading the question ----------------------------------------------------------------------------------


def _situation(sheet: str, level: str, trump: str | None, given: Sequence[str]) -> "Situation":
    from replay.judge import Situation
    from replay.sheets import SHEETS
    from replay.sheets.names import SHEET_NAMES

    if sheet not in SHEETS:
        key = "judge.no_engine" if sheet in SHEET_NAMES else "rules.unknown"
        raise UsageError(key, sheet=sheet, near=near(sheet, SHEETS))
    rank = _LEVELS.get(level.casefold(), level.upper())
    if SHEETS[sheet].level_index(rank) is None:
        raise UsageError("judge.level", level=level, levels=" ".join(SHEETS[sheet].ladder))
    suit = _SIGNS.get(trump or "", (trump or "NT").lower())
    fixed = SHEETS[sheet].at_level(rank).fixed_trump
    if suit not in (*SUITS, "nt") or (fixed is not None and suit != fixed.lower()):
        raise UsageError("judge.trump", trump=trump or "", trumps=fixed or " ".join((*SUITS, "NT")))
    return Situation(sheet, rank, "NT" if suit == "nt" else suit, _options(sheet, given))


def _options(sheet: str, given: Sequence[str]) -> "dict[str, OptionValue]":
    from replay.catalogue import find_option, option_problem
    from replay.sheets import SHEETS

    found: dict[str, OptionValue] = {}
    for each in given:
        name, equals, value = each.partition("=")
        option = find_option(SHEETS[sheet], name)
        if not equals or option is None:
            known = [option.key for option in SHEETS[sheet].options]
            raise UsageError("judge.option", given=each, near=near(name, known))
        typed: OptionValue = int(value) if option.slot is not None and value.isdecimal() else value
        if option_problem(sheet, name, typed) is not None:
            raise UsageError("judge.value", given=each, values=option.values)
        if option.key in found:
            raise UsageError("judge.twice", option=option.key)
        found[option.key] = typed
    return found


def read_cards(given: str) -> str:
    """Cards as people type them (`10c`, `♠K`, `kc`, with or without spaces) in record notation. Raises UsageError."""
    cards, rest = [], re.sub(r"[\s,，]+", "", given)
    at = 0
    while at < len(rest):
        found = _CARD.match(rest, at)
        if found is None:
            raise UsageError("judge.card", given=given, found=rest[at : at + 2])
        at = found.end()
        joker = found["joker"]
        if joker:
            cards.append(_JOKERS.get(joker, joker.upper()))
            continue
        rank, suit = (found["rank"], found["suit"]) if found["rank"] else (found["after"], found["sign"])
        cards.append(("T" if rank == "10" else rank.upper()) + _SIGNS.get(suit, suit.lower()))
    if not cards:
        raise UsageError("judge.no_cards", given=given)
    return "".join(cards)


def _unseated(given: str) -> str:
    """`E:7c7c` is `7c7c`: who played it is asked for elsewhere."""
    return _SEATED.sub("", given)


def _seat(given: str | None) -> str | None:
    if given is None:
        return None
    if given.upper() not in tuple("ENWS"):
        raise UsageError("judge.seat", seat=given)
    return given.upper()


def _others(given: str | None) -> dict[str, str]:
    if given is None:
        return {}
    parts = re.split(r"([ENWS])\s*[:：=]", given, flags=re.IGNORECASE)
    if parts[0].strip() or len(parts) < 3:
        raise UsageError("judge.others", given=given)
    hands: dict[str, str] = {}
    for seat, cards in zip(parts[1::2], parts[2::2], strict=True):
        if seat.upper() in hands:
            raise UsageError("judge.others", given=given)
        hands[seat.upper()] = read_cards(cards.strip(" ;；"))
    return hands


def _check_copies(*held: str) -> None:
    """No card may be there more often than two decks have it."""
    together = "".join(held)
    counts = Counter(together[i : i + 2] for i in range(0, len(together), 2))
    for card, count in counts.items():
        if count > 2:
            raise UsageError("judge.copies", card=card, count=count)


# --- Answering it ------------------------------------------------------------------------------------------


def _judge_plays(
    situation: "Situation",
    lead: str | None,
    hand: str,
    plays: Sequence[str],
    seat: str | None,
    others: str | None,
    form: Form,
    lang: Lang,
) -> "list[Verdict]":
    from cli.support.answer import Answer
    from replay.judge import judge_follow, judge_lead

    held, hands = read_cards(hand), _others(others)
    if lead is not None:
        led = read_cards(_unseated(lead))
        if others is not None:
            raise UsageError("judge.others_follow")
        _check_copies(led, held)
        verdicts = [judge_follow(situation, lead=led, hand=held, play=read_cards(_unseated(each))) for each in plays]
    else:
        led = None
        _check_copies(held, *hands.values())
        leader = seat or next(each for each in "ENWS" if each not in hands) if len(hands) < len("ENWS") else None
        if leader is None or leader in hands:
            raise UsageError("judge.leader", seat=leader or "—")
        verdicts = [
            judge_lead(situation, hand=held, play=_thrown(_unseated(each)), seat=leader, others=hands) for each in plays
        ]
    answer = Answer(situation, led, seat, lang)
    if form == "json":
        say(answer.json([answer.as_dict(verdict) for verdict in verdicts]))
    else:
        say(*answer.lines(verdicts))
    return verdicts


def _thrown(given: str) -> str:
    """A lead, or a failed throw with what stood of it (`9c8c8c>9c`)."""
    attempted, failed, stood = given.partition(">")
    return f"{read_cards(attempted)}>{read_cards(stood)}" if failed else read_cards(attempted)


def _judge_bids(
    situation: "Situation",
    given: str | None,
    banker: str | None,
    kitty: str | None,
    asked: str | None,
    form: Form,
    lang: Lang,
) -> "list[Verdict]":
    from cli.support.answer import Answer
    from replay.judge import judge_declarations
    from replay.sheets import SHEETS

    sheet = SHEETS[situation.sheet].at_level(situation.level)
    turned = read_cards(kitty) if kitty is not None else None
    if turned is not None and sheet.silence != "kitty":
        raise UsageError("judge.no_kitty", sheet=situation.sheet)
    if sheet.bids.attackers_only and banker is None:
        raise UsageError("judge.needs", missing="--banker")
    bids, answers = _shown(given, "--bids"), _shown(asked, "--asked", passes=True)
    if answers and sheet.reopen is None:
        raise UsageError("judge.no_asking", sheet=situation.sheet)
    if answers and banker is None and judge_declarations(situation, bids).banker is None:
        raise UsageError("judge.needs", missing="--banker")
    bidding = judge_declarations(situation, bids, banker, kitty=turned, asked=answers)
    answer = Answer(situation, None, None, lang)
    if form == "json":
        say(answer.json_of_bids(bidding))
    else:
        say(*answer.lines_of_bids(bidding))
    turning = [bidding.turned] if bidding.turned is not None else []
    return [*turning, *(bid.verdict for bid in (*bidding.bids, *bidding.asked))]


def _shown(given: str | None, option: str, *, passes: bool = False) -> list[str]:
    """What each seat showed, in notation (`N LJ2h`, `S 5h5h=c`), or with `passes` that it passed (`N -`)."""
    shown = []
    for each in re.split(r"[;；]", given or ""):
        if not each.strip():
            continue
        seat, _, cards = re.sub(r"[:：]", " ", each.strip(), count=1).partition(" ")
        held, equals, named = cards.partition("=")
        if passes and cards.strip() in _PASSES:
            shown.append(f"{_seat(seat)} -")
        else:
            shown.append(f"{_seat(seat)} {read_cards(held)}{'=' + _suit(named) if equals else ''}")
    if given is not None and not shown:
        raise UsageError("judge.no_cards", given=f"{option} {given}")
    return shown


def _suit(given: str) -> str:
    """The suit that both ♥5 name, or no trump."""
    suit = _SIGNS.get(given.strip(), given.strip().lower())
    if suit not in (*SUITS, "nt"):
        raise UsageError("judge.trump", trump=given, trumps=" ".join((*SUITS, "NT")))
    return "NT" if suit == "nt" else suit
