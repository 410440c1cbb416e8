"""The records of an event's matches as parts of it: their sheet and options, their tables, who sits there."""

from collections.abc import Mapping

from paipu.replay.event.match import Match
from paipu.replay.event.placing import entrants_of, table_at
from paipu.replay.event.report import EventReport
from paipu.replay.event_rules import stage_name
from paipu.replay.record import OptionValue


class RecordsAudit:
    """Holds the records of an event against what its document says of them."""

    def __init__(self, report: EventReport) -> None:
        self.event, self.sheet, self.matches = report.event, report.sheet, report.matches
        self.placed, self.at, self.add = report.placed, report.at, report.add
        self.entrants = {entrant.id: {player.id for player in entrant.players} for entrant in self.event.entrants}

    def run(self) -> None:
        """What is wrong with the records as parts of the event."""
        ours = self.set_to(self.event.options)
        for match in self.matches:
            theirs = self.set_to(match.options)
            if match.sheet != self.event.sheet:
                self.add("EVENT-SHEET", "sheet", match=match, expected=self.event.sheet, actual=match.sheet)
            elif ours != theirs:
                others = [key for key in ours if ours[key] != theirs[key]]
                expected, actual = (", ".join(f"{key}={of[key]}" for key in others) for of in (ours, theirs))
                self.add("EVENT-SHEET", "options", match=match, expected=expected, actual=actual)
            self.known(match)
        for match in self.placed.stray:
            where = "/".join(str(each) for each in (match.stage, match.round, match.table) if each is not None)
            self.add("EVENT-STRAY", "event", match=match, actual=where or "-")
        for match, spot in self.placed.foreign:
            drawn = table_at(self.event, spot).entrants
            who = sorted(entrants_of(match, by_players=self.event.of_players))
            self.add("EVENT-ENTRANTS", "seats", match=match, expected=" – ".join(drawn), actual=" – ".join(who))
        for match, spot in self.placed.twice:
            other = self.placed.at[spot][0].match.id
            self.add("EVENT-TWICE", "event", match=match, actual=match.id, other=other)
        for spot, seated in self.placed.at.items():
            table = table_at(self.event, spot)
            for each in seated:
                if each.moved:
                    self.add("EVENT-TABLE", "event/table", match=each.match, expected=table.name, actual=each.match.table)
                if each.turned:
                    sides = [" + ".join(side) for side in table.sides]
                    drawn_so, sat = (" – ".join(both) for both in (sides, sides[::-1]))
                    self.add("EVENT-SIDES", "seats", match=each.match, expected=drawn_so, actual=sat)
                if each.match.id in self.at[spot].beyond:
                    last = self.at[spot].matches[-1]
                    self.add("EVENT-GAME", "event/game", match=each.match, actual=str(each.match.game), other=last)
        self.at_two_tables()

    def set_to(self, options: Mapping[str, OptionValue]) -> Mapping[str, OptionValue]:
        """What every option of the sheet is set to by some options."""
        return {option.key: option.set_in(options) for option in self.sheet.options}

    def known(self, match: Match) -> None:
        """Who sits at a table has entered, and plays for his own team."""
        entrants = self.entrants
        for seat, player in match.seats.items():
            if self.event.of_players:
                if player.id not in entrants:
                    self.add("EVENT-UNKNOWN", f"seats/{seat}/id", match=match, seat=seat, actual=player.id)
            elif player.team is not None and player.team not in entrants:
                self.add("EVENT-UNKNOWN", f"seats/{seat}/team", match=match, seat=seat, actual=player.team)
            elif player.team is None or player.id == f"{player.team}/{seat}":
                continue  # nobody is named: a score sheet has the team, and its seat stands for the player
            elif entrants[player.team] and player.id not in entrants[player.team]:
                where = f"seats/{seat}/id"
                self.add("EVENT-SUBSTITUTE", where, match=match, seat=seat, expected=player.team, actual=player.id)

    def at_two_tables(self) -> None:
        """Nobody plays at two tables of one round."""
        seen: dict[tuple[str, int, str], tuple[str | None, str]] = {}
        for match in self.matches:
            if match.stage is None or match.round is None:
                continue
            for seat, player in match.seats.items():
                key = stage_name(match.stage), match.round, player.id
                table, other = seen.setdefault(key, (match.table, match.id))
                if table != match.table:
                    self.add("EVENT-PLAYER-TWICE", f"seats/{seat}/id", match=match, seat=seat, actual=player.id, other=other)
