// SPDX-License-Identifier: Apache-2.0
// NVTX of programs that were compiled with NVIDIA's headers. These load the
// library that NVTX_INJECTION64_PATH names and give it tables of pointers to
// functions, by numbers; here they become our own NVTX's, which mark the trace.
#include "libs/cupti/cupti.h"

#include <string.h>

#include "cuda/nvtx3/nvToolsExt.h"

typedef void any_function(void);

enum {
  TABLE_CALLBACKS = 1, // NVTX's number of the table of tables
  MODULE_CORE = 1,     // of its tables
  MODULE_CORE2 = 5,
};

typedef struct callbacks {
  size_t struct_size;
  // Of a module: places of pointers to functions, and how many.
  int (*get_table)(int module, any_function ***out_table, unsigned *out_size);
} callbacks;

typedef struct row {
  unsigned number;
  any_function *function;
} row;

// Texts are kept whether or not somebody watches yet.
static nvtxStringHandle_t keep_text(nvtxDomainHandle_t domain,
                                    const char *text) {
  (void)domain;
  return (nvtxStringHandle_t)(uintptr_t)qn_cupti_name(text ? text : "",
                                                      text ? strlen(text) : 0);
}
static nvtxStringHandle_t keep_wide(nvtxDomainHandle_t domain,
                                    const wchar_t *text) {
  char room[__QN_NVTX_SIZE];
  return keep_text(domain, __qn_nvtx_narrow(text, room));
}
static nvtxDomainHandle_t make_domain(const char *name) {
  return (nvtxDomainHandle_t)(void *)keep_text(NULL, name);
}
static nvtxDomainHandle_t make_domain_wide(const wchar_t *name) {
  return (nvtxDomainHandle_t)(void *)keep_wide(NULL, name);
}

static const row core[] = {
    {1, (any_function *)nvtxMarkEx},      {2, (any_function *)nvtxMarkA},
    {3, (any_function *)nvtxMarkW},       {4, (any_function *)nvtxRangeStartEx},
    {5, (any_function *)nvtxRangeStartA}, {6, (any_function *)nvtxRangeStartW},
    {7, (any_function *)nvtxRangeEnd},    {8, (any_function *)nvtxRangePushEx},
    {9, (any_function *)nvtxRangePushA},  {10, (any_function *)nvtxRangePushW},
    {11, (any_function *)nvtxRangePop},
};
static const row core2[] = {
    {1, (any_function *)nvtxDomainMarkEx},
    {2, (any_function *)nvtxDomainRangeStartEx},
    {3, (any_function *)nvtxDomainRangeEnd},
    {4, (any_function *)nvtxDomainRangePushEx},
    {5, (any_function *)nvtxDomainRangePop},
    {10, (any_function *)keep_text},
    {11, (any_function *)keep_wide},
    {12, (any_function *)make_domain},
    {13, (any_function *)make_domain_wide},
};

static bool fill(const callbacks *given, int module, const row *rows,
                 size_t count) {
  any_function ***table = NULL;
  unsigned size = 0;
  if (!given->get_table(module, (any_function ***)(void *)&table, &size) ||
      !table)
    return false;
  for (size_t i = 0; i < count; ++i)
    if (rows[i].number < size && table[rows[i].number])
      *table[rows[i].number] = rows[i].function;
  return true;
}

int InitializeInjectionNvtx2(const void *(*get_export_table)(uint32_t));
int InitializeInjectionNvtx2(const void *(*get_export_table)(uint32_t)) {
  const callbacks *given =
      get_export_table ? get_export_table(TABLE_CALLBACKS) : NULL;
  if (!given || given->struct_size < sizeof(*given))
    return 0;
  return fill(given, MODULE_CORE, core, sizeof(core) / sizeof(core[0])) &&
         fill(given, MODULE_CORE2, core2, sizeof(core2) / sizeof(core2[0]));
}
