"""An OpenID Connect provider for tests, a process of its own: `python -m tests.dashboard.service.provider PORT CLIENT SECRET`.

Whom it signs in is said in the address of the sign-in (`user`), as if somebody had typed it. It holds callers to PKCE, to the
secret, and to using a code once.
"""

import base64
import json
import secrets
import sys
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlencode, urlsplit

from authlib.oauth2.rfc7636 import create_s256_code_challenge
from joserfc import jwk, jwt

KEY = jwk.RSAKey.generate_key(2048, {"kid": "1", "use": "sig", "alg": "RS256"})
OTHER = jwk.RSAKey.generate_key(2048, {"kid": "1"})
"""Of somebody who would like to be the provider."""


class Provider(BaseHTTPRequestHandler):
    client: ClassVar[str]
    secret: ClassVar[str]
    issuer: ClassVar[str]
    codes: ClassVar[dict[str, Mapping[str, str]]] = {}

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as it is called above
        """Nobody reads it."""

    def _say(self, status: int, document: object, **headers: str) -> None:
        raw = json.dumps(document).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(raw)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(raw)

    def do_GET(self) -> None:
        at = urlsplit(self.path)
        asked = {name: values[-1] for name, values in parse_qs(at.query).items()}
        if at.path == "/.well-known/openid-configuration":
            named = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "jwks"}
            self._say(200, {"issuer": self.issuer, **{name: f"{self.issuer}/{path}" for name, path in named.items()}})
        elif at.path == "/jwks":
            self._say(200, {"keys": [KEY.as_dict(private=False)]})
        elif at.path == "/authorize" and asked.get("client_id") == self.client and asked["code_challenge_method"] == "S256":
            code = secrets.token_urlsafe(16)
            self.codes[code] = asked
            to = f"{asked['redirect_uri']}?{urlencode({'code': code, 'state': asked['state']})}"
            self._say(302, {}, Location=to)
        else:
            self._say(400, {"error": "invalid_request"})

    def do_POST(self) -> None:
        given = {
            name: values[-1] for name, values in parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode()).items()
        }
        known = base64.b64encode(f"{self.client}:{self.secret}".encode()).decode()
        asked = self.codes.pop(given.get("code", ""), None)
        if (
            self.headers.get("Authorization") != f"Basic {known}"
            or asked is None
            or create_s256_code_challenge(given["code_verifier"]) != asked["code_challenge"]
            or given["redirect_uri"] != asked["redirect_uri"]
        ):
            self._say(400, {"error": "invalid_grant"})
            return
        now = int(time.time())
        claims: dict[str, Any] = {"iss": self.issuer, "aud": self.client, "sub": "1", "iat": now, "exp": now + 60}
        claims |= {
            "nonce": asked["nonce"],
            "email": asked["user"],
            "email_verified": True,
            **json.loads(asked.get("lie", "{}")),
        }
        key = OTHER if asked.get("forge") else KEY
        token = jwt.encode({"alg": "RS256", "kid": "1"}, claims, key)
        self._say(200, {"access_token": "x", "token_type": "Bearer", "id_token": token})


if __name__ == "__main__":
    port, Provider.client, Provider.secret = int(sys.argv[1]), sys.argv[2], sys.argv[3]
    Provider.issuer = f"http://127.0.0.1:{port}"
    ThreadingHTTPServer(("127.0.0.1", port), Provider).serve_forever()
