"""Questions about bids that cannot be: cards that the decks have not, and a kitty turned up though somebody declared."""

import pytest

from paipu.cli.support.errors import ExitCode
from tests.cli.conftest import Paipu, instead

CHAODIPI = ("judge", "--sheet", "chaodipi", "--level", "7")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--bids", "E 7c; W 7c7c"), "7c is there 3 times in 2 decks"),
        (("--bids", "E 7c", "--banker", "E", "--asked", "W 7c7c"), "7c is there 3 times in 2 decks"),
        (("--bids", "E 7c7c; W 7s7s; N 7c7c", "--option", "pair_again=again"), "7c is there 4 times in 2 decks"),
        (("--level", "flag", "--banker", "E", "--kitty", "3c4c5c6c8c9cTcJc"), "the kitty names no trump"),
        (("--bids", "E 7c", "--kitty", "3c4c5c6c8c9cTcJc"), "the kitty names the trump only where nobody declared"),
    ],
)
def test_bids_that_cannot_be_are_refused(paipu: Paipu, words: tuple[str, ...], told: str) -> None:
    result = paipu(*instead(CHAODIPI, *words), "--lang", "en")
    assert result.exit_code == ExitCode.USAGE
    assert told in result.stderr
