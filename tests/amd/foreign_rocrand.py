# SPDX-License-Identifier: Apache-2.0
"""Arguments and references for kernels of rocRAND: generators in states that are
random, too, their distributions in double, and what engines begin with."""
import itertools
import math
import struct

from foreign_launch import Buffer, Bytes, Launch, Skip, pack

WORD = 0xffffffff
GROUPS, THREADS, COUNT = 2, 256, 4096
MEAN, SPREAD = 0.5, 0.25


def single(v):
    """Rounded to a float."""
    return struct.unpack("<f", struct.pack("<f", v))[0]


# ---- Engines: iterators of words of 32 bits

def xorwow(d, x):
    x = list(x)
    while True:
        t = x[0] ^ x[0] >> 2
        x = x[1:] + [(x[4] ^ x[4] << 4 ^ t ^ t << 1) & WORD]
        d = (d + 362437) & WORD
        yield (d + x[4]) & WORD


M1, M2 = 4294967087, 4294944443


def mrg32k3a(a, b):
    a, b = list(a), list(b)
    while True:
        p = (1403580 * a[1] - 810728 * a[0]) % M1
        q = (527612 * b[2] - 1370589 * b[0]) % M2
        a, b = a[1:] + [p], b[1:] + [q]
        yield p - q if p > q else p - q + M1


def philox(counter, key):
    """The four words of a counter."""
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [b >> 32 ^ c[1] ^ k[0], b & WORD, a >> 32 ^ c[3] ^ k[1], a & WORD]
        k = [(k[0] + 0x9E3779B9) & WORD, (k[1] + 0xBB67AE85) & WORD]
    return c


class Mtgp32:
    """One group's generator: 256 words at a time."""
    PERIOD, SIZE = 351, 1024

    def __init__(self, rng):
        self.status = [rng.getrandbits(32) for _ in range(self.SIZE)]
        self.position = rng.randrange(3, 90)
        self.shifts = rng.randrange(1, 31), rng.randrange(1, 31)
        self.mask = 0xfff80000
        self.tables = [[rng.getrandbits(32) for _ in range(16)] for _ in range(3)]

    def memory(self):
        values = [0, 0, *self.status, self.position, *self.tables[0],
                  *self.tables[1], *self.shifts, *self.tables[2], self.mask]
        return values

    def rounds(self):
        status, offset = list(self.status), 0
        while True:
            words = []
            for t in range(THREADS):
                at = [status[(t + offset + d) % self.SIZE]
                      for d in (0, 1, self.position, self.position - 1)]
                x = at[0] & self.mask ^ at[1]
                x ^= x << self.shifts[0] & WORD
                y = x ^ at[2] >> self.shifts[1]
                y ^= self.tables[0][y & 15]
                status[(t + offset + self.PERIOD) % self.SIZE] = y
                mix = at[3] ^ at[3] >> 16
                mix ^= mix >> 8
                words.append(y ^ self.tables[1][mix & 15])
            offset = (offset + THREADS) % self.SIZE
            yield words


def sobol(vectors, index):
    value, gray = 0, index ^ index >> 1
    for bit, vector in enumerate(vectors):
        if gray >> bit & 1:
            value ^= vector
    return value


# ---- Distributions: how many words each takes, and the values it makes of them

def unit(v, bits=32):
    return (v + 1) * 2.0 ** -bits


def mrg_unit(v):
    return v * 2.3283065498378288e-10


def mrg_word(v):
    return int((v - 1) * 1.000000048661606966)


def pieces(v, bits):
    return [v >> s & (1 << bits) - 1 for s in range(0, 32, bits)]


def wide(a, b):
    return a ^ b << 21


def polar(radius, angle):
    r = math.sqrt(-2 * math.log(radius))
    return [r * math.sin(angle), r * math.cos(angle)]


def uniform(kind, is_mrg):
    word = mrg_word if is_mrg else lambda v: v
    if kind == "double" and not is_mrg:
        return 2, lambda w: [unit(w[1] >> 11 << 32 | w[0], 53)]
    if kind in ("float", "double"):
        return 1, lambda w: [mrg_unit(w[0]) if is_mrg else unit(w[0])]
    if kind == "__half":
        return 1, lambda w: [unit(h, 16) for h in pieces(word(w[0]), 16)]
    bits = {"unsigned char": 8, "unsigned short": 16, "unsigned int": 32}[kind]
    return 1, lambda w: pieces(word(w[0]), bits)


