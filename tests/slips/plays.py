"""Slips in what was written down of the cards: deal, bids, burial, tribute, tricks."""

from random import Random

from tests.slips.clerk import (
    CARD,
    Document,
    Places,
    another,
    any_trick,
    hands_with,
    kind,
    misread,
    next_seat,
    pick,
    seats_of,
    trick_place,
    want,
)


def tokens_of(document: Document, index: int, trick: int) -> list[str]:
    words: list[str] = document["hands"][index]["tricks"][trick].split(" ")
    return words


def put(document: Document, index: int, trick: int, words: list[str]) -> Places:
    document["hands"][index]["tricks"][trick] = " ".join(words)
    return (trick_place(index, trick),)


def played(words: list[str]) -> list[int]:
    """The positions of the plays of a trick that are no passes."""
    return [at for at, word in enumerate(words) if at and word != "-"]


# -- tricks


@kind
def leader_letter(document: Document, rng: Random) -> Places:
    found = any_trick(document, rng)
    words = tokens_of(document, *found)
    words[0] = another(rng, words[0], seats_of(document))
    return put(document, found[0], found[1], words)


@kind
def leaders_rotated(document: Document, rng: Random) -> Places:
    """All leaders of a hand are written one seat on: the clerk began with the wrong seat."""
    index = pick(rng, hands_with(document, "tricks"))
    hand = document["hands"][index]
    hand["tricks"] = [next_seat(document, trick[0]) + trick[1:] for trick in hand["tricks"]]
    return (f"/hands/{index}",)


@kind
def plays_exchanged(document: Document, rng: Random) -> Places:
    found = any_trick(document, rng)
    words = tokens_of(document, *found)
    at = pick(rng, [i for i in range(1, len(words) - 1) if words[i] != words[i + 1]])
    words[at], words[at + 1] = words[at + 1], words[at]
    return put(document, found[0], found[1], words)


@kind
def play_left_out(document: Document, rng: Random) -> Places:
    found = any_trick(document, rng)
    words = tokens_of(document, *found)
    del words[rng.choice(played(words))]
    want(len(words) > 1)
    return put(document, found[0], found[1], words)


@kind
def card_misread(document: Document, rng: Random) -> Places:
    """A card of a play is written as another that looks like it."""
    found = any_trick(document, rng)
    words = tokens_of(document, *found)
    at = rng.choice(played(words))
    cards = list(CARD.finditer(words[at].partition("=")[0]))
    card = rng.choice(cards)
    words[at] = words[at][: card.start()] + misread(card.group(), rng) + words[at][card.end() :]
    return put(document, found[0], found[1], words)


@kind
def card_twice(document: Document, rng: Random) -> Places:
    """A card of a play is written once too often."""
    found = any_trick(document, rng)
    words = tokens_of(document, *found)
    at = rng.choice(played(words))
    words[at] = words[at][:2] + words[at]
    return put(document, found[0], found[1], words)


@kind
def card_left_out(document: Document, rng: Random) -> Places:
    found = any_trick(document, rng)
    words = tokens_of(document, *found)
    at = pick(rng, [i for i in played(words) if len(words[i]) > 2 and ">" not in words[i]])
    words[at] = words[at][2:]
    return put(document, found[0], found[1], words)


@kind
def trick_left_out(document: Document, rng: Random) -> Places:
    index, trick = any_trick(document, rng, least=3)
    hand = document["hands"][index]
    del hand["tricks"][trick]
    if len(hand.get("seconds", [])) > trick:
        del hand["seconds"][trick]
    return (f"/hands/{index}",)


@kind
def trick_twice(document: Document, rng: Random) -> Places:
    index, trick = any_trick(document, rng)
    hand = document["hands"][index]
    hand["tricks"].insert(trick, hand["tricks"][trick])
    if len(hand.get("seconds", [])) > trick:
        hand["seconds"].insert(trick, hand["seconds"][trick])
    return (f"/hands/{index}",)


@kind
def tricks_exchanged(document: Document, rng: Random) -> Places:
    index, trick = any_trick(document, rng, least=3)
    tricks = document["hands"][index]["tricks"]
    trick = min(trick, len(tricks) - 2)
    tricks[trick], tricks[trick + 1] = tricks[trick + 1], tricks[trick]
    return trick_place(index, trick), trick_place(index, trick + 1)


@kind
def last_trick_short(document: Document, rng: Random) -> Places:
    """The last trick lacks its last play."""
    index = pick(rng, hands_with(document, "tricks"))
    trick = len(document["hands"][index]["tricks"]) - 1
    words = tokens_of(document, index, trick)
    want(len(words) >= 3)
    put(document, index, trick, words[:-1])
    return (f"/hands/{index}",)


@kind
def pass_left_out(document: Document, rng: Random) -> Places:
    index = pick(rng, [i for i in hands_with(document, "tricks") if any(" - " in t for t in document["hands"][i]["tricks"])])
    trick = pick(rng, [n for n, text in enumerate(document["hands"][index]["tricks"]) if " - " in text])
    words = tokens_of(document, index, trick)
    del words[rng.choice([at for at, word in enumerate(words) if word == "-"])]
    return put(document, index, trick, words)


@kind
def thrown_cards_left_out(document: Document, rng: Random) -> Places:
    """Of a failed throw only what stood is written; nobody can see it but by the fine."""
    throws = [
        (index, trick)
        for index in hands_with(document, "tricks")
        for trick, text in enumerate(document["hands"][index]["tricks"])
        if ">" in text
    ]
    found: tuple[int, int] = pick(rng, throws)
    words = [word.partition(">")[2] or word for word in tokens_of(document, *found)]
    put(document, found[0], found[1], words)
    return (f"/hands/{found[0]}",)


