#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs kernels of foreign CPU images under qemu-user, and on this CPU by
`quern run`, and compares: with what is expected and with each other.

usage: run_cross.py --quern QUERN --runner TARGET=FILE... SOURCE...

A RUNNER is runner.c built for the target. Launches are the "// RUN:" lines of
the sources, and demo_runs.py for demo.cu. The argument block is packed by what
`quern inspect` says of each image. Prints one line per failure and closes with
"N passed, N failed". Exit 77: qemu is missing.
"""
import argparse
import json
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import demo_runs
import numbers_text as numbers

RUN = re.compile(r"^// RUN:\s*(.*)$", re.MULTILINE)
TOLERANCE = 1e-6
TIMEOUT_S = 120
MAGIC = 0x424a4e51
ALIGNMENT = 256
COOPERATIVE = 1
POINTER_SIZE = {"riscv32": 4}


def arm(bits):
    """With SVE in registers of so many bits."""
    return ["qemu-aarch64", "-cpu",
            f"max,sve{bits}=on,sve-default-vector-length=-1"]


# The emulators of a target, each to be tried, and where its C library is.
EMULATORS = {"riscv64gcv": [["qemu-riscv64", "-cpu", f"rv64,v=true,vlen={bits}"]
                         for bits in (128, 256)],
             "aarch64-sve256": [arm(256), arm(1024)],
             "aarch64-sve512": [arm(512), arm(2048)]}
FOLDERS = {"aarch64": "/usr/aarch64-linux-gnu",
           "aarch64-sve256": "/usr/aarch64-linux-gnu",
           "aarch64-sve512": "/usr/aarch64-linux-gnu",
           "riscv64": "/usr/riscv64-linux-gnu",
           "riscv64gcv": "/usr/riscv64-linux-gnu"}


# What QEMU before 8.0 says of vfcvt.rtz, a conversion from float to integer.
OLD_QEMU = "decode_save_opc: Assertion `ctx->insn_start != NULL' failed"


class Failure(Exception):
    pass


class Skip(Exception):
    pass


def run(command, folder, **options):
    return subprocess.run([str(word) for word in command], cwd=folder,
                          capture_output=True, timeout=TIMEOUT_S, **options)


def must(command, folder):
    done = run(command, folder)
    if OLD_QEMU.encode() in done.stderr:
        raise Skip("this QEMU cannot translate vfcvt.rtz")
    if done.returncode:
        raise Failure(f"{Path(command[0]).name} failed: "
                      f"{done.stderr.decode(errors='replace').strip()}")
    return done.stdout


def read_runs(source):
    if source.name == "demo.cu":
        return demo_runs.RUNS
    return [dict(word.split("=", 1) for word in shlex.split(line))
            for line in RUN.findall(source.read_text())]


# ---- The job, as runner.c reads it

def padded(data):
    return data + bytes(-len(data) % ALIGNMENT)


def dimensions(text):
    return ([int(n) for n in text.split(",")] + [1, 1])[:3]


def pack_buffers(arguments):
    """All buffers' bytes, and where each argument's starts."""
    data, places = b"", {}
    for i, argument in enumerate(arguments):
        if argument.is_buffer:
            places[i] = len(data)
            data += padded(argument.bytes)
    return data, places


def pack_block(kernel, arguments, places, pointer_size):
    """The argument block by the image's description, and its pointers."""
    block, pointers = bytearray(kernel["arguments_size"]), b""
    if len(kernel["arguments"]) != len(arguments):
        raise Failure(f"described with {len(kernel['arguments'])} arguments")
    for i, (about, argument) in enumerate(zip(kernel["arguments"], arguments)):
        size = pointer_size if argument.is_buffer else len(argument.bytes)
        if about["size"] != size:
            raise Failure(f"argument {i} has {about['size']} bytes")
        at = about["offset"]
        if argument.is_buffer:
            pointers += struct.pack("<II", at, places[i])
        else:
            block[at:at + size] = argument.bytes
    return bytes(block), pointers


