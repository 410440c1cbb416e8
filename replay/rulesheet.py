"""What every rule sheet has, whatever the family: its key, its seats, its levels and the questions that it leaves open."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Final, Literal, Self, TypeVar, TypeVarTuple

from paipu.replay.cards import CARDS
from paipu.replay.catalogue import clause_for, clause_of_codes
from paipu.replay.event_rules import EventRules, stage_name
from paipu.replay.groups import Group
from paipu.replay.options import Option, configure
from paipu.replay.penalties import Penalties, Penalty, delay
from paipu.replay.record import Event, Incident, OptionValue
from paipu.replay.text import Text

FamilyName = Literal["tricks", "climbing"]
"""Trick-taking or climbing: what kind of a game a sheet is of."""
TRICK: Final = Text("墩", "trick")
"""What a trick is called where a sheet prints no word for it."""

Said = TypeVar("Said")
About = TypeVarTuple("About")

_ANSWERS_KEPT: Final = 1 << 14
FOUR_SEATS: Final = ("E", "N", "W", "S")
SIX_SEATS: Final = ("1", "2", "3", "4", "5", "6")


def sides_of(seats: tuple[str, ...]) -> tuple[str, str]:
    """The two sides of a table, named as in records: every second seat plays together."""
    return "".join(seats[::2]), "".join(seats[1::2])


class ClockRules(Group):
    """How long the round is, in minutes, and how long things may take, in seconds, None where the sheet does not say.

    `time_in_hand`: what happens to the hand during which time is called. `untimed_stages`: stages of the event whose games are
    played to their end. `first_play` is the limit of the first play of a hand where that is another, `tribute` and `give_back`
    are those of a card paid and of one returned.
    """

    round_minutes: int | None = None
    time_in_hand: Literal["stop", "finish"] | None = None
    untimed_stages: frozenset[str] = frozenset()
    first_play: int | None = None
    play: int | None = None
    bury: int | None = None
    tribute: int | None = None
    give_back: int | None = None

    def limit(self, trick: int, play: int) -> int | None:
        """The seconds that a play may take."""
        return self.first_play if self.first_play is not None and trick == play == 1 else self.play

    def untimed(self, event: Event | None) -> bool:
        """Whether games of an event's stage are played to their end."""
        return event is not None and event.stage is not None and stage_name(event.stage) in self.untimed_stages


