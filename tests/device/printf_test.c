// SPDX-License-Identifier: Apache-2.0
// The device's printf against the C library's, over a table of formats.
#include <math.h>
#include <stddef.h>

#include "../../device/cpu/item.h"
#include "support/test.h"

int device_qn_cpu_vprintf(qn_item *item, const char *format, const void *args);
_Noreturn void device_qn_cpu_fail(qn_item *item, const char *message);
void *device_memset(void *to, int value, size_t size);

_Noreturn void device_qn_cpu_fail(qn_item *item, const char *message) {
  (void)item;
  fprintf(stderr, "%s\n", message);
  exit(1);
}

void *device_memset(void *to, int value, size_t size) {
  return memset(to, value, size);
}

static char printed[8192];
static size_t printed_size;

static void on_print(void *user, const char *bytes, size_t size) {
  (void)user;
  CHECK(size < sizeof(printed) - printed_size);
  memcpy(printed + printed_size, bytes, size);
  printed_size += size;
  printed[printed_size] = '\0';
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static size_t on_real(void *user, char *out, size_t size, const char *spec,
                      double value) {
  (void)user;
  const int length = snprintf(out, size, spec, value);
  CHECK(length >= 0);
  return (size_t)length < size ? (size_t)length : size - 1;
}

static const qn_cpu_services services = {.print = on_print,
                                         .format_real = on_real};
static const qn_cpu_launch launch = {.services = &services};

static int print(const char *format, const void *args) {
  qn_item item = {.launch = &launch};
  printed_size = 0;
  printed[0] = '\0';
  return device_qn_cpu_vprintf(&item, format, args);
}

// One conversion of each kind of value, packed as clang does: naturally.
#define COMPARE(format, value, type)                                           \
  do {                                                                         \
    const type packed = (value);                                               \
    char wanted[8192];                                                         \
    snprintf(wanted, sizeof(wanted), (format), (value));                       \
    CHECK_INT(print((format), &packed), 1);                                    \
    CHECK_TEXT(printed, wanted);                                               \
  } while (0)

static void test_integers(void) {
  static const char *const formats[] = {
      "%d",    "%i",     "%5d",    "%-5d|", "%05d",    "%+d",    "% d",
      "%+5d",  "%-+5d|", "%.3d",   "%8.3d", "%-8.3d|", "%08.3d", "%.0d",
      "%x",    "%X",     "%#x",    "%#X",   "%08x",    "%#08x",  "%-#8x|",
      "%.5x",  "%#.5x",  "%o",     "%#o",   "%#.4o",   "%u",     "%10u",
      "%hd",   "%hu",    "%hhd",   "%hhu",  "%hhx",    "%+.0d",  "%#.0x",
      "%#.0o", "a%db",   "%%%d%%", "%012d", "%-012d|"};
  static const int values[] = {0,     1,         -1,        7,        8,
                               42,    -42,       255,       256,      65535,
                               65536, 123456789, INT32_MAX, INT32_MIN};
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i)
    for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); ++k)
      COMPARE(formats[i], values[k], int);
}

static void test_wide_integers(void) {
  static const char *const formats[] = {
      "%lld",  "%lli",   "%llu",    "%llx",     "%llX",    "%llo",
      "%#llx", "%20lld", "%020lld", "%-20lld|", "%.19lld", "%zu",
      "%zd",   "%jd",    "%td",     "%ld",      "%lu",     "%+lld"};
  static const long long values[] = {0, 1, -1, 1ll << 32, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i)
    for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); ++k)
      COMPARE(formats[i], values[k], long long);
}

static void test_reals(void) {
  static const char *const formats[] = {
      "%f",    "%.0f",  "%.3f", "%10.2f", "%-10.2f|", "%+f",    "% f",
      "%#.0f", "%010f", "%e",   "%.10e",  "%E",       "%g",     "%.3g",
      "%#g",   "%G",    "%a",   "%A",     "%.2a",     "%.100f", "%F"};
  static const double values[] = {0.0,
                                  -0.0,
                                  1.5,
                                  -2.25,
                                  1e10,
                                  1e-10,
                                  1e22,
                                  0.1,
                                  1e300,
                                  5e-324,
                                  (double)INFINITY,
                                  -(double)INFINITY};
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i)
    for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); ++k)
      COMPARE(formats[i], values[k], double);
}

static void test_text(void) {
  static const char *const formats[] = {"%s",     "%10s", "%-10s|", "%.3s",
                                        "%10.2s", "%.0s", "<%s>"};
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i) {
    const char *text = "hello";
    COMPARE(formats[i], text, char *const);
  }
  COMPARE("%c", 'x', int);
  COMPARE("%5c", 'x', int);
  COMPARE("%-5c|", 'x', int);
  void *place = &printed;
  COMPARE("%p", place, void *);
  COMPARE("%20p", place, void *);
}
#pragma GCC diagnostic pop

// Several arguments, each at its natural alignment; '*' takes one, too.
static void test_several(void) {
  const struct {
    int width;
    double real;
    char letter[4];
    const char *text;
    int precision;
    long long wide;
  } packed = {8, 2.5, {'z', 0, 0, 0}, "text", 3, 1ll << 40};
  CHECK_INT(print("[%*f] %c %s %.*lld %%", &packed), 4);
  CHECK_TEXT(printed, "[2.500000] z text 1099511627776 %");
  const int left[] = {-5, 42};
  CHECK_INT(print("%*d|", left), 1);
  CHECK_TEXT(printed, "42   |");
  const char *const none = NULL;
  CHECK_INT(print("%s", &none), 1);
  CHECK_TEXT(printed, "(null)");
  CHECK_INT(print("plain, 100%% \n", NULL), 0);
  CHECK_TEXT(printed, "plain, 100% \n");
  CHECK_INT(print("", NULL), 0);
}

// Longer than the library's own buffer.
static void test_long(void) {
  char text[3000];
  memset(text, 'a', sizeof(text) - 1);
  text[sizeof(text) - 1] = '\0';
  const char *const at = text;
  CHECK_INT(print("%s", &at), 1);
  CHECK_TEXT(printed, text);
  const int zero = 0;
  (void)print("%2000d", &zero);
  CHECK_INT(printed_size, 2000);
}

int main(void) {
  test_integers();
  test_wide_integers();
  test_reals();
  test_text();
  test_several();
  test_long();
  return 0;
}
