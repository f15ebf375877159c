# SPDX-License-Identifier: Apache-2.0
# What pregeneration needs beside the tool: the name by which ggml-hsa's users
# know it, the helper for IRON, and the configurations' schema.
configure_file(src/pregen/python/iron.py ${QUERN_HOME_DIR}/pregen/iron.py
  COPYONLY)
install(FILES src/pregen/python/iron.py
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/quern/pregen)
install(FILES docs/pregen.schema.json
  DESTINATION ${CMAKE_INSTALL_DATADIR}/quern)
install(DIRECTORY examples/pregen/
  DESTINATION ${CMAKE_INSTALL_DATADIR}/quern/examples)
if(TARGET quern)
  file(CREATE_LINK quern
    ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/ggml-hsa-gen-kernels SYMBOLIC)
  quern_install_link(quern ggml-hsa-gen-kernels ${CMAKE_INSTALL_BINDIR})
endif()
