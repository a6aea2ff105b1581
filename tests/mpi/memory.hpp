// Memory of the kind under test. The same test bodies run over all kinds: --memory host, or a kind of penstock_gpu.h, or two
// kinds with a comma (even ranks, odd ranks).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/memory.hpp"

namespace penstock::test {

// Opens the GPU if this rank's kind needs one. Ends the process with a printed reason if that fails.
void choose_memory(const std::string& option, int rank);
const MemoryKind& memory_kind();
// True if every rank's memory is host memory. All ranks get the same answer, so that they can decide alike.
bool all_on_host();

// Elements in memory of the chosen kind; every byte is a mark at first.
template <typename T>
class Array {
 public:
  explicit Array(std::size_t count) : count_(count), memory_(memory_kind(), count * sizeof(T)) {
    constexpr unsigned char kMark = 0xa5;
    memory_.fill(0, kMark, memory_.bytes());
  }
  explicit Array(const std::vector<T>& values) : Array(values.size()) { set(values); }
  [[nodiscard]] void* data() const { return memory_.data(); }
  void set(const std::vector<T>& values) { memory_.put(0, values.data(), values.size() * sizeof(T)); }
  [[nodiscard]] std::vector<T> get() const {
    std::vector<T> values(count_);
    memory_.get(0, values.data(), count_ * sizeof(T));
    return values;
  }

 private:
  std::size_t count_;
  Memory memory_;
};

}  // namespace penstock::test
