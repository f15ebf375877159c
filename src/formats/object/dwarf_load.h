// SPDX-License-Identifier: Apache-2.0
// Between the two halves of the DWARF reader.
#ifndef QN_FORMATS_OBJECT_DWARF_LOAD_H
#define QN_FORMATS_OBJECT_DWARF_LOAD_H

#include "formats/object/dwarf.h"

// Appends the units of a part; false when it is damaged or when out of memory.
bool qn_dwarf_list_units(qn_dwarf *dwarf, uint32_t part);

#endif // QN_FORMATS_OBJECT_DWARF_LOAD_H
