"""牌谱: audits recorded games of Chinese team card games.

What is named here is the interface for programs and notebooks (`data/API.md`); what the packages below have beside it may
change from release to release. It is imported when it is asked for, so that the command line starts without it.
"""

from typing import TYPE_CHECKING

__all__ = [
    "Audited",
    "EventStandings",
    "Finding",
    "Notice",
    "Record",
    "Refused",
    "Rejection",
    "Warehouse",
    "audit",
    "judge",
    "open_warehouse",
    "read",
    "standings",
    "states",
]

if TYPE_CHECKING:
    from paipu.interface import (
        Audited,
        EventStandings,
        Finding,
        Notice,
        Record,
        Refused,
        Rejection,
        Warehouse,
        audit,
        judge,
        open_warehouse,
        read,
        standings,
        states,
    )
else:

    def __getattr__(name: str) -> object:
        if name not in __all__:
            raise AttributeError(f"module 'paipu' has no attribute {name!r}")
        from paipu import interface

        return getattr(interface, name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
