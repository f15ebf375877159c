#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/api-names.md: which names of HIP's and CUDA's headers Quern lacks.

usage: api_names.py [--check]
       api_names.py collect API INCLUDE-FOLDER

tools/api_names.tsv lists the functions, types, enumerators and macros of the
vendors' headers, by API, kind and header version. `collect` makes one API's part
of it again from installed headers, read by clang-22; only names are kept. Without
it, those names are looked for in what our own headers become under the C
preprocessor, which needs no vendor's header. With --check nothing is written, and
the exit status is 1 when the page is not what would be written.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "tools" / "api_names.tsv"
OUT = ROOT / "docs" / "api-names.md"
KINDS = ("function", "type", "enumerator", "macro")
AMD = ("-D__HIP_PLATFORM_AMD__",)

# API: title, the vendor's header, ours with their folders, definitions
APIS = {
    "hip": ("HIP runtime", "hip/hip_runtime_api.h", "hip/hip_runtime_api.h",
            ("include",), AMD),
    "hiprtc": ("hiprtc", "hip/hiprtc.h", "hip/hiprtc.h", ("include",), AMD),
    "cudart": ("CUDA runtime", "cuda_runtime_api.h", "cuda_runtime_api.h",
               ("include/cuda", "include"), ()),
    "cuda": ("CUDA driver", "cuda.h", "cuda.h", ("include/cuda", "include"), ()),
    "nvrtc": ("nvrtc", "nvrtc.h", "nvrtc.h", ("include/cuda", "include"), ()),
}

# Why a name is not there: API, what it matches, the reason. The first counts.
REASONS = (
    ("hip", r"hip(Register|Remove)(Api|Activity)Callback",
     "the profiler's way in before HIP 5.3; HIP 6 has it no more"),
    ("hip", r"hipDeviceAttribute(Name|Uuid|Arch|GcnArch|GcnArchName)",
     "HIP 6 has no such attribute; the properties say it"),
    ("hip", r"hipGraphNodeTypeMemcpy1D", "HIP 6 has no such node"),
    ("hip", r"DECLOP_\w+|DEPRECATED\w*|USE_PEER_NON_UNIFIED",
     "made for the vendor's header's own use"),
    ("hiprtc", r"HIP_\w+_API", "made for the vendor's header's own use"),
    ("cudart", r"u?long(long)?4_\w+|double4_\w+",
     "vectors of more alignment: the headers of devices'"),
    ("cudart", r"CU\w+_st", "a tag; ours has another, the handle's name is there"),
    ("cudart", r"CUDARTAPI_CDECL|EXCLUDE_FROM_RTC|CU_UUID_HAS_BEEN_DEFINED",
     "made for the vendor's header's own use"),
)


def preprocess(tool, folders, header, more):
    command = [*tool, "-x", "c", "-w", *(f"-I{f}" for f in folders), *more, "-"]
    return subprocess.run(command, input=f"#include <{header}>\n", check=True,
                          capture_output=True, text=True, cwd=ROOT).stdout


# ---- Collecting

def is_guard(line):
    """A name defined as nothing, to be seen, is nobody's API."""
    return re.fullmatch(r"#define \w+_?H_*\s*", line) is not None


def macros(text, folder):
    file, found = "", set()
    for line in text.splitlines():
        if at := re.match(r'# \d+ "([^"]*)"', line):
            file = at[1]
        elif file.startswith(folder) and not is_guard(line):
            if name := re.match(r"#define ([A-Za-z]\w*)", line):
                found.add(("macro", name[1]))
    return found


class Tree:
    """Declarations of clang's tree; it names a file only where that changes."""
    KIND = {"FunctionDecl": "function", "TypedefDecl": "type",
            "EnumDecl": "type", "RecordDecl": "type",
            "EnumConstantDecl": "enumerator"}

    def __init__(self, folder):
        self.folder, self.file, self.found = folder, "", set()

    def places(self, node):
        ends = (node.get("loc", {}), *(node.get("range", {}).get(end, {})
                                       for end in ("begin", "end")))
        for number, place in enumerate(ends):
            for one in (place.get("spellingLoc", {}),
                        place.get("expansionLoc", {}), place):
                self.file = one.get("file", self.file)
            if number == 0:
                own = self.file
        return own

    def read(self, node):
        own = self.places(node)
        kind, name = self.KIND.get(node.get("kind")), node.get("name", "_")
        if kind and name[0] != "_" and own.startswith(self.folder):
            self.found.add((kind, name))
        for child in node.get("inner", []):
            self.read(child)


