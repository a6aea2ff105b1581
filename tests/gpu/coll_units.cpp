#include "coll_units.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "coll_draw.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kInts = 6;  // in a unit with gaps

Unit plain(MPI_Datatype type, std::size_t bytes) {
  return {type, bytes, bytes, {{0, bytes}}};
}

// The units have six integers together, six in three pairs two integers apart, and the same with room behind.
std::vector<Unit> make_gapped() {
  MPI_Datatype together = MPI_DATATYPE_NULL;
  MPI_Datatype pairs = MPI_DATATYPE_NULL;
  MPI_Datatype apart = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(kInts, MPI_INT, &together);
  MPI_Type_vector(3, 2, 4, MPI_INT, &pairs);
  MPI_Type_create_resized(pairs, 0, 14 * sizeof(int), &apart);
  for (MPI_Datatype* type : {&together, &pairs, &apart}) MPI_Type_commit(type);
  const std::vector<Unit::Run> runs = {{0, 8}, {16, 8}, {32, 8}};
  return {plain(together, kInts * sizeof(int)), {pairs, 24, 40, runs}, {apart, 24, 56, runs}};
}

using Groups = std::array<std::vector<Unit>, kUnitGroups>;
Groups& groups() {
  static Groups all{{{plain(MPI_BYTE, 1)},
                     {plain(MPI_SHORT, 2)},
                     {plain(MPI_INT, 4)},
                     {plain(MPI_DOUBLE, 8)},
                     {plain(MPI_C_DOUBLE_COMPLEX, 16)},
                     make_gapped()}};
  return all;
}

}  // namespace

void Unit::write(std::uint64_t key, std::size_t count, unsigned char* out) const {
  std::uint64_t word = 0;
  std::size_t done = 0;  // bytes of the data, eight to a word
  for (std::size_t i = 0; i < count; ++i, out += extent) {
    for (const Run& run : runs) {
      for (std::size_t at = 0; at < run.bytes;) {
        if (done % sizeof word == 0) word = mixed(key, done / sizeof word);
        const std::size_t within = done % sizeof word;
        const std::size_t part = std::min(sizeof word - within, run.bytes - at);
        std::memcpy(out + run.offset + at, reinterpret_cast<unsigned char*>(&word) + within, part);
        at += part;
        done += part;
      }
    }
  }
}

const char* unit_group_name(std::size_t group) {
  constexpr const char* kNames[kUnitGroups] = {
      "MPI_BYTE", "MPI_SHORT", "MPI_INT", "MPI_DOUBLE", "MPI_C_DOUBLE_COMPLEX", "six integers, with and without gaps"};
  return kNames[group];
}

const std::vector<Unit>& units_of(std::size_t group) {
  return groups()[group];
}

void free_units() {
  for (Unit& unit : groups()[kGapGroup]) MPI_Type_free(&unit.type);
}

}  // namespace penstock::test
