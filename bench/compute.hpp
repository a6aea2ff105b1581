// Work of a given length, to be overlapped with communication.
#pragma once

#include <memory>
#include <string>

#include "memory.hpp"

namespace bench {

// A fixed amount of work that lasts the requested time on an otherwise idle machine.
class Compute {
 public:
  Compute() = default;
  Compute(const Compute&) = delete;
  Compute& operator=(const Compute&) = delete;
  virtual ~Compute() = default;
  // Blocks until the work is done. Throws Failure.
  virtual void run() = 0;
};

// Makes the work for `where`. "host": on this core; "gpu": a kernel of many blocks on the GPU that holds `memory`, which
// outlives it. Throws Failure where there is none.
[[nodiscard]] std::unique_ptr<Compute> make_compute(const std::string& where, const Memory& memory, double seconds);
// Makes the work for the GPU in programs that have the kernel.
[[nodiscard]] std::unique_ptr<Compute> make_gpu_compute(double seconds);

}  // namespace bench
