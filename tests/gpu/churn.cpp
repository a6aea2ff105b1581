// Memory that comes and goes: each rank frees and allocates blocks of random kinds and sizes, often at an address that was used
// before, and sends what they hold. Every message is checked. mpiexec -n 2 gpu_churn [--seconds N] [--seed N] [--largest BYTES]
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gpu_job.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kBlocks = 8;  // blocks of each rank, for each direction
constexpr int kBatch = 32;          // steps between two reads of the clock
constexpr unsigned char kPoison = 0xee;

struct Options {
  double seconds = 3;
  unsigned seed = 1;
  std::size_t largest = 0;
};

struct Churn {
  int rank = 0, size = 1;
  std::mt19937 random;  // the same on every rank, so that all make the same plan
  std::vector<MemoryKind> kinds;
  std::vector<std::unique_ptr<Memory>> sources, targets;
  std::set<const void*> seen;  // addresses that were used
  std::vector<unsigned char> bytes, got;
  long messages = 0, allocations = 0, again = 0, failures = 0;

  std::size_t below(std::size_t limit) { return random() % limit; }
};

std::size_t random_size(Churn& churn, std::size_t largest) {
  std::size_t most = 1;
  const std::size_t doublings = churn.below(32);
  for (std::size_t i = 0; i < doublings && most < largest; ++i) most *= 2;
  return churn.below(std::min(most, largest)) + 1;
}

// Writes the contents of message number `number` of rank `sender`.
void write_contents(std::vector<unsigned char>& out, std::size_t bytes, long number, int sender) {
  std::uint64_t state = static_cast<std::uint64_t>(number) * 0x9e3779b97f4a7c15 + static_cast<std::uint64_t>(sender) + 1;
  out.resize((bytes + 7) / 8 * 8);
  for (std::size_t i = 0; i < out.size(); i += sizeof state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    std::memcpy(&out[i], &state, sizeof state);
  }
}

void renew(Churn& churn, std::unique_ptr<Memory>& area, const MemoryKind& kind, std::size_t bytes) {
  std::string why;
  area.reset();
  area = make_memory(kind, bytes, &why);
  if (area == nullptr) give_up("no " + kind.name + " memory: " + why);
  ++churn.allocations;
  if (!churn.seen.insert(area->at(0)).second) ++churn.again;
}

// Returns the kinds that every rank has. Read-only memory is the kind that is missing most often, where a driver lacks it.
std::vector<MemoryKind> kinds_here(int rank) {
  std::vector<MemoryKind> found;
  for (const MemoryKind& kind : all_kinds()) {
    if (kind.where == Where::kPeer) continue;  // two ranks make it together
    std::string why;
    int here = make_memory(kind, 1, &why) != nullptr ? 1 : 0;
    int everywhere = 0;
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (here == 0) std::printf("rank %d: no %s memory: %s\n", rank, kind.name.c_str(), why.c_str());
    if (everywhere != 0) found.push_back(kind);
  }
  return found;
}

void fail(Churn& churn, const std::string& what) {
  if (++churn.failures <= 10) std::printf("rank %d: FAILED: message %ld: %s\n", churn.rank, churn.messages, what.c_str());
  std::fflush(stdout);
}

void must(Churn& churn, int code) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  fail(churn, text);
}

