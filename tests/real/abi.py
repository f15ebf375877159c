#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares our host headers with the vendors': what enumerators are, where
members of structs lie, what functions take.

usage: abi.py [--header NAME]

Programs that others compiled with the vendors' headers call our libraries, and
sources written for those headers compile with ours. Differences that are meant
stand in abi_known.txt with their reason; one that no longer is there fails, too.
Exit 1 when there are others, 77 when the packages are not there.
"""
import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
from packages import missing, packages  # noqa: E402

SKIPPED = 77
FIELDS = ("FieldDecl", "IndirectFieldDecl")  # the latter of nameless members
CUDA = (ROOT / "include" / "cuda", ROOT / "include")
HEADERS = {  # corpus, our folders, definitions
    "hip/hip_runtime_api.h": ("hip-7.1", (ROOT / "include",),
                              ("-D__HIP_PLATFORM_AMD__",)),
    "cuda.h": ("cuda-13.5", CUDA, ()),
    "cuda_runtime_api.h": ("cuda-13.5", CUDA, ()),
}
# CUPTI's, whose own names have to be there whole. The two for C++ alone are not
# among them.
CUPTI = ("cupti.h", "cupti_pcsampling.h", "cupti_pmsampling.h",
         "cupti_range_profiler.h", "cupti_sass_metrics.h", "cupti_target.h",
         "nvperf_cuda_host.h", "nvperf_target.h", "Openacc/cupti_openacc.h",
         "Openmp/cupti_openmp.h")
HEADERS.update((name, ("cupti-13.0", CUDA, ()))
               for name in CUPTI)
# What has to come before a header there.
BEFORE = {"Openacc/cupti_openacc.h": "cupti_result.h"}
CUPTI_NAMES = re.compile(r"((struct|union|enum) )?((CUPTI_|CUpti|cupti|NVPA_|NVPW_|"
                         r"ompt_)\w*|\w+_params(_st)?)")
# Types that are the same under two names.
SAME = (("cuuint", "uint"), ("uint32_t", "unsigned int"),
        ("uint64_t", "unsigned long"), ("hipDevice_t", "int"),
        ("CUdevice", "int"), ("(void)", "()"))


class Api(NamedTuple):
    enumerators: set
    types: dict  # a name to the record it stands for
    members: dict  # of a record
    functions: dict  # a name to its type


def clang(folders, definitions, text, *words):
    command = ["clang-22", "-x", "c", "-w", *(f"-I{f}" for f in folders),
               *definitions, *words, "-"]
    return subprocess.run(command, input=text, capture_output=True, check=True,
                          text=True).stdout


def including(header):
    return "".join(f"#include <{name}>\n" for name in (BEFORE.get(header), header)
                   if name)


def read(header, folders, definitions):
    tree = json.loads(clang(folders, definitions, including(header),
                            "-fsyntax-only", "-Xclang", "-ast-dump=json"))
    api = Api(set(), {}, {}, {})
    todo = [tree]
    while todo:
        node = todo.pop()
        kind, name = node.get("kind"), node.get("name")
        if kind == "EnumConstantDecl":
            api.enumerators.add(name)
        elif kind == "FunctionDecl":
            api.functions[name] = node["type"]["qualType"]
        elif kind == "TypedefDecl":
            api.types[name] = node["type"].get("desugaredQualType",
                                               node["type"]["qualType"])
        elif kind == "RecordDecl" and node.get("completeDefinition") and name:
            api.members[f"{node['tagUsed']} {name}"] = [
                field["name"] for field in node.get("inner", [])
                if field.get("kind") in FIELDS and field.get("name")
                and not field.get("isBitfield")]
        todo += node.get("inner", [])
    return api


def numbers(header, folders, definitions, expressions):
    """What C expressions of integers are: {expression: number}."""
    with tempfile.TemporaryDirectory() as folder:
        lines = "".join(f'printf("{e}\\t%lld\\n", (long long)({e}));\n'
                        for e in expressions)
        program = Path(folder) / "numbers"
        clang(folders, definitions,
              f"{including(header)}#include <stddef.h>\n#include <stdio.h>\n"
              f"int main(void) {{\n{lines}}}\n", "-o", program)
        said = subprocess.run([program], capture_output=True, check=True,
                              text=True).stdout
    return dict(line.split("\t") for line in said.splitlines())


def places(api, names):
    """Expressions for the size of each record, and where its members lie."""
    out = []
    for name in names:
        out.append(f"sizeof({name})")
        for member in api.members.get(api.types.get(name, name), []):
            out.append(f"offsetof({name}, {member})")
            out.append(f"sizeof((({name} *)0)->{member})")
    return out


def plain(function):
    function = re.sub(r"\b(struct|enum|const|union) ", "", function)
    for name, other in SAME:
        function = function.replace(name, other)
    return re.sub(r"\s+|\[\d*\]", "", function.replace("[]", "*"))


def only_cupti(api):
    """Without CUDA's own, which has another release."""
    return Api({e for e in api.enumerators if e and CUPTI_NAMES.fullmatch(e)},
               *({k: v for k, v in part.items() if k and CUPTI_NAMES.fullmatch(k)}
                 for part in api[1:]))


