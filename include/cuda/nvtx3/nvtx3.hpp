// SPDX-License-Identifier: Apache-2.0
//
// NVTX for C++: ranges that end with their scope, and marks, in domains that are
// types. A domain's type D may have `static constexpr const char *name` (or
// wchar_t); a registered string's or a category's has `message`, and `id`.
#ifndef QUERN_CUDA_NVTX3_HPP
#define QUERN_CUDA_NVTX3_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <nvtx3/nvToolsExt.h>

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <quern/device/names_begin.inc>

#define NVTX3_CPP_DEFINITIONS_V1_0
#define NVTX3_NAMESPACE_FOR nvtx3
#define NVTX3_INLINE_IF_REQUESTED inline

namespace nvtx3 {
inline namespace v1 {

namespace detail {
template <typename...> using nothing = void;
template <typename D, typename = void> struct has_name : std::false_type {};
template <typename D>
struct has_name<D, nothing<decltype(D::name)>> : std::true_type {};

inline nvtxDomainHandle_t make_domain(const char *name) {
  return nvtxDomainCreateA(name);
}
inline nvtxDomainHandle_t make_domain(const wchar_t *name) {
  return nvtxDomainCreateW(name);
}
} // namespace detail

// A group of ranges and marks; each type has one, made at its first use.
class domain {
public:
  struct global {};

  domain(const domain &) = delete;
  domain &operator=(const domain &) = delete;
  operator nvtxDomainHandle_t() const noexcept { return handle; }

  template <typename D = global,
            typename std::enable_if<std::is_same<D, global>::value, int>::type =
                0>
  static const domain &get() noexcept {
    static const domain none;
    return none;
  }
  template <typename D = global,
            typename std::enable_if<!std::is_same<D, global>::value,
                                    int>::type = 0>
  static const domain &get() noexcept {
    static_assert(detail::has_name<D>::value,
                  "an NVTX domain needs a member 'static constexpr char const "
                  "*name'");
    static const domain one(D::name);
    return one;
  }

private:
  domain() noexcept : handle(nullptr) {}
  template <typename C>
  explicit domain(const C *name) noexcept
      : handle(detail::make_domain(name)) {}
  nvtxDomainHandle_t handle;
};

// ---- Attributes of ranges and marks

struct rgb {
  using component_type = uint8_t;
  constexpr rgb(component_type r, component_type g, component_type b) noexcept
      : red(r), green(g), blue(b) {}
  component_type red, green, blue;
};
struct argb : rgb {
  constexpr argb(component_type a, component_type r, component_type g,
                 component_type b) noexcept
      : rgb(r, g, b), alpha(a) {}
  component_type alpha;
};
class color {
public:
  using value_type = uint32_t;
  constexpr explicit color(value_type hex) noexcept : value(hex) {}
  constexpr color(argb c) noexcept
      : value((uint32_t)c.alpha << 24 | (uint32_t)c.red << 16 |
              (uint32_t)c.green << 8 | (uint32_t)c.blue) {}
  constexpr color(rgb c) noexcept : color(argb(0xff, c.red, c.green, c.blue)) {}
  constexpr value_type get_value() const noexcept { return value; }
  constexpr nvtxColorType_t get_type() const noexcept {
    return NVTX_COLOR_ARGB;
  }

private:
  value_type value;
};

class category {
public:
  using id_type = uint32_t;
  constexpr explicit category(id_type id) noexcept : number(id) {}
  constexpr id_type get_id() const noexcept { return number; }

private:
  id_type number;
};
template <typename D = domain::global>
class named_category_in final : public category {
public:
  template <typename C> static const named_category_in &get() noexcept {
    static const named_category_in one(C::id, C::name);
    return one;
  }
  named_category_in(id_type id, const char *name) noexcept : category(id) {
    nvtxDomainNameCategoryA(domain::get<D>(), id, name);
  }
  named_category_in(id_type id, const wchar_t *name) noexcept : category(id) {
    nvtxDomainNameCategoryW(domain::get<D>(), id, name);
  }
};
using named_category = named_category_in<domain::global>;

template <typename D = domain::global> class registered_string_in {
public:
  template <typename M> static const registered_string_in &get() noexcept {
    static const registered_string_in one(M::message);
    return one;
  }
  explicit registered_string_in(const char *text) noexcept
      : handle(nvtxDomainRegisterStringA(domain::get<D>(), text)) {}
  explicit registered_string_in(const std::string &text) noexcept
      : registered_string_in(text.c_str()) {}
  explicit registered_string_in(const wchar_t *text) noexcept
      : handle(nvtxDomainRegisterStringW(domain::get<D>(), text)) {}
  explicit registered_string_in(const std::wstring &text) noexcept
      : registered_string_in(text.c_str()) {}
  registered_string_in(const registered_string_in &) = delete;
  registered_string_in &operator=(const registered_string_in &) = delete;
  nvtxStringHandle_t get_handle() const noexcept { return handle; }

private:
  nvtxStringHandle_t handle;
};
using registered_string = registered_string_in<domain::global>;

// Borrows the text, which must live as long as the attributes do.
class message {
public:
  using value_type = nvtxMessageValue_t;
  constexpr message(const char *text) noexcept
      : kind(NVTX_MESSAGE_TYPE_ASCII), value{text} {}
  message(const std::string &text) noexcept : message(text.c_str()) {}
  message(std::string &&) = delete;
  message(const wchar_t *text) noexcept
      : kind(NVTX_MESSAGE_TYPE_UNICODE), value{} {
    value.unicode = text;
  }
  message(const std::wstring &text) noexcept : message(text.c_str()) {}
  message(std::wstring &&) = delete;
  template <typename D>
  message(const registered_string_in<D> &text) noexcept
      : message(text.get_handle()) {}
  message(nvtxStringHandle_t handle) noexcept
      : kind(NVTX_MESSAGE_TYPE_REGISTERED), value{} {
    value.registered = handle;
  }
  message(nvtxMessageType_t type, const value_type &v) noexcept
      : kind(type), value(v) {}
  nvtxMessageType_t get_type() const noexcept { return kind; }
  value_type get_value() const noexcept { return value; }

private:
  nvtxMessageType_t kind;
  value_type value;
};

class payload {
public:
  using value_type = decltype(nvtxEventAttributes_t::payload);
#define QN_NVTX_PAYLOAD(type, kind, member)                                    \
  explicit payload(type x) noexcept : of(kind), value() { value.member = x; }
  QN_NVTX_PAYLOAD(int64_t, NVTX_PAYLOAD_TYPE_INT64, llValue)
  QN_NVTX_PAYLOAD(int32_t, NVTX_PAYLOAD_TYPE_INT32, iValue)
  QN_NVTX_PAYLOAD(uint64_t, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, ullValue)
  QN_NVTX_PAYLOAD(uint32_t, NVTX_PAYLOAD_TYPE_UNSIGNED_INT32, uiValue)
  QN_NVTX_PAYLOAD(float, NVTX_PAYLOAD_TYPE_FLOAT, fValue)
  QN_NVTX_PAYLOAD(double, NVTX_PAYLOAD_TYPE_DOUBLE, dValue)
#undef QN_NVTX_PAYLOAD
  payload(nvtxPayloadType_t type, const value_type &v) noexcept
      : of(type), value(v) {}
  nvtxPayloadType_t get_type() const noexcept { return of; }
  value_type get_value() const noexcept { return value; }

private:
  nvtxPayloadType_t of;
  value_type value;
};

// Of attributes of the same kind the first one counts.
class event_attributes {
public:
  using value_type = nvtxEventAttributes_t;
  event_attributes() noexcept : attributes() {
    attributes.version = NVTX_VERSION;
    attributes.size = sizeof(value_type);
  }
  explicit event_attributes(const value_type &given) noexcept
      : attributes(given) {}
  template <typename... Rest>
  explicit event_attributes(const category &c, const Rest &...rest) noexcept
      : event_attributes(rest...) {
    attributes.category = c.get_id();
  }
  template <typename... Rest>
  explicit event_attributes(const color &c, const Rest &...rest) noexcept
      : event_attributes(rest...) {
    attributes.color = c.get_value();
    attributes.colorType = c.get_type();
  }
  template <typename... Rest>
  explicit event_attributes(const payload &p, const Rest &...rest) noexcept
      : event_attributes(rest...) {
    attributes.payload = p.get_value();
    attributes.payloadType = p.get_type();
  }
  template <typename... Rest>
  explicit event_attributes(const message &m, const Rest &...rest) noexcept
      : event_attributes(rest...) {
    attributes.message = m.get_value();
    attributes.messageType = m.get_type();
  }
  const value_type *get() const noexcept { return &attributes; }

private:
  value_type attributes;
};

// ---- Ranges

// Ends with its scope, on the thread that began it.
template <typename D = domain::global> class scoped_range_in {
public:
  explicit scoped_range_in(const event_attributes &attributes) noexcept {
    nvtxDomainRangePushEx(domain::get<D>(), attributes.get());
  }
  template <typename First, typename... Rest,
            typename = typename std::enable_if<!std::is_same<
                event_attributes, typename std::decay<First>::type>::value>::type>
  explicit scoped_range_in(const First &first, const Rest &...rest) noexcept
      : scoped_range_in(event_attributes(first, rest...)) {}
  scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
  ~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<D>()); }
  scoped_range_in(const scoped_range_in &) = delete;
  scoped_range_in &operator=(const scoped_range_in &) = delete;
  // Ranges of a scope are not on the heap.
  void *operator new(std::size_t) = delete;
};
using scoped_range = scoped_range_in<domain::global>;

