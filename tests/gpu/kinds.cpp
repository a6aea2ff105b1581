// Sends every kind of memory to every other, at sizes around the limits of the protocols, at offsets that are not aligned,
// blocking, non-blocking and both ways at once:
//   mpiexec -n 2 gpu_kinds [--largest BYTES] [--from KIND] [--to KIND] [--all] [--self] [--kinds N] [--verbose]
// The default is 8 MiB on the stand-in driver and 1 GiB on GPUs. Each rank exchanges with its partner, so that the number of
// ranks is a power of two. --all sends every size at every offset in every way; otherwise the pairs of kinds take turns.
// --self: each rank sends to itself. --kinds: the test fails unless there are exactly N kinds, each on all ranks.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "gpu_job.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kMargin = 4096;    // round a message, where nothing may be written
constexpr std::size_t kChunk = 2 << 20;  // of memory in chunks
constexpr std::size_t kHuge = 64 << 20;  // from here on a kind meets only itself and device memory
constexpr unsigned char kPoison = 0xee;
constexpr int kWays = 3;
constexpr int kBothWays = 2;  // the last of them
constexpr int kMostFailures = 10;

struct Options {
  std::size_t largest = 0;
  std::string from, to;
  bool all = false;
  bool self = false;
  bool verbose = false;
  std::ptrdiff_t kinds = 0;
};

struct Job {
  int rank = 0, size = 1;
  long messages = 0, failures = 0;
  std::vector<std::unique_ptr<Memory>> sources, targets;  // by kind; null: not on this machine
  std::vector<unsigned char> pattern;                     // what sources hold, from a place of their own on
  std::vector<unsigned char> seen;
};

// A message of `bytes` from kind `from` to kind `to`.
struct Message {
  std::size_t from = 0, to = 0;
  std::size_t bytes = 0;
  std::size_t source_offset = 0, target_offset = 0;
  int way = 0;
  int partner = 0;
  bool sends = false, receives = false;
};

std::vector<std::size_t> all_sizes(std::size_t largest) {
  std::vector<std::size_t> sizes{0,    1,     8,     13,    64,    509,    1023,   1024,    1025,    4096,    4099,   8192,
                                 8193, 16384, 16385, 65536, 65537, 262144, 262145, 1048576, 1048583, 4194304, 4194309};
  for (std::size_t size = std::size_t{64} << 20; size <= largest; size *= 4) sizes.push_back(size);
  std::erase_if(sizes, [&](std::size_t size) { return size > largest; });
  if (sizes.back() != largest) sizes.push_back(largest);
  return sizes;
}

// Returns offsets within an allocation: its beginning, odd places, across the edge of a chunk, and such
// that the message ends with it.
std::vector<std::size_t> offsets(const Memory& area, std::size_t bytes) {
  std::vector<std::size_t> places{0, 1, 4, 4093, kChunk - 3, area.bytes() - bytes};
  std::erase_if(places, [&](std::size_t place) { return place + bytes > area.bytes(); });
  return places;
}

std::size_t shift_of(std::size_t kind, int rank) {
  return 64 * (kind * 8 + static_cast<std::size_t>(rank)) + kind;
}

void fill_pattern(Job& job, std::size_t bytes) {
  job.pattern.resize(bytes + (1 << 16));
  std::uint64_t state = 0x9e3779b97f4a7c15;
  for (std::size_t i = 0; i + sizeof state <= job.pattern.size(); i += sizeof state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    std::memcpy(&job.pattern[i], &state, sizeof state);
  }
  job.seen.resize(bytes + 2 * kMargin);
}

void fail(Job& job, const Message& message, const std::string& what) {
  if (++job.failures > kMostFailures) return;
  std::printf("rank %d: FAILED: %zu bytes, %s + %zu to %s + %zu, partner %d, way %d: %s\n", job.rank, message.bytes,
              all_kinds()[message.from].name.c_str(), message.source_offset, all_kinds()[message.to].name.c_str(),
              message.target_offset, message.partner, message.way, what.c_str());
  std::fflush(stdout);
}

bool good(Job& job, const Message& message, int code) {
  if (code == MPI_SUCCESS) return true;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  fail(job, message, text);
  return false;
}

