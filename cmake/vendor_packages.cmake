# SPDX-License-Identifier: Apache-2.0
# lib/cmake/<name>: what find_package finds in ROCm, in the build tree, too. Where
# ROCm's own may be beside, these are installed in lib/quern/drop-in/cmake, which
# the toolchain file, and ROCM_PATH=<lib>/quern/toolkit, put first.
include(CMakePackageConfigHelpers)
set(QUERN_VENDOR_PACKAGES ${CMAKE_INSTALL_LIBDIR}/cmake CACHE STRING
  "Folder of the prefix for find_package(hip) and its like")
function(quern_vendor_package name version library)
  string(REPLACE ";" " " targets "${ARGN}")
  set(folder ${PROJECT_BINARY_DIR}/lib/cmake/${name})
  set(up ../..)
  configure_file(cmake/vendor-config.cmake.in ${folder}/${name}-config.cmake
    @ONLY)
  write_basic_package_version_file(${folder}/${name}-config-version.cmake
    VERSION ${version} COMPATIBILITY AnyNewerVersion)
  file(RELATIVE_PATH up "/${QUERN_VENDOR_PACKAGES}/${name}"
    "/${CMAKE_INSTALL_LIBDIR}")
  set(installed ${PROJECT_BINARY_DIR}/installed/${name}-config.cmake)
  configure_file(cmake/vendor-config.cmake.in ${installed} @ONLY)
  install(FILES ${installed} ${folder}/${name}-config-version.cmake
    DESTINATION ${QUERN_VENDOR_PACKAGES}/${name})
endfunction()
quern_vendor_package(hip 6.4.0 quernhip hip::host hip::device hip::amdhip64)
quern_vendor_package(hipblas 2.4.0 quernblas roc::hipblas)
quern_vendor_package(rocblas 4.4.0 quernblas roc::rocblas)
quern_vendor_package(hipfft 1.0.18 quernfft hip::hipfft)
quern_vendor_package(rocfft 1.0.32 quernfft roc::rocfft)
quern_vendor_package(hiprand 2.12.0 quernrand hip::hiprand)
quern_vendor_package(rocrand 3.3.0 quernrand roc::rocrand)
quern_vendor_package(hipsparse 4.0.0 quernsparse roc::hipsparse)
quern_vendor_package(rocsparse 3.4.0 quernsparse roc::rocsparse)
quern_vendor_package(hipsolver 3.0.0 quernsolver roc::hipsolver)
quern_vendor_package(rocsolver 3.28.0 quernsolver roc::rocsolver)
# Headers only, over rocPRIM's.
quern_vendor_package(hipcub 2.13.0 quernhip hip::hipcub)
quern_vendor_package(rccl 2.22.3 querncomm roc::rccl)
