#include "layout.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "mpi_call.hpp"

namespace bench {

Layout::Layout(const std::string& datatype, std::size_t bytes, Element element)
    : kind_(datatype == "vector"     ? Kind::kVector
            : datatype == "subarray" ? Kind::kSubarray
            : datatype == "indexed"  ? Kind::kIndexed
                                     : Kind::kContiguous),
      payload_(bytes),
      block_(kind_ == Kind::kContiguous ? bytes : std::min(kBlock, bytes & (~bytes + 1))),
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
  slot_ = static_cast<std::size_t>(extent);
}

void Layout::make() {
  const int blocks = static_cast<int>(payload_ / block_), length = static_cast<int>(block_ / element_.bytes);
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
  const std::size_t half = block_ / element_.bytes / 2 * element_.bytes;
  const std::size_t shift = kind_ == Kind::kSubarray || (kind_ == Kind::kIndexed && block % 2 == 1) ? half : 0;
  return block * 2 * block_ + shift;
}

void Layout::place(std::span<const unsigned char> payload, std::size_t item, std::span<unsigned char> image) const {
  unsigned char* const begin = image.data() + item * slot_;
  if (kind_ == Kind::kContiguous) {
    std::memcpy(begin, payload.data(), payload.size());
    return;
  }
  for (std::size_t i = 0; i * block_ < payload_; ++i) std::memcpy(begin + offset_of(i), payload.data() + i * block_, block_);
}

}  // namespace bench
