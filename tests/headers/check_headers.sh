#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Compiles the samples, the conformance kernels and the header tests to machine
# code for every family, and checks that nothing stays undefined.
#
#   check_headers.sh [-t TARGET]... [-k] [-v] [FILE]...
#
# -t: only this target (sm_80 sm_90 gfx90a gfx942 gfx1100 spirv64 cpu64 cpu32);
# -k: keep the outputs in $WORK; -v: show each failure's whole output.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

llvm=${LLVM_BIN:-/usr/lib/llvm-22/bin}
clc=${LIBCLC:-/usr/lib/clc}
targets= keep=0 verbose=0
while getopts t:kv option; do
  case $option in
  t) targets="$targets $OPTARG" ;;
  k) keep=1 ;;
  v) verbose=1 ;;
  *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
targets=${targets:-sm_80 sm_90 gfx90a gfx942 gfx1100 spirv64 cpu64 cpu32}
[ $# -gt 0 ] || set -- "$root"/examples/*.cu "$root"/examples/*.hip \
  "$root"/tests/kernels/*.cu "$root"/tests/kernels/*.hip \
  "$root"/tests/headers/*.cu "$root"/tests/headers/*.hip

work=${WORK:-$(mktemp -d)}
mkdir -p "$work"
[ $keep = 1 ] || trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

# clang's own list of system headers for the host.
system=$("$llvm/clang++" -### -x c++ -c /dev/null 2>&1 | tr ' ' '\n' |
  grep -A1 -E '"-(resource-dir|internal-isystem|internal-externc-isystem)"' |
  grep -v '^--$' | tr -d '"' | tr '\n' ' ')
common="-fcuda-is-device -std=c++17 -O3 -fgnuc-version=4.2.1 -fcxx-exceptions
  -fexceptions -fdeclspec -ffp-contract=fast-honor-pragmas
  -disable-llvm-passes -emit-llvm-bc"

# Sets cc1, cpu_llc and library for a target.
configure() {
  aux=x86_64-pc-linux-gnu extra= persona=890
  case $1 in
  sm_*)
    case $1 in sm_1*) ptx=87 ;; *) ptx=80 ;; esac
    cc1="-triple nvptx64-nvidia-cuda -x cuda -target-cpu $1
      -target-feature +ptx$ptx -D__QUERN_TARGET_NVPTX__"
    llc_flags="-mcpu=$1 -mattr=+ptx$ptx" library=$clc/nvptx64--.bc persona= ;;
  gfx*)
    cc1="-triple amdgcn-amd-amdhsa -x hip -fhip-new-launch-api -target-cpu $1
      -mprintf-kind=buffered -D__QUERN_TARGET_AMDGPU__"
    llc_flags="-mcpu=$1 -filetype=obj" library=$clc/amdgcn-amd-amdhsa.bc ;;
  spirv64)
    cc1="-triple spirv64v1.3-unknown-unknown -x hip -fhip-new-launch-api -D__QUERN_TARGET_SPIRV__"
    llc_flags="-filetype=obj --spirv-ext=+SPV_KHR_bit_instructions" library= ;;
  cpu64)
    cc1="-triple nvptx64-nvidia-cuda -x cuda -target-cpu sm_89
      -D__QUERN_TARGET_CPU__"
    llc_flags= library=$clc/nvptx64--.bc persona= ;;
  cpu32)
    aux=riscv32-unknown-linux-gnu
    cc1="-triple nvptx-nvidia-cuda -x cuda -target-cpu sm_89
      -D__QUERN_TARGET_CPU__"
    extra="-internal-isystem $root/include/quern/device/compat32"
    llc_flags= library=$clc/nvptx64--.bc persona= ;;
  esac
  cc1="$cc1 -aux-triple $aux"
}

# The dialect follows from the file's name, not from the target.
dialect_flags() {
  case $1 in
  *.cu)
    echo "-U__HIP__ -U__HIPCC__ -U__HIP_DEVICE_COMPILE__ -D__CUDACC__=1
      -D__NVCC__=1 -D__CUDA__=1 -D__QUERN_DIALECT_CUDA__=1
      ${persona:+-D__CUDA_ARCH__=$persona}" ;;
  *)
    echo "-U__CUDA__ -U__CUDA_ARCH__ -D__HIP__=1 -D__HIPCC__=1
      -D__HIP_DEVICE_COMPILE__=1 -D__HIP_PLATFORM_AMD__=1
      -D__QUERN_DIALECT_HIP__=1" ;;
  esac
}

front_end() { # FILE OUTPUT
  # shellcheck disable=SC2086
  "$llvm/clang" -cc1 $cc1 $common $(dialect_flags "$1") \
    -internal-isystem "$root/include/cuda" \
    -internal-isystem "$root/include" $extra $system \
    -include quern/device/prelude.h "$1" -o "$2"
}

# Kernels by their calling convention. Everything else becomes internal before
# the library is linked, so that no function of a program replaces one there.
kernel_names() { # BITCODE
  "$llvm/llvm-dis" "$1" -o - | sed -n \
    's/^define.* \(ptx_kernel\|amdgpu_kernel\|spir_kernel\) .*@\([^ (]*\)(.*/\2/p' |
    tr -d '"' | paste -sd, -
}

