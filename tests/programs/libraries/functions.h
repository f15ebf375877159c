// SPDX-License-Identifier: Apache-2.0
// Every function of functions.txt against its reference, over sizes, strides,
// leading dimensions, enumerators, pointer modes, batches and widths of
// numbers. Whoever includes this says by macros what the library calls things:
// LIBRARY(Name, name) a function, LIBRARY_64 the one with wide numbers, with
// _BATCHED and _STRIDED those of batches; handle_t; GPU(name) of the runtime;
// letters as enumerators by number_of(kind, letter); create, destroy,
// set_stream, use_device_pointers. What nothing shall read is NaN, and what
// nothing shall write is compared, too.
#ifndef QUERN_TESTS_FUNCTIONS_H
#define QUERN_TESTS_FUNCTIONS_H

#include <cstdint>
#include <limits>
#include <utility>

#include "libraries/reference.h"

// ---- Calls of functions with any parameters

struct Value {
  long long i;
  void *p;
  template <class T> T as() const {
    if constexpr (std::is_pointer_v<T>)
      return (T)p;
    else
      return (T)i;
  }
};
using Run = int (*)(handle_t, const Value *);

template <auto function, class S, class... P, size_t... I>
int run_typed(S (*)(handle_t, P...), handle_t handle, const Value *values,
              std::index_sequence<I...>) {
  return (int)function(handle, values[I].template as<P>()...);
}
template <class S, class... P>
constexpr std::make_index_sequence<sizeof...(P)> indices(S (*)(handle_t,
                                                              P...)) {
  return {};
}
template <auto function> int run(handle_t handle, const Value *values) {
  return run_typed<function>(function, handle, values, indices(function));
}

struct Function {
  const char *name;
  char element;
  const char *arguments;
  Run runs[3][2]; // plain, arrays, strides; int, int64_t
};

#define NONE(Name, name) {}
#define ONE(Name, name)                                                        \
  {run<LIBRARY(Name, name)>, run<LIBRARY_64(Name, name)>}
#define ARRAYS(Name, name)                                                     \
  ONE(Name, name),                                                             \
      {run<LIBRARY_BATCHED(Name, name)>, run<LIBRARY_BATCHED_64(Name, name)>}
#define ALL(Name, name)                                                        \
  ARRAYS(Name, name),                                                          \
      {run<LIBRARY_STRIDED(Name, name)>, run<LIBRARY_STRIDED_64(Name, name)>}
