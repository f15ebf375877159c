#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The runtime as a library that a running program opens: its thread-local data
is small enough for the room that is left then, and a thread that used it may
end after the library was let go of.

usage: opened_late.py BUILD
"""
import _ctypes
import ctypes
import os
import struct
import sys
import threading
from pathlib import Path

PT_TLS = 7
# Bytes. glibc keeps some 1600 for all libraries that are opened late.
TLS_MAX = 256
ROUNDS = 8


def tls_size(path):
    """Of an ELF file of 64 bits: bytes of thread-local data of each thread."""
    data = path.read_bytes()
    offset, = struct.unpack_from("<Q", data, 0x20)
    size, count = struct.unpack_from("<HH", data, 0x36)
    for i in range(count):
        kind, = struct.unpack_from("<I", data, offset + i * size)
        if kind == PT_TLS:
            return struct.unpack_from("<Q", data, offset + i * size + 0x28)[0]
    return 0


def use(path, results):
    library = ctypes.CDLL(str(path))
    wrong = library.hipSetDevice(1000)  # its reason is kept for the thread
    library.hipGetErrorName.restype = ctypes.c_char_p
    results.append(library.hipGetErrorName(wrong))
    results.append(library.hipSetDevice(0))
    _ctypes.dlclose(library._handle)


def main():
    os.environ["QUERN_DEVICE"] = "cpu"
    path = Path(sys.argv[1]) / "lib" / "libquernhip.so"
    for file in (path, path.with_name("libquern.so")):
        if tls_size(file) > TLS_MAX:
            sys.exit(f"{file.name} has {tls_size(file)} bytes of thread-local "
                     f"data; at most {TLS_MAX} are room to open it late")
    results = []
    for _ in range(ROUNDS):
        thread = threading.Thread(target=use, args=(path, results))
        thread.start()
        thread.join()
    if results != [b"hipErrorInvalidDevice", 0] * ROUNDS:
        sys.exit(f"unexpected results: {results}")


if __name__ == "__main__":
    main()
