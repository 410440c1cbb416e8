"""What standings are made of."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from paipu.replay.event.ranking import Step
from paipu.replay.event.worth import Encounter
from paipu.replay.event_rules import FIGURES, Figure, Form, Key


class Standing(NamedTuple):
    """A row of a table. Several with the same place share it; it is the first of those that they have together.

    Who is `disqualified` has none, stands behind all who have one, and his derivation tells the grounds (EV-1).
    `played` are the matches that count, `open` those that are missing or undecided, and rounds of which nobody says what they
    count. A figure is None if it is not counted, or not known of a match. `reach` are the best and the worst place that the
    entrant can still have, None where too much is open to tell; `matches` are those that were counted. `unknown`: a value that
    is not known keeps a key from parting those who share the place.
    """

    place: int | None
    entrant: str
    played: int
    open: int
    figures: Mapping[Figure, int | None]
    derivation: tuple[Step, ...]
    reach: tuple[int, int] | None
    matches: tuple[str, ...]
    unknown: bool = False
    disqualified: bool = False


def unplaced(
    entrant: str, own: Sequence[Encounter], figures: Mapping[Figure, int | None], derivation: tuple[Step, ...]
) -> Standing:
    """The row of an entrant without his place: what his own tables came to."""
    told = [one for one in own if one.told]
    return Standing(
        place=None,
        entrant=entrant,
        played=len(told),
        open=len(own) - len(told),
        figures=figures,
        derivation=derivation,
        reach=None,
        matches=tuple([match for one in told for match in one.matches]),
    )


def figures_shown(rank_by: Collection[str], rows: Sequence[Mapping[Figure, int | None]]) -> tuple[Figure, ...]:
    """The figures that a table of some rows shows: those that rank first, then those that everybody has."""
    ranked = [figure for figure in FIGURES if figure in rank_by]
    whole = [figure for figure in FIGURES if all(row[figure] is not None for row in rows)]
    return (*ranked, *(figure for figure in whole if figure not in ranked))


def by_entrant(met: Sequence[Encounter]) -> dict[str, list[Encounter]]:
    """Encounters by who sat there, in their order."""
    found: dict[str, list[Encounter]] = {}
    for one in met:
        for each in dict.fromkeys(one.entrants):
            found.setdefault(each, []).append(one)
    return found


@dataclass(frozen=True)
class Drawn:
    """A round of a bracket: its tables, those of the third place by themselves, and who went on without a match."""

    no: int
    encounters: tuple[Encounter, ...]
    thirds: tuple[Encounter, ...]
    byes: tuple[str, ...]

    @cached_property
    def going_on(self) -> int:
        """How many go on, whoever wins."""
        return sum(len(one.sides[0]) for one in self.encounters) + len(self.byes)


@dataclass(frozen=True, kw_only=True)
class Standings:
    """A stage, or a group of it, as it stands, after its last round or one before."""

    stage: str
    group: str | None
    form: Form
    rank_by: tuple[Key, ...]
    rows: tuple[Standing, ...]
    bracket: tuple[Drawn, ...] = ()
    board_parts: int = 0
    """Into so many parts a point of its boards is divided, which its `board_points` are in; 0 where none are scored."""
    after: int | None = None

    @cached_property
    def columns(self) -> tuple[Figure, ...]:
        """The figures that it shows."""
        return figures_shown(self.rank_by, [row.figures for row in self.rows])

    @cached_property
    def by_entrant(self) -> Mapping[str, Standing]:
        """The rows by whose they are."""
        return {row.entrant: row for row in self.rows}

    def row(self, entrant: str) -> Standing | None:
        """The row of an entrant."""
        return self.by_entrant.get(entrant)

    @cached_property
    def open(self) -> int:
        """How much is open in all rows together."""
        return sum(row.open for row in self.rows)
