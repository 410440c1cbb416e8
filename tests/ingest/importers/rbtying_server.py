"""A server that says of sample matches of 升级 what rbtying's says: as JSON, whole or as a player sees it, and as the chat."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from paipu.ingest.importers.rbtying import CARDS, SUITS, options_of
from paipu.replay.cards import split_cards
from tests.ingest.importers.held import by_house, made, parts

Document = dict[str, Any]

SEATS: Final = "ENWS"
IDS: Final = (3, 0, 7, 5)
"""The players' numbers, in order of play."""
NAMES: Final = ("ann", "bo b", "cy", "dee")
OPTIONS: Final = options_of({})
SIGNS: Final = {card: sign for sign, card in CARDS.items()}
_SUIT_SIGNS: Final = {suit: sign for sign, suit in SUITS.items()}
_POINTS: Final = {"5": 5, "T": 10, "K": 10}


def rooms(seed: int) -> Iterator[Document]:
    """Sample matches by the server's house rules; one ends, without a result, where it would go on by rules of its own."""
    start: Document = {}
    hands = made(seed, "shengji", OPTIONS)["hands"]
    for part, after in parts(hands, lambda hand: by_house(hand) or hand is hands[-1]):
        then = part[-1].get("claims", {}).get("levels")
        part[-1]["claims"] = {"winners": part[-1]["claims"]["winners"]} if "claims" in part[-1] else {}
        yield {"sheet": "shengji", "options": dict(OPTIONS), **start, "hands": part}
        if after is not None:
            start = {"start": {"levels": then, "dealer": after["dealer"]}}


def ranked(level: str) -> str:
    return {"T": "10"}.get(level, level)


def points_of(cards: list[str]) -> int:
    return sum(_POINTS.get(card[0], 0) for card in cards)


