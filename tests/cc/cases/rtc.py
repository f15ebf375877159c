# SPDX-License-Identifier: Apache-2.0
"""Compiling at run time."""
import os
import pathlib
import shutil

from support import HERE, DATA, BUILD, run, cc, must


def case_rtc():
    cc(HERE / "rtc_test.c", "-o", "p")
    done = run("./p")
    must(done.code == 0, done)


def case_rtc_cache():
    """Compiled once; again when a file that was read has changed, or the entry
    was damaged."""
    cc(DATA / "rtc_cache.c", "-o", "p")
    cache = pathlib.Path("cache").resolve()
    header = pathlib.Path("value.h")
    on = {"QUERN_CACHE": str(cache), "QUERN_LOG": "debug",
          "QUERN_PRECOMPILED": "off"}

    def value(expected, hit, env=on):
        done = run("./p", env=env)
        must(done.code == 0 and done.out == f"{expected}\n", done)
        must(("was in the cache" in done.err) == hit, f"hit {hit}: {done}")

    header.write_text("#define VALUE 10\n")
    value(11, hit=False)
    value(11, hit=True)
    header.write_text("#define VALUE 20\n")
    value(21, hit=False)
    value(21, hit=True)
    entries = sorted((p for p in (cache / "objects").rglob("*") if p.is_file()),
                     key=lambda p: p.stat().st_mtime_ns, reverse=True)
    must(len(entries) == 2, entries)  # one for each header, the newer first
    content = bytearray(entries[0].read_bytes())
    for at in (0, len(content) // 2, len(content) - 1):
        damaged = bytearray(content)
        damaged[at] ^= 0x40
        entries[0].write_bytes(damaged)
        value(21, hit=False)
    entries[0].write_bytes(content[:len(content) // 2])
    value(21, hit=False)
    value(21, hit=True)
    shutil.rmtree(cache)
    value(21, hit=False, env=dict(on, QUERN_CACHE="off"))
    must(not cache.exists(), "a cache that is off writes nothing")
    # A folder that cannot be made is no failure.
    pathlib.Path("file").write_text("")
    value(21, hit=False, env=dict(on, QUERN_CACHE="file/cache"))


def case_rtc_without_tool():
    """Where the tool is not, compiling says so, and nothing crashes."""
    cc(HERE / "rtc_test.c", "-o", "p")
    os.makedirs("alone")
    for library in (BUILD / "lib").glob("libquern*.so*"):
        shutil.copy(library, "alone", follow_symlinks=False)
    done = run("./p", "--absent", env={"LD_LIBRARY_PATH": f"{os.getcwd()}/alone"})
    must(done.code == 0, done)