def absent(theirs, ours):
    """What theirs declares and ours lacks."""
    return [(name, "there", "not there")
            for one, other in ((theirs.enumerators, ours.enumerators),
                               (theirs.types, ours.types),
                               (theirs.functions, ours.functions))
            for name in sorted(set(one) - set(other))]


def differences(header):
    """(what, theirs, ours) of all that is different, and what was compared."""
    corpus, ours, definitions = HEADERS[header]
    theirs = [p.path for p in packages() if p.corpus == corpus]
    a, b = read(header, theirs, definitions), read(header, ours, definitions)
    if header in CUPTI:
        a, b = only_cupti(a), only_cupti(b)
    names = [n for n in sorted({*a.types, *a.members} &
                               {*b.types, *b.members})
             if a.members.get(a.types.get(n, n))
             and b.members.get(b.types.get(n, n))]
    enumerators = sorted(a.enumerators & b.enumerators)
    x = numbers(header, theirs, definitions, enumerators + places(a, names))
    y = numbers(header, ours, definitions, enumerators + places(b, names))
    found = [(e, x.get(e, "not there"), y.get(e, "not there"))
             for e in x if x[e] != y.get(e)]
    functions = sorted(a.functions.keys() & b.functions.keys())
    found += [(f, a.functions[f], b.functions[f]) for f in functions
              if plain(a.functions[f]) != plain(b.functions[f])]
    if header in CUPTI:
        found += absent(a, b)
    return found, (f"{len(enumerators)} enumerators, {len(names)} structs, "
                   f"{len(functions)} functions")


def known():
    """Patterns of what is different and why, by header."""
    out = {}
    for line in (HERE / "abi_known.txt").read_text().splitlines():
        if line and line[0] != "#":
            header, pattern, reason = re.split(r"\s{2,}", line, maxsplit=2)
            out.setdefault(header, {})[pattern] = reason
    return out


def check(header, meant):
    found, compared = differences(header)
    unused, wrong = set(meant), 0
    for what, theirs, ours in found:
        why = next((p for p in meant if re.search(p, what)), None)
        unused.discard(why)
        if not why:
            wrong += 1
            print(f"{header}: {what} is {theirs} there, {ours} here")
    for pattern in sorted(unused):
        print(f"{header}: abi_known.txt has {pattern}, and nothing like it "
              "is different")
    print(f"{header}: {compared} compared, {len(found) - wrong} differences "
          f"are meant, {wrong} are not")
    return wrong + len(unused)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--header", choices=HEADERS, nargs="+",
                        default=list(HEADERS))
    args = parser.parse_args()
    meant = known()
    there = [h for h in args.header if not missing(HEADERS[h][0])]
    if not there:
        print("no headers of the vendors (tests/real/fetch.py)")
        return SKIPPED
    return 1 if sum([check(h, meant.get(h, {})) for h in there]) else 0


if __name__ == "__main__":
    sys.exit(main())
