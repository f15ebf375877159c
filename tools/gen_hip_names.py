#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes HIP's names of libraries of CUDA's: their headers of CUDA's headers, and
functions that call CUDA's. src/libs/hip_names.txt says what differs.

  gen_hip_names.py           rewrite them
  gen_hip_names.py --check   fail when they are not what would be written
"""
import pathlib
import re
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "src/libs/hip_names.txt"
ENUM = re.compile(r"typedef enum (\w* ?)\{(.*?)\} (\w+);\n", re.S)
FUNCTION = re.compile(r"^(?!typedef\b)((?:const )?\w+\s\*?)\s*(\w+)\(([^;{}]*)\);",
                      re.M)


class Library:
    def __init__(self, name):
        self.name = name
        self.headers = []   # (CUDA's, HIP's)
        self.exports = None
        self.renames = []   # (old, new), in order
        self.values = {}    # of enumerators
        self.omitted = set()
        self.found = set()  # of those
        self.own = set()    # functions that are written by hand
        self.outs = set()   # types of numbers that are pointers in HIP
        self.adds = {}      # enumerators behind another
        self.also = []      # headers for their enumerations
        self.foreign = {}   # type: [(CUDA's enumerator, HIP's)]
        self.plain = None   # header and definitions of the plain names
        self.plain_names = [] # functions that have those, too


def read_table():
    libraries = []
    for line in TABLE.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        parts = re.sub(" =$", " = ", rest).split(" = ")
        if word == "library":
            libraries.append(Library(rest))
            continue
        library = libraries[-1]
        if word == "header":
            library.headers.append((ROOT / parts[0], ROOT / parts[1]))
        elif word == "exports":
            library.exports = ROOT / parts[0]
        elif word == "rename":
            library.renames.append((parts[0].replace("|", "\n"),
                                    parts[1].replace("|", "\n")))
        elif word == "value":
            library.values[parts[0]] = parts[1]
        elif word == "add":
            name, more = rest.split(": ", 1)
            library.adds.setdefault(name, []).append(more)
        elif word == "omit":
            library.omitted.update(rest.split())
        elif word == "also":
            library.also.append(ROOT / rest)
        elif word == "convert":
            library.foreign[parts[0]] = []
        elif word == "from":
            list(library.foreign.values())[-1].append(tuple(parts))
        elif word == "own":
            library.own.update(rest.split())
        elif word == "pointer":
            library.outs.add(rest)
        elif word == "plain":
            library.plain = (ROOT / parts[0], ROOT / parts[1])
        elif word == "plainly":
            library.plain_names += rest.split()
        else:
            sys.exit(f"{TABLE.name}: what is '{word}'?")
    return libraries


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r" *//[^\n]*", "", text)


def rename(library, text):
    for old, new in library.renames:
        text = text.replace(old, new)
    return text


def drop_omitted(library, text):
    for name in library.omitted:
        found, count = re.subn(
            rf"^(?:[\w *]+[ *\n])?{name}\([^;]*;\n|^#define {name}\b"
            rf"(?:[^\n]*\\\n)*[^\n]*\n|"
            rf"^  {name}\b[^\n]*\n|"
            rf"^typedef [^;{{}}]*\b{name}(\[\d+\])?;\n|"
            rf"^typedef enum [^{{]*{{[^}}]*}} {name};\n", "", text, flags=re.M)
        if count:
            library.found.add(name)
        text = found
    return text


def header(library, source):
    out = source.read_text()
    out = re.sub(r"#ifndef _?\w+_H_\n#define _?\w+_H_\n#endif\n", "", out)
    out = drop_omitted(library, out)
    out = re.sub(r"#include <quern/device/names_(begin|end).inc>\n+", "", out)
    out = rename(library, out)
    for name, value in library.values.items():
        out = re.sub(rf"\b({name} = )\w+", rf"\g<1>{value}", out)
    for name, more in library.adds.items():
        out = re.sub(rf"^(  {name} = \w+)(,?)\n",
                     r"\1,\n  " + ",\n  ".join(more) + r"\2\n", out,
                     flags=re.M)
    first, rest = re.sub(r"\n{3,}", "\n\n", out).split("\n", 1)
    return (f"{first}\n// Made by tools/gen_hip_names.py of "
            f"{source.relative_to(ROOT)}.\n// clang-format off\n{rest}")


def enumerators(body):
    for item in without_comments(body).split(","):
        if "=" in item:
            name, value = item.split("=")
            yield name.strip(), value.strip()


class Converter:
    """What becomes of arguments and results of each of a library's types."""

    def __init__(self, library, text):
        self.library = library
        self.changed = {}  # type: [(CUDA's enumerator, HIP's)]
        self.numbers = {}
        for _, body, name in ENUM.findall(text):
            self.numbers.update(enumerators(body))
            pairs = [(old, rename(library, old))
                     for old, _ in enumerators(body)
                     if old not in library.omitted]
            if any(new in library.values for _, new in pairs):
                self.changed[name] = pairs
        self.changed.update(library.foreign)
        for pairs in library.foreign.values():
            self.numbers.update((old, old) for old, _ in pairs)

    def table(self, name, to, pairs):
        """A function of one enumerator's other number, or -1."""
        hip = rename(self.library, name)
        words = (name, "to", hip) if to else (hip, "from", name)
        rows = "\n".join(f"  case {new if to else old}:\n"
                         f"    return {old if to else new};"
                         for old, new in pairs)
        return (f"static {words[0]} {words[1]}_{name}({words[2]} value) {{\n"
                f"  switch ((int)value) {{\n{rows}\n  default:\n"
                f"    return ({words[0]})qn_libs_no_enumerator();\n  }}\n}}")

    def tables(self, used):
        """Each number once: other enumerators of it come later."""
        for name, pairs in self.changed.items():
            for to, word in ((True, "to"), (False, "from")):
                if f"{word}_{name}(" in used:
                    yield self.table(name, to, self.once(pairs, to))

    def once(self, pairs, to):
        seen = set()
        for old, new in pairs:
            number = (self.library.values.get(new, self.numbers[old])
                      if to else self.numbers[old])
            if number not in seen:
                seen.add(number)
                yield old, new

    def argument(self, kind, name):
        hip = rename(self.library, kind)
        plain = kind.replace("const ", "").strip()
        if plain in self.changed:
            return f"to_{plain}({name})"
        if kind in self.library.outs:
            return f"({kind})(intptr_t){name}"
        return name if hip == kind else f"({kind}){name}"

    def result(self, kind, call):
        hip = rename(self.library, kind)
        if kind in self.changed:
            return f"from_{kind}({call})"
        return call if hip == kind else f"({hip}){call}"


