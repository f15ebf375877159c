#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Poses as Intel's ocloc: checks how it is called, and writes what looks like its
zebin, with a text section for each kernel and the SPIR-V that it was given.
"""
import struct
import sys
from pathlib import Path

PRODUCTS = {"pvc": 1271, "acm-g10": 1270, "tgllp": 29}
PROGBITS, SYMTAB_NAMES, NOTE = 1, 3, 7
SPIRV, ZE_INFO = 0xff000009, 0xff000011


def fail(text):
    print(f"Error: {text}")
    print("Command was: " + " ".join(sys.argv))
    sys.exit(245)


def read_options(args):
    options = {}
    while args:
        name = args.pop(0)
        if name in ("-spirv_input", "-64", "-output_no_suffix"):
            options[name] = True
        elif name in ("-file", "-device", "-output", "--format"):
            options[name] = args.pop(0)
        else:
            fail(f"Invalid option: {name}")
    return options


def read_module(spirv):
    """The names of its kernels, and whether it has doubles."""
    words = struct.unpack(f"<{len(spirv) // 4}I", spirv)
    at, kernels, has_double = 5, [], False
    while at < len(words):
        size, opcode = words[at] >> 16, words[at] & 0xffff
        if opcode == 15: # OpEntryPoint
            rest = spirv[4 * at + 12:4 * (at + size)]
            kernels.append(rest[:rest.index(b"\0")].decode())
        if opcode == 22 and words[at + 2] == 64: # OpTypeFloat
            has_double = True
        at += size
    return kernels, has_double


def note(kind, body):
    body += b"\0" * (-len(body) % 4)
    return struct.pack("<III", 8, len(body), kind) + b"IntelGT\0" + body


def write_elf(path, sections):
    """`sections`: name, type and bytes of each."""
    names, bytes_, table = b"\0", b"", [bytes(64)]
    for name, kind, body in [*sections, (".strtab", SYMTAB_NAMES, None)]:
        at = len(names)
        names += name.encode() + b"\0"
        body = names if body is None else body
        bytes_ += b"\0" * (-len(bytes_) % 8)
        table.append(struct.pack("<IIQQQQIIQQ", at, kind, 0, 0,
                                 64 + len(bytes_), len(body), 0, 0, 4, 0))
        bytes_ += body
    bytes_ += b"\0" * (-len(bytes_) % 8)
    head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack(
        "<HHIQQQIHHHHHH", 1, 205, 1, 0, 0, 64 + len(bytes_), 0, 64, 0, 0, 64,
        len(table), len(table) - 1)
    path.write_bytes(head + bytes_ + b"".join(table))


def main():
    if sys.argv[1:2] != ["compile"]:
        fail("not a compilation")
    options = read_options(sys.argv[2:])
    for name in ("-spirv_input", "-64", "-output_no_suffix"):
        if name not in options:
            fail(f"no {name}")
    if options["-device"] not in PRODUCTS:
        fail(f"Cannot get HW Info for device {options['-device']}.")
    spirv = Path(options["-file"]).read_bytes()
    if spirv[:4] != b"\3\2\x23\7":
        fail("no SPIR-V")
    kernels, has_double = read_module(spirv)
    if has_double and options["-device"] == "tgllp":
        fail("Double type is not supported on this platform.")
    info = "---\nversion: '1.20'\nkernels:\n" + "".join(
        f"  - name: {k}\n    execution_env:\n      simd_size: 32\n"
        for k in kernels)
    sections = [(f".text.{k}", PROGBITS, bytes(64)) for k in kernels]
    sections += [
        (".spv", SPIRV, spirv),
        (".ze_info", ZE_INFO, info.encode()),
        (".note.intelgt.compat", NOTE,
         note(1, struct.pack("<I", PRODUCTS[options["-device"]])) +
         note(4, b"1.20\0"))]
    write_elf(Path(options["-output"]), sections)
    print("Build succeeded.")


if __name__ == "__main__":
    main()