def pack_job(case, kernel, arguments, target):
    buffers, places = pack_buffers(arguments)
    block, pointers = pack_block(kernel, arguments, places,
                                 POINTER_SIZE.get(target, 8))
    flags = COOPERATIVE if kernel["uses"]["cooperative"] else 0
    header = struct.pack(
        "<12I", MAGIC, *dimensions(case.get("grid", "1")),
        *dimensions(case.get("block", "1")), int(case.get("shared", "0")),
        flags, len(block), len(pointers) // 8, len(buffers))
    return b"".join(map(padded, (header, block, pointers, buffers))), places


# ---- Both ways to run

def run_native(quern, bundle, case, arguments, folder):
    """Standard output and the buffers, by position."""
    words = [re.sub(r",(expect|tol)=[^,]*", "", a.word) for a in arguments]
    done = must([quern, "run", bundle, case["kernel"],
                 "-g", case.get("grid", "1"), "-b", case.get("block", "1"),
                 "--shared", case.get("shared", "0"), *words,
                 "--dump", bundle.parent], folder)
    return done, {i: (bundle.parent / f"arg{i}.bin").read_bytes()
                  for i, a in enumerate(arguments) if a.is_buffer}


def emulators(target):
    where = ["-L", FOLDERS[target]] if target in FOLDERS else []
    return [command + where
            for command in EMULATORS.get(target, [[f"qemu-{target}"]])]


def run_foreign(emulator, runner, target, image, kernel, case, arguments,
                folder):
    job, output = image.parent / "job", image.parent / "output"
    data, places = pack_job(case, kernel, arguments, target)
    job.write_bytes(data)
    done = must([*emulator, runner, image,
                 kernel["entries"][0]["symbol"], job, output], folder)
    data = output.read_bytes()
    return done, {i: data[at:at + len(arguments[i].bytes)]
                  for i, at in places.items()}


def find_kernel(kernels, name):
    for kernel in kernels:
        if name in (kernel["name"], kernel["demangled"]):
            return kernel
    raise Failure(f"no kernel '{name}' in the image")


def compare(arguments, native, foreign):
    if sorted(native[0].splitlines()) != sorted(foreign[0].splitlines()):
        raise Failure(f"printed {foreign[0]!r}, natively {native[0]!r}")
    for i, got in foreign[1].items():
        argument = arguments[i]
        if argument.expected is not None:
            why = numbers.differs(argument.kind, got, argument.expected,
                                  argument.tolerance)
            if why:
                raise Failure(f"argument {i}: {why}")
        why = numbers.differs(argument.kind, got, native[1][i], TOLERANCE)
        if why:
            raise Failure(f"argument {i} and the native result: {why}")


# ---- One source

def compile_source(options, source, targets, folder):
    """The bundle, and for each target its image's path and kernels."""
    bundle = folder / "k.hipfb"
    quern = options.quern
    must([quern, "compile", source, "-q", f"-O{options.opt}", "-t",
          ",".join(["native", *targets]), "-o", bundle], folder)
    about = json.loads(must([quern, "inspect", "--format", "json", bundle],
                            folder))
    kernels = {image["target"]: image["kernels"]
               for image in about["files"][0]["images"]}
    images = {}
    for target in targets:
        path = folder / f"{target}.so"
        must([quern, "bundle", "extract", "-q", "--target", target, "-o", path,
              bundle], folder)
        images[target] = (path, kernels[target])
    return bundle, images


def run_case(options, case, bundle, images, folder):
    """Pairs of target and reason, for what failed."""
    arguments = [numbers.Argument(word, folder)
                 for word in case.get("args", "").split()]
    native = run_native(options.quern, bundle, case, arguments, folder)
    for target, (image, kernels) in images.items():
        try:
            kernel = find_kernel(kernels, case["kernel"])
            for emulator in emulators(target):
                foreign = run_foreign(emulator, options.runners[target],
                                      target, image, kernel, case, arguments,
                                      folder)
                compare(arguments, native, foreign)
        except (Failure, Skip, subprocess.TimeoutExpired) as why:
            yield target, why


def run_source(options, source):
    """The numbers of passed and failed launches."""
    failed, skipped, cases = 0, 0, read_runs(source)
    with tempfile.TemporaryDirectory() as name:
        temp = Path(name)
        demo_runs.write_inputs(temp)
        folder = temp if source.name == "demo.cu" else source.parent
        bundle, images = compile_source(options, source,
                                        list(options.runners), temp)
        for case in cases:
            for target, why in run_case(options, case, bundle, images, folder):
                if isinstance(why, Skip):
                    skipped += 1
                    why = f"skipped, {why}"
                else:
                    failed += 1
                print(f"{source.name}: {case['kernel']} on {target}: {why}")
    return len(cases) * len(images) - failed - skipped, failed


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quern", type=Path, required=True)
    parser.add_argument("--runner", action="append", required=True)
    parser.add_argument("--opt", default="3")
    parser.add_argument("sources", nargs="+", type=Path)
    options = parser.parse_args()
    options.quern = options.quern.resolve()
    pairs = (word.split("=", 1) for word in options.runner)
    options.runners = {target: Path(path).resolve() for target, path in pairs}
    return options


def main():
    options = read_options()
    for target in list(options.runners):
        program = emulators(target)[0][0]
        if not shutil.which(program):
            print(f"skipped {target}: no {program}")
            del options.runners[target]
    if not options.runners:
        return 77
    passed = failed = 0
    for source in options.sources:
        try:
            good, bad = run_source(options, source.resolve())
        except Failure as why:
            print(f"{source.name}: {why}")
            good, bad = 0, 1
        passed, failed = passed + good, failed + bad
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
