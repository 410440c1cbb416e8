"""What a fault comes to: for an incident or a finding the rulings that the sheet provides, each with what it does.

    proposals = propose(record, 3, at=(7, 2))
    proposals[0].ruling                 # ready for the record's `rulings`
    proposals[0].changes                # what it makes of the hand and the match

`with_ruling` puts one into a record, `judged` audits it for its results, `changes` compares two; `ruling_document` writes a
ruling as records do.
"""

from paipu.replay.faults import Moment
from paipu.replay.ruling.alleged import NOTHING_TOLD, AllegedFault, Told, found_proven, matter_of, matters, misplaced, moments
from paipu.replay.ruling.comparison import Change, appeared, change_name, changes, judged, with_ruling
from paipu.replay.ruling.document import effect_document, proposal_document, ruling_document, written_at
from paipu.replay.ruling.proposal import Proposal, propose, propose_for, propose_for_finding
from paipu.replay.ruling.tiers import Tier
from paipu.replay.worlds import Judged

__all__ = [
    "NOTHING_TOLD",
    "AllegedFault",
    "Change",
    "Judged",
    "Moment",
    "Proposal",
    "Tier",
    "Told",
    "appeared",
    "change_name",
    "changes",
    "effect_document",
    "found_proven",
    "judged",
    "matter_of",
    "matters",
    "misplaced",
    "moments",
    "proposal_document",
    "propose",
    "propose_for",
    "propose_for_finding",
    "ruling_document",
    "with_ruling",
    "written_at",
]
