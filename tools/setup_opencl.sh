#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches Intel's OpenCL runtime for CPUs, a device that takes SPIR-V for the
# tests of the back end 'opencl', from Python's package index into the user's
# cache. Says nothing when it is there; without it those tests are skipped.
set -u
version=2026.2.0
folder=${QUERN_TEST_OPENCL:-${XDG_CACHE_HOME:-$HOME/.cache}/quern-setup/opencl}
[ -e "$folder/lib/libintelocl.so" ] && [ -e "$folder/lib/libsvml.so" ] && exit 0

fail() {
  echo "setup: no OpenCL runtime: $*; the tests that need it are skipped" >&2
  rm -rf "$folder.$$"
  exit 1
}

[ "$(uname -m)" = x86_64 ] || fail "it is for x86-64"
echo "setup: intel-opencl-rt $version, into $folder"
mkdir -p "$(dirname "$folder")" || fail "the folder cannot be made"
python3 -m venv "$folder.$$" >/dev/null 2>&1 ||
  fail "python3 -m venv does not work (package python3-venv)"
# The second one has libraries that the first needs and does not ask for.
"$folder.$$/bin/pip" install --quiet --disable-pip-version-check \
  "intel-opencl-rt==$version" "intel-cmplr-lib-rt==$version" ||
  fail "pip could not fetch it"
[ -e "$folder.$$/lib/libintelocl.so" ] || fail "the package has no library"
LD_LIBRARY_PATH="$folder.$$/lib" python3 -c \
  'import ctypes, sys; ctypes.CDLL(sys.argv[1])' \
  "$folder.$$/lib/libintelocl.so" || fail "its library does not load"
rm -rf "$folder"
mv "$folder.$$" "$folder" || fail "the folder cannot be moved"