@dataclass(frozen=True, kw_only=True, eq=False)
class RuleSheet:
    """One frozen instance a sheet, known by its key; a sibling is `replace(…)`, so that the difference is in the rules.

    `title` is what people call it, `source` what was printed. `seats_alternate`: partners sit at every second seat, whatever
    the record says; else as it has them (D-DG-01). `hand_size` is how many cards each is dealt, `ladder` are the levels,
    lowest first. `term` is the word that the sheet prints for a trick. `penalties` are its rows about faults, `faults` has
    for a check the kind of fault that it finds. `event` is what the sheet prints of the event that it was made for. A slot has
    a default only where that says that a sheet has nothing of the kind, here and in the groups of slots.
    """

    family: ClassVar[FamilyName]
    once_round: ClassVar[bool]
    """Whether everybody plays once to a trick; else it goes round until all others pass, and who is out is skipped."""
    only_found: ClassVar[frozenset[str]] = frozenset()
    """The slots, or groups of slots, by which plays are found to be wrong, and nothing else is decided: a hand in which nothing
    was found comes to the same whatever they hold, unless something was noticed in it or it was not sure what it was played
    under.
    """
    plays_only_found: ClassVar[bool] = False
    """Whether all that plays are judged by is among them."""

    key: str
    title: Text
    source: Text
    version: str
    seats: tuple[str, ...]
    seats_alternate: bool
    hand_size: int
    ladder: tuple[str, ...]
    first_level: str
    clocks: ClockRules
    event: EventRules
    term: Text
    penalties: Penalties
    faults: Mapping[str, str] = field(default_factory=dict)
    options: tuple[Option, ...] = ()

    def __eq__(self, other: object) -> bool:
        """Whatever options are set, it is the same sheet."""
        return isinstance(other, RuleSheet) and other.key == self.key

    __hash__ = None  # type: ignore[assignment] # a cache would take one setting of a sheet for another

    @property
    def longest_play(self) -> int:
        """How many cards a play can have at most."""
        return self.hand_size

    @cached_property
    def decks(self) -> int:
        """How many decks are played with: all cards are dealt but the kitty, which is less than a deck."""
        return -(-self.hand_size * len(self.seats) // len(CARDS))

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The two sides as records name them."""
        return sides_of(self.seats)

    @cached_property
    def alternating(self) -> tuple[int, ...]:
        """The side of each seat where every second seat plays together."""
        return tuple([index % 2 for index in range(len(self.seats))])

    @cached_property
    def seat_at(self) -> dict[str, int]:
        """Where each seat sits, by its name."""
        return {seat: index for index, seat in enumerate(self.seats)}

    @cached_property
    def side_of(self) -> Mapping[str, int]:
        """The side of each seat: 0 for the first seat's, 1 for the other."""
        return {seat: index % 2 for index, seat in enumerate(self.seats)}

    def row_of(self, incident: Incident, *, stands: bool = False) -> Penalty | None:
        """The row about faults under which an incident falls; None where there is none, or if it is not known which.

        A wrong play that `stands` was not put right, however soon it was noticed.
        """
        del stands
        return self.penalties.row_of(incident, delay(incident))

    def clause(self, check: str) -> str | None:
        """The clause of a check, given as its code or as `CODE/case`."""
        return clause_for(clause_of_codes(self.key), check)[0]

    def clause_of(self, row: Penalty) -> str | None:
        """The clause of a row about faults."""
        return row.clause or self.clause(row.check)

    def check_of(self, row: Penalty, *, bank: bool) -> str:
        """The check by whose clause a fault of the banker's side (`bank`), or of the other, costs what its row says.

        Empty where that is said by what is found of the fault.
        """
        del bank
        return "" if row.per_hand else row.check

    def tells_of(self, kind: str) -> Iterator[str]:
        """The checks that tell of a kind of fault, or find such a one, as `CODE/case`."""
        for row in self.penalties.of_kind.get(kind, ()):
            yield from (check for check in (row.check, row.tells and f"{row.tells}/{kind}") if check)
        yield from (code for code, each in self.faults.items() if each == kind)

    def lose_alike(self, seconds: float) -> bool:
        """Whether of two sides that came equally late, by so much, each would lose hand or match."""
        del seconds
        return False

    @property
    def counts_levels(self) -> bool:
        """Whether sides rise from level to level, so that a record may begin at one."""
        return True

    @property
    def hands_to_play(self) -> int:
        """How many hands have to be played before it is known what a match comes to; 0 where others end it."""
        return 0

    def points_otherwise(self, climbed: tuple[int, int]) -> tuple[int, int] | None:
        """What a match that time has stopped is worth by the other reading of that, if there are two."""
        del climbed
        return None

    def at_level(self, level: str | None) -> Self:
        """The sheet as it is played at a level."""
        del level
        return self

    def stage_at(self, level: str | None) -> Mapping[str, object] | None:
        """The slots that differ at a level, None where nothing does."""
        del level
        return None

    def changed(self, slots: Mapping[str, Any]) -> Self:
        """The sheet with some slots set to other values."""
        return replace(self, **slots)

    @cached_property
    def slots_at_default(self) -> Mapping[str, frozenset[str]]:
        """For each option, by its key, the slots that its readings fill, the default among them."""
        return {option.key: option.slots_set_to(option.default) for option in self.options}

    def option(self, name: str) -> Option | None:
        """The option that a record calls by its key or by one of its ids."""
        return next((option for option in self.options if name == option.key or name in option.ids), None)

    def configured(self, options: Mapping[str, OptionValue]) -> Self:
        """The sheet with a record's options set. Options that it does not list are ignored: ingest refuses them."""
        return self.settings(tuple(sorted(options.items()))) if options else self

    @cached_property
    def settings(self) -> Callable[[tuple[tuple[str, OptionValue], ...]], Self]:
        """The same, remembered."""
        return lru_cache(maxsize=64)(self.set_to)

    def set_to(self, options: Iterable[tuple[str, OptionValue]]) -> Self:
        """The sheet with some options set, each by its name and its value."""
        asked = ((self.option(name), value) for name, value in options)
        choices = [choice for option, value in asked if option is not None and (choice := option.choice(value)) is not None]
        return configure(self, choices) if any(choice.slots for choice in choices) else self

    def answer(self, question: Callable[[Self, *About], Said], *about: *About) -> Said:
        """What the sheet says to a question about something, remembered: the same is asked in hand after hand.

        Who watches what is read of the sheet takes the answer for what was read: where another reading gives the same one it
        is no other.
        """
        known: Said | None = self._answers.get((question, about))
        if known is None:
            if len(self._answers) >= _ANSWERS_KEPT:
                self._answers.clear()
            known = self._answers[question, about] = question(self, *about)
        return known

    def ask(self, question: Callable[[Self, *About], Said], *about: *About) -> Said:
        """The same of what hardly is asked twice, and so is not remembered."""
        return question(self, *about)

    @cached_property
    def _answers(self) -> dict[tuple[object, tuple[object, ...]], Any]:
        """What it said to questions."""
        return {}

    def names(self, seats: Iterable[int]) -> str:
        """Seats, given by where they sit, as records name them, one after the other."""
        return bytes(seats).translate(self._letters).decode()

    @cached_property
    def _letters(self) -> bytes:
        """The letter of each seat, as a table to translate by."""
        return "".join(self.seats).encode().ljust(1 << 8)

    def level_name(self, level: int) -> str:
        """A level as records write it; past the last it stays the last (SJ-b, D-GD-16)."""
        return self.ladder[min(level, len(self.ladder) - 1)]

    def level_written(self, grade: int) -> str:
        """A level by its index, and past the last one the last with a plus, as score sheets have it."""
        return self.ladder[grade] if grade < len(self.ladder) else f"{self.ladder[-1]}+"

    def named(self, levels: Iterable[int | None]) -> Mapping[str, str]:
        """Levels by side, as records write them, without those that are not known."""
        return {**self._named(tuple(levels))}

    def counted(self, levels: Iterable[int | None]) -> Mapping[str, str]:
        """The same, where the sheet counts any."""
        return self.named(levels) if self.counts_levels else {}

    @cached_property
    def _named(self) -> Callable[[tuple[int | None, ...]], Mapping[str, str]]:
        """The same, remembered: every hand begins and ends with some. Who asks gets a copy, for he may change it."""

        def named(levels: tuple[int | None, ...]) -> Mapping[str, str]:
            told = zip(self.sides, levels, strict=True)
            return {side: self.level_name(level) for side, level in told if level is not None}

        return lru_cache(maxsize=1024)(named)

    def level_index(self, level: str | None) -> int | None:
        """A recorded level as an index into the ladder; None if absent or not of this sheet."""
        return self.ladder.index(level) if level is not None and level in self.ladder else None
