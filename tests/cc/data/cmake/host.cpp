// SPDX-License-Identifier: Apache-2.0
int host(int x) { return x; }
