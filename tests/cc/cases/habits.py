# SPDX-License-Identifier: Apache-2.0
"""Names, and what nvcc and hipcc take."""
import pathlib
import re
import shutil

from support import (
    DATA, BUILD, QUERN, Skip, run, cc, must, must_print, inspect, PROGRAM,
    commands)


def case_names():
    """nvcc, hipcc and hipconfig, as build systems call and question them."""
    names = BUILD / "lib/quern/toolkit/bin"
    shutil.copy(DATA / "program.hip", "p.cpp")
    must(run(names / "hipcc", "-I", DATA, "p.cpp", "-o", "p").code == 0)
    must_print("./p", PROGRAM)
    cc("--as", "hipcc", "-c", "-I", DATA, "p.cpp", "-o", "p.o")
    must(run(names / "nvcc", "-std=c++17", DATA / "program.cu", "-o",
             "p").code == 0)
    must_print("./p", PROGRAM)
    # What nvcc is told is C++ has no kernels.
    pathlib.Path("k.cpp").write_text(
        "#include <cuda_runtime.h>\nint f(void) { return sizeof(float4); }\n")
    must(run(names / "nvcc", "-c", "k.cpp").code == 0)
    must(run(names / "hipcc", "-c", "k.cpp").code == 0)
    done = run(names / "nvcc", "--version")
    header = (BUILD / "lib/quern/include/quern/host/cuda_types.h").read_text()
    number = int(re.search(r"define CUDART_VERSION (\d+)", header)[1])
    must(done.code == 0 and f"release {number // 1000}.{number % 1000 // 10}, V"
         in done.out, done)
    for asked, said in ("13.2", "release 13.2, V13.2.0"), ("13", "release 1"):
        done = run(names / "nvcc", "--version",
                   env={"QUERN_CUDA_RELEASE": asked})
        must(said in done.out and "release 13, " not in done.out, done)
    done = run(names / "nvcc", "--list-gpu-arch")
    must("compute_90\n" in done.out and "sm_" not in done.out, done)
    must(run(names / "hipcc", "--version").out.startswith("HIP version: "))
    done = run(names / "hipconfig", "--version")
    must(re.fullmatch(r"\d+\.\d+\.\d+-quern", done.out), done)
    root = run(names / "hipconfig", "--path").out
    for wanted in ("bin/hipcc", "include/hip/hip_runtime.h",
                   "include/cuda_runtime.h"):
        must((pathlib.Path(root) / wanted).exists(), wanted)
    must(run(names / "hipconfig", "--wrong").code == 2)
    done = run(QUERN, "cc", "--as", "icc", "p.cpp")
    must(done.code == 2 and "expected nvcc, hipcc or quern" in done.err, done)


def case_variables():
    """Options that nvcc and hipcc take from the environment."""
    pathlib.Path("v.cu").write_text(
        "#if FIRST != 1 || LAST != 2\n#error not given\n#endif\n"
        "#ifdef TWO_WORDS\n#error 'a b' was split\n#endif\n")
    given = {"NVCC_PREPEND_FLAGS": "-DFIRST=1 -ULAST",
             "NVCC_APPEND_FLAGS": "-DLAST=2 -DTEXT='a -DTWO_WORDS'"}
    cc("--as", "nvcc", "-c", "v.cu", env=given)
    must(run(BUILD / "lib/quern/toolkit/bin/nvcc", "-c", "v.cu",
             env=given).code == 0)
    must(run(QUERN, "cc", "-c", "v.cu", env=given).code == 1)
    cc("--as", "hipcc", "-c", "v.cu",
       env={"HIPCC_COMPILE_FLAGS_APPEND": "-DFIRST=1 -DLAST=2"})
    done = run(QUERN, "cc", "--as", "nvcc", "-c", "v.cu",
               env={"NVCC_APPEND_FLAGS": "--nonsense"})
    must(done.code == 2 and "variable NVCC_APPEND_FLAGS" in done.err, done)


def case_nvcc_spellings():
    """Options in forms that only nvcc has."""
    pathlib.Path("s.cu").write_text("__global__ void k() {}\n")
    for given in ("-Xfatbin=-compress-all", "-Xfatbin -compress-all", "-t1",
                  "-t=2", "-t 0", "-O=3", "-Xcicc -x", "-Xcudafe=--w"):
        cc("--as", "nvcc", *given.split(), "-c", "s.cu")
    # It passes these on through a shell.
    pathlib.Path("q.cu").write_text(
        "__global__ void k() {}\n#ifndef __CUDA_ARCH__\n"
        "#if A != 1 || B != 2 || C != 3\n#error quotes\n#endif\n"
        "#define TEXT(...) #__VA_ARGS__\n#define TEXT_OF(x) TEXT(x)\n"
        "static_assert(sizeof(TEXT_OF(D)) == 4, \"a,b\");\n#endif\n")
    cc("--as", "nvcc", "--compiler-options", "'-fPIC'", "-Xcompiler",
       '"-DA=1" -DB=2,\'-DC=3\'', '-Xcompiler=\'-DD=a,b\'', "-c", "q.cu")
    cc("--as", "nvcc", "-shared", "-Xcompiler='-fPIC'",
       "-Xlinker='--no-undefined'", "s.cu", "-o", "s.so")


