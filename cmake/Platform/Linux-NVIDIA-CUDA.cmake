# SPDX-License-Identifier: Apache-2.0
# Read by CMake behind its own rules for nvcc; quern-toolchain.cmake puts it in
# the way. `quern cc` links its runtime itself, so it links what has CUDA in it.
set(CMAKE_CUDA_LINKER_PREFERENCE 95)
foreach(kind IN ITEMS STATIC SHARED NONE)
  set(CMAKE_CUDA_RUNTIME_LIBRARY_LINK_OPTIONS_${kind} "")
endforeach()
set(CMAKE_INCLUDE_SYSTEM_FLAG_CUDA "-isystem ")
