"""From stored ADK events to turns and numbered steps. Pure; the only renderer there is.

Takes events as the stores and the REST API give them (snake_case or camelCase), believes nothing
about their shape, and counts whatever it leaves out: of every session
`counts["parts"] == counts["parts_shown"] + sum(counts[kind] for kind in LEFT_OUT_PARTS)`.
"""

from cases.extraction.counting import LEFT_OUT_PARTS
from cases.extraction.sessions import Extraction, extract

__all__ = ["LEFT_OUT_PARTS", "Extraction", "extract"]
