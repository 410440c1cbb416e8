"""Standings to be published: by which account, with results by round, crosstable, bracket and rulings, and what was checked."""

from collections.abc import Sequence
from typing import NamedTuple

from paipu.analytics.event_extract import Audit, audited_event
from paipu.analytics.event_view import Group, Rests, as_tables, directions, groups, rests_on
from paipu.analytics.report.event import ON_PAPER, InForce, published_said, rulings_in_force
from paipu.analytics.report.page import FRAME, Tongue, document, log_named, speaker
from paipu.analytics.report.texts import EVENT
from paipu.analytics.rulings import Log, Mark
from paipu.replay.audit import ENGINE_VERSION
from paipu.replay.event.match import AccountName
from paipu.replay.event.published import Count
from paipu.replay.event.record import EventRecord
from paipu.replay.sheets import SHEETS
from paipu.replay.text import Text, both, in_language


class Publication(NamedTuple):
    """What is published of an event: `rulings` in force, None where no log was used; `mark` is how far that had come."""

    event: EventRecord
    account: AccountName
    groups: tuple[Group, ...]
    rests: Rests
    published: Count
    rulings: tuple[InForce, ...] | None
    mark: Mark | None
    sha256: str
    digest: str

    @property
    def title(self) -> str:
        return self.event.name or self.event.id

    @property
    def opened(self) -> int:
        """How many drawn tables are open."""
        return sum(group.opened for group in self.groups)

    @property
    def checked(self) -> tuple[Text, ...]:
        """What the tables rest on and what of it was checked, in sentences."""
        whole = self.rests.matches - self.rests.bare - len(self.rests.unplaced)
        by = "recorded" if self.account == "recorded" else "computed"
        told = EVENT[f"event.rests.{by}"].fill(matches=self.rests.matches, whole=whole, bare=self.rests.bare)
        said = [EVENT[f"event.by.{self.account}"], told]
        if self.opened:
            said.append(EVENT["event.rests.open"].fill(n=self.opened))
        if self.rests.unplaced:
            said.append(EVENT["event.unplaced"].fill(n=len(self.rests.unplaced), some=self.rests.some))
        if self.published.cells or not self.event.published:  # those of later rounds are none of this one's
            said.append(both(lambda lang: in_language(published_said(self.published), lang)))
        return tuple(said)


def publication(
    asked: Audit,
    account: AccountName,
    log: Log | None = None,
    after: int | None = None,
    stages: Sequence[str] | None = None,
) -> Publication:
    """What is to be published of an event over its matches; of some stages alone, as it stood after some round."""
    by: AccountName = "recorded" if account == "recorded" else "ruled"
    rows = as_tables(audited_event(0, asked, by, after).rows)
    told = {row["account"] for row in rows["standings"]}
    shown = groups(rows, account if account in told else "computed", after)  # where nothing is ruled, that is what was computed
    chosen = tuple([each for each in shown if stages is None or each.stage in stages])
    own = [cell.verdict for each in chosen for table in each.published for line in table.lines for cell in line.cells if cell]
    return Publication(
        event=asked.parsed.event,
        account=account,
        groups=chosen,
        rests=rests_on(rows),
        published=Count.of(own),
        rulings=None if log is None else tuple(rulings_in_force(log, asked)),
        mark=None if log is None else log.mark,
        sha256=asked.parsed.sha256,
        digest=asked.digest,
    )


def published_page(made: Publication, tongue: Tongue) -> str:
    """The publication as one HTML file."""
    say = speaker(tongue)
    sheet = SHEETS[made.event.sheet]
    entrants = EVENT["event.entrants"].fill(n=len(made.event.entrants))
    return document(
        "publication.html",
        tongue,
        EVENT,
        title=made.title,
        subtitle=say(sheet.title) + " · " + say(entrants),
        account=EVENT[f"event.account.{made.account}"],
        checked=made.checked,
        opened=made.opened,
        groups=made.groups,
        rulings=made.rulings,
        side_names=directions(made.event.sheet),
        **ON_PAPER,
        provenance=[
            say(FRAME["report.sheet"], sheet=sheet.title, version=sheet.version),
            say(FRAME["report.engine"], version=ENGINE_VERSION),
            say(FRAME["report.sha256"], what=made.event.id, sha256=made.sha256),
            say(EVENT["event.matches"], n=made.rests.matches) + f" · SHA-256 {made.digest}",
            log_named(say, made.mark),
        ],
    )
