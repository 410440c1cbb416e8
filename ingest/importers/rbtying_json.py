"""What rbtying's 升级 server sends, as JSON, one message a line or an array of them.

- `{"State": {"state": {PHASE: {…}}}}`, the phases `Initialize`, `Draw`, `Exchange`, `Play`: the players in order of play with
  their levels, the settings, hands and kitty as far as who gets the message may see them;
- `{"Broadcast": {"data": {"actor": …, "variant": {"type": …}}, "message": …}}`: what happened.

Other messages are passed over. A hand is dealt when a state shows all 25 cards of it; cards that are hidden are not.
"""

from typing import Any, Final

from paipu.ingest.importers.base import LOST, Document, Importer, Node, trees_of
from paipu.ingest.importers.rbtying import CARDS, LEVELS, NO_LEVEL, SUITS, Room, Said, documents
from paipu.replay.cards import UNKNOWN

_HAND: Final = 25
_KITTY: Final = 8
_RANKS: Final = (*LEVELS, NO_LEVEL)
_PHASES: Final = ("Initialize", "Draw", "Exchange", "Play")
_SCORING: Final = {
    "step_size_per_deck": 20,
    "num_steps_to_non_landlord_turnover": 2,
    "deadzone_size": 1,
    "truncate_zero_crossing_window": True,
}
"""The scoring that the sheet has too."""
_MOST: Final = 100_000
_IDS: Final = 1_000_000


def read(raw: bytes) -> list[Document]:
    """The matches of a file. Raises `NotRead` or `Refused`."""
    room = Room()
    for root in trees_of(raw):
        for node in root.items() if isinstance(root.value, list) else [root]:
            state, broadcast = node.maybe("State"), node.maybe("Broadcast")
            if state is not None:
                _state(room, state.key("state"))
            elif broadcast is not None:
                _broadcast(room, broadcast.key("data"))
    found = documents(room)
    if not found:
        raise Node(None).refuse('{"Broadcast": {"data": {"actor": …, "variant": {"type": "StartingGame"}}}}')
    return found


# --- What happens ------------------------------------------------------------------------------------------


def _broadcast(room: Room, data: Node) -> None:
    who = str(data.key("actor").integer(0, _IDS))
    name, variant = data.maybe("actor_name"), data.key("variant")
    if name is not None and isinstance(name.value, str):
        room.names.setdefault(who, name.value)
    kind = variant.key("type")
    if not isinstance(kind.value, str):
        raise kind.refuse('"PlayedCards" | …')
    told = _TOLD.get(kind.value)
    if told is not None:
        said, made = told
        room.take(Said(said, who, made(variant), variant))


def _player(node: Node) -> str:
    return str(node.integer(0, _IDS))


def _cards(node: Node) -> tuple[str, ...]:
    return tuple(CARDS[each.one_of(CARDS)] for each in node.items(0, 108))


def _nothing(_variant: Node) -> dict[str, Any]:
    return {}


def _of_player(variant: Node) -> dict[str, Any]:
    return {"player": _player(variant.key("player")), "rank": variant.key(_rank_key(variant)).one_of(_RANKS)}


def _rank_key(variant: Node) -> str:
    return "new_rank" if variant.maybe("new_rank") is not None else "rank"


def _bid(variant: Node) -> dict[str, Any]:
    return {"card": CARDS[variant.key("card").one_of(CARDS)], "count": variant.key("count").integer(1, 2)}


def _setting(name: str, key: str) -> Any:  # noqa: ANN401 - a function of a message
    def told(variant: Node) -> dict[str, Any]:
        return {"name": name, "value": _setting_value(name, variant.maybe(key))}

    return told


def _setting_value(name: str, node: Node | None) -> str:
    """A setting as a word: the name of a mode that has more members, the sizes of tractors, the number of packs."""
    if node is None:
        return "2"
    if name == "tractor_requirements":
        return " × ".join(str(node.key(key).integer(0, 100)) for key in ("min_count", "min_length"))
    if name == "num_decks":
        return str(node.integer(0, 100))
    return next(iter(node.value), "") if isinstance(node.value, dict) else str(node.value)[:100]


_TOLD: Final = {
    "StartingGame": ("start", _nothing),
    "ResettingGame": ("reset", _nothing),
    "JoinedGame": ("joined", _nothing),
    "SetRank": ("rank", lambda variant: {"rank": variant.key("rank").one_of(_RANKS)}),
    "MadeBid": ("bid", _bid),
    "TookBackBid": ("unbid", _nothing),
    "PickedUpCards": ("picked", _nothing),
    "ThrowFailed": ("throw", lambda variant: {"cards": _cards(variant.key("original_cards"))}),
    "PlayedCards": ("play", lambda variant: {"cards": _some(variant.key("cards"))}),
    "TookBackPlay": ("unplay", _nothing),
    "TrickWon": (
        "won",
        lambda variant: {"winner": _player(variant.key("winner")), "points": variant.key("points").integer(0, _MOST)},
    ),
    "PointsInKitty": (
        "kitty",
        lambda variant: {name: variant.key(name).integer(0, _MOST) for name in ("points", "multiplier")},
    ),
    "EndOfGameKittyReveal": ("reveal", lambda variant: {"cards": _cards(variant.key("cards"))}),
    "EndOfGameSummary": ("summary", lambda variant: {"points": variant.key("non_landlords_points").integer(-_MOST, _MOST)}),
    "RankAdvanced": ("advanced", _of_player),
    "AdvancementBlocked": ("blocked", _of_player),
    "NewLandlordForNextGame": ("next", lambda variant: {"player": _player(variant.key("landlord"))}),
    "GameEndedEarly": ("early", _nothing),
    "GameFinished": ("finished", _nothing),
    "GameScoringParametersChanged": ("scoring", _nothing),
    "GameModeSet": ("setting", _setting("game_mode", "game_mode")),
    "NumDecksSet": ("setting", _setting("num_decks", "num_decks")),
    "TrickDrawPolicySet": ("setting", _setting("trick_draw_policy", "policy")),
    "ThrowEvaluationPolicySet": ("setting", _setting("throw_evaluation_policy", "policy")),
    "TractorRequirementsChanged": ("setting", _setting("tractor_requirements", "tractor_requirements")),
}
"""By the type of a message, what is said and what is told by it."""


