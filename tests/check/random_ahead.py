# SPDX-License-Identifier: Apache-2.0
"""Random kernels whose blocks are looked at in front, beside one by one.

  random_ahead.py BUILD [--seed N] [--programs N] [--kinds KINDS] [--keep FOLDER]

A program has KERNELS kernels for blocks of ITEMS, for which code is asked for
(QUERN_CPU_SIZED). What they access does not depend on what they read, but may on
the block; so most are looked at in front (compiler/spmd/emit/ahead.h), which is
counted. Of races the same kernels must have one, in some order one by one; of
what nobody wrote, in kernels without races, the same kernels and lines must be
named, and of accesses beyond the end the same kernels.
"""
import os
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import random_programs

KERNELS = 8
ITEMS = 64
BLOCKS = 6
SIZE = ITEMS * BLOCKS
ORDERS = ["reverse", "random:1", "random:2", "random:3"]
# Where each work-item goes, and nobody else: of shared memory, and of a block's
# part of other memory.
OWN = ["t", "t", "t", "63 - t", "t ^ 1", "(t + 5) % 64"]
SHARED = OWN + ["t / 2", "(t + 1) % 64", "t & ~1", "0"]


class Kernel:
    def __init__(self, r, number, kind):
        self.r, self.number, self.kind = r, number, kind
        self.types = [r.choice(["int", "float"]) for _ in range(2)]
        self.faulty = r.random() < 0.6

    def place(self, wild):
        """An index of device memory; `wild`: it may be another's."""
        r = self.r
        own = f"b * 64 + ({r.choice(OWN)})"
        if not wild or not self.faulty or r.random() < 0.7:
            return own
        k = r.randrange(1, BLOCKS)
        other = r.choice([f"{(k + 1) % BLOCKS} * 64 + t", f"{k} * 64 + t / 2",
                          f"b * 64 + (t + {r.choice([1, 9, 32])}) % 64",
                          "t", "0"])
        return f"(b == {k} ? {other} : {own})" if r.random() < 0.7 else other

    def value(self):
        r, wild = self.r, self.kind == "race"
        return r.choice([f"x[{self.place(wild)}]", f"y[{self.place(wild)}]",
                         f"s[{r.choice(OWN if not wild else SHARED)}]",
                         f"u[{r.choice(OWN)}]", "t", "b"])

    def statement(self):
        r, wild = self.r, self.kind == "race"
        form = r.random()
        if form < 0.3:
            at = r.choice(SHARED if wild and self.faulty and r.random() < 0.2
                          else OWN)
            return f"{r.choice('su')}[{at}] = {self.value()} + {self.value()};"
        if form < 0.45:
            return ("for (int step = 32; step; step /= 2) { if (t < step) "
                    "s[t] += s[t + step]; __syncthreads(); }")
        inner = f"{r.choice('xyz')}[{self.place(wild)}] = {self.value()}" \
                f" + {self.value()};"
        if form < 0.65:
            test = r.choice(["!t", "t < 20", "t & 1", "b != 2", "t == 5",
                             f"b == {r.randrange(BLOCKS)}"])
            return f"if ({test}) {inner}"
        return inner

    def text(self):
        r = self.r
        lines = [f"s[t] = {r.choice(['x', 'y'])}[{self.place(False)}];",
                 "u[63 - t] = t;", "__syncthreads();"]
        for _ in range(r.randint(2, 5)):
            lines.append(self.statement())
            if self.kind != "race" or r.random() < 0.75:
                lines.append("__syncthreads();")
        lines.append("if (!t) z[b] = s[0];")
        if self.kind == "memory" and self.faulty:
            k = r.randrange(BLOCKS)
            lines.insert(r.randint(3, len(lines)), r.choice([
                f"if (b == {k} && t == {r.randrange(ITEMS)}) z[{SIZE}] = 0;",
                f"y[b * 64 + t + (b == {BLOCKS - 1})] = t;",
                f"if (b == {k}) s[t + 1] = 0;"]))
        first, second = self.types
        return (f"__global__ void k{self.number}({first} *x, {second} *y, "
                f"{first} *z) {{\n  __shared__ {first} s[64], u[64];\n"
                "  const int t = threadIdx.x, b = blockIdx.x;\n  "
                + "\n  ".join(lines) + "\n}\n")

    def launch(self):
        """Memory of their own, and twice."""
        made = ["  {\n    char *m[3];"]
        for k in range(3):
            made.append(f"    cudaMalloc(&m[{k}], {SIZE} * 4);\n"
                        f"    cudaMemset(m[{k}], 1, {SIZE} * 4);")
        if self.kind == "init" and self.faulty:
            at = self.r.randrange(SIZE)
            k = self.r.randrange(3)
            made.append(f"    cudaFree(m[{k}]);\n"
                        f"    cudaMalloc(&m[{k}], {SIZE} * 4);\n"
                        f"    cudaMemset(m[{k}], 1, {at} * 4);\n"
                        f"    cudaMemset(m[{k}] + {at} * 4 + 4, 1, "
                        f"({SIZE - 1} - {at}) * 4);")
        first, second = self.types
        call = f"    k{self.number}<<<{BLOCKS}, {ITEMS}>>>(({first} *)m[0], " \
               f"({second} *)m[1], ({first} *)m[2]);"
        return "\n".join(made + [call] * self.r.choice([1, 2])) + "\n  }\n"


