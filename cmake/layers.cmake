# SPDX-License-Identifier: Apache-2.0
# One folder of src/ is one layer: an object library, and a static library of
# the same objects for unit tests. The order of QUERN_LAYERS is the order of
# the arrows; tools/layers.txt states them and `make lint` checks them.

set(QUERN_LAYERS base targets formats metadata package compiler runtime hip
    pregen hipify cli)

# What a folder may use, itself included, highest first (the link order).
set(QUERN_USES_base base)
set(QUERN_USES_targets targets base)
set(QUERN_USES_formats formats targets base)
set(QUERN_USES_metadata metadata formats targets base)
set(QUERN_USES_package package metadata formats targets base)
set(QUERN_USES_compiler compiler package metadata formats targets base)
set(QUERN_USES_runtime runtime package metadata formats targets base)
set(QUERN_USES_hip hip runtime package metadata formats targets base)
set(QUERN_USES_pregen pregen package metadata formats targets base)
set(QUERN_USES_hipify hipify base)
set(QUERN_USES_cli cli hipify pregen hip runtime package metadata formats
    targets base)

# Third-party libraries by folder.
set(QUERN_THIRDPARTY_base PkgConfig::libxxhash PkgConfig::libmd
    Threads::Threads ${CMAKE_DL_LIBS} m)
set(QUERN_THIRDPARTY_formats PkgConfig::libzstd PkgConfig::zlib
    PkgConfig::liblz4)
set(QUERN_THIRDPARTY_metadata PkgConfig::zlib)
set(QUERN_THIRDPARTY_package PkgConfig::libzstd)
set(QUERN_THIRDPARTY_compiler $<TARGET_NAME_IF_EXISTS:quern_llvm>)
set(QUERN_THIRDPARTY_runtime Threads::Threads ${CMAKE_DL_LIBS} m)
set(QUERN_THIRDPARTY_pregen)
set(QUERN_THIRDPARTY_cli m)
set(QUERN_THIRDPARTY_cli m)

# The folder's objects (quern_<name>_objects) and archive (quern_<name>).
function(quern_folder name)
  set(folder ${PROJECT_SOURCE_DIR}/src/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.c)
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|bench)\\.c$|/cli/main\\.c$")
  if(NOT sources) # a folder may be empty
    set(sources ${PROJECT_BINARY_DIR}/empty.c)
    file(CONFIGURE OUTPUT ${sources} CONTENT "typedef int quern_empty;\n")
  endif()
  add_library(quern_${name}_objects OBJECT ${sources})
  target_link_libraries(quern_${name}_objects PUBLIC quern_flags
    ${QUERN_THIRDPARTY_${name}})
  add_library(quern_${name} STATIC $<TARGET_OBJECTS:quern_${name}_objects>)
endfunction()

# Links `target` statically with folder `name` and everything below it.
function(quern_link_static target name)
  foreach(layer IN LISTS QUERN_USES_${name})
    if(TARGET quern_${layer})
      target_link_libraries(${target} PRIVATE quern_${layer})
      set(thirdparty ${thirdparty} ${QUERN_THIRDPARTY_${layer}})
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE quern_flags ${thirdparty})
endfunction()

# Adds every src/<name>/**/X_test.c and X_fuzz.c.
function(quern_folder_tests name)
  set(folder ${PROJECT_SOURCE_DIR}/src/${name})
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS ${folder}/*_test.c)
  foreach(source IN LISTS tests)
    get_filename_component(stem ${source} NAME_WE)
    string(REGEX REPLACE "_test$" "" stem ${stem})
    set(target test_${name}_${stem})
    add_executable(${target} ${source})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    quern_link_static(${target} ${name})
    set_target_properties(${target} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    add_test(NAME unit.${name}.${stem} COMMAND ${target}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(unit.${name}.${stem} PROPERTIES
      SKIP_RETURN_CODE 77 TIMEOUT 120 LABELS "unit;${name}")
  endforeach()
  file(GLOB_RECURSE fuzzers CONFIGURE_DEPENDS ${folder}/*_fuzz.c)
  foreach(source IN LISTS fuzzers)
    get_filename_component(stem ${source} NAME_WE)
    string(REGEX REPLACE "_fuzz$" "" stem ${stem})
    set(target fuzz_${stem})
    set(run)
    add_executable(${target} ${source})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    quern_link_static(${target} ${name})
    set_target_properties(${target} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/fuzz)
    if(QUERN_FUZZ)
      target_link_options(${target} PRIVATE -fsanitize=fuzzer)
      # libFuzzer refuses a folder that is not there.
      file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/corpus/${stem})
      set(run -runs=0 ${PROJECT_BINARY_DIR}/corpus/${stem})
    else()
      target_sources(${target} PRIVATE
        ${PROJECT_SOURCE_DIR}/tests/support/replay.c)
    endif()
    if(NOT QUERN_FUZZ OR EXISTS ${PROJECT_SOURCE_DIR}/tests/corpus/${stem})
      list(APPEND run tests/corpus/${stem})
    endif()
    add_test(NAME corpus.${stem} COMMAND ${target} ${run}
      WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    set_tests_properties(corpus.${stem} PROPERTIES
      TIMEOUT 300 LABELS "corpus;${name}")
  endforeach()
endfunction()

# Adds every src/<name>/**/X_bench.c to the target quern-bench.
function(quern_folder_benches name)
  set(folder ${PROJECT_SOURCE_DIR}/src/${name})
  file(GLOB_RECURSE benches CONFIGURE_DEPENDS ${folder}/*_bench.c)
  foreach(source IN LISTS benches)
    get_filename_component(stem ${source} NAME_WE)
    string(REGEX REPLACE "_bench$" "" stem ${stem})
    set(target bench_${stem})
    add_executable(${target} EXCLUDE_FROM_ALL ${source})
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    quern_link_static(${target} ${name})
    set_target_properties(${target} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench)
    add_dependencies(quern-bench ${target})
  endforeach()
endfunction()
