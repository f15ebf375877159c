#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where an OpenCL device that takes SPIR-V is for tests: the runtime that
tools/setup.sh --extra fetches, or what the system has.

usage: device.py QUERN [--levelzero DRIVER] COMMAND...

Runs a command so that it finds the device; exits with 77 where there is none. With
--levelzero it finds the device through Level Zero's loader and that driver, which
is the test driver (tests/levelzero), too.
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


def levelzero(driver):
    """What programs need to find the device through Level Zero, too: the loader in
    the folder QUERN_TEST_LEVELZERO, or the system's."""
    folder = os.environ.get("QUERN_TEST_LEVELZERO")
    found = sorted(Path(folder).rglob("libze_loader.so.1")) if folder else []
    more = {"QUERN_LIBZE": str(found[0])} if found else {}
    if found: # with its layers beside it
        before = environment().get("LD_LIBRARY_PATH") or os.environ.get(
            "LD_LIBRARY_PATH")
        own = str(found[0].parent)
        more["LD_LIBRARY_PATH"] = f"{own}:{before}" if before else own
    return dict(environment(), **more, ZE_ENABLE_ALT_DRIVERS=str(driver),
                ZE_ENABLE_VALIDATION_LAYER="1",
                ZE_ENABLE_PARAMETER_VALIDATION="1")


def why_none(quern, more, backend="opencl"):
    """None when there is a device; else why not."""
    done = subprocess.run([quern, "doctor", "--format", "json"],
                          env=dict(os.environ, **more), capture_output=True,
                          text=True, timeout=TIMEOUT_S)
    found = [b for b in json.loads(done.stdout)["backends"]
             if b["name"] == backend]
    return None if found[0]["devices"] else found[0]["reason"]


def main():
    quern, *command = sys.argv[1:]
    more, backend = environment(), "opencl"
    if command[0] == "--levelzero":
        more, backend = levelzero(command[1]), "levelzero"
        command = command[2:]
    why = why_none(quern, more, backend)
    if why:
        print(f"no device of the back end '{backend}': {why}")
        return SKIPPED
    return subprocess.run(command, env=dict(os.environ, **more),
                          check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
