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
    if done.returncode == SKIPPED:
        raise Skip(f"types were not compared: {done.stdout.splitlines()[-1]}")
    print(done.stdout, end="")
    must(done.returncode == 0, done.said)


# ---- Tarballs and releases, of a small tree with the same scripts

MAKEFILE = """all:
\t@mkdir -p build/dev/bin
\t@printf '#!/bin/sh\\necho quern %s\\n' $$(python3 tools/version.py) >build/dev/bin/quern
\t@chmod 755 build/dev/bin/quern
check lint abi: all
\t@echo $@ >>build/ran
\t@test ! -e build/fails.$@
"""
CHANGES = """Changes, the newest first.

1.2.0 (not released)
====================

  * Something new.

1.1.0 (2001-02-03)
==================

  * Something old.
"""


def git(tree, *words):
    return works("git", "-C", tree, *words).strip()


def small_tree(folder):
    """A repository whose checks are one line each; at 1.2.0-pre."""
    need("git", "xz", "make")
    for name in list(os.environ):  # of a hook that may run this
        if name.startswith("GIT_"):
            del os.environ[name]
    tree = folder / "tree"
    copy(tree, *VERSION_FILES, "tools/release.sh", "tools/tarball.sh")
    (tree / "tools" / "features.py").write_text("")
    (tree / "tools" / "abi.sh").write_text(
        'while [ $# -gt 1 ]; do [ "$1" != --records ] || to=$2; shift; done\n'
        'mkdir -p "$to"; echo recorded >"$to/release"\n')
    (tree / "Makefile").write_text(MAKEFILE)
    (tree / "CHANGES").write_text(CHANGES)
    (tree / ".gitignore").write_text("/build/\n__pycache__/\n")
    git(folder, "init", "-q", "-b", "trunk", tree)
    git(tree, "config", "user.name", "Somebody")
    git(tree, "config", "user.email", "somebody@example.org")
    works(sys.executable, tree / "tools/version.py", "--set", "1.2.0-pre")
    git(tree, "add", "-A")
    git(tree, "commit", "-q", "-m", "All of it")
    return tree


def tarball(tree, out, **env):
    said = works("bash", tree / "tools" / "tarball.sh", out, env=env)
    return pathlib.Path(said.split()[-1])


def case_tarball(folder):
    """The same bytes, whoever makes them and whatever is configured."""
    tree = small_tree(folder)
    made = tarball(tree, folder / "one")
    must(made.name == "quern-1.2.0-pre.tar.xz", made)
    works("sha256sum", "-c", f"{made.name}.sha256", cwd=made.parent)
    (tree / "left").write_text("not committed")
    git(tree, "config", "tar.umask", "0077")
    git(tree, "config", "core.autocrlf", "true")
    os.utime(tree / "CHANGES", (1, 1))
    again = tarball(tree, folder / "two", TZ="Asia/Tokyo", LC_ALL="C",
                    HOME=str(folder))
    other = folder / "clone"
    git(folder, "clone", "-q", tree, other)
    for file in (again, tarball(other, folder / "three")):
        must(file.read_bytes() == made.read_bytes(), f"{file} is different")
    listed = works("tar", "-tvJf", made, "--full-time",
                   env={"TZ": "UTC"}).splitlines()
    names = [line.split()[-1] for line in listed]
    must(all(name.startswith("quern-1.2.0-pre/") for name in names), names)
    must(not any("left" in name or ".git/" in name for name in names), names)
    must(len({tuple(line.split()[3:5]) for line in listed}) == 1, listed)
    must(len({line.split()[1] for line in listed}) == 1, listed)
    # Another commit is another file.
    git(tree, "commit", "-q", "--allow-empty", "-m", "later", "--date=2001-01-01",
        "--no-gpg-sign")
    fails("no such commit", "bash", tree / "tools/tarball.sh", "--commit", "none",
          folder / "four")


