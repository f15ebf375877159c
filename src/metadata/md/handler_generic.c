// SPDX-License-Identifier: Apache-2.0
#include "quern/metadata.h"

#define FIELD(type, name) {#name, type, offsetof(quern_md_generic, name)}

static const quern_md_field fields[] = {
    FIELD('z', kernel_name),        FIELD('z', source_name),
    FIELD('u', local_memory_usage), FIELD('u', sub_group_size),
    FIELD('u', is_scalable),
};

const quern_md_handler quern_md_handler_generic = {
    .size = sizeof(quern_md_handler),
    .name = "generic",
    .block = "GenericMetadata",
    .record_size = sizeof(quern_md_generic),
    .fields = fields,
    .field_count = sizeof(fields) / sizeof(fields[0]),
};
