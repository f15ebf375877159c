# SPDX-License-Identifier: Apache-2.0
# The version, of include/quern/version.h, which alone has it. Included before
# project().
#   quern_version       1.2.3, what CMake can compare
#   QUERN_VERSION       1.2.3 or 1.2.3-pre
#   QUERN_ABI_VERSION   4: the libraries are libquern.so.4 and their like
set(version_h ${CMAKE_CURRENT_SOURCE_DIR}/include/quern/version.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${version_h})
file(READ ${version_h} text)
foreach(name IN ITEMS VERSION_MAJOR VERSION_MINOR VERSION_PATCH ABI_VERSION)
  if(NOT text MATCHES "#define QUERN_${name} ([0-9]+)\n")
    message(FATAL_ERROR "${version_h}: no number QUERN_${name}")
  endif()
  set(QUERN_${name} ${CMAKE_MATCH_1})
endforeach()
set(quern_version
  ${QUERN_VERSION_MAJOR}.${QUERN_VERSION_MINOR}.${QUERN_VERSION_PATCH})
if(NOT text MATCHES "#define QUERN_VERSION \"(([0-9.]+)(-pre)?)\"\n")
  message(FATAL_ERROR "${version_h}: no text QUERN_VERSION")
endif()
set(QUERN_VERSION ${CMAKE_MATCH_1})
if(NOT CMAKE_MATCH_2 STREQUAL quern_version)
  message(FATAL_ERROR "${version_h}: QUERN_VERSION is ${QUERN_VERSION}, "
    "the numbers are ${quern_version}")
endif()
