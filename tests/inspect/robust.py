#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""quern inspect on good files of each format and on forty classes of bad ones.

  robust.py QUERN [NAME]...     all, or the classes and samples of that name

A bad file gives an error or a partial result: the exit status is 0 or 1, the
output is whole JSON lines, and it takes at most 5 seconds and 1 GB. A file must
read the same when mapped, from a pipe and inside an archive.
"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import samples as s  # noqa: E402

SECONDS, MEGABYTES = 5, 1000
SLOW = int(os.environ.get("QUERN_SLOW", "1"))  # sanitizers: times the seconds
SANITIZED = bool(os.environ.get("ASAN_OPTIONS")) or SLOW > 1


def put(data, at, value, form="<I"):
    raw = struct.pack(form, value)
    return data[:at] + raw + data[at + len(raw):]


def msgpack_code(note):
    """An AMD code object with these bytes as its MessagePack note."""
    return s.elf((b".note", 7, 0, struct.pack("<III", 7, len(note), 32)
                  + b"AMDGPU\0\0" + s.pad(note, 4)),
                 machine=224, kind=3, osabi=64, flags=0x2c)


def kernel_map(*pairs):
    """{"amdhsa.kernels": [{pairs}]} of raw keys and values."""
    def text(data):
        return b"\xdb" + struct.pack(">I", len(data)) + data
    body = b"".join(text(k) + v for k, v in pairs)
    return (b"\x81" + text(b"amdhsa.kernels") + b"\x91\xde"
            + struct.pack(">H", len(pairs)) + body)


def text(data):
    return b"\xdb" + struct.pack(">I", len(data)) + data


def c01():
    yield b""
    for magic in (b"\x7fELF", s.MAGIC, b"CCOB", b"\x10\xff\x10\xad",
                  b"\x50\xed\x55\xba", b"\x03\x02\x23\x07", b"\x07\x23\x02\x03",
                  b"BC\xc0\xde", b"\xde\xc0\x17\x0b", b"!<arch>\n",
                  b"!<thin>\n", b"xclbin2\0", b"MZ", b"\xcf\xfa\xed\xfe",
                  b"# " + s.MAGIC + b"__START__ "):
        for size in (len(magic), 17, 40, 63):
            yield magic.ljust(size, b"\0")
            yield magic.ljust(size, b"\xff")


def c02():
    good = s.zebin()
    for value in (1 << 63, 2 ** 64 - 1, 2 ** 64 - 64, len(good)):
        yield put(good, 40, value, "<Q")
    for size in (0, 1, 63, 0xffff):
        yield put(good, 58, size, "<H")


def c03():
    good = s.zebin()
    yield put(put(good, 60, 0, "<H"), len(good) - 5 * 64 + 32, 1 << 60, "<Q")
    yield put(good, 62, 0xffff, "<H")
    yield put(good, 56, 0xffff, "<H")
    yield put(put(good, 32, 64, "<Q"), 56, 0xffff, "<H")


def c04():
    good = s.zebin()
    at = good.index(b".shstrtab")
    yield good[:at] + b"x" * 10 + good[at + 10:]
    yield put(good, 62, 0, "<H")
    yield put(good, 62, 1, "<H")
    table = len(good) - 5 * 64
    yield put(good, table + 64, 0xfffffff0)


def c05():
    good = s.zebin()
    table = len(good) - 5 * 64
    for row in range(1, 4):
        yield put(good, table + 64 * row + 24, 2 ** 64 - 8, "<Q")
        yield put(good, table + 64 * row + 32, 2 ** 64 - 8, "<Q")
        yield put(put(good, table + 64 * row + 4, 8), table + 64 * row + 32,
                  1 << 32, "<Q")
        yield put(good, table + 64 * row + 24, 64, "<Q")


def c06():
    for machine in (224, 190, 205):
        for order in "<>":
            for wide in (True, False):
                yield s.elf((b".ze_info", 0xff000011, 0, s.ze_info()),
                            machine=machine, order=order, wide=wide)
    for at, values in ((4, (0, 3)), (5, (0, 3)), (20, (0, 0x7c)), (7, (9,))):
        for value in values:
            yield put(s.CUBIN, at, value, "<B")
            yield put(s.HSACO, at, value, "<B")


