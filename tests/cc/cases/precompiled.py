# SPDX-License-Identifier: Apache-2.0
"""Our headers in precompiled form."""
import os
import pathlib
import shutil
import subprocess

from support import BUILD, QUERN, TIMEOUT_S, run, cc, must, must_print


VALUE = """#include <cassert>
#include <cstdio>
__global__ void k(int *p, float4 v, dim3 d) { assert(p); *p = v.x + d.y; }
int main() {
  int *p;
  if (cudaMallocManaged(&p, 4) != cudaSuccess)
    return 1;
  k<<<1, 1>>>(p, make_float4(3, 0, 0, 0), dim3(1, 4));
  cudaDeviceSynchronize();
#ifdef QN_TEST_MARK
  *p += QN_TEST_MARK;
#endif
  std::printf("%d\\n", *p);
}
"""


def rule_files(path):
    """The files that a rule names, each once whatever its path."""
    words = path.read_text().replace("\\\n", " ").split()[1:]
    return {os.path.realpath(w) for w in words}


def large(cache):
    """How many of the cache's entries have precompiled headers."""
    found = [p for p in (cache / "objects").rglob("*") if p.is_file()]
    return sum(p.stat().st_size > 1 << 20 for p in found)


def case_precompiled():
    """What a compilation gives is the same with our headers in precompiled form:
    without, at the first, the second (which makes them) and the third use."""
    cache = pathlib.Path("cache").resolve()
    pathlib.Path("a.cu").write_text(VALUE)
    # Of the device and of the host; the bitcode of -rdc has debug information,
    # and the device's are not used.
    for words, both in ((["-c"], 2), (["-c", "-rdc=true", "-DNDEBUG"], 1)):
        made = []
        rounds = [("off", 0), ("", 0), ("", both), ("", both)]
        before = large(cache)
        for mode, count in rounds:
            env = {"QUERN_CACHE": str(cache), "QUERN_PRECOMPILED": mode}
            cc("a.cu", "-o", "a.o", "-MD", "-MF", "a.d", *words, env=env)
            made.append((pathlib.Path("a.o").read_bytes(),
                         rule_files(pathlib.Path("a.d"))))
            must(large(cache) - before == count, f"{mode} {words}: {count}")
        for which, other in enumerate(made[1:], 1):
            must(other[0] == made[0][0], f"objects of {words}, {which}")
            must(other[1] == made[0][1],
                 f"rules of {words}, {which}: {other[1] ^ made[0][1]}")
    cc("a.cu", "-o", "p", env={"QUERN_CACHE": str(cache)})
    must_print("./p", "7\n")


def case_precompiled_messages():
    """What clang says is the same, also of our headers."""
    cache = pathlib.Path("cache").resolve()
    pathlib.Path("a.cu").write_text(VALUE + """#warning seen
__global__ void wrong(int *p) { int unused; *p = missing; }
""")
    for words in (["-Wall"], ["-D__forceinline__=}"]):
        said = []
        for mode in ("off", "", "", ""):
            env = {"QUERN_CACHE": str(cache), "QUERN_PRECOMPILED": mode}
            done = run(QUERN, "cc", "a.cu", "-c", "-o", "a.o", *words, env=env)
            must(done.code == 1 and done.err, done)
            said.append(done.err)
        must(said.count(said[0]) == 4, "\n".join(said))


def case_precompiled_changes():
    """They are made again when a header has changed, or one is found before it."""
    home = pathlib.Path("home").resolve()
    shutil.copytree(BUILD / "lib" / "quern", home / "lib" / "quern",
                    ignore=lambda folder, names: [
                        n for n in names if n in ("drop-in", "toolkit")])
    for name in ("libquern.so", "libquern.so.0", "libquernhip.so",
                 "libquernhip.so.0"):
        if (BUILD / "lib" / name).exists():
            shutil.copy(BUILD / "lib" / name, home / "lib" / name)
    header = home / "lib" / "quern" / "include" / "quern" / "device" / "index.h"
    text = header.read_text()
    pathlib.Path("a.cu").write_text(VALUE)
    env = {"QUERN_CACHE": str(pathlib.Path("cache").resolve()),
           "QUERN_HOME": str(home), "QUERN_PRECOMPILED": "first"}
    for mark in (None, 10, 20, None):
        header.write_text(text if mark is None else
                          f"{text}\n#undef QN_TEST_MARK\n"
                          f"#define QN_TEST_MARK {mark}\n")
        for _ in range(2):
            cc("a.cu", "-o", "p", env=env)
            must_print("./p", f"{7 + (mark or 0)}\n")
    # Of two working folders with the same words.
    for name, mark in (("one", 100), ("two", 200)):
        folder = pathlib.Path(name)
        (folder / "inc").mkdir(parents=True)
        shutil.copy("a.cu", folder)
        (folder / "inc" / "cmath").write_text(
            f"#include_next <cmath>\n#define QN_TEST_MARK {mark}\n")
        cc("a.cu", "-o", "p", "-Iinc", env=env, cwd=folder)
        must_print(str((folder / "p").resolve()), f"{7 + mark}\n")
        # Folders of the environment, which are no words of the command.
        cc("a.cu", "-o", "p", env=dict(env, CPATH=str(folder.resolve() / "inc")))
        must_print("./p", f"{7 + mark}\n")


def case_precompiled_at_once():
    """Many processes that begin together."""
    pathlib.Path("a.cu").write_text(VALUE)
    cache = pathlib.Path("cache").resolve()
    env = dict(os.environ, QUERN_CACHE=str(cache), QUERN_PRECOMPILED="first")
    for i in range(5):
        pathlib.Path(str(i)).mkdir()
    running = [subprocess.Popen([QUERN, "cc", "../a.cu", "-c", "-o", "a.o"],
                                env=env, cwd=str(i)) for i in range(5)]
    must(all(p.wait(TIMEOUT_S) == 0 for p in running))
    objects = {pathlib.Path(str(i), "a.o").read_bytes() for i in range(5)}
    must(len(objects) == 1, "objects differ")
    must(large(cache) == 2, "one for each side")
