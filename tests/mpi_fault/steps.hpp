// The messages between the ranks: kinds of memory, the layout of the bytes in it, and the steps of a job.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>
#include <vector>

namespace penstock::test {

inline constexpr int kRows = 96;                       // most blocks of a message; a step has an even number of them
inline constexpr int kBlock = 256;                     // bytes of a block, on average
inline constexpr std::size_t kStride = 512;            // bytes in which each block lies
inline constexpr std::size_t kArea = kRows * kStride;  // bytes of every buffer

// kPlaces: equal blocks at irregular places; kPieces: a struct of unequal blocks.
enum class Shape { kFlat, kStrided, kPlaces, kPieces };
// The step sends to the other rank, or to itself, or calls MPI_Pack if the source is not flat and MPI_Unpack otherwise.
enum class By { kMessage, kSelf, kPack };

struct Step {
  const char* name;
  const char *from, *to;  // kinds of memory, as tests/common names them
  Shape from_shape, to_shape;
  int rows;  // a message has this many blocks, or this many bytes
  By by = By::kMessage;
};

// Steps with contiguous and strided messages between every two kinds of memory.
std::span<const Step> plain_steps();
// Steps with indexed and struct types, which kernels read from lists that lie on the device.
std::span<const Step> list_steps();

// Makes a committed type of that shape, of unsigned characters; the caller frees it by MPI_Type_free().
MPI_Datatype make_type(Shape shape, int rows);
// Returns the bytes of an area of that shape that holds message number `seed` or, if not `filled`, waits for it.
std::vector<unsigned char> image(Shape shape, int rows, int seed, bool filled);

}  // namespace penstock::test
