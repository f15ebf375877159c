#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes src/hipify/names/names.inc, names_hash.inc, versions.inc and roc.inc of
cuda2hip.tsv, reverse.tsv, versions.tsv, roc.tsv and words.txt in src/hipify/names.

usage: gen_hipify.py [--check]

Back from HIP to CUDA, each HIP name has one name of the runtime API, of the
driver API, or of both. Of several rows that become the same HIP name is taken,
in this order: what reverse.tsv says; rows that are not deprecated; rows whose
call takes no more arguments in HIP; the name that only changes its prefix; names
without a version or a tag's ending; the name that is the prefix's but for case.
What is still several is none, and is reported to whoever translates it.
"""
import collections
import csv
import re
import struct
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "hipify" / "names"
KINDS = {"function", "type", "enumerator", "macro", "device", "header",
         "namespace"}
STATUS = {"ok", "same", "deprecated", "unsupported"}
COLUMNS = ["cuda", "hip", "kind", "section", "status", "transform", "evidence"]
MASK = (1 << 64) - 1


FILTER_BITS = 17  # of a hash: 16 KiB, most of which is zero


def quick_hash(data):
    """Of the first bytes, the last and the size; see names.c."""
    size = len(data)
    half = 8 if size >= 8 else 4 if size >= 4 else 2
    first = int.from_bytes(data[:half], "little")
    last = int.from_bytes(data[size - half:], "little")
    h = (first ^ size * 0x9e3779b97f4a7c15 & MASK) * 0xff51afd7ed558ccd & MASK
    h ^= h >> 32
    return (h ^ last) * 0xc4ceb9fe1a85ec53 & MASK


def hash_of(data):
    h = quick_hash(data)
    for i in range(8, len(data) - 8, 8):
        word = struct.unpack("<Q", data[i:i + 8])[0]
        h = ((h ^ h >> 32) ^ word) * 0xc4ceb9fe1a85ec53 & MASK
    h = (h ^ h >> 32) * 0xff51afd7ed558ccd & MASK
    return h ^ h >> 32


def read_table(name):
    with open(FOLDER / name, newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def read_words():
    lines = (FOLDER / "words.txt").read_text().splitlines()
    words = [line for line in lines if not line.startswith("#")]
    if words != sorted(set(words)):
        sys.exit("words.txt is not sorted")
    return words


def read():
    rows = []
    for row in read_table("cuda2hip.tsv"):
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


# ---- Back

VERSION = re.compile(r"(_v\d+|_enum|_st|_union|_64|_ptsz)$")


def fold(name):
    return name.replace("_", "").lower()


def spelt_back(hip):
    """What a change of the prefix alone makes of a HIP name."""
    return {re.sub("^hip", "cuda", hip), re.sub("^hip(Drv|Module)?", "cu", hip),
            re.sub("^hip", "CU", hip), re.sub("^HIP", "CU", hip),
            re.sub("^HIP", "CUDA", hip)}


def choose(hip, rows):
    """The row of several that `hip` goes back to, or None."""
    plain = spelt_back(hip)
    folded = {fold(name) for name in plain}
    for fits in (lambda r: r["status"] != "deprecated",
                 lambda r: "insert" not in r["transform"],
                 lambda r: r["cuda"] in plain,
                 lambda r: not VERSION.search(r["cuda"]),
                 lambda r: fold(r["cuda"]) in folded):
        rows = [r for r in rows if fits(r)] or rows
        if len(rows) == 1:
            return rows[0]
    return None


def hip_name(row):
    return row["cuda"] if row["status"] == "same" else row["hip"]


def back(rows):
    """[(hip name, {api: row}, transform)], sorted."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in rows:
        # A compiler's own functions are CUDA's, too.
        if row["status"] != "unsupported" and \
                not hip_name(row).startswith("__builtin_"):
            api = "driver" if row["section"] == "driver" else "runtime"
            found[hip_name(row)][api].append(row)
    by_name = {row["cuda"]: row for row in rows}
    picks, transforms = {}, {}
    table = read_table("reverse.tsv")
    keys = [(r["hip"], r["api"]) for r in table]
    if keys != sorted(set(keys)):
        sys.exit("reverse.tsv is not sorted")
    for r in table:
        if r["cuda"] not in by_name or r["api"] not in ("runtime", "driver"):
            sys.exit(f"reverse.tsv: {r['hip']}: no such name or API")
        picks[r["hip"], r["api"]] = by_name[r["cuda"]]
        if r["transform"]:
            transforms[r["hip"]] = r["transform"]
    names = []
    for hip in sorted(set(found) | {hip for hip, _ in picks}):
        chosen = {}
        for api in ("runtime", "driver"):
            several = found[hip][api]
            row = picks.get((hip, api)) or (several and choose(hip, several))
            if row:
                chosen[api] = row
        names.append((hip, chosen, transforms.get(hip, "")))
    return names


# ---- Older releases

