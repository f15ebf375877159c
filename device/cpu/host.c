// SPDX-License-Identifier: Apache-2.0
// Services of the host that kernels use: printing, memory, time, failures.
#include "check.h"
#include "runner.h"

// ---- Text

// Output of one printf, sent to the host in pieces.
typedef struct text {
  const qn_cpu_services *services;
  size_t size;
  size_t total; // bytes sent before
  char bytes[1024];
} text;

static void flush(text *t) {
  if (t->size)
    t->services->print(t->services->user, t->bytes, t->size);
  t->total += t->size;
  t->size = 0;
}

static void put(text *t, char c) {
  if (t->size == sizeof(t->bytes))
    flush(t);
  t->bytes[t->size++] = c;
}

static void put_times(text *t, char c, int count) {
  for (; count > 0; --count)
    put(t, c);
}

// One conversion of a format string.
typedef struct spec {
  char text[32]; // as written, with '*' filled in, for the host
  int left, plus, space, alternate, zero;
  int width;
  int precision; // -1: none
  int size;      // bytes of an integer argument
  char kind;
} spec;

static void put_padded(text *t, const spec *s, const char *prefix, int zeros,
                       const char *digits, int count) {
  int prefix_size = 0;
  while (prefix[prefix_size])
    ++prefix_size;
  int pad = s->width - prefix_size - zeros - count;
  if (!s->left && !(s->zero && s->precision < 0)) {
    put_times(t, ' ', pad);
    pad = 0;
  }
  for (int i = 0; i < prefix_size; ++i)
    put(t, prefix[i]);
  if (!s->left)
    put_times(t, '0', pad);
  put_times(t, '0', zeros);
  for (int i = 0; i < count; ++i)
    put(t, digits[i]);
  if (s->left)
    put_times(t, ' ', pad);
}

static void put_integer(text *t, const spec *s, uint64_t value) {
  const char *digits = s->kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  char out[24];
  int at = sizeof(out);
  const char *prefix = "";
  unsigned base = 10;
  if (s->kind == 'd' || s->kind == 'i') {
    const int64_t number = (int64_t)value;
    prefix = number < 0 ? "-" : s->plus ? "+" : s->space ? " " : "";
    value = number < 0 ? 0 - value : value;
  } else if (s->kind != 'u') {
    base = s->kind == 'o' ? 8 : 16;
    if (s->kind == 'p' || (s->alternate && base == 16 && value))
      prefix = s->kind == 'X' ? "0X" : "0x";
  }
  for (uint64_t left = value; left; left /= base)
    out[--at] = digits[left % base];
  if (!value && s->precision != 0)
    out[--at] = '0';
  int zeros = s->precision - ((int)sizeof(out) - at);
  if (base == 8 && s->alternate && zeros <= 0 &&
      (at == sizeof(out) || out[at] != '0'))
    zeros = 1;
  put_padded(t, s, prefix, zeros > 0 ? zeros : 0, out + at,
             (int)sizeof(out) - at);
}

static void put_string(text *t, const spec *s, const char *string) {
  int size = 0;
  if (!string)
    string = "(null)";
  while ((s->precision < 0 || size < s->precision) && string[size])
    ++size;
  const spec plain = {.left = s->left, .width = s->width, .precision = -1};
  put_padded(t, &plain, "", 0, string, size);
}

static void put_real(text *t, const spec *s, double value) {
  char out[512];
  const size_t size = t->services->format_real(t->services->user, out,
                                               sizeof(out), s->text, value);
  for (size_t i = 0; i < size; ++i)
    put(t, out[i]);
}

// ---- Arguments: clang packs them into a struct, each at its natural alignment

static const char *take(const char **args, size_t size) {
  const uintptr_t at = ((uintptr_t)*args + size - 1) & ~(uintptr_t)(size - 1);
  *args = (const char *)at + size;
  return (const char *)at;
}

static int64_t take_integer(const char **args, int size, int is_signed) {
  if (size == 8)
    return *(const int64_t *)(const void *)take(args, 8);
  const int32_t value = *(const int32_t *)(const void *)take(args, 4);
  if (size == 2)
    return is_signed ? (int64_t)(int16_t)value : (int64_t)(uint16_t)value;
  if (size == 1)
    return is_signed ? (int64_t)(int8_t)value : (int64_t)(uint8_t)value;
  return is_signed ? (int64_t)value : (int64_t)(uint32_t)value;
}

