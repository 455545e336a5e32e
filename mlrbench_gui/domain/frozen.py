"""The base of all frozen values."""

from pydantic import BaseModel, ConfigDict


class FrozenModel(BaseModel):
    """A frozen pydantic value that refuses unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings")
