#include "check.hpp"

#include <mpi.h>

#include <cmath>
#include <cstring>

#include "demo/stencil.hpp"
#include "field.hpp"

namespace bench::apps {
namespace {

constexpr double kMostUpdates = 3e8;  // a second or so of one core

template <typename T, typename Bits>
std::uint64_t sum_of(const demo::Block& block, const std::vector<std::byte>& cells) {
  std::uint64_t sum = 0;
  for (int i = 0; i < block.rows; ++i) {
    const std::byte* row = cells.data() + (static_cast<std::size_t>(i + 1) * block.pitch() + 1) * sizeof(T);
    std::uint64_t place = (static_cast<std::uint64_t>(block.row + i) << 32) + static_cast<std::uint64_t>(block.column);
    for (int j = 0; j < block.columns; ++j, ++place) {
      Bits bits;
      std::memcpy(&bits, row + j * sizeof(T), sizeof bits);
      std::uint64_t mixed = (bits + place * 0x9e3779b97f4a7c15U) * 0xbf58476d1ce4e5b9U;
      sum += mixed ^ mixed >> 29;
    }
  }
  return sum;
}

template <typename T>
std::vector<T> whole_field(const demo::Block& whole, int iterations) {
  std::vector<T> from(whole.cells());
  for (int i = 0; i < whole.rows + 2; ++i) {
    T* row = from.data() + static_cast<std::size_t>(i) * whole.pitch();
    for (int j = 0; j < whole.pitch(); ++j) row[j] = static_cast<T>(start_value(i - 1, j - 1));
  }
  std::vector<T> to = from;
  for (int i = 0; i < iterations; ++i) {
    demo::stencil_step(from.data(), to.data(), whole.rows, whole.columns);
    from.swap(to);
  }
  return from;
}

template <typename T>
double worst_of(const demo::Block& whole, const std::vector<T>& expected, const demo::Block& block, const std::byte* cells) {
  double worst = 0;
  for (int i = 1; i <= block.rows; ++i) {
    const T* right = expected.data() + static_cast<std::size_t>(block.row + i) * whole.pitch() + block.column;
    const std::byte* row = cells + static_cast<std::size_t>(i) * block.pitch() * sizeof(T);
    for (int j = 1; j <= block.columns; ++j) {
      T found;
      std::memcpy(&found, row + j * sizeof(T), sizeof found);
      const double apart = std::fabs(static_cast<double>(right[j]) - static_cast<double>(found));
      if (!(apart <= worst)) worst = apart;  // also true for a NaN, which no later cell may hide
      if (std::isnan(worst)) return worst;
    }
  }
  return worst;
}

bool is_wanted(const Options& options, const demo::Block& whole) {
  if (options.verify != "auto") return options.verify == "yes";
  return static_cast<double>(whole.rows) * whole.columns * options.iterations <= kMostUpdates;
}

}  // namespace

std::uint64_t checksum(const demo::Block& block, bool single, const std::vector<std::byte>& cells) {
  const std::uint64_t mine = single ? sum_of<float, std::uint32_t>(block, cells) : sum_of<double, std::uint64_t>(block, cells);
  std::uint64_t all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

Reference::Reference(const Options& options, const demo::Grid& grid) : single_(options.single), grid_(grid) {
  whole_.rows = options.rows * grid.down;
  whole_.columns = options.columns * grid.across;
  wanted_ = is_wanted(options, whole_);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!wanted_ || rank != 0) return;
  if (single_) {
    float_ = whole_field<float>(whole_, options.iterations);
  } else {
    double_ = whole_field<double>(whole_, options.iterations);
  }
}

double Reference::difference(const demo::Block& block, const std::vector<std::byte>& cells) const {
  constexpr int kTag = 100;
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank != 0) {
    MPI_Send_c(cells.data(), static_cast<MPI_Count>(cells.size()), MPI_BYTE, 0, kTag, MPI_COMM_WORLD);
    return 0;
  }
  double worst = 0;
  std::vector<std::byte> theirs = cells;
  for (int from = 0; from < ranks; ++from) {
    const demo::Block one = from == 0 ? block : grid_.block(from, whole_.rows, whole_.columns);
    theirs.resize(one.cells() * (single_ ? sizeof(float) : sizeof(double)));
    const auto bytes = static_cast<MPI_Count>(theirs.size());
    if (from > 0) MPI_Recv_c(theirs.data(), bytes, MPI_BYTE, from, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const double apart = single_ ? worst_of(whole_, float_, one, theirs.data()) : worst_of(whole_, double_, one, theirs.data());
    if (!(apart <= worst)) worst = apart;
    if (std::isnan(worst)) worst = INFINITY;
  }
  return worst;
}

}  // namespace bench::apps
