// Random datatypes beside what they mean, kept apart from MPI: the place of each byte.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace penstock::test {

// A committed datatype of bytes. Its elements do not overlap each other, nor do its bytes.
class MadeType {
 public:
  // Takes `type`. `offsets`: where byte i of the packed form is.
  MadeType(MPI_Datatype type, std::vector<std::int64_t> offsets, std::int64_t lower, std::int64_t upper, std::string text);
  ~MadeType();
  MadeType(const MadeType&) = delete;
  MadeType& operator=(const MadeType&) = delete;

  [[nodiscard]] MPI_Datatype type() const { return type_; }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(offsets_.size()); }
  [[nodiscard]] std::int64_t lower() const { return lower_; }
  [[nodiscard]] std::int64_t extent() const { return upper_ - lower_; }
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
  std::int64_t lower_, upper_, lowest_ = 0, highest_ = 0;
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
  [[nodiscard]] Made resized(const MadeType& of);
  // Distances are multiples of it.
  [[nodiscard]] std::int64_t unit() { return std::int64_t{1} << number(0, 4); }
  [[nodiscard]] int times(const MadeType& of, std::int64_t most, int limit);

  std::mt19937 random_;
};

}  // namespace penstock::test
