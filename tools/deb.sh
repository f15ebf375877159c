#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds Debian's packages of HEAD, and looks at them with lintian.
#   tools/deb.sh [--dirty] [OUT]
#   --dirty   of the working tree as it is, instead of HEAD
#   OUT       where the packages go: build/deb unless given
# packaging/debian becomes debian/ in a copy of the tree: @VERSION@ and @ABI@ are
# those of include/quern/version.h, @LLVM@ the first of cmake/llvm.txt, the date
# the commit's. Needs what the packages' Build-Depends name, debhelper, and
# lintian (bash tools/setup.sh --release). The status is 1 when lintian finds an
# error or a warning, and 77 when a program is missing.
set -u
cd "$(dirname "$0")/.." || exit 1
dirty='' out=build/deb
while [ $# -gt 0 ]; do
  case $1 in
    --dirty) dirty=1 ;;
    -*) echo "tools/deb.sh: unknown option '$1'" >&2; exit 2 ;;
    *) out=$1 ;;
  esac
  shift
done
for tool in dpkg-buildpackage dh lintian git; do
  command -v $tool >/dev/null ||
    { echo "skipped: no $tool; bash tools/setup.sh --release"; exit 77; }
done
say() { echo "deb: $*"; }

version=$(python3 tools/version.py --debian) || exit 1
abi=$(python3 tools/version.py --abi) || exit 1
llvm=$(sed -n 's/^\([0-9][0-9]*\) .*/\1/p' cmake/llvm.txt | head -n 1)
suite=unstable
case $version in *~pre) suite=UNRELEASED ;; esac
epoch=$(git log -1 --format=%ct) || exit 1
export SOURCE_DATE_EPOCH=$epoch
date=$(LC_ALL=C date -u -R -d "@$epoch")

mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 1
tree=$out/quern-$version
rm -rf "$tree" "$out"/*.deb "$out"/*.buildinfo "$out"/*.changes
mkdir "$tree" || exit 1
if [ -n "$dirty" ]; then
  git ls-files -z --cached --others --exclude-standard |
    tar --null --ignore-failed-read -T - -cf - 2>/dev/null |
    tar -C "$tree" -xf -
else
  git archive HEAD | tar -C "$tree" -xf -
fi || exit 1

# debian/, with the names and the places of this version.
cp -r "$tree/packaging/debian" "$tree/debian" || exit 1
for file in "$tree"/debian/*.in; do
  name=$(basename "$file" .in)
  case $name in libquern.*) name=libquern$abi.${name#libquern.} ;; esac
  sed -e "s/@VERSION@/$version/g" -e "s/@ABI@/$abi/g" -e "s/@LLVM@/$llvm/g" \
    -e "s/@SUITE@/$suite/g" -e "s/@DATE@/$date/g" "$file" \
    >"$tree/debian/$name" && rm "$file" || exit 1
done
if [ ! -x "$tree/debian/rules" ]; then chmod +x "$tree/debian/rules"; fi

say "quern $version, ABI $abi, LLVM $llvm"
(cd "$tree" && DEB_BUILD_OPTIONS="${DEB_BUILD_OPTIONS:-noautodbgsym nocheck}" \
  dpkg-buildpackage -us -uc -b) >"$out/build.log" 2>&1 ||
  { tail -n 40 "$out/build.log"; say "failed; all of it: $out/build.log"; exit 1; }
grep -n 'warning: ' "$out/build.log" | grep -v '^[0-9]*:dpkg' >"$out/warnings"
[ ! -s "$out/warnings" ] ||
  { say "the compiler warned:"; sed 's/^/  /' "$out/warnings" | head -n 20; }
rm -rf "$tree"
for package in "$out"/*.deb; do
  say "$(basename "$package")  $(stat -c %s "$package") bytes"
done
lintian --version | sed 's/^/deb: /'
lintian --tag-display-limit 0 --fail-on error,warning "$out"/*.changes
status=$?
[ $status -eq 0 ] && [ ! -s "$out/warnings" ] && say 'ok, lintian too' && exit 0
say 'failed'
exit 1