def c07():
    yield put(put(s.HSACO, 40, 0, "<Q"), 60, 0, "<H")
    yield put(put(s.HSACO, 32, 0, "<Q"), 56, 0, "<H")
    yield put(s.HSACO, 56, 1, "<H")


def c08():
    at = s.HSACO.index(b"AMDGPU\0")
    for offset in (at - 12, at - 8):
        for value in (0xffffffff, 0, len(s.HSACO)):
            yield put(s.HSACO, offset, value)
    yield s.HSACO[:at] + b"AMDGPUxx" + s.HSACO[at + 8:]
    one = s.HSACO[at - 12:]
    yield s.elf((b".note", 7, 0, one[:600] + one[:600]), machine=224, kind=3,
                osabi=64, flags=0x2c)


def c09():
    for note in (b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff",
                 b"\xdb\xff\xff\xff\xffabc", b"\x91" * 10 ** 6, b"\x81\xc0",
                 b"\x81\x01\x02", b"\x82\xa1a\x01\xa1a\x01", b"\x80\x00\x00",
                 kernel_map((b".name", text(b"k")), (b".vgpr_count", b"\xcb"
                                                     + bytes(8))),
                 kernel_map((b".name", text(b"k")), (b".vgpr_count", b"\xc0")),
                 kernel_map((b".name", text(b"k")), (b".vgpr_count", b"\xff")),
                 kernel_map((b".name", text(b"k")),
                            (b".kernarg_segment_size", b"\xcf" + b"\xff" * 8)),
                 kernel_map((b".name", text(b"k")), (b".name", text(b"k")))):
        yield msgpack_code(note)


def c10():
    yield msgpack_code(b"\x81" + text(b"amdhsa.kernels") + b"\xc0")
    yield msgpack_code(kernel_map((b".args", b"\x80"), (b".name", text(b"k"))))
    for name in (b"", b"\x1b[31m\x07", b"a\nb", b"a\0b", b"\xff\xfe\x80",
                 "\u202egnp.\u200f".encode()):
        yield msgpack_code(kernel_map((b".name", text(name))))
    yield msgpack_code(kernel_map((b".symbol", text(b"k.kd"))))


def c11():
    yield msgpack_code(b"\x81" + text(b"amdhsa.kernels") + b"\xdd"
                       + struct.pack(">I", 1 << 20) + b"\x80" * (1 << 20))
    argument = b"\x83" + text(b".offset") + b"\0" + text(b".size") + b"\1" \
        + text(b".value_kind") + text(b"by_value")
    yield msgpack_code(kernel_map(
        (b".args", b"\xdd" + struct.pack(">I", 1 << 18) + argument * (1 << 18)),
        (b".name", text(b"k"))))
    hidden = argument.replace(text(b"by_value"), text(b"hidden_n"))
    yield msgpack_code(kernel_map(
        (b".args", b"\xdd" + struct.pack(">I", 1 << 18) + hidden * (1 << 17)
         + argument * (1 << 17)), (b".name", text(b"k"))))
    yield msgpack_code(kernel_map((b".name", text(b"_Z" + b"N" * (1 << 20)))))
    one = b"\xde\0\1" + text(b".name") + text(b"same")
    yield msgpack_code(b"\x81" + text(b"amdhsa.kernels") + b"\xdc"
                       + struct.pack(">H", 1000) + one * 1000)


def c12():
    at = s.HSACO.index(b".kd\0")
    yield s.HSACO[:at] + b".xx" + s.HSACO[at + 3:]
    name = s.HSACO.rindex(b".symtab") if b".symtab" in s.HSACO else 0
    for offset in range(max(name - 400, 64), name, 4):
        yield put(s.HSACO, offset, 0xfffffff0)


def c13():
    good = s.v2_text()
    for bad in (good.replace(b"  - Name", b"\t- Name"),
                good.replace(b"char", b"&a [*a, *a]"),
                good.replace(b"'scale@kd'", b"'scale@kd"),
                b"Kernels:\n" + b"".join(b" " * i + b"- a:\n"
                                         for i in range(3000)),
                b"Kernels: " + b"[" * 10 ** 5, b"- " * 10 ** 6,
                good.replace(b"\n", b"\r\n"),
                good.replace(b"Align:           8", b"Align: 0"),
                good.replace(b"Align:           8", b"Align: 3"),
                good.replace(b"Align:           8", b"Align: 99999999999")):
        yield s.hsaco_v2(bad)


