"""Who there is: accounts, invitations, sessions and tokens, and the log of who did what, in one SQLite file.

Passwords are kept as argon2 hashes; of every other secret, which is random, its SHA-256 is kept. Each change is on the disk
when it returns. Several processes may use the file: nothing is remembered beside it, so that what one ends has ended for all.
"""

import hashlib
import json
import os
import secrets
import sqlite3
import threading
import time
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote

from paipu.dashboard.service.roles import Action, Role, actions_of

if TYPE_CHECKING:
    from pwdlib import PasswordHash

NAME: Final = "service.sqlite3"
JOIN: Final = "/join"
"""Where an invitation is taken up."""
HOUR: Final = 3600
DAY: Final = 24 * HOUR
SESSION_SECONDS: Final = 12 * HOUR
INVITATION_DAYS: Final = 7
TOKEN_DAYS: Final = 90
MOST_TOKEN_DAYS: Final = 366
MOST_TOKENS: Final = 50
"""Of one account."""
LONGEST_NAME: Final = 60
LEAST_OF_A_PASSWORD: Final = 10
LONGEST_PASSWORD: Final = 256

_ACCOUNTS: Final = """
    CREATE TABLE accounts (
        key TEXT PRIMARY KEY, name TEXT NOT NULL, roles TEXT NOT NULL, password TEXT, since INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE invitations (
        sha256 TEXT PRIMARY KEY, key TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, until INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE sessions (
        sha256 TEXT PRIMARY KEY, key TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, until INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE tokens (
        id TEXT PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, key TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE,
        label TEXT NOT NULL, scopes TEXT NOT NULL, until INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE acts (
        number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, who TEXT, act TEXT NOT NULL, about TEXT NOT NULL
    ) STRICT;
    """
_TABLES: Final = """
    CREATE TABLE table_links (
        id TEXT PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, event TEXT NOT NULL, event_table TEXT NOT NULL, until INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE table_devices (
        number INTEGER PRIMARY KEY AUTOINCREMENT, sha256 TEXT NOT NULL UNIQUE,
        link TEXT NOT NULL REFERENCES table_links ON DELETE CASCADE
    ) STRICT;
    CREATE TABLE result_acts (
        number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, event TEXT NOT NULL, stage TEXT NOT NULL,
        round INTEGER NOT NULL, event_table TEXT NOT NULL, at TEXT NOT NULL, who TEXT NOT NULL, device TEXT NOT NULL,
        act TEXT NOT NULL
    ) STRICT;
    CREATE INDEX result_acts_at ON result_acts (event, event_table);
    CREATE TABLE results (
        event TEXT NOT NULL, stage TEXT NOT NULL, round INTEGER NOT NULL, event_table TEXT NOT NULL, raw TEXT NOT NULL,
        sha256 TEXT NOT NULL, loaded INTEGER NOT NULL, PRIMARY KEY (event, stage, round, event_table)
    ) STRICT;
    """
_COLLECTIONS: Final = """
    CREATE TABLE collections (
        key TEXT PRIMARY KEY REFERENCES accounts ON DELETE CASCADE, content TEXT NOT NULL
    ) STRICT;
    CREATE TABLE collection_links (
        id TEXT PRIMARY KEY, key TEXT NOT NULL REFERENCES accounts ON DELETE CASCADE, name TEXT NOT NULL, UNIQUE (key, name)
    ) STRICT;
    """
_SCHEMA: Final = (_ACCOUNTS, _TABLES, _COLLECTIONS)
"""What each version of the file has more than the one before; `tables.py` says what the second is for, `shelf.py` the third."""
VERSION: Final = len(_SCHEMA)


class Person(NamedTuple):
    """Somebody who is signed in, or whose token was sent: what he may do is what his roles allow and the token does not bar.

    `table` is the event and its table of whoever came by the link of one, and may nothing at others.
    """

    name: str
    roles: frozenset[Role]
    actions: frozenset[Action]
    table: tuple[str, str] | None = None