void move(Job& job, const Message& message) {
  void* source = job.sources[message.from]->at(message.source_offset);
  void* target = job.targets[message.to]->at(message.target_offset);
  const auto count = static_cast<int>(message.bytes);
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status status;
  int code = MPI_SUCCESS;
  const int partner = message.partner;
  if (message.way == 0) {
    if (message.receives) code = MPI_Recv(target, count, MPI_BYTE, partner, 1, MPI_COMM_WORLD, &status);
    if (message.sends) code = MPI_Send(source, count, MPI_BYTE, partner, 1, MPI_COMM_WORLD);
    if (!good(job, message, code)) return;
  } else {
    if (message.receives) code = MPI_Irecv(target, count, MPI_BYTE, partner, 1, MPI_COMM_WORLD, &requests[0]);
    if (!good(job, message, code)) return;
    if (message.sends) code = MPI_Isend(source, count, MPI_BYTE, partner, 1, MPI_COMM_WORLD, &requests[1]);
    if (!good(job, message, code) || !good(job, message, MPI_Wait(&requests[1], MPI_STATUS_IGNORE))) return;
    if (!good(job, message, MPI_Wait(&requests[0], &status))) return;
  }
  int got = 0;
  if (message.receives && (MPI_Get_count(&status, MPI_BYTE, &got) != MPI_SUCCESS || got != count)) {
    fail(job, message, "status tells of " + std::to_string(got) + " bytes");
  }
}

// Compares the message and its surroundings.
void check(Job& job, const Message& message, std::size_t begin, std::size_t end, bool by_host) {
  job.targets[message.to]->get(begin, job.seen.data(), end - begin, by_host);
  const std::size_t before = message.target_offset - begin;
  const auto poisoned = [&](std::size_t from, std::size_t to) {
    return std::all_of(job.seen.begin() + static_cast<std::ptrdiff_t>(from), job.seen.begin() + static_cast<std::ptrdiff_t>(to),
                       [](unsigned char byte) { return byte == kPoison; });
  };
  if (!poisoned(0, before)) fail(job, message, "bytes before the message were written");
  if (!poisoned(before + message.bytes, end - begin)) fail(job, message, "bytes behind the message were written");
  const unsigned char* expected = &job.pattern[shift_of(message.from, message.partner) + message.source_offset];
  if (message.bytes == 0 || std::memcmp(&job.seen[before], expected, message.bytes) == 0) return;
  std::size_t wrong = 0;
  while (job.seen[before + wrong] == expected[wrong]) ++wrong;
  char text[96];
  std::snprintf(text, sizeof text, "byte %zu is %02x, not %02x", wrong, job.seen[before + wrong], expected[wrong]);
  fail(job, message, text);
}

void tell(const Job& job, const Message& message) {
  std::printf("rank %d: %ld: %zu bytes, %s + %zu to %s + %zu, partner %d, way %d%s%s\n", job.rank, job.messages, message.bytes,
              all_kinds()[message.from].name.c_str(), message.source_offset, all_kinds()[message.to].name.c_str(),
              message.target_offset, message.partner, message.way, message.sends ? ", sends" : "",
              message.receives ? ", receives" : "");
  std::fflush(stdout);
}

void exchange(Job& job, const Message& message) {
  Memory& target = *job.targets[message.to];
  const std::size_t begin = message.target_offset - std::min(message.target_offset, kMargin);
  const std::size_t end = std::min(target.bytes(), message.target_offset + message.bytes + kMargin);
  const bool by_host = job.messages % 2 != 0;
  if (message.receives) target.fill(begin, kPoison, end - begin, by_host);
  move(job, message);
  if (message.receives) check(job, message, begin, end, by_host);
  ++job.messages;
}

// Runs every size at every offset, or the pair's turn of them.
void run_pair(Job& job, const Options& options, std::size_t from, std::size_t to, const std::vector<std::size_t>& sizes) {
  const std::size_t pair = from * job.sources.size() + to;
  std::size_t turn = pair;
  for (const std::size_t bytes : sizes) {
    if (bytes >= kHuge && from != to && all_kinds()[from].name != "device" && all_kinds()[to].name != "device") continue;
    const std::vector<std::size_t> at = offsets(*job.sources[from], bytes);
    const std::vector<std::size_t> into = offsets(*job.targets[to], bytes);
    const std::size_t rounds = options.all ? at.size() * kWays : 1;
    for (std::size_t round = 0; round < rounds; ++round, ++turn) {
      const std::size_t place = options.all ? round / kWays : turn;
      Message message{.from = from, .to = to, .bytes = bytes, .source_offset = at[place % at.size()]};
      message.target_offset = into[(place + turn) % into.size()];
      message.way = options.self ? kBothWays : static_cast<int>((options.all ? round : turn + turn / kWays) % kWays);
      const int mask = options.self ? 0 : 1 + static_cast<int>(turn % static_cast<std::size_t>(job.size - 1));
      message.partner = job.rank ^ mask;
      const bool lower = job.rank < message.partner;
      message.sends = message.way == kBothWays || lower == (turn / kWays % 2 == 0);
      message.receives = message.way == kBothWays || !message.sends;
      if (options.verbose) tell(job, message);
      exchange(job, message);
    }
  }
}

