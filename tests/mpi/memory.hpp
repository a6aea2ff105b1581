// Memory of the kind under test. The same test bodies run over all kinds: --memory host|device|managed|pinned|pool, or two of
// them with a comma (even ranks, odd ranks).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace penstock::test {

enum class Kind { kHost, kDevice, kManaged, kPinned, kPool };

// Opens the GPU if this rank's kind needs one. False with a printed reason where it cannot.
bool choose_memory(const std::string& option, int rank);
Kind memory_kind();
// Whether every rank's memory is the host's: the same answer on all ranks, for what all must do alike.
bool all_on_host();

// Bytes of the chosen kind, filled with a mark. Ends the program when there is no memory.
class Memory {
 public:
  explicit Memory(std::size_t bytes);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return bytes_; }
  void write(const void* from, std::size_t bytes);
  void read(void* to, std::size_t bytes) const;

 private:
  std::size_t bytes_;
  void* data_ = nullptr;
};

// Elements in memory of the chosen kind.
template <typename T>
class Array {
 public:
  explicit Array(std::size_t count) : count_(count), memory_(count * sizeof(T)) {}
  explicit Array(const std::vector<T>& values) : Array(values.size()) { set(values); }
  [[nodiscard]] void* data() const { return memory_.data(); }
  void set(const std::vector<T>& values) { memory_.write(values.data(), values.size() * sizeof(T)); }
  [[nodiscard]] std::vector<T> get() const {
    std::vector<T> values(count_);
    memory_.read(values.data(), count_ * sizeof(T));
    return values;
  }

 private:
  std::size_t count_;
  Memory memory_;
};

}  // namespace penstock::test