def parameters(text):
    """Pairs of a type and a name; of arrays the type is a pointer."""
    for item in (p.strip() for p in text.split(",")):
        if item in ("void", ""):
            continue
        item = " ".join(item.split())
        found = re.fullmatch(r"(.*?)(\w+)(\[\w*\])?", item)
        kind = found.group(1).strip()
        yield kind + (" *" if found.group(3) else ""), found.group(2)


def wrap(text, indent):
    return "\n".join(textwrap.wrap(text, 78, subsequent_indent=" " * indent,
                                   break_long_words=False,
                                   break_on_hyphens=False))


def define(library, converter, result, name, arguments):
    hip_name = rename(library, name)
    given = list(parameters(arguments))
    hip_result = rename(library, result.strip())
    head = ", ".join(f"{rename(library, k)}{'' if k.endswith('*') else ' '}{n}"
                     for k, n in given) or "void"
    out = [wrap(f"{hip_result} {hip_name}({head}) {{", 4)]
    numbers = [(k, n) for k, n in given
               if k.endswith("*") and k[:-1].strip() in library.outs]
    outs = {n: (k, converter.changed.get(k[:-1].strip())) for k, n in given
            if k.endswith("*") and k[:-1].strip() in converter.changed}
    words = []
    for kind, argument in given:
        if (kind, argument) in numbers:
            words.append(f"{argument} ? &number : NULL")
        elif argument in outs:
            words.append(f"{argument} ? &{argument}_ : NULL")
        else:
            words.append(converter.argument(kind, argument))
    call = f"{name}({', '.join(words)})"
    for kind, argument in numbers:
        out.append(f"  {kind[:-1].strip()} number = 0;")
    for argument, (kind, _) in outs.items():
        out.append(f"  {kind[:-1].strip()} {argument}_ = ({kind[:-1].strip()})0;")
    answer = converter.result(result.strip(), call)
    if not numbers and not outs:
        out.append(wrap(f"  return {answer};", 6))
    else:
        out.append(wrap(f"  const {hip_result} status = {answer};", 6))
        for kind, argument in numbers:
            out.append(f"  if (status == 0)\n    *{argument} = "
                       f"({rename(library, kind[:-1].strip())})(intptr_t)number;")
        for argument, (kind, _) in outs.items():
            out.append(f"  if (status == 0)\n    *{argument} = "
                       f"from_{kind[:-1].strip()}({argument}_);")
        out.append("  return status;")
    return "\n".join(out) + "\n}"


