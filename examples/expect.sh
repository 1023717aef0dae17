#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# expect.sh RC REGEX [REGEX...] -- COMMAND...: runs the command; its code and, of its
# output, every pattern must be as said.
set -uo pipefail
rc="$1"
shift
patterns=()
while [ "$1" != -- ]; do
  patterns+=("$1")
  shift
done
shift
output="$("$@" 2>&1)"
got=$?
printf '%s\n' "$output"
failed=0
[ "$got" -eq "$rc" ] || { echo "expected code $rc, got $got"; failed=1; }
for pattern in "${patterns[@]}"; do
  printf '%s\n' "$output" | grep -qE -e "$pattern" ||
    { echo "not in the output: $pattern"; failed=1; }
done
exit "$failed"
