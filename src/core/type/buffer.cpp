#include "core/type/buffer.hpp"

namespace penstock::core {

// A null address is MPI_BOTTOM for a type that has absolute addresses; such a type does not start at 0.
Status make_buffer(const void* address, MPI_Count count, const Datatype& datatype, proto::Buffer* out) {
  const proto::Layout& layout = datatype.layout();
  if (address == nullptr && count != 0 && layout.size() != 0 && layout.true_lower_bound() == 0) {
    return Status::error(Code::kBuffer, "the buffer is a null pointer, with {} elements of {} bytes", count, layout.size());
  }
  if (address == MPI_IN_PLACE) return Status::error(Code::kBuffer, "MPI_IN_PLACE means nothing for this buffer");
  *out = {const_cast<void*>(address), static_cast<std::uint64_t>(count), &layout};
  return Status::ok();
}

}  // namespace penstock::core
