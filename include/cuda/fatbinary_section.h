// SPDX-License-Identifier: Apache-2.0
//
// Where NVIDIA's compiler puts fat binaries into objects.
#ifndef fatbinary_section_INCLUDED
#define fatbinary_section_INCLUDED

#include <quern/device/names_begin.inc>

#define FATBINC_MAGIC 0x466243B1
#define FATBINC_VERSION 1
#define FATBINC_LINK_VERSION 2

// What __cudaRegisterFatBinary gets.
typedef struct {
  int magic;
  int version;
  const unsigned long long *data;
  void *filename_or_fatbins; // by the version
} __fatBinC_Wrapper_t;

#define FATBIN_CONTROL_SECTION_NAME ".nvFatBinSegment"
#define FATBIN_DATA_SECTION_NAME ".nv_fatbin"
#define FATBIN_PRELINK_DATA_SECTION_NAME "__nv_relfatbin"

#include <quern/device/names_end.inc>

#endif // fatbinary_section_INCLUDED
