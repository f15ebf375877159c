# SPDX-License-Identifier: Apache-2.0
"""Random products and sums (generate.py) that compilers may make one operation
of: of whole numbers so small that both roundings are the same. What asks for two
roundings is of others, and shows all bits of its result."""

# |x| <= 1023 of all operands, so what is made of two products is below 2^22.
HEADER = """
__device__ float small(float x) { return fminf(fmaxf(x, -1000.0f), 1000.0f); }
__device__ double small(double x) { return fmin(fmax(x, -1000.0), 1000.0); }
__device__ float product(float x, float y) { return x * y; }
__device__ double product(double x, double y) { return x * y; }
__device__ u32 bits_of(float x) { return __float_as_uint(x); }
__device__ u32 bits_of(double x) { return (u32)(u64)__double_as_longlong(x); }
__device__ float rounded(float x, float y, float z) { return __fadd_rn(__fmul_rn(x, y), z); }
__device__ double rounded(double x, double y, double z) { return __dadd_rn(__dmul_rn(x, y), z); }
"""


class Fused:
    """What `self` knows of variables, as in Expressions."""

    def exact(self, depth, kind):
        """A whole number of a kind, "float" or "double"."""
        rng = self.rng
        depth = min(depth, self.deepest)
        r = rng.random()
        if depth < 0 or r < 0.1:
            return self.exact_leaf(kind)
        if r < 0.2:
            x, y = self.exact(depth - 1, kind), self.exact(depth - 1, kind)
            return rng.choice([f"fabs({x})", f"({self.cond(depth - 1)} ? {x} : {y})",
                               f"small({x} {rng.choice('+-')} {y})"])
        if r < 0.3:
            return self.two_roundings(depth, kind)
        return f"small({self.sum_of(depth, kind)})"

    def exact_leaf(self, kind):
        rng = self.rng
        known = self.floats if kind == "float" else self.doubles
        index = rng.choice([f"({self.leaf()}) & 1023", f"l + {rng.randrange(99)}",
                            str(rng.randrange(64))])
        suffix = "f" if kind == "float" else ""
        return rng.choice(known + [
            f"({kind})b[{index}]", f"({kind})b[{index}]",
            f"({kind})(int)(({self.leaf()}) & 511)",
            f"{rng.choice(['-3.0', '7.0', '-0.0', '1.0', '255.0'])}{suffix}"])

    def sum_of(self, depth, kind):
        """Products and sums, as contraction looks for them."""
        rng = self.rng
        x, y, z, w = (self.exact(depth - 1, kind) for _ in range(4))
        one = rng.choice([f"({x} * {y})", f"product({x}, {y})"])
        other = rng.choice([f"({z} * {w})", f"product({z}, {w})", z])
        return rng.choice([f"{one} + {other}", f"{one} - {other}",
                           f"{other} - {one}", f"-{one} + {other}",
                           f"-{one} - {other}", f"{one} + {z} * {w} - {x}",
                           f"fma({x}, {y}, {other})"])

    def two_roundings(self, depth, kind):
        x, y = self.exact(depth - 1, kind), self.exact(depth - 1, kind)
        suffix = "f" if kind == "float" else ""
        return (f"({kind})(bits_of(rounded({x}, {self.rng.choice(['0.1', '1.7'])}"
                f"{suffix}, {y})) & 1023u)")
