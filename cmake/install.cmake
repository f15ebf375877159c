# SPDX-License-Identifier: Apache-2.0
# The installed tree; src/base/system/install.h finds things in it.
#   bin/quern
#   lib/libquern.so lib/libquernhip.so lib/libquernblas.so lib/libquernfft.so lib/libquernrand.so
#   lib/libquernsparse.so lib/libquernsolver.so lib/libquernml.so lib/libquerncomm.so
#   lib/libquerncupti.so
#   lib/quern/libquern-compiler.so lib/quern/libquern-amdsim.so
#   lib/quern/include/ lib/quern/device/
#   lib/quern/toolkit/                   nvcc, hipcc, hipconfig, as links
#   lib/quern/drop-in/                   libcudart.so, libamdhip64.so, ...
#   include/quern/*.h                    the C API
#   lib/pkgconfig/ lib/cmake/Quern/ share/man/ and the shells' completions

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Quern)

set_target_properties(libquern PROPERTIES EXPORT_NAME quern)
set_target_properties(libquernhip PROPERTIES EXPORT_NAME quernhip)
set_target_properties(libquernblas PROPERTIES EXPORT_NAME quernblas)
set_target_properties(libquernfft PROPERTIES EXPORT_NAME quernfft)
set_target_properties(libquernrand PROPERTIES EXPORT_NAME quernrand)
set_target_properties(libquernsparse PROPERTIES EXPORT_NAME quernsparse)
set_target_properties(libquernsolver PROPERTIES EXPORT_NAME quernsolver)
set_target_properties(libquernml PROPERTIES EXPORT_NAME quernml)
set_target_properties(libquerncomm PROPERTIES EXPORT_NAME querncomm)
set_target_properties(libquerncupti PROPERTIES EXPORT_NAME querncupti)
target_include_directories(libquern INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_include_directories(libquernhip INTERFACE
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_LIBDIR}/quern/include>)
install(TARGETS libquern libquernhip libquernblas libquernfft libquernrand
  libquernsparse libquernsolver libquernml
  libquerncomm libquerncupti
  EXPORT QuernTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET libquern-compiler)
  install(TARGETS libvortex
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/quern/vortex)
endif()
foreach(opened IN ITEMS libquern-compiler libquern-amdsim)
  if(TARGET ${opened})
    install(TARGETS ${opened}
      LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/quern)
  endif()
endforeach()
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_LIBDIR}/quern/include)
install(DIRECTORY ${QUERN_HOME_DIR}/toolkit
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/quern)
if(TARGET quern)
  foreach(name IN ITEMS nvcc hipcc hipconfig hipify-perl hipify-clang)
    quern_install_link(${toolkit_tool} ${name}
      ${CMAKE_INSTALL_LIBDIR}/quern/toolkit/bin)
  endforeach()
endif()
file(GLOB public_headers CONFIGURE_DEPENDS include/quern/*.h)
install(FILES ${public_headers}
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/quern)
install(DIRECTORY include/metadata/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/metadata)

# From lib/pkgconfig (or lib/<machine>/pkgconfig) back to the prefix, so that the
# tree can be moved.
file(RELATIVE_PATH QUERN_PC_UP "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
string(REGEX REPLACE "/$" "" QUERN_PC_UP "${QUERN_PC_UP}")
configure_file(cmake/quern.pc.in quern.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/quern.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# The crate for Rust, as source.
install(DIRECTORY examples/embed
  DESTINATION ${CMAKE_INSTALL_DATADIR}/quern/examples)
install(DIRECTORY rust/ DESTINATION ${CMAKE_INSTALL_DATADIR}/quern/rust
  PATTERN target EXCLUDE PATTERN Cargo.lock EXCLUDE)

install(EXPORT QuernTargets NAMESPACE Quern:: DESTINATION ${package_dir})
configure_package_config_file(cmake/QuernConfig.cmake.in QuernConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS CMAKE_INSTALL_BINDIR
  CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(QuernConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/QuernConfig.cmake
  ${PROJECT_BINARY_DIR}/QuernConfigVersion.cmake cmake/QuernKernels.cmake
  DESTINATION ${package_dir})

if(NOT TARGET quern)
  return()
endif()
install(TARGETS quern
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

# `quern cc` under a name of its own, for what takes a compiler's path; and the
# toolchain file for CMake, also in the build tree.
install(FILES $<TARGET_FILE_DIR:quern>/quern-cc
  DESTINATION ${CMAKE_INSTALL_BINDIR})
set(hip_lang hip/lib/cmake/hip-lang)
configure_file(cmake/quern-toolchain.cmake
  ${PROJECT_BINARY_DIR}/lib/cmake/Quern/quern-toolchain.cmake COPYONLY)
configure_file(cmake/hip/hip-lang-config.cmake
  ${PROJECT_BINARY_DIR}/lib/cmake/Quern/${hip_lang}/hip-lang-config.cmake
  COPYONLY)
set(cuda_rules Platform/Linux-NVIDIA-CUDA.cmake)
configure_file(cmake/${cuda_rules}
  ${PROJECT_BINARY_DIR}/lib/cmake/Quern/${cuda_rules} COPYONLY)
install(FILES cmake/quern-toolchain.cmake DESTINATION ${package_dir})
install(FILES cmake/${cuda_rules} DESTINATION ${package_dir}/Platform)
install(FILES cmake/hip/hip-lang-config.cmake
  DESTINATION ${package_dir}/${hip_lang})

# What the tool says about itself: man pages and completions.
set(share ${PROJECT_BINARY_DIR}/share)
set(generated)
# quern_say(FILE argument...): the output of `quern argument...`
function(quern_say file)
  get_filename_component(folder ${file} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${file} COMMAND quern ${ARGN} > ${file}
    DEPENDS quern libquern libquernhip COMMENT "quern ${ARGN}")
  set(generated ${generated} ${file} PARENT_SCOPE)
endfunction()

set(commands_def ${PROJECT_SOURCE_DIR}/src/cli/core/commands.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${commands_def})
file(STRINGS ${commands_def} lines REGEX "^QN_COMMAND\\(")
quern_say(${share}/man/man1/quern.1 help --man)
foreach(line IN LISTS lines)
  string(REGEX REPLACE ".*\\(([a-z]+)\\).*" "\\1" command ${line})
  if(NOT command STREQUAL "completions") # hidden
    quern_say(${share}/man/man1/quern-${command}.1 help --man ${command})
  endif()
endforeach()
quern_say(${share}/bash-completion/completions/quern completions bash)
quern_say(${share}/zsh/site-functions/_quern completions zsh)
quern_say(${share}/fish/vendor_completions.d/quern.fish completions fish)
add_custom_target(quern-share ALL DEPENDS ${generated})
install(DIRECTORY ${share}/ DESTINATION ${CMAKE_INSTALL_DATADIR})
configure_file(device/gdb/quern.py ${PROJECT_BINARY_DIR}/share/quern/gdb.py
  COPYONLY)
