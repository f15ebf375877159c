#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes what cuBLAS, hipBLAS and rocBLAS have in common of
src/libs/blas/functions.txt: their headers' declarations
(include/quern/host/libs/*_functions.inc), their definitions
(src/libs/blas/names/exports_*.inc), the table of the functions
(src/libs/blas/functions.inc), and their list for the tests
(tests/programs/libraries/functions.inc).

  gen_blas.py           rewrite them
  gen_blas.py --check   fail when they are not what would be written
"""
import pathlib
import re
import sys
import textwrap
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src/libs/blas/functions.txt"
HEADERS = ROOT / "include/quern/host/libs"
ROOM = ROOT / "src/libs/blas"
TESTS = ROOT / "tests/programs/libraries"

ENUMS = {"op": "OP", "uplo": "UPLO", "side": "SIDE", "diag": "DIAG"}
# Of a token the kind of its value, and of the one that follows it.
POINTERS = {"x": ("IN_VECTOR", "STRIDE"), "y": ("VECTOR", "STRIDE"),
            "A": ("IN_MATRIX", "LD"), "C": ("MATRIX", "LD"),
            "p": ("IN_PACKED", None), "P": ("PACKED", None)}
SCALARS = {"a": "SCALAR", "r": "REAL", "v": "IO_SCALAR", "w": "IO_REAL",
           "%": "FIVE"}
RESULTS = {"=e": "RESULT", "=r": "RESULT_REAL", "=i": "RESULT_INDEX"}
WRITTEN = {"VECTOR", "MATRIX", "PACKED", "IO_SCALAR", "IO_REAL", "FIVE",
           "RESULT", "RESULT_REAL", "RESULT_INDEX"}
BATCHED = {"IN_VECTOR", "VECTOR", "IN_MATRIX", "MATRIX", "IN_PACKED", "PACKED"}
# Of rotations each member has all of them for itself.
ROTATED = {"VECTOR", "IO_SCALAR", "IO_REAL", "REAL", "FIVE"}
EVERYWHERE = ("cublas", "hipblas", "rocblas")
WHERE = {"+": EVERYWHERE[1:], "*": EVERYWHERE[2:]}
REAL = {"s": "s", "d": "d", "c": "s", "z": "d"}


class Value(NamedTuple):
    kind: str
    name: str
    rows: str = "" # of a leading dimension: the least


class Function(NamedTuple):
    name: str     # Fortran's
    element: str  # s d c z
    values: list
    batched: bool
    libraries: tuple
    arguments: str # as they are written

    @property
    def members(self):
        """The kinds that each member of a batch has for itself."""
        return BATCHED if self.batched else ROTATED


def read_values(text):
    values = []
    for token in text.split():
        if token in RESULTS:
            values.append(Value(RESULTS[token], "result"))
            continue
        if token[0] == "%":
            values.append(Value("FIVE", token[1:]))
            continue
        kind, rest = token.split(":", 1)
        name, _, rows = rest.partition("(")
        rows = rows[:-1]
        if kind in ENUMS:
            values.append(Value(ENUMS[kind], name))
        elif kind == "int":
            values.append(Value("INT", name))
        elif kind in SCALARS:
            values.append(Value(SCALARS[kind], name))
        else:
            first, second = POINTERS[kind]
            values.append(Value(first, name))
            if second == "STRIDE":
                values.append(Value("STRIDE", "inc" + name))
            elif second:
                values.append(Value("LD", "ld" + name.lower(), rows))
    return values


def read_functions():
    functions = []
    for line in SOURCE.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        names, arguments = line.split("|")
        values = read_values(arguments)
        for item in names.lstrip("!+*").split():
            element, name = item.split(":")
            functions.append(
                Function(name, element, values, not line.startswith("!"),
                         WHERE.get(line[0], EVERYWHERE), arguments.strip()))
    return functions


# ---- The table

def row_terms(function, value):
    """The least leading dimension, as initialisers of a qn_blas_rows."""
    at = {v.name: i for i, v in enumerate(function.values)}
    chosen = re.fullmatch(r"(\w+)/(\w+),(\w+)", value.rows)
    if chosen:
        first, other, by = (at[name] for name in chosen.groups())
        return f".terms = {{{first}}}, .count = 1, .by = {by}, .other = {other}"
    terms = value.rows.split("+")
    places = [str(at[t]) for t in terms if t in at]
    plus = sum(int(t) for t in terms if t not in at)
    return (f".terms = {{{', '.join(places)}}}, .count = {len(places)}, "
            f".plus = {plus}, .by = -1")


def table(functions):
    out = ["// SPDX-License-Identifier: Apache-2.0",
           "// Made by tools/gen_blas.py of functions.txt: what each function "
           "takes.", ""]
    for f in functions:
        out.append(f"QN_BLAS({f.name.upper()}, {f.name}, '{f.element}', "
                   f"{len(f.values)},")
        items = [f"{{QN_BLAS_{v.kind}, \"{v.name}\", "
                 f"{{{row_terms(f, v) if v.kind == 'LD' else ''}}}}}"
                 for v in f.values]
        out.append("        " + ",\n        ".join(items) + ")")
    return "\n".join(out) + "\n"


# ---- What a library calls its functions and types

class Library(NamedTuple):
    id: str
    status: str
    handle: str
    types: dict   # by letter
    enums: dict   # by kind
    stride: str
    count: str    # of a batch
    inner: str    # between the pointers of a batch
    note: str


CUBLAS = Library(
    "cublas", "cublasStatus_t", "cublasHandle_t",
    {"s": "float", "d": "double", "c": "cuComplex", "z": "cuDoubleComplex"},
    {"OP": "cublasOperation_t", "UPLO": "cublasFillMode_t",
     "SIDE": "cublasSideMode_t", "DIAG": "cublasDiagType_t"},
    "long long", "batchCount", "*const *", "cuBLAS")
HIPBLAS = Library(
    "hipblas", "hipblasStatus_t", "hipblasHandle_t",
    {"s": "float", "d": "double", "c": "hipblasComplex",
     "z": "hipblasDoubleComplex"},
    {"OP": "hipblasOperation_t", "UPLO": "hipblasFillMode_t",
     "SIDE": "hipblasSideMode_t", "DIAG": "hipblasDiagType_t"},
    "hipblasStride", "batchCount", "*const *", "hipBLAS")
ROCBLAS = Library(
    "rocblas", "rocblas_status", "rocblas_handle",
    {"s": "float", "d": "double", "c": "rocblas_float_complex",
     "z": "rocblas_double_complex"},
    {"OP": "rocblas_operation", "UPLO": "rocblas_fill", "SIDE": "rocblas_side",
     "DIAG": "rocblas_diagonal"},
    "rocblas_stride", "batch_count", "*const *", "rocBLAS")
LIBRARIES = [CUBLAS, HIPBLAS, ROCBLAS]

# Those of cuBLAS that have no older form, and so no _v2.
NEW = re.compile(r".(syrkx|herkx|geam|dgmm)$")
CUBLAS_BATCHED = {"": re.compile(r".(gemm|gemv|trsm)$"),
                  "Strided": re.compile(r".(gemm|gemv)$")}


def name_of(library, function, form, wide):
    name = function.name
    if library.id == "rocblas":
        middle = {"": "", "Batched": "_batched",
                  "StridedBatched": "_strided_batched"}[form]
        return f"rocblas_{name}{middle}" + ("_64" if wide else "")
    name = name[0].upper() + name[1:] + form
    if library.id == "cublas" and not form and not NEW.match(function.name):
        name += "_v2"
    return f"{library.id}{name}" + ("_64" if wide else "")


def forms(library, function):
    if library.id not in function.libraries:
        return
    yield ""
    if not function.batched and library.id == "cublas":
        return
    for form, key in (("Batched", ""), ("StridedBatched", "Strided")):
        if (library.id != "cublas" or
                CUBLAS_BATCHED[key].match(function.name)):
            yield form


def value_type(library, function, value, form, wide):
    kind, element = value.kind, function.element
    if kind in library.enums:
        return library.enums[kind] + " "
    if kind in ("INT", "STRIDE", "LD"):
        return "int64_t " if wide else (
            "rocblas_int " if library.id == "rocblas" else "int ")
    real = kind in ("REAL", "IO_REAL", "RESULT_REAL")
    base = library.types[REAL[element] if real else element]
    if kind == "RESULT_INDEX":
        base = "int64_t" if wide else (
            "rocblas_int" if library.id == "rocblas" else "int")
    const = "" if kind in WRITTEN and not is_input_five(function, value) \
        else "const "
    if form == "Batched" and kind in function.members:
        return f"{const}{base} {library.inner}"
    return f"{const}{base} *"


def is_input_five(function, value):
    return value.kind == "FIVE" and not function.name.endswith("g")


def parameters(library, function, form, wide):
    out = [f"{library.handle} handle"]
    results = []
    for i, value in enumerate(function.values):
        text = value_type(library, function, value, form, wide) + value.name
        if value.kind.startswith("RESULT"):
            results.append(text)
            continue
        out.append(text)
        alone = value.kind not in ("VECTOR", "IN_VECTOR", "MATRIX",
                                   "IN_MATRIX")
        last = value.kind in ("STRIDE", "LD") or (
            alone and value.kind in function.members)
        if form == "StridedBatched" and last:
            pointer = (value if value.kind not in ("STRIDE", "LD")
                       else function.values[i - 1])
            out.append(f"{library.stride} stride_{pointer.name}")
    if form:
        count = "int64_t" if wide else (
            "rocblas_int" if library.id == "rocblas" else "int")
        out.append(f"{count} {library.count}")
    return out + results


def wrap(text, indent=4):
    return "\n".join(textwrap.wrap(text, 78, subsequent_indent=" " * indent,
                                   break_long_words=False,
                                   break_on_hyphens=False))


def declare(library, function, form, wide):
    name = name_of(library, function, form, wide)
    return wrap(f"{library.status} {name}("
                f"{', '.join(parameters(library, function, form, wide))})")


def values(library, function):
    for value in function.values:
        if value.kind in ENUMS.values():
            yield f"{value.kind}({value.name})"
        elif value.kind in ("INT", "STRIDE", "LD"):
            yield f"I({value.name})"
        else:
            yield f"P({value.name})"


def define(library, function, form, wide):
    batch = "NULL"
    if form == "Batched":
        batch = f"ARRAYS({library.count})"
    elif form:
        places = [f"[{i}] = stride_{v.name}"
                  for i, v in enumerate(function.values)
                  if v.kind in function.members]
        batch = f"STRIDES({library.count}, {', '.join(places)})"
    index = any(v.kind == "RESULT_INDEX" for v in function.values)
    call = "CALL_64" if wide and index else "CALL"
    if form and not function.batched:
        call = "ROTATIONS"
    body = (f"  return {call}({function.name.upper()}, {batch}, "
            f"{', '.join(values(library, function))});")
    return (f"{declare(library, function, form, wide)} {{\n"
            f"{wrap(body, 6)}\n}}")


def header(library, functions):
    out = ["/* SPDX-License-Identifier: Apache-2.0 */",
           f"/* Made by tools/gen_blas.py: the functions of {library.note} "
           "that BLAS has, too. */", "/* clang-format off */"]
    for f in functions:
        for form in forms(library, f):
            for wide in (False, True):
                out.append(declare(library, f, form, wide) + ";")
    out.append("/* clang-format on */")
    return "\n".join(out) + "\n"


