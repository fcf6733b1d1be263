"""OpenAPI of the requests, AsyncAPI of the socket: both from the definitions that the code uses."""

from typing import Any, get_args

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

import anden

from ..identity import COOKIE
from ..messages import ClientMessage
from ..settings import PROTOCOL
from .answers import ANSWERS, Error
from .messages import ServerMessage

_REF = "#/components/schemas/{model}"
_ABOUT = "How clients and programs play on a server of Andén; docs/server.md tells it in words."
_SECURITY = {
    "device": {"type": "http", "scheme": "bearer", "description": "a device's or a program's key"},
    "browser": {"type": "apiKey", "in": "cookie", "name": COOKIE},
}


def openapi(app: FastAPI) -> dict[str, Any]:
    """What FastAPI knows about the requests, with the answers."""
    told = get_openapi(title=app.title, version=app.version, description=_ABOUT, routes=app.routes)
    models = [(model, "serialization") for model in {*ANSWERS.values(), Error}]
    _, schemas = models_json_schema(sorted(models, key=str), ref_template=_REF)  # type: ignore[arg-type]
    components = told.setdefault("components", {})
    known = components.setdefault("schemas", {})
    known |= {name: schema for name, schema in schemas["$defs"].items() if name not in known}
    for name in ("HTTPValidationError", "ValidationError"):  # the server has a form of its own
        known.pop(name, None)
    components["schemas"] = dict(sorted(known.items()))
    components["securitySchemes"] = _SECURITY
    told["security"] = [{name: []} for name in _SECURITY]
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            _describe(operation, ANSWERS.get((method, path)))
    return told


def _describe(operation: dict[str, Any], answer: type | None) -> None:
    responses = operation["responses"]
    responses.pop("422", None)
    if answer is not None:
        success = next(status for status in responses if status.startswith("2"))
        responses[success]["content"] = _json(answer.__name__)
    responses["default"] = {
        "description": "Refused; nothing has changed",
        "content": _json("Error"),
    }


def _json(model: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": _REF.format(model=model)}}}


def asyncapi() -> dict[str, Any]:
    """The messages of the socket, both ways."""
    said, heard = _kinds(ClientMessage), _kinds(ServerMessage)
    _, schemas = models_json_schema(
        [(model, "validation") for model in said.values()]
        + [(model, "serialization") for model in heard.values()],
        ref_template=_REF,
    )
    components = schemas["$defs"]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Andén",
            "version": anden.__version__,
            "description": f"{_ABOUT} Protocol {PROTOCOL}.",
        },
        "servers": {"own": {"host": "localhost:8000", "protocol": "ws"}},
        "channels": {
            "table": {
                "address": "/api/socket",
                "description": "One table; the first message is `hello`.",
                "messages": {
                    _key(name, side): {"$ref": f"#/components/messages/{_key(name, side)}"}
                    for side, kinds in (("client", said), ("server", heard))
                    for name in kinds
                },
            }
        },
        "operations": {
            "say": _operation("receive", said, "client"),
            "hear": _operation("send", heard, "server"),
        },
        "components": {
            "messages": {
                _key(name, side): {
                    "name": name,
                    "contentType": "application/json",
                    "payload": {"$ref": _REF.format(model=model.__name__)},
                }
                for side, kinds in (("client", said), ("server", heard))
                for name, model in kinds.items()
            },
            "schemas": dict(sorted(components.items())),
        },
    }


def _kinds(union: Any) -> dict[str, Any]:
    """The messages of one side by their `type`."""
    models = get_args(get_args(union)[0])
    return {get_args(model.model_fields["type"].annotation)[0]: model for model in models}


def _key(name: str, side: str) -> str:
    return f"{side}-{name}"


def _operation(action: str, kinds: dict[str, Any], side: str) -> dict[str, Any]:
    """As the server does it: it receives what clients say."""
    messages = [{"$ref": f"#/channels/table/messages/{_key(name, side)}"} for name in kinds]
    return {"action": action, "channel": {"$ref": "#/channels/table"}, "messages": messages}
