"""A simulator that prints matches of 掼蛋 as guandan-world does, for tests of its importer; nothing of the engine is in it."""

import random
from collections.abc import Sequence

SEATS = "ENWS"
RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "shcd"] * 2 + ["LJ", "BJ"] * 2
VICTORIES = ("double_down", "single_last", "partner_last")


def printed(card: str) -> str:
    """A card as the log has it."""
    return {"LJ": "SJ", "BJ": "BJ"}.get(card) or card[0].replace("T", "10") + card[1].upper()


def row(cards: Sequence[str]) -> str:
    """A hand as the log has it."""
    return f"({len(cards)} cards): [{','.join(map(printed, cards))}]"


class Printer:
    """Plays a match of so many deals (fewer if a side reaches A) and prints it: `lines`. What was played stands in the rest.

    `by_the_sheet`: levels, tribute and leaders as the sheet `guandan-1` has them, not as the simulator does.
    `deals`, `tributes`, `orders` and `cards` tell what happened: the hands, the moves, who went out, and the plays in order.
    """

    def __init__(self, seed: int, deals: int = 2, *, by_the_sheet: bool = False, level: int = 2) -> None:
        self.random = random.Random(seed)
        self.by_the_sheet = by_the_sheet
        self.lines = ["=== RUN   Test", "Match started with 4 players", "Event: Match Started"]
        self.levels = [level, level]
        self.in_force = 0
        self.deals: list[list[list[str]]] = []
        self.tributes: list[list[str] | None] = []
        self.orders: list[list[int]] = []
        self.cards: list[list[tuple[int, tuple[str, ...]]]] = []
        self.after: list[tuple[int, int]] = []
        while len(self.orders) < deals and max(self.levels) < 14:
            self.play_deal()
        if max(self.levels) == 14:
            self.finish()

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    def say(self, *lines: str) -> None:
        self.lines += lines

    def value(self, card: str) -> int:
        """A card's rank in the order of single cards at the deal's level."""
        if card in ("LJ", "BJ"):
            return 20 + (card == "BJ")
        number = RANKS.index(card[0]) + 2
        return 15 if number == self.level else number

    # -- a deal

    def play_deal(self) -> None:
        self.level = self.levels[self.in_force] if self.by_the_sheet else max(self.levels)
        deck = DECK.copy()
        self.random.shuffle(deck)
        self.hands = [sorted(deck[seat::4], key=self.value) for seat in range(4)]
        self.deals.append([hand.copy() for hand in self.hands])
        self.cards.append([])
        self.say("Event: Deal Started", f"=== Deal deal_{len(self.deals)} Started ===", f"当前Deal Level: {self.level}")
        self.say(*(f"队伍{side} Level: {self.levels[side]} (玩家 {side},{side + 2})" for side in (0, 1)), "=" * 23)
        self.say(
            "=== 发牌完成，玩家手牌 ===", *(f"Player {seat} {row(hand)}" for seat, hand in enumerate(self.hands)), "=" * 27
        )
        leader = self.tribute()
        order = self.play_tricks(leader)
        order += [seat for seat in range(4) if seat not in order]
        place = next(place for place in (1, 2, 3) if (order[0] - order[place]) % 2 == 0)
        side = order[0] % 2
        self.levels[side] = min(14, self.levels[side] + 4 - place)
        self.in_force = side
        self.orders.append(order)
        self.after.append((self.levels[0], self.levels[1]))
        places = " ".join(map(str, order))
        self.say(f"Event: Deal Ended, Rankings: [{places}], Victory Type: {VICTORIES[place - 1]}")

    def tribute(self) -> int:
        """Who pays what to whom; gives who leads."""
        self.tributes.append(None)
        if not self.orders:
            return 0
        order = self.orders[-1]
        double, partner_last = (order[0] - order[1]) % 2 == 0, (order[0] - order[3]) % 2 == 0
        payers = order[2:] if double else [order[2] if partner_last and not self.by_the_sheet else order[3]]
        self.say(
            "=== 上贡规则确定 ===", f"上局结果：[{' '.join(map(str, order))}], 胜利类型：x", "上贡规则：x", "类型：x", "=" * 20
        )
        resisting = payers if self.by_the_sheet else [seat for seat in range(4) if (seat - order[0]) % 2]
        if sum(self.hands[seat].count("BJ") for seat in resisting) == 2:
            self.say("=== 抗贡检查 ===", "抗贡结果：x", "大王持有者详情：", "  Player 0: 1张大王")
            self.say("结果：触发抗贡，本局跳过上贡阶段", "=" * 16)
            return order[0] if self.by_the_sheet else 0
        gifts = {seat: self.highest(seat) for seat in payers}
        larger = max(payers, key=lambda seat: (self.value(gifts[seat]), -((seat - order[0]) % 4)))
        taker = {larger: order[0], **{seat: order[1] for seat in payers if seat != larger}}
        if double:
            self.say("=== 双下贡牌池创建 ===", "双下贡牌池已创建，包含2张贡牌", "贡献详情：")
            self.say(*(f"  Player {seat} 贡献：{printed(card)}" for seat, card in gifts.items()))
            self.say(f"选择顺序：Player {order[0]} -> Player {order[1]}", "池中牌张：[x]", "=" * 21)
            for time, seat in (("一", larger), ("二", sum(payers) - larger)):
                self.say("=== 双下选牌 ===", f"Player {taker[seat]} (第{time}次选择) 选择：{printed(gifts[seat])}", "=" * 16)
        else:
            self.say(
                "=== 上贡完成 ===",
                f"Player {larger} 上贡给 Player {order[0]}：{printed(gifts[larger])}",
                "上贡类型：x",
                "=" * 16,
            )
        givers = [larger, *(seat for seat in payers if seat != larger)]
        moves = [(seat, taker[seat], gifts[seat]) for seat in givers]
        for seat, to, card in moves.copy():
            self.move(seat, to, card)
        for seat, to, card in moves.copy():
            low = min((c for c in self.hands[to] if c[0] in "23456789T" and self.value(c) < 15), key=self.value)
            self.move(to, seat, low)
            self.say(
                "=== 还贡阶段 ===",
                f"Player {to} 还贡给 Player {seat}：{printed(low)}",
                f"原收到贡牌：{printed(card)}",
                "=" * 16,
            )
            moves.append((to, seat, low))
        self.say("=== 进贡阶段完成 ===", "所有上贡和还贡流程已完成，游戏阶段即将开始", "=" * 19)
        self.tributes[-1] = [f"{SEATS[a]}>{SEATS[b]} {card}" for a, b, card in moves]
        return larger if self.by_the_sheet else 0

    def highest(self, seat: int) -> str:
        wild = RANKS[self.level - 2] + "h"
        return max((card for card in self.hands[seat] if card != wild), key=self.value)

    def move(self, giver: int, taker: int, card: str) -> None:
        self.hands[giver].remove(card)
        self.hands[taker].append(card)

    # -- the tricks

    def play_tricks(self, leader: int) -> list[int]:
        """Tricks of one to three cards of a rank; who is out in order. A trick ends by three passes in a row."""
        out: list[int] = []
        while True:
            self.say(f"Event: New Trick Started, Leader: Player {leader}", "=== Player Hands at Trick Start ===")
            self.say(*(f"Player {seat} {row(hand)}" for seat, hand in enumerate(self.hands)), "=" * 36)
            holder, seat, size, value, passes, others, waiting = -1, leader, 0, 0, 0, -1, -1
            while passes < 3:
                groups = [cards for cards in self.groups(seat, size) if self.value(cards[0]) > value]
                asked_late = waiting == 0 and passes != others
                if groups and not asked_late and (holder < 0 or self.random.random() < 0.6):
                    cards = self.random.choice(groups[:3])
                    for card in cards:
                        self.hands[seat].remove(card)
                    self.cards[-1].append((seat, tuple(cards)))
                    self.say(f"Event: Player {seat} played {len(cards)} cards: [{','.join(map(printed, cards))}]")
                    holder, size, value, passes = seat, len(cards), self.value(cards[0]), 0
                    if not self.hands[seat]:
                        out.append(seat)
                        if len(out) == 3:
                            return out
                    waiting = others = sum(bool(hand) for hand in self.hands) - bool(self.hands[seat])
                else:
                    self.say(f"Event: Player {seat} passed")
                    passes += 1
                    waiting = max(0, waiting - 1)
                seat = self.next(seat)
            self.say(f"Event: Trick Ended, Winner: Player {holder}")
            leader = holder if self.hands[holder] else self.next(holder)

    def next(self, seat: int) -> int:
        """The next player who holds cards."""
        return next(other % 4 for other in range(seat + 1, seat + 5) if self.hands[other % 4])

    def groups(self, seat: int, size: int) -> list[list[str]]:
        """What a player can lead (`size` 0) or play: cards of a rank, weakest first; jokers not three."""
        by_value: dict[int, list[str]] = {}
        for card in self.hands[seat]:
            by_value.setdefault(self.value(card), []).append(card)
        sizes = [size] if size else [1, 2, 3]
        return [cards[:n] for _, cards in sorted(by_value.items()) for n in sizes if len(cards) >= n]

    def finish(self) -> None:
        """The end of the match, and the summary."""
        winner = self.levels.index(14)
        self.say(f"Event: Match Ended, Winner: Team {winner}", "", "========== Match Summary ==========")
        self.say(f"Total Deals: {len(self.orders)}", "Duration: 1.5ms", f"Winner: Team {winner}")
        self.say(f"Final Levels: Team 0: Level {self.levels[0]}, Team 1: Level {self.levels[1]}", "Total Tricks: 50")
        self.say("Player Statistics:", "  Player 0: 0 cards played, 0 tricks won", "=" * 35, "--- PASS: Test (0.02s)")
