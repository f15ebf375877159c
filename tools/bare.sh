#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The newcomer's path: a minimal Debian with git, make and ca-certificates, the
# tree cloned into an ordinary user's home, and there `make demo`, `make check`.
#   tools/bare.sh                  all of it; a green run writes tools/bare.stamp
#   tools/bare.sh --only PATTERN   no demo, and only tests that match PATTERN
#   tools/bare.sh --dirty          the working tree as it is, instead of HEAD
#   tools/bare.sh --tarball FILE   the tree is that of tools/tarball.sh, and
#                                  there is no git
#   tools/bare.sh --debs FOLDER    instead of a tree the packages of make deb:
#                                  installed beside ROCm's, used, removed
#   tools/bare.sh --shell          then a shell as that user, before all goes
#   tools/bare.sh --keep           leaves the root where it is, and says where
#   tools/bare.sh --root DIR       makes the root in DIR and leaves it; one that
#                                  is there already only takes the tree anew
#   tools/bare.sh --fresh          forgets the cached minimal root first
#   tools/bare.sh --stamp          is tools/bare.stamp still true? Says nothing.
# As root of that machine only tools/setup.sh runs, as `make` does by itself
# when root; the rest is an ordinary user's, with neither sudo nor sbin.
#
# The minimal root and the packages are kept in $QUERN_CACHE/bare (~/.cache/quern
# unless set); nothing else is written outside the root. All mounts are made in
# a mount namespace of their own and go with it, as all processes do.
# Needs root, debootstrap (tools/setup.sh --ci) and apt's own list of mirrors.
# The last line is `N passed, N failed`; the status is 0 when all passed, 1 when
# something failed, 2 for wrong use, and 77 where no bare root can be made.
set -u
here=$(cd "$(dirname "$0")/.." && pwd) || exit 1
cd "$here" || exit 1

suite=bookworm
minimal=git,make,ca-certificates
user=newcomer
cache=${QUERN_CACHE:-}
[ "${cache:-off}" != off ] || cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/quern
cache=$cache/bare
stamp=tools/bare.stamp

say() { printf 'bare: %s\n' "$*"; }
skip() { say "skipped: $*"; exit 77; }
fail() { say "$*"; echo '0 passed, 1 failed'; exit 1; }

# What decides whether a bare machine can build and test the tree, as a hash.
decided() {
  git ls-tree -r HEAD -- tools/packages.txt tools/setup.sh tools/bare.sh \
    tools/check.sh tools/demo.sh Makefile CMakeLists.txt CMakePresets.json \
    cmake | sha256sum | cut -d ' ' -f 1
}

only='' dirty='' shell='' keep='' root='' fresh='' tarball='' debs=''
while [ $# -gt 0 ]; do
  case $1 in
    --only) only=${2:?tools/bare.sh: --only needs a pattern}; shift ;;
    --root) root=${2:?tools/bare.sh: --root needs a folder}; keep=1; shift ;;
    --dirty) dirty=1 ;;
    --tarball) tarball=$(realpath -e "${2:?tools/bare.sh: --tarball needs a file}") ||
      exit 2; shift ;;
    --debs) debs=$(realpath -e "${2:?tools/bare.sh: --debs needs a folder}") ||
      exit 2; shift ;;
    --shell) shell=1 ;;
    --keep) keep=1 ;;
    --fresh) fresh=1 ;;
    --stamp) grep -qxF "decided by $(decided)" "$stamp" 2>/dev/null; exit ;;
    --inside) inside=1 ;; # this script again, in namespaces of its own
    *) echo "tools/bare.sh: unknown option '$1'" >&2; exit 2 ;;
  esac
  shift
done

# --- outside: what the root is made of, and that it goes ---------------------

# The Debian mirrors that this machine's apt uses, as lines of a sources.list.
mirrors() {
  apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
    'Created-By: Packages' 2>/dev/null |
    grep -E " $suite(-updates|-security)? main\$" | sort -u
}

