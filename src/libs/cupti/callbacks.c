// SPDX-License-Identifier: Apache-2.0
// A program's callbacks: at most one subscriber.
#include "libs/cupti/cupti.h"

#include <string.h>

#include "cuda/generated_nvtx_meta.h"
#include "hip/core/api.h"

struct CUpti_Subscriber_st {
  _Atomic(CUpti_CallbackFunc) function; // NULL: there is no subscriber
  void *user;
};
static struct CUpti_Subscriber_st subscriber;
static atomic_bool wanted[CUPTI_CB_DOMAIN_SIZE][QN_CUPTI_NUMBERS];
static qn_mutex mutex = QN_MUTEX_INIT; // of subscribing

// One past the last number of each domain; 0: there is no such domain.
static const uint32_t counts[CUPTI_CB_DOMAIN_SIZE] = {
    [CUPTI_CB_DOMAIN_DRIVER_API] = CUPTI_DRIVER_TRACE_CBID_SIZE,
    [CUPTI_CB_DOMAIN_RUNTIME_API] = CUPTI_RUNTIME_TRACE_CBID_SIZE,
    [CUPTI_CB_DOMAIN_RESOURCE] = CUPTI_CBID_RESOURCE_SIZE,
    [CUPTI_CB_DOMAIN_SYNCHRONIZE] = CUPTI_CBID_SYNCHRONIZE_SIZE,
    [CUPTI_CB_DOMAIN_NVTX] = CUPTI_CBID_NVTX_SIZE,
};
_Static_assert((int)CUPTI_DRIVER_TRACE_CBID_SIZE < (int)QN_CUPTI_NUMBERS,
               "every number has a place");

bool qn_cupti_has_subscriber(void) {
  return atomic_load(&subscriber.function) != NULL;
}

bool qn_cupti_callback_wanted(CUpti_CallbackDomain domain, uint32_t number) {
  return atomic_load_explicit(&wanted[domain][number], memory_order_relaxed) &&
         qn_cupti_has_subscriber();
}

void qn_cupti_callback(CUpti_CallbackDomain domain, uint32_t number,
                       const void *given) {
  const CUpti_CallbackFunc function = atomic_load(&subscriber.function);
  qn_cupti_thread *t = qn_cupti_mine();
  if (!function || !t ||
      !atomic_load_explicit(&wanted[domain][number], memory_order_relaxed))
    return;
  ++t->depth; // what it calls is not seen
  function(subscriber.user, domain, number, given);
  --t->depth;
}

// The kernel's name where the call launches one.
static const char *symbol_of(const qn_observed_call *call) {
  const void *const *words = call->params;
  const char *name = NULL;
  qn_device *device = qn_device_at(qn_device_current_ordinal());
  qn_function *f;
  const bool is_launch = strncmp(call->name, "cudaLaunchKernel", 16) == 0 ||
                         strncmp(call->name, "cuLaunchKernel", 14) == 0 ||
                         strstr(call->name, "LaunchCooperativeKernel");
  if (!is_launch || strstr(call->name, "MultiDevice"))
    return NULL;
  // cudaLaunchKernelExC and cuLaunchKernelEx have the configuration first.
  const void *function = words[strstr(call->name, "KernelEx") ? 1 : 0];
  if (call->api == QN_OBSERVED_RUNTIME)
    name = qn_hip_kernel_name(function);
  if (name || !device || !atomic_load(&device->native))
    return name;
  return qn_hip_any_function(function, device, &f) == QN_R_OK ? f->name : NULL;
}

void qn_cupti_call_back(qn_observed_call *call, CUpti_ApiCallbackSite site) {
  const CUpti_CallbackDomain domain = (CUpti_CallbackDomain)call->api;
  if (!qn_cupti_callback_wanted(domain, call->number))
    return;
  CUpti_CallbackData given = {
      .callbackSite = site,
      .functionName = call->name,
      .functionParams = call->params,
      .functionReturnValue = call->result,
      .symbolName = symbol_of(call),
      .correlationData = &call->notes[0],
      .correlationId = call->id,
  };
  given.context = qn_cupti_context(&given.contextUid);
  qn_cupti_callback(domain, call->number, &given);
}

