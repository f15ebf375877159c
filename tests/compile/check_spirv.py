#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""SPIR-V images: valid, and without what drivers do not take.

  check_spirv.py QUERN kernels|programs|meetings

Every source is compiled for spirv64. What is refused must be in REFUSED, with
the words that say why. Of each image spirv-val must accept the module, and its
text must keep these rules (docs/opencl.md):
  - no atomic operation on a generic pointer, or on a thread's own memory
  - barriers and fences name the memory that they order
  - a kernel that reaches warp operations asks for sub-groups of 32
Meetings are images for devices without such: all that waits is a barrier of the
block there, and no loop with one may have another with it inside.
Exit status: 0 all hold, 1 one does not, 77 spirv-val or spirv-dis is missing.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
TIMEOUT_S = 120
SKIPPED = 77

# By name of the source: words of the error.
REFUSED = {
    "calls.cu": "does not have recursion",
}
REFUSED_PROGRAMS = {
    "device_printf.hip": "how many characters a printf wrote",
    "printf_returns.hip": "how many characters a printf wrote",
    "language.hip": "does not have calls through pointers",
    "atomics_of_16.cu": "'atomicCAS'",
    # As `quern cc` alone takes them.
    "per_thread.hip": "hipMemcpyFromSymbol_spt",
    "graphs_from_kernels.cu": "cudaGraphLaunch from a kernel is not supported",
    "error_names.cu": "device-side kernel call/launch",
    "launches_from_kernels.cu": "device-side kernel call/launch",
    "launches_in_headers.cu": "device-side kernel call/launch",
    "launches_through_pointers.cu": "device-side kernel call/launch",
}
# What the validator of Debian 12 (2023.1) takes for graphics, whose control flow is
# structured: clocks. Headers of SPIR-V had it so until January 2023, the extension
# never did. The one that tools/setup_opencl.sh fetches knows better.
UNSTRUCTURED = "Back-edges ("
CLOCK = "OpCapability ShaderClockKHR"

VALIDATORS = []
STORAGE = 0x100 | 0x200  # shared and global memory
GENERIC = {"Generic", "Function"}
# Operands behind the result: where the pointer is.
ATOMIC = re.compile(r"^(?:(%\S+) = )?OpAtomic(\w+) (.*)$")


def text_of(image):
    return subprocess.run(["spirv-dis", "--no-color", "--raw-id", image],
                          check=True, stdout=subprocess.PIPE, text=True,
                          timeout=TIMEOUT_S).stdout


class Module:
    """The parts of a module's text that the rules are about."""

    def __init__(self, text):
        self.lines = [line.strip() for line in text.splitlines()]
        self.spaces, self.types, self.constants = {}, {}, {}
        self.bodies, self.entries, self.modes = {}, {}, set()
        function = None
        for line in self.lines:
            words = line.split()
            if len(words) < 2:
                continue
            if words[0] == "OpEntryPoint":
                self.entries[words[2]] = words[3]
            elif words[0] == "OpExecutionMode" and words[2] == "SubgroupSize":
                self.modes.add((words[1], words[3]))
            elif words[1] != "=":
                if function:
                    self.bodies[function].append(line)
                function = None if words[0] == "OpFunctionEnd" else function
            else:
                self.note(words)
                if words[2] == "OpFunction":
                    function = words[0]
                    self.bodies[function] = []
                if function:
                    self.bodies[function].append(line)

    def note(self, words):
        if words[2] == "OpTypePointer":
            self.spaces[words[0]] = words[3]
        elif words[2] == "OpConstant":
            self.constants[words[0]] = int(words[4], 0) if words[4].isdigit() else 0
        elif len(words) > 3:
            self.types[words[0]] = words[3]

    def space_of(self, pointer):
        return self.spaces.get(self.types.get(pointer))

    def reached(self, function, seen):
        if function in seen:
            return seen
        seen.add(function)
        for line in self.bodies.get(function, []):
            call = re.search(r"OpFunctionCall %\S+ (%\S+)", line)
            if call:
                self.reached(call.group(1), seen)
        return seen


def check_line(module, line):
    atomic = ATOMIC.match(line)
    if atomic:
        words = atomic.group(3).split()
        pointer = words[0] if atomic.group(2) == "Store" else words[1]
        if module.space_of(pointer) in GENERIC:
            return f"on {module.space_of(pointer)} memory: {line}"
    barrier = re.search(r"Op(Control|Memory)Barrier (.*)$", line)
    if barrier:
        semantics = module.constants.get(barrier.group(2).split()[-1], 0)
        if semantics & STORAGE != STORAGE:
            return f"orders nothing, or not all: {line}"
    return None


def is_warp_operation(module, line):
    if "OpGroupNonUniform" in line:
        return True
    barrier = re.search(r"OpControlBarrier (%\S+)", line)
    return barrier is not None and module.constants.get(barrier.group(1)) == 3


def check_rules(image):
    module = Module(text_of(image))
    wrong = [why for line in module.lines
             for why in [check_line(module, line)] if why]
    for entry, name in module.entries.items():
        lines = [line for function in module.reached(entry, set())
                 for line in module.bodies.get(function, [])]
        warps = any(is_warp_operation(module, line) for line in lines)
        if warps and (entry, "32") not in module.modes:
            wrong.append(f"{name} does not ask for sub-groups of 32")
    if not module.entries:
        wrong.append("no kernel")
    return wrong