def c14():
    for offset, size, total in ((0, 8, 4), (4, 0xffffffff, 8),
                                (0xffffffff, 8, 132)):
        argument = (b"\x83" + text(b".offset") + b"\xce"
                    + struct.pack(">I", offset) + text(b".size") + b"\xce"
                    + struct.pack(">I", size) + text(b".value_kind")
                    + text(b"by_value"))
        yield msgpack_code(kernel_map(
            (b".args", b"\x92" + argument * 2), (b".name", text(b"k")),
            (b".kernarg_segment_size", b"\xce" + struct.pack(">I", total)),
            (b".kernarg_segment_align", b"\x08")))


def c15():
    good = s.bundle((s.ID_AMD, s.HSACO), (s.ID_PTX, s.PTX))
    yield put(good, 24, 1 << 63, "<Q")
    for at in (32, 40, 48):
        for value in (1 << 40, 2 ** 64 - 1, 2 ** 64 - len(s.HSACO), 16):
            yield put(good, at, value, "<Q")
    yield s.bundle((s.ID_AMD, s.HSACO), (s.ID_AMD, s.HSACO))
    yield put(put(good, 40, 0, "<Q"), 32, 1 << 50, "<Q")


def c16():
    good = s.bundle((s.ID_AMD, s.HSACO), (s.ID_PTX, s.PTX))
    for size in [*range(24, 200, 7), 5000, len(good) - 1]:
        yield good[:size]


def c17():
    for name in (b"x", b"-" * 20, b"hip-a\0b-c", b"hip\n-x", b"hip----",
                 b"hip-amdgcn-amd-amdhsa-gfx90a", b"",
                 b"hipv4-amdgcn-amd-amdhsa--gfx90a:what+:xnack+:xnack-"):
        yield s.bundle((name, s.HSACO))


def c18():
    one = s.bundle((s.ID_PTX, s.PTX))
    yield s.elf((b".hip_fatbin", 1, 2, one + bytes(13) + one + bytes(99)))
    yield s.elf((b".hip_fatbin", 1, 2, one + b"garbage!" + one + b"\xee" * 99))
    yield s.elf((b".rodata", 1, 2, (s.MAGIC + bytes(8)) * 1000))
    yield one + b"garbage" + one


def c19():
    for depth in (7, 8, 9, 1000):
        inner = s.PTX
        for _ in range(depth):
            inner = s.bundle((b"hip-x-", inner))
        yield inner
    inner = s.PTX
    for _ in range(200):
        inner = s.archive(s.member(b"a/", inner))
    yield inner
    # Each entry is the whole file.
    whole = s.bundle(*[(b"%d" % i, b"") for i in range(64)])
    for i in range(64):
        at = 32 + sum(24 + len(b"%d" % j) for j in range(i))
        whole = put(put(whole, at, 0, "<Q"), at + 8, len(whole), "<Q")
    yield whole


def ccob(version, method, total, expanded, data=b"\x28\xb5\x2f\xfd" + bytes(20)):
    head = b"CCOB" + struct.pack("<HH", version, method)
    if version == 1:
        return head + struct.pack("<IQ", expanded & 0xffffffff, 0) + data
    form = "<QQQ" if version == 3 else "<IIQ"
    limit = 2 ** 64 - 1 if version == 3 else 2 ** 32 - 1
    return head + struct.pack(form, min(total, limit), min(expanded, limit),
                              0) + data


def c20():
    for version in (0, 1, 2, 3, 4, 0xffff):
        for method in (0, 1, 2, 0xffff):
            for total in (0, 8, 56, 1 << 40):
                yield ccob(version, method, total, 100)
    packed = (s.CORPUS / "image/packed.hipfb").read_bytes()
    yield packed + packed


def c21():
    for version in (1, 2, 3):
        for expanded in (1, 0xffffffff, 1 << 63):
            yield ccob(version, 1, 56, expanded)
    packed = (s.CORPUS / "image/packed.hipfb").read_bytes()
    yield put(packed, 12, 100)
    yield put(packed, 16, 0, "<Q")


