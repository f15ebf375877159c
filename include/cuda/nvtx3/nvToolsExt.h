// SPDX-License-Identifier: Apache-2.0
//
// NVTX: ranges and marks, which go into Quern's trace (QUERN_TRACE) in the track
// of the calling thread. All of it is here, as in NVIDIA's version 3: without
// libquernhip in the program, and without a trace, nothing happens. Categories,
// colours and payloads are not written.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXT_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXT_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#define NVTX_VERSION 3
#define NVTX_API
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE                                       \
  ((uint16_t)sizeof(nvtxResourceAttributes_t))
#define NVTX_RESOURCE_CLASS_GENERIC 1
#define NVTX_RESOURCE_MAKE_TYPE(CLASS, INDEX)                                  \
  ((((uint32_t)NVTX_RESOURCE_CLASS_##CLASS) << 16) | ((uint32_t)(INDEX)))

// Functions that take a name of something and do not write it.
#define __QN_NVTX_NAME(function, type)                                         \
  static inline void function##A(type what, const char *name) {                \
    (void)what;                                                                \
    (void)name;                                                                \
  }                                                                            \
  static inline void function##W(type what, const wchar_t *name) {             \
    (void)what;                                                                \
    (void)name;                                                                \
  }

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st {
  char name[1];
} nvtxDomainRegistration;
typedef nvtxDomainRegistration *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st {
  char text[1]; // and more
} nvtxStringRegistration;
typedef nvtxStringRegistration *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;

typedef enum nvtxColorType_t {
  NVTX_COLOR_UNKNOWN = 0,
  NVTX_COLOR_ARGB = 1
} nvtxColorType_t;
typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;
typedef struct nvtxEventAttributes_v2 {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;
typedef enum nvtxResourceGenericType_t {
  NVTX_RESOURCE_TYPE_UNKNOWN = 0,
  NVTX_RESOURCE_TYPE_GENERIC_POINTER = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 1),
  NVTX_RESOURCE_TYPE_GENERIC_HANDLE = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 2),
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE =
      NVTX_RESOURCE_MAKE_TYPE(GENERIC, 3),
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 4)
} nvtxResourceGenericType_t;
typedef struct nvtxResourceAttributes_v0 {
  uint16_t version;
  uint16_t size;
  int32_t identifierType;
  union identifier_t {
    const void *pValue;
    uint64_t ullValue;
  } identifier;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxResourceAttributes_v0;
typedef struct nvtxResourceAttributes_v0 nvtxResourceAttributes_t;

// libquernhip's, where it is in the program.
extern int quern_trace_is_on(void) __attribute__((weak));
extern void quern_trace_mark(const char *) __attribute__((weak));
extern int quern_trace_push(const void *, const char *) __attribute__((weak));
extern int quern_trace_pop(const void *) __attribute__((weak));
extern uint64_t quern_trace_begin(const char *) __attribute__((weak));
extern void quern_trace_end(uint64_t) __attribute__((weak));

#ifndef __QN_NVTX
#define __QN_NVTX static inline __attribute__((unused))
#endif
enum { __QN_NVTX_SIZE = 256 };

__QN_NVTX int __qn_nvtx_is_on(void) {
  return quern_trace_is_on && quern_trace_is_on();
}

// UTF-8 of wide characters, as many as there is room for.
__QN_NVTX const char *__qn_nvtx_narrow(const wchar_t *from, char *to) {
  size_t at = 0;
  for (; from && *from && at + 5 < (size_t)__QN_NVTX_SIZE; ++from) {
    const uint32_t c = (uint32_t)*from;
    if (c < 0x80) {
      to[at++] = (char)c;
    } else if (c < 0x800) {
      to[at++] = (char)(0xc0 | c >> 6);
      to[at++] = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
      to[at++] = (char)(0xe0 | c >> 12);
      to[at++] = (char)(0x80 | (c >> 6 & 63));
      to[at++] = (char)(0x80 | (c & 63));
    } else {
      to[at++] = (char)(0xf0 | c >> 18);
      to[at++] = (char)(0x80 | (c >> 12 & 63));
      to[at++] = (char)(0x80 | (c >> 6 & 63));
      to[at++] = (char)(0x80 | (c & 63));
    }
  }
  to[at] = 0;
  return to;
}

__QN_NVTX const char *__qn_nvtx_name(const nvtxEventAttributes_t *event,
                                     char *room) {
  if (!event)
    return "";
  switch (event->messageType) {
  case NVTX_MESSAGE_TYPE_ASCII:
    return event->message.ascii;
  case NVTX_MESSAGE_TYPE_UNICODE:
    return __qn_nvtx_narrow(event->message.unicode, room);
  case NVTX_MESSAGE_TYPE_REGISTERED:
    return event->message.registered ? event->message.registered->text : "";
  default:
    return "";
  }
}

__QN_NVTX void nvtxInitialize(const void *reserved) { (void)reserved; }

__QN_NVTX void nvtxMarkA(const char *message) {
  if (quern_trace_mark)
    quern_trace_mark(message);
}
__QN_NVTX void nvtxMarkW(const wchar_t *message) {
  char room[__QN_NVTX_SIZE];
  nvtxMarkA(__qn_nvtx_narrow(message, room));
}
__QN_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *eventAttrib) {
  char room[__QN_NVTX_SIZE];
  nvtxMarkA(__qn_nvtx_name(eventAttrib, room));
}
__QN_NVTX void nvtxDomainMarkEx(nvtxDomainHandle_t domain,
                                const nvtxEventAttributes_t *eventAttrib) {
  (void)domain;
  nvtxMarkEx(eventAttrib);
}

