// SPDX-License-Identifier: Apache-2.0
#include "quern/metadata.h"

#define FIELD(name) {#name, 'u', offsetof(quern_md_vectorize, name)}

static const quern_md_field fields[] = {
    FIELD(min_work_item_factor),
    FIELD(min_is_scalable),
    FIELD(pref_work_item_factor),
    FIELD(pref_is_scalable),
};

const quern_md_handler quern_md_handler_vectorize = {
    .size = sizeof(quern_md_handler),
    .name = "vectorize",
    .block = "VectorizeMetadata",
    .record_size = sizeof(quern_md_vectorize),
    .fields = fields,
    .field_count = sizeof(fields) / sizeof(fields[0]),
};
