# SPDX-License-Identifier: Apache-2.0
"""Document 000: hip_metadata_gen.py, registration code from compiled kernels.

Beside stock clang there is no C library for a bare RISC-V, so what the document
links is an object here (-c); the device's code that runs is Quern's for Vortex,
on its simulator.
"""

import re
from pathlib import Path

from support import must, need, shell

KERNEL = """extern "C" void vectorAdd(const float *a, const float *b, float *c, int n) {
  for (int i = 0; i < n; ++i)
    c[i] = a[i] + b[i];
}
"""
DEVICE = """extern "C" __global__ void vectorAdd(const float *a, const float *b,
                                     float *c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}
"""
MAIN = """#include <hip/hip_runtime_api.h>
#include <vortex_hip_runtime.h>
#include <cstdio>
hipError_t launch_vectorAdd(dim3 grid, dim3 block, size_t shared,
                            hipStream_t stream, const void *a, const void *b,
                            void *c, int32_t n);
int main() {
  enum { N = 1000 };
  float a[N], b[N], c[N];
  void *d[3];
  for (int i = 0; i < N; ++i)
    a[i] = i, b[i] = 2 * i + 1;
  for (auto &p : d)
    if (hipMalloc(&p, sizeof(a)))
      return 2;
  if (hipMemcpy(d[0], a, sizeof(a), hipMemcpyHostToDevice) ||
      hipMemcpy(d[1], b, sizeof(b), hipMemcpyHostToDevice) ||
      launch_vectorAdd(dim3(4), dim3(256), 0, nullptr, d[0], d[1], d[2], N) ||
      hipMemcpy(c, d[2], sizeof(c), hipMemcpyDeviceToHost))
    return 3;
  for (int i = 0; i < N; ++i)
    if (c[i] != 3 * i + 1)
      return 4;
  std::puts("right");
}
"""
ROWS = [
    "{.offset = 0, .size = 8, .alignment = 8, .is_pointer = 1},  // const float* a",
    "{.offset = 8, .size = 8, .alignment = 8, .is_pointer = 1},  // const float* b",
    "{.offset = 16, .size = 8, .alignment = 8, .is_pointer = 1},  // float* c",
    "{.offset = 24, .size = 4, .alignment = 4, .is_pointer = 0}  // int n"]
SCRIPT = "python3 $VORTEX_HOME/scripts/hip_metadata_gen.py"


def compile_kernel(output="kernel.elf", machine="riscv64"):
    need("clang++-22", "g++")
    Path("kernel.cpp").write_text(KERNEL)
    shell(f"clang++-22 -target {machine} -g -c kernel.cpp -o {output}")


def case_usage():
    """Basic usage, the options, the example, and the form of the output."""
    compile_kernel()
    shell(f"""{SCRIPT} kernel.elf > kernel_stub.cpp
g++ -c kernel_stub.cpp -I$VORTEX_HIP_HOME/runtime/include""")
    text = Path("kernel_stub.cpp").read_text()
    at = [text.index(part) for part in (
        "// Auto-generated metadata for vectorAdd\n",
        '#include "vortex_hip_runtime.h"\n', "extern const uint8_t vectorAdd_vxbin[];",
        "extern const size_t vectorAdd_vxbin_size;",
        "static void* vectorAdd_handle = nullptr;",
        "static const hipKernelArgumentMetadata vectorAdd_metadata[] = {", *ROWS,
        "__attribute__((constructor))\nstatic void register_vectorAdd(",
        "hipError_t err = __hipRegisterFunctionWithMetadata(\n"
        "        &vectorAdd_handle,\n        \"vectorAdd\",\n"
        "        vectorAdd_vxbin,\n        vectorAdd_vxbin_size,\n        4,\n"
        "        vectorAdd_metadata\n    );", "Failed to register kernel",
        "hipError_t launch_vectorAdd(")]
    must(at == sorted(at), text)
    must(shell(f"{SCRIPT} --arch=rv64 kernel.elf").out == text)
    rule = shell(f"{SCRIPT} --makefile kernel.elf").out
    must("kernel_stub.cpp: kernel.elf" in rule and "$(METADATA_GEN)" in rule, rule)
    # --arch is a check here, and does not force another machine's layout.
    done = shell(f"{SCRIPT} --arch=rv32 kernel.elf", 2)
    must("for RISC-V, 64 bits, and not for rv32" in done.err, done)
    compile_kernel("kernel32.elf", "riscv32")
    done = shell(f"{SCRIPT} --arch=rv32 kernel32.elf")
    must(".offset = 12, .size = 4" in done.out, done)


