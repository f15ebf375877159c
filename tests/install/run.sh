#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a build into an empty prefix, moves it, and uses it from there: by
# pkg-config, by find_package, and the tool itself.
#   run.sh BUILD SOURCE COMPILER SANITIZERS
set -eu
build=$1 source=$2 compiler=$3 sanitize=${4:-}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
flags=${sanitize:+-fsanitize=$sanitize}
unset QUERN_HOME LD_LIBRARY_PATH
fail() { echo "install: $*" >&2; exit 1; }

cmake --install "$build" --prefix "$tmp/first" >/dev/null
mv "$tmp/first" "$tmp/prefix"
prefix=$tmp/prefix
lib=$(dirname "$(find "$prefix" -name libquern.so)")

# Everything that the README promises is there.
for file in bin/quern include/quern/version.h share/man/man1/quern.1 \
  share/man/man1/quern-version.1 share/bash-completion/completions/quern \
  share/zsh/site-functions/_quern share/fish/vendor_completions.d/quern.fish; do
  [ -s "$prefix/$file" ] || fail "no $file"
done
[ -s "$lib/quern/include/quern/version.h" ] || fail "no private headers"

# The tool finds its own files, not those of the build or the source tree.
version=$("$prefix/bin/quern" version)
"$prefix/bin/quern" doctor --format json >"$tmp/doctor" || [ $? -eq 3 ]
grep -q "\"path\": \"$lib/quern/include/hip\"" "$tmp/doctor" ||
  fail "the tool does not find its headers in $lib/quern"
if [ -e "$build/lib/quern/libquern-compiler.so" ]; then
  grep -q "\"path\": \"$lib/quern/libquern-compiler.so\"" "$tmp/doctor" ||
    fail "the tool does not find its compiler library"
fi
if readelf -d "$prefix/bin/quern" "$lib"/*.so "$lib"/quern/*.so 2>/dev/null |
  grep -E 'R(UN)?PATH' | grep -F -e "$build" -e "$source"; then
  fail "a path of the build is left in a library"
fi

# QUERN_HOME may be the prefix or its folder of private files.
for home in "$prefix" "$lib/quern"; do
  QUERN_HOME=$home "$build/bin/quern" doctor --format json >"$tmp/doctor" ||
    [ $? -eq 3 ]
  grep -q "\"path\": \"$lib/quern/include/hip\"" "$tmp/doctor" ||
    fail "QUERN_HOME=$home is not where the tool looks first"
  if [ -e "$lib/quern/libquern-compiler.so" ]; then
    echo '__global__ void k(float *p) { p[0] = 1; }' >"$tmp/k.cu"
    QUERN_HOME=$home "$build/bin/quern" compile -q -t ptx90 "$tmp/k.cu" \
      -o "$tmp/k.hipfb" || fail "does not compile with QUERN_HOME=$home"
  fi
done

# pkg-config.
export PKG_CONFIG_PATH=$lib/pkgconfig
pkg-config --print-errors --exists quern
# shellcheck disable=SC2046,SC2086
"$compiler" $flags -Wall -Werror "$source/tests/install/consumer/main.c" \
  -o "$tmp/by-pkg-config" $(pkg-config --cflags --libs quern)
[ "$(LD_LIBRARY_PATH=$lib "$tmp/by-pkg-config")" = "$version" ] ||
  fail "the program built by pkg-config does not say '$version'"

if [ -e "$lib/quern/libquern-compiler.so" ]; then
  LD_LIBRARY_PATH=$lib "$tmp/by-pkg-config" compile >"$tmp/compiled" ||
    fail "a program cannot compile by quern/compile.h"
fi

# find_package.
cmake -S "$source/tests/install/consumer" -B "$tmp/consumer" -G Ninja \
  -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$compiler" \
  -DCMAKE_C_FLAGS="$flags" >/dev/null
cmake --build "$tmp/consumer" >/dev/null
[ "$("$tmp/consumer/consumer")" = "$version" ] ||
  fail "the program built by find_package does not say '$version'"
[ "$(cat "$tmp/consumer/version.txt")" = "$version" ] ||
  fail "Quern::tool is not the tool"
# Programs: by the compiler's own name, and by CMake's language HIP. An
# instrumented runtime would need instrumented programs.
if [ -e "$lib/quern/libquern-compiler.so" ] && [ -z "$sanitize" ]; then
  "$prefix/bin/quern-cc" "$source/tests/cc/data/mixed.cpp" \
    "$source/tests/cc/data/mixed.c" "$source/tests/cc/data/mixed.hip" \
    -o "$tmp/program"
  [ "$("$tmp/program")" = 42 ] || fail "the program of quern-cc is wrong"
  cmake -S "$source/tests/cc/data/cmake" -B "$tmp/languages" -G Ninja \
    -DCMAKE_TOOLCHAIN_FILE="$lib/cmake/Quern/quern-toolchain.cmake" >/dev/null
  cmake --build "$tmp/languages" --target hip_program >/dev/null
  [ "$("$tmp/languages/hip_program")" = 42 ] || fail "CMake's program is wrong"
  [ -s "$prefix/share/quern/gdb.py" ] || fail "no script for gdb"
fi
echo "installed, moved, used: $version"