static void add_text(spec *s, int *size, char c) {
  if (*size < (int)sizeof(s->text) - 1)
    s->text[(*size)++] = c;
}

static void add_number(spec *s, int *size, int number) {
  char digits[12];
  int count = 0;
  unsigned left = number < 0 ? 0u - (unsigned)number : (unsigned)number;
  do
    digits[count++] = (char)('0' + left % 10);
  while (left /= 10);
  if (number < 0)
    add_text(s, size, '-');
  while (count)
    add_text(s, size, digits[--count]);
}

static int read_number(const char **format, const char **args) {
  int number = 0;
  if (**format == '*') {
    ++*format;
    return (int)take_integer(args, 4, 1);
  }
  for (; **format >= '0' && **format <= '9'; ++*format)
    if (number < 100000)
      number = number * 10 + (**format - '0');
  return number;
}

static int read_size(const char **format) {
  int size = 4;
  for (;; ++*format)
    switch (**format) {
    case 'h':
      size = size == 2 ? 1 : 2;
      break;
    case 'l':
      size = size == 8 || sizeof(long) == 8 || (*format)[1] == 'l' ? 8 : 4;
      break;
    case 'L':
    case 'j':
      size = 8;
      break;
    case 'z':
    case 't':
      size = sizeof(size_t);
      break;
    default:
      return size;
    }
}

static void read_flags(spec *s, const char **format) {
  for (;; ++*format)
    switch (**format) {
    case '-':
      s->left = 1;
      break;
    case '+':
      s->plus = 1;
      break;
    case ' ':
      s->space = 1;
      break;
    case '#':
      s->alternate = 1;
      break;
    case '0':
      s->zero = 1;
      break;
    default:
      return;
    }
}

static void read_spec(spec *s, const char **format, const char **args) {
  int size = 0;
  *s = (spec){.precision = -1};
  read_flags(s, format);
  s->width = read_number(format, args);
  if (s->width < 0) {
    s->left = 1;
    s->width = -s->width;
  }
  if (**format == '.') {
    ++*format;
    s->precision = read_number(format, args);
  }
  s->size = read_size(format);
  s->kind = **format;
  if (s->kind)
    ++*format;
  add_text(s, &size, '%');
  static const char marks[] = "-+ #0";
  const int set[] = {s->left, s->plus, s->space, s->alternate, s->zero};
  for (int i = 0; i < 5; ++i)
    if (set[i])
      add_text(s, &size, marks[i]);
  if (s->width)
    add_number(s, &size, s->width);
  if (s->precision >= 0) {
    add_text(s, &size, '.');
    add_number(s, &size, s->precision);
  }
  add_text(s, &size, s->kind);
  s->text[size] = '\0';
}

// False for an unknown conversion.
static int put_spec(text *t, const spec *s, const char **args) {
  switch (s->kind) {
  case 'd':
  case 'i':
    put_integer(t, s, (uint64_t)take_integer(args, s->size, 1));
    return 1;
  case 'u':
  case 'x':
  case 'X':
  case 'o':
    put_integer(t, s, (uint64_t)take_integer(args, s->size, 0));
    return 1;
  case 'p':
    put_integer(t, s, (uint64_t)take_integer(args, sizeof(void *), 0));
    return 1;
  case 'c': {
    const char c = (char)take_integer(args, 4, 1);
    const spec plain = {.left = s->left, .width = s->width, .precision = -1};
    put_padded(t, &plain, "", 0, &c, 1);
    return 1;
  }
  case 's':
    put_string(t, s,
               *(const char *const *)(const void *)take(args, sizeof(void *)));
    return 1;
  case 'f':
  case 'F':
  case 'e':
  case 'E':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    put_real(t, s, *(const double *)(const void *)take(args, 8));
    return 1;
  case '%':
    put(t, '%');
    return 0;
  default:
    for (const char *c = s->text; *c; ++c)
      put(t, *c);
    return 0;
  }
}

// The result of printing.
typedef struct printed {
  int arguments, characters; // -1: failed
} printed;

static printed print(qn_item *item, const char *format, const void *packed) {
  text t = {.services = item->launch->services};
  const char *args = packed;
  int count = 0;
  if (!format)
    return (printed){-1, -1};
  while (*format) {
    if (*format != '%') {
      put(&t, *format++);
      continue;
    }
    ++format;
    spec s;
    read_spec(&s, &format, &args);
    count += put_spec(&t, &s, &args);
  }
  flush(&t);
  return (printed){count, (int)t.total};
}

