// NoGpu is an Accel for tests of host transports: a process without CUDA, where a call that needs a GPU is an error of the
// test.
#pragma once

#include "accel/accel.hpp"

namespace penstock::transport::testing {

class NoGpu : public accel::Accel {
 public:
  bool live() noexcept override { return false; }
  std::string describe() override { return "no CUDA"; }
  Status query(const void*, accel::Memory* out) override { return *out = {}, Status::ok(); }
  Status export_memory(const accel::Memory&, accel::Export*) override { return none(); }
  bool importable(const accel::Export&, int) override { return false; }
  Status import_memory(const accel::Export&, int, accel::Mapping*) override { return none(); }
  bool mapped(const accel::Export&, int) override { return false; }
  void pin_mapping(const accel::Mapping&) noexcept override {}
  void unpin_mapping(const accel::Mapping&) noexcept override {}
  int working_device() override { return -1; }
  Status queue(int, unsigned, accel::Queue**) override { return none(); }
  Status test(const accel::Ticket&, accel::Progress* out) override { return *out = accel::Progress::kDone, Status::ok(); }
  Status wait(const accel::Ticket&) override { return Status::ok(); }
  Status register_host(void*, std::size_t) override { return Status::ok(); }
  Status unregister_host(void*) override { return Status::ok(); }
  Status allocate(int, std::size_t, accel::Memory*) override { return none(); }
  Status release(const accel::Memory&) override { return none(); }
  Status order_after_application(int) override { return none(); }
  Status check_application(int) override { return none(); }
  Status copy_now(void*, const void*, std::size_t) override { return none(); }

 private:
  static Status none() { return Status::error(Code::kDriver, "there is no GPU in this test"); }
};

}  // namespace penstock::transport::testing