def c22():
    packed = (s.CORPUS / "image/packed.hipfb").read_bytes()
    body, size = packed[24:], struct.unpack_from("<I", packed, 12)[0]
    for data in (body[:4] + b"\xff" * 10 + body[14:],
                 b"\x50\x2a\x4d\x18" + struct.pack("<I", 4) + bytes(4) + body,
                 body + body, body[:-20], body[:4] + b"\x03" + body[5:],
                 b"\x28\xb5\x2f\xfd\0\xf8" + b"\x03\xff\xff\0" * 500):
        yield ccob(2, 1, 24 + len(data), size, data)
        yield ccob(1, 1, 0, size, data)


def c23():
    import zlib
    bomb = zlib.compress(bytes(64 << 20), 9)
    yield ccob(2, 0, 24 + len(bomb), 64 << 20, bomb)
    yield ccob(2, 0, 24 + len(bomb), 100, bomb)
    yield ccob(2, 0, 24 + 200, 1000, b"\x78\x20" + bytes(198))
    yield ccob(2, 0, 24 + 500, 1 << 20, b"\x78\x01" + b"\0\0\0\xff\xff" * 99)
    for data in (b"\x0f\0\0" * 40, b"\xf0", b"\x04\x22\x4d\x18" + b"\xff" * 60):
        for compressed, expanded in ((len(data), 10), (len(data), 0),
                                     (len(data), 1 << 40)):
            yield s.fatbin(s.fatbin_entry(1, 80, data, 0x2001,
                                          compressed=compressed,
                                          expanded=expanded))


def c24():
    yield s.elf((b".data", 1, 3, b"CCOB\2\0\1\0" * 4000),
                (b".text", 1, 6, b"\x50\xed\x55\xba\1\0\x10\0" * 4000))
    yield s.elf((b".data", 1, 3, b"\x50\xed\x55\xba\1\0\x10\0" * 4000))


def c25():
    good = s.offload(s.PTX)
    for version in (0, 4, 0xffffffff):
        yield put(good, 4, version)
    for fields in ({"size": 8}, {"size": 1 << 60}, {"entries_at": 33},
                   {"entries_at": 1 << 62}, {"image_at": 2 ** 64 - 8},
                   {"image_size": 2 ** 64 - 8}, {"strings": 2 ** 61},
                   {"text_at": 1 << 40}):
        yield s.offload(s.PTX, **fields)
        yield s.offload(s.PTX, version=2, **fields)
    yield s.offload(s.PTX, version=2, x=2 ** 61)
    yield put(good, 36, 1)
    yield good.replace(b"sm_80\0", b"sm_80x")


def c26():
    for inflated in (1, 8, 1 << 60, 200):
        body = b"\x28\xb5\x2f\xfd" + bytes(60)
        for data in (body, b"neither!" * 8):
            yield (b"\x10\xff\x10\xad" + struct.pack(
                "<IQQQQ", 3, 40 + len(data), 40, 1, inflated) + data)


def c27():
    one = s.offload(s.PTX)
    yield s.pad(one, 8) * 3 + bytes(64)
    yield s.pad(one, 8) * 2 + b"junk" * 9
    yield s.elf((b".llvm.offloading", 0x6fff4c0b, 0x80000000, b"\x10\xff\x10\xad"
                 b"\1\0\0"))


def c28():
    for kind in (0, 1, 2, 3, 4, 5, 6, 7, 0xffff):
        for producer in (0, 1, 2, 3, 4, 8, 0xffff):
            yield s.offload(s.PTX, kind=kind, producer=producer)
    yield s.offload(s.PTX, strings=0)


def c29():
    entry = s.fatbin_entry(1, 80, s.PTX)
    for header in (0, 8, 0xffff):
        yield s.fatbin(entry, header=header)
    for size in (0, 8, 1 << 40, 2 ** 64 - 1):
        yield s.fatbin(entry, size=size)
    yield s.fatbin(entry, version=2)
    yield s.elf((b".nv_fatbin", 1, 2, b"123" + s.fatbin(entry)))


def c30():
    for header in (0, 1, 63, 65, 0xffffffff):
        yield s.fatbin(s.fatbin_entry(1, 80, s.PTX, header=header))
    for size in (0, 1 << 40, 1 << 63, 2 ** 64 - 64):
        yield s.fatbin(s.fatbin_entry(1, 80, s.PTX, size=size))
    for kind in (0, 3, 8, 0xffff):
        yield s.fatbin(s.fatbin_entry(kind, 80, s.PTX))
    for flags in (0xa001, 0x10001, 2 ** 64 - 1):
        yield s.fatbin(s.fatbin_entry(2, 80, s.PTX, flags, expanded=1 << 20))


