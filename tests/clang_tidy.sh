#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/clang_tidy.sh [FILES]: clang-tidy over src, or over the files named. Several minutes
# for all of src, so it is run on demand and not by .ci/run.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/debian.sh
# shellcheck disable=SC2086
install_missing $build_packages $test_packages clang clang-tidy
configure clang -DPINTLE_BUILD_EXAMPLES=OFF -DPINTLE_BUILD_BENCHMARKS=OFF
if [ "$#" -eq 0 ]; then
  mapfile -t files < <(find src -name '*.cpp' | sort)
  set -- "${files[@]}"
fi
printf '%s\n' "$@" | xargs -n 1 -P "$build_jobs" clang-tidy -p build/clang --quiet
