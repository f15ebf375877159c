# SPDX-License-Identifier: Apache-2.0
# LLVM, for src/compiler alone, through llvm-config: one of the versions of
# cmake/llvm.txt.
#   QUERN_LLVM_CONFIG     the program; -D names another
#   QUERN_LLVM_UNTESTED   takes versions that the list does not have
#   QUERN_LLVM_MAJOR      of what was found; else of the first in the list
#   quern_llvm            the target, if there is LLVM
option(QUERN_LLVM_UNTESTED "Take a version of LLVM that cmake/llvm.txt lacks" OFF)

set(list ${PROJECT_SOURCE_DIR}/cmake/llvm.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${list})
file(STRINGS ${list} rows REGEX "^[0-9]")
set(QUERN_LLVM_SUPPORTED)
foreach(row IN LISTS rows)
  string(REGEX MATCH "^[0-9]+" version "${row}")
  list(APPEND QUERN_LLVM_SUPPORTED ${version})
endforeach()
if(NOT QUERN_LLVM_SUPPORTED)
  message(FATAL_ERROR "${list}: expected a line for each version, found none")
endif()
list(GET QUERN_LLVM_SUPPORTED 0 QUERN_LLVM_MAJOR)
list(JOIN QUERN_LLVM_SUPPORTED ", " supported)

if(NOT QUERN_COMPILER STREQUAL "OFF")
  set(names ${QUERN_LLVM_SUPPORTED})
  list(TRANSFORM names PREPEND llvm-config-)
  find_program(QUERN_LLVM_CONFIG NAMES ${names} llvm-config
    DOC "llvm-config of LLVM ${supported}")
  set(refused "LLVM ${supported} not found (llvm-config-${QUERN_LLVM_MAJOR})")
  if(QUERN_LLVM_CONFIG)
    execute_process(COMMAND ${QUERN_LLVM_CONFIG} --version
      OUTPUT_VARIABLE QUERN_LLVM_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX MATCH "^[0-9]+" found "${QUERN_LLVM_VERSION}")
    if(NOT found)
      set(refused "${QUERN_LLVM_CONFIG} --version: expected a version, found "
        "'${QUERN_LLVM_VERSION}'")
    elseif(NOT found IN_LIST QUERN_LLVM_SUPPORTED AND NOT QUERN_LLVM_UNTESTED)
      set(refused "${QUERN_LLVM_CONFIG} is of LLVM ${QUERN_LLVM_VERSION}, "
        "supported is ${supported} (cmake/llvm.txt); "
        "-DQUERN_LLVM_UNTESTED=ON takes it")
    else()
      set(refused)
      set(QUERN_LLVM_MAJOR ${found})
    endif()
  endif()
  string(JOIN "" refused ${refused})
  if(NOT refused)
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
    message(FATAL_ERROR "${refused}\n"
      "bash tools/setup.sh installs it, -DQUERN_COMPILER=OFF does without")
  else()
    message(STATUS "${refused}: building without libquern-compiler")
  endif()
endif()

# Whose clang and tools are looked for at run time.
target_compile_definitions(quern_flags INTERFACE
  QUERN_LLVM_MAJOR="${QUERN_LLVM_MAJOR}")
