# SPDX-License-Identifier: Apache-2.0
# lib/quern/toolkit: a folder in the form of CUDA's and ROCm's own, for build
# systems that look for one (CUDA_HOME, ROCM_PATH, PATH). All of it are links.
# An installed tree may lie deeper (lib/<machine>): its links to bin are its own.
#   bin/nvcc hipcc hipconfig hipify-perl hipify-clang
#                               quern under other names
#   include/                    CUDA's headers, hip/, quern/
#   lib64/ lib/                 libcudart.so, libamdhip64.so, ... (drop-in)
#   nvvm/                       libnvvm.so, nvvm.h, libdevice.10.bc
set(toolkit ${QUERN_HOME_DIR}/toolkit)
file(MAKE_DIRECTORY ${toolkit}/bin ${toolkit}/include)
foreach(name IN ITEMS nvcc hipcc hipconfig hipify-perl hipify-clang)
  file(CREATE_LINK ../../../../bin/quern ${toolkit}/bin/${name} SYMBOLIC)
endforeach()
file(GLOB cuda_headers CONFIGURE_DEPENDS RELATIVE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/include/cuda/*)
foreach(header IN LISTS cuda_headers ITEMS hip quern)
  get_filename_component(name ${header} NAME)
  file(CREATE_LINK ../../include/${header} ${toolkit}/include/${name} SYMBOLIC)
endforeach()
file(RELATIVE_PATH toolkit_tool "/${CMAKE_INSTALL_LIBDIR}/quern/toolkit/bin"
  "/${CMAKE_INSTALL_BINDIR}/quern")
# libNVVM's own folder in it.
file(MAKE_DIRECTORY ${toolkit}/nvvm/libdevice ${toolkit}/nvvm/lib64
  ${toolkit}/nvvm/include)
file(REMOVE ${toolkit}/nvvm/libdevice/README)
file(CREATE_LINK ../../../device/libdevice.10.bc
  ${toolkit}/nvvm/libdevice/libdevice.10.bc SYMBOLIC)
file(CREATE_LINK ../../../include/cuda/nvvm.h ${toolkit}/nvvm/include/nvvm.h
  SYMBOLIC)
foreach(name IN ITEMS libnvvm.so libnvvm.so.4)
  file(CREATE_LINK ../../../drop-in/${name} ${toolkit}/nvvm/lib64/${name}
    SYMBOLIC)
endforeach()
# Archives of the toolkit's, as scripts for the linker.
foreach(name IN ITEMS cudart_static:cudart cudadevrt: culibos:
    nvrtc_static:nvrtc nvrtc-builtins_static: cufilt: nvJitLink_static:nvJitLink
    nvptxcompiler_static:nvptxcompiler
    cublas_static:cublas cublasLt_static:cublasLt curand_static:curand
    cufft_static:cufft cufftw_static:cufftw cusparse_static:cusparse
    cusolver_static:cusolver)
  string(REPLACE ":" ";" pair "${name}:")
  list(GET pair 0 archive)
  list(GET pair 1 library)
  set(script "/* in the place of the archive */\n")
  if(library)
    string(APPEND script "INPUT(lib${library}.so)\n")
  endif()
  file(CONFIGURE OUTPUT ${QUERN_HOME_DIR}/drop-in/lib${archive}.a
    CONTENT "${script}")
  install(FILES ${QUERN_HOME_DIR}/drop-in/lib${archive}.a
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/quern/drop-in)
endforeach()
foreach(name IN ITEMS lib lib64)
  file(CREATE_LINK ../drop-in ${toolkit}/${name} SYMBOLIC)
endforeach()
