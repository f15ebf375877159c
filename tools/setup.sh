#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what Quern needs and this machine lacks, from Debian's packages.
#   tools/setup.sh          packages to build and to test (tools/packages.txt)
#   tools/setup.sh --lint   those for make fmt and lint too
#   tools/setup.sh --ci     those for lint and for .ci/run too
#   tools/setup.sh --release  those for tools/release.sh and make deb too
#   tools/setup.sh --extra  those for the Rust crate and for comparisons too, and
#                           an OpenCL device (tools/setup_opencl.sh)
#   tools/setup.sh --list   only says what is missing
# Asks nothing; says nothing when all is there. Needs root or sudo to install.
set -u
cd "$(dirname "$0")/.." || exit 1

wanted='build|test' list=
for arg in "$@"; do
  case $arg in
    --lint) wanted+='|lint' ;;
    --ci) wanted+='|lint|ci' ;;
    --release) wanted+='|lint|ci|release' ;;
    --extra) wanted+='|extra' ;;
    --list) list=1 ;;
    *) echo "tools/setup.sh: unknown option '$arg'" >&2; exit 2 ;;
  esac
done
mapfile -t packages < <(
  awk -v w="^($wanted)\$" '!/^#/ && $2 ~ w {print $1}' tools/packages.txt)

# Needs some of the packages: last, however this ends.
[ -n "$list" ] || case $wanted in
  *extra*) trap 'bash tools/setup_opencl.sh' EXIT ;;
esac

# Elsewhere than on Debian the names differ: the build says what it misses.
if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  command -v cmake >/dev/null && command -v ninja >/dev/null && exit 0
  echo "setup: no Debian packages here; Quern needs what tools/packages.txt lists" >&2
  exit 1
fi

installed=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' \
  "${packages[@]}" 2>/dev/null | awk '$2 == "installed" {print $1}')
mapfile -t missing < <(
  printf '%s\n' "${packages[@]}" | grep -vxF -e "${installed:-none}")
[ ${#missing[@]} -gt 0 ] || exit 0
echo "setup: missing: ${missing[*]}"
[ -z "$list" ] || exit 0

# Is one of these packages needed to build?
needed() {
  printf '%s\n' "$@" | awk '
    NR == FNR {if ($2 == "build") build[$1] = 1; next}
    $1 in build {found = 1} END {exit !found}' tools/packages.txt -
}
without_them() {
  echo "setup: going on without them; the tests that need them are skipped" >&2
}

as_root=
if [ "$(id -u)" -ne 0 ]; then
  if ! sudo -n true 2>/dev/null; then
    echo "setup: not root, and no sudo without a password; run as root:" >&2
    echo "  apt-get install --no-install-recommends ${missing[*]}" >&2
    needed "${missing[@]}" && exit 1
    without_them
    exit 0
  fi
  as_root='sudo -n'
fi
export DEBIAN_FRONTEND=noninteractive
apt() {
  $as_root apt-get -q -y -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@"
}

echo "setup: apt-get update"
apt update >/dev/null || echo "setup: could not update; trying what is known" >&2
# One at a time when all at once fails: one package that is not to be had must
# not take the others with it.
echo "setup: apt-get install ${missing[*]}"
if ! apt install --no-install-recommends "${missing[@]}"; then
  for package in "${missing[@]}"; do
    apt install --no-install-recommends "$package" ||
      failed+=" $package"
  done
fi
[ -z "${failed:-}" ] && exit 0
echo "setup: could not install:$failed" >&2
# shellcheck disable=SC2086
needed $failed && exit 1
without_them