def case_tree(folder):
    """The checks see the same files with git and without, and not those of a
    repository around a tarball."""
    need("git")
    tree = folder / "outer" / "tree"
    copy(tree, "tools/tree.py")
    kept = [".ci/run", ".gitattributes", ".gitignore", "a/build/b.c", "a/x_made.h",
            "a/y.h", "made.md", "target/t.c", "tools/tree.py"]
    for name in kept + ["build/a.o", "tools/__pycache__/t.pyc", "rust/target/r"]:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        if name != "tools/tree.py":
            (tree / name).write_text("")
    (tree / ".gitignore").write_text("/build/\n__pycache__/\n/rust/target/\n")
    (tree / ".gitattributes").write_text(
        "# a/y.h linguist-generated\n/a/*_made.h linguist-generated\n"
        "made.md linguist-generated -diff\n*.c -text\n")
    shown = (sys.executable, "-B", "-c",
             "import sys; sys.path.insert(0, sys.argv[1]); import tree\n"
             "print(tree.is_checkout(), *tree.files())\n"
             "print(*sorted(tree.generated(tree.files())))", tree / "tools")
    # Around it is another repository, which knows of none of them.
    git(folder, "init", "-q", folder / "outer")
    (folder / "outer" / ".gitignore").write_text("*\n")
    nowhere = {"PATH": str(folder / "empty")}
    plain = f"False {' '.join(kept)}\na/x_made.h made.md\n"
    for env in (None, nowhere):
        said = works(*shown, env=env)
        must(said == plain, f"{said}expected\n{plain}")
    git(folder, "init", "-q", tree)
    said = works(*shown)
    must(said == plain.replace("False", "True"), said)


def state(tree):
    return (git(tree, "rev-parse", "HEAD"), git(tree, "tag"),
            git(tree, "status", "--porcelain"))


def case_release(folder):
    """What tools/release.sh refuses, what it leaves, and what it makes."""
    tree = small_tree(folder)
    first = state(tree)
    release = ("bash", tree / "tools" / "release.sh", "--no-bare")

    # Nothing but a good tree is released.
    (tree / "left").write_text("")
    fails("not committed", *release)
    (tree / "left").unlink()
    for old, new, expected in (
            ("1.2.0 (not", "1.3.0 (not", "expected '1.2.0 \\(not released\\)'"),
            ("  * Something new.\n", "", "says nothing of 1.2.0")):
        replace(tree / "CHANGES", old, new)
        git(tree, "commit", "-q", "-a", "-m", "wrong")
        fails(expected, *release)
        git(tree, "reset", "-q", "--hard", first[0])
    git(tree, "tag", "v1.2.0")
    fails("a tag v1.2.0 already", *release)
    git(tree, "tag", "-d", "v1.2.0")
    (tree / "build").mkdir()
    for check in ("check", "lint", "abi"):
        (tree / "build" / f"fails.{check}").touch()
        fails("failed; nothing has changed", *release)
        (tree / "build" / f"fails.{check}").unlink()
    # One whose tarball does not build without git.
    replace(tree / "Makefile", "all:\n", "all:\n\t@git --version >/dev/null\n")
    git(tree, "commit", "-q", "-a", "-m", "needs git")
    fails("a build of the tarball without git failed", *release)
    git(tree, "reset", "-q", "--hard", first[0])
    must(state(tree) == first, state(tree))

    # A dry run leaves the tarball alone.
    works(*release, "--dry-run", "--out", folder / "dry")
    must(state(tree) == first, state(tree))
    must((folder / "dry" / "quern-1.2.0.tar.xz").exists(), "no tarball")

    (tree / "build" / "ran").unlink()
    works(*release, "--out", folder / "out",
          env={"SOURCE_DATE_EPOCH": "1000000000"})
    must((tree / "build" / "ran").read_text() == "check\nlint\nabi\n",
         "not all was checked")
    must(git(tree, "status", "--porcelain") == "", "the tree is not clean")
    must(git(tree, "rev-parse", "HEAD~2", ) == first[0], "more than two commits")
    must(git(tree, "rev-parse", "v1.2.0^{commit}") ==
         git(tree, "rev-parse", "HEAD~1"), "the tag is elsewhere")
    must(git(tree, "cat-file", "-t", "v1.2.0") == "tag", "no annotated tag")
    must("Something new." in git(tree, "tag", "-n9", "v1.2.0"),
         "the tag does not say what is new")
    for commit, version, heading in (
            ("v1.2.0", "1.2.0", "1.2.0 (2001-09-09)\n==================\n"),
            ("HEAD", "1.3.0-pre",
             "1.3.0 (not released)\n====================\n")):
        header = git(tree, "show", f"{commit}:include/quern/version.h")
        must(f'#define QUERN_VERSION "{version}"' in header, header)
        changes = git(tree, "show", f"{commit}:CHANGES")
        must(changes.split("\n\n")[1].startswith(heading.rstrip()), changes)
    changes = git(tree, "show", "HEAD:CHANGES")
    must("1.2.0 (2001-09-09)" in changes and "1.1.0 (2001-02-03)" in changes,
         changes)
    must(git(tree, "show", "v1.2.0:abi/release") == "recorded", "no record")
    made = tarball(tree, folder / "again")  # of the commit after it
    must(made.name == "quern-1.3.0-pre.tar.xz", made)
    works("bash", tree / "tools/tarball.sh", "--commit", "v1.2.0",
          folder / "again")
    name = "quern-1.2.0.tar.xz"
    must((folder / "again" / name).read_bytes() ==
         (folder / "out" / name).read_bytes(), "another tarball for the tag")


