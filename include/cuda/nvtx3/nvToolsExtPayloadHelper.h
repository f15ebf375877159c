// SPDX-License-Identifier: Apache-2.0
//
// NVTX: schemas of structs, from one list of their members. Such a list has at
// most 16 entries, each
//   (member, entry type, name, description, length, flag)
// of an existing struct, with the member's type before it where the struct is
// defined, too. The first two (three) are needed; a member that is an array is
// (member, length) where the struct is defined.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXTPAYLOADHELPER_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXTPAYLOADHELPER_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "nvToolsExtPayload.h"

#define __QN_PL_JOIN_(a, b) a##b
#define __QN_PL_JOIN(a, b) __QN_PL_JOIN_(a, b)
#define __QN_PL_ALL(...) __VA_ARGS__
#define __QN_PL_PICK(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13,   \
                     a14, a15, a16, n, ...)                                    \
  n
#define __QN_PL_COUNT(...)                                                     \
  __QN_PL_PICK(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3,   \
               2, 1, 0, 0)

// do(with, entry) for each entry.
#define __QN_PL_EACH(do, with, ...)                                            \
  __QN_PL_JOIN(__QN_PL_EACH_, __QN_PL_COUNT(__VA_ARGS__))(do, with, __VA_ARGS__)
#define __QN_PL_EACH_1(do, with, one)                                          \
  do                                                                           \
  (with, one)
#define __QN_PL_EACH_2(do, with, one, ...)                                     \
  do                                                                           \
  (with, one) __QN_PL_EACH_1(do, with, __VA_ARGS__)
#define __QN_PL_EACH_3(do, with, one, ...)                                     \
  do                                                                           \
  (with, one) __QN_PL_EACH_2(do, with, __VA_ARGS__)
#define __QN_PL_EACH_4(do, with, one, ...)                                     \
  do                                                                           \
  (with, one) __QN_PL_EACH_3(do, with, __VA_ARGS__)
#define __QN_PL_EACH_5(do, with, one, ...)                                     \
  do                                                                           \
  (with, one) __QN_PL_EACH_4(do, with, __VA_ARGS__)
#define __QN_PL_EACH_6(do, with, one, ...)                                     \
  do                                                                           \
  (with, one) __QN_PL_EACH_5(do, with, __VA_ARGS__)
#define __QN_PL_EACH_7(do, with, one, ...)                                     \
  do                                                                           \
  (with, one) __QN_PL_EACH_6(do, with, __VA_ARGS__)
#define __QN_PL_EACH_8(do, with, one, ...)                                     \
  do                                                                           \
  (with, one) __QN_PL_EACH_7(do, with, __VA_ARGS__)
#define __QN_PL_EACH_9(do, with, one, ...)                                     \
  do                                                                           \
  (with, one) __QN_PL_EACH_8(do, with, __VA_ARGS__)
#define __QN_PL_EACH_10(do, with, one, ...)                                    \
  do                                                                           \
  (with, one) __QN_PL_EACH_9(do, with, __VA_ARGS__)
#define __QN_PL_EACH_11(do, with, one, ...)                                    \
  do                                                                           \
  (with, one) __QN_PL_EACH_10(do, with, __VA_ARGS__)
#define __QN_PL_EACH_12(do, with, one, ...)                                    \
  do                                                                           \
  (with, one) __QN_PL_EACH_11(do, with, __VA_ARGS__)
#define __QN_PL_EACH_13(do, with, one, ...)                                    \
  do                                                                           \
  (with, one) __QN_PL_EACH_12(do, with, __VA_ARGS__)
#define __QN_PL_EACH_14(do, with, one, ...)                                    \
  do                                                                           \
  (with, one) __QN_PL_EACH_13(do, with, __VA_ARGS__)
#define __QN_PL_EACH_15(do, with, one, ...)                                    \
  do                                                                           \
  (with, one) __QN_PL_EACH_14(do, with, __VA_ARGS__)
#define __QN_PL_EACH_16(do, with, one, ...)                                    \
  do                                                                           \
  (with, one) __QN_PL_EACH_15(do, with, __VA_ARGS__)

