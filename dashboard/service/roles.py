"""Who may what: the one table of roles and actions. What does not stand in it may nobody.

The gate asks it for every request (`addresses.py` says which action that is), the pages where they do something.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final


class Action(StrEnum):
    """What can be done."""

    READ = "read"
    """Look at the pages, at records, findings, statistics and standings."""
    ASK = "ask"
    """Have something audited, judged or searched that is not in the warehouse."""
    KEEP = "keep"
    """Keep hands in collections of one's own, change these and give them links."""
    ENTER = "enter"
    """Load records, score sheets and events."""
    RULE = "rule"
    """Issue rulings, and whatever follows on them, under one's own name."""
    ROLES = "roles"
    """Invite people, give roles, end sessions."""
    OPERATE = "operate"
    """See how the service does, and who did what."""
    RESULT = "result"
    """Enter the results of tables, and confirm them for the sides."""
    TABLES = "tables"
    """Give out and end the links by which tables enter their results."""
    SETTLE = "settle"
    """See the results of all tables, and settle those that are disputed."""


class Role(StrEnum):
    """What somebody is; one person may be several."""

    VIEWER = "viewer"
    PLAYER = "player"
    SCORER = "scorer"
    REFEREE = "referee"
    ORGANISER = "organiser"
    ADMINISTRATOR = "administrator"


MAY: Final = {
    Role.VIEWER: frozenset({Action.READ}),
    Role.PLAYER: frozenset({Action.READ, Action.ASK, Action.KEEP}),
    Role.SCORER: frozenset({Action.READ, Action.ASK, Action.KEEP, Action.ENTER, Action.RESULT}),
    Role.REFEREE: frozenset({Action.READ, Action.ASK, Action.KEEP, Action.RULE, Action.SETTLE}),
    Role.ORGANISER: frozenset(Action) - {Action.RULE, Action.OPERATE},
    Role.ADMINISTRATOR: frozenset(Action) - {Action.RULE, Action.SETTLE},
}
"""A ruling is a referee's alone, and whoever runs the service settles nothing."""
AT_TABLE: Final = frozenset({Action.RESULT})
"""What somebody may who came by the link of a table: of a scorer's actions the one, and at that table alone."""
GIVES: Final = {
    Role.ORGANISER: frozenset(Role) - {Role.ADMINISTRATOR},
    Role.ADMINISTRATOR: frozenset(Role),
}
"""Which roles somebody may give and take, who may give any."""


def actions_of(roles: Iterable[Role]) -> frozenset[Action]:
    """What may be done by somebody of some roles."""
    return frozenset().union(*(MAY[role] for role in roles))


def gives(roles: Iterable[Role]) -> frozenset[Role]:
    """The roles that somebody of some roles may give and take."""
    return frozenset().union(*(GIVES.get(role, frozenset()) for role in roles))
