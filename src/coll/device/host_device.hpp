// For tests of memory that members of a team export to each other.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "transport/testing/no_gpu.hpp"

namespace penstock::coll::test {

// Memory of the host in a device's place; a queue that copies at once.
class HostDevice final : public transport::testing::NoGpu, public accel::Queue {
 public:
  Status allocate(int device, std::size_t bytes, accel::Memory* out) override {
    memory_.push_back(std::make_unique<std::vector<std::byte>>(bytes, std::byte{0x5a}));
    out->kind = accel::MemoryKind::kDevice;
    out->device = device;
    out->base = reinterpret_cast<std::uintptr_t>(memory_.back()->data());
    out->size = bytes;
    return Status::ok();
  }
  Status queue(int /*device*/, unsigned /*queue*/, accel::Queue** out) override { return *out = this, Status::ok(); }
  Status wait(const accel::Ticket& /*ticket*/) override { return Status::ok(); }

  [[nodiscard]] int device() const override { return 0; }
  [[nodiscard]] const accel::DeviceLimits& limits() const override { return limits_; }
  Status copy(void* destination, const void* source, std::size_t bytes) override {
    if (fails) return Status::error(Code::kDriver, "cuMemcpyAsync failed: CUDA_ERROR_ILLEGAL_ADDRESS");
    std::memcpy(destination, source, bytes);
    return Status::ok();
  }
  Status launch(std::string_view /*kernel*/, accel::Extent3 /*grid*/, accel::Extent3 /*block*/, const void* /*arguments*/,
                std::size_t /*bytes*/) override {
    return unexpected();
  }
  Status mark(accel::Ticket* /*out*/) override { return Status::ok(); }
  Status copy_and_mark(void* /*destination*/, const void* /*source*/, std::size_t /*bytes*/, accel::By /*by*/,
                       accel::Ticket* /*out*/) override {
    return unexpected();
  }
  Status launch_and_mark(std::string_view /*kernel*/, accel::Extent3 /*grid*/, accel::Extent3 /*block*/, void* /*arguments*/,
                         std::size_t /*bytes*/, accel::Finish* /*finish*/, accel::Ticket* /*out*/) override {
    return unexpected();
  }
  bool fails = false;

 private:
  static Status unexpected() { return Status::error(Code::kInternal, "a call that such memory does not make"); }
  accel::DeviceLimits limits_;
  std::vector<std::unique_ptr<std::vector<std::byte>>> memory_;
};

}  // namespace penstock::coll::test
