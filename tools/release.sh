#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes a release of the branch that is checked out: docs/releases.md has the
# steps before and after it.
#   tools/release.sh             the release: two commits and a tag; pushes nothing
#   tools/release.sh --dry-run   all of it, but branch and tags stay as they are
#   --sign        a signed tag
#   --no-bare     not in a bare Debian, without git (tools/bare.sh --tarball)
#   --next X.Y.Z  the version after it: the next minor one unless given
#   --out DIR     where the tarball goes: build/release-VERSION unless given
# Everything happens in a clone, from which branch and tag are taken at the end:
# when a step fails, nothing has changed. Needs an hour or more, with --no-bare
# as long as make check.
set -u
cd "$(dirname "$0")/.." || exit 1
dry='' sign='' bare=1 next='' out=''
while [ $# -gt 0 ]; do
  case $1 in
    --dry-run) dry=1 ;;
    --sign) sign=1 ;;
    --no-bare) bare='' ;;
    --next) next=${2:?tools/release.sh: --next needs a version}-pre; shift ;;
    --out) out=${2:?tools/release.sh: --out needs a folder}; shift ;;
    *) echo "tools/release.sh: unknown option '$1'" >&2; exit 2 ;;
  esac
  shift
done
here=$PWD
say() { echo "release: $*"; }
fail() { echo "release: $*" >&2; exit 1; }
step() { # TITLE COMMAND...
  local title=$1
  shift
  say "== $title"
  "$@" || fail "$title failed; nothing has changed"
}

# ---- What there is

branch=$(git symbolic-ref --short -q HEAD) || fail 'no branch is checked out'
head=$(git rev-parse HEAD) || exit 1
changed=$(git status --porcelain) || exit 1
[ -z "$changed" ] ||
  { printf '%s\n' "$changed" | head >&2; fail 'the tree has changes that are not committed'; }
python3 tools/version.py --check >/dev/null || exit 1
pre=$(python3 tools/version.py) || exit 1
version=$(python3 tools/version.py --released) || exit 1
case $pre in
  *-pre) ;;
  *) fail "the version is $pre, expected one with -pre" ;;
esac
[ -n "$next" ] || next=$(python3 tools/version.py --next) || exit 1
tag=v$version
! git rev-parse -q --verify "refs/tags/$tag" >/dev/null ||
  fail "there is a tag $tag already"

section() { # VERSION: its lines in CHANGES, below the heading
  awk -v version="$1" '
    /^[0-9]+\.[0-9]+\.[0-9]+ \(/ {inside = $1 == version; next}
    inside && !/^=+$/ {print}' CHANGES
}
first=$(grep -m 1 -E '^[0-9]+\.[0-9]+\.[0-9]+ \(' CHANGES)
[ "$first" = "$version (not released)" ] ||
  fail "CHANGES begins with '$first', expected '$version (not released)'"
section "$version" | grep -q '^  \* ' ||
  fail "CHANGES says nothing of $version"
[ -n "$out" ] || out=build/release-$version
say "$version of $branch at $(git log -1 --format='%h %s'), then $next"

# ---- Whether it is good

step 'make check' make --no-print-directory check
step 'make lint' make --no-print-directory lint
step 'the ABI' make --no-print-directory abi

# ---- The commits and the tag, in a clone

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
clone=$work/quern
git clone -q --no-hardlinks --branch "$branch" "file://$here" "$clone" || exit 1
[ "$(git -C "$clone" rev-parse HEAD)" = "$head" ] || fail 'the branch moved'
for key in user.name user.email user.signingkey gpg.format gpg.program; do
  value=$(git config "$key") && git -C "$clone" config "$key" "$value"
done
day=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%d)

# Writes a version, and what is made of it.
set_version() {
  (cd "$clone" && python3 tools/version.py --set "$1" &&
    python3 tools/version.py --check >/dev/null && python3 tools/features.py)
}
release_commit() {
  set_version "$version" || return 1
  local title="$version ($day)"
  sed -i "0,/^$version (not released)\$/s//$title/" "$clone/CHANGES" &&
    sed -i "/^$title\$/{n;s/.*/$(printf '%*s' ${#title} '' | tr ' ' =)/}" \
      "$clone/CHANGES" || return 1
  bash tools/abi.sh --record --records "$clone/abi" \
    --headers "$clone/include" build/dev || return 1
  git -C "$clone" add -A && git -C "$clone" commit -q -m "Release $version"
}
tarball() {
  local one two
  one=$(bash "$clone/tools/tarball.sh" "$work/first" | tail -n 1) &&
    two=$(bash "$clone/tools/tarball.sh" "$work/second" | tail -n 1) || return 1
  cmp "$one" "$two" || { say 'two tarballs of one commit differ'; return 1; }
  file=$one
}
# A build of the tarball where git refuses to be run.
build_tarball() {
  mkdir -p "$work/path" "$work/unpacked" || return 1
  printf '#!/bin/sh\necho "git: not here" >&2\nexit 127\n' >"$work/path/git"
  chmod 755 "$work/path/git"
  tar -C "$work/unpacked" -xJf "$file" || return 1
  local said
  (cd "$work/unpacked/quern-$version" && PATH=$work/path:$PATH &&
    GIT_DIR=/none make --no-print-directory all) &&
    said=$("$work/unpacked/quern-$version/build/dev/bin/quern" version) || return 1
  [ "$said" = "quern $version" ] ||
    { say "the tool of the tarball says '$said', expected 'quern $version'"; return 1; }
  rm -rf "$work/unpacked"
}
tag_commit() {
  { echo "Quern $version"; section "$version"; } >"$work/message"
  git -C "$clone" tag ${sign:+-s} -a -F "$work/message" "$tag"
}
next_commit() {
  set_version "$next" || return 1
  local title="${next%-pre} (not released)"
  {
    sed -n '1,/^$/p' "$clone/CHANGES"
    printf '%s\n%s\n\n' "$title" "$(printf '%*s' ${#title} '' | tr ' ' =)"
    sed '1,/^$/d' "$clone/CHANGES"
  } >"$work/changes" && cp "$work/changes" "$clone/CHANGES" || return 1
  git -C "$clone" add -A && git -C "$clone" commit -q -m "Begin ${next%-pre}"
}

step "the commit of $version" release_commit
step 'the tarball, twice' tarball
step 'a build of the tarball without git' build_tarball
if [ -n "$bare" ]; then
  step 'the tarball in a bare Debian' bash tools/bare.sh --tarball "$file"
else
  say 'skipped: the tarball in a bare Debian'
fi
step "the tag $tag" tag_commit
step "the commit of $next" next_commit

# ---- Taken over

mkdir -p "$out" && cp "$file" "$file.sha256" "$out" || exit 1
say "wrote $out/$(basename "$file")"
git -C "$clone" log --format='release: %h %s' "$head..HEAD"
if [ -n "$dry" ]; then
  say "dry run: $branch and the tags are as they were"
  exit 0
fi
[ "$(git rev-parse HEAD)" = "$head" ] && [ -z "$(git status --porcelain)" ] ||
  fail 'the branch or the tree changed meanwhile; nothing was taken over'
git fetch -q "file://$clone" "refs/tags/$tag:refs/tags/$tag" "$branch" || exit 1
git merge -q --ff-only FETCH_HEAD || { git tag -d "$tag"; exit 1; }
say "$branch has $version and $next, $tag is there; push both when all is well"
