#include "collective.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace stress {
namespace {

constexpr std::uint64_t kPoisonWord = 0xA5A5A5A5A5A5A5A5U;
constexpr int kCounts[] = {0, 1, 2, 7, 64, 500, 2000, 30000};
// Buffers that grow with the number of ranks, or with its square, stay small.
constexpr int kPerRank = 2000, kPerPair = 100;
constexpr int kOperations = 3, kOrdered = 2;
constexpr const char* kNames[] = {
    "Barrier",        "Bcast",    "Gather",    "Gatherv",   "Scatter", "Scatterv",  "Allgather",
    "Allgatherv",     "Alltoall", "Alltoallv", "Alltoallw", "Reduce",  "Allreduce", "Reduce_scatter_block",
    "Reduce_scatter", "Scan",     "Exscan"};

// x -> a x + b as a word: applying one after the other is associative and the order matters.
std::uint64_t after(std::uint64_t first, std::uint64_t second) {
  const auto a1 = static_cast<std::uint32_t>(first), b1 = static_cast<std::uint32_t>(first >> 32);
  const auto a2 = static_cast<std::uint32_t>(second), b2 = static_cast<std::uint32_t>(second >> 32);
  return static_cast<std::uint64_t>(a1 * a2) | static_cast<std::uint64_t>(b1 * a2 + b2) << 32;
}

void apply_after(void* in, void* inout, int* length, MPI_Datatype*) {
  auto* first = static_cast<std::uint64_t*>(in);
  auto* second = static_cast<std::uint64_t*>(inout);
  for (int i = 0; i < *length; ++i) second[i] = after(first[i], second[i]);
}

bool is_reduction(int kind) {
  return kind >= Collective::kReduce;
}

}  // namespace

Collective::Choice Collective::draw(std::mt19937& random, const Options& options) {
  Choice choice;
  choice.place = static_cast<int>(random() % Places::kWild);
  choice.kind = static_cast<int>(random() % kKinds);
  if (choice.place == Places::kInter && choice.kind >= kScan) choice.kind = kAllreduce;
  const bool by_pair = choice.kind == kReduceScatterBlock || choice.kind == kReduceScatter;
  const bool whole = choice.kind == kBcast || choice.kind == kReduce || choice.kind == kAllreduce || choice.kind >= kScan;
  choice.count = std::min(kCounts[random() % std::size(kCounts)], by_pair ? kPerPair : whole ? kCounts[7] : kPerRank);
  choice.operation = static_cast<int>(random() % kOperations);
  choice.root = static_cast<unsigned>(random());
  choice.seed = static_cast<unsigned>(random());
  choice.waits = random() % 3 == 0;
  choice.in_place = random() % 4 == 0;
  choice.send_memory = options.memory[random() % options.memory.size()];
  choice.recv_memory = options.memory[random() % options.memory.size()];
  return choice;
}

Collective::Collective(const Choice& choice, const Place& place, int me)
    : choice_(choice),
      place_(place),
      me_(me),
      rank_(rank_in(place.group, me)),
      peers_(static_cast<int>(place.peers().size())),
      root_(0) {
  if (place.is_inter() || choice.kind == kBarrier || choice.kind == kBcast) choice_.in_place = false;
  std::vector<int> all = place.group;
  all.insert(all.end(), place.remote.begin(), place.remote.end());
  std::sort(all.begin(), all.end());
  root_member_ = all[choice.root % all.size()];
  at_root_ = me == root_member_;
  root_ = rank_in(place.peers(), root_member_);
  if (place.is_inter() && root_ < 0) {
    root_ = at_root_ ? MPI_ROOT : MPI_PROC_NULL;
    takes_part_ = at_root_;
  }
  if (is_reduction(choice.kind) && choice.operation == kOrdered) {
    MPI_Type_contiguous(2, MPI_UINT32_T, &type_);
    MPI_Type_commit(&type_);
    MPI_Op_create(apply_after, 0, &op_);
  } else if (choice.operation == 1) {
    op_ = MPI_BXOR;
  }
  plan();
}

