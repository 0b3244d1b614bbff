"""What may be set about a judge's calls, and the defaults."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cases.errors import BadInput


class Parameters(BaseModel):
    """Parameters of a judge version; unknown names are refused, so that none is ignored."""

    model_config = ConfigDict(extra="forbid", strict=True)

    # None where a model takes no temperature.
    temperature: float | None = Field(default=0.0, ge=0, le=2)
    seed: int | None = Field(default=None, ge=0, le=2**31 - 1)
    max_output_tokens: int | None = Field(default=4096, ge=64, le=1_000_000)
    timeout_s: float = Field(default=60.0, ge=1, le=600)
    # A step longer than this is cut in the middle, and says so.
    max_step_chars: int = Field(default=6000, ge=200, le=1_000_000)


def read_parameters(data: dict[str, Any] | None) -> Parameters:
    """`data` with the defaults filled in. Raises BadInput naming what is wrong."""
    try:
        return Parameters.model_validate(data or {})
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"]) or "parameters"
        known = ", ".join(Parameters.model_fields)
        raise BadInput(f"parameters: {name}: {first['msg']}; known are {known}") from error