def normal(kind, is_mrg):
    if kind == "__half":
        word = mrg_word if is_mrg else lambda v: v

        def halves(w):
            # In Debian's build sines of finite halves are NaN: the code selects
            # 0x7e00 for those that are finite. Cosines are right.
            a, b = pieces(word(w[0]), 16)
            return [None, polar(unit(a, 16), 2 * math.pi * unit(b, 16))[1]]
        return 1, halves
    if is_mrg:  # of doubles, too, through floats
        return 2, lambda w: polar(single(mrg_unit(w[0])),
                                  2 * math.pi * single(mrg_unit(w[1])))
    if kind == "double":
        return 4, lambda w: polar(unit(wide(w[0], w[1]), 53),
                                  2 * math.pi * unit(wide(w[2], w[3]), 53))
    return 2, lambda w: polar(unit(w[0]), 2 * math.pi * unit(w[1]))


class Poisson:
    """A distribution in tables, as the host makes them: by aliases or sums."""

    def __init__(self, rng, size=40, offset=3):
        self.size, self.offset = size, offset
        self.alias = [rng.randrange(size) for _ in range(size)]
        self.probability = [rng.random() for _ in range(size)]
        parts = [rng.random() + 0.01 for _ in range(size)]
        self.sums = [s / sum(parts) for s in itertools.accumulate(parts)]
        self.sums[-1] = 1.0

    def by_alias(self, x):
        at = int(self.size * x)
        rest = self.size * x - at
        return self.offset + (at if rest < self.probability[at] else self.alias[at])

    def by_sums(self, x):
        return self.offset + next(i for i, s in enumerate(self.sums) if x <= s)


class Tables(Bytes):
    """The structure of a Poisson distribution: sizes, and where its tables are."""

    def __init__(self, p):
        self.p = p
        self.buffers = [Buffer("unsigned int", p.alias),
                        Buffer("double", p.probability), Buffer("double", p.sums)]

    @property
    def data(self):
        return struct.pack("<IIQQQ", self.p.size, self.p.offset,
                           *(b.address.value for b in self.buffers))


def distribution(k):
    """Words taken, values made of them, the argument, and how wide errors are."""
    text, kind = k.params[-1], k.kind(k.params.index(target_of(k)))
    is_mrg, size = "mrg" in text, k.arguments[-1][1]
    if "poisson" in text:
        p = Poisson(k.rng)
        return (1, lambda w: [p.by_alias(mrg_unit(w[0]) if is_mrg
                                         else w[0] * 2.0 ** -32)], Tables(p), 1)
    if "uniform" in text:
        return *uniform(kind, is_mrg), Bytes(bytes(size)), 1
    width, make = normal(kind, is_mrg)
    return width, shaped(text, make), moments(kind, size), looseness(kind)


def shaped(text, make):
    last = math.exp if "log_normal" in text else lambda v: v
    return lambda w: [None if v is None else last(MEAN + SPREAD * v)
                      for v in make(w)]


def moments(kind, size):
    each = size // 2 // len(pack(kind, [0]))
    return Bytes(pack(kind, [MEAN] * each + [SPREAD] * each))


def looseness(kind):
    """Logarithms and sines of halves and floats near the ends of their range."""
    return {"__half": 12, "float": 10, "double": 100}[kind]


def target_of(k):
    """The parameter that is written to."""
    for p in k.params:
        if p.endswith("*") and "engine" not in p and "const" not in p:
            return p
    raise Skip("without an output")


# ---- Kernels

def take(words, width):
    return [next(words) for _ in range(width)]


def strided(streams, width, make, count):
    """Values as threads write them that step over the output together."""
    values = []
    while len(values) < count:
        for words in streams:
            values += make(take(words, width))
    return values[:count]


def output(k, values, scale):
    kind = k.kind(k.params.index(target_of(k)))
    return Buffer(kind, [0] * len(values), values, scale)


