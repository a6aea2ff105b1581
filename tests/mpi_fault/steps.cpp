#include "steps.hpp"

#include <cstdint>

namespace penstock::test {
namespace {

constexpr Shape kFlat = Shape::kFlat, kStrided = Shape::kStrided, kPlaces = Shape::kPlaces, kPieces = Shape::kPieces;

constexpr Step kPlainSteps[] = {
    {"device-device", "device", "device", kFlat, kFlat, kRows},
    {"device-device strided", "device", "device", kStrided, kStrided, kRows},
    {"device-host", "device", "host", kFlat, kFlat, kRows},
    {"device-host strided", "device", "host", kStrided, kStrided, kRows},
    {"host-device", "host", "device", kFlat, kFlat, kRows},
    {"host-device eager", "host", "device", kFlat, kFlat, 4},
    {"host-device eager strided", "host", "device", kStrided, kStrided, 4},
    {"managed-managed", "managed", "managed", kFlat, kFlat, kRows},
    {"pinned-device strided", "pinned", "device", kStrided, kStrided, kRows},
    {"pool-device strided", "pool", "device", kStrided, kStrided, kRows},
    {"pool-pool", "pool", "pool", kFlat, kFlat, kRows},
    {"chunks-device", "vmm-chunks", "device", kFlat, kFlat, kRows},
    {"host-chunks", "host", "vmm-chunks", kFlat, kFlat, kRows},
    {"chunks-chunks strided", "vmm-chunks", "vmm-chunks", kStrided, kStrided, kRows},
    {"private-device", "vmm-private", "device", kFlat, kFlat, kRows},
    {"registered-private", "registered", "vmm-private", kFlat, kFlat, kRows},
    {"other device-device", "second-device", "device", kFlat, kFlat, kRows},
    {"self, between GPUs, strided", "second-device", "device", kStrided, kStrided, kRows, By::kSelf},
    {"device-device again", "device", "device", kFlat, kFlat, kRows},
};

constexpr Step kListSteps[] = {
    {"places-places", "device", "device", kPlaces, kPlaces, kRows},
    {"pieces-flat", "device", "device", kPieces, kFlat, kRows},
    {"strided-pieces", "device", "device", kStrided, kPieces, kRows},
    {"pieces-places of a host", "device", "host", kPieces, kPlaces, kRows},
    {"places of a host-pieces, eager", "host", "device", kPlaces, kPieces, 4},
    {"places of a host-places", "host", "device", kPlaces, kPlaces, kRows},
    {"pinned pieces-places", "pinned", "device", kPieces, kPlaces, kRows},
    {"managed places-managed pieces", "managed", "managed", kPlaces, kPieces, kRows},
    {"pool places-pieces", "pool", "device", kPlaces, kPieces, kRows},
    {"chunks, pieces-places", "vmm-chunks", "vmm-chunks", kPieces, kPlaces, kRows},
    {"self, places-pieces", "device", "device", kPlaces, kPieces, kRows, By::kSelf},
    {"self, between GPUs, pieces-places", "second-device", "device", kPieces, kPlaces, kRows, By::kSelf},
    {"self, places-host", "device", "host", kPlaces, kFlat, kRows, By::kSelf},
    {"pack places", "device", "device", kPlaces, kFlat, kRows, By::kPack},
    {"unpack into pieces", "host", "device", kFlat, kPieces, kRows, By::kPack},
    {"places-places again", "device", "device", kPlaces, kPlaces, kRows},
};

struct Piece {
  std::size_t at, bytes;
};

// The lengths follow no rule by which a type could be shortened.
std::size_t noise(int row) {
  return (static_cast<std::uint32_t>(row + 1) * 2654435761U >> 16) % 13;
}

// Pieces come in pairs, one of which is longer and the other shorter by as much. All stay within kStride, and are aligned to
// 4 bytes.
Piece piece(Shape shape, int row) {
  const auto number = static_cast<std::size_t>(row);
  const std::size_t more = 4 * noise(row / 2);
  switch (shape) {
    case Shape::kFlat: break;
    case Shape::kStrided: return {number * kStride, kBlock};
    case Shape::kPlaces: return {number * kStride + 16 * noise(row), kBlock};
    case Shape::kPieces: return {number * kStride + 16 * noise(row), row % 2 == 0 ? kBlock + more : kBlock - more};
  }
  return {number * kBlock, kBlock};
}

unsigned char byte_at(std::size_t place, int seed) {
  return static_cast<unsigned char>((place * 37 + place / 251 + static_cast<std::size_t>(seed) * 101 + 1) % 250);
}
constexpr unsigned char kUntouched = 255;

}  // namespace

std::span<const Step> plain_steps() {
  return kPlainSteps;
}
std::span<const Step> list_steps() {
  return kListSteps;
}

MPI_Datatype make_type(Shape shape, int rows) {
  std::vector<int> lengths;
  std::vector<MPI_Aint> places;
  for (int row = 0; row < rows; ++row) {
    lengths.push_back(static_cast<int>(piece(shape, row).bytes));
    places.push_back(static_cast<MPI_Aint>(piece(shape, row).at));
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (shape == Shape::kPieces) {
    const std::vector<MPI_Datatype> types(static_cast<std::size_t>(rows), MPI_UNSIGNED_CHAR);
    MPI_Type_create_struct(rows, lengths.data(), places.data(), types.data(), &type);
  } else if (shape == Shape::kPlaces) {
    MPI_Type_create_hindexed_block(rows, kBlock, places.data(), MPI_UNSIGNED_CHAR, &type);
  } else {
    const int stride = shape == Shape::kStrided ? static_cast<int>(kStride) : kBlock;
    MPI_Type_vector(rows, kBlock, stride, MPI_UNSIGNED_CHAR, &type);
  }
  MPI_Type_commit(&type);
  return type;
}

std::vector<unsigned char> image(Shape shape, int rows, int seed, bool filled) {
  std::vector<unsigned char> bytes(kArea, kUntouched);
  std::size_t packed = 0;
  for (int row = 0; filled && row < rows; ++row) {
    const Piece next = piece(shape, row);
    for (std::size_t i = 0; i < next.bytes; ++i) bytes[next.at + i] = byte_at(packed++, seed);
  }
  return bytes;
}

}  // namespace penstock::test