def case_makefile():
    """The Makefile, whose link line gets the binary: a program that runs."""
    need("make", "g++")
    Path("kernel.cu").write_text(DEVICE)
    Path("main.cpp").write_text(MAIN)
    Path("Makefile").write_text("""VORTEX_HOME ?= $(HOME)/vortex
VORTEX_HIP_HOME ?= $(HOME)/vortex_hip
METADATA_GEN = $(VORTEX_HOME)/scripts/hip_metadata_gen.py
HIP_LIB = $(VORTEX_HIP_HOME)/runtime/build

app: main.o kernel_stub.o kernel_vxbin.o
\t$(CXX) $^ -o $@ -L$(HIP_LIB) -Wl,-rpath,$(HIP_LIB) -lhip_vortex
kernel.vxbin: kernel.cu
\tquern compile $< -t vortex-rv64 --emit image -o $@
kernel_stub.cpp: kernel.vxbin
\tpython3 $(METADATA_GEN) $< > $@
kernel_stub.o: kernel_stub.cpp
\t$(CXX) -std=c++20 -c $< -o $@ -I$(VORTEX_HIP_HOME)/runtime/include
kernel_vxbin.o: kernel.vxbin
\tquern embed $< --name vectorAdd_vxbin -o $@
main.o: main.cpp
\t$(CXX) -c $< -I$(VORTEX_HIP_HOME)/runtime/include -I$(PREFIX)/lib/quern/include -D__HIP_PLATFORM_AMD__
""")
    shell("make && make -q")
    must(shell("./app", QUERN_DEVICE="vortex-sim:0").out == "right\n")