def by_engines(k, states, streams):
    width, make, argument, scale = distribution(k)
    values = strided(streams, width, make, COUNT)
    return launch(k, GROUPS, [Buffer("unsigned int", states), 0,
                              output(k, values, scale), COUNT, argument])


def launch(k, groups, arguments):
    """Tables get their memory as arguments of their own, before."""
    made = Launch(groups, THREADS, arguments)
    tables = [a for a in arguments if isinstance(a, Tables)]
    made.before = tables[0].buffers if tables else []
    return [made]


def generate_xorwow(k):
    seeds = [[k.rng.getrandbits(32) for _ in range(6)]
             for _ in range(GROUPS * THREADS)]
    return by_engines(k, sum(seeds, []), [xorwow(s[0], s[1:]) for s in seeds])


def generate_mrg(k):
    seeds = [[k.rng.randrange(1, M2) for _ in range(6)]
             for _ in range(GROUPS * THREADS)]
    return by_engines(k, sum(seeds, []), [mrg32k3a(s[:3], s[3:]) for s in seeds])


def generate_philox(k):
    counter = [k.rng.getrandbits(31), 7, 8, 9]
    key = [k.rng.getrandbits(32), k.rng.getrandbits(32)]
    engine = struct.pack("<12I", *counter, *philox(counter, key), *key, 0, 0)

    def words():
        for step in itertools.count():
            yield from philox([counter[0] + step, *counter[1:]], key)
    width, make, argument, scale = distribution(k)
    values = strided([words()], width, make, COUNT)
    return launch(k, GROUPS, [Bytes(engine), output(k, values, scale), COUNT,
                              argument])


def generate_mtgp32(k):
    engines = [Mtgp32(k.rng) for _ in range(GROUPS)]
    width, make, argument, scale = distribution(k)
    values, rounds = [], [e.rounds() for e in engines]
    while len(values) < COUNT:
        for each in rounds:
            taken = take(each, width)
            for t in range(THREADS):
                values += make([words[t] for words in taken])
    memory = sum((e.memory() for e in engines), [])
    return launch(k, GROUPS, [Buffer("unsigned int", memory),
                              output(k, values[:COUNT], scale), COUNT, argument])


def inverse_normal(p):
    """By the approximation of erf's inverse that the library uses for all types,
    which is right to a few thousandths."""
    x, a = 2 * p - 1, 0.147
    logarithm = math.log((1 - x) * (1 + x))
    t = 2 / (math.pi * a) + 0.5 * logarithm
    root = math.sqrt(-t + math.sqrt(t * t - logarithm / a))
    return math.copysign(single(math.sqrt(2)) * root, x)


def sobol_value(k, kind, p, bits):
    """What is made of a number of the sequence."""
    text = k.params[-1]
    if "poisson" in text:
        return lambda v: p.by_sums(whole_unit(v, bits))
    if "uniform" in text:
        if kind == "__half":
            return lambda v: unit(v >> bits - 16, 16)
        if kind == "double":
            return lambda v: whole_unit(v, bits)
        if kind == "float":  # of 64 bits this version takes the lower ones
            return lambda v: unit(v & WORD)
        own = {"unsigned char": 8, "unsigned short": 16, "unsigned int": 32}[kind]
        return lambda v: v >> bits - own
    if kind == "double" and "log" not in text:
        make = shaped(text, lambda v: [inverse_normal(whole_unit(v, bits))])
    else:
        make = shaped(text, lambda v: [inverse_normal(unit(v & WORD))])
    return lambda v: make(v)[0]


def whole_unit(v, bits):
    return unit(v >> 11, 53) if bits == 64 else unit(v)


def generate_sobol(k):
    bits = 64 if k.family.endswith("64") else 32
    vectors = [k.rng.getrandbits(bits) for _ in range(bits)]
    start = k.rng.randrange(1000)
    kind, text = k.kind(0), k.params[-1]
    p = Poisson(k.rng) if "poisson" in text else None
    value = sobol_value(k, kind, p, bits)
    values = [value(sobol(vectors, start + j)) for j in range(COUNT)]
    size = k.arguments[-1][1]
    argument = (Tables(p) if p else Bytes(bytes(size)) if "uniform" in text
                else moments(kind, size))
    scale = 1 if p or "uniform" in text else looseness(kind) * 10
    return launch(k, GROUPS, [output(k, values, scale), COUNT,
                              Buffer("unsigned long long" if bits == 64
                                     else "unsigned int", vectors), start, argument])


