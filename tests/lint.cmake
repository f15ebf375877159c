# SPDX-License-Identifier: Apache-2.0
# The quick checks of `make lint` that every change must pass.
find_program(QUERN_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(QUERN_PYTHON NAMES python3 REQUIRED)
foreach(check IN ITEMS check_layers "check_layers --self-test" check_sizes
    check_sources check_words check_comments "check_comments --self-test"
    check_environment check_headers check_generated "gen_targets --check"
    "gen_map --check" "gen_docs --check" "gen_api_docs --check"
    "api_names --check" "gen_cuda --check" "gen_cupti --check"
    "gen_forwards --check" "gen_blas --check"
    "gen_rand --check" check_passes "gen_hip_names --check"
    "gen_hipify --check" "gen_math_constants --check")
  separate_arguments(words UNIX_COMMAND ${check})
  list(POP_FRONT words script)
  string(REGEX REPLACE "^check_" "" name ${script})
  if(words STREQUAL "--self-test")
    string(APPEND name ".rules")
  endif()
  add_test(NAME lint.${name}
    COMMAND ${QUERN_PYTHON} ${PROJECT_SOURCE_DIR}/tools/${script}.py ${words})
  set_tests_properties(lint.${name} PROPERTIES TIMEOUT 120 LABELS lint)
endforeach()
