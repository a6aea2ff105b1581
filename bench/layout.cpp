#include "layout.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "mpi_call.hpp"

namespace bench {
namespace {

// Blocks up to this size are moved whole: half of one is no multiple of an element.
constexpr std::size_t kWhole = 8;

}  // namespace

Layout::Layout(const std::string& datatype, std::size_t bytes, Element element, std::size_t block)
    : kind_(datatype == "vector"     ? Kind::kVector
            : datatype == "subarray" ? Kind::kSubarray
            : datatype == "indexed"  ? Kind::kIndexed
            : datatype == "struct"   ? Kind::kStruct
                                     : Kind::kContiguous),
      payload_(bytes),
      block_(kind_ == Kind::kContiguous ? bytes : std::max(element.bytes, std::min(block, bytes & (~bytes + 1)))),
      slot_(bytes),
      element_(element),
      type_(element.type) {
  if (kind_ == Kind::kContiguous) {
    count_ = static_cast<int>(bytes / element.bytes);
    return;
  }
  make();
  check(MPI_Type_commit(&type_), "MPI_Type_commit");
  MPI_Aint low = 0, extent = 0;
  check(MPI_Type_get_extent(type_, &low, &extent), "MPI_Type_get_extent");
  slot_ = static_cast<std::size_t>(extent) * static_cast<std::size_t>(count_);
}

std::size_t Layout::head() const {
  return half() / element_.bytes / 2 * element_.bytes;
}

void Layout::make_struct() {
  count_ = static_cast<int>(payload_ / block_);
  const std::size_t rest = block_ - head();
  const int lengths[] = {static_cast<int>(head() / element_.bytes), static_cast<int>(rest / element_.bytes)};
  const MPI_Aint places[] = {0, static_cast<MPI_Aint>(head() + half())};
  const MPI_Datatype types[] = {element_.type, element_.type};
  MPI_Datatype parts = MPI_DATATYPE_NULL;
  check(MPI_Type_create_struct(2, lengths, places, types, &parts), "MPI_Type_create_struct");
  check(MPI_Type_create_resized(parts, 0, static_cast<MPI_Aint>(2 * block_), &type_), "MPI_Type_create_resized");
  check(MPI_Type_free(&parts), "MPI_Type_free");
}

void Layout::make() {
  const int blocks = static_cast<int>(payload_ / block_), length = static_cast<int>(block_ / element_.bytes);
  if (kind_ == Kind::kStruct) return make_struct();
  if (kind_ == Kind::kVector) {
    return check(MPI_Type_vector(blocks, length, 2 * length, element_.type, &type_), "MPI_Type_vector");
  }
  if (kind_ == Kind::kSubarray) {
    const int sizes[] = {blocks, 2 * length}, inner[] = {blocks, length}, begin[] = {0, length / 2};
    return check(MPI_Type_create_subarray(2, sizes, inner, begin, MPI_ORDER_C, element_.type, &type_),
                 "MPI_Type_create_subarray");
  }
  std::vector<int> places(static_cast<std::size_t>(blocks));
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int>(offset_of(i) / element_.bytes);
  check(MPI_Type_create_indexed_block(blocks, length, places.data(), element_.type, &type_), "MPI_Type_create_indexed_block");
}

Layout::~Layout() {
  if (type_ != element_.type) MPI_Type_free(&type_);
}

std::size_t Layout::offset_of(std::size_t block) const {
  const bool tossed = (block * 0x9e3779b97f4a7c15U >> 61 & 1U) != 0;
  if (kind_ == Kind::kIndexed) return block * 2 * block_ + (tossed ? std::max(half(), std::min(block_, kWhole)) : 0);
  const std::size_t shift = kind_ == Kind::kSubarray ? half() : 0;
  return block * 2 * block_ + shift;
}

void Layout::place(std::span<const unsigned char> payload, std::size_t item, std::span<unsigned char> image) const {
  unsigned char* const begin = image.data() + item * slot_;
  if (kind_ == Kind::kContiguous) {
    std::memcpy(begin, payload.data(), payload.size());
    return;
  }
  const std::size_t first = kind_ == Kind::kStruct ? head() : 0, gap = kind_ == Kind::kStruct ? half() : 0;
  for (std::size_t i = 0; i * block_ < payload_; ++i) {
    const unsigned char* const from = payload.data() + i * block_;
    std::memcpy(begin + offset_of(i), from, first);
    std::memcpy(begin + offset_of(i) + first + gap, from + first, block_ - first);
  }
}

}  // namespace bench
