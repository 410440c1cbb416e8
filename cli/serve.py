"""`paipu serve`: the pages and an interface for programs, at one port, for those who have an account."""

import sys
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import urlsplit

import typer

from paipu.cli.dashboard import DEFAULT_PORT, Port, stopped
from paipu.cli.support.arguments import Language, Warehouse
from paipu.cli.support.errors import UsageError
from paipu.cli.support.terminal import tell
from paipu.cli.text import both, text

PROGRAM: Final = (sys.executable, "-P", "-m", "paipu.cli.support.answering")
MOST_WORKERS: Final = 64
MOST_RATE: Final = 10_000
LOOPBACK: Final = "127.0.0.1"


def command(  # noqa: PLR0913, PLR0917 - a parameter is an option of the command
    warehouse: Warehouse = Path("warehouse"),
    port: Port = DEFAULT_PORT,
    address: Annotated[str, typer.Option("--address", metavar="IP", help=both("help.serve.address"))] = LOOPBACK,
    public: Annotated[
        str | None, typer.Option("--public", metavar="URL", show_default=False, help=both("help.serve.public"))
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option("--tls-cert", metavar="FILE", show_default=False, readable=False, help=both("help.serve.tls_cert")),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option("--tls-key", metavar="FILE", show_default=False, readable=False, help=both("help.serve.tls_key")),
    ] = None,
    issuer: Annotated[
        str | None, typer.Option("--oidc-issuer", metavar="URL", show_default=False, help=both("help.serve.oidc_issuer"))
    ] = None,
    client: Annotated[
        str | None, typer.Option("--oidc-client", metavar="ID", show_default=False, help=both("help.serve.oidc_client"))
    ] = None,
    secret: Annotated[
        Path | None,
        typer.Option("--oidc-secret", metavar="FILE", show_default=False, readable=False, help=both("help.serve.oidc_secret")),
    ] = None,
    claim: Annotated[str, typer.Option("--oidc-claim", metavar="CLAIM", help=both("help.serve.oidc_claim"))] = "email",
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=MOST_WORKERS, metavar="N", help=both("help.serve.workers"))
    ] = 2,
    rate: Annotated[int, typer.Option("--rate", min=1, max=MOST_RATE, metavar="N", help=both("help.serve.rate"))] = 50,
    log: Annotated[bool, typer.Option("--log", help=both("help.serve.log"))] = False,
    lang: Language = "zh",
) -> None:
    """The command line of `paipu serve`. Raises UsageError where the extra is not installed."""
    check(address, public, certificate, key)
    secret_told = check_provider(issuer, client, secret)
    try:
        from paipu.dashboard.service.oidc import Provider
        from paipu.dashboard.service.serve import Public, serve
    except ModuleNotFoundError as fault:
        raise UsageError("serve.missing", what=fault.name or "fastapi") from fault
    at = public.rstrip("/").lower() if public is not None else None
    url = at or f"http://{LOOPBACK}:{port}"

    def announce(join: str | None) -> None:
        tell(text("serve.at", lang, url=url))
        if join is not None:
            tell(text("serve.first", lang, url=f"{url}{join}"))

    provider = Provider(issuer, client, secret_told, claim) if issuer is not None and client is not None else None
    with stopped():
        serve(warehouse, port, PROGRAM, announce, Public(address, at, certificate, key, provider), workers, log=log, rate=rate)


def check_provider(issuer: str | None, client: str | None, secret: Path | None) -> str:
    """The secret by which the provider knows us. Raises UsageError where a part is missing, or it would go in the clear."""
    if issuer is None and client is None and secret is None:
        return ""
    if issuer is None or client is None or secret is None:
        raise UsageError("serve.oidc", option="--oidc-issuer")
    parts = urlsplit(issuer)
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname == LOOPBACK)
    if not safe or not parts.hostname or parts.query or parts.fragment:
        raise UsageError("serve.issuer", option="--oidc-issuer", url=issuer)
    try:
        return secret.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as fault:
        raise UsageError("serve.no_file", option="--oidc-secret", path=str(secret)) from fault


def check(address: str, public: str | None, certificate: Path | None, key: Path | None) -> None:
    """Raises UsageError where passwords would go over a network in the clear, or it cannot be told who may ask."""
    if public is None and address != LOOPBACK:
        raise UsageError("serve.public", option="--public", address=address)
    if public is not None:
        parts = urlsplit(public)
        if parts.scheme != "https" or not parts.hostname or parts.path not in {"", "/"} or parts.query or parts.username:
            raise UsageError("serve.url", option="--public", url=public)
    if (certificate is None) != (key is None):
        raise UsageError("serve.tls", option="--tls-cert")
    for option, path in (("--tls-cert", certificate), ("--tls-key", key)):
        if path is not None and not path.is_file():
            raise UsageError("serve.no_file", option=option, path=str(path))
    if certificate is not None and public is None:
        raise UsageError("serve.public", option="--public", address=address)
