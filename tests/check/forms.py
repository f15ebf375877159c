# SPDX-License-Identifier: Apache-2.0
"""Forms of findings, suppressions, limits and orders of quern check.

  forms.py BUILD CASE
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
QUERN = None

RACY = """
#include <cstdio>
__global__ void reverse(int *x) {
  __shared__ int tile[64];
  const int i = threadIdx.x;
  tile[i] = i;
  %s
  x[i] = tile[63 - i];
}
int main() {
  int *x, host[64];
  cudaMalloc(&x, 256);
  reverse<<<1, 64>>>(x);
  cudaMemcpy(host, x, 256, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i)
    std::printf("%%d ", host[i]);
  cudaFree(x);
  return 7;
}
"""


def build(folder, text, *words):
    source, out = pathlib.Path(folder) / "a.cu", pathlib.Path(folder) / "a"
    source.write_text(text)
    subprocess.run([QUERN, "cc", str(source), "-o", str(out), *words],
                   check=True)
    return str(out)


def run(*words, **env):
    return subprocess.run([str(w) for w in words], capture_output=True,
                          text=True, timeout=100, env=dict(os.environ, **env))


def expect(holds, what, done=None):
    if not holds:
        sys.exit(f"not so: {what}\n{done.stdout if done else ''}"
                 f"{done.stderr if done else ''}")


def case_text(folder):
    app = build(folder, RACY % "", "--check=race")
    for done in (run(QUERN, "check", app), run(app, QUERN_DEVICE="cpu")):
        expect(done.returncode == 1, "findings decide the status", done)
        for text in ("quern: check: shared-race:", "'tile'",
                     "in kernel 'reverse(int*)', launch 1", "a.cu:8:",
                     "8 |   x[i] = tile[63 - i];", " it\n", "launched",
                     "reverse<<<1, 64>>>(x);", "hint: ", "1 finding"):
            expect(text in done.stderr, text, done)


def case_status(folder):
    app = build(folder, RACY % "__syncthreads();", "--check=all")
    done = run(QUERN, "check", app)
    expect(done.returncode == 7 and not done.stderr,
           "without findings the status is the program's", done)


def case_sarif(folder):
    app = build(folder, RACY % "", "--check=race")
    out = pathlib.Path(folder) / "findings.sarif"
    done = run(QUERN, "check", "--report", "sarif", "-o", out, app)
    expect(done.returncode == 1, "status", done)
    log = json.loads(out.read_text())
    expect(log["version"] == "2.1.0" and len(log["runs"]) == 1, "a run")
    driver = log["runs"][0]["tool"]["driver"]
    result = log["runs"][0]["results"][0]
    expect(driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"],
           "the rule by its index")
    place = result["locations"][0]["physicalLocation"]
    expect(place["artifactLocation"]["uri"].endswith("a.cu"), "the file")
    expect(place["region"]["startLine"] in (6, 8), "the line")
    expect(result["level"] == "error" and result["message"]["text"], "a text")
    expect(any(r["message"]["text"] == "launched here"
               for r in result["relatedLocations"]), "the launch")


def case_suppressions(folder):
    app = build(folder, RACY % "", "--check=race")
    known = pathlib.Path(folder) / "known.txt"
    for line in ("shared-race:reverse*", "race:*a.cu:8", "*:*/a.cu"):
        known.write_text("# known\n\n" + line + "\n")
        done = run(QUERN, "check", "--suppressions", known, app)
        expect(done.returncode == 7 and "suppressed" in done.stderr, line, done)
    known.write_text("init:reverse*\nshared-race:other*\n")
    done = run(QUERN, "check", "--suppressions", known, app)
    expect(done.returncode == 1, "others are not suppressed", done)


def case_limit(folder):
    text = "__global__ void f() {}\nint main() {\n  int *x;\n" + \
        "  cudaMalloc(&x, 4);\n" * 5 + "}\n"
    app = build(folder, text, "--check=leak")
    done = run(QUERN, "check", "--limit", "2", app)
    expect(done.stderr.count("check: leak:") == 2, "two are printed", done)
    expect("5 findings" in done.stderr and "3 of them" in done.stderr,
           "all are counted", done)


def case_repeats(folder):
    text = "__global__ void f() {}\nint main() {\n  int *x;\n" + \
        "  for (int i = 0; i < 5; ++i)\n    cudaMalloc(&x, 4);\n}\n"
    app = build(folder, text, "--check=leak")
    done = run(QUERN, "check", app)
    expect(done.stderr.count("check: leak:") == 1 and
           "found 4 more times" in done.stderr, "one finding", done)


# The same line by four instructions, in a header by a path with detours.
UNROLLED = """#include "sub/../sub/slots.h"
int main() {
  int *x;
  cudaMalloc(&x, 4 * 64);
  cudaMemset(x, 0, 4 * 64);
  fill<<<1, 64>>>(x);
  cudaFree(x);
  return cudaGetLastError() != cudaSuccess;
}
"""
SLOTS = """__global__ void fill(int *x) {
  __shared__ int slots[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    slots[(x[i] + i) % 4] = threadIdx.x;
  __syncthreads();
  x[threadIdx.x] = slots[threadIdx.x % 4];
}
"""


def case_unrolled(folder):
    os.makedirs(pathlib.Path(folder) / "sub", exist_ok=True)
    (pathlib.Path(folder) / "sub" / "slots.h").write_text(SLOTS)
    app = build(folder, UNROLLED, "--check=race", "-O2")
    done = run(QUERN, "check", app)
    expect(done.stderr.count("check: shared-race:") == 1, "one finding", done)
    expect("sub/slots.h:5:" in done.stderr and "/../" not in done.stderr,
           "the header's own path", done)


def case_schedule(folder):
    app = build(folder, RACY % "")
    right = build(folder, RACY % "__syncthreads();") + ".right"
    os.rename(app, right)
    app = build(folder, RACY % "")
    wanted = run(right, QUERN_DEVICE="cpu").stdout
    wrong = []
    for order in ["reverse", "interleave"] + [f"random:{n}" for n in range(8)]:
        env = {"QUERN_DEVICE": "cpu", "QUERN_SCHEDULE": order}
        expect(run(right, **env).stdout == wanted,
               f"{order} does not change what is right")
        first, again = run(app, **env).stdout, run(app, **env).stdout
        expect(first == again, f"{order} is always the same")
        if first != wanted:
            wrong.append(order)
    expect("reverse" in wrong and len(wrong) >= 3,
           f"the race shows in some orders: {wrong}")


def case_wrong(folder):
    del folder
    done = run(QUERN, "check", "--kinds", "memory,rase", "/bin/true")
    expect(done.returncode == 2 and "'rase'" in done.stderr, "usage", done)
    done = run(QUERN, "check", "/nowhere/app")
    expect(done.returncode and "/nowhere/app" in done.stderr, "no program", done)
    done = run(QUERN, "check", "/bin/true")
    expect(done.returncode == 0 and "quern cc --check=all" in done.stderr,
           "it says how to build", done)
    done = run(QUERN, "cc", "--check=rase", "a.cu")
    expect(done.returncode == 2 and "memory, race" in done.stderr, "cc", done)


BROUGHT = """
#include <cstdio>
__device__ int total;
__managed__ int many = 3;
static __constant__ int table[4];
template <typename T> __global__ void reverse(T *x) {
  __shared__ T tile[64];
  const int i = threadIdx.x;
  tile[i] = i;
  %s
  x[i] = tile[63 - i] + table[i %% 4] * many;
  atomicAdd(&total, 1);
}
int main() {
  int *x, host[64], t[4] = {1, 2, 3, 4}, n;
  cudaMalloc(&x, 256);
  cudaMemcpyToSymbol(table, t, sizeof(t));
  reverse<int><<<1, 64>>>(x);
  cudaMemcpy(host, x, 256, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&n, total, sizeof(n));
  std::printf("%%d %%d\\n", n, host[3]);
  cudaFree(x);
  return n == 64 ? 7 : 1;
}
"""


def case_bitcode(folder):
    for words in (["-O0"], ["-O3"], ["-O2", "-fgpu-rdc"]):
        app = build(folder, BROUGHT % "", "-fembed-bitcode", *words)
        done = run(app, QUERN_DEVICE="cpu")
        expect(done.returncode == 7 and not done.stderr, "nothing by itself",
               done)
        done = run(QUERN, "check", "--kinds", "race", app)
        expect(done.returncode == 1 and done.stderr.count("shared-race") == 1 and
               "reverse<int><<<1, 64>>>(x);" in done.stderr and
               "a.cu:11:" in done.stderr and "64 " in done.stdout,
               f"compiled again, from {words}", done)
        app = build(folder, BROUGHT % "__syncthreads();", "-fembed-bitcode",
                    *words)
        done = run(QUERN, "check", app)
        expect(done.returncode == 7 and not done.stderr and
               "64 72" in done.stdout, f"no finding, from {words}", done)


def case_without_bitcode(folder):
    app = build(folder, BROUGHT % "__syncthreads();")
    done = run(QUERN, "check", app)
    # What such kernels write is not known: their results are no findings.
    expect(done.returncode == 7 and "brings no bitcode" in done.stderr and
           "-fembed-bitcode" in done.stderr, "it says how to build", done)
    app = build(folder, BROUGHT % "__syncthreads();", "--check=memory")
    done = run(QUERN, "check", app)
    expect(done.returncode == 7 and not done.stderr,
           "an image with fewer checks than asked for", done)


# What kernels write that they get to through a variable, a list and a surface.
REACHES = """
#include <cstdio>
#include <cuda_runtime.h>
struct node {
  node *next;
  int *values;
};
static __device__ int *where;
__global__ void by_variable() { where[threadIdx.x] = 1; }
__global__ void by_list(node *n) {
  for (; n; n = n->next)
    n->values[threadIdx.x] = 1;
}
__global__ void by_surface(cudaSurfaceObject_t to) {
  surf1Dwrite((int)1, to, 4 * threadIdx.x);
}
static int total;
static void add(const int *x) {
  int host[32];
  cudaMemcpy(host, x, sizeof(host), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    total += host[i];
}
int main() {
  enum { NODES = 4 };
  int *x, *values[NODES], host[32];
  node *first = nullptr, *nodes[NODES];
  cudaMalloc(&x, sizeof(host));
  cudaMemcpyToSymbol(where, &x, sizeof(x));
  by_variable<<<1, 32>>>();
  add(x);
  for (int k = 0; k < NODES; ++k) {
    cudaMalloc(&values[k], sizeof(host));
    cudaMalloc(&nodes[k], sizeof(node));
    node n = {first, values[k]};
    cudaMemcpy(nodes[k], &n, sizeof(n), cudaMemcpyHostToDevice);
    first = nodes[k];
  }
  by_list<<<1, 32>>>(first);
  for (int k = 0; k < NODES; ++k) {
    add(values[k]);
    cudaFree(values[k]);
    cudaFree(nodes[k]);
  }
  cudaFree(x);
  cudaArray_t array;
  cudaChannelFormatDesc form = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &form, 32, 0, cudaArraySurfaceLoadStore);
  cudaResourceDesc what = {};
  what.resType = cudaResourceTypeArray;
  what.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &what);
  by_surface<<<1, 32>>>(surface);
  cudaMemcpy2DFromArray(host, sizeof(host), array, 0, 0, sizeof(host), 1,
                        cudaMemcpyDeviceToHost);
  for (int i = 0; i < 32; ++i)
    total += host[i];
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  return total == 32 * (NODES + 2) ? 7 : 1;
}
"""
# Some return before a barrier that the others come to.
RETURNS = """
__global__ void f(int *x) {
  __shared__ int sum;
  const int i = threadIdx.x;
  if (i == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, i);
  if (i % 3 == 0)
    return;
  __syncthreads();
  x[i] = sum;
}
int main() {
  int *x;
  cudaMalloc(&x, 256);
  f<<<1, 64>>>(x);
  cudaDeviceSynchronize();
  cudaFree(x);
  return 7;
}
"""


def case_fewer(folder):
    """Images that look for less than is asked for say nothing that they do not
    know."""
    for kind in ("", "memory", "race", "init", "sync", "all"):
        words = [f"--check={kind}"] if kind else []
        for text in (REACHES, RETURNS):
            done = run(QUERN, "check", build(folder, text, *words))
            expect(done.returncode == 7 and "finding" not in done.stderr,
                   f"no finding, built with '{kind}'", done)


OUTSIDE = """
extern __device__ int next(const int *x, int i, int first);
__global__ void f(const int *x, int *y) {
  y[threadIdx.x] = next(x, threadIdx.x, 1);
}
int main() {
  int *x, *y;
  cudaMalloc(&x, 256);
  cudaMalloc(&y, 256);
  cudaMemset(x, 0, 256);
  f<<<1, 64>>>(x, y);
  return cudaDeviceSynchronize();
}
"""
INSIDE = """
__device__ int next(const int *x, int i, int first) {
  return x[i] > first ? x[i] : x[i + 1] + first;
}
"""


def case_called_from_outside(folder):
    """A function with checks, which a kernel without them calls."""
    objects = []
    for name, text, words in (("a", OUTSIDE, []),
                              ("b", INSIDE, ["--check=memory,race,init"])):
        source = pathlib.Path(folder) / (name + ".cu")
        source.write_text(text)
        objects.append(str(source.with_suffix(".o")))
        subprocess.run([QUERN, "cc", "-rdc=true", "-c", str(source), "-o",
                        objects[-1], *words], check=True)
    app = str(pathlib.Path(folder) / "app")
    subprocess.run([QUERN, "cc", "-rdc=true", *objects, "--check=memory,race,init",
                    "-o", app], check=True)
    done = run(QUERN, "check", app)
    expect("out-of-bounds" in done.stderr and "b.cu:3" in done.stderr,
           "the access beyond the end is found", done)


MODULE = """
extern "C" __global__ void twice(const int *where, float *x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] = 2 * x[where[i]];
}
"""
LOADS = """
#include <cstdio>
#include <cuda.h>
int main(int, char **words) {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction twice;
  CUdeviceptr x, where;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  if (cuModuleLoad(&module, words[1]) ||
      cuModuleGetFunction(&twice, module, "twice"))
    return 2;
  cuMemAlloc(&x, 1024);
  cuMemAlloc(&where, 1024);
  cuMemsetD32(x, 0x3f800000, 256);
  cuMemsetD32(where, 0, 256);
  void *args[] = {&where, &x};
  if (cuLaunchKernel(twice, 8, 1, 1, 32, 1, 1, 0, 0, args, 0) ||
      cuCtxSynchronize())
    return 3;
  float last = 0;
  cuMemcpyDtoH(&last, x + 1020, 4);
  std::printf("%g", last);
}
"""


def case_unchecked_process(folder):
    """Packets that check, where nothing is known of memory."""
    source = pathlib.Path(folder) / "module.cu"
    source.write_text(MODULE)
    module = source.with_suffix(".hipfb")
    subprocess.run([QUERN, "cc", "-O2", "--genco", "--check=memory", source,
                    "-o", module], check=True)
    done = run(build(folder, LOADS), module, QUERN_DEVICE="cpu")
    expect(done.returncode == 0 and done.stdout in ("2", "4"),
           "a checked module runs in any program", done)


FORKS = """
#include <sys/wait.h>
#include <unistd.h>
__global__ void reverse(int *x) {
  __shared__ int tile[64];
  tile[threadIdx.x] = x[threadIdx.x];
  x[threadIdx.x] = tile[63 - threadIdx.x];
}
int main() {
  if (fork()) {
    int status = 1;
    wait(&status);
    return status;
  }
  int *x;
  cudaMalloc(&x, 256);
  cudaMemset(x, 0, 256);
  reverse<<<1, 64>>>(x);
  _exit(cudaDeviceSynchronize());
}
"""


def case_forked(folder):
    """What a process finds that the program forks, which ends well."""
    app = build(folder, FORKS, "--check=race")
    done = run(QUERN, "check", app, QUERN_DEVICE="cpu")
    expect(done.returncode == 1 and "shared-race" in done.stderr and
           "1 finding in processes that it forked" in done.stderr,
           "findings of other processes decide the status", done)


def case_threads(folder):
    source = pathlib.Path(folder) / "a.cu"
    source.write_text(RACY % "")
    done = run(QUERN, "cc", "-fsanitize=thread", "-c", source, "-o",
               pathlib.Path(folder) / "a.o")
    expect(done.returncode == 0 and "checks the host's code only" in done.stderr
           and "--check=race" in done.stderr, "what it does not cover", done)


ALONE = """
#include <cstdio>
typedef float one(const float *, int);
__device__ float at(const float *x, int i) { return x[i]; }
__device__ one *chosen = at;
__global__ void through_pointer(const float *x, float *y) {
  y[threadIdx.x] = chosen(x, threadIdx.x) + 1;
}
__global__ void alone(const float *x, float *y) {
  __shared__ float own[64];
  own[threadIdx.x] = x[threadIdx.x];
  y[threadIdx.x] = own[threadIdx.x] + 1;
}
__global__ void large(const float *x, const int *p, float *y) {
%s
}
__global__ void plain(const float *x, float *y) {
  y[threadIdx.x] = x[threadIdx.x] + 1;
}
int main() {}
"""


def case_init_alone(folder):
    """What --check=init does not do in packets is named; all else is done."""
    large = "\n".join(f"  y[{k}] += x[p[{k} * threadIdx.x]];"
                      for k in range(120))
    (pathlib.Path(folder) / "a.cu").write_text(ALONE % large)
    done = run(QUERN, "cc", "-v", "--genco", "-O2", "--check=init",
               "--targets=x86-64-v3", f"{folder}/a.cu", "-o",
               f"{folder}/a.hipfb",
               QUERN_CPU_NOTES="1")
    expect(done.returncode == 0, "it compiles", done)
    said = "\n".join(re.findall("note: .*", done.stderr))
    for name, reason in (
            ("through_pointer", "calls of functions under --check=init"),
            ("alone", "shared memory without barriers under --check=init"),
            ("large", "its size, more than 400 checks under --check=init")):
        expect(re.search(rf"'\w*{name}\w*' runs .*because of {reason}", said),
               f"'{name}' runs one by one because of {reason}", done)
    expect("plain" not in said, "a plain kernel is made into packets", done)


def case_left_out(folder):
    text = """
