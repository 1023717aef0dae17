#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/fuzz/run.sh [SECONDS]: builds the fuzz targets with clang and runs each of them
# that long (30 unless told), two at a time. Inputs that were found are kept in
# build/fuzz/corpus, findings in build/fuzz/findings. Exit 77: no clang with libFuzzer.
set -euo pipefail
cd "$(dirname "$0")/../.."
. cmake/debian.sh

seconds="${1:-30}"
probe="$(mktemp -d)"
trap 'rm -rf "$probe"' EXIT
echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, long) { return 0; }' \
  >"$probe/probe.cpp"
if ! clang++ -fsanitize=fuzzer,address "$probe/probe.cpp" -o "$probe/probe" 2>/dev/null; then
  echo "fuzz: skipped: no clang++ with libFuzzer"
  exit 77
fi

configure fuzz
cmake --build build/fuzz -j "$build_jobs" --target fuzzers -- --quiet

# Seeds: the fault corpus where it is given, and a few lines of our own.
shared="${PINTLE_SHARED_DIR:-../shared}"
seed() {  # TARGET PATTERN
  mkdir -p "build/fuzz/corpus/$1"
  local file
  for file in "$shared"/corpus/$2; do
    if [ -f "$file" ]; then cp -n "$file" "build/fuzz/corpus/$1/"; fi
  done
}
seed sse_fuzz '*.sse'
seed openai_chat_fuzz '[os]*.sse'
seed anthropic_fuzz 'an*.sse'
seed journal_fuzz 'none'
seed history_fuzz 'none'
seed schema_fuzz 'none'
seed text_protocol_fuzz 'none'
printf '%s\n%s' '{"type":"object","properties":{"a":{"minimum":1}},"required":["a"]}' \
  '{"a":"5"}' >build/fuzz/corpus/schema_fuzz/object
printf '%s\n%s' '{"anyOf":[{"pattern":"^a+$"},{"items":{"enum":[1,null]},"uniqueItems":true}]}' \
  '["[1]"]' >build/fuzz/corpus/schema_fuzz/forms
# shellcheck disable=SC2016
printf 'Hi <ToolCall>{"name":"a","arguments":{}}</ToolCall> `<ToolCall>` \n```\n<ToolCall>' \
  >build/fuzz/corpus/text_protocol_fuzz/both
cp -n tests/replay/data/journal_v1.jsonl build/fuzz/corpus/journal_fuzz/

mkdir -p build/fuzz/findings
run_one() {
  local target="$1" log="build/fuzz/$1.log"
  if build/fuzz/tests/fuzz/"$target" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -max_len=16384 -print_final_stats=1 \
    -artifact_prefix="build/fuzz/findings/$target-" "build/fuzz/corpus/$target" \
    >"$log" 2>&1; then
    echo "fuzz $target: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
      "executions, no finding"
  else
    tail -40 "$log"
    echo "fuzz $target: FINDING; run again: build/fuzz/tests/fuzz/$target FILE"
    return 1
  fi
}
export -f run_one
export seconds
find build/fuzz/tests/fuzz -maxdepth 1 -name '*_fuzz' -type f -printf '%f\n' | sort |
  xargs -P "$build_jobs" -I{} bash -c 'run_one {}'
