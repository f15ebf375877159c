// SPDX-License-Identifier: Apache-2.0
// The worked example of docs/metadata.md: a target-specific property X, here
// the private memory of a work-item. Its analysis is
// src/compiler/driver/analysis_stack.c.
#include "quern/metadata.h"

typedef struct stack_metadata {
  uint64_t private_memory_usage; // bytes
} stack_metadata;

static const quern_md_field fields[] = {
    {"private_memory_usage", 'u',
     offsetof(stack_metadata, private_memory_usage)},
};

const quern_md_handler quern_md_handler_stack = {
    .size = sizeof(quern_md_handler),
    .name = "stack",
    .block = "StackMetadata",
    .record_size = sizeof(stack_metadata),
    .fields = fields,
    .field_count = 1,
};
