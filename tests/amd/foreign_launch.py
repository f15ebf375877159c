# SPDX-License-Identifier: Apache-2.0
"""Kernels of AMD code objects that others built: found by `quern inspect`, launched
one by one through HIP's module functions, and what they wrote compared.
"""
import ctypes
import json
import random
import re
import struct
import subprocess

# A type's letter for struct, and how many of them are one.
TYPES = {"int": ("i", 1), "long": ("q", 1), "float": ("f", 1), "double": ("d", 1),
         "rocsparse_complex_num<float>": ("f", 2),
         "rocsparse_complex_num<double>": ("d", 2), "bool": ("B", 1),
         "signed char": ("b", 1), "unsigned char": ("B", 1),
         "unsigned short": ("H", 1), "unsigned int": ("I", 1),
         "unsigned long": ("Q", 1), "unsigned long long": ("Q", 1),
         "__half": ("e", 1)}
TOLERANCES = {"f": 1e-5, "d": 1e-13, "e": 2e-3}


class Failed(Exception):
    """What a launch said; the device is of no more use then."""


class Skip(Exception):
    """Why a kernel is not launched on this device."""


def split_list(text):
    """Parts between commas that are not in brackets."""
    parts, depth, part = [], 0, ""
    for c in text:
        depth += (c in "<(") - (c in ">)")
        if c == "," and depth == 0:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return parts + ([part.strip()] if part.strip() else [])


def is_complex(name):
    return TYPES.get(name, ("", 1))[1] == 2


def pack(name, values):
    letter, count = TYPES[name]
    if count == 2:
        values = [part for v in values for part in (complex(v).real, complex(v).imag)]
    return struct.pack(f"<{len(values)}{letter}", *values)


def unpack(name, data):
    letter, count = TYPES[name]
    size = struct.calcsize(letter)
    flat = struct.unpack(f"<{len(data) // size}{letter}", data)
    if count == 2:
        return [complex(a, b) for a, b in zip(flat[::2], flat[1::2])]
    return list(flat)


def rounded(name, values):
    """The values as the type holds them."""
    return unpack(name, pack(name, values))


class Buffer:
    """Device memory of a launch. `want` is what has to be in it afterwards, None
    for elements that may be anything; `scale` widens the tolerance."""

    def __init__(self, kind, values, want=None, scale=1.0):
        self.kind, self.values, self.want, self.scale = kind, values, want, scale
        self.address = None

    def wrong(self, data):
        """The first element that is not as wanted, in words; or None."""
        letter, _ = TYPES[self.kind]
        least = TOLERANCES.get(letter, 0) * self.scale
        for k, (got, want) in enumerate(zip(unpack(self.kind, data), self.want)):
            if want is None or got == want:
                continue
            if not abs(got - want) <= least * max(1.0, abs(want)):
                return f"element {k} is {got}, expected {want}"
        return None


class Bytes:
    """A structure by value, or its memory."""

    def __init__(self, data):
        self.data = data


class Kernel:
    """What is known of a kernel, and help for those who make its arguments."""

    def __init__(self, row, image, wave):
        self.symbol = row["name"]
        self.image = image  # offset, size
        self.wave = wave
        self.arguments = [(a["offset"], a["size"]) for a in row["arguments"]]
        self.size = row["arguments_size"]
        self.shared = row["resources"]["shared_static"]
        self.text = row["demangled"] or row["name"]
        found = re.match(r"(?:void )?([\w:]+)", self.text)
        self.family = found.group(1).split("::")[-1] if found else ""
        rest = self.text[found.end():] if found else ""
        self.templates, self.params = [], []
        if rest.startswith("<"):
            inner = rest[1:closing(rest)]
            self.templates = [t[:-1] if re.fullmatch(r"\d+u", t) else t
                              for t in split_list(inner)]
            rest = rest[closing(rest) + 1:]
        if rest.startswith("("):
            self.params = split_list(rest[1:closing(rest)])
        self.rng = random.Random(self.text)

    def number(self, at):
        """Of a template's parameters, one that is a number."""
        return int(self.templates[at].split(")")[-1])

    def kind(self, at):
        """The type of a parameter, or of what it points to."""
        return re.sub(r"( const)?\**$", "", self.params[at]).strip()

    def is_pointer(self, at):
        return self.params[at].endswith("*")

    def real(self, name, count):
        """Random values of the type, between -1 and 1; small integers of those."""
        if TYPES[name][0] not in "fde":
            return [self.rng.randrange(-100, 100) for _ in range(count)]
        if is_complex(name):
            values = [complex(self.rng.uniform(-1, 1), self.rng.uniform(-1, 1))
                      for _ in range(count)]
        else:
            values = [self.rng.uniform(-1, 1) for _ in range(count)]
        return rounded(name, values)


def closing(text):
    """Where the bracket is closed that the text begins with."""
    depth = 0
    for k, c in enumerate(text):
        depth += (c in "<(") - (c in ">)")
        if depth == 0:
            return k
    return len(text)