# ---- Debian's packages

# What is ours by its name or its folder; the rest could be somebody else's, too.
OURS = re.compile(
    r"\./usr/(bin/(quern(-cc)?|hip_metadata_gen|ggml-hsa-gen-kernels)"
    r"|include/(quern|metadata)/.*|include/vortex_hip_runtime\.h"
    r"|lib/[^/]+/(quern/.*|lib(quern\w*|hip_vortex)\.so[.\d]*"
    r"|cmake/Quern/.*|pkgconfig/quern\.pc)"
    r"|share/(quern/.*|doc/(lib)?quern[^/]*/.*|lintian/overrides/(lib)?quern.*"
    r"|doc-base/quern.*|man/man1/(quern[^/]*|hip_metadata_gen"
    r"|ggml-hsa-gen-kernels)\.1\.gz|bash-completion/completions/quern"
    r"|zsh/vendor-completions/_quern|fish/vendor_completions\.d/quern\.fish))")


def case_deb(folder):
    """Four packages, of which lintian has nothing to say, and whose files are
    all under names of ours; where it can be, used in a bare Debian."""
    need("git", "dpkg-buildpackage", "dh", "lintian")
    done = run("bash", SOURCE / "tools" / "deb.sh", "--dirty", folder)
    must(done.returncode == 0, done.said[-8000:])
    abi = works(sys.executable, SOURCE / "tools" / "version.py", "--abi").strip()
    found = {file.name.split("_")[0]: file for file in folder.glob("*.deb")}
    must(set(found) == {"quern", f"libquern{abi}", "libquern-dev", "quern-doc"},
         sorted(found))
    for name, file in found.items():
        for line in works("dpkg-deb", "-c", file).splitlines():
            path = line.split()[5]
            must(path.endswith("/") or OURS.fullmatch(path),
                 f"{name}: {path} may be another package's")
    done = run("bash", SOURCE / "tools" / "bare.sh", "--debs", folder)
    print(done.stdout[-3000:])
    if done.returncode == SKIPPED:
        raise Skip("built, but no bare root can be made here")
    must(done.returncode == 0, "tools/bare.sh --debs failed")


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
