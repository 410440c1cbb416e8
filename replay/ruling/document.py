"""Rulings and moments as records write them (`data/FORMAT.md`), and proposals as plain JSON."""

from typing import Any

from paipu.replay.faults import Moment
from paipu.replay.record import Effect, Fault, Ruling
from paipu.replay.ruling.proposal import Proposal
from paipu.replay.ruling.tiers import unplaced


def written_at(at: Moment) -> str:
    """A moment as records write it.

    >>> written_at((7, 2)), written_at((0, 0))
    ('7.2', '0')
    """
    return f"{at[0]}.{at[1]}" if at[0] else "0"


def ruling_document(ruling: Ruling) -> dict[str, Any]:
    """A ruling as an entry of a record's `rulings`."""
    said = {
        "id": ruling.id,
        "hand": ruling.hand,
        "at": written_at(ruling.at) if ruling.at is not None else None,
        "seat": ruling.seat,
        "clause": ruling.clause,
        "effect": effect_document(ruling.effect),
        "by": ruling.by,
        "when": ruling.when,
        "state": ruling.state,
        "note": ruling.note,
    }
    return {key: value for key, value in said.items() if value is not None}


def effect_document(effect: Effect) -> dict[str, Any]:
    """What a ruling does, without what it does not."""
    said = {
        "points": dict(effect.points),
        "levels": dict(effect.levels),
        "next_dealer": effect.next_dealer,
        "void": effect.void,
        "winner": effect.winner,
        "stopped": effect.stopped,
        "double": effect.double,
        "loser": effect.loser,
        "disqualified": effect.disqualified,
        "fault": _fault_document(effect.fault) if effect.fault is not None else None,
    }
    return {key: value for key, value in said.items() if value}


def _fault_document(fault: Fault) -> dict[str, Any]:
    said = {
        "kind": fault.kind,
        "noticed": written_at(fault.noticed) if fault.noticed is not None else None,
        "cards": fault.cards,
        "count": fault.count,
        "seconds": fault.seconds,
        "step": fault.step,
    }
    return {key: value for key, value in said.items() if value is not None}


def proposal_document(proposal: Proposal) -> dict[str, Any]:
    """A proposal as plain JSON, every key always there, as `paipu ruling propose --format json` gives it."""
    tier, power, incident = proposal.tier, proposal.discretion, proposal.tier.incident
    return {
        "clause": proposal.clause,
        "basis": str(proposal.basis),
        "options": list(proposal.options),
        "form": proposal.form,
        "kind": incident.kind,
        "seat": incident.seat,
        "at": written_at(incident.at) if incident.at is not None else None,
        "found": {
            "first": written_at(tier.first) if not unplaced(incident) else None,
            "last": written_at(tier.last) if not unplaced(incident) else None,
            "least": tier.least,
            "most": tier.most,
        },
        "applies": proposal.applies,
        "range": {
            "points": list(power.points) if power.points is not None else None,
            "levels": list(power.levels) if power.levels is not None else None,
            "gives": power.gives,
            "besides": power.besides,
            "running": power.running,
        }
        if power is not None
        else None,
        "ruling": ruling_document(proposal.ruling),
        "follows": ruling_document(proposal.follows) if proposal.follows is not None else None,
        "changes": [change._asdict() for change in proposal.changes],
        "findings": [{"code": each.code, "hand": each.where.hand, "pointer": each.where.pointer} for each in proposal.findings],
        "counted": proposal.counted,
        "open": proposal.open,
        "both": proposal.both,
        "doubted": proposal.doubted,
        "title": proposal.title._asdict(),
        "words": proposal.words._asdict(),
    }