def flow_of(body):
    """Blocks in order, where each leads, and which have a barrier of the block."""
    order, leads, waits, block = [], {}, set(), None
    for line in body:
        words = line.split()
        if "OpLabel" in words:
            block = words[0]
            order.append(block)
        elif words[0] in ("OpBranch", "OpBranchConditional", "OpSwitch"):
            leads[block] = [w for w in words[1:] if w.startswith("%")]
            if words[0] != "OpBranch":
                leads[block] = leads[block][1:]
        elif words[0] == "OpControlBarrier":
            waits.add(block)
    return order, leads, waits


def loops_of(order, leads):
    """The blocks of each loop, by its head."""
    comes = {block: [b for b in order if block in leads.get(b, [])]
             for block in order}
    above = {block: set(order) for block in order}
    above[order[0]] = {order[0]}
    changed = True
    while changed:
        changed = False
        for block in order[1:]:
            now = set.intersection(*[above[b] for b in comes[block]]) | {block}
            changed = changed or now != above[block]
            above[block] = now
    loops = {}
    for block in order:
        for head in set(leads.get(block, [])) & above[block]:
            inside, open_ends = loops.setdefault(head, {head}), [block]
            while open_ends:
                one = open_ends.pop()
                if one not in inside:
                    inside.add(one)
                    open_ends += comes[one]
    return loops


def check_meetings(image):
    module = Module(text_of(image))
    wrong, waiting = [], 0
    for entry, name in module.entries.items():
        order, leads, waits = flow_of(module.bodies[entry])
        loops = [inside for inside in loops_of(order, leads).values()
                 if inside & waits]
        waiting += len(loops)
        wrong += [f"{name}: barriers in a loop inside a loop"
                  for a in loops for b in loops if a < b]
    return wrong if waiting else wrong + ["no meeting"]


def validators():
    """Programs, and whether each knows that clocks are not graphics'."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    fetched = sorted((cache / "quern-setup" / "spirv-tools").glob(
        "lib/python3*/site-packages/cmeel.prefix/bin/spirv-val"))
    found = []
    for program in [shutil.which("spirv-val"), *fetched[:1]]:
        done = subprocess.run([program, "--version"], capture_output=True,
                              text=True, timeout=TIMEOUT_S)
        version = re.search(r"v(\d+)\.(\d+)", done.stdout)
        found.append((program, bool(version) and
                      tuple(map(int, version.groups())) > (2023, 1)))
    return found


def validate(image):
    """Nothing, or what validators say against the module."""
    version, text = image.read_bytes()[5], text_of(image)
    # OpenCL as it was then has these only as extensions, which have no name here.
    extended = re.search(r"OpCapability (Float16|Int64Atomics)$", text, re.M)
    environment = ("opencl2.2" if version <= 2 and not extended
                   else f"spv1.{version}")
    wrong = []
    for program, knows_clocks in VALIDATORS:
        done = subprocess.run([program, "--target-env", environment, image],
                              capture_output=True, text=True, timeout=TIMEOUT_S)
        said = done.stdout + done.stderr
        if done.returncode and (knows_clocks or CLOCK not in text or
                                UNSTRUCTURED not in said):
            wrong.append(f"{program}: {said.strip()}")
    return wrong


def options_of(source):
    """Those of FLAGS lines that say what the code is."""
    text = source.read_text()
    words = [w for line in re.findall(r"^// FLAGS: (.*)$", text, re.M)
             for w in shlex.split(line)]
    kept = [w for w in words if w.startswith(("-D", "-I", "-std"))]
    return kept + [f"-I{TESTS / 'programs'}", "-x",
                   "cuda" if source.suffix == ".cu" else "hip"]


def check(quern, source, folder, refused, meetings):
    image = folder / "k.spv"
    image.unlink(missing_ok=True)
    target = "spirv64v1.0" if meetings else "spirv64"
    done = subprocess.run(
        [quern, "compile", "-q", "-t", target, "--emit", "image", "-o", image,
         *options_of(source), source], capture_output=True, text=True,
        timeout=TIMEOUT_S)
    if "no kernel in" in done.stderr:
        return []
    words = refused.get(source.name)
    if done.returncode and words is None:
        return [f"refused: {done.stderr.strip()}"]
    if done.returncode:
        return [] if words in done.stderr else [f"'{words}' is not in: {done.stderr}"]
    if words is not None:
        return [f"compiles, but is said to be refused for '{words}'"]
    if meetings:
        return validate(image) + check_meetings(image)
    return validate(image) + check_rules(image)


def sources_of(what):
    kernels = TESTS / "kernels"
    if what == "meetings":
        return [kernels / name for name in ("lanes.cu", "warp.cu")], {}
    if what == "kernels":
        found = sorted([*kernels.glob("*.cu"), *kernels.glob("*.hip")])
        return [p for p in found if not p.name.startswith("math_")], REFUSED
    found = sorted(kernels.glob("math_*.cu"))
    found += [p for room in ("programs", "cases")
              for p in sorted((TESTS / room).glob("*/*.*"))
              if p.suffix in (".cu", ".hip") and p.parent.name != "data" and
              "__global__" in p.read_text()]
    return found, REFUSED_PROGRAMS


def main():
    quern, what = Path(sys.argv[1]).resolve(), sys.argv[2]
    if not shutil.which("spirv-val") or not shutil.which("spirv-dis"):
        print("spirv-val and spirv-dis (Debian: spirv-tools) are not installed")
        return SKIPPED
    VALIDATORS.extend(validators())
    sources, refused = sources_of(what)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            wrong = check(quern, source, Path(folder), refused,
                          what == "meetings")
            for why in wrong:
                print(f"{source.relative_to(TESTS)}: {why}")
            failed += bool(wrong)
    print(f"{len(sources)} sources, {failed} failed")
    return 1 if failed or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
