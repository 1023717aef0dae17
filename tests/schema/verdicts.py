# SPDX-License-Identifier: MIT
"""Reads lines of {"schema": …, "value": …}; writes 1 or 0 for each, then the version."""
import importlib.metadata
import json
import sys

from jsonschema import Draft202012Validator

with open(sys.argv[1], encoding="utf-8") as pairs:
    for line in pairs:
        pair = json.loads(line)
        print(int(Draft202012Validator(pair["schema"]).is_valid(pair["value"])))
print(importlib.metadata.version("jsonschema"))