class Server:
    """What is said of a match: `messages` are the JSON, `chat` the lines."""

    def __init__(self, match: Mapping[str, Any], sees: str | None = None) -> None:
        self.sees = sees
        self.messages: list[Document] = []
        self.chat: list[str] = [f"{name} has joined the game" for name in NAMES]
        self.levels = dict(match.get("start", {}).get("levels", {"EW": "2", "NS": "2"}))
        for seat, level in zip(SEATS, (self.levels["EW"], self.levels["NS"]) * 2, strict=True):
            if level != "2":
                self.chat.append(f"{NAMES[SEATS.index(seat)]} set their rank to {ranked(level)}")
        for hand in match["hands"]:
            self.hand(hand)

    @property
    def raw(self) -> bytes:
        return "\n".join(json.dumps(message, ensure_ascii=False) for message in self.messages).encode()

    @property
    def text(self) -> bytes:
        return "\n".join(self.chat).encode()

    def state(self, phase: str, number: int, **state: Any) -> None:
        players = [
            {"id": IDS[at], "name": NAMES[at], "level": ranked(self.levels["EW" if at % 2 == 0 else "NS"]), "metalevel": 1}
            for at in range(4)
        ]
        about = {"game_mode": "Tractor", "num_decks": None, "players": players, "num_games_finished": number - 1}
        self.messages.append({"State": {"state": {phase: {"propagated": about, **state}}}})

    def held(self, hands: Mapping[str, list[str]]) -> Document:
        """The hands as a state has them: of others only how many cards they are, unless everything is seen."""
        told = {}
        for seat, cards in hands.items():
            shown = cards if self.sees in {None, seat} else ["??"] * len(cards)
            told[str(IDS[SEATS.index(seat)])] = {SIGNS[card]: count for card, count in Counter(shown).items()}
        return {"hands": told, "trump": None}

    def say(self, seat: str, kind: str, line: str, **data: Any) -> None:
        at = SEATS.index(seat)
        variant = {"type": kind, **data}
        self.messages.append(
            {"Broadcast": {"data": {"actor": IDS[at], "actor_name": NAMES[at], "variant": variant}, "message": line}}
        )
        if line:
            self.chat.append(line)

    def hand(self, hand: Mapping[str, Any]) -> None:
        number, dealer = hand["no"], hand["dealer"]
        deal = {seat: split_cards(hand["deal"][seat].replace(" ", "")) for seat in SEATS}
        kitty = split_cards(hand["deal"]["kitty"].replace(" ", ""))
        buried = split_cards(hand["kitty"][0]["bury"])
        level, suit = ranked(hand["level"]), hand["trump"]
        trump = {"NoTrump": {"number": level}} if suit == "NT" else {"Standard": {"suit": _SUIT_SIGNS[suit], "number": level}}
        leader = NAMES[SEATS.index(dealer)]
        self.state("Initialize", number)
        self.say(dealer, "StartingGame", f"{leader} started the game")
        self.state("Draw", number, hands=self.held(deal), deck=[], kitty=["🂠"] * 8)
        card, shown = ("LJ", "LJ") if suit == "NT" else (hand["level"] + suit, level + _SUIT_SIGNS[suit])
        count = 2 if suit == "NT" else 1
        self.say(dealer, "MadeBid", f"{leader} bid {count} {shown}", card=SIGNS[card], count=count)
        seen = self.sees in {None, dealer}
        about = {"landlord": IDS[SEATS.index(dealer)], "exchanger": IDS[SEATS.index(dealer)], "trump": trump}
        self.state("Exchange", number, hands=self.held(deal), kitty=[SIGNS[card] if seen else "🂠" for card in kitty], **about)
        deal[dealer] = [*(Counter(deal[dealer] + kitty) - Counter(buried)).elements()]
        self.state("Play", number, hands=self.held(deal), kitty=[SIGNS[card] if seen else "🂠" for card in buried], **about)
        winners = hand.get("claims", {}).get("winners", "")
        for place, trick in enumerate(hand["tricks"]):
            self.trick(trick, winners[place : place + 1], buried if place == len(hand["tricks"]) - 1 else [])
        if "attackers" in hand.get("claims", {}):
            self.end(hand)

    def trick(self, text: str, winner: str, buried: list[str]) -> None:
        leader, *plays = text.split(" ")
        points = 0
        for step, play in enumerate(plays):
            seat = SEATS[(SEATS.index(leader) + step) % 4]
            attempt, _, stood = play.rpartition(">")
            name, cards = NAMES[SEATS.index(seat)], split_cards(stood)
            if attempt:
                signs = [SIGNS[card] for card in split_cards(attempt)]
                line = f"{name} tried to throw {''.join(signs)}, but someone can beat it"
                self.say(seat, "ThrowFailed", line, original_cards=signs, better_player=None)
            signs = [SIGNS[card] for card in cards]
            self.say(seat, "PlayedCards", f"{name} played {''.join(signs)}", cards=signs)
            points += points_of(cards)
        if not winner:
            return
        if buried and points_of(buried):
            line = f"{points_of(buried)} points were buried and are attached to the last trick, with a multiplier of 2"
            self.say(leader, "PointsInKitty", line, points=points_of(buried), multiplier=2)
            points += 2 * points_of(buried)
        name = NAMES[SEATS.index(winner)]
        line = f"{name} wins the trick and gets {points} points" if points else f"{name} wins the trick, but gets no points :("
        self.say(winner, "TrickWon", line, winner=IDS[SEATS.index(winner)], points=points)

    def end(self, hand: Mapping[str, Any]) -> None:
        claims, dealer = hand["claims"], hand["dealer"]
        points, won = claims["attackers"], claims["attackers"] < 80
        line = f"Landlord team {'won' if won else 'lost'}, opposing team {'only ' if won else ''}collected {points} points"
        self.say(dealer, "EndOfGameSummary", line, landlord_won=won, non_landlords_points=points)
        for at, seat in enumerate(SEATS):
            side = "EW" if seat in "EW" else "NS"
            rank = ranked(claims["levels"][side])
            if claims["levels"][side] != self.levels[side]:
                self.say(dealer, "RankAdvanced", f"{NAMES[at]} has advanced to rank {rank}", player=IDS[at], new_rank=rank)
        self.levels = dict(claims["levels"])
        following = SEATS.index(claims["next_dealer"])
        line = f"{NAMES[following]} will start the next game"
        self.say(dealer, "NewLandlordForNextGame", line, landlord=IDS[following])
        self.say(dealer, "GameFinished", "The game has finished", result={})
