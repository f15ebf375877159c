# SPDX-License-Identifier: Apache-2.0
"""Random kernels that read what nobody wrote, in packets beside one by one.

  random_init.py BUILD [--seed N] [--programs N] [--kinds KINDS] [--flag=FLAG...]
                 [--keep FOLDER]

A program has KERNELS kernels, which read arrays in global, shared and local
memory of which a part was written, compute with what they read, choose by it,
and store it. What is reported must be the same in each way of running: rules,
kernels, lines, and the text. What one work-item reports counts as written for
those behind it, and lanes of a packet are at one line at a time: where several
lines read the same bytes, another one may be named, of the same memory. How
many these are is said, and they must be few. Kernels have no races. What they
choose by is of global memory, as contents of local and shared memory that nobody
wrote are any.
"""
import json
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import random_programs

KERNELS = 16
SIZE = 1024  # elements of each array
TYPES = ["float", "double", "int", "float2", "float4", "long long",
         "unsigned char", "short", "pair"]
ZERO = {"float2": "make_float2(0, 0)", "float4": "make_float4(0, 0, 0, 0)",
        "pair": "pair{0, 0}"}


def index(r, me, limit):
    return r.choice([
        me, me, me, me, me, f"{me} + 1", f"{me} ^ 1", f"{me} / 2", "0", "3",
        f"{limit} - 1 - {me}", f"{me} * 2", f"p[{me}]", f"p[{me}]",
        f"{me} + {r.randint(2, 40)}", f"{me} + n", f"{me} * 5",
        f"{me} % {r.choice([2, 7, 32])}", f"{me} + k * {r.choice([1, 32])}"])


def field(r, kind):
    return {"float2": ".x", "float4": r.choice([".x", ".w"]),
            "pair": r.choice([".a", ".b"])}.get(kind, "")