__global__ void half(int *x) {
  if (threadIdx.x < 16) {
    x[threadIdx.x] = 1;
    __syncthreads();
  }
  x[64 + threadIdx.x] = 1;
}
__global__ void early(int *x) {
  if (threadIdx.x >= 16)
    return;
  x[threadIdx.x] = 1;
  __syncthreads();
  x[64 + threadIdx.x] = x[15 - threadIdx.x];
}
int main() {
  int *x;
  cudaMalloc(&x, 1024);
  for (int i = 0; i < 3; ++i) {
    half<<<2, 64>>>(x);
    early<<<2, 64>>>(x);
  }
  cudaDeviceSynchronize();
  cudaFree(x);
}
"""
    for level in ("-O0", "-O3"):
        done = run(build(folder, text, level), QUERN_DEVICE="cpu")
        expect(done.returncode == 0 and done.stderr.count("half(int*)") == 1 and
               "early" not in done.stderr, f"once, with {level}", done)


def transcript():
    """The source, and each command with its lines, of the session in the docs."""
    page = (HERE.parents[1] / "docs" / "check.md").read_text()
    block = page.split("## In gdb", 1)[1].split("```")[1]
    source = block.split("$ cat app.cu\n", 1)[1].split("$ quern cc", 1)[0]
    steps = [step.splitlines() for step in block.split("(gdb) ")[1:]]
    return source, [(step[0], [line for line in step[1:] if line != "..."])
                    for step in steps]


def without_numbers(text):
    """Addresses and the host's threads are other ones each time."""
    text = re.sub(r'Thread \d+ "[^"]*"', "Thread", text)
    return re.sub(r"0x[0-9a-f]+|^thread \d+(?=:)", "", text, flags=re.M)


