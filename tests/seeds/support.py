# SPDX-License-Identifier: Apache-2.0
"""An installed tree, and commands as a person gives them to a shell."""

import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT.parent / "shared" / "seeds"
TIMEOUT_S = 500


class Skip(Exception):
    pass


def must(condition, *detail):
    if not condition:
        raise AssertionError("\n".join(str(part) for part in detail))


def install(build, prefix):
    """Installs the build, and has it first in PATH, as the documents expect of
    their tools: those of ROCm and CUDA by their own names too."""
    done = subprocess.run(["cmake", "--install", build, "--prefix", prefix],
                          capture_output=True, text=True, check=False)
    must(done.returncode == 0, done.stdout, done.stderr)
    vortex = prefix / "lib/quern/vortex-hip"
    os.environ.update(
        PREFIX=str(prefix), VORTEX_HOME=str(vortex), VORTEX_HIP_HOME=str(vortex),
        PATH=f"{prefix}/lib/quern/toolkit/bin:{prefix}/bin:{os.environ['PATH']}")
    for name in ("GGML_HSA_KERNEL_DIR", "QUERN_KERNEL_DIR", "QUERN_DEVICE",
                 "QUERN_LIBRARY", "CXX", "CXXFLAGS", "MAKEFLAGS"):
        os.environ.pop(name, None)


def need(*names):
    for name in names:
        if not shutil.which(name):
            raise Skip(f"there is no {name}")


class Done:
    def __init__(self, done):
        self.code = done.returncode
        self.out, self.err = done.stdout, done.stderr

    def __str__(self):
        return f"exit {self.code}\n{self.out}{self.err}"


def shell(text, code=0, **environment):
    """Runs lines as bash does, each of which must succeed; a `code` of None is
    any."""
    done = Done(subprocess.run(
        ["bash", "-ec", text], capture_output=True, text=True, check=False,
        stdin=subprocess.DEVNULL, timeout=TIMEOUT_S,
        env=dict(os.environ, **environment)))
    must(code is None or done.code == code, f"$ {text}", done)
    return done


def blocks(number):
    """The code blocks of a document, as printed: (language, text)."""
    found = sorted(SEEDS.glob(f"{number}_*.txt"))
    if not found:
        raise Skip("the documents are not beside this checkout (../shared/seeds)")
    text = found[0].read_text(encoding="utf-8", errors="replace")
    return re.findall(r"^\s*```(\w*)\n(.*?)^\s*```", text, re.M | re.S)


def block(number, begins):
    """The block that has a line that begins so."""
    for _, text in blocks(number):
        if re.search("^" + re.escape(begins), text, re.M):
            return text
    raise AssertionError(f"document {number} has no block with '{begins}'")
