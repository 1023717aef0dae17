#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/run.sh [--long] [ctest arguments]: sets the machine up, builds incrementally, runs
# all tests. --long adds the long forms. Example: tests/run.sh -L unit
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/debian.sh

# shellcheck disable=SC2086
install_missing $build_packages $test_packages
selection=(-LE long)
if [ "${1:-}" = --long ]; then
  shift
  selection=()
  export PINTLE_LONG=1
fi
configure release
cmake --build build/release -j "$build_jobs" -- --quiet
rc=0
ctest --test-dir build/release --output-on-failure -j "$build_jobs" \
  "${selection[@]}" "$@" || rc=$?
# What the runners over recorded bytes and the like counted.
log=build/release/Testing/Temporary/LastTest.log
if [ -f "$log" ]; then
  grep -hE '^(recorded|corpus|contracts|scenarios|property|replay|model_check|sim|mutants|fuzz|SKIPPED-SHARED)[ :(]' "$log" || true
fi
exit "$rc"