// Our NVTX passes on the text alone, so the forms for wide characters, structs
// and domains are seen as the plain ones.
void qn_cupti_mark_back(const qn_observed_mark *mark) {
  const char *const text = mark->name ? mark->name : "";
  const nvtxMarkA_params message = {text}; // those of the others are equal
  const nvtxRangeEnd_params range = {mark->id};
  CUpti_nvtx_api_trace_cbid number = CUPTI_CBID_NVTX_nvtxMarkA;
  CUpti_NvtxData given = {.functionName = "nvtxMarkA",
                          .functionParams = &message};
  if (mark->kind == QN_MARK_BEGIN) {
    number = mark->is_nested ? CUPTI_CBID_NVTX_nvtxRangePushA
                             : CUPTI_CBID_NVTX_nvtxRangeStartA;
    given.functionName = mark->is_nested ? "nvtxRangePushA" : "nvtxRangeStartA";
  } else if (mark->kind == QN_MARK_END) {
    number = mark->is_nested ? CUPTI_CBID_NVTX_nvtxRangePop
                             : CUPTI_CBID_NVTX_nvtxRangeEnd;
    given.functionName = mark->is_nested ? "nvtxRangePop" : "nvtxRangeEnd";
    given.functionParams = mark->is_nested ? NULL : (const void *)&range;
  }
  qn_cupti_callback(CUPTI_CB_DOMAIN_NVTX, number, &given);
}

// ---- Subscribing

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *handle,
                           CUpti_CallbackFunc callback, void *userdata) {
  CUPTI_NEED(handle);
  CUPTI_NEED(callback);
  qn_mutex_lock(&mutex);
  const bool is_taken = qn_cupti_has_subscriber();
  if (!is_taken) {
    subscriber.user = userdata;
    atomic_store(&subscriber.function, callback);
  }
  qn_mutex_unlock(&mutex);
  if (is_taken)
    return qn_cupti_refuse(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED,
                           "there is a subscriber already");
  *handle = &subscriber;
  qn_cupti_update_observer();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiSubscribe_v2(CUpti_SubscriberHandle *handle,
                              CUpti_CallbackFunc callback, void *userdata,
                              CUpti_SubscriberParams *pParams) {
  if (pParams && pParams->oldSubscriberName && pParams->oldSubscriberSize)
    pParams->oldSubscriberName[0] = 0; // names are not kept
  return cuptiSubscribe(handle, callback, userdata);
}

static CUptiResult check_subscriber(CUpti_SubscriberHandle handle) {
  return handle == &subscriber && qn_cupti_has_subscriber()
             ? CUPTI_SUCCESS
             : qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,
                               "this is no subscriber");
}

