"""The bodies of requests and answers, as JSON Schema (2020-12) for `/openapi.json`."""

from __future__ import annotations

from typing import Any

from twicetold.serve.limits import Limits
from twicetold.serve.parameters import DEFAULT_MATCHES

Schema = dict[str, Any]


def refer(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


def make_object(properties: dict[str, Schema], *, optional: tuple[str, ...] = (), is_open: bool = False) -> Schema:
    required = [name for name in properties if name not in optional]
    schema: Schema = {"type": "object", "properties": properties, "additionalProperties": is_open}
    return {**schema, "required": required} if required else schema


def make_text(description: str = "", **more: Any) -> Schema:
    return {"type": "string", **({"description": description} if description else {}), **more}


def make_count(description: str = "", **more: Any) -> Schema:
    return {"type": "integer", "minimum": 0, **({"description": description} if description else {}), **more}


def make_list(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def describe_text_parameter(limits: Limits) -> Schema:
    return make_text(maxLength=limits.text_characters)


def describe_limit_parameter(limits: Limits) -> Schema:
    return {"type": "integer", "minimum": 1, "maximum": limits.matches, "default": DEFAULT_MATCHES}


def describe_id(limits: Limits) -> Schema:
    return make_text(minLength=1, maxLength=limits.id_characters)


def build_schemas(limits: Limits) -> dict[str, Schema]:
    """Every schema by its name."""
    share = {"type": "number", "minimum": 0, "maximum": 1}
    whole: Schema = {"type": "integer"}
    return {
        "Error": make_object(
            {"error": make_text("What is wrong."), "hint": make_text("What to do; empty where there is nothing.")}
        ),
        "Document": make_object(
            {
                "id": {
                    "description": "A document with a known id replaces the earlier one.",
                    "anyOf": [describe_id(limits), whole],
                },
                "text": make_text("What is compared, sentence by sentence."),
                "title": {"description": "What people see in place of the id, if it is a string."},
            },
            optional=("title",),
            is_open=True,
        ),
        "UploadLine": {"anyOf": [refer("BatchAnswer"), refer("UploadEnd"), refer("Error")]},
        "BatchAnswer": make_object(
            {
                "acknowledged": make_count("Documents of this batch: the disk has them."),
                "rejected": make_count("Lines of this batch that are not documents."),
                "lines": make_count("Lines of the body that were read so far."),
                "rejects": make_list(refer("Reject"), maxItems=limits.rejects, description="The first of them."),
            }
        ),
        "Reject": make_object(
            {"line": make_count("The line of the body, from 1.", minimum=1), "reason": make_text("What is wrong.")}
        ),
        "UploadEnd": make_object(
            {
                "done": {"const": True},
                "acknowledged": make_count("Documents of the whole body."),
                "rejected": make_count("Lines of the whole body that are not documents."),
                "lines": make_count("Lines of the whole body."),
            }
        ),
        "Ids": make_object({"ids": make_list(describe_id(limits), minItems=1, maxItems=limits.ids)}),
        "Removal": make_object(
            {
                "removed": make_count("Documents that were there."),
                "unknown": make_count("Ids that no document has."),
            }
        ),
        "Question": make_object(
            {
                "text": describe_text_parameter(limits),
                "limit": describe_limit_parameter(limits),
                "fresh": {"type": "boolean", "default": False},
            },
            optional=("limit", "fresh"),
        ),
        "Answer": make_object(
            {
                "matches": make_list(refer("Match")),
                "unseen_changes": make_count("Acknowledged changes that this answer does not know yet."),
            }
        ),
        "Match": make_object(
            {
                "sentence": make_text(
                    "A sentence of the text that was asked about, or all of it in an index of documents."
                ),
                "text": make_text("A sentence of the index, or a document."),
                "similarity": {**share, "description": "Computed exactly, at least the threshold of the index."},
                "kind": make_text("identical, or a kind of the job, such as template or drift for sentences."),
                "drift": make_text("contradiction, update or dated-update where the kind is drift, else empty."),
                "confidence": {**share, "description": "How sure the kind is."},
                "why": make_text("The reason of the kind, in a sentence."),
                "changes": make_list({"type": "object"}, description="What differs, word by word."),
                "copies": make_count("Sentences of the index that say it."),
                "places": make_list(refer("Place"), description="The first of them."),
            }
        ),
        "Place": make_object(
            {
                "document": make_text("The id of the document."),
                "title": make_text(),
                "section": make_text(),
                "position": make_count("The number of the sentence in its document, from 0."),
                "start": {**whole, "description": "Where it begins in the text of the document, in characters."},
                "end": {**whole, "description": "Where it ends."},
            }
        ),
        "Cluster": make_object(
            {
                "cluster": make_count("The name of the cluster, which it keeps."),
                "size": make_count("Sentences in it."),
                "texts": make_list(refer("ClusterText"), description="The one with most copies first."),
            }
        ),
        "ClusterText": make_object(
            {
                "text": make_text(),
                "copies": make_count("Sentences that say it."),
                "places": make_list(refer("Place"), description="The first of them."),
            }
        ),
        "Events": make_object(
            {
                "events": make_list(refer("Event"), maxItems=limits.events),
                "next": make_count("What to give as `since` the next time."),
            }
        ),
        "Event": make_object(
            {
                "sequence": make_count("One more than that of the event before."),
                "event": {"enum": ["born", "grew", "merged", "shrank", "split", "died"]},
                "cluster": make_count("The name of the cluster."),
                "size": make_count("Its sentences afterwards."),
                "example": make_text("One of its texts."),
                "texts": {
                    "type": "object",
                    "description": "Hashes of texts that it got or lost, and how many sentences say each.",
                    "additionalProperties": make_count(),
                },
                "others": make_list(make_count(), description="Clusters that texts came from or went to."),
                "added": make_list(make_text(), description="Ids of documents that caused it."),
                "changed": make_list(make_text()),
                "removed": make_list(make_text()),
                "is_planned": {"type": "boolean", "description": "Whether other keys were planned."},
            }
        ),
        "Health": make_object({"status": {"const": "ok"}, "version": make_text("The version of twicetold.")}),
    }
