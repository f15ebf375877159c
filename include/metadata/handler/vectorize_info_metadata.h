// SPDX-License-Identifier: Apache-2.0
// How many work-items a kernel's code takes at a time: an extension of
// metadata/handler/generic_metadata.h, and an example of one.
#ifndef METADATA_HANDLER_VECTORIZE_INFO_METADATA_H
#define METADATA_HANDLER_VECTORIZE_INFO_METADATA_H

#include "metadata/handler/generic_metadata.h"

namespace handler {

constexpr const char VECTORIZE_MD_BLOCK_NAME[] = "VectorizeMetadata";

struct VectorizeInfoMetadata : GenericMetadata {
  VectorizeInfoMetadata() = default;
  VectorizeInfoMetadata(std::string kernel, std::string source,
                        uint64_t local_memory,
                        FixedOrScalableQuantity<uint32_t> sub_group,
                        FixedOrScalableQuantity<uint32_t> min_factor,
                        FixedOrScalableQuantity<uint32_t> pref_factor)
      : GenericMetadata(std::move(kernel), std::move(source), local_memory,
                        sub_group),
        min_work_item_factor(min_factor), pref_work_item_factor(pref_factor) {}

  // The group's size in x must be a multiple of it,
  FixedOrScalableQuantity<uint32_t> min_work_item_factor;
  // and should be one of this.
  FixedOrScalableQuantity<uint32_t> pref_work_item_factor;
};

class VectorizeInfoMetadataHandler : public GenericMetadataHandler {
public:
  bool init(md_hooks *with, void *user) override {
    return GenericMetadataHandler::init(with, user) &&
           factors_.open(ctx, &quern_md_handler_vectorize, !reads());
  }

  bool read(VectorizeInfoMetadata &md) {
    quern_md_vectorize record;
    return GenericMetadataHandler::read(md) && factors_.read(&record) &&
           detail::quantity(record.min_work_item_factor, record.min_is_scalable,
                            md.min_work_item_factor) &&
           detail::quantity(record.pref_work_item_factor,
                            record.pref_is_scalable, md.pref_work_item_factor);
  }
  bool write(const VectorizeInfoMetadata &md) {
    const quern_md_vectorize record = {
        md.min_work_item_factor.getKnownMinValue(),
        md.min_work_item_factor.isScalable(),
        md.pref_work_item_factor.getKnownMinValue(),
        md.pref_work_item_factor.isScalable()};
    return GenericMetadataHandler::write(md) && factors_.write(&record);
  }

private:
  Records factors_;
};

} // namespace handler

#endif // METADATA_HANDLER_VECTORIZE_INFO_METADATA_H
