// MemoryQuery classifies pointers in a process that may have CUDA.
#pragma once

#include "accel/driver/presence.hpp"
#include "accel/driver/tenancies.hpp"
#include "accel/memory/classify.hpp"
#include "accel/memory/heaps.hpp"

namespace penstock::accel {

class MemoryQuery {
 public:
  MemoryQuery(Presence& presence, Tenancies& tenancies, const ChunkHeaps& heaps)
      : presence_(presence), tenancies_(tenancies), heaps_(heaps), classifier_(presence.driver(), presence.devices()) {}

  // Implements Accel::query.
  Status query(const void* pointer, Memory* out);
  // Classifies memory that the driver has just allocated for the library.
  Status query_new(const void* pointer, Memory* out) { return classifier_.classify(pointer, out); }

 private:
  Presence& presence_;
  Tenancies& tenancies_;
  const ChunkHeaps& heaps_;
  HostRanges host_ranges_;
  Classifier classifier_;
};

}  // namespace penstock::accel
