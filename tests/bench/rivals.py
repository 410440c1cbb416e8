"""Other people's engines on records of their own games: pokerkit on PHH hands, python-chess on PGN games.

Both records are made here with the engine that reads them. `chess` is GPL-3: nothing that is shipped imports this.
"""

import io
import random
from collections.abc import Sequence

import chess
import chess.pgn
from pokerkit import Automation, Deck, HandHistory, NoLimitTexasHoldem

_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
_PLAYERS = 6


def make_poker_hands(count: int, seed: int) -> list[str]:
    """Hands of six at no-limit hold'em, in PHH: mostly calls, some raises and folds, about forty actions each."""
    return [_poker_hand(random.Random(f"poker/{seed}/{number}")) for number in range(count)]


def _poker_hand(rng: random.Random) -> str:
    game = NoLimitTexasHoldem(_AUTOMATIC, True, 0, (1, 2), 2)
    state = game((200,) * _PLAYERS, _PLAYERS)
    deck = list(Deck.STANDARD)
    rng.shuffle(deck)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole((deck.pop(), deck.pop()))
        elif state.can_burn_card():
            state.burn_card("??")
        elif state.board_dealing_count:
            state.deal_board([deck.pop() for _ in range(state.board_dealing_count)])
        elif state.can_complete_bet_or_raise_to() and rng.random() < 0.15:
            state.complete_bet_or_raise_to(state.min_completion_betting_or_raising_to_amount)
        elif state.can_fold() and rng.random() < 0.1:
            state.fold()
        else:
            state.check_or_call()
    return HandHistory.from_game_state(game, state).dumps()


def replay_poker(hands: Sequence[str]) -> int:
    """Parse and replay hands to the end; the number of actions, deals included."""
    actions = 0
    for text in hands:
        history = HandHistory.loads(text)
        for _ in history:
            pass
        actions += len(history.actions)
    return actions


def make_chess_games(count: int, seed: int, plies: int = 80) -> list[str]:
    """Games of random legal moves, in PGN."""
    games = []
    for number in range(count):
        rng = random.Random(f"chess/{seed}/{number}")
        board = chess.Board()
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        while not board.is_game_over() and board.ply() < plies:
            move = rng.choice(list(board.legal_moves))
            node = node.add_variation(move)
            board.push(move)
        games.append(str(game))
    return games


def replay_chess(games: Sequence[str]) -> int:
    """Parse and replay games; the number of plies."""
    plies = 0
    for text in games:
        game = chess.pgn.read_game(io.StringIO(text))
        if game is None:
            raise ValueError("no game in the PGN made here")
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
        plies += board.ply()
    return plies
