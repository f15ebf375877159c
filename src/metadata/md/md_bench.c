// SPDX-License-Identifier: Apache-2.0
// Metadata: writing and reading a container of many kernels, and searching for
// a kernel's signature in a small object.
#include "base/system/file.h"
#include "metadata/md/md.h"
#include "metadata/debug/signature.h"
#include "support/bench.h"

enum { KERNELS = 1000 };

static qn_buffer image;
static uint64_t sum;

static md_err keep(void *user, const void *bytes, size_t size) {
  (void)user;
  qn_buffer_clear(&image);
  qn_buffer_append(&image, bytes, size);
  return MD_SUCCESS;
}

static void done(void *user) { (void)user; }

static const quern_md_handler *const handlers[] = {&quern_md_handler_generic,
                                                   &quern_md_handler_vectorize};

static void write_all(void *user) {
  struct md_hooks hooks = {.write = keep, .finalize = done};
  md_ctx ctx = md_init(&hooks, user);
  quern_md_records *r = quern_md_records_open(ctx, handlers, 2);
  const quern_md_generic generic = {.kernel_name =
                                        "_Z9some_kernelPfS_i.wrapper",
                                    .source_name = "_Z9some_kernelPfS_i",
                                    .sub_group_size = 8};
  const quern_md_vectorize vectorize = {1, 0, 8, 0};
  const void *records[] = {&generic, &vectorize};
  for (int i = 0; i < KERNELS; ++i)
    if (quern_md_records_write(r, records) != MD_SUCCESS)
      abort();
  quern_md_records_close(r);
  if (md_finalize_ctx(ctx) != MD_SUCCESS)
    abort();
  md_release_ctx(ctx);
}

static void read_all(void *user) {
  (void)user;
  md_ctx ctx = quern_md_read(image.data, image.size, NULL, NULL, NULL);
  quern_md_records *r = quern_md_records_open(ctx, handlers, 2);
  quern_md_generic generic;
  quern_md_vectorize vectorize;
  void *records[] = {&generic, &vectorize};
  while (quern_md_records_read(r, records) == 1)
    sum += vectorize.pref_work_item_factor;
  quern_md_records_close(r);
  md_release_ctx(ctx);
}

static void find_signature(void *user) {
  const qn_str name = QN_STR("k");
  const qn_signature_params params = {
      .names = &name, .name_count = 1, .rules = {QN_ASSUME_NATURAL, 0}};
  const qn_file *file = user;
  qn_signatures s;
  qn_report report = {0};
  if (qn_failed(qn_signatures_read(file->bytes, &params, &report, &s, NULL)))
    abort();
  sum += s.kernel_count;
  qn_signatures_finish(&s);
}

int main(void) {
  qn_file file = {0};
  bench("metadata.write", write_all, NULL, KERNELS, "records");
  bench("metadata.read", read_all, NULL, KERNELS, "records");
  if (!qn_failed(
          qn_file_open("tests/corpus/signature/clang5.o", 0, &file, NULL)))
    bench("metadata.signature", find_signature, &file, 1, "kernels");
  qn_file_close(&file);
  qn_buffer_finish(&image);
  return sum ? 0 : 1;
}