// Partners exchange one message in each direction. Ranks choose different kinds, by the same plan.
void step(Churn& churn, std::size_t largest) {
  const std::size_t block = churn.below(kBlocks);
  const std::size_t bytes = random_size(churn, largest);
  const int partner = churn.rank ^ (1 + static_cast<int>(churn.below(static_cast<std::size_t>(churn.size - 1))));
  const bool fresh_source = churn.below(2) == 0;
  const bool fresh_target = churn.below(2) == 0;
  const std::size_t slack = churn.below(3) == 0 ? 0 : churn.below(8192);
  const std::size_t shift = churn.below(64);
  const std::size_t kind = churn.below(churn.kinds.size()) + static_cast<std::size_t>(churn.rank) * 5;
  std::unique_ptr<Memory>& source = churn.sources[block];
  std::unique_ptr<Memory>& target = churn.targets[block];
  const MemoryKind& wanted = churn.kinds[kind % churn.kinds.size()];
  const MemoryKind& other = churn.kinds[(kind * 7 + block) % churn.kinds.size()];
  const std::size_t room = bytes + slack + 2 * shift;
  if (fresh_source || source == nullptr || source->bytes() < room) renew(churn, source, wanted, room);
  if (fresh_target || target == nullptr || target->bytes() < room || target->kind().only_read()) {
    renew(churn, target, other.only_read() ? churn.kinds[0] : other, room);
  }
  write_contents(churn.bytes, bytes, churn.messages, churn.rank);
  source->put(shift, churn.bytes.data(), bytes);
  target->fill(0, kPoison, bytes + 2 * shift);
  MPI_Request requests[2];
  const auto count = static_cast<int>(bytes);
  must(churn, MPI_Irecv(target->at(shift), count, MPI_BYTE, partner, 1, MPI_COMM_WORLD, &requests[0]));
  must(churn, MPI_Isend(source->at(shift), count, MPI_BYTE, partner, 1, MPI_COMM_WORLD, &requests[1]));
  must(churn, MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
  churn.got.resize(bytes + 2 * shift);
  target->get(0, churn.got.data(), churn.got.size());
  write_contents(churn.bytes, bytes, churn.messages, partner);
  const auto poison = [](unsigned char byte) { return byte == kPoison; };
  const auto begin = churn.got.begin() + static_cast<std::ptrdiff_t>(shift);
  const auto end = begin + static_cast<std::ptrdiff_t>(bytes);
  const std::string what = std::to_string(bytes) + " bytes into " + target->kind().name + ": ";
  if (!std::equal(begin, end, churn.bytes.begin())) fail(churn, what + "wrong bytes");
  if (!std::all_of(churn.got.begin(), begin, poison) || !std::all_of(end, churn.got.end(), poison)) {
    fail(churn, what + "bytes outside were written");
  }
  ++churn.messages;
}

int run(Churn& churn, const Options& options) {
  churn.random.seed(options.seed);
  churn.kinds = kinds_here(churn.rank);
  churn.sources.resize(kBlocks);
  churn.targets.resize(kBlocks);
  const double begin = MPI_Wtime();
  double told = begin;
  for (int more = 1; more != 0;) {
    for (int i = 0; i < kBatch; ++i) step(churn, options.largest);
    const double now = MPI_Wtime();
    if (churn.rank == 0 && now > told + 10) {
      std::printf("%6.0f s: %ld messages\n", now - begin, churn.messages);
      std::fflush(stdout);
      told = now;
    }
    more = now - begin < options.seconds ? 1 : 0;
    MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  churn.sources.clear();
  churn.targets.clear();
  long mine[4] = {churn.messages, churn.allocations, churn.again, churn.failures};
  long all[4] = {};
  MPI_Allreduce(mine, all, 4, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (churn.rank == 0) {
    std::printf("gpu_churn: %ld messages of %zu kinds, %ld allocations, %ld of them at an address used before, seed %u: ",
                all[0], churn.kinds.size(), all[1], all[2], options.seed);
    std::printf(all[3] == 0 ? "every byte right\n" : "%ld failures\n", all[3]);
  }
  return all[3] == 0 ? 0 : 1;
}

bool parse(int argc, char** argv, Options* out) {
  for (int i = 1; i < argc; i += 2) {
    const std::string word = argv[i];
    if (i + 1 == argc) return false;
    if (word == "--seconds") {
      out->seconds = std::strtod(argv[i + 1], nullptr);
    } else if (word == "--seed") {
      out->seed = static_cast<unsigned>(std::strtoul(argv[i + 1], nullptr, 10));
    } else if (word == "--largest") {
      out->largest = std::strtoull(argv[i + 1], nullptr, 10);
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  Options options;
  Churn churn;
  if (!parse(argc, argv, &options)) {
    std::fprintf(stderr, "usage: gpu_churn [--seconds N] [--seed N] [--largest BYTES]\n");
    return 2;
  }
  begin_job_of_pairs(&argc, &argv, &churn.rank, &churn.size);
  const std::size_t usual = penstock_gpu_is_standin() != 0 ? std::size_t{4} << 20 : std::size_t{64} << 20;
  if (options.largest == 0) options.largest = usual;
  const int result = run(churn, options);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