Collective::~Collective() {
  if (op_ != MPI_SUM && op_ != MPI_BXOR && op_ != MPI_OP_NULL) MPI_Op_free(&op_);
  if (type_ != MPI_UINT64_T && type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
}

Collective::Word Collective::word(int sender, int key, int index) const {
  Word z = choice_.seed * 0x9E3779B97F4A7C15U + static_cast<Word>(sender) * 0xC2B2AE3D27D4EB4FU +
           static_cast<Word>(key) * 0x165667B19E3779F9U + static_cast<Word>(index);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

Collective::Word Collective::combine(Word left, Word right) const {
  if (choice_.operation == kOrdered) return after(left, right);
  return choice_.operation == 1 ? left ^ right : left + right;
}

std::vector<Collective::Word> Collective::reduced(const std::vector<int>& from, std::size_t words) const {
  std::vector<Word> sum(words);
  for (std::size_t i = 0; i < words; ++i) {
    sum[i] = word(from[0], 0, static_cast<int>(i));
    for (std::size_t m = 1; m < from.size(); ++m) sum[i] = combine(sum[i], word(from[m], 0, static_cast<int>(i)));
  }
  return sum;
}

bool Collective::has_places() const {
  switch (choice_.kind) {
    case kGatherv:
    case kScatterv:
    case kAllgatherv:
    case kAlltoallv:
    case kAlltoallw: return true;
    default: return false;
  }
}

// In place the two of a pair give as much as they get.
int Collective::count_between(int sender, int receiver) const {
  if (!has_places()) return choice_.count;
  return (choice_.count + 3 * sender + (choice_.in_place ? 3 : 5) * receiver) % (choice_.count + 1);
}

void Collective::add(Buffer& buffer, int sender, int key, int count) const {
  buffer.blocks.push_back({sender, key, count, 0});
}

void Collective::plan() {
  if (choice_.kind == kBarrier) return;
  if (choice_.kind == kBcast) {
    plan_bcast();
  } else if (choice_.kind <= kScatterv) {
    plan_rooted();
  } else if (choice_.kind <= kAlltoallw) {
    plan_all();
  } else {
    plan_reduction();
    return;
  }
  lay_out(send_, choice_.send_memory);
  lay_out(recv_, choice_.recv_memory);
  if (choice_.in_place) put_in_place();
  if (choice_.kind == kBcast && at_root_) recv_.image = expected_;
  if (recv_.memory != nullptr) recv_.memory->put(recv_.image.data());
}

void Collective::plan_bcast() {
  if (takes_part_) add(recv_, root_member_, 0, choice_.count);
}

void Collective::plan_rooted() {
  const bool gathers = choice_.kind <= kGatherv, leaf = takes_part_ && (!place_.is_inter() || !at_root_);
  if (gathers) {
    if (leaf && !(choice_.in_place && at_root_)) give(0, count_between(me_, root_member_));
    for (const int peer : place_.peers()) {
      if (at_root_) add(recv_, peer, 0, count_between(peer, root_member_));
    }
    return;
  }
  if (leaf && !(choice_.in_place && at_root_)) add(recv_, root_member_, me_, count_between(root_member_, me_));
  for (const int peer : place_.peers()) {
    if (at_root_) give(peer, count_between(me_, peer));
  }
}

void Collective::plan_all() {
  const bool gathers = choice_.kind <= kAllgatherv;
  if (gathers && !choice_.in_place) give(0, count_between(me_, 0));
  for (const int peer : place_.peers()) {
    if (!gathers && !choice_.in_place) give(peer, count_between(me_, peer));
    add(recv_, peer, gathers ? 0 : me_, count_between(peer, gathers ? 0 : me_));
  }
}

// Parts follow each other; those with displacements stand in reverse, a word apart. One more word guards the end.
void Collective::lay_out(Buffer& buffer, const std::string& memory) {
  const bool received = &buffer == &recv_;
  if (buffer.blocks.empty()) return;
  const bool scattered = has_places();
  int at = 0;
  for (std::size_t i = 0; i < buffer.blocks.size(); ++i) {
    Block& block = buffer.blocks[scattered ? buffer.blocks.size() - 1 - i : i];
    block.place = at;
    at += block.count + (scattered ? 1 : 0);
  }
  std::vector<Word> filled(static_cast<std::size_t>(at) + 1, kPoisonWord);
  buffer.image = filled;
  for (const Block& block : buffer.blocks) {
    for (int i = 0; i < block.count; ++i) filled[static_cast<std::size_t>(block.place + i)] = word(block.sender, block.key, i);
    buffer.counts.push_back(block.count);
    buffer.places.push_back(block.place);
    buffer.bytes.push_back(block.place * static_cast<int>(sizeof(Word)));
    buffer.types.push_back(MPI_UINT64_T);
  }
  buffer.memory = std::make_unique<Memory>(memory, filled.size() * sizeof(Word));
  (received ? expected_ : buffer.image) = filled;
  if (!received) buffer.memory->put(buffer.image.data());
}

// The receive buffer holds beforehand what this rank gives.
void Collective::put_in_place() {
  const bool personal = choice_.kind >= kAlltoall;
  for (std::size_t p = 0; p < recv_.blocks.size(); ++p) {
    const Block& block = recv_.blocks[p];
    const int peer = place_.peers()[p];
    if (choice_.kind <= kScatterv && choice_.kind >= kScatter) return;
    if (!personal && block.sender != me_) continue;
    for (int i = 0; i < block.count; ++i) {
      recv_.image[static_cast<std::size_t>(block.place + i)] = word(me_, personal ? peer : 0, i);
    }
  }
}

void Collective::plan_reduction() {
  const std::vector<int>& peers = place_.peers();
  const int kind = choice_.kind, size = static_cast<int>(place_.group.size());
  std::size_t words = static_cast<std::size_t>(choice_.count), mine = words, from = 0;
  if (kind == kReduceScatterBlock || kind == kReduceScatter) {
    const int each = place_.is_inter() ? choice_.count * peers_ : choice_.count;
    words = 0;
    for (int r = 0; r < size; ++r) {
      const bool varies = kind == kReduceScatter && !place_.is_inter();
      recv_.counts.push_back(varies ? (each + 3 * r) % (each + 1) : each);
      if (r == rank_) from = words;
      words += static_cast<std::size_t>(recv_.counts.back());
    }
    mine = static_cast<std::size_t>(recv_.counts[static_cast<std::size_t>(rank_)]);
  }
  const bool rooted = kind == kReduce, gives = !rooted || (takes_part_ && !(place_.is_inter() && at_root_));
  const bool receives = !rooted || at_root_, in_place = choice_.in_place && receives;
  std::vector<Word> own(words + 1, kPoisonWord);
  for (std::size_t i = 0; i < words; ++i) own[i] = word(me_, 0, static_cast<int>(i));
  if (gives && !in_place) {
    send_.memory = std::make_unique<Memory>(choice_.send_memory, own.size() * sizeof(Word));
    send_.memory->put(own.data());
  }
  if (!receives) return;
  recv_.image = in_place ? own : std::vector<Word>(mine + 1, kPoisonWord);
  recv_.memory = std::make_unique<Memory>(choice_.recv_memory, recv_.image.size() * sizeof(Word));
  recv_.memory->put(recv_.image.data());
  if (kind == kExscan && rank_ == 0) return;
  const auto before = peers.begin() + rank_ + (kind == kScan ? 1 : 0);
  const std::vector<int> givers = kind >= kScan ? std::vector<int>(peers.begin(), before) : peers;
  const std::vector<Word> sum = reduced(givers, words);
  const auto begin = sum.begin() + static_cast<std::ptrdiff_t>(from);
  expected_.assign(begin, begin + static_cast<std::ptrdiff_t>(mine));
  // In place, what follows the result is not told by the standard.
  if (!in_place) expected_.push_back(kPoisonWord);
}

void Collective::run(MPI_Request* request) {
  const void* send = send_.memory == nullptr ? nullptr : send_.memory->data();
  void* recv = recv_.memory == nullptr ? nullptr : recv_.memory->data();
  const bool rooted = (choice_.kind >= kBcast && choice_.kind <= kScatterv) || choice_.kind == kReduce;
  if (choice_.in_place && (!rooted || at_root_)) {
    if (choice_.kind == kScatter || choice_.kind == kScatterv) {
      recv = MPI_IN_PLACE;
    } else {
      send = MPI_IN_PLACE;
    }
  }
  if (choice_.kind <= kScatterv) {
    run_data(request, send, recv, place_.handle);
  } else if (choice_.kind <= kAlltoallw) {
    run_all(request, send, recv, place_.handle);
  } else {
    run_reduction(request, send, recv, place_.handle);
  }
  // What runs keeps its operation and its datatype alive.
  if (choice_.seed % 2 == 0 && op_ != MPI_SUM && op_ != MPI_BXOR) MPI_Op_free(&op_);
  if (choice_.seed % 2 == 0 && type_ != MPI_UINT64_T) MPI_Type_free(&type_);
}

void Collective::run_data(MPI_Request* request, const void* send, void* recv, MPI_Comm comm) {
  const auto call = [request](auto blocking, auto starting, auto... arguments) {
    request == nullptr ? blocking(arguments...) : starting(arguments..., request);
  };
  const MPI_Datatype type = MPI_UINT64_T;
  const int count = choice_.count, gives = count_between(me_, root_member_), gets = count_between(root_member_, me_);
  const int* to = send_.counts.data();
  const int* from = recv_.counts.data();
  switch (choice_.kind) {
    case kBarrier: return call(MPI_Barrier, MPI_Ibarrier, comm);
    case kBcast: return call(MPI_Bcast, MPI_Ibcast, recv, count, type, root_, comm);
    case kGather: return call(MPI_Gather, MPI_Igather, send, count, type, recv, count, type, root_, comm);
    case kScatter: return call(MPI_Scatter, MPI_Iscatter, send, count, type, recv, count, type, root_, comm);
    case kGatherv:
      return call(MPI_Gatherv, MPI_Igatherv, send, gives, type, recv, from, recv_.places.data(), type, root_, comm);
    default: return call(MPI_Scatterv, MPI_Iscatterv, send, to, send_.places.data(), type, recv, gets, type, root_, comm);
  }
}

void Collective::run_all(MPI_Request* request, const void* send, void* recv, MPI_Comm comm) {
  const auto call = [request](auto blocking, auto starting, auto... arguments) {
    request == nullptr ? blocking(arguments...) : starting(arguments..., request);
  };
  const MPI_Datatype type = MPI_UINT64_T;
  const int count = choice_.count, gives = count_between(me_, 0);
  const int* to = send_.counts.data();
  const int* from = recv_.counts.data();
  const int *to_places = send_.places.data(), *from_places = recv_.places.data();
  switch (choice_.kind) {
    case kAllgather: return call(MPI_Allgather, MPI_Iallgather, send, count, type, recv, count, type, comm);
    case kAllgatherv: return call(MPI_Allgatherv, MPI_Iallgatherv, send, gives, type, recv, from, from_places, type, comm);
    case kAlltoall: return call(MPI_Alltoall, MPI_Ialltoall, send, count, type, recv, count, type, comm);
    case kAlltoallv: return call(MPI_Alltoallv, MPI_Ialltoallv, send, to, to_places, type, recv, from, from_places, type, comm);
    default:
      return call(MPI_Alltoallw, MPI_Ialltoallw, send, to, send_.bytes.data(), send_.types.data(), recv, from,
                  recv_.bytes.data(), recv_.types.data(), comm);
  }
}

void Collective::run_reduction(MPI_Request* request, const void* send, void* recv, MPI_Comm comm) {
  const auto call = [request](auto blocking, auto starting, auto... arguments) {
    request == nullptr ? blocking(arguments...) : starting(arguments..., request);
  };
  const int count = choice_.count, *from = recv_.counts.data();
  switch (choice_.kind) {
    case kReduce: return call(MPI_Reduce, MPI_Ireduce, send, recv, count, type_, op_, root_, comm);
    case kAllreduce: return call(MPI_Allreduce, MPI_Iallreduce, send, recv, count, type_, op_, comm);
    case kReduceScatterBlock:
      return call(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, send, recv, recv_.counts[0], type_, op_, comm);
    case kReduceScatter: return call(MPI_Reduce_scatter, MPI_Ireduce_scatter, send, recv, from, type_, op_, comm);
    case kScan: return call(MPI_Scan, MPI_Iscan, send, recv, count, type_, op_, comm);
    default: return call(MPI_Exscan, MPI_Iexscan, send, recv, count, type_, op_, comm);
  }
}

bool Collective::is_right() const {
  if (recv_.memory == nullptr) return true;
  std::vector<Word> seen(recv_.image.size());
  recv_.memory->get(seen.data());
  return std::equal(expected_.begin(), expected_.end(), seen.begin());
}

std::string Collective::describe() const {
  return std::string(choice_.waits ? "MPI_" : "MPI_I ") + kNames[choice_.kind] + " of " + std::to_string(choice_.count) +
         " words, operation " + std::to_string(choice_.operation) + (choice_.in_place ? ", in place" : "") + ", root " +
         std::to_string(root_member_) + ", communicator " + std::to_string(choice_.place) + ", " + choice_.send_memory +
         " to " + choice_.recv_memory;
}

}  // namespace stress
