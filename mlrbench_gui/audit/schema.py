"""The JSON schema of audits, made from the model: `python -m mlrbench_gui.audit.schema` prints it."""

import json
import sys

from mlrbench_gui.domain.audit import Audit


def schema_json() -> str:
    """The schema as kept in docs/audit.schema.json."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "audit.schema.json",
        **Audit.model_json_schema(mode="validation"),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(schema_json())
