#include "accel/memory/memory_query.hpp"

namespace penstock::accel {

Status MemoryQuery::query(const void* pointer, Memory* out) {
  *out = Memory{};
  if (!presence_.driver().bound() && !presence_.live()) return presence_.unusable().clone();
  if (presence_.found()) tenancies_.look_now_and_then();
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (host_ranges_.contain(address)) return {};
  if (!presence_.live()) return presence_.unusable().clone();
  PENSTOCK_TRY(classifier_.classify(pointer, out));
  heaps_.widen(address, out);
  if (out->device >= 0) tenancies_.saw_memory_of(out->device);
  return {};
}

}  // namespace penstock::accel
