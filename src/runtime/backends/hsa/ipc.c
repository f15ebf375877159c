// SPDX-License-Identifier: Apache-2.0
// Memory of one process that another opens: the runtime's handle of it, and how
// much it is.
#include "runtime/backends/hsa/hsa.h"

typedef struct token {
  char magic[8];
  uint64_t size; // that was asked for
  hsa_ipc_memory handle;
} token;
static const char magic[8] = "quernhsa";
_Static_assert(sizeof(token) <= QN_TOKEN_SIZE, "a token holds it");

// The runtime knows allocations by their whole pages.
static size_t whole_pages(size_t size) {
  enum { PAGE = 4096 };
  return (size + PAGE - 1) / PAGE * PAGE;
}

static qn_result has_ipc(const qn_hsa_device *d) {
  const qn_hsa_api *api = &d->driver->api;
  return api->hsa_amd_ipc_memory_create && api->hsa_amd_ipc_memory_attach &&
                 api->hsa_amd_ipc_memory_detach
             ? QN_R_OK
             : qn_refuse(QN_R_NOT_SUPPORTED,
                         "HSA's runtime does not share memory with other "
                         "processes");
}

qn_result qn_hsa_export(const qn_hsa_device *d,
                        const qn_memory_request *request) {
  token t = {.size = request->size};
  if (request->fd)
    return qn_hsa_export_physical(d, request);
  QN_CHECK(has_ipc(d));
  QN_CHECK(
      qn_hsa_result(d,
                    d->driver->api.hsa_amd_ipc_memory_create(
                        request->host, whole_pages(request->size), &t.handle),
                    "sharing memory with another process"));
  memcpy(t.magic, magic, sizeof(magic));
  memset(request->token, 0, QN_TOKEN_SIZE);
  memcpy(request->token, &t, sizeof(t));
  return QN_R_OK;
}

qn_result qn_hsa_import(const qn_hsa_device *d,
                        const qn_memory_request *request, qn_memory *out) {
  token t;
  void *address = NULL;
  memcpy(&t, request->token, sizeof(t));
  if (memcmp(t.magic, magic, sizeof(magic)) != 0 || !t.size ||
      t.size > PTRDIFF_MAX)
    return qn_refuse(QN_R_INVALID_VALUE, "that is no handle of shared memory");
  QN_CHECK(has_ipc(d));
  QN_CHECK(qn_hsa_result(
      d,
      d->driver->api.hsa_amd_ipc_memory_attach(
          &t.handle, whole_pages((size_t)t.size), 1, &d->agent, &address),
      "opening memory of another process"));
  *out = (qn_memory){
      .native = address, .address = address, .pitch = (size_t)t.size};
  if (d->info.host_reaches)
    out->host = address;
  return QN_R_OK;
}
