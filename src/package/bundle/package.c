// SPDX-License-Identifier: Apache-2.0
#include "package/bundle/package.h"

#include "base/alloc.h"
#include "formats/container/ccob.h"

// ---- Opening

static qn_status expand(qn_span file, const qn_limits *limits,
                        qn_package *package, qn_span *out_bundle,
                        qn_diag *diag) {
  qn_ccob ccob;
  QN_TRY(qn_ccob_read(file, 0, &ccob, diag));
  QN_TRY(qn_ccob_expand(&ccob, limits->expanded_size, out_bundle, diag));
  package->compressed = true;
  package->expanded = (void *)(uintptr_t)out_bundle->data;
  package->size = ccob.size;
  return qn_ok();
}

qn_status qn_package_open(qn_span file, const qn_limits *limits,
                          qn_package *out_package, qn_diag *diag) {
  qn_package package = {0};
  qn_span bundle = file;
  const qn_limits *used = limits ? limits : &qn_limits_default;
  if (qn_ccob_probe(file))
    QN_TRY(expand(file, used, &package, &bundle, diag));
  qn_bundle table = {0};
  qn_status status = qn_ok();
  if (!package.compressed && !qn_bundle_probe(file)) {
    status = qn_fail(diag, QN_E_UNSUPPORTED, (qn_place){0, 0, NULL},
                     "not an offload bundle");
    qn_diag_hint(diag, "`quern bundle create` makes one of images.");
  } else {
    status = qn_bundle_read(bundle, 0, &package.arena, &table, diag);
    package.entries = table.entries;
    package.entry_count = table.count;
  }
  if (!package.compressed)
    package.size = table.size;
  if (qn_failed(status))
    qn_package_finish(&package);
  else
    *out_package = package;
  return status;
}

void qn_package_finish(qn_package *package) {
  qn_arena_finish(&package->arena);
  qn_free(package->expanded);
  *package = (qn_package){0};
}

const qn_bundle_entry *qn_package_find(const qn_package *package, qn_str name) {
  for (size_t i = 0; i < package->entry_count; ++i)
    if (qn_str_equal(package->entries[i].id, name))
      return &package->entries[i];
  for (size_t i = 0; i < package->entry_count; ++i) {
    const qn_bundle_id id = qn_bundle_parse_id(package->entries[i].id);
    if (id.target.size && qn_str_equal(id.target, name))
      return &package->entries[i];
  }
  return NULL;
}

// ---- Writing

qn_status qn_package_write(const qn_package_params *params, qn_buffer *out,
                           qn_diag *diag) {
  bool has_host = false;
  for (size_t i = 0; i < params->entry_count; ++i)
    has_host |= qn_str_starts(params->entries[i].id, QN_STR("host-"));
  const size_t count = params->entry_count + !has_host;
  qn_bundle_entry *entries = qn_alloc_array(count, sizeof(*entries));
  if (!entries)
    return qn_fail_memory(diag, "the entries of the bundle");
  entries[0].id = QN_STR(QN_BUNDLE_HOST_ID);
  for (size_t i = 0; i < params->entry_count; ++i)
    entries[i + !has_host] = params->entries[i];
  qn_buffer plain = {0};
  qn_buffer *to = params->compress ? &plain : out;
  qn_status status = qn_bundle_write(entries, count, to, diag);
  if (!qn_failed(status) && params->compress)
    status = qn_ccob_write(qn_buffer_span(&plain), out, diag);
  qn_buffer_finish(&plain);
  qn_free(entries);
  return status;
}
