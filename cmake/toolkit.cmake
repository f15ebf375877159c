# SPDX-License-Identifier: Apache-2.0
# lib/quern/toolkit: a folder in the form of CUDA's and ROCm's own, for build
# systems that look for one (CUDA_HOME, ROCM_PATH, PATH). All of it are links.
#   bin/nvcc hipcc hipconfig    quern under other names
#   include/                    CUDA's headers, hip/, quern/
#   lib64/ lib/                 libcudart.so, libamdhip64.so, ... (drop-in)
set(toolkit ${QUERN_HOME_DIR}/toolkit)
file(MAKE_DIRECTORY ${toolkit}/bin ${toolkit}/include)
foreach(name IN ITEMS nvcc hipcc hipconfig)
  file(CREATE_LINK ../../../../bin/quern ${toolkit}/bin/${name} SYMBOLIC)
endforeach()
file(GLOB cuda_headers CONFIGURE_DEPENDS RELATIVE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/include/cuda/*)
foreach(header IN LISTS cuda_headers ITEMS hip quern)
  get_filename_component(name ${header} NAME)
  file(CREATE_LINK ../../include/${header} ${toolkit}/include/${name} SYMBOLIC)
endforeach()
foreach(name IN ITEMS lib lib64)
  file(CREATE_LINK ../drop-in ${toolkit}/${name} SYMBOLIC)
endforeach()
