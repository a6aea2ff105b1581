#include "side.hpp"

#include <algorithm>
#include <cstdint>
#include <random>

namespace stress {
namespace {

std::size_t extent_of(std::size_t bytes, std::size_t block) {
  return std::max<std::size_t>(1, block == 0 ? bytes : bytes * 2);
}

}  // namespace

Side::Side(const std::string& memory, std::size_t bytes, std::size_t block)
    : bytes_(bytes),
      block_(block),
      image_(extent_of(bytes, block), kPoison),
      memory_(penstock::test::kind_named(memory), image_.size()) {
  const int count = static_cast<int>(block == 0 ? bytes : bytes / block), length = static_cast<int>(block);
  if (block == 0) {
    MPI_Type_contiguous(count, MPI_BYTE, &type_);
  } else if (bytes != 0 && block == 16) {
    const int whole[2] = {count, 2 * length}, half[2] = {count, length}, begin[2] = {0, 0};
    MPI_Type_create_subarray(2, whole, half, begin, MPI_ORDER_C, MPI_BYTE, &type_);
  } else {
    MPI_Type_vector(count, length, 2 * length, MPI_BYTE, &type_);
  }
  MPI_Type_commit(&type_);
}

Side::~Side() {
  MPI_Type_free(&type_);
}

void Side::clear() {
  std::fill(image_.begin(), image_.end(), kPoison);
  memory_.put(0, image_.data(), image_.size());
}

void Side::fill(unsigned pattern) {
  draw(pattern);
  memory_.put(0, image_.data(), image_.size());
}

bool Side::holds(unsigned pattern) {
  draw(pattern);
  std::vector<unsigned char> seen(image_.size());
  memory_.get(0, seen.data(), seen.size());
  return seen == image_;
}

bool Side::is_clear() const {
  std::vector<unsigned char> seen(image_.size());
  memory_.get(0, seen.data(), seen.size());
  return std::all_of(seen.begin(), seen.end(), [](unsigned char byte) { return byte == kPoison; });
}

void Side::draw(unsigned pattern) {
  std::mt19937_64 random(pattern);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < bytes_; ++i) {
    word = i % sizeof(word) == 0 ? random() : word >> 8;
    const std::size_t at = block_ == 0 ? i : i / block_ * 2 * block_ + i % block_;
    image_[at] = static_cast<unsigned char>(word);
  }
}

}  // namespace stress
