# SPDX-License-Identifier: Apache-2.0
# Third-party libraries; docs/dependencies.md gives the reason for each.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
foreach(module IN ITEMS libzstd zlib liblz4 libxxhash libmd)
  pkg_check_modules(${module} QUIET IMPORTED_TARGET ${module})
  if(NOT ${module}_FOUND)
    list(APPEND quern_missing ${module})
  endif()
endforeach()
if(quern_missing)
  list(JOIN quern_missing ", " quern_missing)
  message(FATAL_ERROR "missing libraries: ${quern_missing}\n"
    "bash tools/setup.sh installs what Quern needs")
endif()
# Each library that a program loads is searched for every symbol that those
# behind it bind: 22,000 for Intel's OpenCL driver (docs/opencl.md). So ours has
# these in itself, where what it uses of their archives can be in a library.
function(quern_take_archive module)
  list(LENGTH ${module}_LINK_LIBRARIES count)
  string(REGEX REPLACE "\\.so$" ".a" archive "${${module}_LINK_LIBRARIES}")
  if(NOT count EQUAL 1 OR NOT archive MATCHES "\\.a$" OR
     NOT EXISTS ${archive})
    return()
  endif()
  # Its names are nobody else's.
  get_filename_component(name ${archive} NAME)
  set(hidden -Wl,--exclude-libs,${name})
  list(TRANSFORM ARGN PREPEND -Wl,--undefined= OUTPUT_VARIABLE used)
  try_compile(quern_links_${module}
    SOURCE_FROM_CONTENT empty.c "typedef int empty;"
    LINK_OPTIONS -shared ${hidden} ${used}
    LINK_LIBRARIES ${archive})
  if(quern_links_${module})
    set_target_properties(PkgConfig::${module} PROPERTIES
      INTERFACE_LINK_LIBRARIES ${archive}
      INTERFACE_LINK_OPTIONS ${hidden})
  endif()
endfunction()
if(QUERN_STATIC_DEPENDENCIES AND NOT QUERN_SANITIZE)
  quern_take_archive(libzstd ZSTD_decompress ZSTD_compress2)
  quern_take_archive(zlib inflate compress2 crc32)
  quern_take_archive(liblz4 LZ4_decompress_safe LZ4_compress_default)
  quern_take_archive(libxxhash XXH3_64bits)
  quern_take_archive(libmd SHA256Update MD5Update)
endif()
# Not needed yet: a folder that asks for one of them (QUERN_THIRDPARTY_<folder>
# in layers.cmake) adds its package to tools/packages.txt too.
foreach(module IN ITEMS jansson libelf libdw)
  pkg_check_modules(${module} QUIET IMPORTED_TARGET ${module})
endforeach()

# LLVM, for src/compiler alone: 22 or newer, through llvm-config.
if(NOT QUERN_COMPILER STREQUAL "OFF")
  find_program(QUERN_LLVM_CONFIG
    NAMES llvm-config-22 llvm-config-23 llvm-config-24 llvm-config-25 llvm-config
    DOC "llvm-config of LLVM 22 or newer")
  if(QUERN_LLVM_CONFIG)
    execute_process(COMMAND ${QUERN_LLVM_CONFIG} --version
      OUTPUT_VARIABLE QUERN_LLVM_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
  if(QUERN_LLVM_CONFIG AND QUERN_LLVM_VERSION VERSION_GREATER_EQUAL 22)
    foreach(what IN ITEMS includedir libdir bindir)
      execute_process(COMMAND ${QUERN_LLVM_CONFIG} --${what}
        OUTPUT_VARIABLE QUERN_LLVM_${what} OUTPUT_STRIP_TRAILING_WHITESPACE)
    endforeach()
    execute_process(COMMAND ${QUERN_LLVM_CONFIG} --link-shared --libs
      OUTPUT_VARIABLE llvm_libs OUTPUT_STRIP_TRAILING_WHITESPACE)
    add_library(quern_llvm INTERFACE)
    target_include_directories(quern_llvm SYSTEM INTERFACE
      ${QUERN_LLVM_includedir})
    target_link_directories(quern_llvm INTERFACE ${QUERN_LLVM_libdir})
    target_link_libraries(quern_llvm INTERFACE ${llvm_libs})
    message(STATUS "LLVM ${QUERN_LLVM_VERSION}: ${QUERN_LLVM_CONFIG}")
  elseif(QUERN_COMPILER STREQUAL "ON")
    message(FATAL_ERROR "LLVM 22 or newer not found (llvm-config-22); "
      "bash tools/setup.sh installs it, -DQUERN_COMPILER=OFF does without")
  else()
    message(STATUS "LLVM 22 not found: building without libquern-compiler")
  endif()
endif()

# Whose clang and tools are looked for at run time.
string(REGEX MATCH "^[0-9]+" QUERN_LLVM_MAJOR "${QUERN_LLVM_VERSION}")
if(NOT QUERN_LLVM_MAJOR)
  set(QUERN_LLVM_MAJOR 22)
endif()
target_compile_definitions(quern_flags INTERFACE
  QUERN_LLVM_MAJOR="${QUERN_LLVM_MAJOR}")
