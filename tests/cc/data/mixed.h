/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __cplusplus
extern "C" {
#endif
int on_device(int x);
int in_c(int x);
#ifdef __cplusplus
}
#endif
#define ADDED 30
