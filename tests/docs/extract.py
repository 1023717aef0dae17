#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""extract.py PAGE OUT: writes the C++ blocks of a Markdown page into one source file."""
import re
import sys

page, out = sys.argv[1:3]
with open(page, encoding="utf-8") as file:
    text = file.read()
blocks = re.finditer(r"^```cpp\n(.*?)^```$", text, re.S | re.M)
with open(out, "w", encoding="utf-8") as file:
    for block in blocks:
        line = text.count("\n", 0, block.start()) + 2
        file.write(f'#line {line} "{page}"\n{block.group(1)}\n')
