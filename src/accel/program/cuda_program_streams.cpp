#include "accel/program/cuda_program_streams.hpp"

#include <optional>
#include <string>
#include <utility>

#include "accel/program/cuda_program_queue.hpp"
#include "base/hardware_queues.hpp"

namespace penstock::accel {

Status CudaProgramStreams::adopt_stream(void* stream, std::unique_ptr<ProgramStream>* out) {
  PENSTOCK_TRY(presence_.need_live());
  PENSTOCK_TRY(
      make_program_stream(presence_.driver(), presence_.devices(), holds_, words_, flags_, static_cast<CUstream>(stream), out));
  adopted_ = true;
  return {};
}

Status CudaProgramStreams::open_program_queue(void* stream, std::unique_ptr<ProgramQueue>* out) {
  PENSTOCK_TRY(presence_.need_live());
  const Driver& driver = presence_.driver();
  if (!driver.cuStreamBatchMemOp.available()) {
    return Status::error(Code::kUnsupported, "this driver has no stream memory operations, by which streams signal and wait");
  }
  auto* const handle = static_cast<CUstream>(stream);
  CUcontext context = nullptr;
  int device = 0;
  PENSTOCK_TRY(find_stream_device(driver, presence_.devices(), handle, &context, &device));
  Site* here = nullptr;
  PENSTOCK_TRY(sites_.get(device, &here));
  *out = std::make_unique<CudaProgramQueue>(driver, presence_.devices(), here->module, context, device, handle);
  return {};
}

Status CudaProgramStreams::catch_up() {
  Status closed = imports_.catch_up();
  Status freed = allocations_.catch_up();
  return closed.is_ok() ? std::move(freed) : std::move(closed);
}

// If the driver does not report whether MPS serves the GPU, the application is responsible.
Status CudaProgramStreams::check_hardware_queues(int device) {
  bool served = false;
  if (!presence_.devices().under_mps(device, &served).is_ok() || !served) return {};
  const std::optional<int> wanted = base::wanted_hardware_queues();
  if (wanted && *wanted >= base::kHardwareQueues) return {};
  return Status::error(
      Code::kUnsupported,
      "MPS serves GPU {}, and {} is {}: work of one stream then waits behind another stream that waits for a peer, and ranks "
      "hang. Set it to {} or more for all ranks before they start ({} is right for most programs)",
      device, base::kHardwareQueuesVariable, wanted ? std::to_string(*wanted) : "not set", base::kHardwareQueues,
      base::kHardwareQueues);
}

// If the driver does not report it, MPS is taken not to serve the GPU.
Status CudaProgramStreams::find_kernel_place(int device, KernelPlace* out) {
  bool served = false;
  out->mps = presence_.devices().under_mps(device, &served).is_ok() && served;
  out->gpu = presence_.devices().uuid(device);
  return {};
}

}  // namespace penstock::accel
