// SPDX-License-Identifier: Apache-2.0
#include "quern/metadata.h"

#define FIELD(name) {#name, 'u', offsetof(qn_md_vectorize, name)}

static const qn_md_field fields[] = {
    FIELD(min_work_item_factor),
    FIELD(min_is_scalable),
    FIELD(pref_work_item_factor),
    FIELD(pref_is_scalable),
};

const qn_md_handler qn_md_handler_vectorize = {
    .name = "vectorize",
    .block = "VectorizeMetadata",
    .record_size = sizeof(qn_md_vectorize),
    .fields = fields,
    .field_count = sizeof(fields) / sizeof(fields[0]),
};
