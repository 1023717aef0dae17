# SPDX-License-Identifier: MIT
# Sourced by examples/run.sh, tests/run.sh and .ci/run: sets a Debian 12 machine up.

build_packages="g++ cmake ninja-build pkg-config nlohmann-json3-dev libcurl4-openssl-dev
  libsimdjson-dev libpcre2-dev libfmt-dev libspdlog-dev libasio-dev"
test_packages="libgtest-dev libgmock-dev libbenchmark-dev openssl python3
  python3-h2 python3-jsonschema"
ci_packages="ccache clang libclang-rt-14-dev"

# Installs those of the named packages that are missing, as root or through sudo.
install_missing() {
  local missing="" package
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  echo "installing:$missing" >&2
  local sudo=""
  [ "$(id -u)" -eq 0 ] || sudo="sudo"
  # shellcheck disable=SC2086
  $sudo apt-get update -qq >&2 &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
      --no-install-recommends $missing >&2
}

# configure PRESET [cmake arguments]: quiet unless it fails; ccache when there is one.
configure() {
  local preset="$1" launcher=""
  shift
  if command -v ccache >/dev/null; then launcher="-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"; fi
  local log
  log="$(mktemp)"
  if ! cmake --preset "$preset" $launcher "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  grep '^-- pintle: ' "$log" >&2 || true
  rm -f "$log"
}

build_jobs="${PINTLE_JOBS:-$(nproc)}"
