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