class Launch:
    def __init__(self, grid, block, arguments, kernel=None, shared=0):
        self.grid = grid if isinstance(grid, tuple) else (grid, 1, 1)
        self.block = block if isinstance(block, tuple) else (block, 1, 1)
        self.arguments, self.kernel, self.shared = arguments, kernel, shared
        self.before = []  # buffers that arguments point to from inside


def inspect(quern, file, target, *words):
    """Rows of JSON that `quern inspect` prints of the file's images for a target."""
    command = [str(quern), "inspect", str(file), "--target", target, "--format",
               "jsonl", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        raise SystemExit(f"quern inspect {file} ended with {process.returncode}")


def kernels_of(quern, file, target, wave):
    """All kernels of the file's images for a target, each once."""
    images = [(row["offset"], row["size"])
              for row in inspect(quern, file, target, "--list")]
    found = {}
    for row in inspect(quern, file, target):
        kernel = row["kernel"]
        if kernel["name"] not in found:
            found[kernel["name"]] = Kernel(kernel, images[row["image"]], wave)
    return list(found.values())


class Device:
    """HIP's functions, and modules of one file."""

    def __init__(self, library, file):
        self.hip = ctypes.CDLL(str(library))
        self.file = open(file, "rb")
        self.modules = {}

    def call(self, name, *arguments):
        result = getattr(self.hip, name)(*arguments)
        if result:
            text = self.hip.hipGetErrorString
            text.restype = ctypes.c_char_p
            raise Failed(f"{name}: {text(result).decode()}")

    def function(self, kernel):
        if kernel.image not in self.modules:
            offset, size = kernel.image
            self.file.seek(offset)
            module = ctypes.c_void_p()
            self.call("hipModuleLoadData", ctypes.byref(module),
                      ctypes.c_char_p(self.file.read(size)))
            self.modules[kernel.image] = module
        function = ctypes.c_void_p()
        self.call("hipModuleGetFunction", ctypes.byref(function),
                  self.modules[kernel.image], kernel.symbol.encode())
        return function

    def place(self, buffer):
        data = pack(buffer.kind, buffer.values)
        address = ctypes.c_void_p()
        self.call("hipMalloc", ctypes.byref(address), ctypes.c_size_t(len(data) or 1))
        self.call("hipMemcpy", address, ctypes.c_char_p(data),
                  ctypes.c_size_t(len(data)), 1)
        buffer.address, buffer.size = address, len(data)

    def argument_bytes(self, kernel, at, value, made):
        size = kernel.arguments[at][1]
        if isinstance(value, Bytes):
            return value.data
        if value is None:
            return bytes(size)
        if not isinstance(value, Buffer):
            if not kernel.is_pointer(at):
                kind = kernel.kind(at)
                # Enumerations are unsigned numbers of four bytes.
                return pack(kind if kind in TYPES else "unsigned int", [value])
            value = Buffer(kernel.kind(at), [value])
        if value.address is None:
            self.place(value)
            made.append(value)
        return struct.pack("<Q", value.address.value)

    def launch(self, kernel, launch, made):
        block = bytearray(kernel.size)
        for buffer in launch.before:
            self.place(buffer)
            made.append(buffer)
        if len(launch.arguments) != len(kernel.arguments):
            raise Skip(f"{len(kernel.arguments)} arguments, "
                       f"not {len(launch.arguments)}")
        for at, value in enumerate(launch.arguments):
            offset, size = kernel.arguments[at]
            data = self.argument_bytes(kernel, at, value, made)
            if len(data) != size:
                raise Skip(f"argument {at} has {size} bytes, not {len(data)}")
            block[offset:offset + size] = data
        data, size = ctypes.create_string_buffer(bytes(block)), \
            ctypes.c_size_t(len(block))
        extra = (ctypes.c_void_p * 5)(1, ctypes.cast(data, ctypes.c_void_p), 2,
                                      ctypes.cast(ctypes.byref(size),
                                                  ctypes.c_void_p), 3)
        self.call("hipModuleLaunchKernel", self.function(kernel), *launch.grid,
                  *launch.block, launch.shared, None, None, extra)
        self.call("hipDeviceSynchronize")

    def run(self, kernel, launches):
        """None, or what is wrong with the results."""
        made = []
        for launch in launches:
            self.launch(launch.kernel or kernel, launch, made)
        wrong, compared = None, False
        for buffer in made:
            if buffer.want is None:
                continue
            compared = True
            data = ctypes.create_string_buffer(buffer.size)
            self.call("hipMemcpy", data, buffer.address,
                      ctypes.c_size_t(buffer.size), 2)
            wrong = wrong or buffer.wrong(data.raw)
        for buffer in made:
            self.call("hipFree", buffer.address)
        return wrong if compared else wrong or "nothing was compared"
