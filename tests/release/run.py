#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Releases: the version, LLVM's versions, the ABI, the tarball, the scripts.

  run.py BUILD SOURCE COMPILER CASE

Each case works on copies in a folder of its own. Exit 77: a program that it
needs is not there; the first line says which.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
TIMEOUT_S = 3000
BUILD, SOURCE, COMPILER = (None, None, None)


class Skip(Exception):
    """Why the case cannot run here."""


class Failed(Exception):
    """What was expected, and what there was."""


def must(true, message):
    if not true:
        raise Failed(str(message))


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skip(f"no {program}")


def run(*words, cwd=None, env=None):
    done = subprocess.run([str(w) for w in words], cwd=cwd, check=False,
                          env=None if env is None else {**os.environ, **env},
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True,
                          timeout=TIMEOUT_S)
    done.said = f"{' '.join(map(str, words))}: {done.returncode}\n{done.stdout}"
    return done


def works(*words, cwd=None, env=None):
    done = run(*words, cwd=cwd, env=env)
    must(done.returncode == 0, done.said)
    return done.stdout


def fails(expected, *words, cwd=None, env=None):
    """The command fails and says what is expected."""
    done = run(*words, cwd=cwd, env=env)
    must(done.returncode not in (0, SKIPPED), f"did not fail: {done.said}")
    must(re.search(expected, done.stdout),
         f"expected '{expected}' in: {done.said}")


def replace(path, old, new):
    text = path.read_text()
    must(old in text, f"{path} has no '{old}'")
    path.write_text(text.replace(old, new))


def copy(folder, *names):
    """These files and folders of the sources, in a folder."""
    for name in names:
        to = folder / name
        to.parent.mkdir(parents=True, exist_ok=True)
        if (SOURCE / name).is_dir():
            shutil.copytree(SOURCE / name, to)
        else:
            shutil.copy2(SOURCE / name, to)


# ---- The version

VERSION_FILES = ("tools/version.py", "include/quern/version.h",
                 "rust/Cargo.toml", "rust/src/sys.rs")


def case_version(folder):
    copy(folder, *VERSION_FILES, "cmake/version.cmake")
    header = folder / "include" / "quern" / "version.h"
    program = [sys.executable, folder / "tools" / "version.py"]

    works(*program, "--check")
    works(*program, "--set", "1.2.3-pre")
    works(*program, "--check")
    for option, expected in (((), "1.2.3-pre"), (("--released",), "1.2.3"),
                             (("--next",), "1.3.0-pre"),
                             (("--debian",), "1.2.3~pre")):
        said = works(*program, *option).strip()
        must(said == expected, f"{option}: expected {expected}, found {said}")
    must('version = "1.2.3-pre"' in (folder / "rust/Cargo.toml").read_text(),
         "the crate has another version")
    # CMake reads the same.
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\n"
        "include(cmake/version.cmake)\n"
        "project(test VERSION ${quern_version} LANGUAGES NONE)\n"
        'message(STATUS "${QUERN_VERSION} ${PROJECT_VERSION} '
        '${QUERN_ABI_VERSION}")\n')
    abi = works(*program, "--abi").strip()
    said = works("cmake", "-S", folder, "-B", folder / "build")
    must(f"-- 1.2.3-pre 1.2.3 {abi}\n" in said, said)

    for version in ("1.2", "1.2.3-rc1", "v1.2.3", ""):
        fails("is no version", *program, "--set", version)
    replace(header, "MINOR 2", "MINOR 3")
    fails("QUERN_VERSION_MINOR is 3", *program, "--check")
    fails("the numbers are 1.3.3", "cmake", "-S", folder, "-B",
          folder / "build")
    replace(header, "MINOR 3", "MINOR 2")
    replace(folder / "rust/Cargo.toml", "1.2.3-pre", "1.2.3")
    fails("Cargo.toml: expected the version 1.2.3-pre", *program, "--check")


def case_installed(folder):
    """Names of libraries, and what the tool says, are the header's."""
    program = [sys.executable, SOURCE / "tools" / "version.py"]
    version = works(*program).strip()
    released = works(*program, "--released").strip()
    abi = works(*program, "--abi").strip()
    said = works(BUILD / "bin" / "quern", "version").strip()
    must(said == f"quern {version}", said)
    for library in sorted((BUILD / "lib").glob("libquern*.so")):
        name = f"{library.name}.{abi}.{released}"
        must(library.resolve().name == name,
             f"{library.name} is {library.resolve().name}, expected {name}")
        soname = re.search(r"SONAME.*\[(.*)\]",
                           works("readelf", "-d", "-W", library))
        must(soname and soname[1] == f"{library.name}.{abi}",
             f"{library.name}: {soname and soname[1]}")


# ---- LLVM

