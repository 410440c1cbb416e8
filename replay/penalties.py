"""What a sheet says of faults: one row for each thing that it prints of one, or leaves to the referee.

What an incident is charged, what is proposed for a ruling, and what a ruling may do are read from the same rows.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal, NamedTuple

from paipu.replay.event_rules import stage_name
from paipu.replay.faults import WRONG_COUNTS, WRONG_PLAYS, Step
from paipu.replay.record import Event, Incident

BEFORE_PLAY: Final = -1
SAME_PLAY: Final = 0
SAME_TRICK: Final = 1
ANY_TIME: Final = 1_000_000
"""How late something was noticed: before trick 1, at the very play, within the trick, else so many tricks later plus one."""
LATE: Final = "late"
TRIBUTE: Final = "tribute_wrong"
LOST: Final = frozenset({"loser", "winner"})
"""What a ruling may say where a side loses the match."""
Amount = tuple[int, int | None]
"""The least and the most, None for no bound; what is printed as one number is both."""


def tricks_later(tricks: int) -> int:
    """The delay of what is noticed so many tricks after it happened."""
    return SAME_TRICK + tricks


class Penalty(NamedTuple):
    """A row: for which fault, by which clause, when, against whom, what it does, and who decides.

    **Fault**: of one of the `kinds`; whatever fault, where there are none. `unnoticed` are the checks that find such a fault
    which nobody noticed: found now, it would come to this.

    **Clause**: `clause`, or that of `check`, which a claim offends that is wrong about it (`CODE/case`). `tells` is the finding
    that tells of the fault where it costs nothing, or the referee decides.

    **Who decides**: the sheet, so that it follows; or `by` the referee, within the row; who has the `last_word` on the sheet
    may do anything. `decides`: it says who decides, and no more. `open`: it does not end with what it lists (等, 酌情, 以上).

    **When**: it was noticed no later than `until`, and `if_unsaid` also where that is not told; `before`: it happened before
    trick 1, where other rows of the kind are of later ones. Who is late is so by `after` seconds at least. `report` is what was
    done until a missing report was noticed: nobody acted twice (`soon`), one did (`later`), or went `out`, or was the `first`
    to. The first `free` of a side in a game cost nothing, and kinds with one name `together` count as one; `per_hand`: in a
    hand. `found`: only where the audit says one of these of the fault. `running`: only where it is so often in as many rounds
    one after another, the others of which are not in the record; no earlier round can be the last of so many, unless it is of
    a `later` stage. `lost`: only where the match is lost for it. `lapses`: not where it is noticed in a later trick. `counted`:
    the referee counts the seconds first, and it is a fault to go on then.

    **Against whom**: the side at fault. Of the incidents of one `group` at one seat only one counts; with `one_seat` a group at
    several seats is for the referee. `of_bank`: the banker's side answers. `several`: it is about both sides at fault as well.

    **What it does**: a `warning` will do. It costs `points` and `each` for each card, or each part that the plays show
    (`by_plays`); `usual`: so many usually, says the clause; a proposal begins with those `proposed`, where that is not the
    least. `gives`: the referee may give them to the other side instead. It costs `levels`; `score` of the sheet's match score
    (大分); the hand (`loses_hand`); the match, or a game of several (`loses`). `ends_match` is what that then counts for the
    side at fault and for the other, `forfeit` the same where it was given up for it. `disqualifies`: the side is out. `steps`
    are those of a penalty that it comes to, or from which the referee chooses. `besides`: on top of what is printed. `mends`:
    cards are drawn until every count is right, so that wrong parts of the recorded deal are not what was played with.
    """

    kinds: tuple[str, ...] = ()
    check: str = ""
    clause: str = ""
    tells: str = ""
    by: Literal["", "referee", "last_word"] = ""
    decides: bool = False
    open: bool = False
    until: int = ANY_TIME
    if_unsaid: bool = False
    before: bool = False
    after: float = 0
    report: Literal["", "soon", "later", "out", "first"] = ""
    free: int = 0
    together: str = ""
    per_hand: bool = False
    found: frozenset[str] = frozenset()
    running: int | None = None
    later: frozenset[str] = frozenset()
    lost: bool = False
    lapses: bool = False
    counted: bool = False
    group: str = ""
    one_seat: bool = False
    of_bank: bool = False
    several: bool = False
    warning: bool = False
    points: Amount | None = None
    each: int = 0
    by_plays: bool = False
    usual: bool = False
    proposed: int | None = None
    gives: bool = False
    levels: Amount | None = None
    score: int = 0
    loses_hand: bool = False
    loses: bool = False
    ends_match: tuple[int, int] | None = None
    forfeit: tuple[int, int] | None = None
    disqualifies: bool = False
    steps: tuple[Step, ...] = ()
    besides: bool = False
    mends: bool = False
    unnoticed: frozenset[str] = frozenset()

    @property
    def fixed(self) -> int:
        """The points that it costs by itself."""
        return self.points[0] if self.points is not None and not self.by else 0

    @property
    def step(self) -> Step | None:
        """The step that it comes to by itself."""
        return self.steps[0] if self.steps and not self.by else None

    @property
    def says(self) -> str:
        """The check that says what it comes to, else what tells of it; empty where only the plays show it."""
        return self.check or self.tells

    @property
    def effects(self) -> frozenset[str]:
        """What a ruling may do by it to hand and match."""
        disputed = not self.kinds and (self.points is not None or self.levels is not None)  # about whatever is in dispute
        lost = self.loses or self.disqualifies or self.ends_match is not None
        out = frozenset({"disqualified"}) if self.disqualifies else frozenset[str]()
        return out | (LOST if lost else frozenset()) | ({"next_dealer", "void"} if disputed else frozenset())

    def too_soon(self, event: Event | None) -> bool:
        """True while too few rounds were played for so many running."""
        if self.running is None or event is None or event.round is None:
            return False
        return event.round < self.running and stage_name(event.stage or "") not in self.later


NOT_KNOWN: Final = Penalty()
"""Stands for the row of a fault of which the record does not tell under which it falls."""


class Penalties:
    """The rows of a sheet, as it prints them; they are never changed."""

    def __init__(self, *rows: Penalty) -> None:
        self.rows = rows

    @cached_property
    def of_kind(self) -> Mapping[str, tuple[Penalty, ...]]:
        """By kind of fault, what the sheet itself says of it: what it comes to, or what tells of it."""
        said = [row for row in self.rows if not row.by or row.tells]
        return {kind: tuple([row for row in said if kind in row.kinds]) for row in said for kind in row.kinds}

    @cached_property
    def weighed(self) -> tuple[Penalty, ...]:
        """What is left to the referee."""
        return tuple([row for row in self.rows if row.by == "referee"])

    @cached_property
    def last_word(self) -> frozenset[str]:
        """The clauses by which a ruling may do whatever it likes."""
        return frozenset([row.clause for row in self.rows if row.by == "last_word"])

    @cached_property
    def unnoticed(self) -> Mapping[str, Penalty]:
        """By check, what the fault that it finds would come to if it were noticed now."""
        return {code: row for row in self.rows for code in row.unnoticed}

    @cached_property
    def out(self) -> Mapping[str, str]:
        """The kinds of fault for which a side is out once they are proven, which nobody weighs; with the clause."""
        return {kind: row.clause for row in self.rows if row.disqualifies and not row.by for kind in row.kinds}

    @cached_property
    def forfeit(self) -> Penalty | None:
        """How late one forfeits the match."""
        return next((row for row in self.of_kind.get(LATE, ()) if row.loses), None)

    @cached_property
    def marks(self) -> Penalty | None:
        """What is counted in a hand, and how often a side may do it."""
        return next((row for row in self.rows if row.per_hand), None)

    @cached_property
    def amounts(self) -> Mapping[str, tuple[int, int]]:
        """For each clause that leaves points to the referee between bounds, the least and the most."""
        bounded = ((row.clause, row.points) for row in self.weighed if row.points is not None)
        return {clause: (least, most) for clause, (least, most) in bounded if most is not None}

    @cached_property
    def lateness(self) -> tuple[float, ...]:
        """From how many seconds on being late is another matter."""
        return tuple(sorted({*(row.after for row in self.of_kind.get(LATE, ())), 0.0}))

    def knows(self, kind: str) -> bool:
        """Whether the sheet says anything of a kind of fault."""
        return kind in self.of_kind

    def forfeits(self, kind: str, seconds: float | None) -> bool:
        """Whether somebody forfeits the match by being so late."""
        return self.forfeit is not None and kind == LATE and seconds is not None and seconds >= self.forfeit.after

    def disqualifying(self, kind: str) -> str | None:
        """The clause by which one may be disqualified for a kind of fault; None where none is printed for it."""
        weighed = (row.clause for row in self.weighed if row.disqualifies and kind in row.kinds)
        return self.out.get(kind) or next(weighed, None)

    def told_of(self, incident: Incident) -> str:
        """The finding that tells of an incident wherever it costs nothing; empty where the sheet has no such."""
        return next((row.tells for row in self.of_kind.get(incident.kind, ()) if row.tells), "")

    def tiers(self, incident: Incident) -> tuple[Penalty, ...]:
        """The rows among which it decides when an incident was noticed, where and when it happened, earliest first."""
        rows = self.of_kind.get(incident.kind, ())
        before = incident.at == (0, 0) and any(row.before for row in rows)
        return tuple([row for row in rows if row.before == before and not row.report])

    def row_of(self, incident: Incident, late: int | None) -> Penalty | None:
        """The row under which an incident falls that was noticed so `late`; None where there is none, or nobody knows which."""
        tiers = self.tiers(incident)
        if len(tiers) < 2:
            return tiers[0] if tiers else None
        if incident.kind == LATE:
            reached = [row for row in tiers if incident.seconds is not None and incident.seconds >= row.after]
            return reached[-1] if reached else None
        if late is None:
            later = incident.noticed is not None and all(row.until < SAME_PLAY for row in tiers[:-1])
            return tiers[-1] if later or tiers[-1].if_unsaid else None
        return next(row for row in tiers if late <= row.until)


def delay(incident: Incident) -> int | None:
    """How late an incident was noticed, None if the record does not say."""
    at, noticed = incident.at, incident.noticed
    if incident.kind in WRONG_COUNTS:  # wrong from the beginning, whenever it was noticed
        at, noticed = (0, 0), noticed or at
    if incident.kind == TRIBUTE:
        at = (0, 0)
    if noticed is None:
        return None
    if incident.kind in WRONG_PLAYS and (at is None or noticed < at):
        return None
    if noticed == (0, 0):
        return BEFORE_PLAY
    if at is None:
        return None
    if noticed == at:
        return SAME_PLAY
    return tricks_later(max(0, noticed[0] - at[0]))