class Kernel:
    def __init__(self, r, number):
        self.r, self.number = r, number
        self.items = r.choice([32, 64, 96, 100, 128, 33])
        self.blocks = r.choice([1, 2, 5])
        self.inputs = [(f"a{k}", r.choice(TYPES)) for k in range(2)]
        self.outputs = [(f"o{k}", r.choice(TYPES)) for k in range(2)]
        self.shared = [(f"s{k}", r.choice(TYPES))
                       for k in range(r.choice([0, 0, 1, 2]))]
        self.local = [("l0", r.choice(TYPES))] if r.random() < 0.4 else []

    def global_read(self, kinds=None):
        name, kind = self.r.choice(self.inputs)
        at = index(self.r, "i", SIZE)
        return f"{name}[({at}) % {SIZE}]{field(self.r, kind)}"

    def own_read(self):
        name, kind = self.r.choice(self.outputs)
        return f"{name}[i]{field(self.r, kind)}"

    def value(self, depth=0):
        r = self.r
        form = r.random()
        if form < 0.12:
            return r.choice(["i", "7", "t", "n"])
        if form < 0.2:
            return self.own_read()
        if form < 0.35 and self.shared and self.readable:
            name, kind = r.choice(self.shared)
            at = index(r, "t", self.items)
            return f"{name}[({at}) % {self.items}]{field(r, kind)}"
        if form < 0.5 and self.local:
            name, kind = self.local[0]
            at = r.choice(["2", "5", "t % 8", "(n + k) % 8", "k", "i & 7"])
            return f"{name}[{at}]{field(r, kind)}"
        if form < 0.75 or depth > 2:
            return self.global_read()
        a, b = self.value(depth + 1), self.value(depth + 1)
        return r.choice([
            f"({a} + {b})", f"({a} * {b})", f"((int){a} & {r.randint(0, 255)})",
            f"((int){a} << 3)", f"({a} > {b} ? {a} : {b})",
            f"twice({a})", f"(float)sqrtf({a})", f"((int){a} | (int){b})",
            f"({a} < 3)"])

    def assign(self, name, kind, place, new):
        target = f"{name}[{place}]"
        part = field(self.r, kind)
        if part and self.r.random() < 0.4:
            return f"{target}{part} = {new};"
        if kind == "float2":
            return f"{target} = make_float2({new}, 1);"
        if kind == "float4":
            return f"{target} = make_float4({new}, 1, {self.value(3)}, 3);"
        if kind == "pair":
            return f"{target} = pair{{(char)({new}), 5}};"
        return f"{target} = {new};"

    def move(self):
        """An element as it is, from one array to another of its type."""
        for to, kind in self.outputs + self.local:
            for name, other in self.inputs:
                if kind == other:
                    at = index(self.r, "i", SIZE)
                    place = "i" if to[0] == "o" else "k"
                    return f"{to}[{place}] = {name}[({at}) % {SIZE}];"
        return None

    def statement(self, depth=0):
        r = self.r
        form = r.random()
        if form < 0.5 or depth > 1:
            moved = self.move() if r.random() < 0.3 else None
            if moved:
                return moved
            if self.local and r.random() < 0.3:
                name, kind = self.local[0]
                at = r.choice(["0", "3", "t % 8", "k", "(t + n) % 8"])
                return self.assign(name, kind, at, self.value())
            name, kind = r.choice(self.outputs)
            return self.assign(name, kind, "i", self.value())
        if form < 0.56:
            return f"atomicAdd(&c[{r.choice(['0', 'i % 8', 't / 32', 'i'])}], " \
                   f"{r.choice(['1', '(int)' + self.global_read()])});"
        if form < 0.6:
            return f"v += __shfl_xor_sync(~0u, (int){self.value()}, 1);" \
                if self.items % 32 == 0 and not depth else \
                f"v += (int){self.value()};"
        inner = self.statement(depth + 1)
        if form < 0.85:
            test = r.choice(["i < n * 9", "t & 1", "t == 5", "i % 3 == 0",
                             "t < 20", "i == 0", f"{self.global_read()} > 2",
                             f"{self.global_read()} < 3"])
            return f"if ({test}) {{ {inner} }}"
        rounds = r.choice(["3", "n % 4", "t % 3", "2"])
        return f"for (int k = 0; k < {rounds}; ++k) {{ {inner} }}"

    def text(self):
        r = self.r
        lines, self.readable = [], False
        for name, kind in self.local:
            if r.random() < 0.6:
                lines.append(f"for (int k = 0; k < {r.choice([3, 8])}; ++k) "
                             f"{name}[k] = {ZERO.get(kind, '0')};")
        for _ in range(r.randint(1, 3)):
            lines.append(self.statement())
        if self.shared:
            for name, kind in self.shared:
                new = self.assign(name, kind, "t", self.value())
                guard = r.choice(["", "", "if (t != 9) ", "if (t < n * 8) "])
                lines.append(guard + new)
            lines.append("__syncthreads();")
            self.readable = True
            lines += [self.statement() for _ in range(r.randint(1, 3))]
        lines.append("if (v == 12345) o0[i] = " +
                     ZERO.get(self.outputs[0][1], "0") + ";")
        parameters = ", ".join(
            [f"const {kind} *{name}" for name, kind in self.inputs] +
            [f"{kind} *{name}" for name, kind in self.outputs])
        shared = "".join(f"  __shared__ {kind} {name}[{self.items}];\n"
                         for name, kind in self.shared)
        local = "".join(f"  {kind} {name}[8];\n" for name, kind in self.local)
        return (f"__global__ void k{self.number}(int n, const int *p, int *c, "
                f"{parameters}) {{\n{shared}{local}"
                f"  const int t = threadIdx.x, i = blockIdx.x * {self.items} + "
                f"t;\n  int v = 0, k = t & 3;\n  " + "\n  ".join(lines) +
                "\n  c[i % 8 + 1024] = 0 * k;\n}\n".replace(
                    "c[i % 8 + 1024] = 0 * k;", "(void)k, (void)p, (void)c;"))

    def launch(self):
        r = self.r
        lines = []
        for name, kind in self.inputs + self.outputs:
            lines.append(f"    {kind} *{name};")
            lines.append(f"    cudaMalloc(&{name}, {SIZE} * sizeof({kind}));")
            part = r.choice(["0", f"{SIZE}", f"{SIZE}", f"{SIZE}", "37", "100",
                             f"{SIZE} - 5", None, None])
            if part is None:  # all but one
                part = r.randrange(self.blocks * self.items)
                lines.append(f"    cudaMemset({name} + {part} + 1, 0, "
                             f"({SIZE} - {part} - 1) * sizeof({kind}));")
            lines.append(f"    cudaMemset({name}, 0, {part} * sizeof({kind}));")
        lines.append("    int *c;\n    cudaMalloc(&c, 2048 * sizeof(int));")
        lines.append("    cudaMemset(c, 0, "
                     f"{r.choice([4, 2048, 2048])} * sizeof(int));")
        names = ", ".join(n for n, _ in self.inputs + self.outputs)
        call = f"    k{self.number}<<<{self.blocks}, {self.items}>>>(5, p, c, " \
               f"{names});"
        lines += [call] * r.choice([1, 2])
        return "  {\n" + "\n".join(lines) + "\n  }\n"


