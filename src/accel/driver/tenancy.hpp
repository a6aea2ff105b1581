// Tenancy detects if other processes use the GPU. Kernels of two processes run alternately there, so a kernel that stays delays
// the other process.
#pragma once

#include "accel/driver/gpu.hpp"
#include "base/fd.hpp"
#include "base/status.hpp"

namespace penstock::accel {

// A place on a GPU is a socket with a name that every process of the host (of its network namespace) can find. A new process
// connects to all present ones, and so both learn of each other. A process frees its place when it ends, however it ends. The
// object is not thread-safe.
class Tenancy {
 public:
  static constexpr int kPlaces = 64;  // places of a GPU; further processes find it shared, and have no place

  // Takes a place; it is called once. After a failure the state is unknown, and shared() returns true.
  Status open(const GpuUuid& gpu);
  [[nodiscard]] bool opened() const noexcept { return opened_; }
  // Returns true if another process has a place on the GPU, or has had one since open(). It makes a system call until that is
  // true.
  [[nodiscard]] bool shared() noexcept;

 private:
  Status take_place(const GpuUuid& gpu, int* place);
  Status look_round(const GpuUuid& gpu, int mine);

  base::Fd socket_;  // kept open when shared_ is true: other processes find it
  bool opened_ = false;
  bool shared_ = false;
};

}  // namespace penstock::accel
