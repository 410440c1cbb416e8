"""What stands on a page in place of what cannot be drawn: one sentence, and nothing of the server."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from paipu.analytics.errors import REFUSED
from paipu.analytics.manifest import PARTS
from paipu.analytics.rows import COLUMNS
from paipu.dashboard.serve import config
from paipu.dashboard.text import t
from paipu.replay.text import LANGS
from tests.dashboard.conftest import free_port, run_apart, start, stop
from tests.dashboard.sessions import EVERY_PAGE, FINISHED, Address, Session, complaints, connected, links
from tests.many import deep

READ = ("matches", "records", "findings", "tallies", "plays", "claims")
"""Tables that pages read much of: two are damaged together in each run, every table alone, on every page, in the deep one."""
BREAK = """
def page():
    raise RuntimeError({path!r})
app.PAGES = (app.PAGES[0]._replace(draw=page), *app.PAGES[1:])
"""


@pytest.fixture(scope="module")
def cup(warehouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A warehouse that these tests damage, and put to rights again."""
    return Path(shutil.copytree(warehouse, tmp_path_factory.mktemp("trouble") / "secret"))


@pytest.fixture(scope="module")
def port(cup: Path) -> Iterator[int]:
    """Where a server shows it."""
    at = free_port()
    process = start(cup, at)
    yield at
    said = stop(process)
    assert "Traceback" not in said, said


def drawn(port: int, *pages: Address) -> list[list[ForwardMsg]]:
    """What a server that remembers nothing sends for some pages."""

    async def ask() -> list[list[ForwardMsg]]:
        async with connected(port) as socket:
            session = Session(socket)
            await session.forget()
            return [await session.visit(page) for page in pages]

    return run_apart(ask())


def test_no_fault_is_shown_with_its_details() -> None:
    assert config(8501)["client.showErrorDetails"] == "none"


@pytest.fixture(scope="module")
def addresses(port: int) -> list[Address]:
    """Every page, and of each a link that pages show."""
    pages = [*EVERY_PAGE[::2], *EVERY_PAGE[1::2]]
    told = drawn(port, *pages[: len(pages) // 2])  # in one language
    assert not [each for messages in told for each in complaints(messages)]
    found = {link.page: link for messages in told for link in links(messages)}
    return [*pages, *found.values()]


def spoilt(content: bytes, chance: random.Random) -> bytes:
    """A file of Parquet all of whose pages are other bytes, and what it says of them at its end is as it was."""
    end = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    return content[:4] + chance.randbytes(end - 4) + content[end:]


@pytest.mark.parametrize(("tables", "nth"), [("-".join(READ[:2]), 4), *(deep((table, 1)) for table in COLUMNS)])
def test_a_damaged_part_is_said_on_every_page_that_reads_it(
    cup: Path, port: int, addresses: list[Address], tables: str, nth: int
) -> None:
    addresses = addresses[::nth]
    damaged = [part for table in tables.split("-") for part in sorted((cup / PARTS).glob(f"*.{table}.parquet"))]
    was = {part: part.read_bytes() for part in damaged}
    for part, content in was.items():
        part.write_bytes(spoilt(content, random.Random(tables)))
    try:
        told = drawn(port, *addresses)
    finally:
        for part, content in was.items():
            part.write_bytes(content)
    said = [list(complaints(each)) for each in told]
    for address, lines, messages in zip(addresses, said, told, strict=True):
        times = sum(message.WhichOneof("type") == FINISHED for message in messages)  # again where a switch was turned on
        assert len(lines) <= times, address
        assert all(REFUSED["other"][address.query.endswith("lang=en")] in line for line in lines), address
        assert str(cup).encode() not in b"".join(each.SerializeToString() for each in messages), address
    assert any(said) or tables not in {*READ, "-".join(READ[:2])}
    assert not any(list(complaints(each)) for each in drawn(port, *addresses[:2])), "it is put to rights"


def test_a_fault_that_nobody_foresaw_is_said_and_printed_where_the_server_runs(cup: Path) -> None:
    port = free_port()
    process = start(cup, port, first=BREAK.format(path=str(cup)))
    told = drawn(port, *(Address("overview", f"lang={lang}") for lang in LANGS))
    said = stop(process)
    assert [list(dict.fromkeys(complaints(each))) for each in told] == [[t("app.refused.other", lang)] for lang in LANGS]
    assert b"secret" not in b"".join(each.SerializeToString() for messages in told for each in messages)
    assert "RuntimeError" in said
