// SPDX-License-Identifier: Apache-2.0
#include "quern/metadata.h"

#define FIELD(type, name) {#name, type, offsetof(qn_md_generic, name)}

static const qn_md_field fields[] = {
    FIELD('z', kernel_name),        FIELD('z', source_name),
    FIELD('u', local_memory_usage), FIELD('u', sub_group_size),
    FIELD('u', is_scalable),
};

const qn_md_handler qn_md_handler_generic = {
    .name = "generic",
    .block = "GenericMetadata",
    .record_size = sizeof(qn_md_generic),
    .fields = fields,
    .field_count = sizeof(fields) / sizeof(fields[0]),
};
