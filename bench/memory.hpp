// Buffers of every memory kind, copied to and from by the host.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace bench {

// Where a rank's buffers live.
class Memory {
 public:
  // sides[side]: host, or a kind of GPU memory, on device (local rank modulo the number of devices). Throws Failure without a
  // GPU, and BadWords for a kind that this program does not have. Where memory is symmetric the first is collective over the
  // job.
  Memory(const std::array<std::string, 2>& sides, std::size_t side, int local_rank);
  // The same on both sides.
  Memory(const std::string& kind, int local_rank) : Memory({kind, kind}, 0, local_rank) {}

  [[nodiscard]] bool gpu() const { return gpu_kind_ >= 0; }
  [[nodiscard]] int gpu_kind() const { return gpu_kind_; }
  // "host", or the name of the device.
  [[nodiscard]] const std::string& where() const { return where_; }
  // Pinned memory of the host, of a process that has a GPU's.
  [[nodiscard]] Memory pinned() const;

 private:
  Memory() = default;
  int gpu_kind_ = -1;
  std::string where_ = "host";
};

// One allocation. Throws Failure. `memory` outlives it.
class Buffer {
 public:
  Buffer(const Memory& memory, std::size_t bytes);
  // Another's memory, of the same kind, which is left to it.
  Buffer(const Memory& memory, std::size_t bytes, void* given) : memory_(memory), data_(given), bytes_(bytes), owned_(false) {}
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  // Complete on return.
  void write(const void* from, std::size_t bytes);
  void read(void* to, std::size_t bytes) const;
  // Every page has been written.
  void touch();

 private:
  const Memory& memory_;
  void* data_ = nullptr;
  std::size_t bytes_;
  bool owned_ = true;
};

}  // namespace bench
