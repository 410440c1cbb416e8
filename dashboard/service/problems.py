"""What a program is told that asks for what cannot be: problem details (RFC 9457), with the codes of the command line."""

from http import HTTPStatus
from typing import Any, Final

from fastapi.responses import JSONResponse

from paipu.replay.text import Text
from paipu.replay.texts import Texts

TEXT: Final = Texts({}, (__package__, "text"))
MEDIA_TYPE: Final = "application/problem+json"
URN: Final = "urn:paipu:problem:"
STATUS_OF_EXIT: Final = {
    2: HTTPStatus.BAD_REQUEST,
    3: HTTPStatus.UNPROCESSABLE_ENTITY,
    4: HTTPStatus.INTERNAL_SERVER_ERROR,
    5: HTTPStatus.INSUFFICIENT_STORAGE,
    6: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""By the exit code that a command ends with: usage, input, fault, full, denied."""
AGAIN_SECONDS: Final = 2
"""When to ask again where others are at work."""


class Problem(Exception):  # noqa: N818 - what RFC 9457 calls it
    """A request is not answered. `code` is stable; `more` are further members of the document."""

    def __init__(self, status: int, code: str, message: Text, exit_code: int | None = None, **more: Any) -> None:  # noqa: ANN401 - any JSON value
        super().__init__(message.en)
        self.status, self.code, self.message, self.exit_code, self.more = HTTPStatus(status), code, message, exit_code, more

    def document(self) -> dict[str, Any]:
        """As JSON; `exit_code` is that of the command which answers the same, null where no command was asked."""
        return {
            "type": URN + self.code,
            "title": self.status.phrase,
            "status": int(self.status),
            "detail": self.message.en,
            "code": self.code,
            "exit_code": self.exit_code,
            "message": self.message._asdict(),
            **self.more,
        }

    def answer(self, headers: dict[str, str] | None = None) -> JSONResponse:
        """What is sent."""
        again = {"Retry-After": str(AGAIN_SECONDS)} if self.status in {429, 503} else {}
        return JSONResponse(self.document(), self.status, {**again, **(headers or {})}, MEDIA_TYPE)


def problem(status: int, key: str, more: dict[str, Any] | None = None, /, **values: str | int) -> Problem:
    """One that the service finds itself; its code is the key of its text."""
    code = key.removeprefix("service.").upper().replace("_", "-")
    return Problem(status, f"SERVICE-{code}", TEXT[key].fill(**values), **(more or {}))


PROBLEM_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code", "exit_code", "message"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "exit_code": {"type": ["integer", "null"]},
        "message": {
            "type": "object",
            "required": ["zh", "en"],
            "properties": {"zh": {"type": "string"}, "en": {"type": "string"}},
        },
    },
}
"""The document, for OpenAPI."""
