// A word on this rank's device that its kernels look at while they wait for those of other ranks.
#pragma once

#include <cstdint>
#include <utility>

#include "accel/queue/queues.hpp"
#include "base/status.hpp"

namespace penstock::coll {

// Ends kernels that wait for those of other ranks.
class Abort {
 public:
  Abort() = default;
  Abort(const Abort&) = delete;
  Abort& operator=(const Abort&) = delete;
  virtual ~Abort() = default;
  // They shall wait no more, since what they wait for will not come. There are no further ones.
  virtual Status give_up() = 0;
  [[nodiscard]] virtual bool given_up() const noexcept = 0;
  // What went wrong while they run, where nothing else tells.
  virtual Status check() { return Status::ok(); }
};

// Of kernels that use some memory together; 0 at first.
class AbortWord final : public Abort {
 public:
  AbortWord(accel::Queues& queues, int device, std::uint64_t address) noexcept
      : queues_(queues), device_(device), address_(address) {}

  [[nodiscard]] std::uint64_t address() const noexcept { return address_; }
  // No further kernel uses that memory.
  Status give_up() override;
  [[nodiscard]] bool given_up() const noexcept override { return given_up_; }

 private:
  accel::Queues& queues_;
  int device_;
  std::uint64_t address_;
  bool given_up_ = false;
};

}  // namespace penstock::coll
