// Random datatypes beside what they mean, kept apart from MPI: the place of each byte.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace penstock::test {

// Bounds of a datatype. Those that a program has set (`set`: MPI_Type_create_resized, subarrays) are also those of all types
// made of it, and what has none of them does not count there (MPI-5.0, 5.1.6).
struct Bounds {
  std::int64_t lower = 0, upper = 0;
  bool set = false;
};

// A committed datatype of bytes. Its elements do not overlap each other, nor do its bytes.
class MadeType {
 public:
  // Takes `type`. `offsets`: where byte i of the packed form is.
  MadeType(MPI_Datatype type, std::vector<std::int64_t> offsets, const Bounds& bounds, std::string text);
  ~MadeType();
  MadeType(const MadeType&) = delete;
  MadeType& operator=(const MadeType&) = delete;

  [[nodiscard]] MPI_Datatype type() const { return type_; }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(offsets_.size()); }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] std::int64_t extent() const { return bounds_.upper - bounds_.lower; }
  [[nodiscard]] const std::vector<std::int64_t>& offsets() const { return offsets_; }
  // Lowest byte of `count` elements, and how many from there to the last one.
  [[nodiscard]] std::int64_t lowest() const { return lowest_; }
  [[nodiscard]] std::int64_t span(std::int64_t count) const { return (count - 1) * extent() + highest_ + 1 - lowest_; }
  // Of packed byte `i` of a buffer of such elements.
  [[nodiscard]] std::int64_t place(std::int64_t i) const {
    return i / size() * extent() + offsets_[static_cast<std::size_t>(i % size())];
  }
  // "hvector(3, 2, -40) of contiguous(4)"
  [[nodiscard]] const std::string& text() const { return text_; }
  // What MPI says of its size, bounds and true bounds; empty, or the first that is wrong.
  [[nodiscard]] std::string wrong_bounds() const;

 private:
  MPI_Datatype type_;
  std::vector<std::int64_t> offsets_;
  Bounds bounds_;
  std::int64_t lowest_ = 0, highest_ = 0;
  std::string text_;
};

// The same types from the same seed, on every rank.
class TypeMaker {
 public:
  explicit TypeMaker(std::uint32_t seed) : random_(seed) {}
  // Of at most `most` bytes, nested at most `depth` deep.
  [[nodiscard]] std::unique_ptr<MadeType> make(int depth, std::int64_t most);
  // In [low, high].
  [[nodiscard]] std::int64_t number(std::int64_t low, std::int64_t high);

 private:
  using Made = std::unique_ptr<MadeType>;
  [[nodiscard]] Made leaf(std::int64_t most);
  [[nodiscard]] Made contiguous(const MadeType& of, std::int64_t most);
  [[nodiscard]] Made vector(const MadeType& of, std::int64_t most, bool in_bytes);
  [[nodiscard]] Made blocks(const MadeType& of, std::int64_t most, bool in_bytes);
  [[nodiscard]] Made indexed(const MadeType& of, std::int64_t most, bool in_bytes);
  [[nodiscard]] Made structure(const MadeType& of, int depth, std::int64_t most);
  [[nodiscard]] Made subarray(const MadeType& of, std::int64_t most);
  [[nodiscard]] Made resized(const MadeType& of, std::int64_t extent);
  // Distances are multiples of it.
  [[nodiscard]] std::int64_t unit() { return std::int64_t{1} << number(0, 4); }
  [[nodiscard]] int times(const MadeType& of, std::int64_t most, int limit);

  std::mt19937 random_;
};

}  // namespace penstock::test
