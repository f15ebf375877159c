// SPDX-License-Identifier: Apache-2.0
// CAMD containers of arbitrary bytes: what can be read is written again, after
// which the bytes are stable; everything that can be read is printed as JSON.
#include "metadata/md/md.h"

#include "base/alloc.h"

static bool write_again(md_ctx ctx, qn_buffer *out) {
  const int result = qn_md_encode(ctx, out);
  return result == MD_SUCCESS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  quern_error why = QUERN_ERROR_INIT;
  md_ctx ctx = quern_md_read(data, size, NULL, NULL, &why);
  if (!ctx) {
    if (!why.message[0])
      __builtin_trap();
    return 0;
  }
  qn_buffer first = {0}, second = {0};
  char *json;
  size_t json_size;
  // Padding and non-canonical spellings are not preserved, so the first output
  // may differ from the input, but not from the second output.
  if (write_again(ctx, &first)) {
    md_ctx again = quern_md_read(first.data, first.size, NULL, NULL, &why);
    if (!again || !write_again(again, &second) || first.size != second.size ||
        memcmp(first.data, second.data, first.size) != 0)
      __builtin_trap();
    md_release_ctx(again);
  }
  if (quern_md_json(ctx, &json, &json_size) == MD_SUCCESS)
    qn_free(json);
  const quern_md_handler *both[] = {&quern_md_handler_generic,
                                    &quern_md_handler_vectorize};
  quern_md_records *r = quern_md_records_open(ctx, both, 2);
  quern_md_generic generic;
  quern_md_vectorize vectorize;
  void *records[] = {&generic, &vectorize};
  size_t texts = 0;
  while (r && quern_md_records_read(r, records) == 1)
    texts += strlen(generic.kernel_name) + strlen(generic.source_name);
  if (texts > 2 * size + 65536 && first.size < texts)
    __builtin_trap(); // texts lie within the blocks
  quern_md_records_close(r);
  (void)quern_md_set_endianness(
      ctx, md_get_endianness(ctx) == MD_BIG ? MD_LITTLE : MD_BIG);
  md_release_ctx(ctx);
  qn_buffer_finish(&first);
  qn_buffer_finish(&second);
  return 0;
}
