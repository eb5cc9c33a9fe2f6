"""Bodies of lines for schemathesis: an array of the description is a line for each item."""

import json

import schemathesis

TYPES = ("application/x-ndjson", "application/ndjson", "application/jsonl")


@schemathesis.serializer(*TYPES)
def write_lines(ctx, value):
    """A line for each item; what is no array is a line as it is."""
    if isinstance(value, bytes):
        return value
    items = value if isinstance(value, list) else [value]
    return b"".join(json.dumps(each).encode() + b"\n" for each in items)


@schemathesis.deserializer(*TYPES)
def read_lines(ctx, response):
    """The lines of an answer as an array."""
    return [json.loads(line) for line in response.content.splitlines()]