// A kind that some rank lacks is left out on all ranks, and reported.
void make_areas(Job& job, std::size_t bytes, const Options& options) {
  for (const MemoryKind& kind : all_kinds()) {
    const bool wanted = (options.from.empty() || options.from == kind.name) || (options.to.empty() || options.to == kind.name);
    std::string why = "not asked for";
    std::unique_ptr<Memory> source, target;
    if (wanted) {
      source = make_memory(kind, bytes, &why);
      target = make_memory(kind, bytes, &why);
    }
    int here = source != nullptr && target != nullptr ? 1 : 0;
    int everywhere = 0;
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (everywhere == 0) {
      if (wanted && here == 0) std::printf("rank %d: no %s memory: %s\n", job.rank, kind.name.c_str(), why.c_str());
      source.reset();
      target.reset();
    } else {
      source->put(0, &job.pattern[shift_of(job.sources.size(), job.rank)], source->bytes());
    }
    job.sources.push_back(std::move(source));
    job.targets.push_back(std::move(target));
  }
}

bool left_out(const std::string& chosen, const std::string& kind) {
  return !chosen.empty() && chosen != kind;
}

int run(Job& job, const Options& options) {
  const double begin = MPI_Wtime();
  const std::size_t bytes = (options.largest + 2 * kMargin + kChunk - 1) / kChunk * kChunk;
  fill_pattern(job, bytes);
  make_areas(job, bytes, options);
  const std::ptrdiff_t missing = std::count(job.sources.begin(), job.sources.end(), nullptr);
  if (const auto there = std::ssize(job.sources) - missing; options.kinds != 0 && there != options.kinds) {
    give_up(std::to_string(there) + " kinds of memory are here, not " + std::to_string(options.kinds));
  }
  const std::vector<MemoryKind> kinds = all_kinds();
  const std::vector<std::size_t> sizes = all_sizes(options.largest);
  int pairs = 0;
  for (std::size_t from = 0; from < kinds.size(); ++from) {
    if (job.sources[from] == nullptr || left_out(options.from, kinds[from].name)) continue;
    const long before = job.messages;
    for (std::size_t to = 0; to < kinds.size(); ++to) {
      if (job.targets[to] == nullptr || kinds[to].only_read() || left_out(options.to, kinds[to].name)) continue;
      run_pair(job, options, from, to, sizes);
      ++pairs;
    }
    if (job.rank == 0) {
      std::printf("from %-14s %6ld messages, %5.1f s\n", kinds[from].name.c_str(), job.messages - before, MPI_Wtime() - begin);
      std::fflush(stdout);
    }
  }
  long failures = 0;
  MPI_Allreduce(&job.failures, &failures, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (job.rank == 0) {
    std::printf(
        "gpu_kinds: %ld combinations: %d pairs of kinds, %zu sizes up to %zu bytes, %d ranks, %s, %.1f s: ", job.messages,
        pairs, sizes.size(), sizes.back(), job.size, penstock_gpu_is_standin() != 0 ? "stand-in" : "GPUs", MPI_Wtime() - begin);
    std::printf(failures == 0 ? "every byte right\n" : "%ld failures\n", failures);
  }
  // The peers' mappings end together.
  job.sources.clear();
  job.targets.clear();
  return failures == 0 && pairs > 0 ? 0 : 1;
}

bool parse(int argc, char** argv, Options* out) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const char* value = i + 1 < argc ? argv[i + 1] : nullptr;
    if (word == "--all") {
      out->all = true;
      continue;
    }
    if (word == "--self") {
      out->self = true;
      continue;
    }
    if (word == "--verbose") {
      out->verbose = true;
      continue;
    }
    if (value == nullptr) return false;
    if (word == "--largest")
      out->largest = std::strtoull(value, nullptr, 10);
    else if (word == "--from")
      out->from = value;
    else if (word == "--to")
      out->to = value;
    else if (word == "--kinds")
      out->kinds = std::strtol(value, nullptr, 10);
    else
      return false;
    ++i;
  }
  return true;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  Options options;
  Job job;
  if (!parse(argc, argv, &options)) {
    std::fprintf(stderr,
                 "usage: gpu_kinds [--largest BYTES] [--from KIND] [--to KIND] [--all] [--self] [--kinds N] [--verbose]\n");
    return 2;
  }
  begin_job_of_pairs(&argc, &argv, &job.rank, &job.size);
  const std::size_t usual = penstock_gpu_is_standin() != 0 ? std::size_t{8} << 20 : std::size_t{1} << 30;
  if (options.largest == 0) options.largest = usual;
  const int result = run(job, options);
  return MPI_Finalize() == MPI_SUCCESS ? result : 1;
}