# ---- cuBLAS of before version 2, and its names of today

def older(functions):
    return [f for f in functions
            if not NEW.match(f.name) and "cublas" in f.libraries]


def today(functions):
    out = ["/* SPDX-License-Identifier: Apache-2.0 */",
           "/* Made by tools/gen_blas.py: cuBLAS's names of today. */",
           "/* clang-format off */"]
    for f in older(functions):
        for wide in ("", "_64"):
            name = f"cublas{f.name[0].upper()}{f.name[1:]}"
            out.append(f"#define {name}{wide} {name}_v2{wide}")
    return "\n".join(out + ["/* clang-format on */"]) + "\n"


def is_by_value(function, value):
    """Scalars are, and the second number of a complex rotation."""
    if value.kind in ("SCALAR", "REAL"):
        return function.name not in ("srotmg", "drotmg")
    return function.name in ("crotg", "zrotg") and value.name == "b"


def in_place(function):
    """Its arguments; trmm's result goes to B."""
    if function.name.endswith("trmm"):
        return function.values[:-2]
    return function.values


def declare_older(function):
    parameters, result = [], "void"
    for value in in_place(function):
        kind = value.kind
        real = kind in ("REAL", "IO_REAL", "RESULT_REAL")
        letter = REAL[function.element] if real else function.element
        base = CUBLAS.types[letter]
        if kind.startswith("RESULT"):
            result = "int" if kind == "RESULT_INDEX" else base
        elif kind in CUBLAS.enums:
            parameters.append(f"char {value.name}")
        elif kind in ("INT", "STRIDE", "LD"):
            parameters.append(f"int {value.name}")
        elif is_by_value(function, value):
            parameters.append(f"{base} {value.name}")
        else:
            const = ("const " if kind not in WRITTEN or
                     is_input_five(function, value) else "")
            if function.name.endswith("trmm") and value.name == "B":
                const = ""
            parameters.append(f"{const}{base} *{value.name}")
    name = f"cublas{function.name[0].upper()}{function.name[1:]}"
    return wrap(f"{result} {name}({', '.join(parameters)})")