// printf; returns the number of arguments printed, as CUDA's does.
QN_DEVICE int qn_cpu_vprintf(qn_item *item, const char *format,
                             const void *packed) {
  return print(item, format, packed).arguments;
}

// The number of characters, as HIP's does.
QN_DEVICE int qn_cpu_hip_printf(qn_item *item, const char *format,
                                const void *packed) {
  return print(item, format, packed).characters;
}

// ---- Failure

// A message cut to its buffer.
typedef struct message {
  char bytes[480];
  size_t size;
} message;

static void say(message *m, const char *words) {
  while (*words && m->size < sizeof(m->bytes) - 1)
    m->bytes[m->size++] = *words++;
  m->bytes[m->size] = '\0';
}

static void say_number(message *m, uint32_t number) {
  char digits[12];
  int at = sizeof(digits) - 1;
  digits[at] = '\0';
  do
    digits[--at] = (char)('0' + number % 10);
  while (number /= 10);
  say(m, digits + at);
}

static void say_place(message *m, const char *name, const uint32_t place[3]) {
  say(m, name);
  for (int i = 0; i < 3; ++i) {
    say(m, i ? "," : " (");
    say_number(m, place[i]);
  }
  say(m, ")");
}

static _Noreturn void fail_at(qn_item *item, message *m) {
  say_place(m, " in block", item->block);
  say_place(m, ", thread", item->thread);
  qn_cpu_fail(item, m->bytes);
}

QN_DEVICE _Noreturn void qn_cpu_trap(qn_item *item) {
  message m = {.size = 0};
  say(&m, "the kernel trapped");
  fail_at(item, &m);
}

QN_DEVICE _Noreturn void qn_cpu_assert_fail(qn_item *item,
                                            const char *expression,
                                            const char *file, unsigned line,
                                            const char *function) {
  message m = {.size = 0};
  say(&m, file);
  say(&m, ":");
  say_number(&m, line);
  say(&m, ": assertion '");
  say(&m, expression);
  say(&m, "' failed in ");
  say(&m, function);
  fail_at(item, &m);
}

// Reports a failed check of -fsanitize=undefined; `site` may be "".
QN_DEVICE _Noreturn void qn_cpu_undefined(qn_item *item, const char *what,
                                          const char *site) {
  message m = {.size = 0};
  say(&m, site);
  say(&m, *site ? ": undefined behaviour: " : "undefined behaviour: ");
  say(&m, what);
  fail_at(item, &m);
}

// ---- Memory and time

QN_DEVICE void *qn_cpu_malloc(qn_item *item, size_t size) {
  const qn_cpu_services *services = item->launch->services;
  const uintptr_t code = (uintptr_t)__builtin_return_address(0);
  if (qn_cpu_checks_of && qn_cpu_checks_of(item)) {
    const qn_cpu_place place = qn_cpu_place_of(item);
    return services->checks->heap_allocate(services->checks_user, &place, size,
                                           code);
  }
  return services->allocate(services->user, size);
}

QN_DEVICE void qn_cpu_free(qn_item *item, void *block) {
  const qn_cpu_services *services = item->launch->services;
  const uintptr_t code = (uintptr_t)__builtin_return_address(0);
  if (qn_cpu_checks_of && qn_cpu_checks_of(item)) {
    const qn_cpu_place place = qn_cpu_place_of(item);
    services->checks->heap_release(services->checks_user, &place, block, code);
    return;
  }
  services->release(services->user, block);
}

QN_DEVICE int qn_cpu_launch_child(qn_item *item, const char *kernel, void *args,
                                  size_t size, void *shape, int tail) {
  enum { VERSION = 3, NOT_SUPPORTED = 801 };
  const qn_cpu_services *services = item->launch->services;
  return services->version >= VERSION
             ? services->launch(services->user, kernel, args, size, shape, tail)
             : NOT_SUPPORTED;
}

QN_DEVICE uint64_t qn_cpu_wall_clock_ns(qn_item *item) {
  const qn_cpu_services *services = item->launch->services;
  return services->clock_ns(services->user);
}

// A counter with a constant rate: the machine's own, if kernels can read it,
// else the host's clock.
QN_DEVICE uint64_t qn_cpu_clock(qn_item *item) {
#if defined(__x86_64__)
  (void)item;
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t count;
  (void)item;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
#else
  return qn_cpu_wall_clock_ns(item);
#endif
}
