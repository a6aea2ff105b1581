// CudaAccel implements Accel over the CUDA driver: it puts the parts together, each of which has its own state.
#pragma once

#include <sys/types.h>

#include <span>
#include <string>

#include "accel/accel.hpp"
#include "accel/driver/holds.hpp"
#include "accel/driver/presence.hpp"
#include "accel/driver/tenancies.hpp"
#include "accel/memory/cuda_allocations.hpp"
#include "accel/memory/heaps.hpp"
#include "accel/memory/memory_query.hpp"
#include "accel/program/cuda_program_streams.hpp"
#include "accel/queue/cuda_queues.hpp"
#include "accel/queue/sites.hpp"
#include "accel/share/cuda_exports.hpp"
#include "accel/share/cuda_imports.hpp"

namespace penstock::accel {

class CudaAccel final : public Accel {
 public:
  CudaAccel(const Config& config, Log& log, std::span<const Image> images);
  ~CudaAccel() override;

  Status query(const void* pointer, Memory* out) override;
  bool live() noexcept override { return presence_.live(); }
  int working_device() override { return presence_.working_device(); }
  std::string describe() override { return presence_.describe(); }

 private:
  CudaAccel(const Config& config, Log& log, std::span<const Image> images, const ProcessId& self);
  Status close();

  pid_t pid_;
  Presence presence_;
  Holds holds_;
  Tenancies tenancies_;
  ChunkHeaps heaps_;
  MemoryQuery memory_;
  Sites sites_;
  CudaAllocations allocations_;
  CudaExports exports_;
  CudaImports imports_;
  CudaQueues queues_;
  CudaProgramStreams program_streams_;
};

}  // namespace penstock::accel
