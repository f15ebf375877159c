#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small good files of every container and binary that no installed tool makes.

  samples.py --corpus     write those of the fuzz targets to tests/corpus
"""

import pathlib
import struct
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT / "tests" / "corpus"
PTX = (b".version 8.0\n.target sm_80\n.address_size 64\n"
       b".visible .entry scale(.param .u64 x, .param .f32 f) { ret; }\n")
CUBIN = (CORPUS / "image/one.cubin").read_bytes()
HSACO = (CORPUS / "image/hidden.hsaco").read_bytes()
MAGIC = b"__CLANG_OFFLOAD_BUNDLE__"
ID_PTX = b"cuda-nvptx64-nvidia-cuda--sm_80"
ID_AMD = b"hipv4-amdgcn-amd-amdhsa--gfx90a"


def pad(data, alignment):
    return data + bytes(-len(data) % alignment)


def bundle(*entries, alignment=8):
    at = 32 + sum(24 + len(name) for name, _ in entries)
    head, body = MAGIC + struct.pack("<Q", len(entries)), b""
    for name, data in entries:
        body = pad(body, 1) + bytes(-(at + len(body)) % alignment)
        head += struct.pack("<QQQ", at + len(body), len(data), len(name)) + name
        body += data
    return head + body


def text_bundle(*entries, comment=b"# "):
    out = b""
    for name, data in entries:
        out += b"\n" + comment + MAGIC + b"__START__ " + name + b"\n" + data
        out += comment + MAGIC + b"__END__ " + name + b"\n"
    return out


def fatbin_entry(kind, arch, payload, flags=1, **fields):
    padded = pad(payload, 8)
    value = {"header": 64, "size": len(padded), "compressed": 0, "expanded": 0,
             **fields}
    return struct.pack("<HHIQIIHHIIIQQQ", kind, 0x101, value["header"],
                       value["size"], value["compressed"], 0, 0, 8, arch, 0, 0,
                       flags, 0, value["expanded"]) + padded


def fatbin(*entries, version=1, header=16, size=None):
    body = b"".join(entries)
    return struct.pack("<IHHQ", 0xBA55ED50, version, header,
                       len(body) if size is None else size) + body


def offload(image, version=1, **fields):
    strings = b"triple\0nvptx64-nvidia-cuda\0arch\0sm_80\0"
    width = 16 if version == 1 else 24
    entry_at = 32
    strings_at = entry_at + 40
    text_at = strings_at + 2 * width
    image_at = (text_at + len(strings) + 7) // 8 * 8
    value = {"image_at": image_at, "image_size": len(image),
             "size": image_at + len(image), "entries_at": entry_at,
             "x": 40 if version == 1 else 1, "strings": 2, "kind": 5,
             "producer": 2, "text_at": text_at, **fields}

    def pair(key, text, size):
        row = struct.pack("<QQ", value["text_at"] + key, value["text_at"] + text)
        return row if version == 1 else row + struct.pack("<Q", size)
    out = b"\x10\xff\x10\xad" + struct.pack(
        "<IQQQ", version, value["size"], value["entries_at"], value["x"])
    out += struct.pack("<HHIQQQQ", value["kind"], value["producer"], 0,
                       strings_at, value["strings"], value["image_at"],
                       value["image_size"])
    out += pair(0, 7, 19) + pair(27, 32, 5) + strings
    return out.ljust(image_at, b"\0") + image


def member(name, data, size=None):
    size = b"%d" % len(data) if size is None else size
    return pad(name.ljust(16) + b"0".ljust(12) + b"0".ljust(6) + b"0".ljust(6)
               + b"644".ljust(8) + size.ljust(10) + b"`\n" + data, 2)


def archive(*members):
    return b"!<arch>\n" + b"".join(members)


def bsd_member(name, data):
    return member(b"#1/%d" % len(name), name + data)


def elf(*sections, machine=62, kind=1, order="<", wide=True, osabi=0,
        flags=0):
    """Sections are (name, type, flags, bytes)."""
    names, offsets = b"\0", []
    for name, *_ in [*sections, (b".shstrtab",)]:
        offsets.append(len(names))
        names += name + b"\0"
    head = 64 if wide else 52
    word = "Q" if wide else "I"
    body, rows = b"", []
    for offset, (name, type_, flag, data) in zip(
            offsets, [*sections, (b".shstrtab", 3, 0, names)]):
        body += bytes(-(head + len(body)) % 8)
        rows.append((offset, type_, flag, 0, head + len(body), len(data), 0, 0,
                     8, 0))
        body += data
    body = pad(body, 8) + bytes(-(head + len(pad(body, 8))) % 8)
    table = struct.pack(f"{order}II{word * 4}II{word * 2}", *[0] * 10)
    for row in rows:
        table += struct.pack(f"{order}II{word * 4}II{word * 2}", *row)
    ident = b"\x7fELF" + bytes([2 if wide else 1, 1 if order == "<" else 2, 1,
                                osabi]) + bytes(8)
    header = ident + struct.pack(
        f"{order}HHI{word * 3}IHHHHHH", kind, machine, 1, 0, 0,
        head + len(body), flags, head, 56 if wide else 32, 0,
        64 if wide else 40, len(rows) + 1, len(rows))
    return header + body + table


def ze_info():
    return b"""---
