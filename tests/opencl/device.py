#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where an OpenCL device that takes SPIR-V is for tests: the runtime that
tools/setup.sh --extra fetches, or what the system has.

usage: device.py QUERN COMMAND...

Runs a command so that it finds the device; exits with 77 where there is none.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
TIMEOUT_S = 60


def fetched():
    """The folder with Intel's runtime for CPUs; None: not fetched."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = os.environ.get("QUERN_TEST_OPENCL") or (
        Path(cache) / "quern-setup" / "opencl")
    library = Path(folder) / "lib" / "libintelocl.so"
    return library.parent if library.exists() else None


def environment():
    """What programs need to find the device, beside the process's own."""
    folder = fetched()
    if not folder:
        return {}
    vendors = Path(tempfile.gettempdir()) / f"quern-opencl-{os.getuid()}"
    vendors.mkdir(exist_ok=True)
    named = vendors / "intel.icd"
    text = f"{folder / 'libintelocl.so'}\n"
    if not named.exists() or named.read_text() != text:
        fresh = vendors / f"{os.getpid()}.new"
        fresh.write_text(text)
        fresh.rename(named)
    before = os.environ.get("LD_LIBRARY_PATH")
    return {"LD_LIBRARY_PATH": f"{folder}:{before}" if before else str(folder),
            "OCL_ICD_VENDORS": str(vendors)}


def why_none(quern, more):
    """None when there is a device; else why not."""
    done = subprocess.run([quern, "doctor", "--format", "json"],
                          env=dict(os.environ, **more), capture_output=True,
                          text=True, timeout=TIMEOUT_S)
    found = [b for b in json.loads(done.stdout)["backends"]
             if b["name"] == "opencl"]
    return None if found[0]["devices"] else found[0]["reason"]


def main():
    more = environment()
    why = why_none(sys.argv[1], more)
    if why:
        print(f"no OpenCL device that takes SPIR-V: {why}")
        return SKIPPED
    return subprocess.run(sys.argv[2:], env=dict(os.environ, **more),
                          check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