def case_cxx_libraries():
    """Both sides have one C++ library: libstdc++, libc++, or a source's own."""
    pathlib.Path("a.cu").write_text("""#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
#ifdef _LIBCPP_VERSION
#define HAS 1
#else
#define HAS 0
#endif
static_assert(HAS == LIBCPP, "another library");
__global__ void roots(float *x) { *x = std::sqrt(std::max(*x, 2.0f)); }
int main() {
  std::vector<float> v{16};
  float *p;
  cudaMallocManaged(&p, sizeof(*p));
  *p = v[0];
  roots<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  std::printf("%g", *p);
}
""")
    def compiles(*words):
        return run(QUERN, "cc", "--as", "nvcc", *words, "a.cu", "-o", "a")
    done = compiles("-stdlib=none", "-DLIBCPP=0")
    must(done.code == 2 and "libstdc++ or libc++" in done.err, done)
    for words in ("-nostdinc++", "-Xcompiler -nostdinc++"):
        done = compiles(*words.split(), "-DLIBCPP=0")
        must(done.code == 1 and "'cmath' file not found" in done.err, done)
    must(not compiles("-stdlib=libstdc++", "-DLIBCPP=0").err)
    must(run("./a").out == "4")
    device, _, _ = commands("-c", "-DLIBCPP=0", "a.cu")
    clang = pathlib.Path(device[0].split()[0]).resolve()
    own = clang.parent.parent / "include/c++/v1"
    if not own.is_dir():
        done = compiles("-stdlib=libc++", "-DLIBCPP=1")
        must(done.code == 3 and "Install Debian's package libc++" in done.err,
             done)
        raise Skip("libc++ is not here")
    for words in ("-stdlib=libc++", "--stdlib=libc++", "-Xcompiler "
                  "-stdlib=libc++", f"-nostdinc++ -isystem {own} -lc++"):
        done = compiles(*words.split(), "-DLIBCPP=1")
        must(not done.err, done)
        must(run("./a").out == "4")


def case_piped():
    """A source from standard input, which several compilations read."""
    pathlib.Path("value.h").write_text("#define VALUE 7\n")
    text = """#include "value.h"
#include <cstdio>
__global__ void kernel(int *p) { *p = VALUE; }
int main() {
  int *p;
  cudaMallocManaged(&p, sizeof(*p));
  kernel<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  std::printf("%d", *p);
}
"""
    def piped(given, *words, code=0):
        done = run(*words, given=given)
        must(done.code == code, done)
        return done
    piped(text, QUERN, "cc", "-x", "cu", "-", "-o", "a")
    must_print("./a", "7")
    piped(text, QUERN, "cc", "--as", "nvcc", "-x", "cu", "-c", "-rdc=true", "-",
          "-o", "a.o")
    cc("--as", "nvcc", "-rdc=true", "a.o", "-o", "b")
    must_print("./b", "7")
    piped(text, QUERN, "compile", "-x", "cu", "-t", "gfx942", "-", "-o", "a.fb")
    must(inspect("a.fb") == {"gfx942": ["_Z6kernelPi"]}, inspect("a.fb"))
    must("VALUE x" in piped("VALUE x", QUERN, "cc", "-E", "-").out)
    # What is wrong in it is said, with its place.
    for words in (["cc", "-x", "cu", "-fsyntax-only"], ["cc", "-x", "c++", "-c"],
                  ["cc", "-x", "hip", "-c"], ["compile", "-t", "x86-64"]):
        done = piped("int wrong(\n", QUERN, *words, "-", code=1)
        must("<stdin>:" in done.err and "quern-" not in done.err, done)
    must("-x cu" in piped(text, QUERN, "cc", "-c", "-", code=2).err)
    must("given twice" in piped(text, QUERN, "cc", "-x", "cu", "-c", "-", "-",
                                code=2).err)
    for words in (["cc", "-x", "cu", "-c"], ["compile", "-x", "cu"]):
        must("rules for make" in piped(text, QUERN, *words, "-MD", "-",
                                       code=1).err)


