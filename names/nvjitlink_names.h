// SPDX-License-Identifier: Apache-2.0
// The functions of one RELEASE, which is undefined afterwards.

EXPORT nvJitLinkResult NAME(Create, RELEASE)(nvJitLinkHandle *handle,
                                             uint32_t count,
                                             const char **options);
nvJitLinkResult NAME(Create, RELEASE)(nvJitLinkHandle *handle, uint32_t count,
                                      const char **options) {
  return nvJitLinkCreate(handle, count, options);
}

EXPORT nvJitLinkResult NAME(Destroy, RELEASE)(nvJitLinkHandle *handle);
nvJitLinkResult NAME(Destroy, RELEASE)(nvJitLinkHandle *handle) {
  return nvJitLinkDestroy(handle);
}

EXPORT nvJitLinkResult NAME(AddData, RELEASE)(nvJitLinkHandle handle,
                                              nvJitLinkInputType type,
                                              const void *data, size_t size,
                                              const char *name);
nvJitLinkResult NAME(AddData,
                     RELEASE)(nvJitLinkHandle handle, nvJitLinkInputType type,
                              const void *data, size_t size, const char *name) {
  return nvJitLinkAddData(handle, type, data, size, name);
}

EXPORT nvJitLinkResult NAME(AddFile, RELEASE)(nvJitLinkHandle handle,
                                              nvJitLinkInputType type,
                                              const char *path);
nvJitLinkResult NAME(AddFile, RELEASE)(nvJitLinkHandle handle,
                                       nvJitLinkInputType type,
                                       const char *path) {
  return nvJitLinkAddFile(handle, type, path);
}

EXPORT nvJitLinkResult NAME(Complete, RELEASE)(nvJitLinkHandle handle);
nvJitLinkResult NAME(Complete, RELEASE)(nvJitLinkHandle handle) {
  return nvJitLinkComplete(handle);
}

EXPORT nvJitLinkResult NAME(GetLinkedCubinSize, RELEASE)(nvJitLinkHandle handle,
                                                         size_t *size);
nvJitLinkResult NAME(GetLinkedCubinSize, RELEASE)(nvJitLinkHandle handle,
                                                  size_t *size) {
  return nvJitLinkGetLinkedCubinSize(handle, size);
}

EXPORT nvJitLinkResult NAME(GetLinkedCubin, RELEASE)(nvJitLinkHandle handle,
                                                     void *to);
nvJitLinkResult NAME(GetLinkedCubin, RELEASE)(nvJitLinkHandle handle,
                                              void *to) {
  return nvJitLinkGetLinkedCubin(handle, to);
}

EXPORT nvJitLinkResult NAME(GetLinkedPtxSize, RELEASE)(nvJitLinkHandle handle,
                                                       size_t *size);
nvJitLinkResult NAME(GetLinkedPtxSize, RELEASE)(nvJitLinkHandle handle,
                                                size_t *size) {
  return nvJitLinkGetLinkedPtxSize(handle, size);
}

EXPORT nvJitLinkResult NAME(GetLinkedPtx, RELEASE)(nvJitLinkHandle handle,
                                                   char *to);
nvJitLinkResult NAME(GetLinkedPtx, RELEASE)(nvJitLinkHandle handle, char *to) {
  return nvJitLinkGetLinkedPtx(handle, to);
}

EXPORT nvJitLinkResult NAME(GetErrorLogSize, RELEASE)(nvJitLinkHandle handle,
                                                      size_t *size);
nvJitLinkResult NAME(GetErrorLogSize, RELEASE)(nvJitLinkHandle handle,
                                               size_t *size) {
  return nvJitLinkGetErrorLogSize(handle, size);
}

EXPORT nvJitLinkResult NAME(GetErrorLog, RELEASE)(nvJitLinkHandle handle,
                                                  char *to);
nvJitLinkResult NAME(GetErrorLog, RELEASE)(nvJitLinkHandle handle, char *to) {
  return nvJitLinkGetErrorLog(handle, to);
}

EXPORT nvJitLinkResult NAME(GetInfoLogSize, RELEASE)(nvJitLinkHandle handle,
                                                     size_t *size);
nvJitLinkResult NAME(GetInfoLogSize, RELEASE)(nvJitLinkHandle handle,
                                              size_t *size) {
  return nvJitLinkGetInfoLogSize(handle, size);
}

EXPORT nvJitLinkResult NAME(GetInfoLog, RELEASE)(nvJitLinkHandle handle,
                                                 char *to);
nvJitLinkResult NAME(GetInfoLog, RELEASE)(nvJitLinkHandle handle, char *to) {
  return nvJitLinkGetInfoLog(handle, to);
}

#undef RELEASE