def define_older(function):
    has_result = function.values[-1].kind.startswith("RESULT")
    arguments, by_name = [], {v.name: v for v in function.values}
    for value in function.values:
        if function.name.endswith("trmm") and value.name in ("C", "ldc"):
            value = by_name["B" if value.name == "C" else "ldb"]
        if value.kind.startswith("RESULT"):
            arguments.append("P(&result)")
        elif value.kind in ("INT", "STRIDE", "LD"):
            arguments.append(f"I({value.name})")
        elif value.kind in CUBLAS.enums:
            arguments.append(f"{value.kind}({value.name})")
        else:
            at = "&" if is_by_value(function, value) else ""
            arguments.append(f"P({at}{value.name})")
    call = wrap(f"  CALL({function.name.upper()}, {', '.join(arguments)});", 6)
    text = declare_older(function)
    if not has_result:
        return f"{text} {{\n{call}\n}}"
    kind = text.split("(")[0].rsplit(" ", 1)[0]
    zero = "{0, 0}" if kind.startswith("cu") else "0"
    return (f"{text} {{\n  {kind} result = {zero};\n{call}\n"
            "  return result;\n}")


def header_older(functions):
    out = ["/* SPDX-License-Identifier: Apache-2.0 */",
           "/* Made by tools/gen_blas.py: cuBLAS's functions of before version "
           "2. */", "/* clang-format off */"]
    out += [declare_older(f) + ";" for f in older(functions)]
    return "\n".join(out + ["/* clang-format on */"]) + "\n"