version:         '1.20'
kernels:
  - name:            scale
    execution_env:
      barrier_count:   1
      grf_count:       128
      required_work_group_size: [ 16, 2, 1 ]
      simd_size:       16
      slm_size:        1024
    payload_arguments:
      - arg_type:        local_size
        offset:          0
        size:            12
      - arg_type:        arg_bypointer
        offset:          32
        size:            8
        arg_index:       0
        addrmode:        stateless
        addrspace:       global
      - arg_type:        arg_byvalue
        offset:          40
        size:            4
        arg_index:       1
      - arg_type:        arg_byvalue
        offset:          44
        size:            4
        arg_index:       1
        source_offset:   4
kernels_misc_info:
  - name:            scale
    args_info:
      - index:           0
        name:            x
        type_name:       'float*;8'
      - index:           1
        name:            pair
        type_name:       'S;8'
...
"""


def intel_note():
    out = b""
    for kind, data in ((1, struct.pack("<I", 1270)), (4, b"1.20\0")):
        out += struct.pack("<III", 8, len(data), kind) + b"IntelGT\0"
        out += pad(data, 4)
    return out


def zebin(info=None, **more):
    info = ze_info() if info is None else info
    return elf((b".text.scale", 1, 6, bytes(64)),
               (b".note.intelgt.compat", 7, 0, intel_note()),
               (b".ze_info", 0xff000011, 0, info), machine=205, **more)


def hsaco_v2(text):
    note = struct.pack("<III", 4, len(text), 10) + b"AMD\0" + pad(text, 4)
    return elf((b".note", 7, 0, note), machine=224, kind=3, osabi=64,
               flags=0x2c)


def v2_text():
    return b"""---
Version:         [ 1, 0 ]
Kernels:
  - Name:            scale
    SymbolName:      'scale@kd'
    Args:
      - Name:            c
        TypeName:        char
        Size:            1
        Align:           1
        ValueKind:       ByValue
      - Name:            x
        TypeName:        'float*'
        Size:            8
        Align:           8
        ValueKind:       GlobalBuffer
        AddrSpaceQual:   Global
      - Size:            8
        Align:           8
        ValueKind:       HiddenGlobalOffsetX
    CodeProps:
      KernargSegmentSize: 24
      WavefrontSize:   64
      NumSGPRs:        12