// What describes a member, by how much is given.
#define __QN_PL_REST(...)                                                      \
  __QN_PL_JOIN(__QN_PL_REST_, __QN_PL_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define __QN_PL_REST_1(type) 0, NVTX_PAYLOAD_ENTRY_##type, NULL, NULL, 0
#define __QN_PL_REST_2(type, name) 0, NVTX_PAYLOAD_ENTRY_##type, name, NULL, 0
#define __QN_PL_REST_3(type, name, text)                                       \
  0, NVTX_PAYLOAD_ENTRY_##type, name, text, 0
#define __QN_PL_REST_4(type, name, text, length)                               \
  0, NVTX_PAYLOAD_ENTRY_##type, name, text, length
#define __QN_PL_REST_5(type, name, text, length, flag)                         \
  NVTX_PAYLOAD_ENTRY_FLAG_##flag, NVTX_PAYLOAD_ENTRY_##type, name, text, length
// A schema in the place of a type: (member, NVTX_PAYLOAD_NESTED(id)).
#define NVTX_PAYLOAD_ENTRY___QN_PL_NESTED
#define NVTX_PAYLOAD_NESTED(schemaId) __QN_PL_NESTED schemaId

#define __QN_PL_OFFSET(id, member) __builtin_offsetof(id, member)
#define __QN_PL_ENTRY_OF(id, member, ...)                                      \
  {__QN_PL_REST(__VA_ARGS__), __QN_PL_OFFSET(id, member), NULL, NULL},
#define __QN_PL_ENTRY(id, entry)                                               \
  __QN_PL_CALL(__QN_PL_ENTRY_OF, id, __QN_PL_ALL entry)
// A macro with its arguments made ready: one for each depth, as none is
// expanded in itself.
#define __QN_PL_CALL(macro, ...) macro(__VA_ARGS__)
#define __QN_PL_CALL_LIST(macro, ...) macro(__VA_ARGS__)
#define __QN_PL_CALL_STRUCT(macro, ...) macro(__VA_ARGS__)
#define __QN_PL_CALL_ALL(macro, ...) macro(__VA_ARGS__)

// The same where the member's type comes first; arrays are (member, length).
#define __QN_PL_NAME_1(name) name
#define __QN_PL_NAME_2(name, length) name
#define __QN_PL_SIZED_1(name) name
#define __QN_PL_SIZED_2(name, length) name[length]
#define __QN_PL_SECOND(a, b, ...) b
#define __QN_PL_IS_LIST(member)                                                \
  __QN_PL_CALL_LIST(__QN_PL_SECOND,                                            \
                    __QN_PL_JOIN(__QN_PL_LIST_, __QN_PL_LISTED member), 0, 0)
#define __QN_PL_LISTED(...) YES
#define __QN_PL_LIST_YES ~, 1
#define __QN_PL_NAME(member)                                                   \
  __QN_PL_JOIN(__QN_PL_NAME_IF_, __QN_PL_IS_LIST(member))(member)
#define __QN_PL_NAME_IF_0(member) member
#define __QN_PL_NAME_IF_1(member)                                              \
  __QN_PL_JOIN(__QN_PL_NAME_, __QN_PL_COUNT member) member
#define __QN_PL_SIZED(member)                                                  \
  __QN_PL_JOIN(__QN_PL_SIZED_IF_, __QN_PL_IS_LIST(member))(member)
#define __QN_PL_SIZED_IF_0(member) member
#define __QN_PL_SIZED_IF_1(member)                                             \
  __QN_PL_JOIN(__QN_PL_SIZED_, __QN_PL_COUNT member) member
#define __QN_PL_TYPED_OF(id, type, member, ...)                                \
  {__QN_PL_REST(__VA_ARGS__), __QN_PL_OFFSET(id, __QN_PL_NAME(member)), NULL,  \
   NULL},
#define __QN_PL_TYPED(id, entry)                                               \
  __QN_PL_CALL(__QN_PL_TYPED_OF, id, __QN_PL_ALL entry)
#define __QN_PL_MEMBER_OF(id, type, member, ...) type __QN_PL_SIZED(member);
#define __QN_PL_MEMBER(id, entry)                                              \
  __QN_PL_CALL(__QN_PL_MEMBER_OF, id, __QN_PL_ALL entry)

// id##Schema and id##Attr. `fields`: of the mask, beside those always there.
#define __QN_PL_SCHEMA(make, id, name, prefix, flags, schemaId, fields, ...)   \
  prefix nvtxPayloadSchemaEntry_t id##Schema[] = {__QN_PL_EACH(                \
      make, id, __VA_ARGS__){0, 0, NULL, NULL, 0, 0, NULL, NULL}};             \
  prefix nvtxPayloadSchemaAttr_t id##Attr = {                                  \
      (fields) | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE |                         \
          NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES |                             \
          NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES |                         \
          NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE,                          \
      name,                                                                    \
      NVTX_PAYLOAD_SCHEMA_TYPE_STATIC,                                         \
      flags,                                                                   \
      id##Schema,                                                              \
      __QN_PL_COUNT(__VA_ARGS__),                                              \
      sizeof(id),                                                              \
      0,                                                                       \
      schemaId,                                                                \
      NULL};