@kind
def reading_left_out(document: Document, rng: Random) -> Places:
    """The declared reading of a play with wild cards is not written."""
    found: tuple[int, int] = pick(
        rng,
        [
            (index, trick)
            for index in hands_with(document, "tricks")
            for trick, text in enumerate(document["hands"][index]["tricks"])
            if "=" in text
        ],
    )
    words = [word.partition("=")[0] for word in tokens_of(document, *found)]
    return put(document, found[0], found[1], words)


# -- deal, bids, kitty, tribute


def dealt(document: Document, rng: Random) -> tuple[int, str]:
    index = pick(rng, hands_with(document, "deal"))
    return (index, rng.choice(list(document["hands"][index]["deal"])))


@kind
def dealt_card_misread(document: Document, rng: Random) -> Places:
    index, seat = dealt(document, rng)
    cards = document["hands"][index]["deal"][seat].split()
    at = rng.randrange(len(cards))
    cards[at] = misread(cards[at], rng)
    document["hands"][index]["deal"][seat] = " ".join(cards)
    return (f"/hands/{index}",)


@kind
def dealt_cards_exchanged(document: Document, rng: Random) -> Places:
    """A card each of two hands of the deal stands in the other's."""
    index, seat = dealt(document, rng)
    deal = document["hands"][index]["deal"]
    other = another(rng, seat, tuple(deal))
    one, two = deal[seat].split(), deal[other].split()
    at, into = rng.randrange(len(one)), rng.randrange(len(two))
    one[at], two[into] = two[into], one[at]
    deal[seat], deal[other] = " ".join(one), " ".join(two)
    return (f"/hands/{index}",)


@kind
def dealt_card_left_out(document: Document, rng: Random) -> Places:
    index, seat = dealt(document, rng)
    document["hands"][index]["deal"][seat] = document["hands"][index]["deal"][seat].split(" ", 1)[1]
    return (f"/hands/{index}",)


@kind
def dealt_hands_exchanged(document: Document, rng: Random) -> Places:
    index, _ = dealt(document, rng)
    deal = document["hands"][index]["deal"]
    one, other = rng.sample(seats_of(document), 2)
    deal[one], deal[other] = deal[other], deal[one]
    return (f"/hands/{index}",)


@kind
def buried_card_misread(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "kitty"))
    entry = pick(rng, [n for n, action in enumerate(document["hands"][index]["kitty"]) if action.get("bury")])
    action = document["hands"][index]["kitty"][entry]
    card = rng.choice(list(CARD.finditer(action["bury"])))
    action["bury"] = action["bury"][: card.start()] + misread(card.group(), rng) + action["bury"][card.end() :]
    return (f"/hands/{index}",)


@kind
def kitty_seat(document: Document, rng: Random) -> Places:
    """The burial, or an answer to being asked, stands beside another seat."""
    index = pick(rng, hands_with(document, "kitty"))
    action = rng.choice(document["hands"][index]["kitty"])
    action["seat"] = another(rng, action["seat"], seats_of(document))
    return (f"/hands/{index}",)


@kind
def kitty_answer_left_out(document: Document, rng: Random) -> Places:
    index = pick(rng, [i for i in hands_with(document, "kitty") if len(document["hands"][i]["kitty"]) > 1])
    answers = document["hands"][index]["kitty"]
    del answers[rng.randrange(1, len(answers))]
    return (f"/hands/{index}",)


@kind
def bid_left_out(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "bids"))
    bids = document["hands"][index]["bids"]
    del bids[rng.randrange(len(bids))]
    return (f"/hands/{index}",)


@kind
def bid_seat(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "bids"))
    bids = document["hands"][index]["bids"]
    at = rng.randrange(len(bids))
    bids[at] = another(rng, bids[at][0], seats_of(document)) + bids[at][1:]
    return (f"/hands/{index}",)


@kind
def bids_exchanged(document: Document, rng: Random) -> Places:
    index = pick(rng, [i for i in hands_with(document, "bids") if len(document["hands"][i]["bids"]) > 1])
    bids = document["hands"][index]["bids"]
    bids[0], bids[1] = bids[1], bids[0]
    return (f"/hands/{index}",)


@kind
def tribute_left_out(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "tribute"))
    del document["hands"][index]["tribute"]
    return (f"/hands/{index}",)


@kind
def tribute_card(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "tribute"))
    gifts = document["hands"][index]["tribute"]
    at = rng.randrange(len(gifts))
    who, _, card = gifts[at].partition(" ")
    gifts[at] = f"{who} {misread(card, rng)}"
    return (f"/hands/{index}",)


@kind
def tribute_direction(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "tribute"))
    gifts = document["hands"][index]["tribute"]
    at = rng.randrange(len(gifts))
    gifts[at] = gifts[at][2] + ">" + gifts[at][0] + gifts[at][3:]
    return (f"/hands/{index}",)


@kind
def return_left_out(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "tribute"))
    document["hands"][index]["tribute"].pop()
    return (f"/hands/{index}",)


@kind
def resisted_left_out(document: Document, rng: Random) -> Places:
    index = pick(rng, hands_with(document, "resisted"))
    del document["hands"][index]["resisted"]
    return (f"/hands/{index}",)
