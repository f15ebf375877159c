# SPDX-License-Identifier: Apache-2.0
"""HIP's calls that the tests need, over Quern's library."""
import ctypes
import sys

import numpy as np


class Device:
    def __init__(self, library):
        self.hip = ctypes.CDLL(str(library))
        self.hip.hipGetErrorName.restype = ctypes.c_char_p

    def call(self, name, *arguments):
        error = getattr(self.hip, name)(*arguments)
        if error:
            sys.exit(f"{name}: {self.hip.hipGetErrorName(error).decode()}")

    def module(self, path):
        module = ctypes.c_void_p()
        self.call("hipModuleLoad", ctypes.byref(module), str(path).encode())
        return module

    def to_device(self, array):
        address = ctypes.c_void_p()
        self.call("hipMalloc", ctypes.byref(address),
                  ctypes.c_size_t(max(array.nbytes, 1)))
        self.call("hipMemcpy", address, array.ctypes.data_as(ctypes.c_void_p),
                  ctypes.c_size_t(array.nbytes), 1)
        return address

    def back(self, address, array):
        self.call("hipMemcpy", array.ctypes.data_as(ctypes.c_void_p), address,
                  ctypes.c_size_t(array.nbytes), 2)
        self.call("hipFree", address)

    def launch(self, module, name, arguments, grid=(3, 1), block=64, shared=0):
        """Arguments: arrays, which are copied there and back, None, which is a
        null pointer, and NumPy's scalars."""
        function = ctypes.c_void_p()
        self.call("hipModuleGetFunction", ctypes.byref(function), module,
                  name.encode())
        values, copies = [], []
        for argument in arguments:
            if argument is None:
                values.append(np.zeros(1, np.uint64))
            elif isinstance(argument, np.ndarray):
                copies.append((self.to_device(argument), argument))
                values.append(np.array([copies[-1][0].value], np.uint64))
            else:
                values.append(np.array([argument]))
        pointers = (ctypes.c_void_p * len(values))(
            *[v.ctypes.data_as(ctypes.c_void_p).value for v in values])
        block = (block,) if isinstance(block, int) else block
        self.call("hipModuleLaunchKernel", function, *grid,
                  *(1,) * (3 - len(grid)), *block, *(1,) * (3 - len(block)),
                  shared, None, pointers, None)
        self.call("hipDeviceSynchronize")
        for address, array in copies:
            self.back(address, array)