def program(seed, kind):
    """Behind an access beyond the end nothing runs: there is one kernel."""
    r = random.Random(seed)
    kernels = [Kernel(r, number, kind)
               for number in range(1 if kind == "memory" else KERNELS)]
    return ("#include <cuda_runtime.h>\n" + "".join(k.text() for k in kernels)
            + "int main() {\n" + "".join(k.launch() for k in kernels)
            + "  cudaDeviceSynchronize();\n}\n")


def built_for(quern, source, text, kinds):
    """(the program, or why there is none; how many are looked at in front)"""
    source.write_text(text)
    program = source.with_suffix("")
    env = dict(os.environ, QUERN_CPU_SIZED=str(ITEMS), QUERN_CPU_NOTES="1")
    made = subprocess.run([quern, "cc", "-v", "-O2", f"--check={kinds}", source,
                           "-o", program], capture_output=True, text=True,
                          env=env, timeout=random_programs.TIMEOUT)
    ahead = len(re.findall(r"is checked in front of blocks", made.stderr
                           + made.stdout))
    return (f"does not compile: {made.stderr[-800:]}" if made.returncode
            else program), ahead


def found_in(quern, built, scalar, kind, *options):
    found = random_programs.findings(quern, built, scalar, options)
    if isinstance(found, str):
        return found
    rules = {"race": "race", "init": "uninitialised", "memory": "bounds"}
    return {(f["kernel"].split("(")[0],
             f["sides"][0]["stack"][0]["line"] if kind == "init" else 0)
            for f in found if rules[kind] in f["rule"]}


def judge(quern, seed, folder, kinds):
    """(kernels, those looked at in front, findings, what is wrong)"""
    kind = kinds.split(",")[0]
    text = program(seed, kind)
    built, ahead = built_for(quern, folder / f"ahead{seed}.cu", text, kinds)
    count = text.count("__global__")
    if isinstance(built, str):
        return count, ahead, 0, built
    packets, single = (found_in(quern, built, way, kind) for way in (0, 1))
    for order in ORDERS if kind == "race" else []:
        if isinstance(single, set) and isinstance(packets, set) and \
                packets - single:
            others = found_in(quern, built, 1, kind, f"--schedule={order}")
            single = single | others if isinstance(others, set) else others
    wrong = "" if packets == single and isinstance(packets, set) else \
        f"in packets {packets}, one by one {single}"
    return count, ahead, len(packets), wrong


def main():
    args = random_programs.parser(__doc__, "race").parse_args()
    results = random_programs.judged(
        args, lambda *of: judge(*of, args.kinds))
    count, ahead, found = (random_programs.total(results, k) for k in range(3))
    failed = random_programs.failures(results)
    print(f"{count} kernels, {ahead} looked at in front, {found} findings")
    print(f"{args.programs - failed} passed, {failed} failed")
    return 1 if failed or not found or 3 * ahead < count else 0


if __name__ == "__main__":
    sys.exit(main())
