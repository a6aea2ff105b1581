// Memory of chosen kinds for buffers with guarded surroundings.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "gpu_job.hpp"

namespace penstock::test {

inline constexpr unsigned char kPoison = 0xee;
using Bytes = std::vector<unsigned char>;

// Areas by kind, kept for reuse until dropped. A kind that any rank lacks is left out on all.
class Store {
 public:
  // Collective over MPI_COMM_WORLD; prints the kinds that are left out. missing() counts the kinds that this machine should
  // have and has not. `on_gpus`: memory of GPUs alone.
  Store(int rank, int devices, bool on_gpus);
  [[nodiscard]] const std::vector<MemoryKind>& kinds() const { return kinds_; }
  // Returns the index in kinds() of "host", "device" and so on; -1: left out.
  [[nodiscard]] int find(const std::string& name) const;
  [[nodiscard]] int missing() const { return missing_; }
  // Takes an area of at least `bytes` bytes.
  std::unique_ptr<Memory> take(std::size_t kind, std::size_t bytes);
  void give(std::size_t kind, std::unique_ptr<Memory> area);
  // Makes a new area, which was not used before.
  std::unique_ptr<Memory> make(std::size_t kind, std::size_t bytes);

 private:
  std::vector<MemoryKind> kinds_;
  std::vector<std::vector<std::unique_ptr<Memory>>> free_;
  int missing_ = 0;
};

// `bytes` bytes of one kind with guards before and behind. Its memory goes back to the store when the buffer is destroyed.
class Buffer {
 public:
  // `shift`: the distance in bytes from a place that is aligned for every element.
  Buffer(Store& store, std::size_t kind, std::size_t bytes, std::size_t shift);
  ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] void* data() const { return area_->at(origin_); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] const std::string& kind() const { return area_->kind().name; }
  // Writes the contents, and poison around them.
  void set(const Bytes& contents, bool by_host);
  // Reads the contents; empty, with the reason in *wrong, if a guard was overwritten.
  [[nodiscard]] bool get(Bytes* contents, bool by_host, std::string* wrong) const;
  void overwrite();
  // Frees the memory and allocates other memory, which holds no good data.
  void replace();

 private:
  Store& store_;
  std::size_t kind_;
  std::size_t bytes_;
  std::size_t origin_;
  std::unique_ptr<Memory> area_;
};

}  // namespace penstock::test
