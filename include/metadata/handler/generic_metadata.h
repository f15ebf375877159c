// SPDX-License-Identifier: Apache-2.0
// What is known of every kernel, read and written by C++ classes, which a
// target's own classes extend. They have the names and shapes of those in the
// oneAPI Construction Kit, and are a layer over quern/metadata.h (-lquern).
//
//   handler::GenericMetadataHandler handler;
//   handler::GenericMetadata kernel;
//   if (handler.init(&hooks, user)) // hooks.map gives the container
//     while (handler.read(kernel))
//       use(kernel);
//
// To write, leave hooks.map out, set hooks.write and hooks.finalize, call write
// once for each kernel, and finalize in the end.
//
// The hooks must live as long as the handler. C++11; no exceptions are thrown
// but those of std::string.
#ifndef METADATA_HANDLER_GENERIC_METADATA_H
#define METADATA_HANDLER_GENERIC_METADATA_H

#include <cstdint>
#include <string>
#include <utility>

#include "metadata/detail/fixed_or_scalable_quantity.h"
#include "quern/metadata.h"

namespace handler {

constexpr const char GENERIC_MD_BLOCK_NAME[] = "GenericMetadata";

struct GenericMetadata {
  GenericMetadata() = default;
  // A kernel that is called by its own name.
  GenericMetadata(std::string kernel, uint64_t local_memory)
      : kernel_name(kernel), source_name(std::move(kernel)),
        local_memory_usage(local_memory) {}
  GenericMetadata(std::string kernel, std::string source, uint64_t local_memory,
                  FixedOrScalableQuantity<uint32_t> sub_group)
      : kernel_name(std::move(kernel)), source_name(std::move(source)),
        local_memory_usage(local_memory), sub_group_size(sub_group) {}

  std::string kernel_name; // the symbol to call
  std::string source_name; // the kernel in the source; its variants share it
  uint64_t local_memory_usage = 0; // bytes of static shared memory
  FixedOrScalableQuantity<uint32_t> sub_group_size; // at least; 0: not known
};

// The records of one block, for handlers: a record is the struct that the C
// handler describes.
class Records {
public:
  Records() = default;
  Records(const Records &) = delete;
  Records &operator=(const Records &) = delete;
  ~Records() { quern_md_records_close(list_); }

  // Opens the block of `c_handler` in `ctx`, which stays the caller's. To read,
  // the block must be there; to write, it is made, so that a module without
  // kernels has it, too.
  bool open(md_ctx ctx, const quern_md_handler *c_handler, bool to_write) {
    quern_md_records_close(list_);
    list_ = nullptr;
    if (!md_get_block(ctx, c_handler->block) &&
        (!to_write || !md_create_block(ctx, c_handler->block)))
      return false;
    list_ = quern_md_records_open(ctx, &c_handler, 1);
    return list_ != nullptr;
  }
  // False at the end, and with error() for anything else. Texts are valid as
  // long as this object.
  bool read(void *record) {
    const int got = list_ ? quern_md_records_read(list_, &record)
                          : static_cast<int>(MD_E_STACK_NOT_REGISTERED);
    error_ = got == 0 || got == 1 ? static_cast<int>(MD_SUCCESS) : got;
    return got == 1;
  }
  bool write(const void *record) {
    error_ = list_ ? quern_md_records_write(list_, &record)
                   : static_cast<int>(MD_E_STACK_NOT_REGISTERED);
    return error_ == MD_SUCCESS;
  }
  // An md_err: of the last call.
  int error() const { return error_; }

private:
  quern_md_records *list_ = nullptr;
  int error_ = MD_SUCCESS;
};

namespace detail {

// False when the file has more than fits.
inline bool quantity(uint64_t number, uint64_t scalable,
                     FixedOrScalableQuantity<uint32_t> &out) {
  out = FixedOrScalableQuantity<uint32_t>(static_cast<uint32_t>(number),
                                          scalable != 0);
  return number <= UINT32_MAX;
}

} // namespace detail

class GenericMetadataHandler {
public:
  GenericMetadataHandler() = default;
  GenericMetadataHandler(const GenericMetadataHandler &) = delete;
  GenericMetadataHandler &operator=(const GenericMetadataHandler &) = delete;
  virtual ~GenericMetadataHandler() {
    if (ctx)
      md_release_ctx(ctx);
  }

  // False when there is no memory, or what hooks->map gives is no container
  // with the handler's blocks.
  virtual bool init(md_hooks *with, void *user) {
    if (!with || ctx)
      return false;
    hooks = with;
    userdata = user;
    ctx = md_init(with, user);
    return ctx && generic_.open(ctx, &quern_md_handler_generic, !reads());
  }
  // Hands what was written to hooks->write. False when that fails.
  virtual bool finalize() {
    return ctx && (reads() || md_finalize_ctx(ctx) == MD_SUCCESS);
  }

  // False at the end of the kernels, and where error() says more.
  bool read(GenericMetadata &md) {
    quern_md_generic record;
    FixedOrScalableQuantity<uint32_t> size;
    if (!generic_.read(&record) ||
        !detail::quantity(record.sub_group_size, record.is_scalable, size))
      return false;
    md.kernel_name = record.kernel_name;
    md.source_name = record.source_name;
    md.local_memory_usage = record.local_memory_usage;
    md.sub_group_size = size;
    return true;
  }
  bool write(const GenericMetadata &md) {
    const quern_md_generic record = {
        md.kernel_name.c_str(), md.source_name.c_str(), md.local_memory_usage,
        md.sub_group_size.getKnownMinValue(), md.sub_group_size.isScalable()};
    return generic_.write(&record);
  }

  // An md_err: why the last read or write of the generic block was false;
  // MD_SUCCESS at the end of the kernels.
  int error() const { return generic_.error(); }

protected:
  bool reads() const { return hooks && hooks->map; }

  md_hooks *hooks = nullptr;
  void *userdata = nullptr;
  md_ctx ctx = nullptr; // for the blocks of classes that extend this one

private:
  Records generic_;
};

} // namespace handler

#endif // METADATA_HANDLER_GENERIC_METADATA_H
