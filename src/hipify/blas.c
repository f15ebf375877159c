// SPDX-License-Identifier: Apache-2.0
// cublas.h, cuBLAS's first interface: one handle for the process, letters for
// enumerators, scalars by value, results returned. hipBLAS has the second
// alone, so the file gets a function that makes the one of the other.
#include <string.h>

#include "hipify/pass.h"

static const char *managed(const char *name) {
  static const struct {
    const char *cuda, *ours;
  } names[] = {{"cublasInit", "hipifyBlasInit"},
               {"cublasShutdown", "hipifyBlasShutdown"},
               {"cublasGetError", "hipifyBlasGetError"},
               {"cublasAlloc", "hipifyBlasAlloc"},
               {"cublasFree", "hipifyBlasFree"},
               {"cublasSetKernelStream", "hipifyBlasSetStream"}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (strcmp(name, names[i].cuda) == 0)
      return names[i].ours;
  return NULL;
}

// cublasSaxpy, cublasScnrm2, cublasIsamax: a letter of a type and BLAS's name.
static bool is_of_blas(const char *name) {
  static const char prefix[] = "cublas";
  if (strncmp(name, prefix, sizeof(prefix) - 1) != 0)
    return false;
  const char *rest = name + sizeof(prefix) - 1;
  const bool index = rest[0] == 'I' && rest[1] && strchr("sdcz", rest[1]) &&
                     strncmp(rest + 2, "am", 2) == 0;
  if (!index && !(rest[0] && strchr("SDCZ", rest[0])))
    return false;
  for (const char *at = rest + 1; *at; ++at)
    if (!(*at >= 'a' && *at <= 'z') && !(*at >= '0' && *at <= '9'))
      return false;
  return strcmp(rest, "Create") != 0 && strcmp(rest, "Destroy") != 0;
}

bool qn_translate_blas(qn_pass *p, size_t i, const qn_cuda_name *name) {
  static const char hip[] = "hipblas";
  if (strcmp(name->section, "cublas") != 0)
    return false;
  const char *ours = managed(name->cuda);
  if (ours) {
    qn_edit_token(p, i, ours);
    p->calls_blas = true;
    return true;
  }
  if (!is_of_blas(name->cuda) || strncmp(name->hip, hip, sizeof(hip) - 1) != 0)
    return false;
  const bool global = i > 1 && qn_is_punct(p, i - 1, ':'); // ::name
  qn_edit_before(p, global ? i - 2 : i, "hipifyBlas(");
  qn_edit_token(p, i, name->hip);
  qn_edit_after(p, i, ")");
  p->calls_blas = true;
  return true;
}

static const char function[] =
    "#ifndef HIPIFY_BLAS\n"
    "#define HIPIFY_BLAS\n"
    "#include <type_traits>\n"
    "#include <hip/hip_runtime_api.h>\n"
    "#include <hipblas/hipblas.h>\n"
    "// cuBLAS's first interface by hipBLAS's functions: one handle for the\n"
    "// process, letters for enumerators, scalars by value, results "
    "returned.\n"
    "struct hipifyBlasState {\n"
    "  hipblasHandle_t handle;\n"
    "  hipblasStatus_t error; // of the first call since the last question\n"
    "};\n"
    "inline hipifyBlasState &hipifyBlasProcess() {\n"
    "  static hipifyBlasState state = {nullptr, HIPBLAS_STATUS_SUCCESS};\n"
    "  return state;\n"
    "}\n"
    "inline hipblasStatus_t hipifyBlasInit() {\n"
    "  hipifyBlasState &s = hipifyBlasProcess();\n"
    "  return s.handle ? HIPBLAS_STATUS_SUCCESS : hipblasCreate(&s.handle);\n"
    "}\n"
    "inline hipblasStatus_t hipifyBlasShutdown() {\n"
    "  hipblasHandle_t handle = hipifyBlasProcess().handle;\n"
    "  hipifyBlasProcess().handle = nullptr;\n"
    "  return handle ? hipblasDestroy(handle) : HIPBLAS_STATUS_SUCCESS;\n"
    "}\n"
    "inline hipblasStatus_t hipifyBlasGetError() {\n"
    "  const hipblasStatus_t error = hipifyBlasProcess().error;\n"
    "  hipifyBlasProcess().error = HIPBLAS_STATUS_SUCCESS;\n"
    "  return error;\n"
    "}\n"
    "inline hipblasStatus_t hipifyBlasSetStream(hipStream_t stream) {\n"
    "  const hipblasStatus_t made = hipifyBlasInit();\n"
    "  return made ? made\n"
    "              : hipblasSetStream(hipifyBlasProcess().handle, stream);\n"
    "}\n"
    "template <typename T>\n"
    "hipblasStatus_t hipifyBlasAlloc(int n, int size, T **out) {\n"
    "  return n <= 0 || size <= 0 ? HIPBLAS_STATUS_INVALID_VALUE\n"
    "         : hipMalloc((void **)out, (size_t)n * (size_t)size)\n"
    "             ? HIPBLAS_STATUS_ALLOC_FAILED\n"
    "             : HIPBLAS_STATUS_SUCCESS;\n"
    "}\n"
    "inline hipblasStatus_t hipifyBlasFree(void *p) {\n"
    "  return hipFree(p) ? HIPBLAS_STATUS_INTERNAL_ERROR\n"
    "                    : HIPBLAS_STATUS_SUCCESS;\n"
    "}\n"
    "// An argument of type A as a parameter of type P.\n"
    "template <typename P, typename A> struct hipifyBlasAs {\n"
    "  P value;\n"
    "  explicit hipifyBlasAs(A a) : value(a) {}\n"
    "  operator P() const { return value; }\n"
    "};\n"
    "template <typename T, typename A> struct hipifyBlasAs<const T *, A> {\n"
    "  T value;\n"
    "  explicit hipifyBlasAs(A a) : value(a) {}\n"
    "  operator const T *() const { return &value; }\n"
    "};\n"
    "template <typename T, typename A> struct hipifyBlasAs<const T *, A *> "
    "{\n"
    "  const T *value;\n"
    "  explicit hipifyBlasAs(A *a) : value(a) {}\n"
    "  operator const T *() const { return value; }\n"
    "};\n"
    "template <typename T>\n"
    "struct hipifyBlasAs<const T *, decltype(nullptr)> {\n"
    "  explicit hipifyBlasAs(decltype(nullptr)) {}\n"
    "  operator const T *() const { return nullptr; }\n"
    "};\n"
    "template <> struct hipifyBlasAs<hipblasOperation_t, char> {\n"
    "  char c;\n"
    "  explicit hipifyBlasAs(char a) : c(a | 0x20) {}\n"
    "  operator hipblasOperation_t() const {\n"
    "    return c == 'n' ? HIPBLAS_OP_N\n"
    "           : c == 't' ? HIPBLAS_OP_T\n"
    "           : c == 'c' ? HIPBLAS_OP_C : (hipblasOperation_t)99;\n"
    "  }\n"
    "};\n"
    "template <> struct hipifyBlasAs<hipblasFillMode_t, char> {\n"
    "  char c;\n"
    "  explicit hipifyBlasAs(char a) : c(a | 0x20) {}\n"
    "  operator hipblasFillMode_t() const {\n"
    "    return c == 'u' ? HIPBLAS_FILL_MODE_UPPER\n"
    "           : c == 'l' ? HIPBLAS_FILL_MODE_LOWER : "
    "(hipblasFillMode_t)99;\n"
    "  }\n"
    "};\n"
    "template <> struct hipifyBlasAs<hipblasDiagType_t, char> {\n"
    "  char c;\n"
    "  explicit hipifyBlasAs(char a) : c(a | 0x20) {}\n"
    "  operator hipblasDiagType_t() const {\n"
    "    return c == 'u' ? HIPBLAS_DIAG_UNIT\n"
    "           : c == 'n' ? HIPBLAS_DIAG_NON_UNIT : "
    "(hipblasDiagType_t)99;\n"
    "  }\n"
    "};\n"
    "template <> struct hipifyBlasAs<hipblasSideMode_t, char> {\n"
    "  char c;\n"
    "  explicit hipifyBlasAs(char a) : c(a | 0x20) {}\n"
    "  operator hipblasSideMode_t() const {\n"
    "    return c == 'l' ? HIPBLAS_SIDE_LEFT\n"
    "           : c == 'r' ? HIPBLAS_SIDE_RIGHT : (hipblasSideMode_t)99;\n"
    "  }\n"
    "};\n"
    "// What the last parameter points to: the result, where it is left "
    "out.\n"
    "template <typename First, typename... More>\n"
    "struct hipifyBlasResult : hipifyBlasResult<More...> {};\n"
    "template <typename Last> struct hipifyBlasResult<Last> {\n"
    "  typedef typename std::remove_pointer<Last>::type type;\n"
    "};\n"
    "template <typename... P> struct hipifyBlasCall {\n"
    "  hipblasStatus_t (*function)(hipblasHandle_t, P...);\n"
    "  template <typename... A>\n"
    "  typename std::enable_if<sizeof...(A) == sizeof...(P)>::type\n"
    "  operator()(A... a) const {\n"
    "    hipblasStatus_t status = hipifyBlasInit();\n"
    "    hipifyBlasState &s = hipifyBlasProcess();\n"
    "    if (status == HIPBLAS_STATUS_SUCCESS)\n"
    "      status = function(s.handle, hipifyBlasAs<P, A>(a)...);\n"
    "    s.error = s.error == HIPBLAS_STATUS_SUCCESS ? status : s.error;\n"
    "  }\n"
    "  template <typename... A>\n"
    "  typename std::enable_if<sizeof...(A) + 1 == sizeof...(P),\n"
    "                          typename hipifyBlasResult<P...>::type>::type\n"
    "  operator()(A... a) const {\n"
    "    typename hipifyBlasResult<P...>::type result = {};\n"
    "    (*this)(a..., &result);\n"
    "    return result;\n"
    "  }\n"
    "  // trmm, whose product takes the place of a matrix.\n"
    "  template <typename S, typename T>\n"
    "  typename std::enable_if<sizeof...(P) == 13 && sizeof(S) != 0>::type\n"
    "  operator()(char side, char uplo, char trans, char diag, int m, int "
    "n,\n"
    "             S alpha, const T *a, int lda, T *b, int ldb) const {\n"
    "    (*this)(side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb, b, "
    "ldb);\n"
    "  }\n"
    "};\n"
    "template <typename... P>\n"
    "hipifyBlasCall<P...>\n"
    "hipifyBlas(hipblasStatus_t (*function)(hipblasHandle_t, P...)) {\n"
    "  return {function};\n"
    "}\n"
    "#endif\n";

void qn_insert_blas(qn_pass *p) {
  qn_insert_lines(p, qn_head_offset(p), function);
}