def case_cmake():
    """The CMake example: the tool is found where VORTEX_HOME says."""
    need("cmake", "ninja", "g++")
    compile_kernel()
    Path("main.cpp").write_text("int main() {}\n")
    Path("binary.cpp").write_text(
        "#include <cstddef>\n#include <cstdint>\n"
        "extern const uint8_t vectorAdd_vxbin[]; extern const size_t "
        "vectorAdd_vxbin_size;\nconst uint8_t vectorAdd_vxbin[] = {0};\n"
        "const size_t vectorAdd_vxbin_size = 1;\n")
    Path("CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.20)
project(app CXX)
find_program(METADATA_GEN hip_metadata_gen.py
    PATHS ${VORTEX_HOME}/scripts NO_DEFAULT_PATH REQUIRED)
find_package(Python3 COMPONENTS Interpreter REQUIRED)
add_custom_command(
    OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/kernel_stub.cpp
    COMMAND ${Python3_EXECUTABLE} ${METADATA_GEN} ${CMAKE_SOURCE_DIR}/kernel.elf
            > ${CMAKE_CURRENT_BINARY_DIR}/kernel_stub.cpp
    DEPENDS kernel.elf COMMENT "Generating kernel metadata")
add_executable(app main.cpp binary.cpp
    ${CMAKE_CURRENT_BINARY_DIR}/kernel_stub.cpp)
target_compile_features(app PRIVATE cxx_std_20)
target_include_directories(app PRIVATE ${VORTEX_HIP_HOME}/runtime/include)
target_link_directories(app PRIVATE ${VORTEX_HIP_HOME}/runtime/build)
target_link_libraries(app hip_vortex)
""")
    shell("cmake -S . -B b -G Ninja -DVORTEX_HOME=$VORTEX_HOME "
          "-DVORTEX_HIP_HOME=$VORTEX_HIP_HOME && cmake --build b && b/app")


def case_manual():
    """The test of hand-written metadata: its command, and what it has to say."""
    need("g++")
    Path("test_manual_metadata.cpp").write_text("""#include <cstddef>
#include <cstdint>
#include <cstdio>
#include "vortex_hip_runtime.h"
static const uint8_t code[4] = {};
static const hipKernelArgumentMetadata rows[] = {
    {.offset = 0, .size = 8, .alignment = 8, .is_pointer = 1},
    {.offset = 8, .size = 8, .alignment = 8, .is_pointer = 1},
    {.offset = 16, .size = 8, .alignment = 8, .is_pointer = 1},
    {.offset = 24, .size = 4, .alignment = 4, .is_pointer = 0}};
int main() {
  static const char *const what[] = {"float* a", "float* b", "float* c", "int n"};
  void *handle = nullptr;
  for (int i = 0; i < 4; ++i)
    printf("arg[%d]: offset=%zu, size=%zu, align=%zu, pointer=%d (%s)\\n", i,
           rows[i].offset, rows[i].size, rows[i].alignment, rows[i].is_pointer,
           what[i]);
  if (__hipRegisterFunctionWithMetadata(&handle, "vectorAdd", code, sizeof(code),
                                        4, rows) != hipSuccess || !handle)
    return 1;
  // Bytes of the block that the device gets.
  void *a = (void *)8, *b = (void *)16, *c = (void *)24;
  int n = 7;
  void *arguments[] = {&a, &b, &c, &n};
  unsigned char block[28];
  size_t size = sizeof(block);
  if (__hipMarshalArguments(handle, arguments, block, &size) != hipSuccess ||
      size != 28 || block[16] != 24 || block[24] != 7)
    return 2;
  puts("registered");
}
""")
    done = shell("""g++ test_manual_metadata.cpp \\
    -I$VORTEX_HIP_HOME/runtime/include \\
    -L$VORTEX_HIP_HOME/runtime/build \\
    -lhip_vortex \\
    -Wl,-rpath,$VORTEX_HIP_HOME/runtime/build \\
    -o test_manual_metadata
./test_manual_metadata""")
    must(done.out.splitlines() == [
        "arg[0]: offset=0, size=8, align=8, pointer=1 (float* a)",
        "arg[1]: offset=8, size=8, align=8, pointer=1 (float* b)",
        "arg[2]: offset=16, size=8, align=8, pointer=1 (float* c)",
        "arg[3]: offset=24, size=4, align=4, pointer=0 (int n)", "registered"],
        done)


# Sizes that the document's tables give, on 32 and on 64 bits.
TYPES = [("char", 1, 1), ("short", 2, 2), ("int", 4, 4), ("long", 4, 8),
         ("long long", 8, 8), ("float", 4, 4), ("double", 8, 8), ("void *", 4, 8)]


def case_types():
    """Both tables of sizes."""
    need("clang++-22")
    arguments = ", ".join(f"{name} a{i}" for i, (name, _, _) in enumerate(TYPES))
    Path("t.cpp").write_text(f'extern "C" void types({arguments}) {{}}\n')
    for column, bits in ((1, 32), (2, 64)):
        shell(f"clang++-22 -target riscv{bits} -g -c t.cpp -o t.elf")
        text = shell(f"{SCRIPT} --arch=rv{bits} t.elf").out
        rows = re.findall(r"\.size = (\d+), \.alignment = (\d+), "
                          r"\.is_pointer = (\d)", text)
        wanted = [(str(row[column]),) * 2 + (str(int("*" in row[0])),)
                  for row in TYPES]
        must(rows == wanted, rows, wanted)


def case_troubleshooting():
    """No debug information, stripped, no kernel, no file: what is said."""
    need("clang++-22")
    Path("k.cpp").write_text(KERNEL)
    build = "clang++-22 -target riscv64 -c k.cpp -o k.elf"
    shell(build)
    done = shell(f"{SCRIPT} k.elf", 1)
    must("-g" in done.err and "error" in done.err, done)
    shell(f"{build} -g && llvm-strip-22 k.elf")
    done = shell(f"{SCRIPT} k.elf", 1)
    must("error" in done.err, done)
    Path("k.cpp").write_text("int helper(int x) { return x + 1; }\n")
    shell(f"{build} -g")
    done = shell(f"{SCRIPT} k.elf", 1)
    must("no kernel" in done.err, done)
    done = shell(f"{SCRIPT} none.elf", 1)
    must("could not open 'none.elf'" in done.err, done)
    # What the document calls a heuristic is exact here: a structure, C++ types.
    Path("k.cpp").write_text(
        "struct pair { char c; double d; };\n"
        'extern "C" void k(pair p, bool b, long double *q) {}\n')
    shell(f"{build} -g")
    done = shell(f"{SCRIPT} k.elf")
    must(".size = 16, .alignment = 8, .is_pointer = 0}" in done.out, done)
