"""The description of the service that `/openapi.json` gives (OpenAPI 3.1), with the limits that it was started with."""

from __future__ import annotations

from typing import Any

from twicetold._kernels import VERSION
from twicetold.serve.bodies import DOCUMENT_TYPES, JSON_TYPE
from twicetold.serve.limits import Limits
from twicetold.serve.metrics import METRICS_TYPE
from twicetold.serve.parameters import DEFAULT_EVENTS, DEFAULT_TEXTS, MOST_CLUSTER_NAME, MOST_EVENT_NUMBER
from twicetold.serve.schemas import (
    Schema,
    build_schemas,
    describe_id,
    describe_limit_parameter,
    describe_text_parameter,
    make_list,
    refer,
)

_ERRORS = {
    400: "The request cannot be understood.",
    401: "The token is missing or wrong.",
    403: "The request was sent by a web page, or names another machine.",
    404: "There is no such thing.",
    405: "This address does not take this method.",
    408: "The client is too slow.",
    413: "The body is too large.",
    415: "The body has another type.",
    431: "The address and the headers are too long.",
    500: "The service has failed; its log says why.",
    503: "The service is busy, or stopping: try again.",
    507: "The disk of the index is full, or cannot be written.",
}
_EVERYWHERE = (400, 403, 405, 408, 431, 500, 503)
_OF_BODIES = (413, 415)
_OF_CHANGES = (507,)


def build_description(limits: Limits, needs_token: bool) -> dict[str, Any]:
    """The whole description."""
    paths = {
        "/documents": {
            "post": _describe_upload(limits),
            "delete": _describe_removal(),
        },
        "/documents/{id}": {"delete": _describe_single_removal(limits)},
        "/query": {"get": _describe_query(limits), "post": _describe_long_query()},
        "/clusters/{id}": {"get": _describe_cluster(limits)},
        "/events": {"get": _describe_events(limits)},
        "/health": {"get": {**_describe_health(), "security": []}},
        "/metrics": {"get": _describe_metrics()},
        "/openapi.json": {"get": _describe_itself()},
    }
    components: dict[str, Any] = {"schemas": build_schemas(limits)}
    security: dict[str, Any] = {}
    if needs_token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        security = {"security": [{"token": []}]}
        for path, operations in paths.items():
            for operation in operations.values():
                if path != "/health":
                    operation["responses"]["401"] = _describe_error(401)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "twicetold",
            "version": VERSION,
            "summary": "An index of sentences: add documents, and ask what repeats or contradicts a text.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        **security,
        "paths": paths,
        "components": components,
    }


def _describe_operation(
    name: str, summary: str, answers: dict[str, Any], errors: tuple[int, ...] = (), **more: Any
) -> dict[str, Any]:
    described = {str(status): _describe_error(status) for status in sorted({*_EVERYWHERE, *errors})}
    return {"operationId": name, "summary": summary, **more, "responses": {**answers, **described}}


