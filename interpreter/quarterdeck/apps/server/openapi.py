"""The OpenAPI 3.1 document of the HTTP interface, made from the table of operations and the types in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from quarterdeck import __version__
from quarterdeck.apps.server.api_operations import OPERATIONS, ApiOperation
from quarterdeck.apps.server.api_records import HttpProblem
from quarterdeck.apps.server.http_problems import PROBLEM, TITLES
from quarterdeck.base.json_schema import DIALECT, Definitions, Schema

ROOT = "/api/v1"
BASIC = (400, 405, 408, 413, 500)
"""Status codes that any request may get."""
PLACES = "#/components/schemas/"


@cache
def openapi() -> Mapping[str, Any]:
    """Give the document."""
    definitions = Definitions()
    paths: dict[str, dict[str, Any]] = {}
    for one in OPERATIONS:
        paths.setdefault(one.path, {})[one.method.lower()] = described(one, definitions)
    problem = definitions.schema(HttpProblem)
    responses = {
        str(status): {"description": title, "content": {PROBLEM: {"schema": problem}}}
        for status, title in TITLES.items()
    }
    document = {
        "openapi": "3.1.0",
        "jsonSchemaDialect": DIALECT,
        "info": {
            "title": "Quarterdeck",
            "version": __version__,
            "description": "Play games that a host holds, and ask about their rules.",
        },
        "servers": [{"url": ROOT}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": dict(sorted(definitions.known.items())),
            "responses": responses,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a seat, of the spectators or of the host: the part of a link after #.",
                }
            },
        },
    }
    found: Mapping[str, Any] = placed(document)
    return found


def statuses_of(operation: ApiOperation) -> list[int]:
    """List the status codes of problems that an operation may answer with."""
    found = {*BASIC, 401, 429}
    if operation.access == "owner" or operation.body is not None:
        found.add(403)
    if operation.is_of_game:
        found |= {404, 409}
    if operation.body is not None:
        found |= {415, 422}
    if operation.run is None or operation.name == "open_game":
        found |= {503}
    return sorted(found)


def described(operation: ApiOperation, definitions: Definitions) -> dict[str, Any]:
    """Describe an operation."""
    refused = {str(status): {"$ref": f"#/components/responses/{status}"} for status in statuses_of(operation)}
    answer = {
        "description": "The answer.",
        "content": {"application/json": {"schema": definitions.schema(operation.answer)}},
    }
    found: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "responses": {str(operation.status): answer} | refused,
    }
    if parameters := [*path_parameters(operation), *query_parameters(operation, definitions)]:
        found["parameters"] = parameters
    if operation.body is not None:
        schema = definitions.schema(operation.body)
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return found


def path_parameters(operation: ApiOperation) -> Iterable[Schema]:
    """Describe the numbers in the path of an operation."""
    for name in re.findall(r"{(\w+)}", operation.path):
        schema = {"type": "integer", "minimum": 0 if name == "line" else 1, "maximum": 10**12 - 1}
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def query_parameters(operation: ApiOperation, definitions: Definitions) -> Iterable[Schema]:
    """Describe the query of an operation."""
    if operation.query is None:
        return
    record = definitions.record(operation.query)
    for name, schema in record["properties"].items():
        yield {"name": name, "in": "query", "required": name in record["required"], "schema": schema}


def placed(part: Any) -> Any:
    """Give a part of the document with references to the schemas of its components."""
    if isinstance(part, dict):
        return {
            key: value.replace("#/$defs/", PLACES) if key == "$ref" and isinstance(value, str) else placed(value)
            for key, value in part.items()
        }
    return [placed(one) for one in part] if isinstance(part, list) else part
