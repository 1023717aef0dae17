#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes copies of sources that hold deliberate faults, each behind a switch.

mutate.py LIST SOURCE_DIR OUT_DIR: reads the list of mutants, writes the copies and
`mutant_names.inc`. `mutate.py LIST --files` prints the sources that the list names.
A piece of text that is not found exactly once is an error: the list follows the code.
"""
import pathlib
import re
import sys

ENTRY = re.compile(
    r"^mutant (\w+) (expr|stmt) (\S+)\n# ([^\n]+)\n<<<\n(.*?)\n===\n(.*?)\n>>>$", re.M | re.S)


def read(path):
    text = path.read_text()
    mutants = [m.groups() for m in ENTRY.finditer(text)]
    if len(mutants) != len(re.findall(r"^mutant ", text, re.M)):
        sys.exit(f"{path}: an entry is malformed after '{mutants[-1][0]}'")
    names = [m[0] for m in mutants]
    if len(set(names)) != len(names):
        sys.exit(f"{path}: a name stands twice")
    return mutants


def switched(number, kind, old, new):
    if kind == "expr":
        return f"(::pintle::mutants::is_on({number}) ? ({new}) : ({old}))"
    return f"if (::pintle::mutants::is_on({number})) {{ {new}\n}} else {{ {old}\n}}"


def main():
    mutants = read(pathlib.Path(sys.argv[1]))
    if sys.argv[2] == "--files":
        print(";".join(sorted({m[2] for m in mutants})), end="")
        return
    source, out = pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    files = {}
    for number, (name, kind, file, _, old, new) in enumerate(mutants, 1):
        text = files.setdefault(file, (source / file).read_text())
        if text.count(old) != 1:
            sys.exit(f"mutant {name}: its text stands {text.count(old)} times in {file}")
        files[file] = text.replace(old, switched(number, kind, old, new))
    for file, text in files.items():
        (out / file).parent.mkdir(parents=True, exist_ok=True)
        (out / file).write_text(text)
    lines = [f'{{{n}, "{m[0]}", "{m[3]}"}},' for n, m in enumerate(mutants, 1)]
    (out / "mutant_names.inc").write_text("\n".join(lines) + "\n")


main()
