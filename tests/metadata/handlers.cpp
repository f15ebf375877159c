// SPDX-License-Identifier: Apache-2.0
// The C++ handlers as programs of the oneAPI Construction Kit use them:
// handlers GOLDEN.camd.
#include <metadata/handler/generic_metadata.h>
#include <metadata/handler/vectorize_info_metadata.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

using Bytes = std::string;

#define CHECK(truth)                                                           \
  do {                                                                         \
    if (!(truth)) {                                                            \
      std::fprintf(stderr, "%d: %s\n", __LINE__, #truth);                      \
      return 1;                                                                \
    }                                                                          \
  } while (0)

// As the Kit's tutorial writes them: one more property, X, for each kernel.
struct TargetXmetadata : handler::GenericMetadata {
  TargetXmetadata() = default;
  TargetXmetadata(std::string kernel_name, uint64_t local_memory_usage,
                  uint64_t propX)
      : GenericMetadata(kernel_name, local_memory_usage), propX(propX) {}
  uint64_t propX = 0;
};

class TargetXmetadataHandler : handler::GenericMetadataHandler {
public:
  virtual bool init(md_hooks *hooks, void *userdata) override {
    if (!GenericMetadataHandler::init(hooks, userdata))
      return false;
    block = md_get_block(ctx, "TargetX");
    if (!block && !reads()) {
      block = md_create_block(ctx, "TargetX");
      if (block)
        md_set_out_fmt(block, md_fmt::MD_FMT_MSGPACK);
    }
    return block != nullptr;
  }
  virtual bool finalize() override {
    return GenericMetadataHandler::finalize();
  }
  bool read(TargetXmetadata &md) {
    if (!GenericMetadataHandler::read(md))
      return false;
    return md_get_uint(md_get_value(block, next++), &md.propX) ==
           md_err::MD_SUCCESS;
  }
  bool write(const TargetXmetadata &md) {
    if (!GenericMetadataHandler::write(md))
      return false;
    return !MD_CHECK_ERR(md_push_uint(block, md.propX));
  }

private:
  md_stack block = nullptr;
  size_t next = 0;
};

static const void *map(const void *user, size_t *size) {
  const Bytes *image = static_cast<const Bytes *>(user);
  *size = image->size();
  return image->data();
}

static md_err write(void *user, const void *bytes, size_t size) {
  static_cast<Bytes *>(user)->assign(static_cast<const char *>(bytes), size);
  return md_err::MD_SUCCESS;
}

static md_err refuse(void *, const void *, size_t) { return MD_E_OOM; }
static void finalize(void *) {}

static md_hooks reader() {
  md_hooks hooks{};
  hooks.map = map;
  return hooks;
}

static md_hooks writer() {
  md_hooks hooks{};
  hooks.write = write;
  hooks.finalize = finalize;
  return hooks;
}

static FixedOrScalableQuantity<uint32_t> fixed(uint32_t n) {
  return {n, false};
}

static int vectorized(Bytes golden) {
  md_hooks from = reader(), to = writer();
  handler::VectorizeInfoMetadataHandler in, out;
  handler::VectorizeInfoMetadata md;
  Bytes copy;
  CHECK(in.init(&from, &golden) && out.init(&to, &copy));
  CHECK(!in.init(&from, &golden)); // once is all
  CHECK(in.read(md));
  CHECK(md.kernel_name == "add.mux-kernel-wrapper");
  CHECK(md.source_name == "add" && md.local_memory_usage == 256);
  CHECK(md.sub_group_size == fixed(8) && !md.sub_group_size.isScalable());
  CHECK(md.min_work_item_factor == fixed(1));
  CHECK(md.pref_work_item_factor.getFixedValue() == 8);
  CHECK(out.write(md) && !in.read(md) && in.error() == MD_SUCCESS);
  CHECK(in.finalize() && out.finalize() && copy == golden);
  return 0;
}

static int scalable() {
  md_hooks to = writer(), from = reader();
  Bytes bytes;
  handler::VectorizeInfoMetadataHandler out, in;
  CHECK(out.init(&to, &bytes));
  CHECK(out.write({"k.wide", "k", 0, fixed(0), fixed(1), {4, true}}));
  CHECK(out.write({"k", "k", 16, fixed(1), fixed(1), fixed(1)}));
  CHECK(out.finalize() && in.init(&from, &bytes));
  handler::VectorizeInfoMetadata md;
  CHECK(in.read(md) && md.kernel_name == "k.wide" && !md.sub_group_size);
  CHECK(md.pref_work_item_factor.isScalable() &&
        md.pref_work_item_factor.getKnownMinValue() == 4);
  CHECK(in.read(md) && md.kernel_name == "k" && md.local_memory_usage == 16);
  CHECK(!in.read(md));
  return 0;
}

static int target_x() {
  md_hooks to = writer(), from = reader();
  Bytes bytes;
  TargetXmetadataHandler out, in;
  CHECK(out.init(&to, &bytes));
  CHECK(out.write(TargetXmetadata("first", 64, 7)));
  CHECK(out.write(TargetXmetadata("second", 0, 11)));
  CHECK(out.finalize() && in.init(&from, &bytes));
  TargetXmetadata md;
  CHECK(in.read(md) && md.kernel_name == "first" && md.source_name == "first");
  CHECK(md.local_memory_usage == 64 && md.propX == 7);
  CHECK(in.read(md) && md.kernel_name == "second" && md.propX == 11);
  CHECK(!in.read(md));
  // A handler that knows less reads the same container.
  md_hooks again = reader();
  handler::GenericMetadataHandler generic;
  handler::GenericMetadata known;
  CHECK(generic.init(&again, &bytes) && generic.read(known));
  CHECK(known.kernel_name == "first");
  return 0;
}

static int failures(Bytes golden) {
  md_hooks hooks = reader(), bad = writer(), none = writer();
  Bytes broken = golden.substr(0, 60), empty, kept;
  {
    handler::VectorizeInfoMetadataHandler one, two;
    CHECK(!one.init(&hooks, &broken) && !two.init(&hooks, &empty));
    handler::VectorizeInfoMetadata md;
    CHECK(!one.read(md) && !one.finalize() && one.error() != MD_SUCCESS);
    CHECK(!two.init(nullptr, nullptr));
  }
  { // No block of the vectorised handler.
    handler::GenericMetadataHandler out;
    CHECK(out.init(&none, &kept) && out.write({"k", 8}) && out.finalize());
    handler::VectorizeInfoMetadataHandler in;
    CHECK(!in.init(&hooks, &kept));
  }
  bad.write = refuse;
  handler::GenericMetadataHandler out;
  CHECK(out.init(&bad, &kept) && out.write({"k", 8}) && !out.finalize());
  // A module without kernels is a container, too.
  md_hooks to = writer();
  handler::GenericMetadataHandler nothing, back;
  handler::GenericMetadata md;
  CHECK(nothing.init(&to, &kept) && nothing.finalize());
  CHECK(back.init(&hooks, &kept) && !back.read(md) &&
        back.error() == MD_SUCCESS);
  return 0;
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const Bytes golden((std::istreambuf_iterator<char>(file)), {});
  return vectorized(golden) || scalable() || target_x() || failures(golden);
}