def case_llvm(folder):
    """A version that cmake/llvm.txt lacks is refused by name."""
    copy(folder, "cmake/llvm.cmake", "cmake/llvm.txt")
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(test LANGUAGES NONE)\n"
        "add_library(quern_flags INTERFACE)\ninclude(cmake/llvm.cmake)\n"
        'message(STATUS "major ${QUERN_LLVM_MAJOR}")\n'
        "if(TARGET quern_llvm)\n  message(STATUS taken)\nendif()\n")
    listed = re.findall(r"(?m)^(\d+)\s", (folder / "cmake/llvm.txt").read_text())
    fake = folder / "llvm-config"

    def configure(version, *options):
        fake.write_text("#!/bin/sh\ncase $1 in --version) echo "
                        f"{version} ;; *) echo /none ;; esac\n")
        fake.chmod(0o755)
        shutil.rmtree(folder / "build", ignore_errors=True)
        return ("cmake", "-S", folder, "-B", folder / "build",
                f"-DQUERN_LLVM_CONFIG={fake}", *options)

    on = "-DQUERN_COMPILER=ON"
    for version in listed:
        said = works(*configure(f"{version}.1.8", on))
        must("taken" in said and f"major {version}\n" in said, said)
    newer = max(map(int, listed)) + 1
    for version in (newer, 14):
        fails(rf"of LLVM\s+{version}\.0\.0git,\s+supported is\s+{listed[0]}",
              *configure(f"{version}.0.0git", on))
        said = works(*configure(f"{version}.0.0git", "-DQUERN_COMPILER=AUTO"))
        must("taken" not in said and f"major {listed[0]}\n" in said, said)
    said = works(*configure(f"{newer}.0.0", on, "-DQUERN_LLVM_UNTESTED=ON"))
    must("taken" in said and f"major {newer}\n" in said, said)
    fails("expected a version,\s+found", *configure("nonsense", on))


# ---- The ABI

def library(folder, variant, abi=0):
    """A build of data/abi.c with these macros, and its headers."""
    shutil.rmtree(folder, ignore_errors=True)
    headers = folder / "include" / "quern"
    headers.mkdir(parents=True)
    (folder / "include" / "metadata").mkdir()
    (folder / "lib").mkdir()
    shutil.copy(HERE / "data" / "abi.h", headers)
    (headers / "version.h").write_text(
        f'#define QUERN_VERSION "1.0.0"\n#define QUERN_ABI_VERSION {abi}\n')
    script = folder / "map"
    script.write_text("QUERN_1 { global: quern_*; local: *; };\n"
                      "QUERN_PRIVATE { global: qn_*; };\n")
    works(COMPILER, "-g", "-O1", "-fPIC", "-shared", *(f"-D{v}" for v in variant),
          f"-I{folder}/include", HERE / "data" / "abi.c", "-o",
          folder / "lib" / "libquern.so", f"-Wl,--version-script={script}",
          f"-Wl,-soname,libquern.so.{abi}")
    return folder


def abi(build, records, *options):
    return ("bash", SOURCE / "tools" / "abi.sh", "--records", records,
            "--headers", build / "include", *options, build)


def case_abi_changes(folder):
    """What a program that was linked before would miss is found, and nothing
    else."""
    need("nm", "abidw", "abidiff")
    records = folder / "records"
    first = library(folder / "first", ())
    works(*abi(first, records, "--record"))
    said = works(*abi(first, records))
    must("abi: ok" in said, said)
    for variant, expected in (
            ("REMOVED", "libquern: gone: quern_keep@QUERN_1"),
            ("INSERTED", "quern_sized"), ("RETYPED", "quern_sized"),
            ("PLAIN_GROWN", "quern_plain"), ("RENUMBERED", "QUERN_SECOND"),
            ("PARAMETER", "quern_keep")):
        build = library(folder / "changed", (variant,))
        fails(expected, *abi(build, records))
        fails("raise QUERN_ABI_VERSION to 1", *abi(build, records))
        # With another version of the ABI it may.
        said = works(*abi(library(folder / "changed", (variant,), 1), records))
        must("as it says" in said, said)
    for variant in ("ADDED", "GROWN", "PRIVATE"):
        said = works(*abi(library(folder / "changed", (variant,)), records))
        must("abi: ok" in said, said)
    fails("of 1.0.0 it was 1", *abi(first, _raised(records, folder)))


def _raised(records, folder):
    """The same records, as if of a later ABI."""
    later = folder / "later"
    shutil.copytree(records, later)
    replace(later / "release", "abi 0", "abi 1")
    return later


def case_abi(folder):
    """This build's libraries against the last release's."""
    need("nm")
    done = run("bash", SOURCE / "tools" / "abi.sh", BUILD)
    print(done.stdout, end="")
    if done.returncode == SKIPPED:
        raise Skip("no abigail-tools: bash tools/setup.sh --ci")
    must(done.returncode == 0, done.said)


def main():
    global BUILD, SOURCE, COMPILER
    BUILD, SOURCE = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    COMPILER, name = sys.argv[3:5]
    try:
        with tempfile.TemporaryDirectory(prefix="quern-release-") as folder:
            globals()[f"case_{name}"](pathlib.Path(folder))
    except Skip as why:
        print(f"skipped: {why}")
        sys.exit(SKIPPED)
    except Failed as why:
        sys.exit(f"release.{name}: {why}")
    print(f"release.{name}: ok")


if __name__ == "__main__":
    main()