// By how many of name, prefix, flags and schema's id come before the entries.
#define __QN_PL_DEFINE(make, id, ...)                                          \
  __QN_PL_JOIN(__QN_PL_DEFINE_, __QN_PL_COUNT(__VA_ARGS__))(make, id,          \
                                                            __VA_ARGS__)
#define __QN_PL_DEFINE_1(make, id, entries)                                    \
  __QN_PL_SCHEMA(make, id, NULL, , NVTX_PAYLOAD_SCHEMA_FLAG_NONE, 0, 0,        \
                 __QN_PL_ALL entries)
#define __QN_PL_DEFINE_2(make, id, name, entries)                              \
  __QN_PL_SCHEMA(make, id, name, , NVTX_PAYLOAD_SCHEMA_FLAG_NONE, 0,           \
                 NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME, __QN_PL_ALL entries)
#define __QN_PL_DEFINE_3(make, id, name, prefix, entries)                      \
  __QN_PL_SCHEMA(make, id, name, prefix, NVTX_PAYLOAD_SCHEMA_FLAG_NONE, 0,     \
                 NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME, __QN_PL_ALL entries)
#define __QN_PL_DEFINE_4(make, id, name, prefix, flags, entries)               \
  __QN_PL_SCHEMA(make, id, name, prefix, flags, 0,                             \
                 NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME |                         \
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_FLAGS,                     \
                 __QN_PL_ALL entries)
#define __QN_PL_DEFINE_5(make, id, name, prefix, flags, schemaId, entries)     \
  __QN_PL_SCHEMA(make, id, name, prefix, flags, schemaId,                      \
                 NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NAME |                         \
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_FLAGS |                    \
                     NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID,                 \
                 __QN_PL_ALL entries)
#define __QN_PL_LAST(...)                                                      \
  __QN_PL_JOIN(__QN_PL_LAST_, __QN_PL_COUNT(__VA_ARGS__))(__VA_ARGS__)
#define __QN_PL_LAST_1(a) a
#define __QN_PL_LAST_2(a, b) b
#define __QN_PL_LAST_3(a, b, c) c
#define __QN_PL_LAST_4(a, b, c, d) d
#define __QN_PL_LAST_5(a, b, c, d, e) e
#define __QN_PL_STRUCT(id, entries)                                            \
  typedef struct {                                                             \
    __QN_PL_CALL_STRUCT(__QN_PL_EACH, __QN_PL_MEMBER, id, __QN_PL_ALL entries) \
  } id;

// Marks the list, for readers.
#define NVTX_PAYLOAD_ENTRIES
#define NVTX_DEFINE_SCHEMA_FOR_STRUCT(struct_id, ...)                          \
  __QN_PL_DEFINE(__QN_PL_ENTRY, struct_id, __VA_ARGS__)
#define NVTX_DEFINE_STRUCT(struct_id, ...)                                     \
  typedef struct {                                                             \
    __QN_PL_EACH(__QN_PL_MEMBER, struct_id, __VA_ARGS__)                       \
  } struct_id;
#define NVTX_DEFINE_STRUCT_WITH_SCHEMA(struct_id, ...)                         \
  __QN_PL_CALL_ALL(__QN_PL_STRUCT, struct_id, __QN_PL_LAST(__VA_ARGS__))       \
  __QN_PL_DEFINE(__QN_PL_TYPED, struct_id, __VA_ARGS__)
#define __QN_PL_REGISTER(domain, id)                                           \
  const uint64_t id##_schemaId = nvtxPayloadSchemaRegister(domain, &id##Attr);
#define NVTX_DEFINE_SCHEMA_FOR_STRUCT_AND_REGISTER(domain, struct_id, ...)     \
  NVTX_DEFINE_SCHEMA_FOR_STRUCT(struct_id, __VA_ARGS__)                        \
  __QN_PL_REGISTER(domain, struct_id)
#define NVTX_DEFINE_STRUCT_WITH_SCHEMA_AND_REGISTER(domain, struct_id, ...)    \
  NVTX_DEFINE_STRUCT_WITH_SCHEMA(struct_id, __VA_ARGS__)                       \
  __QN_PL_REGISTER(domain, struct_id)
#define NVTX_PAYLOAD_SCHEMA_REGISTER(domain, struct_id)                        \
  nvtxPayloadSchemaRegister(domain, &struct_id##Attr);

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXTPAYLOADHELPER_H
