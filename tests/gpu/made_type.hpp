// Random datatypes beside their meaning, which is kept without MPI: the place of each byte.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace penstock::test {

// The bounds of a datatype. Those that an application has set (`set`: MPI_Type_create_resized, subarrays) are also those of all
// types made of it, and parts without such bounds do not count there (MPI-5.0, 5.1.6).
struct Bounds {
  std::int64_t lower = 0, upper = 0;
  bool set = false;
};

// A committed datatype of bytes. Its elements do not overlap each other, nor do its bytes.
class MadeType {
 public:
  // Takes ownership of `type`. `offsets` holds the place of byte i of the packed form.
  MadeType(MPI_Datatype type, std::vector<std::int64_t> offsets, const Bounds& bounds, std::string text);
  ~MadeType();
  MadeType(const MadeType&) = delete;
  MadeType& operator=(const MadeType&) = delete;

  [[nodiscard]] MPI_Datatype type() const { return type_; }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(offsets_.size()); }
  [[nodiscard]] const Bounds& bounds() const { return bounds_; }
  [[nodiscard]] std::int64_t extent() const { return bounds_.upper - bounds_.lower; }
  [[nodiscard]] const std::vector<std::int64_t>& offsets() const { return offsets_; }
  // The lowest byte of `count` elements, and the number of bytes from there to the last.
  [[nodiscard]] std::int64_t lowest() const { return lowest_; }
  [[nodiscard]] std::int64_t span(std::int64_t count) const { return (count - 1) * extent() + highest_ + 1 - lowest_; }
  // Returns the place of packed byte `i` in a buffer of such elements.
  [[nodiscard]] std::int64_t place(std::int64_t i) const {
    return i / size() * extent() + offsets_[static_cast<std::size_t>(i % size())];
  }
  // Describes the type: "hvector(3, 2, -40) of contiguous(4)".
  [[nodiscard]] const std::string& text() const { return text_; }
  // Compares MPI's size, bounds and true bounds with ours; returns an empty string, or the first that is wrong.
  [[nodiscard]] std::string wrong_bounds() const;

 private:
  MPI_Datatype type_;
  std::vector<std::int64_t> offsets_;
  Bounds bounds_;
  std::int64_t lowest_ = 0, highest_ = 0;
  std::string text_;
};

// Makes the same types from the same seed on every rank.
class TypeMaker {
 public:
  explicit TypeMaker(std::uint32_t seed) : random_(seed) {}
  // Makes a type of at most `most` bytes, nested at most `depth` deep.
  [[nodiscard]] std::unique_ptr<MadeType> make(int depth, std::int64_t most);
  // Draws a number in [low, high].
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
