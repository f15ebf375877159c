#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a damaged image within compressed contents, in each container that
expands: x.bundle, x.fatbin and x.offload, here. Messages about it have offsets
that mean nothing in the file.
"""

import hashlib
import pathlib
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import samples  # noqa: E402


def lz4_literals(data):
    """One sequence of literals: the simplest that LZ4 reads."""
    more, extra = divmod(len(data) - 15, 255)
    return b"\xf0" + b"\xff" * more + bytes([extra]) + data


def ccob(bundle):
    packed = zlib.compress(bundle)
    return (b"CCOB" + struct.pack("<HHII", 2, 0, 24 + len(packed), len(bundle))
            + hashlib.md5(bundle).digest()[:8] + packed)


def offload(image):
    """Version 3: what stands from the entries on is compressed."""
    plain = samples.offload(image, version=2)
    # Eight more bytes in front of all that offsets point at.
    body = bytearray(plain[32:])
    for at in (8, 24):  # strings, image
        struct.pack_into("<Q", body, at,
                         struct.unpack_from("<Q", body, at)[0] + 8)
    strings = struct.unpack_from("<Q", body, 8)[0] - 40
    for at in (0, 8, 24, 32):
        struct.pack_into("<Q", body, strings + at, struct.unpack_from(
            "<Q", body, strings + at)[0] + 8)
    packed = zlib.compress(bytes(body))
    head = struct.pack("<IQQQQ", 3, 40 + len(packed), 40, 1, 40 + len(body))
    return b"\x10\xff\x10\xad" + head + packed


def main():
    bad = bytearray(samples.CUBIN)
    struct.pack_into("<H", bad, 58, 7)  # of an entry of the section table
    packed = lz4_literals(bad)
    entry = samples.fatbin_entry(2, 80, packed, 0x2001, expanded=len(bad),
                                 compressed=len(packed))
    files = {"x.bundle": ccob(samples.bundle((samples.ID_PTX, bytes(bad)))),
             "x.fatbin": samples.fatbin(entry), "x.offload": offload(bad)}
    for name, contents in files.items():
        pathlib.Path(name).write_bytes(contents)


main()
