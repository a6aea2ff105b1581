// Memory of every kind as the stress programs use it, and how they end.
#pragma once

#include <penstock_gpu.h>

#include <cstddef>
#include <string>

namespace stress {

constexpr unsigned char kPoison = 0xA5;

// Ends the job with this rank's number and `what`.
[[noreturn]] void die(const std::string& what);

// One allocation: host memory, or a kind of penstock_gpu.h but for read-only memory.
class Memory {
 public:
  Memory(const std::string& kind, std::size_t bytes);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  [[nodiscard]] void* data() const { return memory_; }
  // The whole of it, from or to host memory.
  void put(const void* from) const;
  void get(void* to) const;

 private:
  std::size_t bytes_;
  bool gpu_;
  penstock_gpu_kind kind_ = PENSTOCK_GPU_DEVICE;
  void* memory_ = nullptr;
};

}  // namespace stress
