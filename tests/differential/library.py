#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every figure of every AMD kernel in a library against llvm-readelf --notes.

  library.py QUERN [LIBRARY]...

Without LIBRARY those of build/libraries, which tools/fetch_libraries.sh
fetches (or of QUERN_LIBRARIES); skipped when there are none.
"""

import json
import multiprocessing
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formats  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def compare(job):
    """Figures compared, kernels and arguments of one image, or the reason."""
    path, image = job
    try:
        with open(path, "rb") as file, \
                tempfile.NamedTemporaryFile(suffix=".hsaco") as code:
            file.seek(image["offset"])
            code.write(file.read(image["size"]))
            code.flush()
            figures = formats.compare_amd(code.name, image, image["target"])
        arguments = sum(len(k["arguments"]) for k in image["kernels"])
        return figures, len(image["kernels"]), arguments, None
    except formats.Differs as reason:
        return 0, 0, 0, f"image at {image['offset']:#x}: {reason}"


def images(quern, path):
    """The images, with their kernels, one after the other."""
    def lines(*options):
        with subprocess.Popen([quern, "inspect", "--format", "jsonl", *options,
                               str(path)], stdout=subprocess.PIPE) as tool:
            yield from map(json.loads, tool.stdout)
    kernels = lines("--all")
    kernel = next(kernels, None)
    for image in lines("--list"):
        image.update(kernels=[], warnings=[])
        while kernel and kernel["image"] == image["image"]:
            image["kernels"].append(kernel["kernel"])
            kernel = next(kernels, None)
        if image["format"] == "amdgpu":
            yield str(path), image
    if kernel:
        raise formats.Differs(f"{path}: kernels after the last image")


def main():
    quern = os.path.abspath(sys.argv[1])
    folder = pathlib.Path(os.environ.get("QUERN_LIBRARIES",
                                         ROOT / "build" / "libraries"))
    libraries = sys.argv[2:] or sorted(
        p for p in folder.rglob("*.so*") if p.is_file() and not p.is_symlink())
    try:
        formats.tool("llvm-readelf-22", "llvm-readelf")
    except formats.Skip as reason:
        print(f"skipped: {reason}")
        return 77
    if not libraries:
        print("skipped: no libraries; tools/fetch_libraries.sh fetches them")
        return 77
    failed = 0
    for path in libraries:
        totals = [0, 0, 0, 0]
        with multiprocessing.Pool(min(2, os.cpu_count() or 1)) as pool:
            for *counts, reason in pool.imap_unordered(compare,
                                                       images(quern, path)):
                totals = [a + b for a, b in zip(totals, [*counts, 1])]
                if reason:
                    failed += 1
                    print(reason)
        print(f"{path}: {totals[3]} images, {totals[1]} kernels, {totals[2]} "
              f"arguments: {totals[0]} figures compared, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
