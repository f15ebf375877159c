# SPDX-License-Identifier: Apache-2.0
"""What the cases of quern cc share: how they run it, and what must be."""
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from sanitized import environment  # noqa: E402

DATA = HERE / "data"
BUILD = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
QUERN = BUILD / "bin" / "quern" if BUILD else None
TIMEOUT_S = 240


class Skip(Exception):
    pass


class Done:
    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout.decode("utf-8", "replace")
        self.err = done.stderr.decode("utf-8", "replace")

    def __str__(self):
        return f"exit {self.code}\n{self.out}{self.err}"


SANITIZED = environment(BUILD) if BUILD else {}
# Compiling at run time is tested, not its cache, but where a case asks for it.
os.environ["QUERN_CACHE"] = "off"
os.environ["QUERN_CPU_ENGINE"] = "scalar"  # packets take longer to compile


def run(*words, **more):
    env = dict(os.environ, **more.pop("env", {}))
    given = more.pop("given", "")  # on standard input
    # What was just built runs with the sanitizers of the libraries.
    program = pathlib.Path(words[0])
    if len(program.parts) > 1 and not program.is_absolute() or \
            str(words[0]).startswith("./"):
        env = dict(SANITIZED, **env)
    return Done(subprocess.run([str(w) for w in words], capture_output=True,
                               input=given.encode(), env=env,
                               timeout=TIMEOUT_S, check=False, **more))


def cc(*words, **more):
    """quern cc that must succeed."""
    done = run(QUERN, "cc", *words, **more)
    must(done.code == 0, f"quern cc {' '.join(map(str, words))}: {done}")
    return done


def must(truth, message=""):
    if not truth:
        raise AssertionError(str(message))


def must_print(program, expected, **more):
    done = run(program, **more)
    must(done.code == 0 and done.out == expected,
         f"{program}: expected {expected!r}: {done}")


def inspect(path):
    done = run(QUERN, "inspect", "--format", "json", path)
    must(done.code == 0, done)
    images = json.loads(done.out)["files"][0]["images"]
    return {i["target"]: sorted(k["name"] for k in i["kernels"])
            for i in images if i["target"]}


KERNEL = "__global__ void k(int *p) { *p = threadIdx.x; }\n"


def has_ptxas():
    tools = json.loads(run(QUERN, "doctor", "--format", "json").out)["tools"]
    return any(t["name"] == "ptxas" and t["path"] for t in tools)


NO_PTXAS = {"QUERN_PTXAS": "/none"}  # an empty value would mean "look for it"


def commands(*words):
    """The commands of a dry run: device front ends, host compiles, links."""
    lines = cc("-###", *words).out.splitlines()
    device = [l for l in lines if " -cc1 " in l]
    host = [l for l in lines if "clang" in l and "-cc1" not in l
            and " --driver-mode=g++ " not in l]
    link = [l for l in lines if " --driver-mode=g++ " in l]
    return device, host, link


# What the programs of data/ print.
PROGRAM = ("saxpy 30 2028\nfill 2.5 42\n"
           "reverse 63 0 managed 8 table 8\nhidden 11 counter 1\n")
