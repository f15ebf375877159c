#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What compiles with Quern, as archives for a machine of the same architecture
# that has a C++ library and nothing else of it: a lent machine with a GPU.
#   tests/gpu/pack.sh BUILD-FOLDER OUTPUT-FOLDER [FOLDER...]
# Writes llvm.tar.xz (clang, LLVM, libclc; the same until LLVM changes, so it is
# kept if it is there), quern.tar.xz (the build, its headers, and the further
# folders under their names) and unpack.sh, which unpacks both below the folder
# in $PREFIX (/opt), as root, and names clang to the loader and to PATH.
set -eu
[ $# -ge 2 ] || { sed -n 's/^#   tests/usage: tests/p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) source=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
llvm=$(llvm-config-22 --prefix)

# stub NAME SYMBOLS: a library whose functions do nothing: LLVM links it for
# what compiling does not need (its solver, files of Windows). Symbols come as
# nm writes them, NAME@VERSION.
stub() {
  sed 's/@.*//' "$2" | sort -u |
    sed 's/.*/void *&(void);\nvoid *&(void) { return 0; }/' >"$work/stub.c"
  local versions=()
  if grep -q @ "$2"; then
    sed 's/.*@//' "$2" | sort -u | while read -r version; do
      printf '%s {\n' "$version"
      grep "@$version\$" "$2" | sed 's/@.*/;/'
      printf '};\n'
    done >"$work/stub.map"
    versions=("-Wl,--version-script=$work/stub.map")
  fi
  cc -w -shared -fPIC "-Wl,-soname,$1" "${versions[@]}" \
    -o "$work/llvm/stubs/$1" "$work/stub.c"
}

pack_llvm() {
  local lib
  mkdir -p "$work"/llvm/{bin,lib/clang/22,libs,stubs,clc}
  cp "$llvm"/bin/{clang-22,lld} "$work/llvm/bin/"
  ln -s clang-22 "$work/llvm/bin/clang"
  ln -s clang-22 "$work/llvm/bin/clang++"
  ln -s lld "$work/llvm/bin/ld.lld"
  cp -L "$llvm"/lib/lib{LLVM,clang-cpp}.so.22.1 "$work/llvm/lib/"
  cp -rL "$llvm/lib/clang/22/include" "$work/llvm/lib/clang/22/"
  cp -L /usr/lib/clc/nvptx64--*.bc /usr/lib/clc/amdgcn-amd-amdhsa.bc \
    "$work/llvm/clc/" 2>/dev/null || true
  # All that clang needs but the C and C++ libraries, LLVM and what is stubbed.
  ldd "$llvm/bin/clang-22" | awk '$3 ~ /^\// {print $3}' |
    grep -vE '/lib(LLVM|clang-cpp|stdc\+\+|m|c|gcc_s|z3|xml2|icu[a-z]*)\.' |
    while read -r lib; do cp -L "$lib" "$work/llvm/libs/"; done
  nm -D --undefined-only "$llvm/lib/libLLVM.so.22.1" |
    awk '{print $2}' >"$work/needed"
  grep '^Z3_' "$work/needed" >"$work/z3"
  grep '@LIBXML2' "$work/needed" >"$work/xml2"
  stub libz3.so.4 "$work/z3"
  stub libxml2.so.2 "$work/xml2"
  strip -S "$work"/llvm/lib/*.so* "$work"/llvm/libs/*.so*
  tar cf - -C "$work" llvm |
    xz -T1 --x86 --lzma2=preset=8,dict=192MiB >"$out/llvm.tar.xz"
}

pack_quern() {
  local to=$work/quern folder name
  mkdir -p "$to"
  cp -a "$build/bin" "$build/lib" "$to/"
  rm -rf "$to"/lib/quern/{include,kernels,quern-plugin.so} "$to/lib/static"
  cp -r "$source/include" "$source/kernels" "$to/lib/quern/"
  find "$to" -type f \( -name '*.so*' -o -path '*/bin/*' \) \
    -exec strip -S {} + 2>/dev/null || true
  local names=(quern)
  for folder; do
    name=$(basename "$folder")
    ln -s "$(cd "$folder" && pwd)" "$work/$name"
    names+=("$name")
  done
  tar cf "$work/quern.tar" -C "$work" quern
  if [ ${#names[@]} -gt 1 ]; then # with what links in them point to
    tar chf "$work/more.tar" --exclude=.git -C "$work" "${names[@]:1}"
    tar Af "$work/quern.tar" "$work/more.tar"
  fi
  xz -T2 -6 <"$work/quern.tar" >"$out/quern.tar.xz"
}

[ -e "$out/llvm.tar.xz" ] || pack_llvm
pack_quern "$@"
cat >"$out/unpack.sh" <<'EOF'
#!/usr/bin/env bash
set -eu
here=$(cd "$(dirname "$0")" && pwd) to=${PREFIX:-/opt}
mkdir -p "$to" /usr/lib/clc
for archive in llvm quern; do tar xJf "$here/$archive.tar.xz" -C "$to"; done
# What the machine has itself comes first.
mkdir -p "$to/llvm/missing"
for library in "$to"/llvm/libs/* "$to"/llvm/stubs/*; do
  ldconfig -p | grep -q "$(basename "$library") " ||
    cp -a "$library" "$to/llvm/missing/"
done
printf '%s\n' "$to/llvm/missing" "$to/llvm/lib" >/etc/ld.so.conf.d/quern.conf
ldconfig
cp "$to"/llvm/clc/* /usr/lib/clc/
for name in clang clang++ ld.lld; do
  ln -sf "$to/llvm/bin/$name" "/usr/local/bin/$name-22"
done
"$to/quern/bin/quern" --version
EOF
ls -l "$out"
