// HostAccel is Accel without a GPU: every pointer is host memory. It serves PENSTOCK_CUDA=0 and builds without CUDA's headers.
#pragma once

#include <cstring>

#include "accel/accel.hpp"

namespace penstock::accel {

class HostAccel final : public Accel {
 public:
  explicit HostAccel(std::string_view why) : why_(why) { never_ = true; }

  bool live() noexcept override { return false; }
  std::string describe() override { return "no CUDA: " + why_; }
  Status query(const void*, Memory* out) override {
    *out = Memory{};
    return {};
  }
  Status export_memory(const Memory&, Export*) override { return none(); }
  bool importable(const Export&, int) override { return false; }
  Status import_memory(const Export&, int, Mapping*) override { return none(); }
  bool mapped(const Export&, int) override { return false; }
  void pin_mapping(const Mapping&) noexcept override {}
  void unpin_mapping(const Mapping&) noexcept override {}
  int working_device() override { return -1; }
  Status queue(int, unsigned, Queue**) override { return none(); }
  Status order_after_application(int) override { return {}; }
  Status check_application(int) override { return {}; }
  Status test(const Ticket&, Progress* out) override {
    *out = Progress::kDone;
    return {};
  }
  Status wait(const Ticket&) override { return {}; }
  Status register_host(void*, std::size_t) override { return {}; }
  Status unregister_host(void*) override { return {}; }
  Status allocate(int, std::size_t, Memory*) override { return none(); }
  Status release(const Memory&) override { return none(); }
  Status copy_now(void* destination, const void* source, std::size_t bytes) override {
    std::memcpy(destination, source, bytes);
    return {};
  }

 private:
  [[nodiscard]] Status none() const { return Status::error(Code::kUnsupported, "no GPU here: {}", why_); }
  std::string why_;
};

}  // namespace penstock::accel
