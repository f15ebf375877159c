# SPDX-License-Identifier: Apache-2.0
"""Statements of random kernels (generate.py) that do something: stores, atomic
operations, calls, and what work-items do together."""

# Elements that a work-item has in each region of `out`.
CELLS = {"out": 8, "planes": 8, "longs": 2, "doubles": 2, "quads": 2,
         "reals": 4, "halves": 4, "bytes": 8}
FULL = "0xffffffffu"


class Patterns:
    """Adds to the lines of `self`, a Kernel."""

    # ---- A work-item's own memory

    def cell(self, region):
        """An element of the work-item's own: where those are, each kernel
        decides for each region once."""
        rng = self.rng
        count = CELLS[region]
        layout = self.layouts.setdefault(region, rng.randrange(7))
        which = str(rng.randrange(count))
        if rng.random() < 0.25:
            which = f"(({self.expr(1)}) & {count - 1})"
        return [f"{region}[id * {count} + {which}]",
                f"{region}[{which} * total + id]",
                f"{region}[(total - 1 - id) * {count} + {which}]",
                f"{region}[({which} + 1) * total - 1 - id]",
                f"{region}[(id + 7) % total * {count} + {which}]",
                f"({region} + total * {count})[-(int)(id * {count} + 1 + {which})]",
                f"{region}[(id - n) * {count} + n * {count} + {which}]"][layout]

    def store(self):
        rng = self.rng
        r = rng.randrange(14)
        if r < 3:
            self.line(f"{self.cell(rng.choice(['out', 'planes']))} "
                      f"{rng.choice(['=', '=', '^=', '+='])} {self.expr(2)};")
        elif r == 3:
            self.line(f"{self.cell('longs')} {rng.choice(['=', '+='])} {self.wide()};")
        elif r == 4:
            self.line(f"{self.cell('doubles')} = settled({self.real64()});")
        elif r == 5:
            self.line(f"{self.cell('reals')} {rng.choice(['=', '+='])} settled({self.real()});")
        elif r == 6:
            region = rng.choice(["bytes", "halves"])
            self.line(f"{self.cell(region)} {rng.choice(['=', '+='])} {self.expr(2)};")
        elif r == 7:
            self.store_vector()
        elif r < 11:
            self.atomic()
        elif r == 11:
            self.own_atomic()
        elif self.arrays:
            name, count = rng.choice(self.arrays)
            self.line(f"{name}[({self.expr(1)}) & {count - 1}] = {self.expr(2)};")
        else:
            self.line(f"{self.cell('out')} ^= {self.expr(2)};")

    def store_vector(self):
        rng = self.rng
        name = self.fresh("q")
        source = rng.choice([self.cell("quads"), "((const float4 *)b)[l & 255]",
                             f"((const float4 *)b)[({self.expr(1)}) & 255]"])
        self.line(f"float4 {name} = {source};")
        self.line(f"{name}.{rng.choice('xyzw')} = settled({self.real(1)});")
        if rng.random() < 0.5:
            self.line(f"if ({self.cond(1)}) {name}.{rng.choice('xyzw')} += 2.0f;")
        self.line(f"{self.cell('quads')} = {name};")

    # ---- Atomic operations

    def atomic(self):
        """On memory of all; compare.c's SUMS says what is where."""
        rng = self.rng
        kind = rng.randrange(8)
        where = rng.choice([str(rng.randrange(32)), f"(({self.expr(1)}) & 31)",
                            "(l & 31)", "(n & 31)"])
        value = self.expr(1)
        if kind < 2:
            self.line(f"{rng.choice(['atomicAdd', 'atomicSub'])}(&sums[{where}], {value});")
        elif kind < 5:
            op = rng.randrange(3)
            name = ["atomicMax", "atomicXor", "atomicOr"][op]
            self.line(f"{name}(&sums[{32 + 32 * op} + {where}], {value});")
        elif kind == 5:
            self.line(f"atomicAdd((float *)&sums[128 + {where}], (float)(({value}) & 15));")
        elif kind == 6:
            self.line(f"atomicAdd((u64 *)&sums[160 + {where} / 2 * 2], {self.wide(1)});")
        else:
            self.ticket()

    def ticket(self):
        """Each gets another number; all are seen."""
        rng = self.rng
        name, which = self.fresh("k"), rng.randrange(8)
        self.line(f"u32 {name} = atomicAdd(&sums[192 + {which}], 1u);")
        self.line(f"atomicXor(&sums[200 + {which}], ({name} + 1) * 2654435761u);")

    def own_atomic(self):
        rng = self.rng
        at = f"&{self.cell('out')}"
        value = self.expr(1)
        call = rng.choice([f"atomicAdd({at}, {value})", f"atomicExch({at}, {value})",
                           f"atomicMin({at}, {value})", f"atomicAnd({at}, {value})",
                           f"atomicCAS({at}, {rng.choice(['0u', value])}, {self.leaf()})",
                           f"atomicInc({at}, 5u)"])
        self.line(f"{rng.choice(self.names)} += {call};")

    # ---- Variables

    def assign(self):
        rng = self.rng
        r = rng.random()
        if r < 0.12 and self.floats:
            self.line(f"{rng.choice(self.floats)} = {self.real()};")
        elif r < 0.2 and self.doubles:
            self.line(f"{rng.choice(self.doubles)} = {self.real64()};")
        elif r < 0.28 and self.longs:
            self.line(f"{rng.choice(self.longs)} {rng.choice(['=', '+=', '^='])} {self.wide()};")
        elif r < 0.34 and self.smalls:
            self.line(f"{rng.choice(self.smalls)} {rng.choice(['=', '+='])} {self.expr(2)};")
        elif r < 0.42 and self.arrays:
            name, count = rng.choice(self.arrays)
            self.line(f"{name}[({self.expr(1)}) & {count - 1}] = {self.expr(1)};")
        else:
            self.line(f"{rng.choice(self.names)} {rng.choice(['=', '=', '+=', '^='])}"
                      f" {self.expr(rng.choice([1, 2, 2, 3]))};")

    def declare(self):
        rng = self.rng
        r = rng.randrange(10)
        if r < 2:
            name = self.fresh("f")
            self.line(f"float {name} = {self.real()};")
            self.floats.append(name)
        elif r == 2:
            name = self.fresh("d")
            self.line(f"double {name} = {self.real64(1)};")
            self.doubles.append(name)
        elif r == 3:
            name = self.fresh("w")
            self.line(f"u64 {name} = {self.wide()};")
            self.longs.append(name)
        elif r == 4:
            name = self.fresh("s")
            self.line(f"{rng.choice(['u8', 'u16'])} {name} = {self.expr(1)};")
            self.smalls.append(name)
        elif r < 7:
            self.declare_array()
        elif r == 7:
            self.structs()
        else:
            name = self.fresh("v")
            self.line(f"u32 {name} = {self.expr(2)};")
            self.names.append(name)

    def declare_array(self):
        rng = self.rng
        name, count = self.fresh("m"), rng.choice([4, 8, 8, 16])
        kind = rng.choice(["u32", "u32", "u8", "u16", "u64"])
        if rng.random() < 0.6:
            values = [self.leaf() if rng.random() < 0.3 else str(i * 3 + 1)
                      for i in range(count)]
            values = [f"({kind})({value})" for value in values]
            self.line(f"{kind} {name}[{count}] = {{{', '.join(values)}}};")
        else:
            i = self.fresh("i")
            self.line(f"{kind} {name}[{count}];")
            self.line(f"for (u32 {i} = 0; {i} < {count}; ++{i}) {name}[{i}] = "
                      f"({kind})({i} * {self.leaf()});")
        self.arrays.append((name, count))

    def structs(self):
        rng = self.rng
        one, two = self.fresh("p"), self.fresh("p")
        target = rng.choice(self.names)
        if rng.random() < 0.5:
            self.line(f"pair {one} = {{u32({self.expr(1)}), u32({self.expr(1)})}};")
            self.line(f"pair {two} = {one};")
            self.line(f"if ({self.cond(1)}) {two}.a = {self.expr(1)};")
            self.line(f"if ({self.cond(1)}) {one} = {two};")
            self.line(f"{target} = {one}.a - {two}.b;")
        else:
            self.line(f"triple {one} = {{u32({self.expr(1)}), u16({self.expr(1)}),"
                      f" u8({self.leaf()}), {self.real(1)}}};")
            self.line(f"triple {two}[2] = {{{one}, {one}}};")
            self.line(f"{two}[({self.expr(1)}) & 1].b += {self.leaf()};")
            self.line(f"{target} ^= {two}[0].b + {two}[1].a + (u32)whole({two}[1].d);")

    def pointers(self, without, *lines):
        """Calls through pointers, which SPIR-V has none of."""
        self.line("#ifdef __QUERN_TARGET_SPIRV__")
        self.line(without)
        self.line("#else")
        for line in lines:
            self.line(line)
        self.line("#endif")

    def call(self):
        rng = self.rng
        name, value = rng.choice(self.names), self.expr(1)
        pick = self.fresh("fn")
        kind = rng.randrange(6)
        if kind == 0:
            self.line(f"{name} = fib(({value}) & 7);")
        elif kind == 1:
            self.line(f"{name} ^= sum_from(a, ({value}) & 15);")
        elif kind == 2:
            which = self.cond(1)
            self.pointers(f"{name} = {which} ? plain({value}) : twist({value});",
                          f"u32 (*{pick})(u32) = {which} ? plain : twist;",
                          f"{name} = {pick}({value});")
        elif kind == 3:
            which = self.expr(1)
            self.pointers(f"const u32 {pick} = ({which}) % 3; {name} = !{pick} ? "
                          f"plain({value}) : {pick} == 1 ? twist({value}) : "
                          f"fold({value});",
                          f"u32 (*{pick}[3])(u32) = {{plain, twist, fold}};",
                          f"{name} = {pick}[({which}) % 3]({value});")
        elif kind == 4 and len(self.names) > 1:
            self.line(f"both(&{name}, &{rng.choice(self.names)});")
        else:
            self.line(f"{name} = {rng.choice(['twist', 'fold', 'plain'])}({value});")

    # ---- Lanes at known distances

    # Parts of an index, below 512 in blocks of up to 256.
    PARTS = ["t / 2", "t >> 2", "(t & 3) * 5", "(t & ~7u)", "(t & 15)", "2 * t - (t & 3)",
             "(t ^ 1)", "t / 4 * 3 + (t & 3)", "t % 8 / 2", "(15 - (t & 15))"]

    def parts(self):
        """Loads by parts of an index, as of work-items of which several share a
        block of words; the rounds of a loop go on from there."""
        rng = self.rng
        k, sum_ = self.fresh("k"), self.fresh("v")
        kind, size = rng.choice([("u32", 4), ("u16", 2), ("u8", 1), ("u64", 8),
                                 ("float", 4)])
        at = rng.choice(self.PARTS)
        source = f"((const {kind} *)a)"
        fold = f"(u32){source}[{{}}]" if kind != "float" else \
            "(u32)whole(b[{}])"
        reach = 512 if size == 8 else 1024
        self.line(f"u32 {sum_} = 1;")
        if rng.random() < 0.6:
            step = rng.choice(["16", "32", "(n & 15)", "3"])
            limit = rng.choice(["64", "(n & 63)", "100", f"(({self.leaf()}) & 63)"])
            number = rng.choice(["u32", "int", "u64"])
            scale = rng.choice([1, 2, 3, 4])
            self.line(f"for ({number} {k} = {at}; {k} < ({number}){limit}; {k} += {step}) {{")
            for m in range(rng.randrange(1, scale + 1)):
                self.line(f"  {sum_} = {sum_} * 5 + "
                          + fold.format(f"{k} * {scale} + {m}") + ";")
            self.line("}")
        elif rng.random() < 0.5: # below zero in some lanes
            self.line(f"const u32 {k} = {at} - (n & 15);")
            self.line(f"if ({k} < {reach // 2}u) {sum_} += "
                      + fold.format(f"{k} + {rng.choice([0, 3])}") + ";")
            self.line(f"{sum_} ^= " + fold.format(f"(int){k} + 8") + ";"
                      if size < 8 else f"{sum_} += {k};")
        else:
            more = rng.choice(["0", "(n & 127)", "id / total", "3"])
            if size < 8:
                self.line(f"{sum_} += " + fold.format(f"{at} + {more}") + ";")
            else:
                self.line(f"{sum_} += " + fold.format(f"({at}) / 2 + {more}") + ";")
        self.names.append(sum_)

    def byte_products(self):
        """A sum of products of bytes, as of quantised numbers."""
        rng = self.rng
        p, q, sum_ = self.fresh("p"), self.fresh("q"), self.fresh("v")
        near = ["t * 18", "t * 4", "(t / 2) * 36", "l", "(n & 15)", "(t & 7) * 3"]
        other = rng.choice(["signed char", "signed char", "u8"])
        one = rng.choice(["u8", "u8", "signed char"])
        self.line(f"const {one} *{p} = (const {one} *)a + {rng.choice(near)}"
                  f" % 1000 + {rng.choice([0, 2])};")
        self.line(f"const {other} *{q} = (const {other} *)(a + 256) +"
                  f" {rng.choice(near)} % 1000;")
        terms = []
        for _ in range(rng.choice([1, 1, 2])):
            bits = rng.choice(["({} & 15)", "({} >> 4)", "({} >> 1)", "{}",
                               "({} & 127)", "({} & 200)"])
            plus = rng.choice(["", "", " - 8", " + 3", " - 128"])
            step = rng.choice(["#", "#", "# + 16", "15 - #", "2 * #"])
            byte = f"{p}[{rng.choice(['#', '#', step])}]"
            terms.append(f"({bits.format(byte)}{plus}) * {q}[{step}]")
        count = rng.choice([3, 4, 8, 16])
        self.line(f"int {sum_} = {rng.choice(['0', '(int)(n & 3)'])};")
        self.line("#pragma unroll")
        self.line(f"for (int j = 0; j < {count}; ++j) {{")
        for term in terms:
            self.line(f"  {sum_} += {term.replace('#', 'j')};")
        if rng.random() < 0.15 and not self.is_function:
            self.line(f"  if (j == 2) {self.cell('out')} += (u32){sum_};")
        self.line("}")
        self.line(f"{rng.choice(self.names)} += (u32){sum_};")

    # ---- Together

    def together(self):
        """Something of all work-items of a block or a warp, where all come."""
        choices = []
        if self.options.barriers and not self.divergent:
            choices += [self.exchange, self.exchange, self.votes, self.tree,
                        self.histogram, self.tile, self.few, self.carried,
                        self.network, self.steps, self.own, self.shares_of]
            choices += [self.every] * (3 if self.options.dimensions == 1 else 1)
        if self.options.warps and not self.divergent:
            choices += [self.warp, self.warp, self.warp, self.warp_sum,
                        self.warp_shared, self.some_lanes, self.lanes_below,
                        self.lanes_below, self.in_step, self.in_step,
                        self.move_structs, self.move_structs]
        if not choices:
            return False
        self.rng.choice(choices)()
        return True

    def votes(self):
        rng = self.rng
        self.line(f"{rng.choice(self.names)} += (u32)__syncthreads_"
                  f"{rng.choice(['count', 'or', 'and'])}({self.cond(1)});")

    def share(self, index="l", value=None):
        """Everyone's value where all can read it."""
        name = self.fresh("x")
        self.line(f"const u32 {name} = {value or self.expr(2)};")
        self.line("__syncthreads();")
        self.line(f"shared[{index}] = {name};")
        self.line("__syncthreads();")

    def exchange(self):
        rng = self.rng
        name = rng.choice(self.names)
        stride = rng.choice([1, 2, 3]) if self.strides else 1
        self.share(rng.choice([f"l * {stride}", f"(size - 1 - l) * {stride}"]))
        other = rng.choice([f"(l + {rng.randrange(1, 40)}) % size", "l ^ 1",
                            f"({self.expr(1)}) % size", str(rng.randrange(2)),
                            f"l ^ {rng.choice([2, 16, 32])}", "size - 1 - l",
                            "row * blockDim.x + (t + 1) % blockDim.x",
                            "l / 32 * 32"])
        self.line(f"{name} {rng.choice(['^=', '+='])} shared[({other}) % size * {stride}];")

    def tree(self):
        """A sum, over the block or over its first row."""
        rng = self.rng
        step = self.fresh("h")
        index, count = rng.choice([("l", "size"), ("t", "blockDim.x"),
                                   ("l", "size")])
        value = self.expr(1) if index == "l" else "a[t + 3] * (n + 1)"
        self.share("l" if index == "l" else "row * blockDim.x + t", value)
        guard = "" if index == "l" else "row == 0 && depth == 0 && "
        start = rng.choice(["32", "64", "128", f"({count} + 1) / 2", count])
        self.line(f"for (u32 {step} = {start}; {step} > 0; {step} >>= 1) {{")
        self.line(f"  if ({guard}{index} < {step} && {index} + {step} < {count})")
        self.line(f"    shared[{index}] {rng.choice(['+=', '^='])} shared[{index} + {step}];")
        self.line("  __syncthreads();")
        self.line("}")
        result = rng.choice(["shared[0]", "(l == 0 ? shared[0] : 1u)"])
        self.line(f"{rng.choice(self.names)} += {result};")

    def network(self):
        """Exchanges of pairs, as in sorts, with steps that are known late."""
        rng = self.rng
        k, j, low, high = (self.fresh("k") for _ in range(4))
        index = "t" if rng.random() < 0.2 else "l"
        guard = "" if index == "l" else "row == 0 && depth == 0 && "
        size = "size" if index == "l" else "blockDim.x"
        self.share()
        if rng.random() < 0.5:
            last = rng.choice(["4", "16", "64", "256"])
            self.line(f"for (u32 {k} = 2; {k} <= {last}; {k} *= 2)")
            self.line(f"for (u32 {j} = {k} / 2; {j} > 0; {j} /= 2) {{")
            self.line(f"const u32 {low} = 2 * {index} - ({index} & ({j} - 1)), {high} = {low} + {j};")
        else:
            start = rng.choice(["n & 63", "32", "96", "128", "40"])
            self.line(f"for (u32 {j} = {start}, {k} = 2; {j} > 0; {j} /= 2) {{")
            self.line(f"const u32 {low} = {index}, {high} = {index} ^ {j};")
        test = rng.choice([f"(shared[{low}] > shared[{high}]) == !({low} & {k})",
                           f"({low} & {rng.choice([1, 4, 32])}) == 0", "true"])
        self.line(f"if ({guard}{high} > {low} && {high} < {size} && ({test})) {{")
        if rng.random() < 0.6:
            name = self.fresh("x")
            self.line(f"const u32 {name} = shared[{low}];")
            self.line(f"shared[{low}] = shared[{high}];")
            self.line(f"shared[{high}] = {name};")
        else:
            one, other = rng.sample([low, high], 2)
            self.line(f"shared[{one}] {rng.choice(['+=', '^='])} shared[{other}];")
        self.line("}")
        self.line("__syncthreads();")
        self.line("}")
        self.line(f"{rng.choice(self.names)} += shared[l];")

    def steps(self):
        """A tree over the block with pairs that move apart, as in scans."""
        rng = self.rng
        step, right = self.fresh("h"), self.fresh("k")
        self.share()
        if rng.random() < 0.5:
            by = rng.choice(["2", "2", "3"])
            self.line(f"for (u32 {step} = 1; {step} < size; {step} *= {by}) {{")
        else:
            start = rng.choice(["64", "16", "4", "size / 2", "n & 15"])
            self.line(f"for (u32 {step} = {start}; {step} > 0; {step} /= 2) {{")
        more = rng.choice(["1", "2", "2"])
        self.line(f"const u32 {right} = {step} * (2 * l + {more}) - 1;")
        at = rng.choice([(right, f"{right} + {step}"), (f"{right} + {step}", right)])
        self.line(f"if ({right} + {step} < size)")
        self.line(f"  shared[{at[0]}] {rng.choice(['+=', '^=', '='])} shared[{at[1]}];")
        self.line("__syncthreads();")
        self.line("}")
        self.line(f"{rng.choice(self.names)} += shared[l];")

    def every(self):
        """Work for every n-th work-item of a row, or for those with a bit set,
        who read, and may write, what those between have."""
        rng = self.rng
        s = self.fresh("h")
        index = rng.choice(["t", "threadIdx.x"])
        # The condition, whom it is about, and whether each has its own.
        test, other, alone = rng.choice([
            (f"{index} % (2 * {s}) == 0", f"t + {s}", True),
            (f"({index} & 1) == ({s} & 1)", "t + 1", True),
            (f"(({index} ^ {s}) & 1) != 0", "t + 1", True),
            (f"({index} & {s}) == 0", f"t | {s}", False),
            (f"({index} & {s}) != 0", f"t & ~{s}", False),
            (f"({index} ^ {s}) > {index}", f"t ^ {s}", True),
            (f"(int)({index} ^ {s}) < (int)t", f"t ^ {s}", True),
            (f"{index} % 3 == 1", "t + 1", True),
            (f"({index} & 3) == 2", "t - 1", True),
            (f"({index} & 4) == 0", "t + 4", True),
        ])
        bounds = rng.choice(["1; # < size; # *= 2", "1; # < 40; # += n % 3 + 1",
                             "n & 7; # < 9; ++#", "16; # > 0; # /= 2"])
        if "%" in test and bounds.startswith("n & 7"): # which may be 0
            bounds = bounds.replace("n & 7", "(n & 7) + 1")
        self.share()
        self.line(f"for (u32 {s} = {bounds.replace('#', s)}) {{")
        place = f"shared[l - t + ({other})]"
        if rng.random() < 0.3:
            self.line(f"{rng.choice(self.names)} += {s};")
        self.line(f"if ({test} && ({other}) < blockDim.x && {s} != 0) {{")
        if alone and rng.random() < 0.5:
            name = self.fresh("x")
            self.line(f"const u32 {name} = shared[l];")
            if rng.random() < 0.7:
                self.line(f"if ({name} > {place})")
            self.line(f"  {{ shared[l] = {place}; {place} = {name}; }}")
        else:
            self.line(f"shared[l] {rng.choice(['+=', '^=', '='])} {place}"
                      f" * {rng.choice(['1', '3', 't', s])};")
        self.line("}")
        self.line("__syncthreads();")
        self.line("}")
        self.line(f"{rng.choice(self.names)} += shared[l];")

    def own(self):
        """What some work-items change of what all have read."""
        rng = self.rng
        name = self.fresh("x")
        at = rng.choice(["l", "l", "size - 1 - l", "(l + 1) % size"])
        self.share(at)
        self.line(f"const u32 {name} = shared[{at}];")
        test = rng.choice([f"{name} > {self.leaf()}", f"({name} & 3) == 0",
                           self.cond(1)])
        self.line(f"if ({test}) shared[{at}] = {name} {rng.choice('+^*')} {self.leaf()};")
        if rng.random() < 0.3:
            self.line(f"else shared[{at}] = {self.leaf()};")
        self.line("__syncthreads();")
        self.line(f"{rng.choice(self.names)} ^= shared[l];")

    def shares_of(self):
        """What several work-items have in common, in one place for all."""
        rng = self.rng
        by = rng.choice([2, 4, 8])
        self.line("__syncthreads();")
        at = rng.choice([f"l / {by}", f"l / {by} * {by}"])
        self.line(f"shared[{at}] = l / {by} * 7 + n;")
        self.line("__syncthreads();")
        self.line(f"{rng.choice(self.names)} += shared[{at}];")

    def few(self):
        """Something that the first work-items of a block do for all."""
        rng = self.rng
        index = rng.choice(["l", "l", "t"])
        limit = rng.choice(["1", "3", "4", "8", "15", "16", "n & 31",
                            "size / 2", "(n & 3) + 1"])
        guard = "" if index == "l" else "row == 0 && depth == 0 && "
        less = rng.choice(["<", "<", "<="])
        times = rng.choice(["", "", " * 3", " * (n & 7)", " << (n & 3)"])
        self.share()
        self.line(f"if ({guard}({index}{times}) {less} ({limit}))")
        self.line(f"  shared[l] {rng.choice(['+=', '^=', '='])} {self.leaf()};")
        self.line("__syncthreads();")
        self.line(f"{rng.choice(self.names)} += shared[({self.leaf()}) % 2 ? l : 0];")

    def carried(self):
        """Values that a loop with barriers hands on, each to the next."""
        rng = self.rng
        kind = rng.choice(["u32", "u32", "u32", "u64", "u8"])
        count = rng.randrange(1, 4)
        names = [self.fresh("r") for _ in range(count)]
        i, x = self.fresh("i"), self.fresh("x")
        for name in names:
            self.line(f"{kind} {name} = ({kind})({self.leaf()});")
        self.line(f"for (u32 {i} = 0; {i} < {rng.choice(['3', '(n & 3) + 1'])}; ++{i}) {{")
        self.depth += 1
        self.share(value=f"(u32){names[0]} + {i}")
        made = f"({kind})({names[0]} * 3 + shared[({self.leaf()}) % size])"
        self.line(f"const {kind} {x} = {made};")
        if rng.random() < 0.3:
            self.line(f"if ({self.cond(1)}) {names[-1]} += {i};")
        if rng.random() < 0.5:
            self.line("__syncthreads();")
        for one, other in zip(names, names[1:]):
            self.line(f"{one} = {other};")
        self.line(f"{names[-1]} {rng.choice(['=', '+='])} {x};")
        self.depth -= 1
        self.line("}")
        self.line(f"{rng.choice(self.names)} += (u32)({' ^ '.join(names)});")

    def parted(self):
        """What all have in common goes through loops in which they part: by a
        condition that does not change, or into one of two loops."""
        rng = self.rng
        x, last, i, e = (self.fresh(stem) for stem in ("v", "v", "i", "e"))
        common = ["n", "blockDim.x", "a[3]", "7u", "gridDim.x"]
        condition = rng.choice(["t & 3", "l & 1", "t < 11", "id & 2", "(t & 1) && (n & 4)"])
        steps = [f"{x} ^= {x} >> 3;", f"{x} = ({x} + 7) * 3;", f"{x} += a[{i} & 63];",
                 f"{x} = {x} * 5 + {i};", f"if (l & 2) {x} ^= 21;",
                 f"for (u32 k = 0; k < {i}; ++k) {x} += a[k & 15];"]
        one, other, both = (rng.choice(steps) for _ in range(3))
        self.line(f"u32 {x} = {rng.choice(common)}, {last} = 0;")
        self.line(f"const u32 {e} = ({rng.choice(common)}) & {rng.choice([3, 7, 31])};")
        head = f"for (u32 {i} = 0; {i} < {e}; ++{i})"
        kind = rng.randrange(4)
        if kind == 0:
            self.line(f"{head} {{ if ({condition}) {{ {one} }} else {{ {other} }} {both} }}")
        elif kind == 1:
            self.line(f"{head} {{ {last} = ({condition}) ? {i} * 3 : {i} + 500; {both} }}")
        elif kind == 2:
            self.line(f"if ({condition}) {head} {{ {one} {both} }} else {head} {{ {other} }}")
        else:
            for part, step in ((f"if ({e}) {{ if ({condition})", one), ("else", other)):
                self.line(f"{part} {{ u32 {i} = 0; do {{ {step} {both} }} "
                          f"while (++{i} < {e}); }}")
            self.line("}")
        self.line(f"{rng.choice(self.names)} ^= {x} + {last};")

    def left(self):
        """What a loop's counter was in the last round, behind the loop."""
        rng = self.rng
        i, last, sum_ = (self.fresh(stem) for stem in ("i", "v", "v"))
        start = rng.choice(["0", "t & 7", "n & 3", "a[t & 63] & 7"])
        end = rng.choice(["(n & 31) + (t & 3)", "n & 15", "l & 15", "blockDim.x & 31"])
        step = rng.choice(["1", "2", "3", "(n & 1) + 1"])
        keep = rng.choice([f"{last} = {i};", f"{last} = {i} * 5;", f"{last} = a[{i} & 63] + {i};",
                           f"{last} = {sum_};"])
        add = rng.choice([f"{sum_} += a[{i} & 63];", f"{sum_} ^= {i};",
                          f"{sum_} = max({sum_}, a[{i} & 31]);"])
        self.line(f"u32 {last} = {self.leaf()}, {sum_} = 1, {i} = {start};")
        if rng.random() < 0.5:
            self.line(f"for (; {i} < ({end}); {i} += {step}) {{ {keep} {add} }}")
        else:
            self.line(f"do {{ {keep} {add} {i} += {step}; }} while ({i} < ({end}));")
        self.line(f"{rng.choice(self.names)} ^= ({last} ^ {sum_}) + {i};")

    def histogram(self):
        rng = self.rng
        bins = rng.choice([1, 4, 32])
        self.share(value="0u")
        self.line(f"atomicAdd(&shared[({self.leaf()}) % {bins} % size], {self.leaf()});")
        self.line("__syncthreads();")
        self.line(f"{rng.choice(self.names)} += shared[l % {bins} % size];")

    def tile(self):
        """As in products of matrices: rows of one part of shared memory by
        columns of another."""
        rng = self.rng
        k, sum_, real = self.fresh("k"), self.fresh("c"), rng.random() < 0.5
        reduced = rng.choice(["4", "8", "blockDim.x", "min(blockDim.x, 16u)"])
        load = rng.choice(["a[(id * 3) & 1023] & 63", "(l * 7 + n) & 63",
                           "((const u8 *)a)[l] & 63"])
        self.share(value=load)
        self.line(f"{'float' if real else 'u32'} {sum_} = 0;")
        self.line(f"for (u32 {k} = 0; {k} < {reduced}; ++{k})")
        one = f"shared[(row * blockDim.x + {k}) % size]"
        two = f"shared[({k} * blockDim.x + t) % size]"
        if real:
            self.line(f"  {sum_} += (float){one} * (float){two};")
            self.floats.append(sum_)
        else:
            self.line(f"  {sum_} += {one} * {two};")
            self.names.append(sum_)

    def warp(self):
        rng = self.rng
        name, value = rng.choice(self.names), self.expr(2)
        kind = rng.randrange(12)
        width = rng.choice([32, 32, 16, 8, 4, 2])
        by = rng.choice([1, 2, 3, 4, 8, 16])
        if kind < 3:
            way = rng.choice(["up", "down", "xor"])
            self.line(f"{name} {rng.choice(['=', '^='])} __shfl_{way}_sync({FULL}, {value}, {by}, {width});")
        elif kind == 3:
            self.line(f"{name} = __shfl_sync({FULL}, {value}, ({self.expr(1)}) & 31, {width});")
        elif kind == 4:
            self.line(f"{name} = __shfl_sync({FULL}, {value}, {rng.randrange(4)});")
        elif kind == 5:
            self.line(f"{name} = __ballot_sync({FULL}, {self.cond(1)});")
        elif kind < 8:
            self.line(f"{name} += (u32)__{rng.choice(['any', 'all'])}_sync({FULL}, {self.cond(1)});")
        elif kind == 8:
            self.line(f"{name} ^= (u32)__match_any_sync({FULL}, ({value}) & {rng.choice([1, 3, 7])});")
        elif kind == 11 and rng.random() < 0.7:
            self.line(f"{name} += __reduce_{rng.choice(['add', 'max'])}_sync({FULL}, {value});")
        elif kind == 9 and self.floats:
            real = rng.choice(self.floats)
            self.line(f"{real} += __shfl_xor_sync({FULL}, {real}, {by});")
        elif kind == 10 and self.longs:
            wide = rng.choice(self.longs)
            self.line(f"{wide} ^= __shfl_down_sync({FULL}, {wide}, {by});")
        else:
            self.line(f"{name} = __shfl_xor_sync({FULL}, {value}, {by});")

    def warp_sum(self):
        rng = self.rng
        name, step = rng.choice(self.names), self.fresh("h")
        way = rng.choice(["down", "xor", "up"])
        self.line(f"for (u32 {step} = 16; {step} > 0; {step} >>= 1)")
        self.line(f"  {name} += __shfl_{way}_sync({FULL}, {name}, {step});")

    def warp_shared(self):
        """Through shared memory, within a warp."""
        rng = self.rng
        name, value = rng.choice(self.names), self.fresh("x")
        self.line(f"const u32 {value} = {self.expr(1)};")
        self.line("__syncthreads();" if self.options.barriers else "__syncwarp();")
        self.line(f"shared[l] = {value};")
        self.line("__syncwarp();")
        self.line(f"{name} += shared[min(l / 32 * 32 + ((l + {rng.randrange(1, 9)}) & 31), size - 1)];")
        self.line("__syncthreads();" if self.options.barriers else "__syncwarp();")

    def some_lanes(self):
        """Among the lanes that a condition is true for."""
        rng = self.rng
        mask, name, condition = self.fresh("z"), rng.choice(self.names), self.fresh("y")
        self.line(f"const bool {condition} = {self.cond(1)};")
        self.line(f"const u32 {mask} = __ballot_sync({FULL}, {condition});")
        self.line(f"if ({condition}) {{")
        self.line("  " + rng.choice([
            f"{name} += __shfl_sync({mask}, {name}, __ffs((int){mask}) - 1);",
            f"{name} ^= __ballot_sync({mask}, {self.cond(1)});",
            f"{name} += (u32)__any_sync({mask}, {self.cond(1)});",
            f"__syncwarp({mask});",
            f"{name} += (u32)__popc({mask});"]))
        self.line("}")

    def lanes_below(self):
        """A vote of the lanes in front of each, with or without itself, which
        are the less the lower it is, or none. They meet first: where masks
        differ, none says who else comes."""
        rng = self.rng
        self.sync()
        mask = rng.choice(["(1u << (l & 31)) - 1", "(2u << (l & 31)) - 1"])
        self.line(f"{rng.choice(self.names)} ^= ballot_of({mask}, {self.cond(1)});")

    def neighbour(self):
        return (f"min(l / 32 * 32 + ((l + {self.rng.randrange(1, 32)}) & 31), "
                "size - 1)")

    def sync(self):
        self.line("__syncthreads();" if self.options.barriers else "__syncwarp();")

    def in_step(self):
        """Through shared memory that is volatile, with no barriers."""
        rng = self.rng
        cells, x = self.fresh("vs"), self.fresh("x")
        self.line(f"u32 {x} = {self.expr(1)};")
        self.sync()
        self.line(f"volatile u32 *const {cells} = shared;")
        self.line(f"{cells}[l] = {x};")
        for _ in range(rng.randrange(1, 4)):
            self.line("IN_STEP();")
            self.line(f"{x} {rng.choice(['+=', '^='])} {cells}[{self.neighbour()}];")
            self.line("IN_STEP();")
            self.line(f"{cells}[l] = {x};")
        self.sync()
        self.line(f"{rng.choice(self.names)} ^= {x};")

    def move_structs(self):
        """All lanes read theirs before any writes another's."""
        rng = self.rng
        by = rng.choice([1, 2, 5, 16, 31])
        self.sync()
        self.line(f"trios[l].a = {self.expr(1)};")
        self.sync()
        self.line(f"MOVE(trios[l ^ {by}], trios[l], (l ^ {by}) < size)")
        self.sync()
        name = rng.choice(self.names)
        self.line(f"{name} += trios[l].a ^ trios[l].b;")
