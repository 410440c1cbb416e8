"""`paipu account`: accounts from the machine of the service."""

import json
from pathlib import Path

import pytest

from paipu.dashboard.service.accounts import Accounts, beside
from paipu.dashboard.service.roles import Action, Role
from tests.cli.conftest import Paipu

PASSWORD = "correct horse battery"  # noqa: S105 - of an account that is made for a test


def test_somebody_is_invited_listed_given_a_token_and_removed(paipu: Paipu, tmp_path: Path) -> None:
    house = ("--warehouse", tmp_path / "house")
    done = paipu("account", "invite", "王裁判", "--role", "referee", "--role", "scorer", *house)
    assert done.exit_code == 0, done.stderr
    accounts = Accounts(beside(tmp_path / "house"))
    person = accounts.join(done.stdout.strip().partition("invitation=")[2], PASSWORD)
    assert person is not None
    assert person.roles == {Role.REFEREE, Role.SCORER}
    listed = json.loads(paipu("account", "list", "-f", "json", *house).stdout)
    assert listed == [{"name": "王裁判", "roles": ["referee", "scorer"], "joined": True}]
    assert "王裁判" in paipu("account", "list", *house).stdout
    token = paipu("account", "token", "王裁判", "--scope", "read", "--scope", "operate", *house).stdout.strip()
    bearer = accounts.bearer(token)
    assert bearer is not None
    assert bearer.actions == {Action.READ}  # the role does not allow the other
    assert paipu("account", "remove", "王裁判", *house).exit_code == 0
    assert accounts.bearer(token) is None
    accounts.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("invite x --role bogus", "--role bogus: it must be one of viewer, player"),
        ("invite a/b --role viewer", "no name: a/b"),
        ("invite x", "Missing option '--role'"),
        ("remove nobody", "no such account: nobody"),
        ("token nobody --scope read", "no such account: nobody"),
        ("token nobody --scope bogus", "--scope bogus: it must be one of read"),
    ],
)
def test_what_makes_no_sense_is_said(paipu: Paipu, tmp_path: Path, words: str, said: str) -> None:
    done = paipu("account", *words.split(), "--warehouse", tmp_path / "house")
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--address 0.0.0.0", "say by --public"),
        ("--public http://paipu.example", "it must be https"),
        ("--public https://paipu.example/x", "it must be https"),
        ("--public https://paipu.example --tls-cert x", "go together"),
        ("--public https://paipu.example --tls-cert x --tls-key y", "there is no file x"),
    ],
)
def test_a_service_is_not_opened_to_a_network_in_the_clear(paipu: Paipu, tmp_path: Path, words: str, said: str) -> None:
    done = paipu("serve", *words.split(), "--warehouse", tmp_path / "house")
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr
    assert not (tmp_path / "house").exists()