def _some(node: Node) -> tuple[str, ...]:
    cards = _cards(node)
    if not 1 <= len(cards) <= _HAND + _KITTY:
        raise node.refuse(f"array (1 … {_HAND + _KITTY})")
    return cards


# --- States ------------------------------------------------------------------------------------------------


def _state(room: Room, node: Node) -> None:
    members = node.members()
    if len(members) != 1 or next(iter(members)) not in _PHASES:
        raise node.refuse(" | ".join(f'{{"{phase}": …}}' for phase in _PHASES))
    ((phase, state),) = members.items()
    about = state.key("propagated")
    players = about.key("players").items(0, 100)
    if phase != "Initialize" and len(players) != 4:
        raise about.key("players").refuse("array (4)")
    for each in players:
        who = _player(each.key("id"))
        name = each.maybe("name")
        if name is not None and isinstance(name.value, str):
            room.names[who] = name.value
        room.ranks[who] = each.key("level").one_of(_RANKS)
    room.order = tuple(_player(each.key("id")) for each in players) if len(players) == 4 else ()
    _settings(room, about)
    finished = about.maybe("num_games_finished")
    if phase == "Initialize":
        if finished is not None:
            room.number = finished.integer(0, 10_000 - 1)
        return
    if not room.playing:  # the log begins in a hand
        if finished is not None:
            room.number = finished.integer(0, 10_000 - 1)
        room.take(Said("start", "", {}, state))
    _seen(room, phase, state)


def _settings(room: Room, about: Node) -> None:
    for name in ("game_mode", "num_decks", "trick_draw_policy", "throw_evaluation_policy", "tractor_requirements"):
        setting = about.maybe(name)
        if setting is not None:
            room.settings[name] = (_setting_value(name, setting), setting)
    scoring = about.maybe("game_scoring_parameters")
    if scoring is not None and isinstance(scoring.value, dict):
        room.house = any(scoring.value.get(name, value) != value for name, value in _SCORING.items())


def _seen(room: Room, phase: str, state: Node) -> None:
    """What a state shows of a hand."""
    game = room.game
    game.order = game.order or room.order
    if not game.plays:
        game.ranks = dict(room.ranks)
        game.house = room.house
    hands = state.key("hands").key("hands").members()
    held = {who: _held(cards) for who, cards in hands.items() if who in game.order}
    kitty = [*_cards(state.key("kitty"))]
    whole = len(kitty) == _KITTY and UNKNOWN not in kitty
    if phase == "Draw":
        for who, cards in held.items():
            if len(cards) == _HAND and UNKNOWN not in cards:
                game.dealt[who] = cards
        return
    game.dealer = _player(state.key("landlord"))
    _trump(room, state.key("trump"))
    if phase == "Exchange":
        drawn = game.dealt.get(_player(state.key("exchanger")))
        if whole and game.kitty is None and drawn is not None and held.get(game.dealer) == drawn:
            game.kitty = kitty
        return
    if whole:
        game.buried = kitty
    if not game.plays:
        for who, cards in held.items():
            if who != game.dealer and len(cards) == _HAND and UNKNOWN not in cards:
                game.dealt.setdefault(who, cards)


def _held(node: Node) -> list[str]:
    """The cards of a hand, each as often as it is held, in the order of their names."""
    return sorted(card for sign, count in node.members().items() for card in [_card(node, sign)] * count.integer(0, 108))


def _card(node: Node, sign: str) -> str:
    if sign not in CARDS:
        raise node.refuse("🂡 …")
    return CARDS[sign]


def _trump(room: Room, node: Node) -> None:
    game, plain = room.game, node.maybe("Standard")
    if plain is not None:
        game.trump = SUITS[plain.key("suit").one_of(SUITS)]
        game.level = LEVELS[plain.key("number").one_of(LEVELS)]
        return
    number = node.key("NoTrump").maybe("number")
    game.trump = "NT"
    game.no_level = number is None
    if number is not None:
        game.level = LEVELS[number.one_of(LEVELS)]


RBTYING_JSON: Final = Importer(
    "rbtying-json",
    "rbtying 升级服务器的消息（JSON）",
    "messages of rbtying's shengji server, as JSON",
    read,
    LOST["rbtying-json"],
)