def exports(library):
    text = "\n".join(source.read_text() for source, _ in library.headers)
    text = drop_omitted_functions(library, without_comments(text))
    text = re.sub(r"^\s*#.*(?:\\\n.*)*", "", text, flags=re.M)
    converter = Converter(library, text + "\n".join(
        without_comments(path.read_text()) for path in library.also))
    out = ["// SPDX-License-Identifier: Apache-2.0",
           "// Made by tools/gen_hip_names.py of hip_names.txt and CUDA's "
           "headers.", "// clang-format off"]
    bodies = []
    for result, name, arguments in FUNCTION.findall(text):
        if name in library.own:
            continue
        bodies.append(define(library, converter, result, name, arguments))
    out += converter.tables("\n".join(bodies))
    return "\n".join(out + bodies) + "\n"


# Names of before those with Dn in them, for functions that are the same.
PLAIN_HEAD = """// SPDX-License-Identifier: Apache-2.0
// Made by tools/gen_hip_names.py of hip_names.txt and CUDA's headers.
// clang-format off
"""


def plain(library):
    text = "\n".join(source.read_text() for source, _ in library.headers)
    text = re.sub(r"^\s*#.*(?:\\\n.*)*", "", without_comments(text), flags=re.M)
    wanted = re.compile("cusolverDn([SDCZ]?(?:" +
                        "|".join(library.plain_names) + "))")
    declared, defined, found = [], [], set()
    for result, name, arguments in FUNCTION.findall(text):
        match = wanted.fullmatch(name)
        if not match:
            continue
        found.add(match[1])
        given = list(parameters(arguments))
        head = ", ".join(f"{rename(library, k)}{'' if k.endswith('*') else ' '}"
                         f"{n}" for k, n in given)
        head = f"{rename(library, result.strip())} hipsolver{match[1]}({head})"
        call = f"{rename(library, name)}({', '.join(n for _, n in given)})"
        declared.append(wrap(head, 4) + ";")
        defined.append(wrap(head + " {", 4) + f"\n  return {call};\n}}")
    for name in library.plain_names:
        if not any(re.fullmatch(f"[SDCZ]?{name}", one) for one in found):
            sys.exit(f"{TABLE.name}: there is no plain {name}")
    return (PLAIN_HEAD + "\n".join(declared) + "\n",
            PLAIN_HEAD + "\n".join(defined) + "\n")


def drop_omitted_functions(library, text):
    for name in library.omitted:
        text = re.sub(rf"^(?:[\w *]+[ *\n])?{name}\([^;]*;\n", "", text,
                      flags=re.M)
    return text


def main():
    files = {}
    for library in read_table():
        for source, target in library.headers:
            files[target] = header(library, source)
        for path in library.also: # what is omitted may be there
            drop_omitted(library, path.read_text())
        if library.omitted - library.found:
            sys.exit(f"{TABLE.name}: there is no "
                     f"{' '.join(library.omitted - library.found)}")
        if library.exports:
            files[library.exports] = exports(library)
        if library.plain:
            files.update(zip(library.plain, plain(library)))
    stale = [path for path, text in files.items()
             if not path.exists() or path.read_text() != text]
    if "--check" in sys.argv:
        for path in stale:
            print(f"{path.relative_to(ROOT)}: not what tools/gen_hip_names.py "
                  "writes")
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
