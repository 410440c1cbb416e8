"""What `make demo` installs: the entries of the lock file that the dependencies of the program lead to."""

import re
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest

from tests.needed import entries, needed

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MADE_UP = """# made
alpha==1 \\
    --hash=sha256:00
    # via paipu (pyproject.toml)
beta==2 ; sys_platform == 'win32' \\
    --hash=sha256:01
    # via alpha
beta==3 ; sys_platform != 'win32' \\
    --hash=sha256:02
    # via
    #   alpha
    #   gamma
gamma==4 \\
    --hash=sha256:03
    # via paipu (pyproject.toml)
"""


def test_what_a_package_asks_for_comes_with_it_for_every_machine() -> None:
    chosen = "".join(needed(MADE_UP, ["Alpha>=1"]))
    assert re.findall(r"^\w+==\d", chosen, re.MULTILINE) == ["alpha==1", "beta==2", "beta==3"]
    assert chosen.count("--hash") == 3


def test_what_the_lock_file_lacks_is_said() -> None:
    with pytest.raises(KeyError, match="delta"):
        list(needed(MADE_UP, ["delta"]))


def test_the_program_has_what_its_packages_require_and_nothing_of_the_extras() -> None:
    chosen = entries("".join(needed(LOCK, PROJECT["dependencies"])))
    assert not {"pytest", "mypy", "ruff", "chess", "playwright", "distributed"} & chosen.keys()
    for name in chosen.keys() - {"colorama"}:  # which is of Windows
        asked = [each for each in requires(name) or () if ";" not in each]
        assert {
            re.split(r"[^A-Za-z0-9._-]", each)[0].lower().replace("_", "-").replace(".", "-") for each in asked
        } <= chosen.keys()