__QN_NVTX nvtxRangeId_t nvtxRangeStartA(const char *message) {
  return quern_trace_begin ? quern_trace_begin(message) : 0;
}
__QN_NVTX nvtxRangeId_t nvtxRangeStartW(const wchar_t *message) {
  char room[__QN_NVTX_SIZE];
  return nvtxRangeStartA(__qn_nvtx_narrow(message, room));
}
__QN_NVTX nvtxRangeId_t
nvtxRangeStartEx(const nvtxEventAttributes_t *eventAttrib) {
  char room[__QN_NVTX_SIZE];
  return nvtxRangeStartA(__qn_nvtx_name(eventAttrib, room));
}
__QN_NVTX nvtxRangeId_t nvtxDomainRangeStartEx(
    nvtxDomainHandle_t domain, const nvtxEventAttributes_t *eventAttrib) {
  (void)domain;
  return nvtxRangeStartEx(eventAttrib);
}
__QN_NVTX void nvtxRangeEnd(nvtxRangeId_t id) {
  if (quern_trace_end)
    quern_trace_end(id);
}
__QN_NVTX void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id) {
  (void)domain;
  nvtxRangeEnd(id);
}

__QN_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t domain,
                                    const nvtxEventAttributes_t *eventAttrib) {
  char room[__QN_NVTX_SIZE];
  return quern_trace_push
             ? quern_trace_push(domain, __qn_nvtx_name(eventAttrib, room))
             : NVTX_NO_PUSH_POP_TRACKING;
}
__QN_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *eventAttrib) {
  return nvtxDomainRangePushEx(NULL, eventAttrib);
}
__QN_NVTX int nvtxRangePushA(const char *message) {
  return quern_trace_push ? quern_trace_push(NULL, message)
                          : NVTX_NO_PUSH_POP_TRACKING;
}
__QN_NVTX int nvtxRangePushW(const wchar_t *message) {
  char room[__QN_NVTX_SIZE];
  return nvtxRangePushA(__qn_nvtx_narrow(message, room));
}
__QN_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
  return quern_trace_pop ? quern_trace_pop(domain) : NVTX_NO_PUSH_POP_TRACKING;
}
__QN_NVTX int nvtxRangePop(void) { return nvtxDomainRangePop(NULL); }

// ---- Names. Without a trace nothing is kept: NULL, as where there is no tool.

__QN_NVTX void *__qn_nvtx_keep(const char *text) {
  const size_t size = text ? strlen(text) + 1 : 1;
  char *copy = __qn_nvtx_is_on() ? (char *)malloc(size) : NULL;
  if (copy)
    memcpy(copy, text ? text : "", size);
  return copy;
}
__QN_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(
    nvtxDomainHandle_t domain, const char *string) {
  (void)domain;
  return (nvtxStringHandle_t)__qn_nvtx_keep(string);
}
__QN_NVTX nvtxStringHandle_t nvtxDomainRegisterStringW(
    nvtxDomainHandle_t domain, const wchar_t *string) {
  char room[__QN_NVTX_SIZE];
  return nvtxDomainRegisterStringA(domain, __qn_nvtx_narrow(string, room));
}
__QN_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *name) {
  return (nvtxDomainHandle_t)__qn_nvtx_keep(name);
}
__QN_NVTX nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name) {
  char room[__QN_NVTX_SIZE];
  return nvtxDomainCreateA(__qn_nvtx_narrow(name, room));
}
__QN_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain) { free(domain); }
__QN_NVTX nvtxResourceHandle_t nvtxDomainResourceCreate(
    nvtxDomainHandle_t domain, nvtxResourceAttributes_t *attribs) {
  (void)domain;
  (void)attribs;
  return NULL;
}
__QN_NVTX void nvtxDomainResourceDestroy(nvtxResourceHandle_t resource) {
  (void)resource;
}
__QN_NVTX void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain,
                                       uint32_t category, const char *name) {
  (void)domain;
  (void)category;
  (void)name;
}
__QN_NVTX void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain,
                                       uint32_t category, const wchar_t *name) {
  (void)domain;
  (void)category;
  (void)name;
}
__QN_NVTX void nvtxNameCategoryA(uint32_t category, const char *name) {
  (void)category;
  (void)name;
}
__QN_NVTX void nvtxNameCategoryW(uint32_t category, const wchar_t *name) {
  (void)category;
  (void)name;
}
__QN_NVTX void nvtxNameOsThreadA(uint32_t threadId, const char *name) {
  (void)threadId;
  (void)name;
}
__QN_NVTX void nvtxNameOsThreadW(uint32_t threadId, const wchar_t *name) {
  (void)threadId;
  (void)name;
}

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#endif

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXT_H
