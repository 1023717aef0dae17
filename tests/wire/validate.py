#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Validates request bodies against one of the request schemas.

usage: validate.py SCHEMA FOLDER     every *.json of FOLDER
Prints "validated N" and ends with 0 when all are valid, else what is wrong.
"""
import json
import pathlib
import sys

import jsonschema

# Sampling fields that the schema of Anthropic's SDK types lacks.
MISSING = {
    "temperature": {"type": "number", "minimum": 0, "maximum": 1},
    "top_p": {"type": "number", "minimum": 0, "maximum": 1},
    "top_k": {"type": "integer", "minimum": 0},
}


def load_schema(path):
    schema = json.loads(path.read_text())
    if path.name.startswith("Anthropic"):
        for name in ("MessageCreateParamsStreaming", "MessageCreateParamsNonStreaming"):
            schema["definitions"][name]["properties"].update(MISSING)
    return schema


def deepest(error):
    """The error furthest inside of those that the alternatives of a schema give."""
    while error.context:
        error = max(error.context, key=lambda inner: len(inner.absolute_path))
    return error


def main():
    schema = load_schema(pathlib.Path(sys.argv[1]))
    validator = jsonschema.Draft7Validator(schema)
    bodies = sorted(pathlib.Path(sys.argv[2]).glob("*.json"))
    faults = 0
    for path in bodies:
        body = json.loads(path.read_text(encoding="utf-8"))
        for error in validator.iter_errors(body):
            inner = deepest(error)
            place = "/".join(str(step) for step in inner.absolute_path)
            print(f"{path.name}: {place}: {inner.message[:300]}")
            faults += 1
    print(f"validated {len(bodies)}")
    return 1 if faults or not bodies else 0


if __name__ == "__main__":
    sys.exit(main())
