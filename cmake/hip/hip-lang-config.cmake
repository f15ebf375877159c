# SPDX-License-Identifier: Apache-2.0
# What CMake's language HIP asks for: the runtime that programs are linked with.
# `quern cc` links it by itself.
if(NOT TARGET hip-lang::device)
  add_library(hip-lang::device INTERFACE IMPORTED)
  add_library(hip-lang::host INTERFACE IMPORTED)
endif()
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET hip-lang::device)
