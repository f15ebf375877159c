# SPDX-License-Identifier: Apache-2.0
# Switches of the build, and the flags that every target of ours gets through
# the interface library quern_flags.

# The compiler that CI has says nothing about a clean tree, so that what it does
# say is to be mended before a commit. Users' own compilers may say more, and so
# does this one with sanitizers, whose checks are in the way of what it infers.
set(werror OFF)
if(CMAKE_C_COMPILER_ID STREQUAL GNU AND CMAKE_C_COMPILER_VERSION MATCHES "^12\\."
   AND CMAKE_BUILD_TYPE STREQUAL RelWithDebInfo AND NOT QUERN_SANITIZE)
  set(werror ON)
endif()
option(QUERN_WERROR "Warnings are errors" ${werror})
option(QUERN_TESTS "Build the tests" ON)
option(QUERN_FUZZ "Build *_fuzz.c with libFuzzer (clang only)" OFF)
option(QUERN_STATIC_DEPENDENCIES
  "zstd, zlib, lz4, xxHash and libmd as part of libquern, where their archives are"
  ON)
set(QUERN_SANITIZE "" CACHE STRING "Sanitizers, such as address,undefined")
set(QUERN_COMPILER AUTO CACHE STRING
    "Build libquern-compiler, which needs LLVM: AUTO, ON or OFF")

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()
# assert() guards our own invariants, never input; it stays on but in Release.
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g")
if(QUERN_SANITIZE)
  set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O1 -g")
endif()

# The build tree has the shape of the installed tree, so that a program finds
# its libraries and data by one rule: <its folder>/../lib/quern.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/static)
set(QUERN_HOME_DIR ${PROJECT_BINARY_DIR}/lib/quern)
file(MAKE_DIRECTORY ${QUERN_HOME_DIR})
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/include ${QUERN_HOME_DIR}/include SYMBOLIC)

add_library(quern_flags INTERFACE)
target_include_directories(quern_flags INTERFACE
  ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(quern_flags INTERFACE _GNU_SOURCE)
target_compile_options(quern_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
  -Wvla -Wundef -Wformat=2 -Wno-missing-field-initializers
  -fno-semantic-interposition
  # The same bytes wherever the checkout lies.
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=
  $<$<BOOL:${QUERN_WERROR}>:-Werror>
  # GCC's guess depends on its optimiser: worth reading, not worth failing.
  $<$<C_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized>)
target_link_options(quern_flags INTERFACE -Wl,--as-needed)
if(QUERN_FUZZ)
  target_compile_options(quern_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(QUERN_SANITIZE)
  target_compile_options(quern_flags INTERFACE
    -fsanitize=${QUERN_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(quern_flags INTERFACE -fsanitize=${QUERN_SANITIZE})
endif()
