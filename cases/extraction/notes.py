"""Notes in a transcript on what an event brings beside its parts: sources, files, widgets. Pure.

Each is the data of a RESULT step, so that redaction sees every value. Names of saved files stay
out: they are often somebody's.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from cases.extraction.fields import Event, Part, field, submap, submaps, texts

GROUNDING = "grounding"
CITATIONS = "citations"
ARTIFACT = "artifact"
WIDGET = "ui_widget"

# An address that Google's search gives in place of the page's: it says nothing and lapses.
_REDIRECT = "vertexaisearch.cloud.google.com/grounding-api-redirect"
_EXTENSION = re.compile(r"\.([A-Za-z0-9]{1,8})$")


def sources_of(event: Event, counts: Counter[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """(tool, data) of what the answer was grounded on and of the works that it cites."""
    if found := _grounding(submap(event, "grounding_metadata"), counts):
        counts["grounding"] += 1
        yield GROUNDING, found
    cited = [
        _named(citation, "title", "uri", "license")
        for citation in submaps(submap(event, "citation_metadata"), "citations")
    ]
    if any(cited):
        counts["citation"] += 1
        yield CITATIONS, {"works": [work for work in cited if work]}


def _grounding(metadata: Mapping[str, Any], counts: Counter[str]) -> dict[str, Any]:
    """What a person needs to judge whether an answer has grounds: what was asked for, what was
    found, and which words of the answer rest on which of it."""
    if field(metadata, "search_entry_point"):
        counts["grounding_markup"] += 1
    queries = [
        *texts(metadata, "web_search_queries"),
        *texts(metadata, "retrieval_queries"),
        *texts(metadata, "image_search_queries"),
    ]
    sources = [_source(chunk) for chunk in submaps(metadata, "grounding_chunks")]
    support = [_support(item) for item in submaps(metadata, "grounding_supports")]
    found = {
        "queries": queries,
        "sources": [{"number": n, **source} for n, source in enumerate(sources, start=1)],
        "supported": [item for item in support if item],
    }
    return {name: value for name, value in found.items() if value}


def _source(chunk: Mapping[str, Any]) -> dict[str, Any]:
    for kind in ("web", "retrieved_context", "maps", "image"):
        if content := submap(chunk, kind):
            found = _named(content, "title", "domain", "document_name", "page_number", "text")
            uri = field(content, "uri")
            if isinstance(uri, str) and _REDIRECT not in uri:
                found["uri"] = uri
            passage = submap(content, "rag_chunk")
            if "text" not in found and isinstance(field(passage, "text"), str):
                found["text"] = field(passage, "text")
            return {"kind": kind, **found}
    return {"kind": "unknown"}


def _support(item: Mapping[str, Any]) -> dict[str, Any]:
    words = field(submap(item, "segment"), "text")
    numbers = field(item, "grounding_chunk_indices")
    if not isinstance(words, str) or not isinstance(numbers, list):
        return {}
    return {"words": words, "by": [n + 1 for n in numbers if isinstance(n, int)]}


def _named(value: Mapping[str, Any], *names: str) -> dict[str, Any]:
    found = {name: field(value, name) for name in names}
    return {name: item for name, item in found.items() if isinstance(item, (str, int))}


def artifacts_of(event: Event, counts: Counter[str]) -> dict[str, Any]:
    """The files that the event saved, by type and version; {} if there are none."""
    saved = submap(submap(event, "actions"), "artifact_delta")
    counts["artifact"] += len(saved)
    files = [
        {
            "type": found.group(1).lower() if (found := _EXTENSION.search(str(name))) else "file",
            "version": version if isinstance(version, int) else None,
        }
        for name, version in saved.items()
    ]
    return {"saved": files} if files else {}


def widgets_of(event: Event, counts: Counter[str]) -> dict[str, Any]:
    """Who draws the widgets that the user was shown; what is in them is in the tool's result."""
    widgets = submaps(submap(event, "actions"), "render_ui_widgets")
    counts["ui_widget"] += len(widgets)
    return {"shown": [_named(widget, "provider") for widget in widgets]} if widgets else {}


def file_note(part: Part, counts: Counter[str]) -> str | None:
    """A placeholder with type and size for a file of a part; None for parts without one.

    Names and addresses of files stay out: they are often somebody's.
    """
    if blob := submap(part, "inline_data"):
        counts["inline_file"] += 1
        data = field(blob, "data")
        text = data if isinstance(data, str) else ""
        size = len(text) * 3 // 4 - text[-2:].count("=")
        return f"[file: {media_type(blob)}, {size} bytes]"
    if blob := submap(part, "file_data"):
        counts["linked_file"] += 1
        return f"[file: {media_type(blob)}, kept elsewhere]"
    return None


# Named one by one: anything else in the field may be a name or an address as well as a type.
_SUBTYPES = {
    "application": "json pdf xml zip gzip msword octet-stream rtf vnd.ms-excel vnd.ms-powerpoint "
    "vnd.openxmlformats-officedocument.wordprocessingml.document "
    "vnd.openxmlformats-officedocument.spreadsheetml.sheet "
    "vnd.openxmlformats-officedocument.presentationml.presentation",
    "audio": "aac flac l16 m4a mp3 mp4 mpeg ogg opus pcm wav webm x-wav",
    "image": "avif bmp gif heic heif jpeg jpg png svg+xml tiff webp",
    "text": "calendar css csv html javascript markdown plain rtf tab-separated-values xml",
    "video": "3gpp avi mov mp4 mpeg mpegps mpg ogg quicktime webm wmv x-flv",
}
_MEDIA_TYPES = {f"{kind}/{one}" for kind, names in _SUBTYPES.items() for one in names.split()}


def media_type(blob: Mapping[str, Any]) -> str:
    """The type of a file where it is a common one, else its kind ("image"), if that is known."""
    given = str(field(blob, "mime_type") or "")[:200].split(";")[0].strip().lower()
    if given in _MEDIA_TYPES:
        return given
    kind = given.split("/")[0]
    return kind if kind in _SUBTYPES else "unknown type"
