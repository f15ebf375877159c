#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Whole programs, with main and the host API: `quern compile` makes their kernels
# for every family, and plain C and C++ compilers read the API's headers.
#
#   check_host.sh QUERN [TARGET]...
#   check_host.sh QUERN --alone     each header by itself
set -u
here=$(cd "$(dirname "$0")" && pwd)
include=$here/../../include
quern=${1:?usage: check_host.sh QUERN [TARGET]...}
shift
[ $# -gt 0 ] || set -- x86-64-v3 riscv32 gfx942 sm_80 spirv64
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

verdict() { # STATUS WHAT
  if [ "$1" = 0 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAIL $2"
    head -20 "$work/log"
  fi
}

# Exactly these kernels: those that the program launches, with their templates.
check_program() { # SOURCE TARGET KERNELS
  "$quern" compile -O1 -t "$2" "$here/$1" -o "$work/out" >"$work/log" 2>&1 &&
    "$quern" inspect "$work/out" >"$work/log" 2>&1 &&
    [ "$(grep -cE '^(void )?(fill<|scale\(|empty\()' "$work/log")" = "$3" ]
  verdict $? "$1 for $2"
}

# The host's side of the same programs, as both dialects are compiled.
check_host_pass() { # SOURCE OPTION...
  source=$1
  shift
  "$quern" cc -Wall -Werror "$@" -c "$here/$source" -o "$work/out.o" \
    >"$work/log" 2>&1 &&
    nm "$work/out.o" >"$work/log" 2>&1 &&
    grep -q __hipRegisterFunction "$work/log"
  verdict $? "the host's pass of $source $*"
}

# Whether a header needs what this machine does not have (cuda_names.txt).
absent() { # HEADER
  grep -q "^$1 ? " "$here/cuda_names.txt" &&
    printf '#include <%s>\n' "$1" |
    "$quern" cc -x cu -fsyntax-only - 2>&1 | grep -q '#error'
}

# Every header of the folder, alone, in the host's pass.
check_headers_alone() { # EXTENSION FOLDER PREFIX
  for header in "$include/$2"/*.h; do
    name=$3$(basename "$header")
    ! absent "$name" || continue
    printf '#include <%s>\nint main() { return 0; }\n' "$name" >"$work/one.$1"
    "$quern" cc -fsyntax-only "$work/one.$1" \
      >"$work/log" 2>&1
    verdict $? "<$name> in the host's pass of .$1"
  done
}

# All of them in one source, but cublas.h, whose functions cublas_v2.h has too.
check_headers_together() { # EXTENSION FOLDER PREFIX
  for header in "$include/$2"/*.h; do
    [ "$(basename "$header")" != cublas.h ] || continue
    ! absent "$(basename "$header")" || continue
    printf '#include <%s>\n' "$3$(basename "$header")"
  done >"$work/all.$1"
  echo 'int main() { return 0; }' >>"$work/all.$1"
  "$quern" cc -fsyntax-only "$work/all.$1" >"$work/log" 2>&1
  verdict $? "the headers of $2 in the host's pass of .$1"
}

check_plain() { # LANGUAGE COMMAND...
  language=$1
  shift
  command -v "$1" >/dev/null || return
  "$@" -x "$language" -Wall -Wextra -pedantic -Werror -fsyntax-only \
    -I"$include/cuda" -I"$include" "$here/host_api.c" >"$work/log" 2>&1
  verdict $? "$*"
}

# Every header of the folder alone, without device code; C++ and C.
check_headers_plain() { # FOLDER PREFIX COMMAND...
  folder=$1 prefix=$2
  shift 2
  command -v "$1" >/dev/null || return
  for header in "$include/$folder"/*.h*; do
    name=$prefix$(basename "$header")
    ! absent "$name" || continue
    printf '#include <%s>\nint main(void) { return 0; }\n' "$name" |
      "$@" -Wall -Wextra -pedantic -Werror -fsyntax-only \
        -I"$include/cuda" -I"$include" - >"$work/log" 2>&1
    verdict $? "<$name> with $*"
  done
}

# All of the folder between extern "C" { and }, as C headers of programs include
# them, of which C++ includes some.
check_headers_inside_c() { # FOLDER PREFIX COMMAND...
  folder=$1 prefix=$2
  shift 2
  command -v "$1" >/dev/null || return
  echo 'extern "C" {' >"$work/all.cpp"
  for header in "$include/$folder"/*.h; do
    case $(basename "$header") in
    cublas.h) continue ;;                # cublas_v2.h has its functions, too
    cupti_pcsampling_util.h) continue ;; # with C++ in it in NVIDIA's, too
    esac
    ! absent "$prefix$(basename "$header")" || continue
    printf '#include <%s>\n' "$prefix$(basename "$header")"
  done >>"$work/all.cpp"
  echo '} int main() { return 0; }' >>"$work/all.cpp"
  "$@" -D__HIP_PLATFORM_AMD__=1 -fsyntax-only -I"$include/cuda" -I"$include" \
    "$work/all.cpp" >"$work/log" 2>&1
  verdict $? "the headers of $folder inside extern \"C\" with $*"
}

# Conversions on the host are those of the devices' types.
check_tiny_floats() { # COMMAND...
  command -v "$1" >/dev/null || return
  "$quern" cc --as nvcc -x cu --targets=x86-64-v3 "$here/tiny_floats.cpp" \
    -I"$include" -o "$work/ours" >"$work/log" 2>&1 &&
    "$@" -I"$include/cuda" -I"$include" "$here/tiny_floats.cpp" \
      -o "$work/plain" >"$work/log" 2>&1 &&
    "$work/ours" >"$work/ours.txt" && "$work/plain" >"$work/plain.txt" &&
    diff "$work/ours.txt" "$work/plain.txt" >"$work/log"
  verdict $? "small floating point with $*"
}

if [ "${1:-}" = --alone ]; then
  check_headers_alone cu cuda ""
  check_headers_alone hip hip hip/
  echo "$passed passed, $failed failed"
  [ $failed = 0 ]
  exit
fi
for target in "$@"; do
  check_program host_cuda.cu "$target" 7
  check_program host_hip.hip "$target" 9
done
check_host_pass identifiers.cu --targets=x86-64-v3 -O0
for standard in c++17 c++20; do
  check_host_pass host_cuda.cu -O1 --targets=x86-64-v3 -std=$standard
  check_host_pass host_hip.hip -O1 --targets=x86-64-v3 -std=$standard
done
check_host_pass host_hip.hip --targets=x86-64-v3 --default-stream=per-thread
check_headers_together cu cuda ""
check_headers_together hip hip hip/
for folder in cuda hip; do
  prefix=
  [ $folder = cuda ] || prefix=hip/
  check_headers_plain $folder "$prefix" g++ -x c++ -std=c++11
  check_headers_plain $folder "$prefix" gcc -x c -std=c11
done
check_headers_inside_c cuda "" g++ -std=c++17
check_headers_inside_c hip hip/ g++ -std=c++17
for library in hipblas hipsolver hipsparse hipfft hiprand rocblas rocsparse \
  rocsolver rocfft rocrand rccl; do
  check_headers_inside_c $library $library/ g++ -std=c++17
done
check_tiny_floats g++ -std=c++17
check_plain c gcc -std=c11
check_plain c++ g++ -std=c++11
check_plain c++ g++ -std=c++17
check_plain c clang-22 -std=c11
check_plain c++ clang++-22 -std=c++17
echo "$passed passed, $failed failed"
[ $failed = 0 ]