def c31():
    for size in (1, 23, 25, 48):
        yield s.elf((b".nvFatBinSegment", 1, 3, (struct.pack(
            "<IIQQ", 0x466243b1, 1, 2 ** 64 - 1, 0) * 3)[:size]))
        yield s.elf((b".hipFatBinSegment", 1, 3, (struct.pack(
            "<IIQQ", 0x48495046, 1, 64, 0) * 3)[:size]))


def c32():
    head = b".version 8.0\n.target sm_80\n.address_size 64\n"
    for body in (s.PTX[:-3], s.PTX + b"\0" + s.PTX,
                 s.PTX.replace(b"\n", b"\r\n"),
                 head + b"// .entry no(\n/* .entry no( */ .file 1 \".entry no(\"",
                 head + b".entry k(" * 1000,
                 head + b".entry k(" + b"(" * 10 ** 5,
                 head + b".entry k(" + b",".join(
                     b".param .u64 p%d" % i for i in range(10 ** 5)) + b") {}",
                 head + b".entry k(.param .b8 x[99999999999]) {}",
                 head + b".entry k(.param .align 3 .b8 x[8]) {}",
                 b".version 8.0\n.entry k() {}",
                 head + b"x" * (20 << 20)):
        yield body


def c33():
    at = s.CUBIN.index(b".nv.info")
    for offset in range(0, len(s.CUBIN) - 4, 12):
        if s.CUBIN[offset:offset + 2] in (b"\x04\x17", b"\x04\x2f"):
            at = offset
            for value in (0x00001704, 0x17ff, 0xffff1704, 0x000b1704, 0x51704):
                yield put(s.CUBIN, offset, value)
            for word in range(offset + 4, offset + 16, 4):
                yield put(s.CUBIN, word, 0xffffffff)
    yield put(s.CUBIN, at, 0)
    for offset in range(0, len(s.CUBIN) - 4, 4):
        yield put(s.CUBIN, offset, 0xffffffff)


def c34():
    yield s.CUBIN.replace(b".text.saxpy", b".text.other")
    yield s.CUBIN.replace(b".nv.info.saxpy", b".nv.info.other")
    yield s.CUBIN.replace(b".nv.shared.", b".nv.xxxxxx.")
    yield s.elf(*[(b".text.k", 1, 6, b"")] * 60000, machine=190, osabi=0x33)


def c35():
    for size in (b"x", b"-1", b"99999999999", b"9999999999", b"1 2", b""):
        yield s.archive(s.member(b"a/", s.PTX, size=size))
    yield s.archive(s.member(b"a/", b"x"), s.member(b"b/", s.PTX))
    yield s.archive(s.member(b"//", b"name without slash"),
                    s.member(b"/5", s.PTX), s.member(b"/999", s.PTX))
    yield s.archive(s.member(b"#1/9999", s.PTX), s.member(b"#1/x", s.PTX))
    yield b"!<thin>\n" + s.member(b"../../etc/passwd/", b"", size=b"10")
    yield s.archive(s.member(b"a/", s.archive(s.member(b"b/", s.PTX))))
    yield s.archive(*[s.member(b"a/", b"")] * 10 ** 5)
    yield s.archive(s.member(b"/SYM64/", bytes(16)), s.member(b"b/", s.PTX))


def c36():
    good = (s.CORPUS / "image/kernels.spv").read_bytes()
    yield good[:-1]
    yield put(good, 20, 0)
    for bound in (0, 0xffffffff):
        yield put(good, 12, bound)
    yield put(good, 16, 1)
    for at in range(20, len(good) - 4, 4):
        if at % 12 == 8:
            yield put(good, at, 0xffffffff)
    yield good[:20] + struct.pack("<IIII", 0x4 << 16 | 32, 5, 5, 5) + good[20:]
    words = struct.unpack(f"<{len(good) // 4}I", good)
    yield struct.pack(f">{len(words)}I", *words)
    for size in range(24, 400, 12):
        yield good[:size]


