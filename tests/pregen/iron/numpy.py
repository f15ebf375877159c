# SPDX-License-Identifier: Apache-2.0
# The names of numpy that the helper uses, for machines without it.
float32, float16, float64 = "float32", "float16", "float64"
int8, int16, int32, int64 = "int8", "int16", "int32", "int64"
uint8, uint16, uint32 = "uint8", "uint16", "uint32"
