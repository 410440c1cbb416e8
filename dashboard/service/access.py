"""What the pages ask before they do something: who is signed in, and whether he may.

`paipu dashboard` has no accounts: there whoever sits at the machine may do all, under the name that he types.
"""

from collections.abc import Mapping
from typing import Final

import streamlit as st

from paipu.analytics.errors import WarehouseError
from paipu.dashboard.service.accounts import Accounts, Person
from paipu.dashboard.service.roles import Action
from paipu.replay.texts import Texts

COOKIES: Final = ("__Host-paipu", "paipu")
"""The cookie of a session: the first by TLS, the second at this machine."""
TABLE_COOKIES: Final = ("__Host-paipu-table", "paipu-table")
"""The same of a device that came by the link of a table."""
_TEXT: Final = Texts({}, (__package__, "text"))


class NotAllowedError(WarehouseError):
    """Who asks may not. It is shown where a warehouse that cannot be written is."""

    def __init__(self, action: Action) -> None:
        super().__init__(*_TEXT[f"service.may_not.{action}"])


class _Serving:
    accounts: Accounts | None = None


def serve_for(accounts: Accounts) -> None:
    """From now on the pages of this process ask these accounts."""
    _Serving.accounts = accounts


def secret_in(cookies: Mapping[str, str], names: tuple[str, str] = COOKIES) -> str | None:
    """The secret of the session, or of the device, that some cookies name."""
    return next((cookies[name] for name in names if cookies.get(name)), None)


def person() -> Person | None:
    """Who is signed in on this page; None where there are no accounts. Raises NotAllowedError where the session has ended."""
    accounts = _Serving.accounts
    if accounts is None:
        return None
    secret = secret_in(dict(st.context.cookies))
    found = accounts.session(secret) if secret is not None else None
    if found is None:
        raise NotAllowedError(Action.READ)
    return found


def allow(action: Action, about: str) -> Person | None:
    """Let whoever uses the page do something, and note that he does it. Raises NotAllowedError where he may not."""
    found = person()
    if found is None or _Serving.accounts is None:
        return None
    if action not in found.actions:
        raise NotAllowedError(action)
    _Serving.accounts.note(found.name, action, about)
    return found