def generate(k):
    first = k.params[0]
    for name, function in (("xorwow", generate_xorwow), ("mrg32k3a", generate_mrg),
                           ("philox", generate_philox), ("mtgp32", generate_mtgp32)):
        if name in first:
            return function(k)
    return generate_sobol(k)


# ---- What engines begin with

def apply(columns, vector):
    """A matrix over GF(2), by columns, times a vector; both are big numbers."""
    result, at = 0, 0
    while vector:
        if vector & 1:
            result ^= columns[at]
        vector, at = vector >> 1, at + 1
    return result


def xorwow_columns():
    """How the five words of a state go to the next, as a matrix."""
    columns = []
    for bit in range(160):
        x = [(1 << bit) >> 32 * w & WORD for w in range(5)]
        t = x[0] ^ x[0] >> 2
        x = x[1:] + [(x[4] ^ x[4] << 4 ^ t ^ t << 1) & WORD]
        columns.append(sum(w << 32 * at for at, w in enumerate(x)))
    return columns


def power(columns, times):
    """The matrix squared so often."""
    for _ in range(times):
        columns = [apply(columns, c) for c in columns]
    return columns


def init_xorwow(k):
    seed, offset = k.rng.getrandbits(64), k.rng.getrandbits(20)
    s = [(seed & WORD) ^ 0x2c7f967f, seed >> 32 ^ 0xa03697cb]
    t = [1228688033 * s[0] & WORD, 2073658381 * s[1] & WORD]
    x = [123456789 + t[0], 362436069 ^ t[0], 521288629 + t[1], 88675123 ^ t[1],
         5783321 + t[0]]
    d = 6615241 + t[0] + t[1]
    one = xorwow_columns()
    far = power(one, 67)
    state = sum((w & WORD) << 32 * at for at, w in enumerate(x))
    step = one
    for bit in range(20):  # the offset, which commutes with the rest
        if offset >> bit & 1:
            state = apply(step, state)
        step = power(step, 1)
    want = []
    for _ in range(THREADS):
        want += [(d + 362437 * offset) & WORD,
                 *(state >> 32 * w & WORD for w in range(5))]
        state = apply(far, state)
    return [Launch(1, THREADS, [Buffer("unsigned int", [0] * len(want), want), 0,
                                seed, offset])]


def multiply(a, b, m):
    return [[sum(x * y for x, y in zip(row, column)) % m for column in zip(*b)]
            for row in a]


def matrix_power(a, n, m):
    result = [[int(i == j) for j in range(3)] for i in range(3)]
    while n:
        if n & 1:
            result = multiply(result, a, m)
        a, n = multiply(a, a, m), n >> 1
    return result


def init_mrg(k):
    seed, offset = k.rng.getrandbits(40) | 1, k.rng.getrandbits(20)
    x, y = (seed & WORD) ^ 0x55555555, seed >> 32 ^ 0xAAAAAAAA
    states = [[v * seed % M1 for v in (x, y, x)], [v * seed % M2 for v in (y, x, y)]]
    steps = [[[0, 1, 0], [0, 0, 1], [-810728, 1403580, 0]],
             [[0, 1, 0], [0, 0, 1], [-1370589, 0, 527612]]]
    want = []
    for thread in range(THREADS):
        for state, step, m in zip(states, steps, (M1, M2)):
            jump = matrix_power(step, offset + thread * 2 ** 76, m)
            want += [row[0] for row in multiply(jump, [[v] for v in state], m)]
    return [Launch(1, THREADS, [Buffer("unsigned int", [0] * len(want), want), 0,
                                seed, offset])]


def init_engines(k):
    return init_xorwow(k) if "xorwow" in k.text else init_mrg(k)


FAMILIES = {"init_engines_kernel": init_engines, "generate_kernel": generate,
            "generate_kernel_64": generate}
