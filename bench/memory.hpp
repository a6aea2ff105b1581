// Buffers of every memory kind, which the host reads and writes by copies.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace bench {

// The kind and place of a rank's buffers.
class Memory {
 public:
  // sides[side] is "host" or a kind of GPU memory, on device (local rank modulo the number of devices). Throws
  // Failure without a GPU, and BadWords for a kind that this program does not have. Where memory is symmetric the
  // first call is collective over the job.
  Memory(const std::array<std::string, 2>& sides, std::size_t side, int local_rank);
  // Both sides have this kind.
  Memory(const std::string& kind, int local_rank) : Memory({kind, kind}, 0, local_rank) {}

  [[nodiscard]] bool gpu() const { return gpu_kind_ >= 0; }
  [[nodiscard]] int gpu_kind() const { return gpu_kind_; }
  // "host", or the name of the device.
  [[nodiscard]] const std::string& where() const { return where_; }
  // Returns pinned host memory; the process has GPU memory as well.
  [[nodiscard]] Memory pinned() const;

 private:
  Memory() = default;
  int gpu_kind_ = -1;
  std::string where_ = "host";
};

// One allocation, in `memory`, which outlives it. Throws Failure.
class Buffer {
 public:
  Buffer(const Memory& memory, std::size_t bytes);
  // Wraps memory of the same kind that the caller owns and frees.
  Buffer(const Memory& memory, std::size_t bytes, void* given) : memory_(memory), data_(given), bytes_(bytes), owned_(false) {}
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  // Both copies are complete on return.
  void write(const void* from, std::size_t bytes);
  void read(void* to, std::size_t bytes) const;
  // Writes every page.
  void touch();

 private:
  const Memory& memory_;
  void* data_ = nullptr;
  std::size_t bytes_;
  bool owned_ = true;
};

}  // namespace bench