def c37():
    yield b"BC\xc0\xde" + b"\xff" * 500
    yield b"BC\xc0\xde\x35\x14\0\0" + bytes(500)
    for offset, size in ((20, 2 ** 32 - 1), (2 ** 32 - 1, 8), (0, 0)):
        yield b"\xde\xc0\x17\x0b" + struct.pack("<IIII", 0, offset, size, 7) \
            + b"BC\xc0\xde" + bytes(64)


def c38():
    for name in (b".debug_info", b".zdebug_info"):
        yield s.elf((name, 1, 0x800, struct.pack("<IIQQ", 1, 0, 1 << 60, 1)
                     + bytes(40)), (b".debug_abbrev", 1, 0, b"\xff" * 60))
        yield s.elf((name, 1, 0, b"\xf0\xff\xff\xff\x05\0" + bytes(60)),
                    (b".debug_abbrev", 1, 0, b"\1\x11\1\x49\x13\0\0\0"))


def c39():
    yield s.xclbin(count=0xffffffff)
    yield s.xclbin(length=2 ** 63)
    for offset, size in ((0, 2 ** 64 - 1), (2 ** 64 - 8, 16)):
        good = s.xclbin()
        yield put(put(good, 480, offset, "<Q"), 488, size, "<Q")
    yield s.xclbin(b"<!DOCTYPE a [<!ENTITY b '" + b"&b;" * 10 ** 5 + b"'>]>"
                   + b"<kernel name='k'>" + b"<arg id='1'>" * 10 ** 4)
    yield s.xclbin(b"<kernel name=\"k" * 10 ** 4)
    yield s.xclbin(b"<!--" * 10 ** 5)
    yield s.xclbin_npu(pdis=0xffffffff)
    yield s.xclbin_npu(pdis=3)
    yield s.xclbin_npu(name=0xffffffff)
    npu = s.xclbin_npu()
    for at in range(len(npu) - 520, len(npu), 4):
        yield npu[:at] + b"\xff\xff\xff\x7f" + npu[at + 4:]
    good = s.vxbin()
    yield put(good, 0, 2 ** 64 - 1, "<Q")
    yield put(put(good, 0, 0, "<Q"), 8, 2 ** 64 - 1, "<Q")
    yield put(good, len(good) - 12, 2 ** 32 - 1)
    yield put(good, len(good) - 28, 2 ** 32 - 1)
    yield put(good, 8, 0, "<Q")
    info = s.ze_info()
    for bad in (info.replace(b"size:            8", b"size: -1"),
                info.replace(b"arg_index:       0", b"arg_index: 4294967295"),
                info.replace(b"offset:          32", b"offset: x"),
                b"kernels_misc_info:\n" + info, info * 50,
                info.replace(b"'float*;8'", b"'float*;8"),
                b"kernels:\n" + b"  - name: k\n" * (1 << 17) * 2):
        yield s.zebin(bad)
    yield s.elf((b".text.k", 1, 6, bytes(64)), machine=205)
    yield s.elf((b".ze_info", 0xff000011, 0, info),
                (b".ze_info", 0xff000011, 0, info), machine=205)


def c40():
    one = s.pad(s.fatbin(s.fatbin_entry(1, 80, s.PTX)), 8)
    yield s.elf((b".ldata", 1, 3, one * 24000))
    yield s.archive(*[s.member(b"a/", s.bundle((b"hip-x-", b"x")))] * 10000)
    yield s.elf((b".data", 1, 3, bytes(100 << 20)))


CLASSES = {name: function for name, function in sorted(globals().items())
           if name[0] == "c" and name[1:].isdigit()}