namespace detail {
template <typename D = domain::global> class optional_scoped_range_in {
public:
  optional_scoped_range_in() = default;
  void begin(const event_attributes &attributes) noexcept {
    nvtxDomainRangePushEx(domain::get<D>(), attributes.get());
    begun = true;
  }
  ~optional_scoped_range_in() noexcept {
    if (begun)
      nvtxDomainRangePop(domain::get<D>());
  }
  optional_scoped_range_in(const optional_scoped_range_in &) = delete;
  optional_scoped_range_in &operator=(const optional_scoped_range_in &) = delete;

private:
  bool begun = false;
};
} // namespace detail

struct range_handle {
  using value_type = nvtxRangeId_t;
  constexpr range_handle() noexcept : id(0) {}
  constexpr range_handle(std::nullptr_t) noexcept : id(0) {}
  constexpr explicit range_handle(value_type given) noexcept : id(given) {}
  constexpr explicit operator bool() const noexcept { return id != 0; }
  constexpr value_type get_value() const noexcept { return id; }

private:
  value_type id;
};
inline bool operator==(range_handle a, range_handle b) noexcept {
  return a.get_value() == b.get_value();
}
inline bool operator!=(range_handle a, range_handle b) noexcept {
  return !(a == b);
}

// These may end on another thread.
template <typename D = domain::global>
range_handle start_range_in(const event_attributes &attributes) noexcept {
  return range_handle(
      nvtxDomainRangeStartEx(domain::get<D>(), attributes.get()));
}
template <typename D = domain::global, typename First, typename... Rest,
          typename = typename std::enable_if<!std::is_same<
              event_attributes, typename std::decay<First>::type>::value>::type>