def versions(rows):
    """The rows of versions.inc: what names of CUDA's are in older releases."""
    table = read_table("versions.tsv")
    keys = [(r["hip"], r["from"], r["until"]) for r in table]
    if keys != sorted(set(keys)):
        sys.exit("versions.tsv is not sorted")
    of_hip = collections.defaultdict(list)
    for r in table:
        of_hip[r["hip"]].append(r)  # or of one name of CUDA's

    def number(release):
        major, minor = release.split(".")
        return int(major) << 8 | int(minor)

    lines = []
    for i, row in enumerate(rows):
        if row["status"] not in ("ok", "deprecated"):
            continue
        for r in of_hip.get(row["cuda"]) or of_hip.get(row["hip"], ()):
            status = row["status"].upper() if r["name"] else "UNSUPPORTED"
            lines.append(
                f'QN_VERSION({i}, {number(r["from"])}, {number(r["until"])}, '
                f'"{row["cuda"]}", "{r["name"]}", {row["kind"].upper()}, '
                f'"{row["section"]}", {status}, "{row["transform"]}")\n')
    unknown = set(of_hip) - {row[k] for row in rows for k in ("hip", "cuda")}
    if unknown:
        sys.exit(f"versions.tsv: {min(unknown)} is not in cuda2hip.tsv")
    return lines


# ---- AMD's own libraries

ROC_SECTIONS = ("cublas", "cusparse", "cusolver", "curand", "cudnn")


def roc(rows):
    """The rows of roc.inc. What the table lacks, those libraries lack."""
    table = read_table("roc.tsv")
    names = [r["cuda"] for r in table]
    if names != sorted(set(names)):
        sys.exit("roc.tsv is not sorted")
    known = {r["cuda"]: r for r in table}
    unknown = set(known) - {row["cuda"] for row in rows}
    if unknown:
        sys.exit(f"roc.tsv: {min(unknown)} is not in cuda2hip.tsv")
    lines = []
    for i, row in enumerate(rows):
        mine = known.get(row["cuda"])
        if not mine and (row["section"] not in ROC_SECTIONS or
                         row["status"] in ("same", "unsupported")):
            continue
        mine = mine or {"roc": "", "status": "unsupported"}
        if mine["status"] not in ("ok", "unsupported"):
            sys.exit(f"roc.tsv: {row['cuda']}: status '{mine['status']}'")
        lines.append(f'QN_ROC({i}, "{row["cuda"]}", "{mine["roc"]}", '
                     f'{row["kind"].upper()}, "{row["section"]}", '
                     f'{mine["status"].upper()})\n')
    return lines


# ---- The tables

def place(names, words):
    """Displacements and slots of a hash-and-displace table: numbers of names
    + 1, and 65535 for words."""
    words = [word for word in words if word not in set(names)]
    values = list(range(1, len(names) + 1)) + [0xffff] * len(words)
    names = names + words
    size = 1
    while size < len(names) * 5 // 4:
        size *= 2
    buckets = max(len(names) // 4, 1) | 1
    of_bucket = [[] for _ in range(buckets)]
    for i, name in enumerate(names):
        h = hash_of(name.encode())
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
            slots[a] = values[i]
    return displacements, slots


def filter_of(names):
    """A bit for each quick hash of a name."""
    words = [0] * ((1 << FILTER_BITS) // 64)
    for name in names:
        bit = quick_hash(name.encode()) >> (64 - FILTER_BITS)
        words[bit >> 6] |= 1 << (bit & 63)
    return words


def array(kind, name, values):
    lines = [", ".join(map(str, values[i:i + 16]))
             for i in range(0, len(values), 16)]
    return f"static const {kind} {name}[] = {{\n" + ",\n".join(lines) + "};\n"


def tables(suffix, names, words):
    displacements, slots = place(names, words)
    return (array("uint64_t", "filter_" + suffix,
                  [f"{v:#x}u" for v in filter_of(names + words)])
            + array("uint16_t", "displacements_" + suffix, displacements)
            + array("uint16_t", "slots_" + suffix, slots))


def make(rows):
    head = ("// SPDX-License-Identifier: Apache-2.0\n"
            "// Made by tools/gen_hipify.py of cuda2hip.tsv; do not edit.\n"
            "// clang-format off\n")
    names = head + "".join(
        'QN_NAME("{cuda}", "{name}", {kind}, "{section}", {status}, '
        '"{transform}")\n'.format(
            cuda=r["cuda"], name=hip_name(r), kind=r["kind"].upper(),
            section=r["section"], status=r["status"].upper(),
            transform=r["transform"])
        for r in rows)
    number = {r["cuda"]: i for i, r in enumerate(rows)}
    hips = back(rows)
    words = read_words()
    every = [r["cuda"] for r in rows] + [hip for hip, _, _ in hips] + words
    sizes = [len(name) for name in every]
    backwards = "".join(
        "{{{}, {}, {}, {}}},\n".format(
            '"' + hip + '"',
            *(number[chosen[api]["cuda"]] + 1 if api in chosen else 0
              for api in ("runtime", "driver")), '"' + transform + '"')
        for hip, chosen, transform in hips)
    hashes = head + (
        f"enum {{ SIZE_MIN_OF_NAMES = {min(sizes)}, "
        f"SIZE_MAX_OF_NAMES = {max(sizes)}, FILTER_BITS = {FILTER_BITS} }};\n"
        + tables("cuda", [r["cuda"] for r in rows], words)
        + tables("hip", [hip for hip, _, _ in hips], words)
        + "static const hip_row hip_rows[] = {\n" + backwards + "};\n")
    return {"names.inc": names, "names_hash.inc": hashes,
            "versions.inc": head + "".join(versions(rows)),
            "roc.inc": head + "".join(roc(rows))}


def main():
    check = "--check" in sys.argv
    for name, text in make(read()).items():
        path = FOLDER / name
        if check and (not path.exists() or path.read_text() != text):
            sys.exit(f"{name} is out of date: run tools/gen_hipify.py")
        if not check:
            path.write_text(text)


main()