def run(quern, path, *more, stdin=None):
    """Exit status, output, errors, seconds and MB."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        start = time.monotonic()
        tool = subprocess.Popen([quern, "inspect", "--format", "jsonl", *more,
                                 path], stdin=stdin or subprocess.DEVNULL,
                                stdout=out, stderr=errors)
        while True:
            pid, status, usage = os.wait4(tool.pid, os.WNOHANG)
            spent = time.monotonic() - start
            if pid or spent > SECONDS * SLOW * 4:
                break
            time.sleep(0.001)
        if not pid:
            tool.kill()
            _, status, usage = os.wait4(tool.pid, 0)
        tool.returncode = status
        out.seek(0)
        errors.seek(0)
        cpu = usage.ru_utime + usage.ru_stime
        return (os.waitstatus_to_exitcode(status), out.read(), errors.read(),
                cpu, usage.ru_maxrss / 1024)


def check_bad(quern, name, number, data, path):
    path.write_bytes(data)
    code, out, errors, cpu, size = run(quern, path)
    wrong = []
    if code not in (0, 1):
        wrong.append(f"exit {code}")
    if code == 1 and b'"severity":"error"' not in errors:
        wrong.append("fails without an error")
    if cpu > SECONDS * SLOW or (size > MEGABYTES and not SANITIZED):
        wrong.append(f"{cpu:.1f} s, {size:.0f} MB")
    try:
        for line in out.splitlines():
            json.loads(line)
    except ValueError as reason:
        wrong.append(f"no JSON: {reason}")
    for reason in wrong:
        print(f"{name}, file {number}: {reason}\n"
              + errors.decode(errors="replace")[:400])
    return not wrong


def check_good(quern, name, folder):
    data, wanted = s.good()[name]
    path = folder / name
    path.write_bytes(data)
    code, out, errors, *_ = run(quern, path, "--list")
    got = [(i["format"], i["target"]) for i in map(json.loads,
                                                   out.splitlines())]
    if code or got != wanted:
        print(f"{name}: {got}, expected {wanted}\n{errors.decode()}")
        return False
    # The same from a pipe, and as a member of an archive.
    full = run(quern, path)[1]
    with open(path, "rb") as file, subprocess.Popen(
            ["cat"], stdin=file, stdout=subprocess.PIPE) as cat:
        piped = run(quern, "-", stdin=cat.stdout)[1]
    if piped.replace(b'"file":"-"', b'"file":"%s"' % str(path).encode()) != full:
        print(f"{name}: differs from a pipe")
        return False
    kernels = [json.loads(l)["kernel"] for l in full.splitlines()]
    path.write_bytes(s.archive(s.member(b"a/", data)))
    inner = [json.loads(l)["kernel"]
             for l in run(quern, path)[1].splitlines()]
    if inner != kernels:
        print(f"{name}: differs in an archive")
    return inner == kernels


def check_shrinking(quern, folder):
    """The file is cut while its first images wait in a full pipe."""
    one = s.pad(s.fatbin(s.fatbin_entry(2, 90, s.CUBIN)), 8)
    path = folder / "shrinking"
    path.write_bytes(s.elf((b".ldata", 1, 3, one * 4000)))
    with subprocess.Popen([quern, "inspect", "--format", "jsonl", path],
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE) as tool:
        tool.stdout.read(1)
        os.truncate(path, 1 << 20)
        out, errors = tool.communicate(timeout=60)
        good = tool.returncode == 1 and b"became shorter" in errors
        if not good:
            print(f"shrinking: exit {tool.returncode}, {len(out)} bytes\n"
                  + errors.decode()[:400])
        return good


def check_special(quern, folder):
    """Things that are no files, and one that is mostly a hole."""
    fifo, hole = folder / "fifo", folder / "hole"
    os.mkfifo(fifo)
    with subprocess.Popen(["sh", "-c", f": > {fifo}"]):
        results = [run(quern, fifo)]
    with open(hole, "wb") as file:
        file.truncate(1 << 40)
    for path in (hole, "/dev/null"):
        results.append(run(quern, path))
    results.append(run(quern, "/dev/zero", "--max-size", "1000000"))
    # Without an option a device is read up to 2 GiB, not for ever.
    if not SANITIZED:
        code, _, errors, cpu, size = run(quern, "/dev/zero")
        results.append((code if size < 3000 and cpu < 20 else -1, b"", errors))
    good = all(code == 1 and b'"severity":"error"' in errors
               for code, _, errors, *_ in results)
    if not good:
        print("special files:", results)
    return good


def main():
    quern, wanted = os.path.abspath(sys.argv[1]), sys.argv[2:]
    failed = files = 0
    with tempfile.TemporaryDirectory(prefix="quern-robust-") as temp:
        folder = pathlib.Path(temp)
        for name in s.good():
            if not wanted or name in wanted:
                failed += not check_good(quern, name, folder)
        for name, function in CLASSES.items():
            if wanted and name not in wanted:
                continue
            for number, data in enumerate(function()):
                failed += not check_bad(quern, name, number, data,
                                        folder / "bad")
                files += 1
        if not wanted:
            failed += not check_shrinking(quern, folder)
            failed += not check_special(quern, folder)
    print(f"{files} bad files, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