range_handle start_range_in(const First &first, const Rest &...rest) noexcept {
  return start_range_in<D>(event_attributes(first, rest...));
}
template <typename... Args>
range_handle start_range(const Args &...args) noexcept {
  return start_range_in<domain::global>(args...);
}
template <typename D = domain::global>
void end_range_in(range_handle range) noexcept {
  nvtxDomainRangeEnd(domain::get<D>(), range.get_value());
}
inline void end_range(range_handle range) noexcept {
  end_range_in<domain::global>(range);
}

template <typename D = domain::global> class unique_range_in {
public:
  explicit unique_range_in(const event_attributes &attributes) noexcept
      : range(start_range_in<D>(attributes)) {}
  template <typename First, typename... Rest,
            typename = typename std::enable_if<
                !std::is_same<event_attributes,
                              typename std::decay<First>::type>::value &&
                !std::is_same<unique_range_in,
                              typename std::decay<First>::type>::value>::type>
  explicit unique_range_in(const First &first, const Rest &...rest) noexcept
      : unique_range_in(event_attributes(first, rest...)) {}
  unique_range_in() noexcept : unique_range_in(event_attributes()) {}
  unique_range_in(unique_range_in &&other) noexcept : range(other.range) {
    other.range = range_handle();
  }
  unique_range_in &operator=(unique_range_in &&other) noexcept {
    std::swap(range, other.range);
    return *this;
  }
  ~unique_range_in() noexcept {
    if (range)
      end_range_in<D>(range);
  }

private:
  range_handle range;
};
using unique_range = unique_range_in<domain::global>;

template <typename D = domain::global>
void mark_in(const event_attributes &attributes) noexcept {
  nvtxDomainMarkEx(domain::get<D>(), attributes.get());
}
template <typename D = domain::global, typename First, typename... Rest,
          typename = typename std::enable_if<!std::is_same<
              event_attributes, typename std::decay<First>::type>::value>::type>
void mark_in(const First &first, const Rest &...rest) noexcept {
  mark_in<D>(event_attributes(first, rest...));
}
template <typename... Args> void mark(const Args &...args) noexcept {
  mark_in<domain::global>(args...);
}

} // namespace v1
} // namespace nvtx3

// A range over the function that it stands in, under the function's name.
#define NVTX3_V1_FUNC_RANGE_IN(D)                                              \
  static const ::nvtx3::v1::registered_string_in<D> nvtx3_func_name__{         \
      __func__};                                                               \
  static const ::nvtx3::v1::event_attributes nvtx3_func_attr__{                \
      nvtx3_func_name__};                                                      \
  const ::nvtx3::v1::scoped_range_in<D> nvtx3_range__{nvtx3_func_attr__};
#define NVTX3_V1_FUNC_RANGE()                                                  \
  NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C)                                        \
  ::nvtx3::v1::detail::optional_scoped_range_in<D> nvtx3_range__;              \
  if (C) {                                                                     \
    static const ::nvtx3::v1::registered_string_in<D> nvtx3_func_name__{       \
        __func__};                                                             \
    static const ::nvtx3::v1::event_attributes nvtx3_func_attr__{              \
        nvtx3_func_name__};                                                    \
    nvtx3_range__.begin(nvtx3_func_attr__);                                    \
  }
#define NVTX3_V1_FUNC_RANGE_IF(C)                                              \
  NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_HPP
