#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""budget.py INCLUDE_DIR CXX...: what a public header costs and drags in.

Each header must compile alone, without warnings, stay within the budget of lines after
preprocessing, and keep the forbidden headers out of its closure (by file name, not by
text). With several compilers, the lines are counted with the first.
"""
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

UMBRELLA_LINES = 90_000
LINES = 76_000
LINES_WITHOUT_MEMORY_AND_CHRONO = 62_000
FORBIDDEN_STD = {"functional", "map", "mutex", "thread", "future", "ranges", "regex",
                 "filesystem", "iostream", "stop_token"}
FORBIDDEN_OTHERS = re.compile(
    r"/(curl|simdjson|spdlog|fmt|nlohmann|gtest|gmock|benchmark|asio)(/|\.h)|/sqlite3\.h")
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wnon-virtual-dtor",
            "-Wold-style-cast", "-Werror"]


def may_use_others(name):
    return name == "json.hpp" or name.startswith("testing/")


def run(arguments, text):
    done = subprocess.run(arguments, input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip()[:4000])
    return done.stdout


def check(include_dir, compilers, name):
    """All faults of one header, and its number of lines."""
    flags = ["-std=c++20", f"-I{include_dir}", "-x", "c++"]
    source = f'#include "pintle/{name}"\n'
    faults = []
    try:
        for compiler in compilers:
            run([compiler, *flags, *WARNINGS, "-fsyntax-only", "-"], source)
        lines = run([compilers[0], *flags, "-E", "-"], source).count("\n")
        closure = re.split(r"[\s\\]+", run([compilers[0], *flags, "-M", "-"], source))[1:]
    except RuntimeError as failure:
        return [f"does not compile alone: {failure}"], 0
    std = {pathlib.PurePath(f).name for f in closure
           if re.search(r"/c\+\+/\d+/[a-z_]+$", f)}
    if may_use_others(name):
        return faults, lines
    for header in sorted(FORBIDDEN_STD & std):
        faults.append(f"includes <{header}>, directly or not")
    for header in closure:
        ours = "/include/pintle/" in header
        if not ours and FORBIDDEN_OTHERS.search(header):
            faults.append(f"includes {header}")
    budget = LINES if {"memory", "chrono"} <= std else LINES_WITHOUT_MEMORY_AND_CHRONO
    if name == "pintle.hpp":
        budget = UMBRELLA_LINES
    if lines > budget:
        faults.append(f"{lines} lines after preprocessing, budget {budget}")
    return faults, lines


def main():
    include_dir, compilers = pathlib.Path(sys.argv[1]), sys.argv[2:]
    root = include_dir / "pintle"
    names = sorted(str(p.relative_to(root)) for p in root.rglob("*.hpp"))
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda n: check(include_dir, compilers, n), names))
    failed = 0
    for name, (faults, lines) in zip(names, results):
        print(f"{lines:7d} {name}")
        for fault in faults:
            failed += 1
            print(f"        FAULT {name}: {fault}")
    print(f"headers: {len(names)}, faults: {failed}")
    return 1 if failed or not names else 0


if __name__ == "__main__":
    sys.exit(main())
