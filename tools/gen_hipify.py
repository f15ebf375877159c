#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes src/hipify/names.inc and names_hash.inc of src/hipify/cuda2hip.tsv.

usage: gen_hipify.py [--check]
"""
import csv
import struct
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "hipify"
KINDS = {"function", "type", "enumerator", "macro", "device", "header",
         "namespace"}
STATUS = {"ok", "same", "deprecated", "unsupported"}
COLUMNS = ["cuda", "hip", "kind", "section", "status", "transform", "evidence"]
MASK = (1 << 64) - 1


def hash_of(name):
    data = name.encode()
    h = len(data) * 0x9e3779b97f4a7c15 & MASK
    for i in range(0, len(data), 8):
        word = struct.unpack("<Q", data[i:i + 8].ljust(8, b"\0"))[0]
        h = (h ^ word) * 0xff51afd7ed558ccd & MASK
        h ^= h >> 32
    return h


def read():
    rows = []
    with open(FOLDER / "cuda2hip.tsv", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        where = f"cuda2hip.tsv: {row['cuda']}"
        if list(row) != COLUMNS or None in row.values():
            sys.exit(f"{where}: the columns are {' '.join(COLUMNS)}")
        if row["kind"] not in KINDS or row["status"] not in STATUS:
            sys.exit(f"{where}: kind '{row['kind']}', status '{row['status']}'")
        if row["status"] in ("ok", "deprecated") and not row["hip"]:
            sys.exit(f"{where}: no name in HIP")
        if row["status"] == "same" and row["hip"] not in ("", row["cuda"]):
            sys.exit(f"{where}: not the same name")
        if any('"' in v or "\\" in v or not v.isascii() for v in row.values()):
            sys.exit(f"{where}: a character that C would escape")
        rows.append(row)
    names = [row["cuda"] for row in rows]
    if names != sorted(names):
        sys.exit("cuda2hip.tsv is not sorted by its first column")
    for one, two in zip(names, names[1:]):
        if one == two:
            sys.exit(f"cuda2hip.tsv: {one} is there twice")
    return rows


def place(rows):
    """Displacements and slots of a hash-and-displace table."""
    names = [row["cuda"] for row in rows]
    size = 1
    while size < len(names) * 5 // 4:
        size *= 2
    buckets = max(len(names) // 4, 1) | 1
    of_bucket = [[] for _ in range(buckets)]
    for i, name in enumerate(names):
        h = hash_of(name)
        of_bucket[h % buckets].append((i, h))
    slots = [0] * size
    displacements = [0] * buckets
    for b in sorted(range(buckets), key=lambda b: -len(of_bucket[b])):
        members = of_bucket[b]
        for d in range(1 << 16):
            at = [(h + d * (h >> 32 | 1)) & 0xffffffff & (size - 1)
                  for _, h in members]
            if len(set(at)) == len(at) and not any(slots[a] for a in at):
                break
        else:
            sys.exit("no displacement fits: make the table larger")
        displacements[b] = d
        for (i, _), a in zip(members, at):
            slots[a] = i + 1
    return displacements, slots


def array(kind, name, values):
    lines = [", ".join(map(str, values[i:i + 16]))
             for i in range(0, len(values), 16)]
    return f"static const {kind} {name}[] = {{\n" + ",\n".join(lines) + "};\n"


def make(rows):
    head = ("// SPDX-License-Identifier: Apache-2.0\n"
            "// Made by tools/gen_hipify.py of cuda2hip.tsv; do not edit.\n"
            "// clang-format off\n")
    names = head + "".join(
        'QN_NAME("{cuda}", "{name}", {kind}, "{section}", {status}, '
        '"{transform}")\n'.format(
            cuda=r["cuda"], name=r["cuda"] if r["status"] == "same" else r["hip"],
            kind=r["kind"].upper(), section=r["section"],
            status=r["status"].upper(), transform=r["transform"])
        for r in rows)
    displacements, slots = place(rows)
    letters = [0] * 8
    for r in rows:
        c = ord(r["cuda"][0])
        letters[c >> 5] |= 1 << (c & 31)
    sizes = [len(r["cuda"]) for r in rows]
    hashes = head + (
        f"enum {{ SIZE_MIN_OF_NAMES = {min(sizes)}, "
        f"SIZE_MAX_OF_NAMES = {max(sizes)} }};\n"
        + array("uint32_t", "first_letters", [f"{v:#x}u" for v in letters])
        + array("uint16_t", "displacements", displacements)
        + array("uint16_t", "slots", slots))
    return {"names.inc": names, "names_hash.inc": hashes}


def main():
    check = "--check" in sys.argv
    for name, text in make(read()).items():
        path = FOLDER / name
        if check and (not path.exists() or path.read_text() != text):
            sys.exit(f"{name} is out of date: run tools/gen_hipify.py")
        if not check:
            path.write_text(text)


main()
