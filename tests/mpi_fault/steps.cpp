#include "steps.hpp"

#include <cstdint>

namespace penstock::test {
namespace {

constexpr Shape kFlat = Shape::kFlat, kStrided = Shape::kStrided, kPlaces = Shape::kPlaces, kPieces = Shape::kPieces;

constexpr Step kPlainSteps[] = {
    {"device-device", Kind::kDevice, Kind::kDevice, kFlat, kFlat, kRows},
    {"device-device strided", Kind::kDevice, Kind::kDevice, kStrided, kStrided, kRows},
    {"device-host", Kind::kDevice, Kind::kHost, kFlat, kFlat, kRows},
    {"device-host strided", Kind::kDevice, Kind::kHost, kStrided, kStrided, kRows},
    {"host-device", Kind::kHost, Kind::kDevice, kFlat, kFlat, kRows},
    {"host-device eager", Kind::kHost, Kind::kDevice, kFlat, kFlat, 4},
    {"host-device eager strided", Kind::kHost, Kind::kDevice, kStrided, kStrided, 4},
    {"managed-managed", Kind::kManaged, Kind::kManaged, kFlat, kFlat, kRows},
    {"pinned-device strided", Kind::kPinned, Kind::kDevice, kStrided, kStrided, kRows},
    {"pool-device strided", Kind::kPool, Kind::kDevice, kStrided, kStrided, kRows},
    {"pool-pool", Kind::kPool, Kind::kPool, kFlat, kFlat, kRows},
    {"chunks-device", Kind::kChunks, Kind::kDevice, kFlat, kFlat, kRows},
    {"host-chunks", Kind::kHost, Kind::kChunks, kFlat, kFlat, kRows},
    {"chunks-chunks strided", Kind::kChunks, Kind::kChunks, kStrided, kStrided, kRows},
    {"private-device", Kind::kPrivate, Kind::kDevice, kFlat, kFlat, kRows},
    {"registered-private", Kind::kRegistered, Kind::kPrivate, kFlat, kFlat, kRows},
    {"other device-device", Kind::kOther, Kind::kDevice, kFlat, kFlat, kRows},
    {"self, between GPUs, strided", Kind::kOther, Kind::kDevice, kStrided, kStrided, kRows, By::kSelf},
    {"device-device again", Kind::kDevice, Kind::kDevice, kFlat, kFlat, kRows},
};

constexpr Step kListSteps[] = {
    {"places-places", Kind::kDevice, Kind::kDevice, kPlaces, kPlaces, kRows},
    {"pieces-flat", Kind::kDevice, Kind::kDevice, kPieces, kFlat, kRows},
    {"strided-pieces", Kind::kDevice, Kind::kDevice, kStrided, kPieces, kRows},
    {"pieces-places of a host", Kind::kDevice, Kind::kHost, kPieces, kPlaces, kRows},
    {"places of a host-pieces, eager", Kind::kHost, Kind::kDevice, kPlaces, kPieces, 4},
    {"places of a host-places", Kind::kHost, Kind::kDevice, kPlaces, kPlaces, kRows},
    {"pinned pieces-places", Kind::kPinned, Kind::kDevice, kPieces, kPlaces, kRows},
    {"managed places-managed pieces", Kind::kManaged, Kind::kManaged, kPlaces, kPieces, kRows},
    {"pool places-pieces", Kind::kPool, Kind::kDevice, kPlaces, kPieces, kRows},
    {"chunks, pieces-places", Kind::kChunks, Kind::kChunks, kPieces, kPlaces, kRows},
    {"self, places-pieces", Kind::kDevice, Kind::kDevice, kPlaces, kPieces, kRows, By::kSelf},
    {"self, between GPUs, pieces-places", Kind::kOther, Kind::kDevice, kPieces, kPlaces, kRows, By::kSelf},
    {"self, places-host", Kind::kDevice, Kind::kHost, kPlaces, kFlat, kRows, By::kSelf},
    {"pack places", Kind::kDevice, Kind::kDevice, kPlaces, kFlat, kRows, By::kPack},
    {"unpack into pieces", Kind::kHost, Kind::kDevice, kFlat, kPieces, kRows, By::kPack},
    {"places-places again", Kind::kDevice, Kind::kDevice, kPlaces, kPlaces, kRows},
};

struct Piece {
  std::size_t at, bytes;
};

// Without a rule that a type could be shortened by.
std::size_t noise(int row) {
  return (static_cast<std::uint32_t>(row + 1) * 2654435761U >> 16) % 13;
}

// What one piece of two is longer, the other is shorter. All stay within kStride, and are aligned to 4 bytes.
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
