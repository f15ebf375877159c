# SPDX-License-Identifier: Apache-2.0
"""Arguments and references for kernels of rocSPARSE, a function a family. Matrices
and vectors are random; sums are of doubles."""
import functools

from foreign_launch import Buffer, Bytes, Launch, Skip, is_complex, rounded

FAMILIES = {}


def family(*names, wave=None, whole=False):
    """`wave`: which template parameter is the number of lanes that work together;
    the library takes kernels only where a wave has so many, or no more, with
    `whole`."""
    def register(function):
        @functools.wraps(function)
        def checked(k):
            k.rng.seed(k.text)
            lanes = k.wave if wave is None else k.number(wave)
            if lanes > k.wave or whole and lanes != k.wave:
                raise Skip(f"for waves of {lanes}")
            return function(k)
        for name in names:
            FAMILIES[name] = checked
        return function
    return register


def ceil(a, b):
    return (a + b - 1) // b


def conj(v):
    return v.conjugate() if isinstance(v, complex) else v


def base_of(k):
    return k.rng.randrange(2)


class Csr:
    """A random matrix; indices are from 0 on."""

    def __init__(self, k, rows, columns, kind, most=12):
        self.rows, self.columns = rows, columns
        self.offsets, self.indices = [0], []
        for _ in range(rows):
            count = min(columns, k.rng.choice([0, 1, 2, 3, most, most // 2]))
            self.indices += sorted(k.rng.sample(range(columns), count))
            self.offsets.append(len(self.indices))
        self.values = k.real(kind, len(self.indices)) if kind else []
        self.of_row = [r for r in range(rows)
                       for _ in range(self.offsets[r], self.offsets[r + 1])]

    def entries(self):
        return zip(self.of_row, self.indices, self.values)

    def product(self, x, alpha=1, beta=0, y=None, transposed=False, skip=None,
                own=lambda v: v):
        n = self.columns if transposed else self.rows
        out = [beta * v for v in y] if y else [0] * n
        for r, c, v in self.entries():
            if skip and skip(r, c):
                continue
            to, of = (c, r) if transposed else (r, c)
            out[to] += alpha * own(v) * x[of]
        return out


def plus(values, base):
    return [v + base for v in values]


# ---- Vectors

def sparse_vector(k, kind, index, n, count):
    return (k.real(kind, count), sorted(k.rng.sample(range(n), count)))


@family("axpyi_kernel")
def axpyi(k):
    n, kind, b = 700, k.kind(4), base_of(k)
    values, at = sparse_vector(k, kind, k.kind(3), n, 300)
    y, alpha = k.real(kind, n), k.real(kind, 1)[0]
    want = list(y)
    for v, i in zip(values, at):
        want[i] += alpha * v
    return [Launch(ceil(300, k.number(0)), k.number(0),
                   [300, alpha, Buffer(kind, values), Buffer(k.kind(3), plus(at, b)),
                    Buffer(kind, y, want), b])]


@family("doti_kernel_part1", "dotci_kernel_part1")
def doti1(k):
    n, b, block = 4000, base_of(k), k.number(0)
    kind, out = k.kind(1), k.kind(4)
    values, at = sparse_vector(k, kind, k.kind(2), n, 3000)
    y = k.real(k.kind(3), n)
    conjugate = k.family.startswith("dotci")
    want = [0] * block
    for j, (v, i) in enumerate(zip(values, at)):
        want[j // block % block] += (conj(v) if conjugate else v) * y[i]
    return [Launch(block, block,
                   [3000, Buffer(kind, values), Buffer(k.kind(2), plus(at, b)),
                    Buffer(k.kind(3), y), Buffer(out, [0] * block, want, 8), b])]


@family("doti_kernel_part2", "dotci_kernel_part2")
def doti2(k):
    block, kind = k.number(0), k.kind(0)
    parts = k.real(kind, block)
    return [Launch(1, block, [Buffer(kind, parts),
                              Buffer(k.kind(1), [0], [sum(parts)], 16)])]


@family("gthr_kernel", "gthrz_kernel")
def gthr(k):
    n, kind, b = 900, k.kind(2), base_of(k)
    y, at = k.real(kind, n), k.rng.sample(range(n), 400)
    left = list(y)
    for i in at:
        left[i] = 0
    source = Buffer(kind, y, left if k.family.startswith("gthrz") else None)
    return [Launch(ceil(400, k.number(0)), k.number(0),
                   [400, source, Buffer(kind, [0] * 400, [y[i] for i in at]),
                    Buffer(k.kind(3), plus(at, b)), b])]


@family("sctr_kernel")
def sctr(k):
    n, kind, b = 900, k.kind(3), base_of(k)
    values, at = k.real(kind, 400), k.rng.sample(range(n), 400)
    want = [7] * n
    for v, i in zip(values, at):
        want[i] = v
    return [Launch(ceil(400, k.number(0)), k.number(0),
                   [400, Buffer(kind, values), Buffer(k.kind(2), plus(at, b)),
                    Buffer(kind, [7] * n, want), b])]


@family("roti_kernel")
def roti(k):
    n, kind, b = 600, k.kind(1), base_of(k)
    x, at = sparse_vector(k, kind, k.kind(2), n, 250)
    y = k.real(kind, n)
    c, s = k.real(k.kind(4), 1)[0], k.real(k.kind(5), 1)[0]
    want = list(y)
    for v, i in zip(x, at):
        want[i] = c * y[i] - s * v
    return [Launch(ceil(250, k.number(0)), k.number(0),
                   [250, Buffer(kind, x, [c * v + s * y[i] for v, i in zip(x, at)]),
                    Buffer(k.kind(2), plus(at, b)), Buffer(kind, y, want), c, s, b])]


@family("axpby_scale_kernel", "coomv_scale", "csrmvt_scale_kernel",
        "ellmvt_scale_kernel", "gemvi_scale_kernel", "gemmi_scale_kernel")
def scale(k):
    n, kind = 777, k.kind(2)
    y, beta = k.real(kind, n), k.real(k.kind(1), 1)[0]
    return [Launch(ceil(n, k.number(0)), k.number(0),
                   [n, beta, Buffer(kind, y, [beta * v for v in y])])]


@family("scale_array")
def scale_array(k):
    n, kind = 777, k.kind(1)
    y, beta = k.real(kind, n), k.real(k.kind(2), 1)[0]
    return [Launch(ceil(n, k.number(0)), k.number(0),
                   [n, Buffer(kind, y, [beta * v for v in y]), beta])]


@family("conjugate")
def conjugate_all(k):
    n, kind = 777, k.kind(1)
    y = k.real(kind, n)
    return [Launch(ceil(n, k.number(0)), k.number(0),
                   [n, Buffer(kind, y, [conj(v) for v in y])])]


@family("csrgemm_copy_scale_host_pointer", "csrgemm_copy_scale_device_pointer",
        "csrgemm_numeric_copy_scale_kernel")
def copy_scale(k):
    n, kind = 777, k.kind(3)
    y, alpha = k.real(kind, n), k.real(kind, 1)[0]
    return [Launch(ceil(n, k.number(0)), k.number(0),
                   [n, alpha, Buffer(kind, y),
                    Buffer(kind, [0] * n, [alpha * v for v in y])])]


@family("abs_kernel")
def absolute(k):
    if len(k.params) != 5:
        raise Skip("of vectors")
    rows, columns, ld, kind = 37, 20, 40, k.kind(2)
    a = k.real(kind, ld * columns)
    want = [abs(a[c * ld + r]) for c in range(columns) for r in range(rows)]
    return [Launch(ceil(rows * columns, k.number(0)), k.number(0),
                   [rows, columns, Buffer(kind, a), ld,
                    Buffer(kind, [0] * len(want), want)])]


@family("identity_kernel", "csrcolor_reordering_identity")
def identity(k):
    n = 777
    return [Launch(ceil(n, k.number(0)), k.number(0),
                   [n, Buffer(k.kind(1), [0] * n, list(range(n)))])]


@family("set_array_to_value")
def set_array(k):
    n = 777
    return [Launch(ceil(n, k.number(0)), k.number(0),
                   [n, Buffer(k.kind(1), [0] * n, [-5] * n), -5])]


# ---- Matrix by vector

def csr_buffers(k, m, at, base):
    """Offsets, indices and values from the parameter `at` on."""
    return [Buffer(k.kind(at), plus(m.offsets, base)),
            Buffer(k.kind(at + 1), plus(m.indices, base)),
            Buffer(k.kind(at + 2), m.values)]


@family("csrmvn_general_kernel", "csrmvn_symm_general_kernel", wave=1)
def csrmvn(k):
    kind, b, lanes = k.kind(8), base_of(k), k.number(1)
    m = Csr(k, 130, 90, kind, 40)
    if k.family == "csrmvn_symm_general_kernel":
        m = Csr(k, 130, 130, kind, 40)
    x, y = k.real(kind, m.columns), k.real(kind, m.rows)
    alpha, beta = k.real(kind, 2)
    conjugate = k.rng.randrange(2) if is_complex(kind) else 0
    own = conj if conjugate else lambda v: v
    want = m.product(x, alpha, beta, y, own=own)
    return [Launch(ceil(m.rows * lanes, k.number(0)), k.number(0),
                   [conjugate, m.rows, alpha, *csr_buffers(k, m, 3, b),
                    Buffer(kind, x), beta, Buffer(kind, y, want, 16), b])]


@family("csrmvt_general_kernel", "csrmvt_symm_general_kernel", wave=1)
def csrmvt(k):
    kind, b, lanes = k.kind(7), base_of(k), k.number(1)
    m = Csr(k, 130, 130, kind, 40)
    x, y = k.real(kind, m.rows), k.real(kind, m.columns)
    alpha = k.real(kind, 1)[0]
    conjugate = k.rng.randrange(2) if is_complex(kind) else 0
    own = conj if conjugate else lambda v: v
    skip = (lambda r, c: r == c) if "symm" in k.family else None
    want = m.product(x, alpha, 1, y, transposed=True, own=own, skip=skip)
    return [Launch(ceil(m.rows * lanes, k.number(0)), k.number(0),
                   [conjugate, m.rows, alpha, *csr_buffers(k, m, 3, b),
                    Buffer(kind, x), Buffer(kind, y, want, 16), b])]


@family("coomvn_atomic_loops", "coomvn_aos_atomic_loops")
def coomvn(k):
    together = "aos" in k.family
    kind, b = k.kind(len(k.params) - 2), base_of(k)
    m = Csr(k, 200, 150, kind, 30)
    x, y = k.real(kind, m.columns), k.real(kind, m.rows)
    alpha = k.real(kind, 1)[0]
    per_group = k.number(0) * k.number(1)
    want = m.product(x, alpha, 1, y)
    return [Launch(ceil(len(m.values), per_group), k.number(0),
                   [len(m.values), alpha, *coo_indices(k, m, 2, b, together),
                    Buffer(kind, m.values), Buffer(kind, x),
                    Buffer(kind, y, want, 16), b])]


def coo_indices(k, m, at, base, together):
    rows, columns = plus(m.of_row, base), plus(m.indices, base)
    if together:
        pairs = [i for pair in zip(rows, columns) for i in pair]
        return [Buffer(k.kind(at), pairs)]
    return [Buffer(k.kind(at), rows), Buffer(k.kind(at + 1), columns)]


@family("coomvt_kernel", "coomvt_aos_kernel")
def coomvt(k):
    together = "aos" in k.family
    kind, b = k.kind(len(k.params) - 2), base_of(k)
    m = Csr(k, 150, 200, kind, 30)
    x, y = k.real(kind, m.rows), k.real(kind, m.columns)
    alpha = k.real(kind, 1)[0]
    operation = 112 + (k.rng.randrange(2) if is_complex(kind) else 0)
    own = conj if operation == 113 else lambda v: v
    want = m.product(x, alpha, 1, y, transposed=True, own=own)
    return [Launch(ceil(len(m.values), k.number(0)), k.number(0),
                   [operation, len(m.values), alpha,
                    *coo_indices(k, m, 3, b, together), Buffer(kind, m.values),
                    Buffer(kind, x), Buffer(kind, y, want, 16), b])]


def ell_of(m, kind, base, fill):
    width = max(b - a for a, b in zip(m.offsets, m.offsets[1:]))
    columns, values = [fill] * (width * m.rows), [0] * (width * m.rows)
    for r in range(m.rows):
        for p, at in enumerate(range(m.offsets[r], m.offsets[r + 1])):
            columns[p * m.rows + r] = m.indices[at] + base
            values[p * m.rows + r] = m.values[at]
    return width, columns, values


@family("ellmvn_kernel")
def ellmvn(k):
    kind, b = k.kind(8), base_of(k)
    m = Csr(k, 300, 120, kind)
    width, columns, values = ell_of(m, kind, b, -1)
    x, y = k.real(kind, m.columns), k.real(kind, m.rows)
    alpha, beta = k.real(kind, 2)
    return [Launch(ceil(m.rows, k.number(0)), k.number(0),
                   [m.rows, m.columns, width, alpha, Buffer(k.kind(4), columns),
                    Buffer(kind, values), Buffer(kind, x), beta,
                    Buffer(kind, y, m.product(x, alpha, beta, y), 16), b])]


@family("ellmvt_kernel")
def ellmvt(k):
    kind, b = k.kind(8), base_of(k)
    m = Csr(k, 300, 120, kind)
    width, columns, values = ell_of(m, kind, b, -1)
    x, y = k.real(kind, m.rows), k.real(kind, m.columns)
    alpha = k.real(kind, 1)[0]
    want = m.product(x, alpha, 1, y, transposed=True)
    return [Launch(ceil(m.rows, k.number(0)), k.number(0),
                   [112, m.rows, m.columns, width, alpha,
                    Buffer(k.kind(5), columns), Buffer(kind, values),
                    Buffer(kind, x), Buffer(kind, y, want, 16), b])]


def block_product(k, m, dims, by_column, x, alpha, beta, y):
    rows, columns = dims
    out = [beta * v for v in y]
    for j, (r, c) in enumerate(zip(m.of_row, m.indices)):
        for p in range(rows):
            for q in range(columns):
                at = q * rows + p if by_column else p * columns + q
                out[r * rows + p] += (alpha * k.blocks[j * rows * columns + at] *
                                      x[c * columns + q])
    return out


def block_matrix(k, kind, dims, most=9):
    m = Csr(k, 20, 15, None, most)
    k.blocks = k.real(kind, len(m.indices) * dims[0] * dims[1])
    return m


def gebsr(k, dims, grid, at_y, sizes, block=None):
    kind, b = k.kind(at_y), base_of(k)
    m = block_matrix(k, kind, dims)
    by_column = k.rng.randrange(2)
    x, y = k.real(kind, m.columns * dims[1]), k.real(kind, m.rows * dims[0])
    alpha, beta = k.real(kind, 2)
    want = block_product(k, m, dims, by_column, x, alpha, beta, y)
    return [Launch(grid(m.rows), block or k.number(0),
                   [m.rows, by_column, alpha, Buffer("int", plus(m.offsets, b)),
                    Buffer("int", plus(m.indices, b)), Buffer(kind, k.blocks), *sizes,
                    Buffer(kind, x), beta, Buffer(kind, y, want, 16), b])]


@family("gebsrmvn_1xn_kernel", "gebsrmvn_2xn_kernel", "gebsrmvn_3xn_kernel",
        "gebsrmvn_4xn_kernel", wave=2)
def gebsrmvn(k):
    dims = (int(k.family[9]), k.number(1))
    return gebsr(k, dims, lambda rows: ceil(rows * k.number(2), k.number(0)), 8, [])


@family("gebsrmvn_general_kernel", wave=1)
def gebsrmvn_general(k):
    dims = (k.rng.randrange(2, 40), k.rng.randrange(2, 40))
    return gebsr(k, dims, lambda rows: rows, 10, dims)


@family("gebsrmvn_mxn_kernel", "gebsrmvn_mxn_16_kernel")
def gebsrmvn_mxn(k):
    dims = (k.number(1), k.number(2))
    # Whole blocks of the matrix: shared memory is for no more.
    block = k.number(0) // (dims[0] * dims[1]) * dims[0] * dims[1]
    return gebsr(k, dims, lambda rows: rows, 10, dims, block)


def bsrx(k, dim, grid, block, with_dim=False):
    """By lists of where rows begin and end, without a mask."""
    kind, b = k.kind(len(k.params) - 2), base_of(k)
    m = block_matrix(k, kind, (dim, dim), 5)
    by_column = k.rng.randrange(2)
    x, y = k.real(kind, m.columns * dim), k.real(kind, m.rows * dim)
    alpha, beta = k.real(kind, 2)
    want = block_product(k, m, (dim, dim), by_column, x, alpha, beta, y)
    at = 4 if with_dim else 5
    arguments = [m.rows, by_column, alpha, 0, None,
                 Buffer(k.kind(at), plus(m.offsets[:-1], b)),
                 Buffer(k.kind(at), plus(m.offsets[1:], b)),
                 Buffer(k.kind(at + 2), plus(m.indices, b)), Buffer(kind, k.blocks),
                 Buffer(kind, x), beta, Buffer(kind, y, want, 16), b]
    if with_dim:
        arguments.insert(9, dim)
        del arguments[0]
    return [Launch(grid(m.rows), block, arguments)]


@family("bsrxmvn_2x2_kernel", "bsrxmvn_3x3_kernel", "bsrxmvn_4x4_kernel", wave=1)
def bsrxmvn_small(k):
    return bsrx(k, int(k.family[8]),
                lambda rows: ceil(rows * k.number(1), k.number(0)), k.number(0))


def need_64_lanes(k):
    if k.wave < 64:
        raise Skip("64 lanes hand sums to each other without a barrier")


@family("bsrxmvn_5x5_kernel", "bsrxmvn_8x8_kernel", "bsrxmvn_16x16_kernel")
def bsrxmvn_fixed(k):
    dim = int(k.family.split("_")[1].split("x")[0])
    need_64_lanes(k)
    return bsrx(k, dim, lambda rows: rows, k.number(0))


@family("bsrxmvn_17_32_kernel")
def bsrxmvn_square(k):
    dim = k.number(0)
    need_64_lanes(k)
    return bsrx(k, dim, lambda rows: rows, dim * dim)


@family("bsrxmvn_general_kernel", wave=1)
def bsrxmvn_general(k):
    return bsrx(k, k.rng.randrange(33, 40), lambda rows: rows, k.number(0), True)


@family("gemvi_kernel", wave=1)
def gemvi(k):
    kind, b = k.kind(9), 0  # version 5.3 does not subtract it
    rows, columns, count = 150, 80, 37
    ld = rows + 3
    a = k.real(kind, ld * columns)
    x, at = sparse_vector(k, kind, "int", columns, count)
    y = k.real(kind, rows)
    alpha, beta = k.real(kind, 2)
    want = [beta * y[r] + alpha * sum(a[c * ld + r] * v for v, c in zip(x, at))
            for r in range(rows)]
    return [Launch(ceil(rows, k.number(1)), k.number(0),
                   [rows, columns, alpha, Buffer(kind, a), ld, count,
                    Buffer(kind, x), Buffer(k.kind(7), plus(at, b)), beta,
                    Buffer(kind, y, want, 16), b])]


# ---- Conversions

@family("csr2coo_kernel", wave=1)
def csr2coo(k):
    b = base_of(k)
    m = Csr(k, 400, 300, None, 30)
    count = len(m.indices)
    return [Launch(ceil(m.rows * k.number(1), k.number(0)), k.number(0),
                   [m.rows, Buffer(k.kind(1), plus(m.offsets, b)),
                    Buffer(k.kind(2), [0] * count, plus(m.of_row, b)), b])]


@family("coo2csr_kernel")
def coo2csr(k):
    b = base_of(k)
    m = Csr(k, 600, 300, None, 30)
    return [Launch(ceil(m.rows, k.number(0)), k.number(0),
                   [m.rows, len(m.indices), Buffer(k.kind(2), plus(m.of_row, b)),
                    Buffer(k.kind(3), [0] * (m.rows + 1), plus(m.offsets, b)), b])]


def dense_of(m, ld, by_row, transposed=False, fill=0):
    """Of a matrix whose leading dimension is more than it needs: None between."""
    rows, columns = (m.columns, m.rows) if transposed else (m.rows, m.columns)
    lines, length = (rows, columns) if by_row else (columns, rows)
    out = [fill if j < length else None for _ in range(lines) for j in range(ld)]
    for r, c, v in m.entries():
        if transposed:
            r, c = c, r
        out[r * ld + c if by_row else c * ld + r] = v
    return out


def zeroes(values):
    return [0 if v is None else v for v in values]


@family("csr2dense_kernel", "csc2dense_kernel", wave=1)
def csr2dense(k):
    kind, b, by_row = k.kind(6), base_of(k), k.rng.randrange(2)
    transposed = k.family == "csc2dense_kernel"
    m = Csr(k, 70, 60, kind, 20)
    ld = 75
    want = dense_of(m, ld, by_row, transposed)
    # What is not in the matrix is not written.
    rows, columns = (m.columns, m.rows) if transposed else (m.rows, m.columns)
    return [Launch(ceil(m.rows, k.number(0)), k.number(0) * k.number(1),
                   [b, rows, columns, Buffer(kind, m.values),
                    Buffer(k.kind(4), plus(m.offsets, b)),
                    Buffer(k.kind(5), plus(m.indices, b)),
                    Buffer(kind, [0] * len(want), want), ld, not by_row])]


@family("coo2dense_kernel")
def coo2dense(k):
    kind, b, by_row = k.kind(8), base_of(k), k.rng.randrange(2)
    m = Csr(k, 70, 60, kind, 20)
    want = dense_of(m, 75, by_row)
    return [Launch(ceil(len(m.values), k.number(0)), k.number(0),
                   [m.rows, m.columns, len(m.values), 75, b, Buffer(kind, m.values),
                    Buffer(k.kind(6), plus(m.of_row, b)),
                    Buffer(k.kind(7), plus(m.indices, b)),
                    Buffer(kind, [0] * len(want), want), not by_row])]


@family("dense2csr_kernel", "dense2csc_kernel", wave=1, whole=True)
def dense2csr(k):
    kind, b, by_row = k.kind(6), base_of(k), k.rng.randrange(2)
    transposed = k.family == "dense2csc_kernel"
    m = Csr(k, 70, 60, kind, 20)
    dense = zeroes(dense_of(m, 75, by_row, transposed))
    rows, columns = (m.columns, m.rows) if transposed else (m.rows, m.columns)
    count = len(m.values)
    return [Launch(ceil(m.rows, k.number(0)), k.number(0) * k.number(1),
                   [b, not by_row, rows, columns, Buffer(kind, dense), 75,
                    Buffer(kind, [0] * count, m.values),
                    Buffer(k.kind(7), plus(m.offsets, b)),
                    Buffer(k.kind(8), [0] * count, plus(m.indices, b))])]


@family("nnz_kernel_row")
def nnz_row(k):
    kind, by_row = k.kind(3), k.rng.randrange(2)
    m = Csr(k, 300, 40, kind, 20)
    counts = [b - a for a, b in zip(m.offsets, m.offsets[1:])]
    return [Launch(ceil(m.rows, 4 * k.number(0)), k.number(0) * k.number(1),
                   [not by_row, m.rows, m.columns,
                    Buffer(kind, zeroes(dense_of(m, 305, by_row))), 305,
                    Buffer(k.kind(5), [0] * m.rows, counts)])]


@family("nnz_kernel_col")
def nnz_column(k):
    kind, by_row = k.kind(3), k.rng.randrange(2)
    m = Csr(k, 300, 40, kind, 20)
    counts = [m.indices.count(c) for c in range(m.columns)]
    return [Launch(m.columns, k.number(0),
                   [not by_row, m.rows, m.columns,
                    Buffer(kind, zeroes(dense_of(m, 305, by_row))), 305,
                    Buffer(k.kind(5), [0] * m.columns, counts)])]


@family("csr2csc_permute_kernel")
def csr2csc_permute(k):
    kind, n = k.kind(5), 700
    one, two = list(range(3, n + 3)), k.real(kind, n)
    by = k.rng.sample(range(n), n)
    return [Launch(ceil(n, k.number(0)), k.number(0),
                   [n, Buffer("int", one), Buffer(kind, two), Buffer("int", by),
                    Buffer("int", [0] * n, [one[i] for i in by]),
                    Buffer(kind, [0] * n, [two[i] for i in by])])]


@family("csr2ell_kernel")
def csr2ell(k):
    kind, b, c = k.kind(7), base_of(k), base_of(k)
    m = Csr(k, 300, 100, kind)
    width, columns, values = ell_of(m, kind, c, -1)
    return [Launch(ceil(m.rows, k.number(0)), k.number(0),
                   [m.rows, Buffer(kind, m.values), Buffer("int", plus(m.offsets, b)),
                    Buffer("int", plus(m.indices, b)), b, width,
                    Buffer("int", [0] * len(columns), columns),
                    Buffer(kind, [9] * len(values), values), c])]


@family("ell2csr_fill")
def ell2csr(k):
    kind, b, c = k.kind(8), base_of(k), base_of(k)
    m = Csr(k, 300, 100, kind)
    width, columns, values = ell_of(m, kind, b, -1)
    count = len(m.values)
    return [Launch(ceil(m.rows, k.number(0)), k.number(0),
                   [m.rows, m.columns, width, Buffer("int", columns),
                    Buffer(kind, values), b, Buffer("int", plus(m.offsets, c)),
                    Buffer("int", [0] * count, plus(m.indices, c)),
                    Buffer(kind, [0] * count, m.values), c])]


@family("csrsm_transpose", "dense_transpose_back")
def transpose(k):
    kind, rows, columns = k.kind(2), 70, 45
    forth = k.family == "csrsm_transpose"
    a = k.real(kind, 80 * 80)
    want = [None] * (80 * 80)
    for r in range(rows):
        for c in range(columns):
            if forth:
                want[r * 80 + c] = a[c * 80 + r]
            else:
                want[c * 80 + r] = a[r * 80 + c]
    return [Launch(ceil(rows, k.number(0)), k.number(0) * k.number(1),
                   [rows, columns, Buffer(kind, a), 80,
                    Buffer(kind, [0] * len(want), want), 80])]


# ---- Matrix by matrix

@family("csrmm_scale")
def csrmm_scale(k):
    kind, rows, columns, ld = k.kind(3), 70, 21, 80
    by_row = k.rng.randrange(2)
    c, beta = k.real(kind, ld * 80), k.real(kind, 1)[0]
    want = [None] * len(c)
    for p in range(rows):
        for q in range(columns):
            at = p * ld + q if by_row else q * ld + p
            want[at] = beta * c[at]
    block = (k.number(0), k.number(1), 1)
    return [Launch((ceil(rows, block[0]), ceil(columns, block[1]), 1), block,
                   [rows, columns, beta, Buffer(kind, c, want), ld, 0, not by_row])]


@family("csrmmnn_general_kernel", wave=1)
def csrmmnn(k):
    kind, b, lanes = k.kind(16), base_of(k), k.number(1)
    m = Csr(k, 60, 50, kind, 12)
    n, ldb, ldc, by_row = 13, 55, 64, k.rng.randrange(2)
    right, c = k.real(kind, ldb * n), k.real(kind, ldc * 64)
    alpha, beta = k.real(kind, 2)
    want = [None] * len(c)
    for q in range(n):
        column = m.product(right[q * ldb:q * ldb + m.columns], alpha)
        for p in range(m.rows):
            at = p * ldc + q if by_row else q * ldc + p
            want[at] = column[p] + beta * c[at]
    return [Launch((ceil(m.rows * lanes, k.number(0)), ceil(n, lanes), 1),
                   k.number(0),
                   [0, 0, m.rows, n, m.columns, len(m.values), 0, 0, alpha,
                    *csr_buffers(k, m, 9, b), Buffer(kind, right), ldb, 0, beta,
                    Buffer(kind, c, want, 16), ldc, 0, not by_row, b])]


# ---- Tridiagonal systems

def solve(lower, main, upper, right):
    """By elimination without pivots, in double."""
    n = len(main)
    main, right = list(main), list(right)
    for i in range(1, n):
        w = lower[i] / main[i - 1]
        main[i] -= w * upper[i - 1]
        right[i] -= w * right[i - 1]
    x = [0] * n
    for i in reversed(range(n)):
        x[i] = (right[i] - (upper[i] * x[i + 1] if i + 1 < n else 0)) / main[i]
    return x


def tridiagonal(k, kind, n):
    lower, upper = k.real(kind, n), k.real(kind, n)
    lower[0] = upper[-1] = 0
    return lower, rounded(kind, [4 + v for v in k.real(kind, n)]), upper


@family("gtsv_nopivot_pcr_shared_kernel")
def gtsv(k):
    kind, n, systems = k.kind(6), k.number(0), 3
    if n > 3:
        n -= k.rng.randrange(2)
    ld = n + 2
    lower, main, upper = tridiagonal(k, kind, n)
    right = k.real(kind, ld * systems)
    want = [None] * len(right)
    for s in range(systems):
        want[s * ld:s * ld + n] = solve(lower, main, upper, right[s * ld:s * ld + n])
    return [Launch(systems, k.number(0),
                   [n, systems, ld, Buffer(kind, lower), Buffer(kind, main),
                    Buffer(kind, upper), Buffer(kind, right, want, 32)])]


@family("gtsv_nopivot_pcr_pow2_shared_kernel")
def gtsv_pow2(k):
    kind, n, systems = k.kind(6), k.number(0), 3
    lower, main, upper = tridiagonal(k, kind, n)
    right = k.real(kind, n * systems)
    want = []
    for s in range(systems):
        want += solve(lower, main, upper, right[s * n:s * n + n])
    return [Launch(systems, k.number(0),
                   [n, systems, n, Buffer(kind, lower), Buffer(kind, main),
                    Buffer(kind, upper), Buffer(kind, right, want, 32)])]


# ---- Sorting, of rocPRIM

@family("sort_single_kernel")
def sort_single(k):
    if "empty_type" in k.text or k.templates[2] not in ("true", "false"):
        raise Skip("of other types")
    room = k.number(0) * k.number(1)
    size = room - k.rng.randrange(room // 2)
    keys = [k.rng.randrange(1000) for _ in range(size)]
    kinds = [t.rstrip("*").strip() for t in k.templates[3:]]
    if any(t not in ("int", "long") for t in kinds):
        raise Skip("of other types")
    order = sorted(range(size), key=lambda i: keys[i],
                   reverse=k.templates[2] == "true")
    return [Launch(1, k.number(0),
                   [Buffer(kinds[0], keys),
                    Buffer(kinds[0], [0] * size, [keys[i] for i in order]),
                    Buffer(kinds[2], list(range(size))),
                    Buffer(kinds[2], [0] * size, order), size, 0,
                    64 if kinds[0] == "long" else 32])]


@family("single_scan_kernel")
def single_scan(k):
    kind = k.kind(3)
    values = [k.rng.randrange(10) for _ in range(200)]
    start, total, want = 5, 0, []
    for v in values:
        if k.templates[0] == "true":
            want.append(start + total)
        total += v
        if k.templates[0] != "true":
            want.append(total)
    return [Launch(1, 256, [Buffer(kind, values), len(values), start,
                            Buffer(kind, [0] * len(values), want), Bytes(bytes(1))])]
