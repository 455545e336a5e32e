"""What the fields of a model say as a profile, and a profile as fields; pure values, with errors in words."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from mlrbench_gui.domain.errors import InputError
from mlrbench_gui.domain.model_profiles import KEY_VARIABLE, ModelProfile
from mlrbench_gui.services.ports.user import SCRIPTED


@dataclass(frozen=True, slots=True)
class Field:
    """A field: `key` is the profile's, `optional` may be left empty, `hint` stands inside while it is."""

    key: str
    text: str
    hint: str = ""
    number: bool = False
    optional: bool = False


FIELDS = (
    Field("name", "Name", "what runs and judges are called by"),
    Field("base_url", "Address", "https://host/v1"),
    Field("model", "Model", "its name at that address"),
    Field("key_variable", "Key variable", KEY_VARIABLE, optional=True),
    Field("temperature", "Temperature", "the model's own", number=True, optional=True),
    Field("price_prompt", "Price of a million tokens sent", "not known", number=True, optional=True),
    Field("price_reply", "Price of a million tokens answered", "not known", number=True, optional=True),
    Field("most_tokens", "At most, in tokens", number=True),
    Field("most_cost", "At most, in money", "no bound", number=True, optional=True),
)
_FIRST, _MORE = "default", "model-{}"
_PATTERN = "string_pattern_mismatch"
_SIGNS = {
    "name": "holds letters, digits, spaces, dots, hyphens and underscores alone",
    "key_variable": "is the name of an environment variable, never its value",
}
_BY_KEY = {field.key: field for field in FIELDS}


def field_texts(profile: ModelProfile | None, others: Collection[str] = ()) -> dict[str, str]:
    """What the fields show of a profile; of none, what a new one beside these others begins with."""
    if profile is None:
        first = ModelProfile(name=free_name(others), base_url="https://host/v1", model="m")
        return {**field_texts(first), "base_url": "", "model": ""}
    values = profile.model_dump()
    shown = {field.key: _text(values[field.key]) for field in FIELDS}
    return {**shown, "key_variable": shown["key_variable"].replace(KEY_VARIABLE, "")}


def free_name(taken: Collection[str]) -> str:
    """What a new profile is called until someone gives it another name."""
    if not taken:
        return _FIRST
    numbers = range(2, len(taken) + 3)
    return next(name for name in map(_MORE.format, numbers) if name not in taken)


def profile_of(
    texts: Mapping[str, str], before: ModelProfile | None, others: Collection[str] = ()
) -> ModelProfile | None:
    """The profile that the fields describe, None while address or model is empty. Raises InputError.

    `others` are the names that it cannot take.
    """
    given = {key: text.strip() for key, text in texts.items()}
    if not given["base_url"] or not given["model"]:
        return None
    _check_name(given["name"], others)
    kept = before.model_dump() if before is not None else {}
    values: dict[str, object] = {key: _value(_BY_KEY[key], text) for key, text in given.items()}
    values["key_variable"] = given["key_variable"] or KEY_VARIABLE
    try:
        return ModelProfile.model_validate({**kept, **values})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        named = _BY_KEY.get(str(first["loc"][0]) if first["loc"] else "")
        what = first["msg"].removeprefix("Value error, ")
        if first["type"] == _PATTERN:
            what = _SIGNS[str(first["loc"][0])]
        raise InputError(f"{named.text if named else 'Model'}: {what[0].lower()}{what[1:]}") from error


def _check_name(name: str, others: Collection[str]) -> None:
    if not name:
        raise InputError("Name: a profile needs one")
    if name == SCRIPTED:
        raise InputError(f"Name: {name} is that of the recorded answers; choose another one")
    if name in others:
        raise InputError(f"Name: another profile is called {name}; choose another one")


def _value(field: Field, text: str) -> object:
    if not field.number:
        return text
    if not text:
        if field.optional:
            return None
        raise InputError(f"{field.text}: needs a number")
    try:
        return float(text.replace(",", "."))
    except ValueError as error:
        raise InputError(f"{field.text}: {text!r} is no number") from error


def _text(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.12g}" if isinstance(value, float) else str(value)
