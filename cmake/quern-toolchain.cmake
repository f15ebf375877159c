# SPDX-License-Identifier: Apache-2.0
# A toolchain file: CMake's languages HIP and CUDA by `quern cc`.
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=<prefix>/lib/cmake/Quern/quern-toolchain.cmake ..
#
# docs/cc.md tells what it sets and why. C and C++ keep the compilers they have.

# The tree this file is in: what has bin/quern-cc above it.
set(_quern_root ${CMAKE_CURRENT_LIST_DIR})
while(NOT EXISTS ${_quern_root}/bin/quern-cc)
  get_filename_component(_quern_above ${_quern_root} DIRECTORY)
  if(_quern_above STREQUAL _quern_root)
    message(FATAL_ERROR "There is no bin/quern-cc above ${CMAKE_CURRENT_LIST_DIR}")
  endif()
  set(_quern_root ${_quern_above})
endwhile()
get_filename_component(_quern_lib ${CMAKE_CURRENT_LIST_DIR}/../../quern ABSOLUTE)
set(_quern_cc ${_quern_root}/bin/quern-cc)

# ---- HIP: CMake sees clang, which is what compiles the host's side.
set(CMAKE_HIP_COMPILER ${_quern_cc})
set(CMAKE_HIP_COMPILER_ROCM_ROOT ${CMAKE_CURRENT_LIST_DIR}/hip)
if(NOT DEFINED CMAKE_HIP_ARCHITECTURES)
  # No --offload-arch: this machine's CPU, and the GPUs that it has.
  set(CMAKE_HIP_ARCHITECTURES OFF CACHE STRING "HIP architectures")
endif()

# ---- CUDA: CMake sees nvcc, whose options are taken. It would look into a CUDA
# toolkit for the rest, so it is told here what it would find.
set(CMAKE_CUDA_COMPILER ${_quern_cc})
set(CMAKE_CUDA_COMPILER_ID_RUN 1)
set(CMAKE_CUDA_COMPILER_ID NVIDIA)
set(CMAKE_CUDA_COMPILER_VERSION 12.8.0)
set(CMAKE_CUDA_COMPILER_TOOLKIT_VERSION 12.8.0)
set(CMAKE_CUDA_COMPILER_TOOLKIT_ROOT ${_quern_lib}/toolkit)
set(CMAKE_CUDA_COMPILER_TOOLKIT_LIBRARY_ROOT ${_quern_lib}/toolkit)
set(CMAKE_CUDA_COMPILER_LIBRARY_ROOT ${_quern_lib}/toolkit)
set(CMAKE_CUDA_SIMULATE_ID GNU)
set(CMAKE_CUDA_SIMULATE_VERSION 12.0)
set(CMAKE_CUDA_STANDARD_COMPUTED_DEFAULT 17)
set(CMAKE_CUDA_EXTENSIONS_COMPUTED_DEFAULT ON)
set(CMAKE_CUDA_COMPILER_PRODUCED_OUTPUT
"#$ PATH=${_quern_root}/bin
#$ INCLUDES=-I${_quern_lib}/include/cuda
#$ LIBRARIES= -L${_quern_lib}/..
${_quern_cc} -o a.out a.o  -L${_quern_lib}/.. -lcudart_static
")
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}) # Platform/
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES OFF CACHE STRING "CUDA architectures")
endif()

# For find_package(Quern) and find_package(hip), which may be in either.
list(APPEND CMAKE_PREFIX_PATH ${_quern_lib}/toolkit ${_quern_root})
