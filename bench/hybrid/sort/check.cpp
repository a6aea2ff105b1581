#include "check.hpp"

#include <mpi.h>

#include <algorithm>
#include <vector>

#include "mpi_call.hpp"

namespace bench::hybrid {
namespace {

constexpr std::size_t kPiece = 1 << 14;  // records

// A summary of one rank's part of the output.
struct Part {
  std::uint64_t count = 0, sum = 0, first = 0, last = 0, unsorted = 0;
};
constexpr int kPartWords = sizeof(Part) / sizeof(std::uint64_t);

Part look_through(const RecordFile& file) {
  std::vector<Record> memory(kPiece);
  Digest digest;
  Part part;
  for (std::span<Record> piece = file.read(0, memory); !piece.empty(); piece = file.read(digest.count, memory)) {
    if (digest.count == 0) part.first = part.last = piece.front().key;
    for (const Record& record : piece) {
      if (record.key < part.last) ++part.unsorted;
      part.last = record.key;
      digest.add(record);
    }
  }
  part.count = digest.count;
  part.sum = digest.sum;
  return part;
}

std::string verdict(const std::vector<Part>& parts, const Digest& input) {
  Digest output;
  const Part* before = nullptr;
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    const Part& part = parts[rank];
    if (part.unsorted != 0) return "rank " + std::to_string(rank) + "'s output is not sorted";
    if (part.count == 0) continue;
    if (before != nullptr && part.first < before->last)
      return "rank " + std::to_string(rank) + "'s output begins below the end of the one before";
    before = &part;
    output.count += part.count;
    output.sum += part.sum;
  }
  if (output.count != input.count)
    return "there are " + std::to_string(output.count) + " records, not " + std::to_string(input.count);
  return output == input ? "" : "the checksum is not that of the input";
}

}  // namespace

Digest make_input(const RecordFile& input, std::uint64_t records, int rank, int ranks, std::uint64_t seed) {
  const auto all = static_cast<std::uint64_t>(ranks), mine = static_cast<std::uint64_t>(rank);
  const std::uint64_t begin = records / all * mine + std::min(records % all, mine);
  const std::uint64_t count = records / all + (mine < records % all ? 1 : 0);
  std::vector<Record> memory(kPiece);
  Digest digest;
  for (std::uint64_t at = 0; at < count; at += kPiece) {
    const std::span<Record> piece = std::span(memory).first(std::min<std::uint64_t>(kPiece, count - at));
    for (std::size_t i = 0; i < piece.size(); ++i) {
      piece[i] = {mixed(mixed(seed) ^ (begin + at + i)), begin + at + i};
      digest.add(piece[i]);
    }
    input.write(at, piece);
  }
  return digest;
}

std::string wrong_with(const RecordFile& output, const Digest& input) {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Digest all;
  MPI_Allreduce(&input.count, &all.count, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(&input.sum, &all.sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  const Part mine = look_through(output);
  std::vector<Part> parts(static_cast<std::size_t>(ranks));
  MPI_Allgather(&mine, kPartWords, MPI_UINT64_T, parts.data(), kPartWords, MPI_UINT64_T, MPI_COMM_WORLD);
  return verdict(parts, all);
}

void spoil(const std::string& how, const RecordFile& output) {
  const std::uint64_t count = output.records();
  if (count < 2) throw Failure("there are too few records to spoil: raise --size");
  Record first{}, last{};
  output.read(0, {&first, 1});
  output.read(count - 1, {&last, 1});
  if (how == "lost") output.shorten(count - 1);
  if (how == "changed") {
    last.load ^= 1;
    output.write(count - 1, {&last, 1});
  }
  if (how == "order") {
    output.write(0, {&last, 1});
    output.write(count - 1, {&first, 1});
  }
}

}  // namespace bench::hybrid
