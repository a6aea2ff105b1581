// What the ranks send each other: kinds of memory, how the bytes lie in it, and the steps of a job.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace penstock::test {

inline constexpr int kRows = 96;                       // most blocks of a message; a step's number of them is even
inline constexpr int kBlock = 256;                     // bytes of one, on average
inline constexpr std::size_t kStride = 512;            // bytes in which each of them lies
inline constexpr std::size_t kArea = kRows * kStride;  // bytes of every buffer

// kPlaces: equal blocks without a rule; kPieces: a struct of unequal ones.
enum class Shape { kFlat, kStrided, kPlaces, kPieces };
// To the other rank; to itself; by MPI_Pack where the source is not flat, else MPI_Unpack.
enum class By { kMessage, kSelf, kPack };

struct Step {
  const char* name;
  const char *from, *to;  // kinds of memory, as tests/common names them
  Shape from_shape, to_shape;
  int rows;  // a message has as many blocks, or as many bytes
  By by = By::kMessage;
};

// Contiguous and strided messages between every two kinds of memory.
std::span<const Step> plain_steps();
// Indexed and struct types, which kernels read from lists that lie on the device.
std::span<const Step> list_steps();

// A committed type that lies so, made of unsigned characters; MPI_Type_free() is the caller's.
MPI_Datatype make_type(Shape shape, int rows);
// The bytes of an area that holds message number `seed` so, or, not `filled`, waits for it.
std::vector<unsigned char> image(Shape shape, int rows, int seed, bool filled);

}  // namespace penstock::test
