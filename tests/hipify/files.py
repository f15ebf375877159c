#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What quern hipify reads and writes: modes of files, paths below an output
folder.

usage: files.py BUILD
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

QUERN = Path(sys.argv[1]).resolve() / "bin" / "quern"
SOURCE = "int f() { return cudaFree(0); }\n"
WANTED = "#include <hip/hip_runtime.h>\nint f() { return hipFree(0); }\n"


def run(folder, *words, code=0):
    done = subprocess.run([str(QUERN), "hipify", *words], cwd=folder,
                          capture_output=True, text=True, check=False)
    assert done.returncode == code, f"{words}: {done.returncode}: {done.stderr}"
    return done


def tree(folder):
    return sorted(str(path.relative_to(folder))
                  for path in Path(folder).rglob("*") if path.is_file())


def test_backup(folder):
    path = folder / "a.cu"
    path.write_text(SOURCE)
    path.chmod(0o755)
    run(folder, "-i", "--backup", ".orig", "a.cu")
    kept = folder / "a.cu.orig"
    assert path.read_text() == WANTED and kept.read_text() == SOURCE
    for one in (path, kept):
        assert os.stat(one).st_mode & 0o7777 == 0o755, one


def test_commands(folder):
    project = folder / "project"
    for name in ("src/a.cu", "src/sub/b.cu"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(SOURCE)
    (project / "build").mkdir()
    list_file = project / "build/compile_commands.json"
    list_file.write_text(json.dumps([
        {"directory": str(project / "build"), "command": "c",
         "file": str(project / "src/a.cu")},
        {"directory": str(project / "build"), "command": "c",
         "file": "../src/sub/b.cu"}]))
    out = folder / "out"
    words = ("--compile-commands", str(list_file), "--output-dir")
    run(project, *words, str(out / "inside"))  # relative to where it runs
    assert tree(out / "inside") == ["src/a.hip", "src/sub/b.hip"]
    run(out, *words, str(out / "outside"))  # to what holds all of them
    assert tree(out / "outside") == ["a.hip", "sub/b.hip"]


for name, test in list(globals().items()):
    if name.startswith("test_"):
        with tempfile.TemporaryDirectory() as temporary:
            test(Path(temporary).resolve())
