#include "accel/share/cuda_exports.hpp"

#include <utility>

namespace penstock::accel {

Status CudaExports::export_memory(const Memory& memory, Export* out) {
  PENSTOCK_TRY(presence_.need_live());
  return whole_.get(memory, out);
}

Status CudaExports::export_range(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out) {
  PENSTOCK_TRY(presence_.need_live());
  if (const ChunkHeaps::Heap* const heap = heaps_.find(low); heap != nullptr) return ranges_.get_heap(*heap, high, out);
  return ranges_.get(memory, low, high, out);
}

Status CudaExports::check_exports(std::vector<ExportName>* gone) {
  Status whole = whole_.check(gone);
  Status ranges = ranges_.check(gone);
  return whole.is_ok() ? std::move(ranges) : std::move(whole);
}

}  // namespace penstock::accel
