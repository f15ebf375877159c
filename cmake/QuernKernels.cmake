# SPDX-License-Identifier: Apache-2.0
# Kernels in CMake projects:
#
#   quern_add_kernels(app SOURCES saxpy.cu TARGETS native gfx942 sm_90 spirv64)
#
# compiles the kernels for all targets, puts the bundle into `app` as an object,
# and makes "<name>.h", whose launchers are typed, readable to it. Nothing but
# Quern's runtime is needed where the program runs.

# The host that objects are for, as quern embed calls it.
function(_quern_embed_host out)
  set(machine ${CMAKE_SYSTEM_PROCESSOR})
  string(TOLOWER "${machine}" machine)
  if(machine MATCHES "^(x86_64|amd64)$")
    set(machine x86-64)
  elseif(machine MATCHES "^(aarch64|arm64)$")
    set(machine aarch64)
  elseif(machine MATCHES "^(i[3-6]86|x86)$")
    set(machine i386)
  elseif(machine MATCHES "^arm")
    set(machine arm)
  endif()
  if(machine STREQUAL "x86-64" AND CMAKE_SIZEOF_VOID_P EQUAL 4)
    set(machine i386)
  endif()
  if(WIN32)
    set(system windows)
  elseif(APPLE)
    set(system macos)
  else()
    set(system linux)
  endif()
  set(${out} ${machine}-${system} PARENT_SCOPE)
endfunction()

# quern_add_kernels(target
#   SOURCES file...      CUDA or HIP kernels; together they are one bundle
#   TARGETS name...      devices: native, gfx942, sm_90, spirv64, groups, ...
#   [NAME name]          of the symbols and the header (the first source's name)
#   [OPTIONS option...]  for quern compile: -DX=1 -I dir --compress zstd
#   [DEPENDS file...])   what has to be there before, such as made headers
# When a source or a header that it includes changes, the build makes all again.
function(quern_add_kernels target)
  cmake_parse_arguments(arg "" "NAME" "SOURCES;TARGETS;OPTIONS;DEPENDS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "quern_add_kernels: what is '${arg_UNPARSED_ARGUMENTS}'?")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "quern_add_kernels: there is no target '${target}'")
  endif()
  foreach(word IN ITEMS SOURCES TARGETS)
    if(NOT arg_${word})
      message(FATAL_ERROR "quern_add_kernels: ${word} is missing")
    endif()
  endforeach()
  list(TRANSFORM arg_SOURCES REPLACE "^([^/].*)"
    "${CMAKE_CURRENT_SOURCE_DIR}/\\1")
  if(NOT arg_NAME)
    list(GET arg_SOURCES 0 first)
    get_filename_component(arg_NAME ${first} NAME_WE)
    string(MAKE_C_IDENTIFIER ${arg_NAME} arg_NAME)
  endif()
  list(JOIN arg_TARGETS "," devices)
  _quern_embed_host(host)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/quern/${target})
  file(MAKE_DIRECTORY ${folder})
  set(bundle ${folder}/${arg_NAME}.hipfb)
  set(object ${folder}/${arg_NAME}${CMAKE_C_OUTPUT_EXTENSION})
  if(NOT CMAKE_C_OUTPUT_EXTENSION)
    set(object ${folder}/${arg_NAME}${CMAKE_CXX_OUTPUT_EXTENSION})
  endif()
  add_custom_command(OUTPUT ${bundle}
    COMMAND Quern::tool compile -q -t ${devices} -MD -MF ${bundle}.d
      -o ${bundle} ${arg_OPTIONS} ${arg_SOURCES}
    DEPENDS ${arg_SOURCES} ${arg_DEPENDS} Quern::tool
    DEPFILE ${bundle}.d
    COMMENT "quern compile ${arg_NAME}: ${devices}" VERBATIM)
  add_custom_command(OUTPUT ${object} ${folder}/${arg_NAME}.h
    COMMAND Quern::tool embed -q --name ${arg_NAME} --host ${host}
      --header ${folder}/${arg_NAME}.h -o ${object} ${bundle}
    DEPENDS ${bundle} Quern::tool
    COMMENT "quern embed ${arg_NAME}" VERBATIM)
  set_source_files_properties(${object} PROPERTIES
    EXTERNAL_OBJECT ON GENERATED ON)
  target_sources(${target} PRIVATE ${object} ${folder}/${arg_NAME}.h)
  target_include_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PRIVATE Quern::quernhip Quern::quern)
endfunction()

# quern_pregenerate(name           a target that makes a tree of kernels
#   CONFIG file                    for quern pregen
#   OUTPUT_DIR folder
#   [KERNELS_DIR folder]           of sources (Quern's own)
#   [INSTALL_DIR folder]           where `cmake --install` puts the tree
#   [DEPENDS file...] [ALL])
# It runs again when the configuration, a source or a header changes.
function(quern_pregenerate name)
  cmake_parse_arguments(arg "ALL" "CONFIG;OUTPUT_DIR;KERNELS_DIR;INSTALL_DIR"
    "DEPENDS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "quern_pregenerate: what is '${arg_UNPARSED_ARGUMENTS}'?")
  endif()
  foreach(word IN ITEMS CONFIG OUTPUT_DIR)
    if(NOT arg_${word})
      message(FATAL_ERROR "quern_pregenerate: ${word} is missing")
    endif()
  endforeach()
  get_filename_component(config ${arg_CONFIG} ABSOLUTE)
  get_filename_component(output ${arg_OUTPUT_DIR} ABSOLUTE
    BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
  set(from ${QUERN_KERNELS_DIR})
  set(options)
  if(arg_KERNELS_DIR)
    get_filename_component(from ${arg_KERNELS_DIR} ABSOLUTE)
    set(options --kernels-dir ${from})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${from}/*.cu ${from}/*.hip ${from}/*.h)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/quern/${name}.stamp)
  file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/quern)
  add_custom_command(OUTPUT ${stamp}
    COMMAND Quern::tool pregen -q --config ${config} --output-dir ${output}
      ${options} -MF ${stamp}.d -MT ${stamp}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPFILE ${stamp}.d
    DEPENDS ${config} ${sources} ${arg_DEPENDS} Quern::tool
    COMMENT "quern pregen ${name}" VERBATIM)
  set(all)
  if(arg_ALL)
    set(all ALL)
  endif()
  add_custom_target(${name} ${all} DEPENDS ${stamp})
  if(arg_INSTALL_DIR)
    install(DIRECTORY ${output}/ DESTINATION ${arg_INSTALL_DIR})
  endif()
endfunction()
