// SPDX-License-Identifier: Apache-2.0
#include "formats/encoding/msgpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  qn_msgpack m = qn_msgpack_over((qn_span){data, size}, 0);
  while (!qn_msgpack_at_end(&m)) {
    const qn_msgpack_item item = qn_msgpack_next(&m);
    if (item.kind == QN_MSGPACK_MAP || item.kind == QN_MSGPACK_ARRAY) {
      qn_span inside;
      if (item.count)
        qn_msgpack_skip(&m, &inside);
    }
  }
  qn_diag diag = {0};
  if (qn_failed(qn_msgpack_finish(&m, &diag)) != (diag.message[0] != 0))
    __builtin_trap();
  return 0;
}