CUptiResult cuptiUnsubscribe(CUpti_SubscriberHandle handle) {
  const CUptiResult result = check_subscriber(handle);
  if (result != CUPTI_SUCCESS)
    return result;
  qn_mutex_lock(&mutex);
  atomic_store(&subscriber.function, NULL);
  for (int i = 0; i < CUPTI_CB_DOMAIN_SIZE; ++i)
    for (int j = 0; j < QN_CUPTI_NUMBERS; ++j)
      atomic_store_explicit(&wanted[i][j], false, memory_order_relaxed);
  qn_mutex_unlock(&mutex);
  qn_cupti_update_observer();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiSupportedDomains(size_t *domainCount,
                                  CUpti_DomainTable *domainTable) {
  static CUpti_CallbackDomain domains[] = {
      CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_CB_DOMAIN_RUNTIME_API,
      CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CB_DOMAIN_SYNCHRONIZE,
      CUPTI_CB_DOMAIN_NVTX};
  CUPTI_NEED(domainCount);
  CUPTI_NEED(domainTable);
  *domainCount = sizeof(domains) / sizeof(domains[0]);
  *domainTable = domains;
  return CUPTI_SUCCESS;
}

static CUptiResult check_number(CUpti_CallbackDomain domain, uint32_t number) {
  if ((unsigned)domain >= CUPTI_CB_DOMAIN_SIZE || !counts[domain])
    return qn_cupti_refuse((unsigned)domain < CUPTI_CB_DOMAIN_SIZE && domain
                               ? CUPTI_ERROR_NOT_SUPPORTED
                               : CUPTI_ERROR_INVALID_PARAMETER,
                           "there are no callbacks of domain %d here",
                           (int)domain);
  if (number >= counts[domain])
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,
                           "domain %d has no callback %u", (int)domain, number);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetCallbackState(uint32_t *enable,
                                  CUpti_SubscriberHandle handle,
                                  CUpti_CallbackDomain domain,
                                  CUpti_CallbackId cbid) {
  CUPTI_NEED(enable);
  CUptiResult result = check_subscriber(handle);
  if (result == CUPTI_SUCCESS)
    result = check_number(domain, cbid);
  if (result == CUPTI_SUCCESS)
    *enable = atomic_load(&wanted[domain][cbid]);
  return result;
}

CUptiResult cuptiEnableCallback(uint32_t enable, CUpti_SubscriberHandle handle,
                                CUpti_CallbackDomain domain,
                                CUpti_CallbackId cbid) {
  CUptiResult result = check_subscriber(handle);
  if (result == CUPTI_SUCCESS)
    result = check_number(domain, cbid);
  if (result == CUPTI_SUCCESS)
    atomic_store(&wanted[domain][cbid], enable != 0);
  return result;
}

CUptiResult cuptiEnableDomain(uint32_t enable, CUpti_SubscriberHandle handle,
                              CUpti_CallbackDomain domain) {
  CUptiResult result = check_subscriber(handle);
  if (result == CUPTI_SUCCESS)
    result = check_number(domain, 0);
  for (uint32_t i = 1; result == CUPTI_SUCCESS && i < counts[domain]; ++i)
    atomic_store(&wanted[domain][i], enable != 0);
  return result;
}

CUptiResult cuptiEnableAllDomains(uint32_t enable,
                                  CUpti_SubscriberHandle handle) {
  CUptiResult result = check_subscriber(handle);
  for (int i = 0; i < CUPTI_CB_DOMAIN_SIZE && result == CUPTI_SUCCESS; ++i)
    if (counts[i])
      result = cuptiEnableDomain(enable, handle, (CUpti_CallbackDomain)i);
  return result;
}

// ---- Names

typedef struct name {
  CUpti_CallbackDomain domain;
  uint32_t number;
  const char *text;
} name;

static const name names[] = {
#define CALL(api, number, text) {CUPTI_CB_DOMAIN_##api##_API, number, #text},
#define NAME(api, number, text) CALL(api, number, text)
#include "libs/cupti/names.inc"
#undef CALL
#undef NAME
#define NVTX(id) {CUPTI_CB_DOMAIN_NVTX, CUPTI_CBID_NVTX_##id, #id},
    NVTX(nvtxMarkA) NVTX(nvtxRangeStartA) NVTX(nvtxRangeEnd)
        NVTX(nvtxRangePushA) NVTX(nvtxRangePop)
#undef NVTX
#define RESOURCE(id) {CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_##id, #id},
            RESOURCE(CONTEXT_CREATED) RESOURCE(CONTEXT_DESTROY_STARTING)
                RESOURCE(STREAM_CREATED) RESOURCE(STREAM_DESTROY_STARTING)
                    RESOURCE(MODULE_LOADED) RESOURCE(MODULE_UNLOAD_STARTING)
                        RESOURCE(GRAPH_CREATED) RESOURCE(GRAPH_DESTROY_STARTING)
                            RESOURCE(GRAPHEXEC_CREATED)
                                RESOURCE(GRAPHEXEC_DESTROY_STARTING)
#undef RESOURCE
                                    {CUPTI_CB_DOMAIN_SYNCHRONIZE,
                                     CUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED,
                                     "STREAM_SYNCHRONIZED"},
    {CUPTI_CB_DOMAIN_SYNCHRONIZE, CUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED,
     "CONTEXT_SYNCHRONIZED"},
};

CUptiResult cuptiGetCallbackName(CUpti_CallbackDomain domain, uint32_t cbid,
                                 const char **text) {
  CUPTI_NEED(text);
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (names[i].domain == domain && names[i].number == cbid) {
      *text = names[i].text;
      return CUPTI_SUCCESS;
    }
  return qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,
                         "domain %d has no callback %u", (int)domain, cbid);
}