outside() {
  [ "$(id -u)" -eq 0 ] || skip 'needs root'
  local tool
  for tool in debootstrap unshare chroot apt-get; do
    command -v $tool >/dev/null || skip "no $tool; bash tools/setup.sh --ci"
  done
  unshare --mount --pid --uts --fork --propagation private \
    mount -t tmpfs none /mnt 2>/dev/null || skip 'no namespaces or mounts here'
  [ -n "$(mirrors)" ] || skip "apt knows no mirror of Debian's $suite"

  mkdir -p "$cache/archives/partial" || exit 1
  if [ -z "$root" ]; then
    root=$(mktemp -d "$cache/root.XXXXXX") || exit 1
  fi
  mkdir -p "$root" && root=$(cd "$root" && pwd) || exit 1
  chmod 755 "$root"
  trap leave EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP

  local options=(--inside --root "$root")
  [ -z "$only" ] || options+=(--only "$only")
  [ -z "$dirty" ] || options+=(--dirty)
  [ -z "$shell" ] || options+=(--shell)
  [ -z "$fresh" ] || options+=(--fresh)
  [ -z "$tarball" ] || options+=(--tarball "$tarball")
  [ -z "$debs" ] || options+=(--debs "$debs")
  # In the background, so that a signal to this script is heard at once.
  unshare --mount --pid --uts --fork --kill-child --propagation private \
    bash "$here/tools/bare.sh" "${options[@]}" <&0 &
  child=$!
  wait $child
  exit $?
}

leave() {
  local status=$?
  trap - EXIT INT TERM HUP
  { [ -z "${child:-}" ] || { kill -KILL "$child" && wait; }; } 2>/dev/null
  if [ -n "$keep" ]; then
    say "the root is kept: $root" >&2
  else
    # What was mounted in it was so in another namespace, which may end a
    # moment later.
    rm -rf --one-file-system "$root" 2>/dev/null ||
      { sleep 1; rm -rf --one-file-system "$root"; }
  fi
  exit $status
}

# --- inside: the machine -----------------------------------------------------

