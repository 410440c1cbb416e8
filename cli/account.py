"""`paipu account`: who may use the service of a warehouse, from its own machine."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeVar

import typer

from paipu.cli.support.arguments import Language, Warehouse
from paipu.cli.support.errors import InputError, UsageError
from paipu.cli.support.files import say
from paipu.cli.support.terminal import clean, clean_json, tell
from paipu.cli.text import both, text

if TYPE_CHECKING:
    from paipu.dashboard.service.accounts import Accounts

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False, help=both("help.account.name"))]
Kind = TypeVar("Kind", bound=StrEnum)


@contextmanager
def accounts_of(warehouse: Path) -> Iterator["Accounts"]:
    """The accounts of the service of a warehouse. Raises InputError where they are a newer paipu's."""
    from paipu.dashboard.service.accounts import Accounts, NewerAccountsError, beside

    try:
        accounts = Accounts(beside(warehouse.resolve()))
    except NewerAccountsError as error:
        raise InputError("account.newer", found=error.found) from error
    try:
        yield accounts
    finally:
        accounts.close()


def chosen(option: str, given: Sequence[str], kind: type[Kind]) -> list[Kind]:
    """What an option names. Raises UsageError for what is none of them."""
    unknown = next((each for each in given if each not in set(kind)), None)
    if unknown is not None:
        raise UsageError("account.value", option=option, value=clean(unknown), known=", ".join(kind))
    return [kind(each) for each in given]


def invite(
    name: Name,
    roles: Annotated[list[str], typer.Option("--role", metavar="ROLE", help=both("help.account.role"))],
    warehouse: Warehouse = Path("warehouse"),
    lang: Language = "zh",
) -> None:
    """The command line of `paipu account invite`. Raises UsageError for what is no name."""
    from paipu.dashboard.service.accounts import JOIN, LONGEST_NAME, is_name
    from paipu.dashboard.service.roles import Role

    if not is_name(name):
        raise UsageError("account.bad_name", name=clean(name), most=LONGEST_NAME)
    given = chosen("--role", roles, Role)
    with accounts_of(warehouse) as accounts:
        secret = accounts.invite(name, given, None)
    say(f"{JOIN}?invitation={secret}")
    tell(text("account.invited", lang, name=clean(name)))


def listed(
    warehouse: Warehouse = Path("warehouse"),
    form: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help=both("help.format"))] = "text",
) -> None:
    """The command line of `paipu account list`."""
    with accounts_of(warehouse) as accounts:
        found = accounts.all()
    if form == "json":
        rows = [{"name": name, "roles": list(roles), "joined": joined} for name, roles, joined in found]
        say(clean_json(json.dumps(rows, ensure_ascii=False)))
        return
    say(*(f"{clean(name)}  {', '.join(roles)}{'' if joined else '  …'}" for name, roles, joined in found))


def remove(name: Name, warehouse: Warehouse = Path("warehouse"), lang: Language = "zh") -> None:
    """The command line of `paipu account remove`. Raises UsageError for an account that there is not."""
    with accounts_of(warehouse) as accounts:
        if not accounts.remove(name, None):
            raise UsageError("account.none", name=clean(name))
    tell(text("account.removed", lang, name=clean(name)))


def token(
    name: Name,
    scopes: Annotated[list[str], typer.Option("--scope", metavar="ACTION", help=both("help.account.scope"))],
    label: Annotated[str, typer.Option("--label", metavar="TEXT", help=both("help.account.label"))] = "paipu account token",
    days: Annotated[int, typer.Option("--days", min=1, max=366, metavar="N", help=both("help.account.days"))] = 90,
    warehouse: Warehouse = Path("warehouse"),
    lang: Language = "zh",
) -> None:
    """The command line of `paipu account token`. Raises UsageError for an account that there is not, or that has too many."""
    from paipu.dashboard.service.accounts import MOST_TOKENS, Person
    from paipu.dashboard.service.roles import Action, actions_of

    given = chosen("--scope", scopes, Action)
    with accounts_of(warehouse) as accounts:
        roles = accounts.roles_of(name)
        if roles is None:
            raise UsageError("account.none", name=clean(name))
        made = accounts.token(Person(name, roles, actions_of(roles)), label, given, days)
        if made is None:
            raise UsageError("account.tokens", name=clean(name), most=MOST_TOKENS)
    say(made[1])
    tell(text("account.token", lang, name=clean(name), until=made[0].until))


COMMANDS: Final[Mapping[str, Callable[..., None]]] = {"invite": invite, "list": listed, "remove": remove, "token": token}
