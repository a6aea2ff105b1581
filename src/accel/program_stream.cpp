#include "accel/program_stream.hpp"

#include "accel/accel.hpp"

namespace penstock::accel {

Status adopt_stream(Accel& accel, void* stream, std::unique_ptr<ProgramStream>* out) {
  auto* const adopter = accel.stream_adopter();
  if (adopter == nullptr) return Status::error(Code::kUnsupported, "this process has no CUDA streams");
  return adopter->adopt_stream(stream, out);
}

bool imports_may_fail(Accel& accel) noexcept {
  const auto* const adopter = accel.stream_adopter();
  return adopter != nullptr && adopter->has_adopted();
}

Status check_hardware_queues(Accel& accel, int device) {
  auto* const adopter = accel.stream_adopter();
  return adopter == nullptr ? Status::ok() : adopter->check_hardware_queues(device);
}

Status find_kernel_place(Accel& accel, int device, KernelPlace* out) {
  auto* const adopter = accel.stream_adopter();
  if (adopter == nullptr) return Status::error(Code::kUnsupported, "this process has no GPU");
  return adopter->find_kernel_place(device, out);
}

Status catch_up(Accel& accel) {
  auto* const adopter = accel.stream_adopter();
  return adopter == nullptr ? Status::ok() : adopter->catch_up();
}

}  // namespace penstock::accel
