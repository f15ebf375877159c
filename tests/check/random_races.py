# SPDX-License-Identifier: Apache-2.0
"""Random kernels with and without races, in packets beside one by one.

  random_races.py BUILD [--seed N] [--programs N] [--kinds KINDS] [--keep FOLDER]

A program has KERNELS kernels, whose statements read and write arrays in global
and in shared memory at indices of all kinds, with barriers between some. In each
way of running the same kernels must have a race. Which lines are named is not
compared: of several races of one place the order of work-items decides. One by
one, where an atomic operation follows a plain write only the last is kept: what
packets have more must show in another order of work-items. Of elements of 1 and 2
bytes several lie in 4, of which the last writer is kept, but for neighbours that
packets note together: there the same kernels count with larger elements, and few may
be missed.
"""
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import random_programs

KERNELS = 24
SIZE = 4096  # elements of each array
FEW = 24  # one of so many may be missed
ORDERS = ["reverse", "random:1", "random:2", "random:3"]
TYPES = ["float", "double", "int", "float2", "float4", "long long",
         "unsigned char", "short", "unsigned short"]
# The same races, without neighbours in 4 bytes.
WIDER = {"unsigned char": "unsigned", "unsigned short": "unsigned",
         "short": "int"}
ATOMIC = {"float": ["atomicAdd"], "double": ["atomicAdd"],
          "int": ["atomicAdd", "atomicMax", "atomicXor", "atomicExch"]}
# What all lanes of a warp come to; no value goes by races.
TOGETHER = ["__syncwarp();", "__syncwarp();",
            "t += __shfl_xor_sync(0xffffffff, t & 0, 1);",
            "if (__ballot_sync(0xffffffff, t >= 0)) __syncwarp();"]


def index(r, items, shared):
    """An index below `items` and what belongs to it, or below SIZE."""
    me, limit = ("t", items) if shared else ("i", SIZE)
    return r.choice([
        me, me, me, me, me, f"{me} + 1", f"{me} ^ 1", f"{me} / 2", "0", "3",
        f"{limit} - 1 - {me}", f"{me} * 2", f"p[{me}]", f"p[{me}]",
        f"({me} + {r.randint(2, 40)})", f"{me} + n", f"{me} * 5",
        f"{me} % {r.choice([2, 7, 32])}"]) if not shared or r.random() < 0.9 \
        else "n"


def element(r, arrays, items, shared):
    name, _ = r.choice(arrays)
    limit = items if shared else SIZE
    return f"{name}[({index(r, items, shared)}) % {limit}]"


def value(r, arrays, shared_arrays, items):
    inside = shared_arrays and r.random() < 0.5
    of = shared_arrays if inside else arrays
    text = element(r, of, items, inside)
    kind = dict(of)[text.split("[")[0]]
    return f"{text}.x" if kind.startswith("float") and kind != "float" else text


def zero(kind):
    return {"float2": "make_float2(0, 0)",
            "float4": "make_float4(0, 0, 0, 0)"}.get(kind, "0")


def assign(r, arrays, shared_arrays, items):
    inside = shared_arrays and r.random() < 0.5
    of = shared_arrays if inside else arrays
    target = element(r, of, items, inside)
    kind = dict(of)[target.split("[")[0]]
    if kind in ATOMIC and r.random() < 0.25:
        return f"{r.choice(ATOMIC[kind])}(&{target}, ({kind})(i % 5));"
    new = r.choice([value(r, arrays, shared_arrays, items), "i", "7",
                    value(r, arrays, shared_arrays, items) + " + 1"])
    if kind == "float2":
        return f"{target} = make_float2({new}, 1);"
    if kind == "float4":
        return f"{target} = make_float4({new}, 1, 2, 3);"
    return f"{target} = {new};"


def statement(r, arrays, shared_arrays, items, depth=0):
    one = assign(r, arrays, shared_arrays, items)
    form = r.random()
    if form < 0.5 or depth > 1:
        return one
    inner = statement(r, arrays, shared_arrays, items, depth + 1)
    if form < 0.75:
        test = r.choice(["i < n", "t & 1", "t == 5", "i % 3 == 0", "t < 20",
                         "i == 0", "p[i % 64] > 2000"])
        return f"if ({test}) {{ {inner} }}"
    rounds = r.choice(["3", "n % 4", "t % 3", "2"])
    return f"for (int k = 0; k < {rounds}; ++k) {{ {inner} }}"


