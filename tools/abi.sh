#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compares what the libraries of a build export with the last release, as
# docs/abi.md has it. The records of the release are the files of abi/.
#   tools/abi.sh BUILD            compares; fails when a program that was linked
#                                 with the release could not run any more
#   tools/abi.sh --record BUILD   makes the records of this build, for a release
#   --records DIR --headers DIR   other records, other public headers (tests)
# For each library of BUILD/lib there are
#   abi/<library>.symbols   all names it exports but qn_*: none may go
#   abi/<library>.abi       where it has functions of the public C API: their
#                           types, by abidw; needs a build with -g
# abi/release says of which release and which QUERN_ABI_VERSION they are. When
# that has grown, differences are listed and right.
# Needs nm, and for the types abidw and abidiff (Debian's abigail-tools); without
# them the names are compared and the status is 77.
set -u
here=$(cd "$(dirname "$0")/.." && pwd) || exit 1
records=$here/abi headers=$here/include record='' build=''
while [ $# -gt 0 ]; do
  case $1 in
    --record) record=1 ;;
    --records) records=${2:?tools/abi.sh: --records needs a folder}; shift ;;
    --headers) headers=${2:?tools/abi.sh: --headers needs a folder}; shift ;;
    -*) echo "tools/abi.sh: unknown option '$1'" >&2; exit 2 ;;
    *) build=$1 ;;
  esac
  shift
done
[ -n "$build" ] || { echo 'usage: tools/abi.sh [--record] BUILD' >&2; exit 2; }
public=$here/abi/public.suppr
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

number() { # of QUERN_ABI_VERSION in the headers
  sed -n 's/^#define QUERN_ABI_VERSION \([0-9]*\)$/\1/p' \
    "$headers/quern/version.h"
}
text() {
  sed -n 's/^#define QUERN_VERSION "\(.*\)"$/\1/p' "$headers/quern/version.h"
}
abi=$(number) version=$(text)
[ -n "$abi" ] && [ -n "$version" ] ||
  { echo "abi: $headers/quern/version.h has no version" >&2; exit 1; }
mapfile -t libraries < <(find "$build/lib" -maxdepth 1 -name 'libquern*.so' |
  LC_ALL=C sort)
