#include "core/type/packed_copy.hpp"

#include "proto/layout/pack.hpp"

namespace penstock::core {

Status copy_now(proto::Engine& engine, const proto::Buffer& destination, const proto::Buffer& source) {
  if (source.bytes() == 0) return Status::ok();
  if (engine.accel().all_host() && source.bytes() == destination.bytes()) {
    proto::copy_host(destination, source, 0, source.bytes());
    return Status::ok();
  }
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(engine.messages().copy(destination, source, &operation));
  if (!operation->done()) engine.progress().wait(*operation);
  Status status = operation->status().is_ok() ? Status::ok() : operation->status().clone();
  operation->release();
  return status;
}

Status PackedCopy::take(proto::Engine& engine, const proto::Buffer& source) {
  bytes_ = source.bytes();
  data_ = std::make_unique_for_overwrite<std::byte[]>(bytes_);
  return copy_now(engine, buffer(), source);
}

}  // namespace penstock::core