def program(seed):
    r = random.Random(seed)
    kernels = [Kernel(r, number) for number in range(KERNELS)]
    texts = [k.text() for k in kernels]
    return ("#include <cuda_runtime.h>\n"
            "struct pair { char a; int b; };\n"
            "template <typename T> static __device__ __noinline__ T twice(T x) "
            "{ return x + x; }\n" + "".join(texts) +
            f"int main() {{\n  int *p, numbers[{SIZE}];\n"
            f"  for (int i = 0; i < {SIZE}; ++i)\n"
            f"    numbers[i] = i * 29 % {SIZE};\n"
            f"  cudaMalloc(&p, sizeof(numbers));\n"
            "  cudaMemcpy(p, numbers, sizeof(numbers), "
            "cudaMemcpyHostToDevice);\n" +
            "".join(k.launch() for k in kernels) +
            "  return cudaDeviceSynchronize();\n}\n")


def about(finding):
    """A finding's rule, kernel and text without numbers of places."""
    text = re.sub(r"\d+ bytes? at|0x[0-9a-f]+|offset \d+", "",
                  finding["message"])
    return json.dumps([finding["rule"], finding["kernel"], text])


def comparable(finding):
    """The same with the lines."""
    return about(finding) + json.dumps(
        [[(f["file"], f["line"]) for f in side["stack"]]
         for side in finding["sides"]])


def compare(packets, single):
    """(how many are elsewhere, what is wrong)"""
    elsewhere, wrong = 0, []
    for way, some, others in (("in packets", packets, single),
                              ("one by one", single, packets)):
        there = {comparable(f) for f in others}
        memory = {about(f) for f in others}
        for f in some:
            if comparable(f) in there:
                continue
            elsewhere += 1
            if about(f) not in memory or "local" in f["message"]:
                wrong.append(f"only {way}: {comparable(f)}")
    return elsewhere, "\n  ".join(wrong)


def findings(quern, built, scalar):
    found = random_programs.findings(quern, built, scalar,
                                     QUERN_CHECK_LIMIT="10000")
    return found if isinstance(found, str) else \
        [f for f in found if f["kind"] != "leak"]


def judge(quern, seed, folder, flags):
    """(findings, those that are wholly the same, those elsewhere, what is wrong)"""
    built = random_programs.compiled(quern, folder / f"init{seed}.cu",
                                     program(seed), flags)
    if isinstance(built, str):
        return 0, 0, 0, built
    packets, single = findings(quern, built, 0), findings(quern, built, 1)
    if isinstance(packets, str) or isinstance(single, str):
        return 0, 0, 0, f"in packets {packets}, one by one {single}"
    elsewhere, wrong = compare(packets, single)
    whole = {json.dumps(f, sort_keys=True) for f in packets}
    same = sum(json.dumps(f, sort_keys=True) in whole for f in single)
    return len(single), same, elsewhere, wrong


def main():
    parser = random_programs.parser(__doc__, "init")
    parser.add_argument("--flag", action="append", default=[],
                        help="for the compiler")
    args = parser.parse_args()
    flags = [f"--check={args.kinds}", *args.flag]
    results = random_programs.judged(
        args, lambda *of: judge(*of, flags))
    found, same, other = (random_programs.total(results, k) for k in range(3))
    failed = random_programs.failures(results)
    print(f"{args.programs * KERNELS} kernels, {found} findings, {same} of them "
          f"the same, {other} at another line")
    print(f"{args.programs - failed} passed, {failed} failed")
    return 1 if failed or same < 0.95 * found or not found else 0


if __name__ == "__main__":
    sys.exit(main())
