# SPDX-License-Identifier: Apache-2.0
"""Which conformance kernels, programs and cases a runner for a device takes."""
import importlib.util
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent


def load(name):
    """The module of a folder's run.py."""
    spec = importlib.util.spec_from_file_location(
        name, TESTS / name / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


kernels, programs = load("kernels"), load("programs")


def sources(kinds):
    """Pairs of "kernel" or "program", and a path."""
    found = []
    if "kernels" in kinds:
        found += [("kernel", p) for p in
                  sorted((TESTS / "kernels").glob("*.cu")) +
                  sorted((TESTS / "kernels").glob("*.hip"))]
    for kind in ("programs", "cases"):
        if kind in kinds:
            found += [("program", p) for p in sorted((TESTS / kind).glob("*/*"))
                      if p.suffix in (".cu", ".hip", ".cpp") and
                      p.parent.name != "data"]
    if "programs" in kinds:
        found += [("program", p) for p in
                  sorted((TESTS.parent / "examples").glob("*/*"))
                  if p.suffix in (".cu", ".hip") and p.stem == p.parent.name]
    return found


def is_for(kind, source, device):
    """Whether a source has a meaning on such a device."""
    devices = programs.directives(source).get("DEVICES", [device])
    return kind == "kernel" or device in devices[0].split()


def choose(parser, kinds, names, device, is_left_out=lambda source: False):
    """The sources for a device, those of the names alone where there are some. A
    name that nothing has is an error of the command line."""
    found = [(kind, p) for kind, p in sources(kinds)
             if (not names or p.stem in names or p.name in names) and
             is_for(kind, p, device) and not is_left_out(p)]
    for name in names:
        if not any(name in (p.stem, p.name) for _, p in found):
            parser.error(f"nothing named '{name}' is for this device")
    return found