def case_gdb(folder):
    if not shutil.which("gdb"):
        sys.exit(77)
    source, steps = transcript()
    (pathlib.Path(folder) / "app.cu").write_text(source)
    subprocess.run([QUERN, "cc", "-g", "app.cu", "-o", "app"], check=True,
                   cwd=folder)
    # A stream's thread has the longer name: its line must not wrap.
    ours = ["set debuginfod enabled off", "set pagination off", "set width 0",
            "set breakpoint pending on"]
    script = pathlib.Path(folder) / "commands"
    script.write_text("\n".join([*ours, *(command for command, _ in steps)]))
    expect(len(steps) > 8, "the docs have a session")
    # With one thread the breakpoint is hit by the stream's own.
    for threads in ({}, {"QUERN_CPU_THREADS": "1"}):
        done = subprocess.run([QUERN, "gdb", "./app"], capture_output=True, text=True,
                              timeout=100, stdin=script.open(), cwd=folder,
                              env=dict(os.environ, HOME=folder, **threads))
        if "ptrace" in done.stderr:
            sys.exit(77)
        said = [without_numbers(part) for part in done.stdout.split("(gdb) ")]
        # gdb's first prompt comes before the first of ours.
        for (command, lines), part in zip(steps, said[len(ours) + 1:], strict=False):
            for line in lines:
                expect(without_numbers(line) in part.splitlines(),
                       f"'{command}' says '{line}'", done)
        expect("exited normally" in done.stdout, "the program's end", done)


def main():
    global QUERN
    QUERN = str(pathlib.Path(sys.argv[1]).resolve() / "bin" / "quern")
    with tempfile.TemporaryDirectory() as folder:
        globals()["case_" + sys.argv[2]](folder)


if __name__ == "__main__":
    main()