def collect(api, folder):
    _, header, _, _, definitions = APIS[api]
    folder = str(pathlib.Path(folder).resolve())
    tree = Tree(folder)
    text = preprocess(["clang-22", "-fsyntax-only", "-Xclang", "-ast-dump=json"],
                      [folder], header, definitions)
    for node in json.loads(text)["inner"]:
        tree.read(node)
    text = preprocess(["clang-22", "-E", "-dD"], [folder], header, definitions)
    found = tree.found | macros(text, folder)
    kept = [row for row in listed() if row[0] != api]
    rows = sorted({*kept, *((api, kind, name) for kind, name in found)})
    LIST.write_text("".join("\t".join(row) + "\n" for row in rows))


# ---- Comparing

def listed():
    if not LIST.exists():
        return []
    return [tuple(line.split("\t")) for line in LIST.read_text().splitlines()]


def ours(api):
    """The words of our headers; of functions, those that a bracket follows
    and macros that stand for them."""
    _, _, header, folders, definitions = APIS[api]
    text = preprocess(["gcc", "-E", "-dD"], folders, header, definitions)
    text = "\n".join(line for line in text.splitlines()
                     if not line.startswith("# "))
    called = re.findall(r"(\w+)\s*\(", text)
    called += re.findall(r"^#define (\w+) ", text, re.M)
    return set(re.findall(r"\w+", text)), set(called)


def reason(api, name):
    for of, pattern, text in REASONS:
        if of == api and re.fullmatch(pattern, name):
            return text
    return "not there yet"


HEAD = """# Names of the vendors' headers

<!-- generated by tools/api_names.py; make lint compares it with the headers -->

How many of the names that CUDA 13's headers and HIP's (5.2, of Debian's
`libamdhip64-dev`) declare to programs on the host ours have too. Names that begin with an underscore and guards
of headers are not counted. `tools/api_names.py collect` reads the vendors' headers
again; [hip-api.md](hip-api.md) says which functions do what they should.

| API | function | type | enumerator | macro | there |
|---|---:|---:|---:|---:|---:|
"""


def page():
    table, misses, sums = [], [], [0, 0]
    for api, (title, *_) in APIS.items():
        words, called = ours(api)
        counts, missing = {kind: [0, 0] for kind in KINDS}, {}
        for of, kind, name in listed():
            if of != api:
                continue
            there = name in words and (kind != "function" or name in called)
            counts[kind][0] += there
            counts[kind][1] += 1
            if not there:
                missing.setdefault(reason(api, name), []).append(name)
        there, all_of_it = (sum(n) for n in zip(*counts.values()))
        sums = [sums[0] + there, sums[1] + all_of_it]
        cells = " | ".join(f"{a} of {b}" for a, b in counts.values())
        table.append(f"| {title} | {cells} | {100 * there / all_of_it:.1f} % |\n")
        for why, names in missing.items():
            shown = ", ".join(f"`{name}`" for name in names)
            misses.append(f"| {title} | {shown} | {why} |\n")
    table.append(f"| all | | | | | {sums[0]} of {sums[1]}, "
                 f"{100 * sums[0] / sums[1]:.1f} % |\n")
    return (HEAD + "".join(table) + "\n## What is not there\n\n"
            "| API | names | why |\n|---|---|---|\n" + "".join(misses))


def main():
    if sys.argv[1:2] == ["collect"] and len(sys.argv) == 4:
        collect(*sys.argv[2:])
        return 0
    if sys.argv[1:] not in ([], ["--check"]):
        print(__doc__)
        return 2
    text = page()
    if not sys.argv[1:]:
        OUT.write_text(text)
    elif not OUT.exists() or OUT.read_text() != text:
        print(f"{OUT.relative_to(ROOT)}: run tools/api_names.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
