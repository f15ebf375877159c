# SPDX-License-Identifier: Apache-2.0
"""Programs of several units, relocatable code, libraries."""
import os
import pathlib

from support import DATA, BUILD, QUERN, run, cc, must, must_print, KERNEL


def compile_units():
    for part in ("main", "other", "a_library_with_a_long_name", "deeper"):
        cc("-fgpu-rdc", "-c", DATA / f"{part}.hip", "-o", f"{part}.o")


UNITS = "142 5 5 100 6\n"
OBJECTS = ["main.o", "other.o", "a_library_with_a_long_name.o", "deeper.o"]


def case_several_units():
    """Units with device code of their own, each registered for itself."""
    for i in range(3):
        pathlib.Path(f"u{i}.cu").write_text(
            f"static __device__ int own = {i + 1};\n"
            "static __global__ void k(int *p) { *p += own; }\n"
            f"void launch{i}(int *p) {{ k<<<1, 1>>>(p); }}\n")
    pathlib.Path("main.cu").write_text(
        "#include <cstdio>\n"
        "void launch0(int *), launch1(int *), launch2(int *);\n"
        "int main() { int *p; if (cudaMallocManaged(&p, 4)) return 2; *p = 36;"
        " launch0(p); launch1(p); launch2(p);"
        ' if (cudaDeviceSynchronize()) return 3; printf("%d\\n", *p); }\n')
    cc("main.cu", "u0.cu", "u1.cu", "u2.cu", "-o", "p")
    must_print("./p", "42\n")


def case_default_stream():
    for dialect, prefix in (("cu", "cuda"), ("hip", "hip")):
        pathlib.Path(f"p.{dialect}").write_text(
            f"#include <{'cuda_runtime.h' if dialect == 'cu' else 'hip/hip_runtime.h'}>\n"
            "#include <stdio.h>\n"
            "__global__ void k(int *p) { *p = 42; }\n"
            f"int main() {{ int *p; if ({prefix}MallocManaged((void **)&p, 4)) "
            f"return 2; k<<<1, 1>>>(p); if ({prefix}StreamSynchronize(0)) "
            "return 3;"
            ' printf("%d\\n", *p); }\n')
        cc("--default-stream=per-thread", f"p.{dialect}", "-o", "p")
        must("hipLaunchKernel_spt" in run("nm", "p").out)
        must_print("./p", "42\n")


def case_save_temps():
    pathlib.Path("a.cu").write_text(KERNEL)
    cc("--save-temps=kept", "--targets=x86-64-v3,gfx942", "-c", "a.cu")
    kept = sorted(os.listdir("kept"))
    must("a-gfx942.hsaco" in kept and "a-x86-64-v3.ll" in kept, kept)


def case_relocatable():
    compile_units()
    cc(*OBJECTS, "-o", "p")
    must_print("./p", UNITS)
    sources = [DATA / o.replace(".o", ".hip") for o in OBJECTS]
    cc("-rdc=true", *sources, "-o", "q")
    must_print("./q", UNITS)


def case_relocatable_archive():
    compile_units()
    must(run("ar", "rcs", "libunits.a", *OBJECTS[1:]).code == 0)
    cc("main.o", "libunits.a", "-o", "p")
    must_print("./p", UNITS)
    cc("main.o", "-L.", "-lunits", "-o", "q")
    must_print("./q", UNITS)


def case_relocatable_shared():
    """A shared library and the program each have device code of their own."""
    pathlib.Path("lib.hip").write_text(
        '#include <hip/hip_runtime.h>\n__device__ int twice(int x);\n'
        '__global__ void library_kernel(int *p) { *p = twice(*p); }\n'
        'int other(void) { int *p; if (hipMallocManaged((void **)&p, 4)) '
        'return -1; *p = 2; library_kernel<<<1, 1>>>(p); '
        'return hipDeviceSynchronize() ? -2 : *p; }\n')
    pathlib.Path("twice.hip").write_text(
        '#include <hip/hip_runtime.h>\n'
        '__device__ int twice(int x) { return 3 * x; }\n')
    compile_units()
    cc("-fgpu-rdc", "-fPIC", "-shared", "lib.hip", "twice.hip", "-o", "libl.so")
    definition = ('#include <hip/hip_runtime.h>\n'
                  '__device__ int counter = 100;\n')
    pathlib.Path("counter.hip").write_text(definition)
    cc("-fgpu-rdc", "main.o", "a_library_with_a_long_name.o", "deeper.o",
       "counter.hip", "-L.", "-ll", "-Wl,-rpath,$ORIGIN", "-o", "p")
    must_print("./p", UNITS)


def case_relocatable_dlink():
    """Device code linked beforehand; any linker can then do the rest."""
    compile_units()
    cc("-dlink", *OBJECTS, "-o", "device.o")
    cc(*OBJECTS, "device.o", "-o", "p")
    must_print("./p", UNITS)
    library = BUILD / "lib"
    done = run("g++", *OBJECTS, "device.o", "-o", "q", f"-L{library}",
               "-lquernhip", f"-Wl,-rpath,{library}")
    must(done.code == 0, done)
    must_print("./q", UNITS)


def case_relocatable_missing():
    compile_units()
    done = run(QUERN, "cc", "main.o", "other.o", "-o", "p")
    must(done.code == 1 and "undefined symbol 'twice(int)'" in done.err, done)
    must(not pathlib.Path("p").exists())


def case_shared_library():
    pathlib.Path("lib.hip").write_text(
        '#include <hip/hip_runtime.h>\n'
        '__global__ void k(int *p) { *p += 2; }\n'
        'extern "C" void launch(int *p) { k<<<1, 1>>>(p); }\n')
    pathlib.Path("main.hip").write_text(
        '#include <hip/hip_runtime.h>\n#include <dlfcn.h>\n#include <stdio.h>\n'
        '__global__ void k(int *p) { *p += 40; }\n'
        'int main() { int *p; if (hipMallocManaged((void **)&p, 4)) return 2;\n'
        '  *p = 0; k<<<1, 1>>>(p);\n'
        '  for (int i = 0; i < 2; ++i) {\n'
        '    void *library = dlopen("./libl.so", RTLD_NOW);\n'
        '    if (!library) return 3;\n'
        '    ((void (*)(int *))dlsym(library, "launch"))(p);\n'
        '    if (hipDeviceSynchronize()) return 4;\n'
        '    dlclose(library); }\n'
        '  printf("%d\\n", *p); }\n')
    cc("-fPIC", "-shared", "lib.hip", "-o", "libl.so")
    cc("main.hip", "-ldl", "-o", "p")
    must_print("./p", "44\n")


def case_archive():
    pathlib.Path("k.hip").write_text(
        '#include <hip/hip_runtime.h>\n'
        '__global__ void k(int *p) { *p += 2; }\n'
        'void launch(int *p) { k<<<1, 1>>>(p); }\n')
    pathlib.Path("main.hip").write_text(
        '#include <hip/hip_runtime.h>\n#include <stdio.h>\n'
        'void launch(int *p);\n'
        'int main() { int *p; if (hipMallocManaged((void **)&p, 4)) return 2;\n'
        '  *p = 40; launch(p); if (hipDeviceSynchronize()) return 3;\n'
        '  printf("%d\\n", *p); }\n')
    cc("-c", "k.hip")
    must(run("ar", "rcs", "libk.a", "k.o").code == 0)
    cc("main.hip", "-L.", "-lk", "-o", "p")
    must_print("./p", "42\n")
