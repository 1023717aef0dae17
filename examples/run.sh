#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# examples/run.sh "QUESTION": an agent answers a question about the current folder. Sets
# the machine up and builds incrementally first. README.md says which model answers.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
(
  cd "$root"
  . cmake/debian.sh
  # shellcheck disable=SC2086
  install_missing $build_packages
  configure examples
  [ -x build/examples/examples/agent/agent_example ] || echo "building the example" >&2
  cmake --build build/examples -j "$build_jobs" --target agent_example -- --quiet >&2
)
exec "$root/build/examples/examples/agent/agent_example" "$@"
