"""The interface does what its description says: schemathesis sends what it allows and what it does not, every check on."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from paipu.analytics.backup import backup, restore
from paipu.dashboard.service.accounts import Accounts, beside
from paipu.dashboard.service.roles import Role
from tests.dashboard.conftest import stop
from tests.dashboard.service.conftest import Served, member, start

HERE = Path(__file__).parent


def signed_in(warehouse: Path) -> str:
    """The cookie of somebody of every role."""
    accounts = Accounts(beside(warehouse))
    session = accounts.begin(member(accounts, "everything", *Role))
    accounts.close()
    return session


def contract(served: Served, session: str, folder: Path, *more: str) -> str:
    """Run schemathesis with what `contract.toml` says, and what it says at its end."""
    words = (sys.executable, "-m", "schemathesis.cli", "--config-file", str(HERE / "contract.toml"), "run")
    address = f"{served.address}api/v1/openapi.json"
    told = {
        **os.environ,
        "PAIPU_ORIGIN": served.origin,
        "PAIPU_SESSION": session,
        "SCHEMATHESIS_HOOKS": str(HERE / "contract.py"),
    }
    run = (*words, address, "--checks", "all", "--continue-on-failure", "--no-color", *more)
    done = subprocess.run(run, cwd=folder, env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_examples_are_answered_as_described(served: Served, tmp_path: Path) -> None:
    said = contract(served, signed_in(served.warehouse), tmp_path, "--phases", "examples")
    assert re.search(r"([1-9]\d*) generated", said), said


@pytest.mark.deep
def test_the_contract_holds_for_half_an_hour(served: Served, tmp_path: Path) -> None:
    """At a service of its own, since all is done to it that can be done."""
    with (tmp_path / "house.tar").open("wb") as out:
        backup(served.warehouse, out)
    restore(tmp_path / "house.tar", tmp_path / "house")
    session = signed_in(tmp_path / "house")
    process, address = start(tmp_path / "house", "--rate", "10000")
    said = contract(Served(address, tmp_path / "house", ""), session, tmp_path, "--max-time", "1800", "--max-examples", "200")
    assert re.search(r"\d{4,} generated", said), said
    assert "Traceback" not in stop(process)
