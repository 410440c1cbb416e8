"""Signing in by an OpenID Connect provider: the authorization code flow with PKCE, the protocol by Authlib.

The provider says who somebody is; what he may stays with the account of that name, which must be there. Requests go to the
provider that the command line names, and to no other machine.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2 import OAuth2Error
from joserfc import jwk, jwt
from joserfc.errors import JoseError
from requests import RequestException, Session
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from paipu.dashboard.service.accounts import Accounts, Person
from paipu.dashboard.service.addresses import CALLBACK

SECONDS: Final = 600.0
"""So long may it take to sign in at the provider."""
MOST_UNDER_WAY: Final = 10_000
PATIENCE: Final = 10.0
"""Seconds for one answer of the provider."""
LONGEST: Final = 1 << 20
"""Bytes of one."""
ALGORITHMS: Final = ["RS256", "PS256", "ES256", "EdDSA"]
LOOPBACK: Final = frozenset({"127.0.0.1", "localhost"})
WORDS: Final = {"__Host-": "__Host-paipu-oidc", "": "paipu-oidc"}


class Provider(NamedTuple):
    """Who says who somebody is, as whom we ask, and which claim is the name of the account."""

    issuer: str
    client: str
    secret: str
    claim: str = "email"


class NotKnownError(Exception):
    """The provider does not say who it is, or is not to be believed. The text is for the log alone."""


class _UnderWay(NamedTuple):
    """Somebody who is at the provider: what must come back, and where he wanted to go."""

    nonce: str
    verifier: str
    to: str
    until: float


class Oidc:
    """The flow with one provider; `origin` is what we are called."""

    def __init__(self, provider: Provider, origin: str, accounts: Accounts) -> None:
        self._provider, self._accounts = provider, accounts
        self._redirect = f"{origin}{CALLBACK}"
        self._cookie = WORDS["__Host-" if origin.startswith("https://") else ""]
        self._secure = origin.startswith("https://")
        self._under_way: dict[str, _UnderWay] = {}
        self._found: Mapping[str, Any] | None = None

    async def begin(self, to: str) -> Response:
        """On to the provider. Raises NotKnownError where it does not answer."""
        found = await asyncio.to_thread(self._discovered)
        state, nonce, verifier = (secrets.token_urlsafe(32) for _ in range(3))
        now = time.monotonic()
        self._under_way = {key: each for key, each in self._under_way.items() if each.until > now}
        if len(self._under_way) >= MOST_UNDER_WAY:
            raise NotKnownError("too many are signing in")
        self._under_way[state] = _UnderWay(nonce, verifier, to, now + SECONDS)
        with self._session() as session:
            url, _ = session.create_authorization_url(
                found["authorization_endpoint"], state=state, nonce=nonce, code_verifier=verifier
            )
        answer = RedirectResponse(url, 303, {"Cache-Control": "no-store"})
        # Whoever comes back must be who went: else somebody could be signed in as another without knowing it.
        answer.set_cookie(
            self._cookie, state, max_age=int(SECONDS), path="/", secure=self._secure, httponly=True, samesite="lax"
        )
        return answer

    async def end(self, request: Request) -> tuple[Person, str]:
        """Who has come back, and where he wanted to go. Raises NotKnownError where it cannot be told, or he has no account."""
        state = request.query_params.get("state", "")
        under_way = self._under_way.pop(state, None)
        if under_way is None or under_way.until <= time.monotonic() or request.cookies.get(self._cookie) != state:
            raise NotKnownError("the answer belongs to no question")
        code = request.query_params.get("code", "")
        name = await asyncio.to_thread(self._name_of, code, under_way)
        person = await asyncio.to_thread(self._accounts.known, name)
        if person is None:
            raise NotKnownError("there is no account of that name")
        return person, under_way.to

    def _name_of(self, code: str, under_way: _UnderWay) -> str:
        found = self._discovered()
        try:
            with self._session() as session:
                token = session.fetch_token(
                    found["token_endpoint"],
                    code=code,
                    grant_type="authorization_code",
                    code_verifier=under_way.verifier,
                    timeout=PATIENCE,
                    allow_redirects=False,
                )
            keys = jwk.KeySet.import_key_set(_json(found["jwks_uri"]))
            claims = jwt.decode(token["id_token"], keys, algorithms=ALGORITHMS).claims
            jwt.JWTClaimsRegistry(
                iss={"essential": True, "value": found["issuer"]},
                aud={"essential": True, "value": self._provider.client},
                exp={"essential": True},
                nonce={"essential": True, "value": under_way.nonce},
            ).validate(claims)
        except (RequestException, OAuth2Error, JoseError, KeyError, ValueError, TypeError) as fault:
            raise NotKnownError(type(fault).__name__) from fault
        audience = claims["aud"]
        if isinstance(audience, list) and len(audience) > 1 and claims.get("azp") != self._provider.client:
            raise NotKnownError("the token is for others too")
        name = claims.get(self._provider.claim)
        if (
            not isinstance(name, str)
            or not name
            or (self._provider.claim == "email" and claims.get("email_verified") is not True)
        ):
            raise NotKnownError("the provider does not say who it is")
        return name

    def _discovered(self) -> Mapping[str, Any]:
        """What the provider says of itself. Raises NotKnownError."""
        if self._found is None:
            issuer = self._provider.issuer
            try:
                found = _json(f"{issuer.rstrip('/')}/.well-known/openid-configuration")
                wanted = ("authorization_endpoint", "token_endpoint", "jwks_uri")
                sound = found["issuer"] == issuer and all(is_safe(found[each]) for each in wanted)
            except (RequestException, KeyError, ValueError, TypeError) as fault:
                raise NotKnownError(type(fault).__name__) from fault
            if not sound:
                raise NotKnownError("the provider says another name of itself, or an address in the clear")
            self._found = found
        return self._found

    def _session(self) -> Any:  # noqa: ANN401 - Authlib has no types
        provider = self._provider
        session = OAuth2Session(
            provider.client,
            provider.secret,
            scope="openid email profile",
            redirect_uri=self._redirect,
            code_challenge_method="S256",
        )
        session.trust_env = False
        return session


def is_safe(url: str) -> bool:
    """Whether a secret may go there: by TLS, or to this machine."""
    parts = urlsplit(url)
    return bool(parts.hostname) and (parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK))


def _json(url: str) -> Any:  # noqa: ANN401 - any JSON value
    """What is at an address of the provider. Raises RequestException or ValueError."""
    with Session() as session:
        session.trust_env = False
        with session.get(url, timeout=PATIENCE, allow_redirects=False, stream=True) as answer:
            answer.raise_for_status()
            raw = answer.raw.read(LONGEST + 1, decode_content=True)
    if answer.status_code != 200 or len(raw) > LONGEST:
        raise ValueError(url)
    return json.loads(raw)