def kernel(r, number):
    items = r.choice([32, 64, 96, 100, 128, 33])
    blocks = r.choice([1, 2, 5])
    arrays = [(f"a{k}", r.choice(TYPES)) for k in range(r.randint(1, 3))]
    with_barriers = r.random() < 0.6
    shared_arrays = [(f"s{k}", r.choice(TYPES))
                     for k in range(r.randint(0, 2))] if with_barriers else []
    lines = [statement(r, arrays, shared_arrays, items)
             for _ in range(r.randint(1, 5))]
    if with_barriers:
        for _ in range(r.randint(1, 3)):
            lines.insert(r.randint(0, len(lines)), "__syncthreads();")
        if r.random() < 0.5:  # behind each, so that fewer have a race
            lines = [part for line in lines
                     for part in (line, "__syncthreads();")]
    if items % 32 == 0 and r.random() < 0.5:
        for _ in range(r.randint(1, 4)):
            lines.insert(r.randint(0, len(lines)), r.choice(TOGETHER))
    # What is read of shared memory is the same in each way of running.
    if shared_arrays:
        lines = [f"{name}[t] = {zero(kind)};" for name, kind in shared_arrays] \
            + ["__syncthreads();"] + lines
    parameters = ", ".join(f"{kind} *{name}" for name, kind in arrays)
    shared = "".join(f"  __shared__ {kind} {name}[{items}];\n"
                     for name, kind in shared_arrays)
    text = (f"__global__ void k{number}(int n, const int *p, {parameters}) {{\n"
            f"{shared}  int t = threadIdx.x;\n"
            f"  const int i = blockIdx.x * {items} + t;\n  " + "\n  ".join(lines) + "\n}\n")
    # Work-items that write the same value do not race: in each way there must
    # be the same values before.
    launch = (f"  cudaMemcpy(m, values, sizeof(values), "
              "cudaMemcpyHostToDevice);\n"
              f"  k{number}<<<{blocks}, {items}>>>(5, p, "
              + ", ".join(f"({kind} *)(m + {k} * {SIZE} * 16)"
                          for k, (_, kind) in enumerate(arrays)) + ");\n")
    return text, launch


def program(seed):
    r = random.Random(seed)
    made = [kernel(r, number) for number in range(KERNELS)]
    return ("#include <cuda_runtime.h>\n" + "".join(t for t, _ in made)
            + f"static float values[3 * {SIZE} * 4];\n"
            f"int main() {{\n  char *m;\n  int *p, numbers[{SIZE}];\n"
            f"  for (int i = 0; i < 3 * {SIZE} * 4; ++i)\n"
            "    values[i] = i + 0.5f;\n"
            f"  for (int i = 0; i < {SIZE}; ++i)\n"
            f"    numbers[i] = i * 29 % {SIZE};\n"
            f"  cudaMalloc(&m, 3 * {SIZE} * 16);\n"
            f"  cudaMalloc(&p, {SIZE} * 4);\n"
            f"  cudaMemcpy(p, numbers, {SIZE} * 4, cudaMemcpyHostToDevice);\n"
            + "".join(launch for _, launch in made)
            + "  return cudaDeviceSynchronize();\n}\n")


def racing(quern, built, scalar, *options):
    found = random_programs.findings(quern, built, scalar, options)
    return found if isinstance(found, str) else \
        {f["kernel"].split("(")[0] for f in found if "race" in f["rule"]}


def in_orders(quern, built, wanted):
    """Kernels that race one by one, in orders that show all that are wanted."""
    found = racing(quern, built, 1)
    for order in ORDERS:
        if isinstance(found, set) and wanted - found:
            others = racing(quern, built, 1, f"--schedule={order}")
            found = found | others if isinstance(others, set) else others
    return found


def with_small(text):
    """Kernels with elements of 1 and 2 bytes."""
    kernels = re.findall(r"__global__ void (k\d+)\((.*?)\n}\n", text, re.S)
    return {name for name, body in kernels
            if any(re.search(rf"\b{part}\b", body) for part in WIDER)}


def judge(quern, seed, folder, kinds):
    """(kernels that race, those that are missed, what is wrong)"""
    text, flags = program(seed), [f"--check={kinds}"]
    built = random_programs.compiled(quern, folder / f"races{seed}.cu", text,
                                     flags)
    if isinstance(built, str):
        return 0, 0, built
    packets, small = racing(quern, built, 0), racing(quern, built, 1)
    wide = text
    for part, whole in WIDER.items():
        wide = re.sub(rf"\b{part}\b", whole, wide)
    built = random_programs.compiled(quern, folder / f"wide{seed}.cu", wide,
                                     flags)
    for failure in (built, packets, small):
        if isinstance(failure, str):
            return 0, 0, failure
    single = in_orders(quern, built, packets)
    if isinstance(single, str):
        return 0, 0, single
    missed = (single - packets) & with_small(text)
    if packets | missed != single or small - single:
        return 0, 0, (f"in packets {packets}, one by one {single}, of "
                      f"small elements {small}")
    return len(packets), len(missed), ""


def main():
    args = random_programs.parser(__doc__, "race").parse_args()
    results = random_programs.judged(
        args, lambda *of: judge(*of, args.kinds))
    lost = random_programs.total(results, 1)
    failed = random_programs.failures(results)
    print(f"{args.programs * KERNELS} kernels, "
          f"{random_programs.total(results, 0)} with a race that is found, "
          f"{lost} with one of small elements that is not")
    failed += lost > 1 + args.programs * KERNELS // FEW
    print(f"{args.programs - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