link_and_optimise() { # INPUT OUTPUT
  if [ -n "$library" ]; then
    "$llvm/llvm-link" --only-needed --internalize "$1" "$library" \
      -o "$2.lib.bc" 2>"$2.link" || { cat "$2.link" >&2; return 1; }
  else
    cp "$1" "$2.lib.bc"
  fi
  "$llvm/opt" -passes='default<O2>' "$2.lib.bc" -o "$2"
}

# What the driver does for SPIR-V: OpenCL's printf has its format in constant
# memory (address space 2), and strings that it prints too.
printf_formats() { # BITCODE OUTPUT
  "$llvm/llvm-dis" "$1" -o "$2.in" || return 1
  edit=$(grep '@printf(' "$2.in" | grep -o 'addrspacecast (ptr addrspace(1) @[^ ]*' |
    sed 's/.*@//' | sort -u |
    sed 's/\./\\./g; s/.*/s:^@& = \\(.*\\)addrspace(1):@& = \\1addrspace(2):/')
  sed -e "$edit" \
    -e '/@printf(/s/ptr addrspace(4)\( noundef\)* addrspacecast (ptr addrspace(1) \(@[^ ]*\) to ptr addrspace(4))/ptr addrspace(2) \2/g' \
    -e '/@printf(/s/i32 (ptr addrspace(4), \.\.\.)/i32 (ptr addrspace(2), ...)/' \
    -e '/^declare/s/@printf(ptr addrspace(4)/@printf(ptr addrspace(2)/' \
    -e 's/@printf(/@_Z6printfPU3AS2Kcz(/' "$2.in" >"$2"
}

# Fails when a function or variable is left undefined; extern shared arrays are
# the launcher's.
undefined() { # BITCODE ALLOWED-REGEX
  left=$("$llvm/llvm-dis" "$1" -o - |
    sed -n -e 's/^declare .*@\([A-Za-z0-9_.$"]*\)(.*/\1/p' \
      -e '/addrspace(3)/!s/^@\([^ ]*\) = .*external .*/\1/p' |
    grep -v -E "^(llvm\.|$2)" | sort -u | tr '\n' ' ')
  [ -z "$left" ] || { echo "undefined: $left" >&2; return 1; }
}

back_end() { # TARGET BITCODE OUTPUT
  case $1 in
  sm_*)
    undefined "$2" 'vprintf$|__assertfail$|malloc$|free$' || return 1
    "$llvm/llc" -O2 $llc_flags "$2" -o "$3.ptx" || return 1
    if command -v ptxas >/dev/null 2>&1; then
      ptxas -arch="$1" "$3.ptx" -o "$3.cubin"
    fi ;;
  gfx*)
    "$llvm/llc" -O2 $llc_flags "$2" -o "$3.o" &&
      "$llvm/ld.lld" -shared --no-undefined "$3.o" -o "$3.hsaco" ;;
  spirv64)
    printf_formats "$2" "$3.fmt.ll" || return 1
    "$llvm/llc" -O2 $llc_flags "$3.fmt.ll" -o "$3.spv" || return 1
    if command -v spirv-val >/dev/null 2>&1; then
      spirv-val --target-env spv1.3 "$3.spv"
    fi ;;
  cpu*)
    undefined "$2" '__qn_|vprintf$' || return 1
    if "$llvm/llvm-dis" "$2" -o - | grep -n -m3 -E 'llvm\.nvvm|asm '; then
      echo "GPU intrinsics in CPU mode" >&2
      return 1
    fi ;;
  esac
}

check() { # TARGET FILE
  name=$(basename "$2").$1
  out=$work/$name
  configure "$1"
  if grep -q "SKIP:.*\b$1\b" "$2"; then
    skipped=$((skipped + 1))
    return
  fi
  if { front_end "$2" "$out.bc" &&
    names=$(kernel_names "$out.bc") &&
    "$llvm/opt" -passes=internalize,globaldce \
      -internalize-public-api-list="$names" "$out.bc" -o "$out.int.bc" &&
    link_and_optimise "$out.int.bc" "$out.opt.bc" &&
    back_end "$1" "$out.opt.bc" "$out"; } >"$out.log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $1 ${2#"$root"/}"
    if [ $verbose = 1 ]; then cat "$out.log"; else
      grep -m3 -E 'error|undefined|ERROR|fatal' "$out.log" || tail -3 "$out.log"
    fi
  fi
}

for file; do
  [ -f "$file" ] || continue
  for target in $targets; do
    check "$target" "$file"
  done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