def _describe_error(status: int) -> dict[str, Any]:
    described: dict[str, Any] = {
        "description": _ERRORS[status],
        "content": {JSON_TYPE: {"schema": refer("Error")}},
    }
    if status == 503:
        after = {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer", "minimum": 1}}
        described["headers"] = {"Retry-After": after}
    if status == 405:
        allow = {"description": "Methods that it takes.", "required": True, "schema": {"type": "string"}}
        described["headers"] = {"Allow": allow}
    if status == 401:
        ways = {"description": "How to send it.", "required": True, "schema": {"type": "string"}}
        described["headers"] = {"WWW-Authenticate": ways}
    return described


def _describe_json(description: str, schema: str) -> dict[str, Any]:
    return {"200": {"description": description, "content": {JSON_TYPE: {"schema": refer(schema)}}}}


def _describe_json_body(schema: str) -> dict[str, Any]:
    return {"required": True, "content": {JSON_TYPE: {"schema": refer(schema)}}}


def _describe_parameter(name: str, place: str, description: str, schema: Schema, required: bool) -> dict[str, Any]:
    return {"name": name, "in": place, "required": required, "description": description, "schema": schema}


def _describe_upload(limits: Limits) -> dict[str, Any]:
    body = {
        "required": True,
        "description": "A document on each line; as JSON Schema has no lines, they are an array here.",
        "content": {each: {"schema": make_list(refer("Document"))} for each in DOCUMENT_TYPES},
    }
    answer = {
        "description": "A line for each batch as soon as the disk has it, and a last one with `done`, or an error.",
        "content": {DOCUMENT_TYPES[0]: {"schema": make_list(refer("UploadLine"))}},
    }
    return _describe_operation(
        "addDocuments",
        "Add documents; a known id replaces.",
        {"200": answer},
        (*_OF_BODIES, *_OF_CHANGES),
        description=(
            f"At most {limits.body_bytes:,} bytes, and {limits.line_bytes:,} in a line. Lines that are not documents "
            "are rejected with their number, and the others are added. If a body in one batch has no document at all, "
            "the answer is 400."
        ),
        requestBody=body,
    )


def _describe_removal() -> dict[str, Any]:
    return _describe_operation(
        "removeDocuments",
        "Remove documents by their ids.",
        _describe_json("They are removed; the disk knows.", "Removal"),
        (*_OF_BODIES, *_OF_CHANGES),
        requestBody=_describe_json_body("Ids"),
    )


def _describe_single_removal(limits: Limits) -> dict[str, Any]:
    given = _describe_parameter("id", "path", "The id of the document, with %XX.", describe_id(limits), True)
    return _describe_operation(
        "removeDocument",
        "Remove a document.",
        _describe_json("It is removed; the disk knows.", "Removal"),
        (404, *_OF_CHANGES),
        parameters=[given],
    )


def _describe_query(limits: Limits) -> dict[str, Any]:
    fresh = "Wait until everything that was acknowledged before is compared."
    parameters = [
        _describe_parameter("text", "query", "What to look for.", describe_text_parameter(limits), True),
        _describe_parameter("limit", "query", "Matches of each sentence.", describe_limit_parameter(limits), False),
        _describe_parameter("fresh", "query", fresh, {"type": "boolean", "default": False}, False),
    ]
    return _describe_operation(
        "query",
        "Find sentences that match those of a text.",
        _describe_json("The matches, the most similar first for each sentence.", "Answer"),
        parameters=parameters,
    )


def _describe_long_query() -> dict[str, Any]:
    return _describe_operation(
        "queryLong",
        "Find sentences that match those of a long text.",
        _describe_json("The matches, the most similar first for each sentence.", "Answer"),
        _OF_BODIES,
        requestBody=_describe_json_body("Question"),
    )


def _describe_cluster(limits: Limits) -> dict[str, Any]:
    name: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_CLUSTER_NAME}
    most: Schema = {"type": "integer", "minimum": 1, "maximum": limits.texts, "default": DEFAULT_TEXTS}
    parameters = [
        _describe_parameter("id", "path", "The name of the cluster.", name, True),
        _describe_parameter("limit", "query", "The most texts in the answer.", most, False),
    ]
    return _describe_operation(
        "getCluster",
        "Give a cluster: its texts and where they are.",
        _describe_json("The cluster.", "Cluster"),
        (404,),
        parameters=parameters,
    )


def _describe_events(limits: Limits) -> dict[str, Any]:
    since: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_EVENT_NUMBER, "default": 0}
    most: Schema = {"type": "integer", "minimum": 1, "maximum": limits.events, "default": DEFAULT_EVENTS}
    parameters = [
        _describe_parameter("since", "query", "The last event that is known already.", since, False),
        _describe_parameter("limit", "query", "The most events in an answer.", most, False),
    ]
    return _describe_operation(
        "getEvents",
        "List what has become of clusters: born, grown, split, merged, died.",
        _describe_json("The events in order.", "Events"),
        parameters=parameters,
    )


def _describe_health() -> dict[str, Any]:
    return _describe_operation(
        "getHealth", "Say whether the service works; needs no token.", _describe_json("It works.", "Health")
    )


def _describe_metrics() -> dict[str, Any]:
    content = {METRICS_TYPE: {"schema": {"type": "string"}}}
    return _describe_operation(
        "getMetrics", "Give figures for Prometheus.", {"200": {"description": "Its text format.", "content": content}}
    )


def _describe_itself() -> dict[str, Any]:
    content = {JSON_TYPE: {"schema": {"type": "object"}}}
    return _describe_operation(
        "getDescription", "Give this description.", {"200": {"description": "OpenAPI 3.1.", "content": content}}
    )
