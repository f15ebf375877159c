// SPDX-License-Identifier: Apache-2.0
#include "targets/cuda_libraries.h"

#include "base/text.h"
#include "support/test.h"

#define BEFORE "#include <quern/device/target/cuda_libraries.h>\n#line 1\n"

static void check(const char *name, const char *text, const char *wanted) {
  qn_buffer out = {0};
  const bool changed =
      qn_cuda_library_rewrite(qn_str_from(name), qn_str_from(text), &out);
  CHECK(changed == (wanted != NULL));
  CHECK_TEXT(qn_buffer_text(&out), wanted ? wanted : "");
  qn_buffer_finish(&out);
}

static void test_macros(void) {
  check("nv/target", "#if defined(__NVCC__) && __CUDA_ARCH__ >= 350\n#endif",
        BEFORE "#if defined(__QN_NVCC__) && __QN_CUDA_ARCH__ >= 350\n#endif");
  check("cub/a.cuh", "__CUDACC_VER_MAJOR__ CUDART_VERSION __CUDA__",
        BEFORE "__QN_CUDACC_VER_MAJOR__ __QN_CUDART_VERSION __QN_CUDA__");
  check("cub/a.cuh", "__CUDA__LATCH_H a__CUDACC__ __CUDA CUDA_VERSION", NULL);
  check("cub/a.cuh", "", NULL);
}

static void test_names(void) {
  qn_buffer out = {0};
  CHECK(qn_cuda_library_rewrite(QN_STR("thrust/detail/config.h"), QN_STR("x"),
                                &out));
  CHECK(qn_text_contains(qn_buffer_str(&out), "namespace hip = cuda;"));
  qn_buffer_finish(&out);
}

int main(void) {
  test_macros();
  test_names();
  return 0;
}
