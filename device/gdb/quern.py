# SPDX-License-Identifier: Apache-2.0
"""Work-items in gdb, for programs that `quern cc -g` made and that run on a CPU.

  gdb -x <prefix>/share/quern/gdb.py ./program

Every stop in a kernel tells the kernel, block and thread, and `work-item` tells
them again. threadIdx, blockIdx, blockDim and gridDim are variables of the frame:
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


WorkItem()
gdb.events.stop.connect(on_stop)
