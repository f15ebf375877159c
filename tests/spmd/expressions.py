# SPDX-License-Identifier: Apache-2.0
"""Random expressions (generate.py): without effects, defined for all values."""

SPECIAL = [0, 1, 2, 3, 5, 7, 17, 255, 65537, 0x7fffffff, 0x80000000, 0xffffffff]


class Expressions:
    """What `self` knows of variables, as text of each type."""

    def place(self):
        """Who the work-item is."""
        if self.is_function:
            return self.rng.choice(["t", "id", "x", "y"])
        return self.rng.choice(["t", "id", "l", "row", "depth", "group",
                                "blockIdx.x", "blockDim.x", "(t & 31)",
                                "(t >> 5)", "(id - n)", "(total - id)"])

    def leaf(self):
        rng = self.rng
        r = rng.random()
        if r < 0.5 and self.names:
            return rng.choice(self.names)
        if r < 0.58 and self.counters:
            return rng.choice(self.counters)
        if r < 0.76:
            return self.place()
        if r < 0.84:
            return f"({rng.choice(self.uniforms)})"
        return f"{rng.choice(SPECIAL)}u"

    def read(self, depth):
        """Of the inputs, in ways that packets load differently."""
        rng = self.rng
        any_index = self.expr(depth - 1)
        c = rng.randrange(1, 9)
        return rng.choice([
            f"a[({any_index}) & 1023]",
            f"a[(id + {c}) & 1023]",
            f"a[l + {c * 50}]",
            f"a[l * {rng.choice([2, 3, 4])}]",
            f"a[{300 + c} - l]",
            f"(a + 512)[-(int)l - {c}]",
            f"(a + 256)[(int)(l * 2) - {c}]",
            f"a[row % 8 * 16 + {c}]",
            f"a[(({any_index}) & 15) * 16 + t % 16]",
            f"a[row % 16 * 32 + (({rng.choice(self.counters or ['n'])}) & 31)]",
            f"(id + {c} < 1024 ? a[id + {c}] : {c}u)",
            f"a[{c * 7}]", f"a[n + {c}]", f"a[group % 64 * 4 + {c}]"
            if not self.is_function else f"a[x % 64 * 4 + {c}]",
            f"((const u8 *)a)[({any_index}) & 4095]",
            f"((const u8 *)a)[l + {c}]",
            f"(u32)((const u16 *)a)[l * {c % 3 + 1}]",
            f"(u32)((const u64 *)a)[(l + {c}) & 511]",
            f"((const uint4 *)a)[(l + {c}) & 255].{rng.choice('xyzw')}",
            f"((const pair *)a)[l + {c}].{rng.choice('ab')}",
            f"((const pair *)a)[({any_index}) & 511].{rng.choice('ab')}",
            f"(u32)((const int2 *)a)[l].{rng.choice('xy')}"])

    def intrinsic(self, a, b):
        return self.rng.choice([
            f"(u32)__popc({a})", f"(u32)__clz((int)({a}))", f"__brev({a})",
            f"max({a}, {b})", f"(u32)min((int)({a}), (int)({b}))",
            f"(u32)__ffs((int)({a}))", f"__umulhi({a}, {b})",
            f"rotate({a}, {b})", f"fold({a})",
            f"(u32)__popcll((u64)({a}) << 20 | ({b}))"])

    def narrow(self, a, b):
        return self.rng.choice([
            f"(u32)(u8)({a})", f"(u32)(short)({a})", f"(u32)(signed char)({a})",
            f"(u32)(u16)(({a}) * ({b}))", f"(u32)(u8)((u8)({a}) + (u8)({b}))",
            f"(u32)((int)({a}) >> (({b}) & 7))",
            f"(u32)(((u64)({a}) * ({b})) >> 16)",
            f"(u32)((int)({a}) / (int)((({b}) & 255) + 2))",
            f"(u32)((int)({a}) % (int)((({b}) & 63) + 2))",
            f"(u32)(((long long)(int)({a}) * (int)({b})) >> 9)"])

    def undefined(self, a, b):
        """What C leaves undefined, and GPUs do not."""
        rng = self.rng
        count = rng.choice([b, f"({b}) & 63", f"({b}) & 127",
                            f"{rng.choice([31, 32, 33, 64, 100])}u",
                            "0u - 1u", f"t + {rng.randrange(40)}"])
        by = rng.choice([b, f"({b}) & 1", f"({b}) & 7", "n & 1", "t & 3",
                         f"0u - (({b}) & 1)"])
        if rng.random() < 0.5:
            return f"{rng.choice(['shl', 'shr', 'sar'])}({a}, {count})"
        if rng.random() < 0.2:
            return rng.choice([f"(u32)shr64((u64)({a}) << 30, {count})",
                               f"(u32)(shl64({a}, {count}) >> 16)",
                               f"(u32)over64({a}, {by})"])
        return f"{rng.choice(['over', 'left', 'sover', 'sleft'])}({a}, {by})"

    def from_memory(self, depth):
        rng = self.rng
        if self.arrays and rng.random() < 0.4:
            name, count = rng.choice(self.arrays)
            return f"(u32){name}[({self.expr(depth - 1)}) & {count - 1}]"
        if self.reads_shared and rng.random() < 0.4:
            return rng.choice([
                f"shared[({self.expr(depth - 1)}) % size]", "shared[l]",
                f"shared[(l + {rng.randrange(1, 9)}) % size]", "shared[0]",
                "shared[size - 1 - l]", "shared[row * blockDim.x]"])
        return self.read(depth)

    def expr(self, depth=2):
        """u32."""
        rng = self.rng
        depth = min(depth, self.deepest)
        if depth <= 0 or rng.random() < 0.25:
            return self.leaf()
        r = rng.random()
        if r < 0.2:
            return self.from_memory(depth)
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        if r < 0.3:
            return self.undefined(a, b)
        if r < 0.5:
            return f"({a} {rng.choice(['+', '-', '*', '^', '|', '&'])} {b})"
        if r < 0.54:
            return f"(({a}) {rng.choice(['<<', '>>'])} (({b}) & 15))"
        if r < 0.57:
            return f"(({a}) {rng.choice(['/', '%'])} (({b}) | 1))"
        if r < 0.68:
            return f"({self.cond(depth - 1)} ? {a} : {b})"
        if r < 0.75:
            return self.narrow(a, b)
        if r < 0.82:
            return self.intrinsic(a, b)
        if r < 0.85:
            return f"(u32)whole({self.real(depth - 1)})"
        if r < 0.87:
            return rng.choice([f"to_int({self.real(depth - 1)})",
                               f"to_unsigned({self.real(depth - 1)})",
                               f"(u32)(to_long({self.real64(depth - 1)}) >> 20)"])
        if r < 0.9:
            return f"(u32)(({self.wide(depth - 1)}) >> {rng.randrange(33)})"
        if r < 0.92 and self.smalls:
            return f"(u32){rng.choice(self.smalls)}"
        if r < 0.94 and self.helpers:
            return f"{rng.choice(self.helpers)}(a, b, {a}, {b})"
        if r < 0.95:
            return f"__float_as_uint(settled({self.real(depth - 1)}))"
        return f"({a} + {b})"

    def wide(self, depth=2):
        """u64."""
        rng = self.rng
        depth = min(depth, self.deepest)
        if depth <= 0:
            return rng.choice(self.longs + [f"(u64)({self.leaf()})"])
        a, b = self.wide(depth - 1), self.wide(depth - 1)
        return rng.choice([
            f"({a} {rng.choice(['+', '-', '*', '^', '|', '&'])} {b})",
            f"(({a}) {rng.choice(['<<', '>>'])} (({b}) & 31))",
            f"({self.cond(depth - 1)} ? {a} : {b})",
            f"((u64)({self.expr(depth - 1)}) << 32 | ({self.expr(depth - 1)}))",
            f"(u64)(long long)(int)({self.expr(depth - 1)})",
            f"(({a}) / ((({b}) & 1023) + 1))",
            f"((const u64 *)a)[(u32)({a}) & 511]"])

    def real(self, depth=2):
        """float."""
        if self.options.fused:
            return self.exact(depth, "float")
        rng = self.rng
        depth = min(depth, self.deepest)
        r = rng.random()
        if depth <= 0 or r < 0.2:
            return rng.choice(self.floats + ["1.5f", f"(float)(int)({self.leaf()})",
                                             "0.1f", "-3.0f"])
        if r < 0.4:
            index = self.expr(depth - 1)
            return rng.choice([
                f"b[({index}) & 1023]", f"b[l + {rng.randrange(99)}]",
                f"b[(id * 3) & 1023]", f"b[{rng.randrange(64)}]",
                f"((const float4 *)b)[l & 255].{rng.choice('xyzw')}",
                f"((const float2 *)b)[({index}) & 511].{rng.choice('xy')}"])
        a, b = self.real(depth - 1), self.real(depth - 1)
        if r < 0.65:
            return f"({a} {rng.choice(['+', '-', '*', '/'])} {b})"
        return rng.choice([
            f"settled({rng.choice(['fminf', 'fmaxf'])}({a}, {b}))",
            f"fabsf({a})", f"floorf({a})", f"truncf({a})", f"ceilf({a})",
            f"sqrtf(fabsf({a}))", f"fmaf({a}, {b}, {rng.choice(['0.5f', a])})",
            f"({self.cond(depth - 1)} ? {a} : {b})",
            f"(float)({self.expr(depth - 1)})",
            f"(float)(_Float16)({a})",
            f"(float)((_Float16)({a}) {rng.choice(['+', '*', '-'])} (_Float16)({b}))",
            f"(float)(({self.real64(depth - 1)}))"])

    def real64(self, depth=2):
        """double."""
        if self.options.fused:
            return self.exact(depth, "double")
        rng = self.rng
        depth = min(depth, self.deepest)
        if depth <= 0:
            return rng.choice(self.doubles + [f"(double)({self.leaf()})", "0.3"])
        a, b = self.real64(depth - 1), self.real64(depth - 1)
        return rng.choice([
            f"({a} {rng.choice(['+', '-', '*', '/'])} {b})",
            f"sqrt(fabs({a}))", f"floor({a})",
            f"({self.cond(depth - 1)} ? {a} : {b})",
            f"(double)({self.real(depth - 1)})",
            f"(double)({self.wide(depth - 1)})"])

    def cond(self, depth=2):
        rng = self.rng
        r = rng.random()
        if r < 0.2:
            limit = rng.choice([rng.randrange(1, 80), rng.randrange(1, 300)])
            if self.is_function:
                return f"(y < {limit})"
            return rng.choice([f"(t < {limit})", f"(l < {limit})", "(id < n)",
                               f"(id + {limit} < n * 3)", "(t < n / 4)",
                               f"(row > {limit & 3})", f"(t == {limit})"])
        if r < 0.26:
            return (f"({self.real(depth - 1)} {rng.choice(['<', '>=', '==', '!='])}"
                    f" {self.real(depth - 1)})")
        a, b = self.expr(depth - 1), self.expr(depth - 1)
        if r < 0.5:
            return f"((({a}) & {rng.choice([1, 2, 3])}u) {rng.choice(['==', '!='])} 1u)"
        if r < 0.6:
            join = rng.choice(["&&", "||"])
            return f"(({a}) > ({b}) {join} ({b}) != 3u)"
        if r < 0.75:
            return f"((int)({a}) {rng.choice(['<', '>=', '=='])} (int)({b}))"
        return f"(({a}) {rng.choice(['<', '<=', '==', '!='])} ({b}))"

    def uniform_cond(self):
        if self.is_function:
            return self.cond(1)
        return self.rng.choice(["(n & 1)", "(blockIdx.x & 1)", "(n > 100)",
                                "(a[5] & 1u)", "(group == 1)",
                                "(blockDim.x > 32)", "(a[group] & 4u)"])
