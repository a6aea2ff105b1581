// Random datatypes between random kinds of memory: every byte is where the definitions of the constructors say, and none is
// written elsewhere. mpiexec -n 2 gpu_layouts [--messages N] [--largest BYTES] [--seed N] [--from KIND] [--to KIND] [--self]
// [--huge]. Each rank exchanges with its partner, an even number of them; both know all types, which come from the
// seed.
// --huge: one message of more than 2^31 bytes, as many elements, every second byte of the source; some 15 GB of memory a rank.
// The types of the two sides have nothing in common but their bytes: a message mostly ends within an element of the receiver's.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "gpu_job.hpp"
#include "made_type.hpp"

namespace penstock::test {
namespace {

constexpr std::size_t kAtOnce = 3;  // messages of a rank that are under way together
constexpr unsigned char kPoison = 0xee;
constexpr int kMostFailures = 5;

enum class Way { kBlocking, kNonBlocking, kPacked, kWays };

struct Options {
  long messages = 600;  // of each rank
  std::int64_t largest = 1 << 20;
  std::uint32_t seed = 1;
  std::string from, to;
  bool self = false, huge = false;
};

struct Areas {
  std::vector<std::unique_ptr<Memory>> by_kind;  // null: not on this machine
};

struct Job {
  Options options;
  int rank = 0, partner = 0;
  long messages = 0, bytes = 0, failures = 0;
  std::vector<std::size_t> from, to;  // kinds that there are on all ranks
  std::array<Areas, kAtOnce> sources, targets, packs;
  std::vector<unsigned char> image, got;
};

// One side of a message.
struct End {
  std::unique_ptr<MadeType> type;
  std::int64_t count = 0;
  std::int64_t origin = 0;  // of the buffer's address in its area
  std::size_t kind = 0;
};

struct Message {
  End from, to;
  std::size_t packed = 0;  // kind of memory that a packed message lies in
  std::int64_t bytes = 0;
  std::uint32_t noise = 0;
};

unsigned char noise_at(std::uint32_t seed, std::int64_t i) {
  std::uint64_t mixed = (static_cast<std::uint64_t>(i) + seed) * 0x9e3779b97f4a7c15U;
  mixed ^= mixed >> 29;
  return static_cast<unsigned char>((mixed * 0xbf58476d1ce4e5b9U) >> 56);
}

// Returns elements of a random type for at least `bytes`, or fewer if they would not fit.
End make_end(TypeMaker& maker, std::int64_t bytes, std::int64_t room, const std::vector<std::size_t>& kinds) {
  End end;
  do {
    end.type = maker.make(static_cast<int>(maker.number(0, 3)), std::min<std::int64_t>(bytes, 65536));
  } while (end.type->span(1) > room);
  const std::int64_t wanted = (bytes + end.type->size() - 1) / end.type->size();
  const std::int64_t fit = 1 + (room - end.type->span(1)) / std::max<std::int64_t>(1, end.type->extent());
  end.count = std::clamp<std::int64_t>(wanted, 1, fit);
  const std::int64_t slack = room - end.type->span(end.count);
  end.origin = maker.number(0, std::min<std::int64_t>(slack, 64)) - end.type->lowest();
  end.kind = kinds[static_cast<std::size_t>(maker.number(0, static_cast<std::int64_t>(kinds.size()) - 1))];
  return end;
}

Message make_message(Job& job, TypeMaker& maker) {
  const std::int64_t room = job.options.largest;
  const std::int64_t bytes = std::int64_t{1} << maker.number(0, 62 - __builtin_clzll(static_cast<unsigned long long>(room)));
  Message message;
  message.from = make_end(maker, maker.number(1, bytes), room, job.from);
  message.to = make_end(maker, message.from.count * message.from.type->size(), room, job.to);
  message.packed = job.to[static_cast<std::size_t>(maker.number(0, static_cast<std::int64_t>(job.to.size()) - 1))];
  message.bytes = message.from.count * message.from.type->size();
  const std::int64_t taken = message.to.count * message.to.type->size();
  if (taken < message.bytes) {  // then only as many of the sender's elements are sent as there is room for
    message.from.count = taken / message.from.type->size();
    message.bytes = message.from.count * message.from.type->size();
  }
  message.noise = static_cast<std::uint32_t>(maker.number(0, 1 << 30));
  return message;
}

void* address(const Areas& areas, const End& end) {
  return areas.by_kind[end.kind]->at(static_cast<std::size_t>(end.origin));
}

void fail(Job& job, const Message& message, Way way, const std::string& what) {
  if (++job.failures > kMostFailures) return;
  const auto kinds = all_kinds();
  std::printf("rank %d: FAILED: way %d, %lld bytes, %lld of %s in %s memory to %lld of %s in %s memory: %s\n", job.rank,
              static_cast<int>(way), static_cast<long long>(message.bytes), static_cast<long long>(message.from.count),
              message.from.type->text().c_str(), kinds[message.from.kind].name.c_str(),
              static_cast<long long>(message.to.count), message.to.type->text().c_str(), kinds[message.to.kind].name.c_str(),
              what.c_str());
  std::fflush(stdout);
}

void check(Job& job, const Message& message, Way way, int code) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  fail(job, message, way, text);
}

void fill(Job& job, const Message& message, Memory& area) {
  job.image.assign(area.bytes(), kPoison);
  for (std::int64_t i = 0; i < message.bytes; ++i) {
    job.image[static_cast<std::size_t>(message.from.origin + message.from.type->place(i))] = noise_at(message.noise, i);
  }
  area.put(0, job.image.data(), job.image.size());
}

void compare(Job& job, const Message& message, Way way, const Memory& area) {
  job.image.assign(area.bytes(), kPoison);
  for (std::int64_t i = 0; i < message.bytes; ++i) {
    job.image[static_cast<std::size_t>(message.to.origin + message.to.type->place(i))] = noise_at(message.noise, i);
  }
  job.got.resize(area.bytes());
  area.get(0, job.got.data(), job.got.size());
  const auto wrong = std::mismatch(job.got.begin(), job.got.end(), job.image.begin());
  if (wrong.first == job.got.end()) return;
  const auto at = wrong.first - job.got.begin();
  fail(job, message, way,
       "byte " + std::to_string(at) + " of the memory is " + std::to_string(*wrong.first) + ", not " +
           std::to_string(*wrong.second));
}

int count_of(const End& end) {
  return static_cast<int>(end.count);
}

void exchange_blocking(Job& job, const Message& sent, const Message& received, std::size_t slot) {
  MPI_Status status;
  check(job, received, Way::kBlocking,
        MPI_Sendrecv(address(job.sources[slot], sent.from), count_of(sent.from), sent.from.type->type(), job.partner, 1,
                     address(job.targets[slot], received.to), count_of(received.to), received.to.type->type(), job.partner, 1,
                     MPI_COMM_WORLD, &status));
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  if (count != received.bytes) fail(job, received, Way::kBlocking, std::to_string(count) + " bytes told");
}

// The requests are appended to those of earlier slots.
void begin(Job& job, const Message& sent, const Message& received, std::size_t slot, std::vector<MPI_Request>* requests) {
  check(job, received, Way::kNonBlocking,
        MPI_Irecv(address(job.targets[slot], received.to), count_of(received.to), received.to.type->type(), job.partner, 2,
                  MPI_COMM_WORLD, &requests->emplace_back()));
  check(job, sent, Way::kNonBlocking,
        MPI_Isend(address(job.sources[slot], sent.from), count_of(sent.from), sent.from.type->type(), job.partner, 2,
                  MPI_COMM_WORLD, &requests->emplace_back()));
}

// The message is packed here, sent packed, and unpacked there.
void exchange_packed(Job& job, const Message& sent, const Message& received, std::size_t slot) {
  Memory& out = *job.packs[slot].by_kind[sent.packed];
  Memory& in = *job.packs[(slot + 1) % kAtOnce].by_kind[received.packed];
  int position = 0;
  check(job, sent, Way::kPacked,
        MPI_Pack(address(job.sources[slot], sent.from), count_of(sent.from), sent.from.type->type(), out.at(0),
                 static_cast<int>(sent.bytes), &position, MPI_COMM_WORLD));
  if (position != sent.bytes) fail(job, sent, Way::kPacked, std::to_string(position) + " bytes packed");
  check(job, sent, Way::kPacked,
        MPI_Sendrecv(out.at(0), position, MPI_PACKED, job.partner, 3, in.at(0), static_cast<int>(received.bytes), MPI_PACKED,
                     job.partner, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  position = 0;
  // All elements that arrived whole are counted; the rest of the last one has no call of its own.
  const auto whole = static_cast<int>(received.bytes / received.to.type->size());
  check(job, received, Way::kPacked,
        MPI_Unpack(in.at(0), static_cast<int>(received.bytes), &position, address(job.targets[slot], received.to), whole,
                   received.to.type->type(), MPI_COMM_WORLD));
}

void run_round(Job& job, TypeMaker& maker) {
  const Way way = static_cast<Way>(maker.number(0, static_cast<int>(Way::kWays) - 1));
  std::array<Message, kAtOnce> up, down;  // from the lower rank of a pair, and to it
  for (std::size_t slot = 0; slot < kAtOnce; ++slot) {
    up[slot] = make_message(job, maker);
    down[slot] = make_message(job, maker);
    for (Message* message : {&up[slot], &down[slot]}) {
      for (const End* end : {&message->from, &message->to}) {
        if (const std::string wrong = end->type->wrong_bounds(); !wrong.empty()) fail(job, *message, way, wrong);
      }
      // Only whole elements are unpacked.
      if (way == Way::kPacked) message->bytes -= message->bytes % message->to.type->size();
      if (way == Way::kPacked) message->bytes -= message->bytes % message->from.type->size();
      message->from.count = message->bytes / message->from.type->size();
    }
  }
  const bool lower = job.rank < job.partner;
  std::array<Message, kAtOnce>& sent = lower || job.options.self ? up : down;
  std::array<Message, kAtOnce>& received = job.options.self ? up : lower ? down : up;
  for (std::size_t slot = 0; slot < kAtOnce; ++slot) {
    fill(job, sent[slot], *job.sources[slot].by_kind[sent[slot].from.kind]);
    Memory& target = *job.targets[slot].by_kind[received[slot].to.kind];
    target.fill(0, kPoison, target.bytes());
  }
  std::vector<MPI_Request> requests;
  for (std::size_t slot = 0; slot < kAtOnce; ++slot) {
    if (way == Way::kBlocking) exchange_blocking(job, sent[slot], received[slot], slot);
    if (way == Way::kNonBlocking) begin(job, sent[slot], received[slot], slot, &requests);
    if (way == Way::kPacked) exchange_packed(job, sent[slot], received[slot], slot);
  }
  check(job, received[0], way, MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
  for (std::size_t slot = 0; slot < kAtOnce; ++slot) {
    if (way == Way::kPacked) received[slot].bytes -= received[slot].bytes % received[slot].to.type->size();
    compare(job, received[slot], way, *job.targets[slot].by_kind[received[slot].to.kind]);
    job.bytes += received[slot].bytes;
    ++job.messages;
  }
}

// Allocates the kinds that all ranks have, and in which bytes can be received unless `read`.
void allocate(Job& job, const Options& options) {
  const auto kinds = all_kinds();
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (kinds[kind].only_read()) continue;  // which has its contents from its making: gpu_kinds
    int here = 1;
    for (std::size_t slot = 0; slot < kAtOnce; ++slot) {
      for (Areas* areas : {&job.sources[slot], &job.targets[slot], &job.packs[slot]}) {
        std::string why;
        areas->by_kind.resize(kind);
        areas->by_kind.push_back(make_memory(kinds[kind], static_cast<std::size_t>(options.largest) + 128, &why));
        if (areas->by_kind.back() == nullptr) here = 0;
      }
    }
    MPI_Allreduce(MPI_IN_PLACE, &here, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (here == 0 && job.rank == 0) std::printf("left out: %s memory\n", kinds[kind].name.c_str());
    if (here == 0) continue;
    if (options.from.empty() || options.from == kinds[kind].name) job.from.push_back(kind);
    if (options.to.empty() || options.to == kinds[kind].name) job.to.push_back(kind);
  }
  if (job.from.empty() || job.to.empty()) give_up("this machine has no memory of the kinds asked for");
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto next = [&]() -> std::string { return i + 1 < argc ? argv[++i] : (give_up("no value for " + word), ""); };
    if (word == "--messages") {
      options.messages = std::stol(next());
    } else if (word == "--largest") {
      options.largest = std::stoll(next());
    } else if (word == "--seed") {
      options.seed = static_cast<std::uint32_t>(std::stoul(next()));
    } else if (word == "--from") {
      options.from = next();
    } else if (word == "--to") {
      options.to = next();
    } else if (word == "--self") {
      options.self = true;
    } else if (word == "--huge") {
      options.huge = true;
    } else {
      give_up("unknown argument " + word);
    }
  }
  return options;
}

// Sends every second byte of device memory into one piece and from there into every third byte, with counts beyond an int.
int run_huge(Job& job) {
  constexpr MPI_Count kBytes = (MPI_Count{1} << 31) + 12345;
  constexpr auto kSize = static_cast<std::size_t>(kBytes);
  std::string why;
  const auto source = make_memory(kDeviceMemory, 2 * kSize, &why);
  const auto middle = source == nullptr ? nullptr : make_memory(kDeviceMemory, kSize, &why);
  const auto target = middle == nullptr ? nullptr : make_memory(kDeviceMemory, 3 * kSize, &why);
  if (target == nullptr) give_up(why);
  std::vector<unsigned char> bytes(2 * kSize);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = noise_at(static_cast<std::uint32_t>(job.rank), static_cast<std::int64_t>(i));
  source->put(0, bytes.data(), bytes.size());
  target->fill(0, kPoison, 3 * kSize);
  MPI_Datatype second = MPI_DATATYPE_NULL, third = MPI_DATATYPE_NULL;
  MPI_Type_vector_c(kBytes, 1, 2, MPI_BYTE, &second);
  MPI_Type_create_hvector_c(kBytes, 1, 3, MPI_BYTE, &third);
  MPI_Type_commit(&second);
  MPI_Type_commit(&third);
  MPI_Request requests[2];
  MPI_Irecv_c(middle->at(0), kBytes, MPI_BYTE, job.partner, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend_c(source->at(0), 1, second, job.partner, 1, MPI_COMM_WORLD, &requests[1]);
  int code = MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  if (code == MPI_SUCCESS) {  // and back again
    MPI_Irecv_c(target->at(0), 1, third, job.partner, 2, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend_c(middle->at(0), kBytes, MPI_BYTE, job.partner, 2, MPI_COMM_WORLD, &requests[1]);
    code = MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Type_free(&second);
  MPI_Type_free(&third);
  if (code != MPI_SUCCESS) give_up("a huge message failed");
  job.got.resize(3 * kSize);
  target->get(0, job.got.data(), job.got.size());
  for (std::size_t i = 0; i < job.got.size(); ++i) {
    if (job.got[i] == (i % 3 == 0 ? bytes[i / 3 * 2] : kPoison)) continue;
    give_up("byte " + std::to_string(i) + " of a huge message is wrong");
  }
  std::printf("rank %d: %lld bytes there and back, every byte right\n", job.rank, static_cast<long long>(kBytes));
  return 0;
}

int run(Job& job) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  if (job.options.huge) return run_huge(job);
  allocate(job, job.options);
  TypeMaker maker(job.options.seed + static_cast<std::uint32_t>(std::min(job.rank, job.partner)));
  while (job.messages < job.options.messages && job.failures == 0) run_round(job, maker);
  long sums[3] = {job.messages, job.bytes, job.failures};
  MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (job.rank == 0) {
    std::printf("%ld messages, %.1f MB, between %zu x %zu kinds of memory, %ld wrong\n", sums[0],
                static_cast<double>(sums[1]) / 1e6, job.from.size(), job.to.size(), sums[2]);
  }
  return sums[2] == 0 && sums[0] >= job.options.messages ? 0 : 1;
}

}  // namespace
}  // namespace penstock::test

int main(int argc, char** argv) {
  using namespace penstock::test;
  Job job;
  int size = 0;
  begin_job_of_pairs(&argc, &argv, &job.rank, &size);
  job.options = parse(argc, argv);
  job.partner = job.options.self ? job.rank : job.rank ^ 1;
  const int code = run(job);
  for (auto* all : {&job.sources, &job.targets, &job.packs}) {
    for (Areas& areas : *all) areas.by_kind.clear();
  }
  MPI_Finalize();
  return code;
}
