#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes quern-VERSION.tar.xz of a commit, and its checksum beside it.
#   tools/tarball.sh [--commit REV] [OUT]
#   --commit  HEAD unless given; the version is the one in that commit
#   OUT       the folder: build/tarball unless given
# The same commit gives the same bytes: names, order and times are the commit's,
# there is no owner, and nobody's configuration of git matters. What is not
# committed is not in it. The last line is the file's path.
set -u
cd "$(dirname "$0")/.." || exit 1
commit=HEAD out=build/tarball
while [ $# -gt 0 ]; do
  case $1 in
    --commit) commit=${2:?tools/tarball.sh: --commit needs a commit}; shift ;;
    -*) echo "tools/tarball.sh: unknown option '$1'" >&2; exit 2 ;;
    *) out=$1 ;;
  esac
  shift
done
fail() { echo "tarball: $*" >&2; exit 1; }
commit=$(git rev-parse --verify -q "$commit^{commit}") || fail 'no such commit'
version=$(git show "$commit:include/quern/version.h" |
  sed -n 's/^#define QUERN_VERSION "\(.*\)"$/\1/p')
[ -n "$version" ] || fail "$commit has no version"
name=quern-$version
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 1
work=$(mktemp -d "$out/.tarball.XXXXXX") || exit 1
trap 'rm -rf "$work"' EXIT

# No attributes but the commit's own, and none that rewrite files.
git -c tar.umask=0022 -c core.attributesFile=/dev/null -c core.autocrlf=false \
  archive --format=tar --prefix="$name/" "$commit" >"$work/$name.tar" ||
  fail 'git archive failed'
xz -T1 -6 --check=crc64 "$work/$name.tar" || fail 'xz failed'
(cd "$work" && sha256sum "$name.tar.xz" >"$name.tar.xz.sha256") || exit 1
mv "$work/$name.tar.xz" "$work/$name.tar.xz.sha256" "$out" || exit 1
echo "$out/$name.tar.xz"
