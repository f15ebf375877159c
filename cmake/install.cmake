# SPDX-License-Identifier: Apache-2.0
# The installed tree; see also src/base/install.h, which finds things in it.
