// Whether other processes work on the same GPU. Kernels of two processes take turns there, so one that stays holds up the
// other.
#pragma once

#include "accel/accel.hpp"
#include "base/fd.hpp"

namespace penstock::accel {

// A place on one GPU: a socket with a name that every process of the host (of its network namespace) can find. Who comes tells
// those that are there, and so sees them. A process that ends leaves its place, however it ends. Not thread-safe.
class Tenancy {
 public:
  static constexpr int kPlaces = 64;  // of a GPU; further processes find it shared, and hold none

  // Takes a place. Once; after a failure nothing is known, and shared() says yes.
  Status open(const GpuUuid& gpu);
  [[nodiscard]] bool opened() const noexcept { return opened_; }
  // Whether another process has, or has had since open(), a place on the GPU. A system call until it has.
  [[nodiscard]] bool shared() noexcept;

 private:
  Status take_place(const GpuUuid& gpu, int* place);
  Status look_round(const GpuUuid& gpu, int mine);

  base::Fd socket_;  // kept when all is known: it is what others find
  bool opened_ = false;
  bool shared_ = false;
};

}  // namespace penstock::accel
