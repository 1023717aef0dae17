#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# tests/package/run.sh static|shared SOURCE BUILD WORK CXX [LAUNCHER]
# static: installs BUILD, then builds and runs a consumer by find_package, by find_package
#   from the moved prefix, and by pkg-config.
# shared: builds pintle as a subfolder of another project, with shared libraries, then
#   installs that and builds a consumer by find_package.
set -euo pipefail
mode="$1" source="$2" build="$3" work="$4" cxx="$5" launcher="${6:-}"
rm -rf "$work"
mkdir -p "$work"
log="$work/log"

quietly() { "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }; }

generate() {  # FOLDER BUILD [cmake arguments]
  quietly cmake -S "$1" -B "$2" -G Ninja "-DCMAKE_CXX_COMPILER=$cxx" \
    "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher" "${@:3}"
}

consume() {  # NAME PREFIX [cmake arguments]
  generate "$source/tests/package/consumer" "$work/$1" "-DCMAKE_PREFIX_PATH=$2" "${@:3}"
  quietly cmake --build "$work/$1"
  echo "$1: $("$work/$1/consumer")"
}

no_path_of() {  # the installed text files name no folder of the machine that built them
  if grep -rlI -e "$source" -e "$build" -e "$1" "$1"; then
    echo "an installed file names a folder of the build"
    exit 1
  fi
}

case "$mode" in
static)
  quietly cmake --install "$build" --prefix "$work/prefix"
  no_path_of "$work/prefix"
  consume find_package "$work/prefix"
  consume components "$work/prefix" "-DWANTED=core;testing"
  mv "$work/prefix" "$work/moved"
  consume moved "$work/moved"
  export PKG_CONFIG_PATH
  PKG_CONFIG_PATH="$(find "$work/moved/" -name pkgconfig | head -1)"
  # shellcheck disable=SC2046
  quietly $launcher "$cxx" -std=c++20 "$source/tests/package/consumer/main.cpp" \
    -o "$work/by_pkg_config" $(pkg-config --cflags --libs pintle-testing pintle)
  echo "pkg-config: $("$work/by_pkg_config")"
  ;;
shared)
  generate "$source/tests/package/subproject" "$work/subproject" \
    "-DPINTLE_SOURCE=$source" -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_CXX_FLAGS_DEBUG=-O0" \
    -DCMAKE_DISABLE_FIND_PACKAGE_CURL=ON -DCMAKE_DISABLE_FIND_PACKAGE_spdlog=ON
  if [ -e "$source/src/http/CMakeLists.txt" ]; then
    [ "$(grep -c 'component http is off: CURL' "$log")" -eq 1 ] ||
      { echo "a missing package is not named once"; exit 1; }
  fi
  quietly cmake --build "$work/subproject" -j 2
  echo "subproject, shared: $("$work/subproject/consumer")"
  quietly cmake --install "$work/subproject" --prefix "$work/prefix"
  consume find_package_shared "$work/prefix" -DCMAKE_DISABLE_FIND_PACKAGE_Threads=ON
  ;;
esac