def case_unused_templates():
    """Names in templates of headers that nobody instantiates, as nvcc takes."""
    pathlib.Path("box.h").write_text("""
template <class T> struct box {
  T value;
  __host__ __device__ T get() const { return value; }
  template <class U> __host__ __device__ T &emplace(U other) {
    this->construct(other);
    return no_such_function(value);
  }
};
""")
    text = """#include "box.h"
#include <cstdio>
__global__ void kernel(int *p, box<int> b) { *p = b.get(); }
int main() {
  int *p;
  cudaMallocManaged(&p, sizeof(*p));
  kernel<<<1, 1>>>(p, box<int>{7});
  cudaDeviceSynchronize();
  std::printf("%d", *p);
}
"""
    pathlib.Path("a.cu").write_text(text)
    for standard in ("17", "20"):
        done = cc("--as", "nvcc", f"-std=c++{standard}", "a.cu", "-o", "a")
        must(not done.err, done)
        must(run("./a").out == "7")
    # Who instantiates it is told, and names of the program's own.
    pathlib.Path("b.cu").write_text(text.replace("b.get()", "b.emplace(1)"))
    done = run(QUERN, "cc", "--as", "nvcc", "-c", "b.cu")
    must(done.code == 1 and "no member named 'construct'" in done.err and
         "b.cu:3" in done.err, done)
    pathlib.Path("c.cu").write_text(text.replace("b.get()", "unknown"))
    done = run(QUERN, "cc", "--as", "nvcc", "-c", "c.cu")
    must(done.code == 1 and "undeclared identifier 'unknown'" in done.err, done)


def case_nvcc_habits():
    """Launches in words, also in headers, a missing "template", deduction
    guides for one side, and arrays with values whose bound is a variable: nvcc
    takes them."""
    pathlib.Path("launch.h").write_text(
        "template <class T> __global__ void more(T *p) { *p += 100; }\n"
        "template <class T> void go(T *p) { more<T> << < 1, 1 >> > (p); }\n"
        "template <class T> struct box {\n  T value;\n"
        "  template <class U> box(U p) : value(*p) {}\n};\n"
        "template <class T> __host__ box(T *) -> box<T>;\n")
    text = """#include "launch.h"
#include <cstdio>
__global__ void kernel(int *p, int n) { *p += n >> 1 > 2 ? 1 : 0; }
template <int N> struct adder {
  int v;
  template <int K> __device__ int add(int x) { return x + v * K * N; }
};
template <class A> __global__ void add(int *p, A a) { *p += a.add<3>(1); }
int main() {
  int *p;
  cudaMallocManaged(&p, sizeof(*p));
  *p = 0;
  kernel << < 1, dim3(32 >> 5) >> > (p, 10);
  add<adder<2>> << <1, 1>> >(p, adder<2>{5});
  go(p);
  cudaDeviceSynchronize();
  auto rank = 2;
  unsigned size[rank] = {7, 9}, more[rank - 1] = {size[1]};
  *p += more[0] - 9;
  std::printf("%d %s", *p + box(p).value, "k << < 1, 1 >> > (p)");
}
"""
    pathlib.Path("a.cu").write_text(text)
    done = cc("--as", "nvcc", "a.cu", "-o", "a")
    must(not done.err, done)
    must(run("./a").out == "264 k << < 1, 1 >> > (p)")
    # What is wrong beside them is told, at its place.
    pathlib.Path("b.cu").write_text(text.replace("box(p).value", "missing"))
    done = run(QUERN, "cc", "--as", "nvcc", "-c", "b.cu")
    must(done.code == 1 and "b.cu:20" in done.err and "'missing'" in done.err
         and "expected expression" not in done.err, done)


def case_before_the_first_line():
    """What nvcc and hipcc bring before a program's first line."""
    for name in ("a.cu", "a.hip"):
        pathlib.Path(name).write_text("""
template <class T> int finite(T x) { return isfinite(x) && !isnan(x); }
int limits() { return INT_MAX == 2147483647 && CHAR_BIT == 8; }
void *memory() { return realloc(malloc(4), 8); }
size_t length() { return strlen("a") + sizeof(float4) + finite(1.0f); }
__global__ void kernel(float *x) { x[threadIdx.x] = sinf(x[threadIdx.x]); }
""")
        cc("-c", name)
    pathlib.Path("b.cu").write_text("cudaDataType_t f() { return CUDA_R_16BF; }")
    cc("-c", "b.cu")
    # Before what -include names, too.
    pathlib.Path("more.h").write_text(
        "__device__ inline int twice(int x) { return 2 * x; }")
    pathlib.Path("c.cu").write_text(
        "__global__ void kernel(int *x) { *x = twice(*x); }")
    cc("-c", "-include", "more.h", "c.cu")
    pathlib.Path("b.hip").write_text("""
auto now() { return std::chrono::steady_clock::now(); }
hipError_t f(void **p) { return hipMalloc(p, 4); }""")
    cc("-c", "b.hip")


