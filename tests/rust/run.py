#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds and tests the crate, and its example, from a copy of rust/.

usage: run.py BUILD [FOLDER]

FOLDER has another cargo than the one in PATH: Debian's is the oldest that will
do.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(SOURCE / "tests" / "support"))
# pylint: disable=wrong-import-position
import sanitized


def cargo(environment, folder, *words):
    """Runs cargo; returns its output, or ends the test with it."""
    done = subprocess.run(["cargo", *words, "--offline"], cwd=folder,
                          env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        print(done.stdout)
        sys.exit(f"cargo {' '.join(words)}: exit status {done.returncode}")
    return done.stdout


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def main():
    build = Path(sys.argv[1]).resolve()
    folder = sys.argv[2] if len(sys.argv) > 2 else ""
    path = os.pathsep.join(filter(None, (folder, os.environ["PATH"])))
    found = shutil.which("cargo", path=path)
    if folder and found in (None, shutil.which("cargo")):
        skip(f"{folder} has no cargo, or the one in PATH")
    if not found:
        skip("there is no cargo; tools/setup.sh --extra installs it")
    if sanitized.environment(build):
        skip("instrumented libraries need instrumented programs")
    place = build / ("rust-other" if folder else "rust")
    copy = place / "source"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(SOURCE / "rust", copy,
                    ignore=shutil.ignore_patterns("target", "Cargo.lock"))
    environment = {**os.environ,
                   "PATH": path,
                   "CARGO_TARGET_DIR": str(place / "target"),
                   "CARGO_TERM_COLOR": "never",
                   "RUSTFLAGS": "-D warnings",
                   "QUERN": str(build / "bin" / "quern"),
                   "QUERN_LIBRARY": str(build / "lib" / "libquernhip.so")}
    said = cargo(environment, copy, "test")
    passed = sum(int(line.split()[3]) for line in said.splitlines()
                 if line.startswith("test result: ok."))
    if passed < 15:
        print(said)
        sys.exit(f"only {passed} tests ran")
    # The example: compiled, embedded, typed, launched.
    example = copy / "examples" / "affine"
    for path in example.rglob("*"):
        path.touch()  # it was changed by the run before
    said = cargo(environment, example, "run")
    if "y[1023] = 2047" not in said:
        sys.exit(f"the example says {said}")
    # A build script that is told of every file, and writes only where it may.
    # Programs written for rocm-rs, and the build script that does all.
    said = cargo(environment, copy / "examples" / "rocm", "test")
    listed = sum(int(line.split()[3]) for line in said.splitlines()
                 if line.startswith("test result: ok."))
    if listed < 16:
        print(said)
        sys.exit(f"only {listed} tests of the example rocm ran")
    if "Compiling affine" in cargo(environment, example, "build"):
        sys.exit("the example is built again though nothing has changed")
    source = example / "src" / "affine.cu"
    source.write_text(source.read_text().replace("+ bias", "- bias"))
    done = subprocess.run(["cargo", "run", "--offline"], cwd=example,
                          env=environment, capture_output=True, check=False)
    if done.returncode == 0:
        sys.exit("a changed kernel was not noticed")
    # Null pointers are arguments of launchers; a wrong type does not compile.
    main_rs = example / "src" / "main.rs"
    text = main_rs.read_text().replace("Memory::new(", "Memory::<f32>::new(")
    for x, y in (("std::ptr::null()", "std::ptr::null_mut()"), ("None", "None"),
                 ("Some(&x)", "Some(&mut y)"), ("x.as_ptr()", "y.as_ptr()")):
        main_rs.write_text(text.replace("&x, &mut y, 2.0", f"{x}, {y}, 2.0"))
        if main_rs.read_text() == text:
            sys.exit("the example launches in another way")
        cargo({**environment, "RUSTFLAGS": "-A warnings"}, example, "check")
    for x in ("&[1.0f32]", "Some(&y32)", "std::ptr::null::<f64>()"):
        main_rs.write_text(text.replace("&x, &mut y, 2.0", f"{x}, &mut y, 2.0")
                           .replace("    let mut y =", "    let y32 = quern::"
                                    "DeviceMemory::<u32>::new(1)?;\n    let mut y ="))
        done = subprocess.run(["cargo", "check", "--offline"], cwd=example,
                              env=environment, capture_output=True, text=True,
                              check=False)
        if done.returncode == 0 or "ConstPointer<f32>" not in done.stderr:
            sys.exit(f"{x} compiles as const float *: {done.stderr}")
    main_rs.write_text(text.replace("2.0, 1.0, 1024", "2, 1.0, 1024"))
    done = subprocess.run(["cargo", "build", "--offline"], cwd=example,
                          env=environment, capture_output=True, text=True,
                          check=False)
    if done.returncode == 0 or "expected `f32`" not in done.stderr:
        sys.exit(f"a wrong type compiles: {done.stderr}")
    print(f"passed: {passed} tests, {listed} of rocm-rs's, and the examples")


if __name__ == "__main__":
    main()
