// One message in memory: a datatype with a given number of bytes of payload.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <string>

namespace bench {

// The smallest part of a payload.
struct Element {
  MPI_Datatype type;
  std::size_t bytes;
};

// An item is a message's worth of memory; items of a buffer lie one after another, slot() bytes apart. Derived datatypes have
// blocks of the largest power of two that divides the payload, at most `block` bytes, and gaps as large between them:
//   vector    a block every two block lengths
//   subarray  the middle columns of a matrix whose rows are two blocks long
//   indexed   like vector, each block half a block later or not, at random (up to 8 bytes: a whole block)
//   struct    many of a structure: a quarter of a block, and the rest of it half a block later
class Layout {
 public:
  // `bytes` is a multiple of the element's. Throws as check() does.
  Layout(const std::string& datatype, std::size_t bytes, Element element, std::size_t block);
  ~Layout();
  Layout(const Layout&) = delete;
  Layout& operator=(const Layout&) = delete;

  [[nodiscard]] MPI_Datatype type() const { return type_; }
  [[nodiscard]] int count() const { return count_; }  // elements of type() in one item
  [[nodiscard]] std::size_t payload() const { return payload_; }
  [[nodiscard]] std::size_t slot() const { return slot_; }
  [[nodiscard]] Element element() const { return element_; }
  // Copies a packed payload into the image of a buffer, at that item.
  void place(std::span<const unsigned char> payload, std::size_t item, std::span<unsigned char> image) const;

 private:
  enum class Kind { kContiguous, kVector, kSubarray, kIndexed, kStruct };
  void make();
  void make_struct();
  [[nodiscard]] std::size_t offset_of(std::size_t block) const;
  [[nodiscard]] std::size_t head() const;  // first part of a structure
  [[nodiscard]] std::size_t half() const { return block_ / element_.bytes / 2 * element_.bytes; }

  Kind kind_;
  std::size_t payload_, block_, slot_;
  Element element_;
  MPI_Datatype type_;
  int count_ = 1;
};

}  // namespace bench