def exports_older(functions):
    out = ["// SPDX-License-Identifier: Apache-2.0",
           "// Made by tools/gen_blas.py of functions.txt.",
           "// clang-format off"]
    out += [define_older(f) for f in older(functions)]
    return "\n".join(out) + "\n"


def exports(library, functions):
    out = ["// SPDX-License-Identifier: Apache-2.0",
           "// Made by tools/gen_blas.py of functions.txt.",
           "// clang-format off"]
    for f in functions:
        for form in forms(library, f):
            for wide in (False, True):
                out.append(define(library, f, form, wide))
    return "\n".join(out) + "\n"


# ---- The tests' list

def form_word(library, function):
    if not function.batched: # batches of rotations have a test of their own
        return "ONE"
    return {0: "NONE", 1: "ONE", 2: "ARRAYS", 3: "ALL"}[
        len(list(forms(library, function)))]


def tested(functions):
    out = ["// SPDX-License-Identifier: Apache-2.0",
           "// Made by tools/gen_blas.py: each function, its arguments, and the "
           "forms that",
           "// cuBLAS, hipBLAS and rocBLAS have.",
           "// clang-format off"]
    for f in functions:
        out.append(f"QN_BLAS({f.name}, {f.name[0].upper()}{f.name[1:]}, "
                   f"'{f.element}', {form_word(CUBLAS, f)}, "
                   f"{form_word(HIPBLAS, f)}, {form_word(ROCBLAS, f)},\n"
                   f"        \"{f.arguments}\")")
    return "\n".join(out) + "\n"


def main():
    functions = read_functions()
    files = {ROOM / "functions.inc": table(functions),
             TESTS / "functions.inc": tested(functions)}
    files |= {HEADERS / "cublas_v2_names.inc": today(functions),
              HEADERS / "cublas_v1_functions.inc": header_older(functions),
              ROOM / "names/exports_cublas_v1.inc": exports_older(functions)}
    for library in LIBRARIES:
        files[HEADERS / f"{library.id}_functions.inc"] = header(library,
                                                              functions)
        files[ROOM / f"names/exports_{library.id}.inc"] = exports(library,
                                                                 functions)
    stale = [path for path, text in files.items()
             if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)}: not what tools/gen_blas.py "
                  "writes")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
