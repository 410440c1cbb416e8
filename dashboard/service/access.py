"""What the pages ask before they do something: who is signed in, and whether he may.

`paipu dashboard` has no accounts: there whoever sits at the machine may do all, under the name that he types.
"""

from typing import Final, NamedTuple

import streamlit as st

from paipu.analytics.errors import WarehouseError
from paipu.dashboard.service.accounts import Accounts, Person
from paipu.dashboard.service.roles import Action
from paipu.dashboard.service.shelf import AccountShelf, Shared, shared_by
from paipu.replay.texts import Texts


class Cookie(NamedTuple):
    """What a cookie is called where the service is reached by TLS, and at this machine.

    Only the one is looked at: a name without the prefix can be set by whoever has another host of the same domain.
    """

    by_tls: str
    here: str

    def name(self, *, secure: bool) -> str:
        """What it is called."""
        return self.by_tls if secure else self.here


COOKIE: Final = Cookie("__Host-paipu", "paipu")
"""That of a session."""
TABLE_COOKIE: Final = Cookie("__Host-paipu-table", "paipu-table")
"""That of a device that came by the link of a table."""
_TEXT: Final = Texts({}, (__package__, "text"))


class NotAllowedError(WarehouseError):
    """Who asks may not. It is shown where a warehouse that cannot be written is."""

    def __init__(self, action: Action) -> None:
        super().__init__(*_TEXT[f"service.may_not.{action}"])


class _Serving:
    accounts: Accounts | None = None
    secure = False


def serve_for(accounts: Accounts, *, secure: bool) -> None:
    """From now on the pages of this process ask these accounts; `secure`: they are reached by TLS."""
    _Serving.accounts, _Serving.secure = accounts, secure


def person() -> Person | None:
    """Who is signed in on this page; None where there are no accounts. Raises NotAllowedError where the session has ended."""
    accounts = _Serving.accounts
    if accounts is None:
        return None
    secret = dict(st.context.cookies).get(COOKIE.name(secure=_Serving.secure))
    found = accounts.session(secret) if secret is not None else None
    if found is None:
        raise NotAllowedError(Action.READ)
    return found


def shelf() -> AccountShelf | None:
    """The collections of whoever is signed in; None where there are no accounts. Raises NotAllowedError as `person` does."""
    found = person()
    return AccountShelf(_Serving.accounts, found.name) if found is not None and _Serving.accounts is not None else None


def shared(link: str) -> Shared | None:
    """The collection that a link names, for whoever is signed in; None where there is none. Raises NotAllowedError likewise."""
    return shared_by(_Serving.accounts, link) if person() is not None and _Serving.accounts is not None else None


def allow(action: Action, about: str) -> Person | None:
    """Let whoever uses the page do something, and note that he does it. Raises NotAllowedError where he may not."""
    found = person()
    if found is None or _Serving.accounts is None:
        return None
    if action not in found.actions:
        raise NotAllowedError(action)
    _Serving.accounts.note(found.name, action, about)
    return found
