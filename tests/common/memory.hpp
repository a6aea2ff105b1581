// Memory of every kind, for tests: host, the kinds of penstock_gpu.h, and device memory of another device of the process. It
// does not use MPI: a rank that gives up ends its process, and the launcher ends the job.
#pragma once

#include <penstock_gpu.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace penstock::test {

// kPeer: device memory of another rank, which tests/gpu maps.
enum class Where : std::uint8_t { kHost, kHelper, kSecondDevice, kPeer };

struct MemoryKind {
  std::string name;
  Where where = Where::kHost;
  penstock_gpu_kind gpu = PENSTOCK_GPU_DEVICE;

  [[nodiscard]] bool only_read() const { return where == Where::kHelper && gpu == PENSTOCK_GPU_READ_ONLY; }
  [[nodiscard]] bool on_host() const;
  // True for memory of a device, and memory that moves to a device; false for host memory, even if a device can access it.
  [[nodiscard]] bool of_gpu() const;
};

inline const MemoryKind kHostMemory{"host", Where::kHost, PENSTOCK_GPU_DEVICE};
inline const MemoryKind kDeviceMemory{"device", Where::kHelper, PENSTOCK_GPU_DEVICE};

// Returns the kinds that one process can have: host, those of penstock_gpu.h in their order, second-device.
[[nodiscard]] std::vector<MemoryKind> memory_kinds();
// Returns one of them. Ends the process if there is none of that name, and prints the names.
[[nodiscard]] MemoryKind kind_named(const std::string& name);
[[nodiscard]] MemoryKind helper_kind(penstock_gpu_kind gpu);

// Makes this rank's device current: rank modulo devices. Returns an empty string, or the reason why there is none.
[[nodiscard]] std::string open_gpu(int rank);

// Ends the process, and prints `what` with this rank's number if open_gpu() was called with it.
[[noreturn]] void give_up(const std::string& what);
// Ends the process with the reason if `result` of a function of penstock_gpu.h is a failure.
void need(int result, const std::string& what);

// One allocation. A failure ends the process.
class Memory {
 public:
  // Allocates at least one byte; the contents are undefined.
  Memory(const MemoryKind& kind, std::size_t bytes);
  // Wraps memory that the caller has made and that `release` frees.
  Memory(MemoryKind kind, std::size_t bytes, void* data, std::function<void()> release);
  ~Memory() { release_(); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  // Returns null with the reason in `*why` if this machine has no such memory.
  [[nodiscard]] static std::unique_ptr<Memory> make(const MemoryKind& kind, std::size_t bytes, std::string* why);

  [[nodiscard]] const MemoryKind& kind() const { return kind_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] void* at(std::size_t offset) const { return static_cast<char*>(data_) + offset; }

  // These are complete on return. `by_host`: the host itself writes, if the kind allows it.
  void fill(std::size_t offset, unsigned char value, std::size_t bytes, bool by_host = false);
  void put(std::size_t offset, const void* from, std::size_t bytes, bool by_host = false);
  void get(std::size_t offset, void* to, std::size_t bytes, bool by_host = false) const;

 private:
  MemoryKind kind_;
  std::size_t bytes_;
  void* data_ = nullptr;
  std::function<void()> release_;
};

}  // namespace penstock::test
