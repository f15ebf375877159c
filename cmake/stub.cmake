# SPDX-License-Identifier: Apache-2.0
# The names under which the kernel metadata generator of Vortex's HIP is known:
# hip_metadata_gen (and .py, for build files that run it by Python), the header
# vortex_hip_runtime.h, and -lhip_vortex.
install(FILES include/vortex_hip_runtime.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(TARGET quern)
  file(MAKE_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  file(CREATE_LINK quern ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/hip_metadata_gen
    SYMBOLIC)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/tools/hip_metadata_gen.py
    DESTINATION ${CMAKE_INSTALL_BINDIR})
  # quern_install_link(TO LINK FOLDER): a relative link in the installed tree
  function(quern_install_link to link folder)
    install(CODE "
      set(into \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${folder}\")
      file(MAKE_DIRECTORY \"\${into}\")
      file(CREATE_LINK ${to} \"\${into}/${link}\" SYMBOLIC)")
  endfunction()
  quern_install_link(quern hip_metadata_gen ${CMAKE_INSTALL_BINDIR})
  quern_install_link(libquernhip.so libhip_vortex.so ${CMAKE_INSTALL_LIBDIR})
  # The folders of VORTEX_HOME and VORTEX_HIP_HOME, as scripts name them.
  set(vortex ${CMAKE_INSTALL_LIBDIR}/quern/vortex-hip)
  file(RELATIVE_PATH up "/${vortex}/runtime" "/")
  quern_install_link(${up}${CMAKE_INSTALL_BINDIR}/hip_metadata_gen.py
    hip_metadata_gen.py ${vortex}/scripts)
  quern_install_link(${up}${CMAKE_INSTALL_INCLUDEDIR} include ${vortex}/runtime)
  # The library of its link line, and what that loads from the same folder.
  file(RELATIVE_PATH up "/${vortex}/runtime/build" "/")
  foreach(name IN ITEMS libhip_vortex.so libquernhip.so.${QUERN_ABI_VERSION}
          libquern.so.${QUERN_ABI_VERSION})
    quern_install_link(${up}${CMAKE_INSTALL_LIBDIR}/${name} ${name}
      ${vortex}/runtime/build)
  endforeach()
endif()
