# SPDX-License-Identifier: Apache-2.0
# One folder of src/ is one layer: an object library, and a static library of
# the same objects for unit tests. tools/layers.txt has the layers, lowest first,
# and what each may use.
#
# QUERN_LAYERS: all of them, in that order. QUERN_USES_<layer>: what it may use,
# itself included, highest first (the link order). The compiler is opened at run
# time, so nobody links with it.
set(layers_txt ${PROJECT_SOURCE_DIR}/tools/layers.txt)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${layers_txt})
file(STRINGS ${layers_txt} lines REGEX "^[a-z]")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^([a-z]+): *(.*)$" matched "${line}")
  set(layer ${CMAKE_MATCH_1})
  string(REPLACE " " ";" below "${CMAKE_MATCH_2}")
  set(used)
  foreach(name IN LISTS below)
    list(APPEND used ${QUERN_USES_${name}})
  endforeach()
  set(QUERN_USES_${layer} ${layer})
  foreach(name IN LISTS QUERN_LAYERS) # lowest first
    if(name IN_LIST used AND NOT name STREQUAL "compiler")
      list(INSERT QUERN_USES_${layer} 1 ${name})
    endif()
  endforeach()
  list(APPEND QUERN_LAYERS ${layer})
endforeach()

# Third-party libraries by folder.
set(QUERN_THIRDPARTY_base PkgConfig::libxxhash PkgConfig::libmd
    Threads::Threads ${CMAKE_DL_LIBS} m)
set(QUERN_THIRDPARTY_formats PkgConfig::libzstd PkgConfig::zlib
    PkgConfig::liblz4)
set(QUERN_THIRDPARTY_metadata PkgConfig::zlib)
set(QUERN_THIRDPARTY_package PkgConfig::libzstd)
set(QUERN_THIRDPARTY_compiler $<TARGET_NAME_IF_EXISTS:quern_llvm>)
set(QUERN_THIRDPARTY_amdsim $<TARGET_NAME_IF_EXISTS:quern_llvm> m)
set(QUERN_THIRDPARTY_libs ${CMAKE_DL_LIBS} m)
set(QUERN_THIRDPARTY_runtime Threads::Threads ${CMAKE_DL_LIBS} m)
set(QUERN_THIRDPARTY_pregen)
set(QUERN_THIRDPARTY_cli m)

# The folder's objects (quern_<name>_objects) and archive (quern_<name>).
function(quern_folder name)
  set(folder ${PROJECT_SOURCE_DIR}/src/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.c)
  list(FILTER sources EXCLUDE REGEX "_(test|fuzz|bench)\\.c$|/cli/core/main\\.c$")
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

# Unit tests and fuzz targets alone, for builds that run nothing else.
add_custom_target(quern-unit)
add_custom_target(quern-fuzz)
add_dependencies(quern-unit quern-fuzz)

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
    add_dependencies(quern-unit ${target})
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
    quern_fuzz_target(${stem} ${name} ${source})
  endforeach()
endfunction()

# The fuzz target fuzz_<stem> of a source, linked with a layer, and the test
# corpus.<stem>, which runs it over tests/corpus/<stem>.
function(quern_fuzz_target stem layer source)
  set(target fuzz_${stem})
  set(run)
  add_executable(${target} ${source})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  quern_link_static(${target} ${layer})
  add_dependencies(quern-fuzz ${target})
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
    TIMEOUT 300 LABELS "corpus;${layer}")
endfunction()

# A fuzz target format_<id> for each row of formats.def: its reader alone.
function(quern_format_fuzz_targets)
  set(table ${PROJECT_SOURCE_DIR}/src/formats/core/formats.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} rows REGEX "^QN_FORMAT\\(")
  foreach(row IN LISTS rows)
    string(REGEX REPLACE "^QN_FORMAT\\(([a-z0-9_]+).*" "\\1" id ${row})
    set(source ${PROJECT_BINARY_DIR}/generated/format_${id}_fuzz.c)
    file(CONFIGURE OUTPUT ${source} CONTENT
      "#include \"support/fuzz.h\"\nFUZZ_FORMAT(${id})\n")
    quern_fuzz_target(format_${id} metadata ${source})
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