static const Function functions[] = {
#define QN_BLAS(name, Name, element, cuda, hip, roc, arguments)                \
  {#name, element, arguments, {FORMS_OF(cuda, hip, roc)(Name, name)}},
#include "libraries/functions.inc"
#undef QN_BLAS
};

// ---- Elements

static inline bool is_complex(char element) {
  return element == 'c' || element == 'z';
}
static inline bool is_double(char element) {
  return element == 'd' || element == 'z';
}
static inline size_t width_of(char element) { return is_double(element) ? 8 : 4; }

static void store(void *to, char element, bool real, Z value) {
  const double parts[2] = {value.real(), value.imag()};
  for (int i = 0; i < (is_complex(element) && !real ? 2 : 1); ++i)
    if (is_double(element))
      ((double *)to)[i] = parts[i];
    else
      ((float *)to)[i] = (float)parts[i];
}

static Z fetch(const void *from, char element, bool real) {
  double parts[2] = {0, 0};
  for (int i = 0; i < (is_complex(element) && !real ? 2 : 1); ++i)
    parts[i] = is_double(element) ? ((const double *)from)[i]
                                  : ((const float *)from)[i];
  return Z(parts[0], parts[1]);
}

// Exact in a float, so that both have the same numbers.
static double number() {
  static uint32_t state = 1;
  state = state * 1664525u + 1013904223u;
  return (double)((int)(state >> 8 & 0xffff) - 0x8000) / 0x8000;
}
static Z element_of(char element, bool real) {
  const double a = number();
  return is_complex(element) && !real ? Z(a, number()) : Z(a, 0);
}

// ---- One call: its arguments in an arena that the device has as well

enum { ARENA = 1 << 22 };
static char *device_arena;
static std::vector<char> arena(ARENA);
static size_t used;

static size_t take(size_t size) {
  const size_t at = used;
  used += (size + 63) / 64 * 64;
  CHECK(used <= ARENA);
  return at;
}

struct Choice {
  int form, wide;
  bool device_pointers;
  unsigned turn; // what else varies
  long sizes[3]; // m n k
};

struct Call {
  const Function *f;
  std::vector<Arg> args;
  Problem first; // what the members of the batch have in common
  std::vector<Problem> members;
  std::vector<size_t> places; // of each argument, in the arena
  std::vector<long> strides;  // elements, of data
  size_t one;                 // bytes of an element
};

static bool is_real(const Arg &arg, const Call &call) {
  return arg.kind == "r" || arg.kind == "w" || arg.kind == "=r" ||
         arg.kind == "=i" || (arg.kind == "%" && is_complex(call.f->element));
}

// How many elements an argument has.
static size_t extent_of(const Arg &arg, const Problem &p) {
  if (arg.kind == "%")
    return 5;
  if (!arg.is_data())
    return 1;
  if (arg.kind == "x" || arg.kind == "y") {
    const long n = p.length(arg.name), inc = std::labs(p.size("inc" + arg.name));
    return n > 0 ? (size_t)((n - 1) * inc + 1) : 0;
  }
  if (arg.name == "AP")
    return (size_t)(p.size("n") * (p.size("n") + 1) / 2);
  long rows, columns;
  p.extent(arg, &rows, &columns);
  return (size_t)(p.size(arg.name == "A"   ? "lda"
                         : arg.name == "B" ? "ldb"
                                           : "ldc") *
                  columns);
}

static long min_rows(const Arg &arg, const Problem &p) {
  long rows, columns;
  if (p.is_band())
    return p.op == "gbmv" ? p.size("kl") + p.size("ku") + 1 : p.size("k") + 1;
  p.extent(arg, &rows, &columns);
  return rows > 1 ? rows : 1;
}

// Of a stride of 0: one element as many.
static bool may_repeat(const std::string &op) {
  return op == "axpy" || op == "copy" || op == "dgmm" ||
         op.compare(0, 3, "dot") == 0;
}

static void choose_numbers(Problem &p, const Call &call, const Choice &c) {
  static const long incs[] = {1, 2, -1, -3, 1};
  unsigned turn = c.turn, at = 0;
  for (const Arg &arg : call.args)
    if (arg.kind == "int") {
      p.ints[arg.name] = arg.name == "m"   ? c.sizes[0]
                         : arg.name == "n" ? c.sizes[1]
                                           : c.sizes[2];
      if (arg.name == "ku")
        p.ints["ku"] = c.sizes[2] / 2;
    }
  for (const Arg &arg : call.args) {
    if (arg.kind == "x" || arg.kind == "y")
      p.ints["inc" + arg.name] =
          may_repeat(p.op) && arg.name == "x" && turn % 6 == 0
              ? 0
              : incs[(turn + 2 * at++) % 5];
    if (arg.kind == "A" || arg.kind == "C") {
      const char *ld = arg.name == "A" ? "lda" : arg.name == "B" ? "ldb" : "ldc";
      p.ints[ld] = min_rows(arg, p) + (turn++ % 3 ? 0 : 3);
    }
  }
}

static void choose_scalars(Problem &p, const Call &call, unsigned turn) {
  const Z choices[] = {Z(0.5, -0.25), 1, 0, Z(-1.5, 0.75)};
  for (const Arg &arg : call.args)
    if (std::strchr("arvw", arg.kind[0]) && arg.kind.size() == 1) {
      const bool real = is_real(arg, call) || !is_complex(call.f->element);
      Z value = choices[(turn /= 3) % 4];
      if (p.op.compare(0, 3, "rot") == 0)
        value = element_of(call.f->element, real) * 2.0;
      if (p.op == "rotmg" && arg.name[0] == 'd')
        value = std::abs(value) + 0.5;
      p.scalars[arg.name] = real ? value.real() : value;
    }
}

// Whether the call shall not read it.
static bool is_overwritten(const Arg &arg, const Problem &p) {
  const bool has_beta = p.scalars.count("beta");
  const Z beta = has_beta ? p.scalars.at("beta") : Z(1);
  if (p.op == "trmm" || p.op == "dgmm" || p.op == "geam" || p.op == "trtri")
    return arg.name == "C";
  if (p.op == "copy")
    return arg.name == "y";
  return beta == 0.0 && (arg.kind == "y" || arg.kind == "C");
}

static void fill(Problem &p, const Call &call, const Arg &arg) {
  const char element = call.f->element;
  const double none = std::numeric_limits<double>::quiet_NaN();
  const Z poison = is_complex(element) ? Z(none, none) : Z(none, 0);
  std::vector<Z> &v = p.data[arg.name];
  v.assign(extent_of(arg, p), poison);
  if (arg.kind == "%") {
    for (Z &z : v)
      z = element_of(element, true);
    v[0] = (double)((int)(std::fabs(number()) * 4) % 4 - 2);
    return;
  }
  if (is_overwritten(arg, p) || arg.is_result())
    return;
  if (arg.kind == "x" || arg.kind == "y") {
    for (long i = 0; i < p.length(arg.name); ++i)
      p.at(arg.name, i) = element_of(element, false);
    return;
  }
  long rows, columns;
  p.extent(arg, &rows, &columns);
  const Storage storage = p.storage(arg.name);
  const char shape = storage.kind;
  for (long j = 0; j < columns; ++j)
    for (long i = 0; i < rows; ++i) {
      const long at = storage(i, j);
      if (at < 0)
        continue;
      Z value = element_of(element, false);
      if (shape == 't') // well enough conditioned to be solved
        value = i == j ? value + 2.0 : value * (0.25 / (double)rows);
      if (shape == 'h' && i == j && (arg.kind == "C" || arg.kind == "P"))
        value = value.real();
      v[(size_t)at] =
          is_double(element)
              ? value
              : Z((float)value.real(), (float)value.imag());
    }
}

static void put(const Call &call, const Arg &arg, size_t place,
                const std::vector<Z> &v) {
  const size_t one = is_real(arg, call) ? width_of(call.f->element) : call.one;
  for (size_t i = 0; i < v.size(); ++i)
    store(&arena[place + i * one], call.f->element, is_real(arg, call), v[i]);
}

static size_t result_size(const Call &call, const Arg &arg, const Choice &c) {
  return arg.kind == "=i"   ? (c.wide ? 8 : 4)
         : arg.kind == "=r" ? width_of(call.f->element)
                            : call.one;
}

// The letters of a combination, and how many there are.
static unsigned letters_of(const Arg &arg, const char **out) {
  *out = arg.kind == "op"     ? "NTC"
         : arg.kind == "uplo" ? "UL"
         : arg.kind == "side" ? "LR"
         : arg.kind == "diag" ? "NU"
                              : "";
  return (unsigned)std::strlen(*out);
}

static void build(Call &call, const Choice &c, unsigned combination,
                  std::vector<Value> &values) {
  const long count = c.form ? (long)(c.turn % 7 ? 2 : c.turn % 2) : 1;
  Problem &first = call.first;
  used = 0;
  first.op = operation(call.f->name);
  for (const Arg &arg : call.args) {
    const char *letters;
    const unsigned n = letters_of(arg, &letters);
    if (n) {
      first.letters[arg.name] = letters[combination % n];
      combination /= n;
    }
  }
  choose_numbers(first, call, c);
  choose_scalars(first, call, c.turn);
  call.members.assign((size_t)count, first);
  call.places.assign(call.args.size(), 0);
  call.strides.assign(call.args.size(), 0);
  std::vector<Value> results;
  for (size_t a = 0; a < call.args.size(); ++a) {
    const Arg &arg = call.args[a];
    const char *letters;
    if (letters_of(arg, &letters)) {
      values.push_back({number_of(arg.kind, first.letters[arg.name]), nullptr});
    } else if (arg.kind == "int") {
      values.push_back({first.ints[arg.name], nullptr});
    } else if (arg.is_data() || arg.kind == "%") {
      call.strides[a] = (long)extent_of(arg, first) + (long)(c.turn % 4);
      call.places[a] =
          take((size_t)(call.strides[a] * (count ? count : 1) + 1) * call.one);
      for (long b = 0; b < count; ++b) {
        Problem &p = call.members[(size_t)b];
        fill(p, call, arg);
        put(call, arg,
            call.places[a] + (size_t)(b * call.strides[a]) * call.one,
            p.data[arg.name]);
      }
      void *data = device_arena + call.places[a];
      if (arg.kind == "%" && !c.device_pointers)
        data = &arena[call.places[a]];
      if (c.form == 1) {
        const size_t table = take(sizeof(void *) * (size_t)(count ? count : 1));
        for (long b = 0; b < count; ++b)
          ((void **)&arena[table])[b] =
              (char *)data + (size_t)(b * call.strides[a]) * call.one;
        data = device_arena + table;
      }
      values.push_back({0, data});
      if (arg.kind == "x" || arg.kind == "y")
        values.push_back({first.ints["inc" + arg.name], nullptr});
      else if (arg.kind == "A" || arg.kind == "C")
        values.push_back({first.ints[arg.name == "A"   ? "lda"
                                     : arg.name == "B" ? "ldb"
                                                       : "ldc"],
                          nullptr});
      if (c.form == 2)
        values.push_back({call.strides[a], nullptr});
    } else {
      call.places[a] = take(arg.is_result() ? 16 * (size_t)(count + 1) : 16);
      if (!arg.is_result())
        put(call, arg, call.places[a], {first.scalars[arg.name]});
      Value value = {0, (c.device_pointers ? device_arena : arena.data()) +
                            call.places[a]};
      if (arg.is_result())
        results.push_back(value);
      else
        values.push_back(value);
      for (Problem &p : call.members)
        if (arg.is_result())
          p.data["result"].assign(1, 0);
    }
  }
  if (c.form)
    values.push_back({count, nullptr});
  values.insert(values.end(), results.begin(), results.end());
}

static bool is_near(Z got, Z wanted, char element, double scale) {
  const double part[2][2] = {{got.real(), wanted.real()},
                             {got.imag(), wanted.imag()}};
  const double tolerance = (is_double(element) ? 1e-13 : 5e-5) * scale;
  for (const double(&pair)[2] : part)
    if (std::isnan(pair[0]) != std::isnan(pair[1]) ||
        std::fabs(pair[0] - pair[1]) > tolerance * (1 + std::fabs(pair[1])))
      return false;
  return true;
}

static void complain(const Call &call, const Choice &c, const Problem &p,
                     const char *what, size_t at, Z got, Z wanted) {
  std::fprintf(stderr, "%s form %d wide %d device %d, %s[%zu]: %.9g%+.9gi, not "
               "%.9g%+.9gi; ", call.f->name, c.form, c.wide,
               c.device_pointers, what, at, got.real(), got.imag(),
               wanted.real(), wanted.imag());
  for (auto &letter : p.letters)
    std::fprintf(stderr, "%s %c ", letter.first.c_str(), letter.second);
  for (auto &size : p.ints)
    std::fprintf(stderr, "%s %ld ", size.first.c_str(), size.second);
  for (auto &scalar : p.scalars)
    std::fprintf(stderr, "%s %g%+gi ", scalar.first.c_str(),
                 scalar.second.real(), scalar.second.imag());
  std::fputc('\n', stderr);
}

// What the two that make rotations promise.
static bool keeps_promise(const Call &call, const std::vector<char> &after) {
  const Problem &p = call.members[0];
  std::map<std::string, Z> now, old = p.scalars;
  Z h[5];
  for (size_t a = 0; a < call.args.size(); ++a) {
    const Arg &arg = call.args[a];
    now[arg.name] = fetch(&after[call.places[a]], call.f->element,
                          is_real(arg, call));
    for (size_t i = 0; i < 5 && arg.kind == "%"; ++i)
      h[i] = fetch(&after[call.places[a] + i * call.one], call.f->element,
                   true);
  }
  auto near = [&](Z got, Z wanted) {
    return is_near(got, wanted, call.f->element, 4);
  };
  if (p.op == "rotg") {
    const Z c = now["c"], s = now["s"], a = old["a"], b = old["b"];
    return near(c * a + s * b, now["a"]) && near(c * b - std::conj(s) * a, 0) &&
           near(c * c + std::norm(s), 1);
  }
  const double flag = h[0].real();
  const Z h11 = flag == 0 ? 1 : h[1], h21 = flag == 1 ? -1 : h[2];
  const Z h12 = flag == 1 ? 1 : h[3], h22 = flag == 0 ? 1 : h[4];
  const Z x = old["x1"], y = old["y1"];
  return flag == -2 ? near(now["x1"], x)
                    : near(h11 * x + h12 * y, now["x1"]) &&
                          near(h21 * x + h22 * y, 0) &&
                          near(now["d1"] * now["x1"] * now["x1"],
                               old["d1"] * x * x + old["d2"] * y * y);
}

static bool compare(const Call &call, const Choice &c, const Problem &p,
                    long member, const std::vector<char> &after) {
  for (size_t a = 0; a < call.args.size(); ++a) {
    const Arg &arg = call.args[a];
    if (!arg.is_data() && !arg.is_result())
      continue;
    const std::vector<Z> &wanted = p.data.at(arg.name);
    const size_t one = arg.is_result() ? result_size(call, arg, c) : call.one;
    const size_t stride = arg.is_result() ? 1 : (size_t)call.strides[a];
    const char *from = &after[call.places[a] + (size_t)member * stride * one];
    for (size_t i = 0; i < wanted.size(); ++i) {
      const Z got = arg.kind != "=i"
                        ? fetch(from + i * one, call.f->element,
                                is_real(arg, call))
                    : c.wide ? (double)*(const int64_t *)from
                             : (double)*(const int32_t *)from;
      if (!is_near(got, wanted[i], call.f->element, 4)) {
        complain(call, c, p, arg.name.c_str(), i, got, wanted[i]);
        return false;
      }
    }
  }
  return true;
}

// What the definition of a function does not have.
static bool is_refused(const Problem &p, char element) {
  const bool symmetric = p.op == "syrk" || p.op == "syr2k" || p.op == "syrkx";
  const bool hermitian = p.op == "herk" || p.op == "her2k" || p.op == "herkx";
  return (symmetric && is_complex(element) && p.letter("trans") == 'C') ||
         (hermitian && p.letter("trans") == 'T');
}

static bool try_one(handle_t handle, const Function &f, const Choice &c,
                    unsigned combination) {
  Call call = {&f, parse(f.arguments), {}, {}, {}, {}, width_of(f.element)};
  std::vector<Value> values;
  if (is_complex(f.element))
    call.one *= 2;
  build(call, c, combination, values);
  OK(use_device_pointers(handle, c.device_pointers));
  OK(GPU(Memcpy)(device_arena, arena.data(), used, GPU(MemcpyHostToDevice)));
  const std::vector<char> before(arena.begin(), arena.begin() + (long)used);
  const int status = f.runs[c.form][c.wide](handle, values.data());
  if (is_refused(call.first, f.element))
    return status == INVALID_VALUE;
  if (status) {
    complain(call, c, call.first, "status", 0, status, 0);
    return false;
  }
  if (call.members.empty())
    return true;
  std::vector<char> after(used);
  OK(GPU(Memcpy)(after.data(), device_arena, used, GPU(MemcpyDeviceToHost)));
  // What the host has instead: where the arena changed, results.
  for (size_t i = 0; i < used; ++i)
    if (arena[i] != before[i])
      after[i] = arena[i];
  if (call.members[0].op == "rotg" || call.members[0].op == "rotmg") {
    const bool kept = keeps_promise(call, after);
    if (!kept)
      complain(call, c, call.members[0], "promise", 0, 0, 0);
    return kept;
  }
  for (size_t b = 0; b < call.members.size(); ++b) {
    reference(call.members[b], call.args);
    if (!compare(call, c, call.members[b], (long)b, after))
      return false;
  }
  return true;
}

static unsigned try_function(handle_t handle, const Function &f, int form,
                             unsigned *calls) {
  static const long sizes[] = {0, 1, 3, 17, 64, 65};
  unsigned combinations = 1, wrong = 0, turn = (unsigned)form;
  for (const Arg &arg : parse(f.arguments)) {
    const char *letters;
    const unsigned n = letters_of(arg, &letters);
    combinations *= n ? n : 1;
  }
  for (unsigned combination = 0; combination < combinations; ++combination)
    for (unsigned t = 0; t < (combinations < 9 ? 24u : form ? 8u : 12u) && !wrong; ++t) {
      turn = turn * 5 + 13 + t;
      Choice c = {form, (int)(turn >> 3 & 1), (turn >> 4 & 1) != 0, turn >> 5,
                  {sizes[t % 6], sizes[t % 6], sizes[t % 6]}};
      for (int i = 0; i < 3 && t >= 6; ++i)
        c.sizes[i] = sizes[(turn >> (6 + 5 * i)) % 6];
      wrong += !try_one(handle, f, c, combination);
      ++*calls;
    }
  return wrong;
}

static int test_functions(handle_t handle) {
  unsigned wrong = 0, count = 0, calls = 0;
  OK(GPU(Malloc)((void **)&device_arena, ARENA));
  for (const Function &f : functions)
    for (int form = 0; form < 3; ++form)
      if (f.runs[form][0]) {
        wrong += try_function(handle, f, form, &calls) != 0;
        count += 2;
      }
  OK(GPU(Free)(device_arena));
  std::printf("%u functions, %u calls, %u wrong\n", count, calls, wrong);
  return wrong ? 1 : 0;
}

#endif