class Token(NamedTuple):
    """A token as it is listed: without the secret, which nobody keeps."""

    id: str
    label: str
    scopes: tuple[Action, ...]
    until: str


class Done(NamedTuple):
    """A line of the log of who did what; `who` is None for what nobody did who was signed in."""

    number: int
    at: str
    who: str | None
    act: str
    about: str


def beside(warehouse: Path) -> Path:
    """The folder of the accounts of a warehouse."""
    return warehouse.with_name(f"{warehouse.name}.service")


def copied(folder: Path) -> bytes | None:
    """The accounts of a folder as they are now, for a backup; None where there are none."""
    if not (folder / NAME).exists():
        return None
    with closing(sqlite3.connect(f"file:{quote(str(folder / NAME))}?mode=ro", uri=True, timeout=30)) as con:
        return con.serialize()


def put_back(folder: Path, content: bytes) -> None:
    """Make the accounts of a backup those of a folder, in which there are none. Nobody is signed in by them any more.

    Raises FileExistsError where there are some.
    """
    folder.mkdir(mode=0o700, parents=True)
    with os.fdopen(os.open(folder / NAME, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as con:
        con.execute("PRAGMA synchronous = FULL")
        con.execute("DELETE FROM sessions")


def key_of(name: str) -> str:
    """What tells one name from another: names that look alike in width or case are one."""
    return unicodedata.normalize("NFKC", name).casefold()


def is_name(name: str) -> bool:
    """Whether somebody may be called so."""
    return 0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip() and "/" not in name


def is_password(password: str) -> bool:
    """Whether it is long enough, and not too long."""
    return LEAST_OF_A_PASSWORD <= len(password) <= LONGEST_PASSWORD


class Accounts:
    """The accounts in a folder, which is made where there is none; for nobody else's eyes."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._lock = threading.RLock()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / NAME
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
        self._con = sqlite3.connect(path, timeout=30, isolation_level=None, check_same_thread=False)
        self._con.execute("PRAGMA journal_mode = WAL")
        self._con.execute("PRAGMA synchronous = FULL")
        self._con.execute("PRAGMA foreign_keys = ON")
        with self.change():
            found = self._con.execute("PRAGMA user_version").fetchone()[0]
            if found > VERSION:
                raise NewerAccountsError(found)
            for statements in _SCHEMA[found:]:
                for statement in statements.split(";"):
                    self._con.execute(statement)
            self._con.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._con.close()

    # --- accounts

    def is_empty(self) -> bool:
        """Whether nobody has ever set a password."""
        return not self.rows("SELECT 1 FROM accounts WHERE password IS NOT NULL LIMIT 1")

    def all(self) -> list[tuple[str, tuple[Role, ...], bool]]:
        """Every account: name, roles, and whether it has a password yet."""
        rows = self.rows("SELECT name, roles, password IS NOT NULL FROM accounts ORDER BY key")
        return [(name, tuple(sorted(_roles(roles))), bool(joined)) for name, roles, joined in rows]

    def roles_of(self, name: str) -> frozenset[Role] | None:
        """The roles of an account; None where there is none of that name."""
        rows = self.rows("SELECT roles FROM accounts WHERE key = ?", key_of(name))
        return _roles(rows[0][0]) if rows else None

    def invite(self, name: str, roles: Iterable[Role], by: str | None, days: float = INVITATION_DAYS) -> str:
        """Make an account, or give another one other roles and have it choose a password anew; the secret of the invitation.

        Whoever was signed in by that name is so no more. Raises ValueError for what is no name.
        """
        if not is_name(name):
            raise ValueError(name)
        secret, key = secrets.token_urlsafe(32), key_of(name)
        told = json.dumps(sorted(roles))
        with self.change():
            self._con.execute(
                "INSERT INTO accounts VALUES (?, ?, ?, NULL, ?) ON CONFLICT (key) DO UPDATE SET roles = excluded.roles",
                (key, name, told, int(self._now())),
            )
            self._forget(key)
            self._con.execute("INSERT INTO invitations VALUES (?, ?, ?)", (sha256_of(secret), key, self.until(days * DAY)))
            self.put(by, "invite", f"{name} {told}")
        return secret

    def remove(self, name: str, by: str | None) -> bool:
        """Remove an account with its sessions and tokens; whether there was one."""
        with self.change():
            gone = self._con.execute("DELETE FROM accounts WHERE key = ?", (key_of(name),)).rowcount > 0
            if gone:
                self.put(by, "remove", name)
        return gone

    def join(self, secret: str, password: str) -> Person | None:
        """Take up an invitation, once, by choosing a password; None where it is none, or no longer. Raises ValueError for a
        password that is too short or too long.
        """
        if not is_password(password):
            raise ValueError
        hashed = hasher().hash(password)
        with self.change():
            found = self._con.execute(
                "DELETE FROM invitations WHERE sha256 = ? RETURNING key, until", (sha256_of(secret),)
            ).fetchone()
            if found is None or found[1] <= self._now():
                return None
            self._con.execute("UPDATE accounts SET password = ? WHERE key = ?", (hashed, found[0]))
            self._forget(found[0])
            name, roles = self._con.execute("SELECT name, roles FROM accounts WHERE key = ?", (found[0],)).fetchone()
            self.put(name, "join", name)
        return _person(name, roles)

    def check(self, name: str, password: str) -> Person | None:
        """Who has that name and password. It takes as long where there is nobody of that name."""
        rows = self.rows("SELECT name, roles, password FROM accounts WHERE key = ?", key_of(name))
        hashed = rows[0][2] if rows and rows[0][2] is not None else _nobody()
        right = len(password) <= LONGEST_PASSWORD and hasher().verify(password, hashed)
        person = _person(*rows[0][:2]) if right and rows and rows[0][2] is not None else None
        with self.change():
            self.put(person.name if person else None, "sign-in" if person else "sign-in-refused", name[:LONGEST_NAME])
        return person

    def known(self, name: str) -> Person | None:
        """The account of a name that somebody else vouches for; None where there is none."""
        rows = self.rows("SELECT name, roles FROM accounts WHERE key = ?", key_of(name))
        person = _person(*rows[0]) if rows else None
        with self.change():
            self.put(person.name if person else None, "sign-in" if person else "sign-in-refused", name[:LONGEST_NAME])
        return person

    # --- sessions

    def begin(self, person: Person) -> str:
        """A session: the secret that goes into the cookie."""
        secret = secrets.token_urlsafe(32)
        with self.change():
            self._con.execute("DELETE FROM sessions WHERE until <= ?", (int(self._now()),))
            until = self.until(SESSION_SECONDS)
            self._con.execute("INSERT INTO sessions VALUES (?, ?, ?)", (sha256_of(secret), key_of(person.name), until))
        return secret

    def session(self, secret: str) -> Person | None:
        """Whose session it is, with the roles that he has now; None for one that has ended."""
        rows = self.rows(
            "SELECT name, roles FROM sessions JOIN accounts USING (key) WHERE sha256 = ? AND until > ?",
            sha256_of(secret),
            int(self._now()),
        )
        return _person(*rows[0]) if rows else None

    def end(self, name: str, by: str | None) -> None:
        """End every session of an account, wherever it is open."""
        with self.change():
            self._con.execute("DELETE FROM sessions WHERE key = ?", (key_of(name),))
            self.put(by, "sign-out", name)

    # --- tokens

    def token(self, person: Person, label: str, scopes: Iterable[Action], days: float = TOKEN_DAYS) -> tuple[Token, str] | None:
        """A token that may do some of what its owner may, and its secret, which is told once; None beyond the most."""
        secret, number = f"paipu_{secrets.token_urlsafe(32)}", secrets.token_hex(8)
        told, until = sorted(set(scopes)), self.until(days * DAY)
        key = key_of(person.name)
        with self.change():
            self._con.execute("DELETE FROM tokens WHERE until <= ?", (int(self._now()),))
            if self._con.execute("SELECT count(*) FROM tokens WHERE key = ?", (key,)).fetchone()[0] >= MOST_TOKENS:
                return None
            row = (number, sha256_of(secret), key, label, json.dumps(told), until)
            self._con.execute("INSERT INTO tokens VALUES (?, ?, ?, ?, ?, ?)", row)
            self.put(person.name, "token", f"{number} {json.dumps(told)}")
        return Token(number, label, tuple(told), said(until)), secret

    def tokens(self, name: str) -> list[Token]:
        """The tokens of an account."""
        rows = self.rows("SELECT id, label, scopes, until FROM tokens WHERE key = ? ORDER BY until, id", key_of(name))
        return [Token(row[0], row[1], tuple(map(Action, json.loads(row[2]))), said(row[3])) for row in rows]

    def revoke(self, name: str, number: str) -> bool:
        """End a token of an account; whether there was one."""
        with self.change():
            gone = self._con.execute("DELETE FROM tokens WHERE id = ? AND key = ?", (number, key_of(name))).rowcount > 0
            if gone:
                self.put(name, "token-revoked", number)
        return gone

    def bearer(self, secret: str) -> Person | None:
        """Whose token it is, and what it may; None for one that has ended."""
        rows = self.rows(
            "SELECT name, roles, scopes FROM tokens JOIN accounts USING (key) WHERE sha256 = ? AND until > ?",
            sha256_of(secret),
            int(self._now()),
        )
        if not rows:
            return None
        name, roles, scopes = rows[0]
        person = _person(name, roles)
        return person._replace(actions=person.actions & frozenset(map(Action, json.loads(scopes))))

    # --- who did what

    def note(self, who: str | None, act: str, about: str) -> None:
        """Put a line into the log of who did what."""
        with self.change():
            self.put(who, act, about)

    def acts(self, after: int, most: int) -> list[Done]:
        """So many lines of it at most, behind a number."""
        rows = self.rows("SELECT number, at, who, act, about FROM acts WHERE number > ? ORDER BY number LIMIT ?", after, most)
        return [Done(*row) for row in rows]

    def put(self, who: str | None, act: str, about: str) -> None:
        """The same within a change."""
        at = datetime.fromtimestamp(self._now(), UTC).isoformat(timespec="seconds")
        self._con.execute("INSERT INTO acts (at, who, act, about) VALUES (?, ?, ?, ?)", (at, who, act, about))

    # --- the file

    def _forget(self, key: str) -> None:
        """Whatever lets somebody in as that account, but the password, which `join` sets."""
        for table in ("invitations", "sessions", "tokens"):
            self._con.execute(f"DELETE FROM {table} WHERE key = ?", (key,))  # noqa: S608 - names of ours

    def until(self, seconds: float) -> int:
        """When so many seconds will have gone by."""
        return int(self._now() + seconds)

    def rows(self, sql: str, *params: str | int) -> list[Any]:
        """What a query finds, or what a statement returns within a change."""
        with self._lock:
            return self._con.execute(sql, params).fetchall()

    @contextmanager
    def change(self) -> Iterator[None]:
        """All of it or nothing, and on the disk when it is over."""
        with self._lock:
            self._con.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._con.execute("ROLLBACK")
                raise
            self._con.execute("COMMIT")


class NewerAccountsError(Exception):
    """The file of accounts was made by a newer paipu."""

    def __init__(self, found: int) -> None:
        super().__init__(found)
        self.found = found


@cache
def hasher() -> "PasswordHash":
    """Argon2, with the parameters that its library recommends."""
    from pwdlib import PasswordHash  # noqa: PLC0415 - pages import this module without the extra

    return PasswordHash.recommended()


@cache
def _nobody() -> str:
    """The hash of a password that nobody has."""
    return hasher().hash(secrets.token_urlsafe(32))


def _person(name: str, roles: str) -> Person:
    found = _roles(roles)
    return Person(name, found, actions_of(found))


def _roles(told: str) -> frozenset[Role]:
    return frozenset(map(Role, json.loads(told)))


def sha256_of(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def said(until: int) -> str:
    """A time as it is told."""
    return datetime.fromtimestamp(until, UTC).isoformat(timespec="seconds")