[ ${#libraries[@]} -gt 0 ] ||
  { echo "abi: no libquern*.so in $build/lib" >&2; exit 1; }

symbols() { # LIBRARY: "name" or "name@VERSION", sorted
  nm -D --defined-only --with-symbol-versions "$1" |
    awk '$2 != "A" {print $3}' | # A: the versions themselves
    sed 's/@@/@/' | grep -v -e '@QUERN_PRIVATE$' -e '^qn_' | LC_ALL=C sort -u
}
is_public() { grep -q -E '^(quern|md)_[a-z_]*@QUERN' "$1"; }
types() { # LIBRARY: the types of its public functions
  abidw --no-corpus-path --no-show-locs --no-comp-dir-path --no-elf-needed \
    --no-parameter-names --type-id-style hash --suppressions "$public" \
    --headers-dir "$headers/quern" --headers-dir "$headers/metadata" \
    --drop-private-types "$1"
}
have_abigail() { command -v abidw >/dev/null && command -v abidiff >/dev/null; }
has_debug() { readelf -S --wide "$1" | grep -q ' \.debug_info '; }

if [ -n "$record" ]; then
  have_abigail || { echo 'abi: no abidw: apt-get install abigail-tools' >&2; exit 1; }
  mkdir -p "$work/new"
  for library in "${libraries[@]}"; do
    name=$(basename "$library" .so)
    symbols "$library" >"$work/new/$name.symbols"
    is_public "$work/new/$name.symbols" || continue
    has_debug "$library" ||
      { echo "abi: $library has no debug information" >&2; exit 1; }
    types "$library" >"$work/new/$name.abi" || exit 1
  done
  printf 'version %s\nabi %s\n' "$version" "$abi" >"$work/new/release"
  mkdir -p "$records"
  rm -f "$records"/*.symbols "$records"/*.abi
  cp "$work/new"/* "$records" || exit 1
  echo "abi: recorded $version, ABI $abi: ${#libraries[@]} libraries"
  exit 0
fi

# Structs that begin with their size may grow at the end (docs/api.md): what lies
# behind the old size is taken off. (abidiff's own rule for insertions at the end
# lets any change of such a struct pass.)
sized_structs() {
  awk '/^typedef struct quern_[a-z0-9_]+ \{/ {name = $3; next}
       name && /^  size_t size;/ {print name}
       {name = ""}' "$headers"/quern/*.h | LC_ALL=C sort -u
}
without_growth() { # OLD NEW: NEW, on stdout
  sized_structs | python3 -c '
import sys
import xml.etree.ElementTree as xml
sized = set(sys.stdin.read().split())
SIZE, AT = "size-in-bits", "layout-offset-in-bits"
def structs(tree):
    return [c for c in tree.iter("class-decl")
            if c.get("name") in sized and c.get(SIZE)]
old = {c.get("name"): int(c.get(SIZE)) for c in structs(xml.parse(sys.argv[1]))}
tree = xml.parse(sys.argv[2])
for struct in structs(tree):
    size = old.get(struct.get("name"))
    if size is None or int(struct.get(SIZE)) <= size:
        continue
    for member in struct.findall("data-member"):
        if int(member.get(AT)) >= size:
            struct.remove(member)
    struct.set(SIZE, str(size))
tree.write(sys.stdout, encoding="unicode")
' "$1" "$2"
}

read -r of_release < <(sed -n 's/^version //p' "$records/release")
read -r of_abi < <(sed -n 's/^abi //p' "$records/release")
[ -n "${of_release:-}" ] && [ -n "${of_abi:-}" ] ||
  { echo "abi: $records/release does not say of what the records are" >&2; exit 1; }
if [ "$abi" -lt "$of_abi" ]; then
  echo "abi: QUERN_ABI_VERSION is $abi, of $of_release it was $of_abi" >&2
  exit 1
fi
broken=0 untyped=''
for file in "$records"/*.symbols; do
  name=$(basename "$file" .symbols)
  library=$build/lib/$name.so
  if [ ! -e "$library" ]; then
    echo "abi: $name: the library is gone"
    broken=1
    continue
  fi
  symbols "$library" >"$work/symbols"
  LC_ALL=C sort -u "$file" >"$work/old"
  LC_ALL=C sort -u "$work/symbols" >"$work/now"
  gone=$(LC_ALL=C comm -23 "$work/old" "$work/now")
  if [ -n "$gone" ]; then
    printf '%s\n' "$gone" | sed "s/^/abi: $name: gone: /"
    broken=1
  fi
  more=$(LC_ALL=C comm -13 "$work/old" "$work/now" | wc -l)
  [ "$more" -eq 0 ] || echo "abi: $name: $more names more than in $of_release"
  [ -e "$records/$name.abi" ] || continue
  if ! have_abigail; then untyped='no abidiff'; continue; fi
  if ! has_debug "$library"; then untyped="$name has no debug information"; continue; fi
  # A record is made of the build, too, so that both were read in one way.
  types "$library" >"$work/whole.abi" &&
    without_growth "$records/$name.abi" "$work/whole.abi" >"$work/now.abi" ||
    exit 1
  abidiff --no-added-syms --ignore-soname \
    "$records/$name.abi" "$work/now.abi" >"$work/diff" 2>&1
  status=$?
  if [ $((status & 3)) -ne 0 ]; then
    cat "$work/diff"
    echo "abi: abidiff failed ($status)" >&2
    exit 1
  elif [ $status -ne 0 ]; then
    sed "s/^/abi: $name: /" "$work/diff"
    broken=1
  fi
done

if [ $broken -ne 0 ] && [ "$abi" -gt "$of_abi" ]; then
  echo "abi: ABI $abi differs from ABI $of_abi of $of_release, as it says"
elif [ $broken -ne 0 ]; then
  echo "abi: programs linked with $of_release would not run: undo it, or raise" \
    "QUERN_ABI_VERSION to $((of_abi + 1)) (docs/abi.md)"
  exit 1
fi
[ -z "$untyped" ] || { echo "skipped: types were not compared: $untyped"; exit 77; }
echo "abi: ok: ${#libraries[@]} libraries, compared with $of_release"
