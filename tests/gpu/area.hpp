// Memory of every kind there is, for tests that go through all of them: host, the kinds of penstock_gpu.h, device memory of
// another device of the process, and device memory of another rank that the test itself has mapped.
#pragma once

#include <penstock_gpu.h>

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace penstock::test {

enum class Where : std::uint8_t { kHost, kHelper, kSecondDevice, kPeer };

struct AreaKind {
  std::string name;
  Where where = Where::kHost;
  penstock_gpu_kind gpu = PENSTOCK_GPU_DEVICE;

  [[nodiscard]] bool only_read() const { return where == Where::kHelper && gpu == PENSTOCK_GPU_READ_ONLY; }
  [[nodiscard]] bool on_host() const;
  // Memory of a device, or that moves to one; not of the host, whoever reaches it.
  [[nodiscard]] bool of_gpu() const;
};

// All that there can be, in an order of its own, the same on every rank.
[[nodiscard]] std::vector<AreaKind> area_kinds();

// Begins MPI and opens the GPU; ends the job where it cannot. The world returns errors.
void begin_job(int* argc, char*** argv, int* rank, int* size, int thread_level = MPI_THREAD_SINGLE);
// And where there are not 2, 4 or 8 ranks.
void begin_job_of_pairs(int* argc, char*** argv, int* rank, int* size);

// Makes this rank's device current: rank modulo devices. Empty, or why there is none.
[[nodiscard]] std::string open_gpu(int rank);

// Ends the job with this rank's number and `what`.
[[noreturn]] void give_up(const std::string& what);

// One allocation, at least `bytes` long, of whole 2 MiB where those are units of the kind. Collective over MPI_COMM_WORLD for
// Where::kPeer: rank r maps what rank r ^ 1 allocates.
class Area {
 public:
  virtual ~Area() = default;
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;
  // Null with the reason in `*why` where this machine has no such memory.
  [[nodiscard]] static std::unique_ptr<Area> make(const AreaKind& kind, std::size_t bytes, std::string* why);

  [[nodiscard]] const AreaKind& kind() const { return kind_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] void* at(std::size_t offset) const { return static_cast<char*>(data_) + offset; }

  // Complete on return. `by_host`: touched by the host where the kind lets it.
  void fill(std::size_t offset, unsigned char value, std::size_t bytes, bool by_host = false);
  void put(std::size_t offset, const void* from, std::size_t bytes, bool by_host = false);
  void get(std::size_t offset, void* to, std::size_t bytes, bool by_host = false) const;

 protected:
  Area(AreaKind kind, std::size_t bytes, void* data) : kind_(std::move(kind)), bytes_(bytes), data_(data) {}
  AreaKind kind_;
  std::size_t bytes_;
  void* data_;
};

}  // namespace penstock::test