times=()
phase() { # TITLE COMMAND...
  local title=$1 began=$SECONDS status
  shift
  printf '\nbare: == %s\n' "$title"
  "$@"
  status=$?
  times+=("$(printf '%5d s  %s' $((SECONDS - began)) "$title")")
  return $status
}
as_root() { chroot "$root" env -i HOME=/root TERM=dumb \
  PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() { chroot "$root" su - $user -c "cd quern && $1"; }

# A minimal Debian, from the cache where it is there.
debian() {
  local tar=$cache/$suite.tar
  [ -z "$fresh" ] || rm -f "$tar"
  if [ ! -e "$tar" ]; then
    local mirror
    mirror=$(mirrors | awk -v suite=$suite '$3 == suite {print $2; exit}')
    # Its noise matters only when it fails.
    debootstrap --variant=minbase --include=$minimal \
      --cache-dir="$cache/archives" $suite "$root" ${mirror:+"$mirror"} \
      >"$root.log" 2>&1 || { tail -n 20 "$root.log"; rm -f "$root.log"; return 1; }
    rm -f "$root.log"
    rm -f "$root"/var/cache/apt/archives/*.deb
    tar -C "$root" --one-file-system -cf "$tar.part" . && mv "$tar.part" "$tar"
  else
    tar -C "$root" -xpf "$tar"
  fi || return 1
  mirrors >"$root/etc/apt/sources.list"
  apt-config dump | grep -E \
    '^Acquire::(Check-|Retries|https?::(Proxy|Timeout))' \
    >"$root/etc/apt/apt.conf.d/90host"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  echo bare >"$root/etc/hostname"
  printf '127.0.0.1 localhost\n127.0.1.1 bare\n' >"$root/etc/hosts"
  # There is no init that could start services.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod 755 "$root/usr/sbin/policy-rc.d"
  as_root useradd -m -s /bin/bash $user
}

# What a machine has beside its disk. They go with this namespace.
mounts() {
  mount -t proc proc "$root/proc" &&
    { mount -t sysfs -o ro sysfs "$root/sys" || true; } &&
    mount -t tmpfs -o mode=755 tmpfs "$root/dev" &&
    mkdir -p "$root/dev/pts" "$root/dev/shm" &&
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts \
      "$root/dev/pts" &&
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm" || return 1
  local name
  for name in null zero full random urandom tty; do
    touch "$root/dev/$name" &&
      mount --bind "/dev/$name" "$root/dev/$name" || return 1
  done
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  for name in 0:stdin 1:stdout 2:stderr; do
    ln -s "/proc/self/fd/${name%:*}" "$root/dev/${name#*:}"
  done
  mount --bind "$cache/archives" "$root/var/cache/apt/archives"
}

# The tree in the user's home: HEAD, or with --dirty what is there now; or that
# of a tarball.
tree() {
  local home=$root/home/$user/quern
  if [ -n "$tarball" ]; then
    rm -rf "$home" && mkdir "$home" &&
      tar -C "$home" --strip-components=1 --no-same-owner -xJf "$tarball" || return 1
    say "$(basename "$tarball")"
    as_root chown -R $user:$user "/home/$user"
    return
  fi
  if [ -e "$home" ]; then
    chown -R root:root "$home" # git wants its folders to be one's own
    git -C "$home" fetch -q "file://$here" HEAD &&
      git -C "$home" checkout -q -f --detach FETCH_HEAD || return 1
  else
    git clone -q "file://$here" "$home" || return 1
    git -C "$home" remote remove origin
    git -C "$home" checkout -q -f --detach "$(git rev-parse HEAD)" || return 1
  fi
  if [ -n "$dirty" ]; then
    git -C "$home" ls-files -z | (cd "$home" && xargs -0 rm -f)
    git ls-files -z --cached --others --exclude-standard |
      tar --null --ignore-failed-read -T - -cf - 2>/dev/null |
      tar -C "$home" -xpf - || return 1
  fi
  say "$(git -C "$home" log -1 --format='%h %s')${dirty:+, and what was not committed}"
  as_root chown -R $user:$user "/home/$user"
}

setup() {
  local log=$root/var/log/setup.log
  as_root bash -c "cd /home/$user/quern && bash tools/setup.sh" >"$log" 2>&1
  local status=$?
  if [ $status -eq 0 ]; then grep '^setup:' "$log"; else cat "$log"; fi
  return $status
}

# Programs that a package brings, taken away from all: nothing may ask for git.
without_git() {
  rm -rf "$root"/usr/bin/git "$root"/usr/bin/git-* "$root"/usr/lib/git-core
  if as_user 'git --version' 2>/dev/null; then return 1; fi
}

check() {
  as_user "$1" 2>&1 | tee "$root/var/log/check.log"
  return "${PIPESTATUS[0]}"
}

installed() { as_root dpkg-query -W -f='${Package}\n' | LC_ALL=C sort; }

# --- inside: the packages ----------------------------------------------------

# Names that packages of others have, or may have: all but these are ours.
foreign_files() {
  local package
  for package in "${packages[@]}"; do as_root dpkg -L "$package"; done |
    while read -r file; do [ -d "$root$file" ] || echo "$file"; done |
    grep -v -E -e '/(lib)?quern[^/]*$' -e '/quern(-dev|-doc)?/' \
      -e '/libquern([0-9]+|-dev)/' -e '^/usr/include/(quern|metadata)/' \
      -e '/(hip_metadata_gen|ggml-hsa-gen-kernels|_quern)(\.1\.gz)?$' \
      -e '/libhip_vortex\.so$' -e '/vortex_hip_runtime\.h$' -e '/cmake/Quern/'
}
apt_install() { as_root apt-get -q -y -o APT::Sandbox::User=root install \
  --no-install-recommends "$@"; }

install_debs() {
  as_root apt-get -q update && apt_install libamdhip64-dev &&
    as_root bash -c 'dpkg -L libamdhip64-dev libamdhip64-5 | sort -u |
      while read -r f; do [ -d "$f" ] || sha256sum "$f"; done' >"$root/rocm" &&
    mkdir -p "$root/debs" && cp "$debs"/*.deb "$root/debs" &&
    apt_install $(cd "$root" && echo ./debs/*.deb | sed 's:\./debs:/debs:g') ||
    return 1
  [ -z "$(as_root dpkg --audit)" ] || { as_root dpkg --audit; return 1; }
  local other
  other=$(foreign_files)
  [ -z "$other" ] ||
    { say 'under names that are not ours alone:'; echo "$other"; return 1; }
  as_root sha256sum --quiet -c /rocm
}
use_debs() {
  local llvm
  llvm=$(sed -n 's/^\([0-9][0-9]*\) .*/\1/p' cmake/llvm.txt | head -n 1)
  mkdir -p "$root/home/$user/try" &&
    cp tests/release/data/installed.* "$root/home/$user/try" &&
    as_root chown -R $user:$user "/home/$user" || return 1
  chroot "$root" su - $user -c 'set -eu; cd try
    quern version
    quern cc installed.hip -O2 -o by-cc
    [ "$(QUERN_DEVICE=cpu ./by-cc | tr "\n" " ")" = "42 42 " ]
    toolkit=$(dirname "$(find /usr/lib -path "*/quern/toolkit/bin")")
    "$toolkit/bin/hipcc" installed.hip -o by-hipcc
    [ "$(QUERN_DEVICE=cpu ./by-hipcc | tr "\n" " ")" = "42 42 " ]
    quern compile -q installed.hip -t x86-64,gfx942,sm_90,spirv64 -o all.hipfb
    quern run all.hipfb "fill(int*, int)" -g 1 -b 64 "i32[64]=zero" i32=7 --print 4
    clang-'"$llvm"' installed.c -o by-c -lquern
    ./by-c all.hipfb | grep -q fill
    quern doctor | head -n 5'
}
remove_debs() {
  as_root apt-get -q -y purge "${packages[@]}" || return 1
  local left
  left=$(find "$root/usr" "$root/etc" "$root/opt" "$root/var/lib" -xdev \
    \( -iname '*quern*' -o -name 'libhip_vortex*' \) ! -path '*/dpkg/*' \
    ! -path '*/apt/*' ! -name 'bare.*')
  [ -z "$left" ] || { say 'left behind:'; echo "$left"; return 1; }
  as_root sha256sum --quiet -c /rocm
}

inside_debs() {
  mapfile -t packages < <(for deb in "$debs"/*.deb; do
    dpkg-deb -f "$deb" Package; done)
  [ ${#packages[@]} -gt 0 ] || fail "no packages in $debs"
  local passed=0 failed=0 what
  for what in install_debs use_debs remove_debs; do
    if phase "$what" "$what"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      say "$what failed"
    fi
  done
  [ -z "$shell" ] || chroot "$root" su - $user || true
  printf '\nbare: time\n'
  printf '%s\n' "${times[@]}"
  echo "$passed passed, $failed failed"
  [ $failed -eq 0 ]
}

inside() {
  trap - EXIT
  hostname bare
  local hash
  hash=$(decided)
  local again='' passed='' failed=0 check_failed=''
  [ ! -e "$root/etc/bare" ] || again=1
  if [ -z "$again" ]; then
    phase "Debian $suite, minimal" debian || fail 'could not make the root'
  fi
  mounts || fail 'could not mount what the root needs'
  if [ -z "$again" ]; then
    installed >"$root/etc/bare.before"
    : >"$root/etc/bare"
  fi
  if [ -n "$debs" ]; then inside_debs; exit; fi
  phase 'the tree' tree || fail 'could not clone the tree'
  phase 'bash tools/setup.sh, as root' setup || fail 'tools/setup.sh failed'
  if [ -n "$tarball" ]; then
    phase 'no git' without_git || fail 'git could not be taken away'
  fi
  if [ -z "$only" ]; then
    phase 'make demo' as_user 'make demo' ||
      { failed=1; say 'make demo failed'; }
    phase 'make check' check 'make check'
  else
    phase "make check T='$only'" check "make check T='$only'"
  fi
  [ -z "$shell" ] || as_user 'exec bash -i' || true
  # The last such line: tests that failed have said the like of themselves.
  read -r passed check_failed < <(sed -n \
    's/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$root/var/log/check.log" |
    tail -n 1)
  [ -n "$check_failed" ] || { passed=0 check_failed=1; }
  failed=$((failed + check_failed))

  installed >"$root/etc/bare.after"
  local added
  added=$(LC_ALL=C comm -13 "$root/etc/bare.before" "$root/etc/bare.after")
  printf '\nbare: %d packages beyond the minimal %d:\n' \
    "$(wc -l <<<"$added")" "$(wc -l <"$root/etc/bare.before")"
  fmt -w 78 <<<"$added" | sed 's/^/  /'
  printf 'bare: time\n'
  printf '%s\n' "${times[@]}"
  if [ $failed -eq 0 ] && [ -z "$only$dirty$again$tarball" ]; then
    {
      echo '# Written by tools/bare.sh after a green run of the tree as it was committed;'
      echo '# .ci/run runs it again when what decides has changed.'
      echo "decided by $hash"
      echo "result $passed passed, $failed failed"
    } >"$stamp"
  fi
  echo "$passed passed, $failed failed"
  [ $failed -eq 0 ]
}

if [ -n "${inside:-}" ]; then inside; else outside; fi
