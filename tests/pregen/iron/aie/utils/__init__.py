# SPDX-License-Identifier: Apache-2.0
# A stand-in for IRON: the names and contract that the helper uses, no compiler.
