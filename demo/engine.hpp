// The place of a rank's arrays and the device that updates them: the host, or a GPU.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "options.hpp"

namespace demo {

class Engine {
 public:
  virtual ~Engine() = default;
  // Returns "host memory", "device memory, NVIDIA H200", "device memory of the stand-in driver (tests only)".
  [[nodiscard]] virtual std::string describe() const = 0;
  // Allocates memory of zeros, which lives as long as the engine. Null if there is not enough memory.
  [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;
  // Copies between host memory and an array, complete on return. False, with a printed reason, on failure.
  [[nodiscard]] virtual bool upload(void* array, const void* host, std::size_t bytes) = 0;
  // Computes one step on arrays of (rows + 2) x (columns + 2) elements, complete on return, so
  // that messages may start from `to`.
  [[nodiscard]] virtual bool step(const void* from, void* to, int rows, int columns) = 0;
};

// Makes the engine that `options` asks for, for the rank with number `local_rank` on its host. Null, with a sentence in
// `complaint`, if this machine cannot serve it.
[[nodiscard]] std::unique_ptr<Engine> make_engine(const Options& options, int local_rank, std::string* complaint);

}  // namespace demo