def case_guards():
    """Programs ask the guards of CUDA's headers whether these were read."""
    pathlib.Path("a.cu").write_text("""
#if !defined(__CUDA_RUNTIME_H__) || !defined(__DRIVER_TYPES_H__) || \\
    !defined(__VECTOR_TYPES_H__) || !defined(__SM_61_INTRINSICS_H__) || \\
    defined(__cuda_cuda_h__) || defined(__CUDA_FP16_H__)
#error "not as nvcc has them"
#endif
#include <cuda.h>
#include <cuda_fp16.h>
#if !defined(__cuda_cuda_h__) || !defined(__CUDA_FP16_H__)
#error "not defined"
#endif
""")
    cc("-c", "a.cu")
    include = BUILD / "lib/quern/include/cuda"
    pathlib.Path("a.c").write_text("""#include <cuda_runtime_api.h>
#if !defined(__DRIVER_TYPES_H__) || defined(__CUDA_RUNTIME_H__)
#error "not as C has them"
#endif
cudaError_t f(void **p) { return cudaMalloc(p, 4); }
""")
    for compiler in ("gcc", QUERN):
        words = [compiler] + (["cc"] if compiler is QUERN else [
            "-I", include, "-I", include.parent])
        done = run(*words, "-c", "a.c")
        must(done.code == 0, done)


BITS = """#include <cstdio>
struct bits {
  unsigned value;
#ifdef __CUDA_ARCH__
  __device__ bits &operator|=(bits other) {
    atomicOr(&value, other.value);
    return *this;
  }
#else
  bits &operator|=(bits other) {
    value |= other.value;
    return *this;
  }
#endif
};
__global__ void join(bits *to, bits a) {
  *to |= a;
}
template <class T> __global__ void join_any(T *to, T a) { *to |= a; }
// A copy that only the device makes, and the host when it launches.
struct mask {
  unsigned bits;
  explicit mask(unsigned b) : bits(b) {}
  __device__ __forceinline__ mask(const mask &from) : bits(from.bits) {}
};
template <class T> __global__ void join_mask(bits *to, T m) {
  *to |= bits{m.bits};
}
template <class T> void launch(bits *to, const T &m) {
  join_mask<<<1, 1>>>(to, m);
}
int main() {
  bits *b, start = {1}, end = {0};
  start |= bits{8};
  cudaMalloc(&b, sizeof(*b));
  cudaMemcpy(b, &start, sizeof(start), cudaMemcpyHostToDevice);
  join<<<1, 4>>>(b, bits{2});
  join_any<<<1, 4>>>(b, bits{4});
  launch(b, mask(16));
  cudaMemcpy(&end, b, sizeof(end), cudaMemcpyDeviceToHost);
  std::printf("%u\\n", end.value);
  return 0;
}
"""


def case_operators_of_one_side():
    """A kernel's operator that has another form for the host."""
    pathlib.Path("bits.cu").write_text(BITS)
    cc("--as", "nvcc", "bits.cu", "-o", "bits")
    must_print("./bits", "31\n")
    # Beside other things that are changed: launches in words, and in kernels.
    pathlib.Path("child.h").write_text("""__global__ void child(int) {}
__global__ void parent() { child<<<1, 1>>>(1); }
""")
    pathlib.Path("bits.cu").write_text(
        '#include "child.h"\n' + BITS.replace("<<<1, 4>>>", " << <1, 4 >> >"))
    cc("--as", "nvcc", "-rdc=true", "bits.cu", "-o", "bits")
    must_print("./bits", "31\n")


DEVICE_ONLY = """#include <cstdio>
template <class T> __device__ T twice(T x);
#ifdef __CUDA_ARCH__
template <class T> __device__ T add_lanes(T x) { return x + __shfl_xor_sync(~0u, x, 1); }
#endif
template <class T> __device__ T twice(T x) { return add_lanes(x); }
template <class T> __global__ void kernel(T *to) { to[threadIdx.x] = twice(T(threadIdx.x)); }
int main() {
  int *d, h[32];
  cudaMalloc(&d, sizeof(h));
  kernel<<<1, 32>>>(d);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  std::printf("%d %d\\n", h[0], h[31]);
  return 0;
}
"""


def case_functions_of_the_device_alone():
    """Device functions that call what the host's pass does not see."""
    pathlib.Path("part.cuh").write_text(DEVICE_ONLY)
    pathlib.Path("a.cu").write_text('#include <part.cuh>\n')
    cc("--as", "nvcc", "-I.", "a.cu", "-o", "a")
    must_print("./a", "1 61\n")
