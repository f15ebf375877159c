# SPDX-License-Identifier: Apache-2.0
"""Work-items in gdb, for programs that `quern cc -g` made and that run on a CPU.

  gdb -x <prefix>/share/quern/gdb.py ./program

Every stop in a kernel tells the kernel, block and thread, and `work-item` tells
them again. `quern kernels` lists what runs, `quern items` the work-items of the
block, `quern thread X,Y,Z` goes to one that waits in a barrier (`quern back`
returns), and `quern break PLACE BLOCK [THREAD]` stops in one block or thread. threadIdx, blockIdx, blockDim and gridDim are variables of the frame:
`break k.cu:12 -force-condition if threadIdx.x == 5` works without this file.
"""

import gdb

FIELDS = ("x", "y", "z")


def triple(frame, name):
    """A built-in variable of a frame as text, or None where it has none."""
    try:
        value = frame.read_var(name)
        # The sources' own `threadIdx` is an empty object.
        if [f.name for f in value.type.strip_typedefs().fields()] != list(FIELDS):
            return None
        return ",".join(str(int(value[f])) for f in FIELDS)
    except (ValueError, gdb.error, TypeError):
        return None


def describe(frame):
    """Of the innermost frame that belongs to a work-item, or None."""
    while frame is not None and frame.is_valid():
        block, thread = triple(frame, "blockIdx"), triple(frame, "threadIdx")
        if block and thread:
            return (f"block ({block}), thread ({thread}) of blocks of "
                    f"({triple(frame, 'blockDim')}), in {frame.name()}")
        frame = frame.older()
    return None


class WorkItem(gdb.Command):
    """Show the block and the thread that the selected frame runs for."""

    def __init__(self):
        super().__init__("work-item", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        text = describe(gdb.selected_frame())
        if text is None:
            raise gdb.GdbError("This frame runs for no work-item.")
        print(text)


def on_stop(event):
    if isinstance(event, (gdb.BreakpointEvent, gdb.SignalEvent)):
        try:
            text = describe(gdb.newest_frame())
        except gdb.error:
            return
        if text:
            print(f"[{text}]")


# Where fields lie (device/cpu/item.h, runner.h; asserted in runner.c).
ITEM_SIZE, STATE, GROUP, STACK, SITE, COUNT = 256, 60, 128, 136, 184, 24
SCANNED = 512  # words of a stack between the kernel and the switch
STATES = ("ready", "at a barrier", "in a warp operation",
          "at the grid's barrier", "done")
SAVED = ("r15", "r14", "r13", "r12", "rbx", "rbp")  # by qn_cpu_switch


def word(address, size):
    data = gdb.selected_inferior().read_memory(address, size)
    return int.from_bytes(bytes(data), "little")


def item_frame():
    """The innermost frame of the stack that belongs to a work-item."""
    frame = gdb.newest_frame()
    while frame is not None and frame.is_valid():
        if triple(frame, "blockIdx") and triple(frame, "threadIdx"):
            return frame
        frame = frame.older()
    raise gdb.GdbError("No work-item runs on this thread.")


def numbers(text):
    try:
        parts = [int(part) for part in text.strip("()").split(",")]
    except ValueError:
        raise gdb.GdbError(f"'{text}' is no X,Y,Z.") from None
    return (parts + [0, 0])[:3]


class Items:
    """The work-items of the group that runs, where each has a stack."""

    def __init__(self):
        context = int(item_frame().read_var("threadIdx").address)
        self.group = word(context + GROUP, 8)
        if not self.group:
            raise gdb.GdbError("The work-items of this kernel run one after "
                               "another, on one stack.")
        self.first = word(self.group, 8)
        self.current = context

    def __iter__(self):
        for i in range(word(self.group + COUNT, 4)):
            yield self.first + i * ITEM_SIZE

    @staticmethod
    def thread(item):
        return [word(item + 4 * i, 4) for i in range(3)]

    def find(self, thread):
        for item in self:
            if self.thread(item) == thread:
                return item
        raise gdb.GdbError(f"The block has no thread {tuple(thread)}.")


saved = {}  # registers of the running work-item while another is looked at


def go_back():
    # Registers of outer frames cannot be set.
    gdb.execute("frame 0", to_string=True)
    for name, value in saved.items():
        gdb.execute(f"set ${name} = {value}", to_string=True)
    saved.clear()
    gdb.execute("frame 0", to_string=True)


class Quern(gdb.Command):
    """Kernels on the CPU: kernels, items, thread X,Y,Z, back, break PLACE BLOCK [THREAD]."""

    def __init__(self):
        super().__init__("quern", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        words = gdb.string_to_argv(argument)
        what = {"kernels": self.kernels, "items": self.items,
                "thread": self.thread, "back": self.back,
                "break": self.stop_at}.get(words[0] if words else "")
        if what is None:
            raise gdb.GdbError(self.__doc__)
        what(*words[1:])

    @staticmethod
    def kernels():
        selected = gdb.selected_thread()
        for thread in gdb.selected_inferior().threads():
            thread.switch()
            text = describe(gdb.newest_frame())
            if text:
                print(f"thread {thread.num}: {text}")
        selected.switch()

    @staticmethod
    def items():
        items = Items()
        for item in items:
            state = STATES[word(item + STATE, 4)]
            here = "running" if item == items.current else state
            print(f"thread ({','.join(map(str, items.thread(item)))}): {here}")

    @staticmethod
    def thread(where):
        if gdb.selected_frame().architecture().name() != "i386:x86-64":
            raise gdb.GdbError("Only for x86-64.")
        if saved:
            go_back()
        items = Items()
        item = items.find(numbers(where))
        if item == items.current:
            return
        if STATES[word(item + STATE, 4)] == "done":
            raise gdb.GdbError("It has ended.")
        gdb.execute("frame 0", to_string=True)
        frame = gdb.newest_frame()
        for name in (*SAVED, "rsp", "rip"):
            saved[name] = int(frame.read_register(name)) & (2**64 - 1)
        stack = word(item + STACK, 8)
        for i, name in enumerate(SAVED):
            gdb.execute(f"set ${name} = {word(stack + 8 * i, 8)}", to_string=True)
        # The library has no unwind tables: where the kernel called it is known.
        site = word(item + SITE, 8)
        at = next((stack + 8 * i for i in range(SCANNED)
                   if site and word(stack + 8 * i, 8) == site), None)
        if at is None:
            go_back()
            raise gdb.GdbError("It has not begun.")
        gdb.execute(f"set $rsp = {at + 8}", to_string=True)
        gdb.execute(f"set $rip = {site}", to_string=True)
        gdb.execute("frame 0", to_string=True)
        print(describe(gdb.newest_frame()))

    @staticmethod
    def back():
        go_back()

    @staticmethod
    def stop_at(place, block, thread=None):
        parts = [("blockIdx", block)] + ([("threadIdx", thread)] if thread else [])
        condition = " && ".join(f"{name}.{field} == {value}"
                                for name, text in parts
                                for field, value in zip(FIELDS, numbers(text)))
        gdb.execute(f"break {place} -force-condition if {condition}")


WorkItem()
Quern()
# Whatever goes on does so as the work-item that really runs.
for name in ("continue", "step", "next", "finish", "stepi", "nexti", "until"):
    gdb.execute(f"define hook-{name}\npython go_back() if saved else None\nend")
gdb.events.stop.connect(on_stop)