...
"""


def vxbin(version=3, low=0x80000000, names=(b"scale", b"add")):
    image = bytes(64)
    if version == 1:
        return struct.pack("<Q", len(image)) + image
    out = struct.pack("<QQ", low, low + 0x100) + image
    if version == 3:
        blob, table = b"", b""
        for number, name in enumerate(names):
            table += struct.pack("<IHHQ", len(blob), len(name), 0,
                                 low + 16 * number)
            blob += name
        out += blob + table + struct.pack("<I", len(names)) + b"VXSYMTAB"
    return out


XML = b"""<?xml version="1.0"?>
<project name="p"><platform vendor="x"><device name="d"><core name="c">
<kernel name="scale" language="c"><!-- <arg name="no"/> -->
<arg name="n" addressQualifier="0" id="0" port="S" size="0x4" offset="0x10" type="int"/>
<arg name="x" addressQualifier="1" id="1" port="M" size="0x8" offset="0x18" type="float*"/>
</kernel></core></device></platform></project>
"""


def xclbin(xml=XML, count=1, offset=496, size=None, length=None):
    total = offset + len(xml) if length is None else length
    head = b"xclbin2\0" + struct.pack("<i", -1) + b"\xff" * 28 + bytes(264)
    head += struct.pack("<QQQHBBHH", total, 0, 0, 0, 2, 16, 0, 0) + bytes(16)
    head += b"xilinx_u50".ljust(64, b"\0") + bytes(32)
    head += struct.pack("<II", count, 0)
    row = struct.pack("<I16s4xQQ", 2, b"embedded", offset,
                      len(xml) if size is None else size)
    return head + row + xml


PDI = struct.pack("<4I", 0xdd000000, 0x44332211, 0x88776655, 0xccbbaa99)


def aie_partition(*images, pdis=None, name=184):
    """A partition "npu" whose images have one group each, "group"."""
    texts = b"npu\0group\0\0\0\0\0\0\0"
    rows_at = 184 + len(texts)
    groups_at = rows_at + 96 * len(images)
    data_at, rows, data = groups_at + 96, b"", b""
    for image in images:
        rows += struct.pack("<16sIIII64x", b"\1" * 16, len(image),
                            data_at + len(data), 1, groups_at)
        data += image
    head = struct.pack("<B3xII4xQQH6xII72x", 0, name, 1, 0, 0, 4, 0, 0)
    head += struct.pack("<II56x", len(images) if pdis is None else pdis,
                        rows_at)
    group = struct.pack("<IB3xQIIII64x", 188, 1, 7, 0, 0, 0, 0)
    return head + texts + rows + group + data


def xclbin_npu(**fields):
    whole = xclbin()
    partition = aie_partition(PDI + b"one", PDI + b"second", **fields)
    # A second row moves what the first names.
    head, row, xml = whole[:456], whole[456:496], whole[496:]
    at = 456 + 80
    rows = row[:24] + struct.pack("<QQ", at, len(xml)) + struct.pack(
        "<I16s4xQQ", 32, b"aie", at + len(xml), len(partition))
    body = head[:448] + struct.pack("<II", 2, 0) + rows + xml + partition
    return body[:304] + struct.pack("<Q", len(body)) + body[312:]


def pe(data):
    head = b"MZ".ljust(0x3c, b"\0") + struct.pack("<I", 64)
    head += b"PE\0\0" + struct.pack("<HHIIIHH", 0x8664, 1, 0, 0, 0, 0, 0x22)
    head += struct.pack("<8sIIIIIIHHI", b".hip_fat", len(data), 0x1000,
                        len(data), 512, 0, 0, 0, 0, 0x40000040)
    return head.ljust(512, b"\0") + data


def macho(data):
    section = struct.pack("<16s16sQQIIIIIIII", b"__hip_fatbin", b"__HIP", 0,
                          len(data), 256, 3, 0, 0, 0, 0, 0, 0)
    segment = struct.pack("<II16sQQQQIIII", 0x19, 72 + len(section), b"__HIP",
                          0, 0, 256, len(data), 1, 1, 1, 0) + section
    head = struct.pack("<IIIIIIII", 0xfeedfacf, 0x01000007, 3, 6, 1,
                       len(segment), 0, 0)
    return (head + segment).ljust(256, b"\0") + data


def rdc_object():
    return elf((MAGIC + b"host-x86_64-unknown-linux-gnu-", 1, 0x80000000, b"\0"),
               (MAGIC + ID_PTX, 1, 0x80000000, PTX))


def good():
    """name: (bytes, what `quern inspect --list` says of it: formats, targets)."""
    one = bundle((ID_AMD, HSACO))
    return {
        "bundle": (one, [("amdgpu", "gfx90a")]),
        "text_bundle": (text_bundle((ID_PTX, PTX)), [("ptx", "ptx80")]),
        "text_bundle_slashes": (text_bundle((ID_PTX, PTX), comment=b"// "),
                                [("ptx", "ptx80")]),
        "fatbin": (fatbin(fatbin_entry(1, 80, PTX), fatbin_entry(2, 90, CUBIN)),
                   [("ptx", "ptx80"), ("cubin", "sm_90")]),
        "offload": (offload(PTX), [("ptx", "ptx80")]),
        "offload_v2": (offload(PTX, version=2), [("ptx", "ptx80")]),
        "archive_gnu": (archive(member(b"a.ptx/", PTX)), [("ptx", "ptx80")]),
        "archive_bsd": (archive(bsd_member(b"a long name.ptx\0", PTX)),
                        [("ptx", "ptx80")]),
        "elf_rdc": (rdc_object(), [("ptx", "ptx80")]),
        "elf_offloading": (elf((b".llvm.offloading", 0x6fff4c0b, 0x80000000,
                                offload(PTX))), [("ptx", "ptx80")]),
        "elf_data": (elf((b".ldata", 1, 3, bytes(24) + fatbin(
            fatbin_entry(1, 80, PTX)))), [("ptx", "ptx80")]),
        "elf_32_big": (elf((b".hip_fatbin", 1, 2, one), order=">", wide=False,
                           machine=8), [("amdgpu", "gfx90a")]),
        "pe": (pe(one), [("amdgpu", "gfx90a")]),
        "macho": (macho(one), [("amdgpu", "gfx90a")]),
        "zebin": (zebin(), [("zebin", "dg2")]),
        "hsaco_v2": (hsaco_v2(v2_text()), [("amdgpu", "gfx900")]),
        "vxbin_1": (vxbin(1), [("vxbin", "vortex")]),
        "vxbin_2": (vxbin(2), [("vxbin", "vortex")]),
        "vxbin_3": (vxbin(3, 0x180000000), [("vxbin", "vortex-rv64")]),
        "xclbin": (xclbin(), [("xclbin", "xilinx_u50")]),
        "xclbin_npu": (xclbin_npu(), [("xclbin", "xilinx_u50"),
                                      ("pdi", None), ("pdi", None)]),
        "nested": (archive(member(b"b/", pe(bundle((b"hip-x--", fatbin(
            fatbin_entry(1, 80, PTX))))))), [("ptx", "ptx80")]),
    }


def write_corpus():
    # The format whose reader each is for, where the name does not say it.
    formats = {"elf_rdc": "elf", "elf_data": "elf", "elf_offloading": "elf",
               "elf_32_big": "elf", "offload": "offload_binary",
               "offload_v2": "offload_binary", "archive_gnu": "archive",
               "archive_bsd": "archive", "text_bundle_slashes": "text_bundle",
               "vxbin_1": "vxbin", "vxbin_2": "vxbin", "vxbin_3": "vxbin",
               "xclbin_npu": "xclbin"}
    whole = {"hsaco_v2", "nested"}
    for name, (data, _) in good().items():
        folder = CORPUS / ("image" if name in whole else
                           f"format_{formats.get(name, name)}")
        folder.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    for name, data in (("ze", ze_info()), ("v2", v2_text())):
        (CORPUS / "ze_info" / name).write_bytes(data)


if __name__ == "__main__":
    if sys.argv[1:] != ["--corpus"]:
        sys.exit(__doc__)
    write_corpus()
