#include "collective.hpp"

#include <algorithm>
#include <iterator>

namespace stress {

using enum Call;
using penstock::test::kind_named;

namespace {

constexpr std::uint64_t kPoisonWord = 0xA5A5A5A5A5A5A5A5U;
constexpr int kCounts[] = {0, 1, 2, 7, 64, 500, 2000, 30000};
// Buffers that grow with the number of ranks, or with its square, stay small.
constexpr int kPerRank = 2000, kPerPair = 100;
constexpr int kOperations = 3, kOrdered = 2;
// A word stands for x -> a x + b: composition is associative, and the order matters.
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

bool is_reduction(Call call) {
  return call >= Call::kReduce;
}

}  // namespace

Collective::Choice Collective::draw(std::mt19937& random, const Options& options) {
  Choice choice;
  choice.place = static_cast<int>(random() % Places::kWild);
  choice.call = static_cast<Call>(random() % penstock::test::kCalls);
  if (choice.place == Places::kInter && choice.call >= kScan) choice.call = kAllreduce;
  const bool by_pair = choice.call == kReduceScatterBlock || choice.call == kReduceScatter;
  const bool whole = choice.call == kBcast || choice.call == kReduce || choice.call == kAllreduce || choice.call >= kScan;
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
  if (place.is_inter() || choice.call == kBarrier || choice.call == kBcast) choice_.in_place = false;
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
  if (is_reduction(choice.call) && choice.operation == kOrdered) {
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
  switch (choice_.call) {
    case kGatherv:
    case kScatterv:
    case kAllgatherv:
    case kAlltoallv:
    case kAlltoallw: return true;
    default: return false;
  }
}

// In place, the two ranks of a pair send as much as they receive.
int Collective::count_between(int sender, int receiver) const {
  if (!has_places()) return choice_.count;
  return (choice_.count + 3 * sender + (choice_.in_place ? 3 : 5) * receiver) % (choice_.count + 1);
}

void Collective::add(Buffer& buffer, int sender, int key, int count) const {
  buffer.blocks.push_back({sender, key, count, 0});
}

void Collective::put(const Buffer& buffer) {
  buffer.memory->put(0, buffer.image.data(), buffer.image.size() * sizeof(Word));
}

void Collective::plan() {
  if (choice_.call == kBarrier) return;
  if (choice_.call == kBcast) {
    plan_bcast();
  } else if (choice_.call <= kScatterv) {
    plan_rooted();
  } else if (choice_.call <= kAlltoallw) {
    plan_all();
  } else {
    plan_reduction();
    return;
  }
  lay_out(send_, choice_.send_memory);
  lay_out(recv_, choice_.recv_memory);
  if (choice_.in_place) put_in_place();
  if (choice_.call == kBcast && at_root_) recv_.image = expected_;
  if (recv_.memory != nullptr) put(recv_);
}

void Collective::plan_bcast() {
  if (takes_part_) add(recv_, root_member_, 0, choice_.count);
}

void Collective::plan_rooted() {
  const bool gathers = choice_.call <= kGatherv, leaf = takes_part_ && (!place_.is_inter() || !at_root_);
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
  const bool gathers = choice_.call <= kAllgatherv;
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
  buffer.memory = std::make_unique<Memory>(kind_named(memory), filled.size() * sizeof(Word));
  (received ? expected_ : buffer.image) = filled;
  if (!received) put(buffer);
}

// The receive buffer holds this rank's data beforehand.
void Collective::put_in_place() {
  const bool personal = choice_.call >= kAlltoall;
  for (std::size_t p = 0; p < recv_.blocks.size(); ++p) {
    const Block& block = recv_.blocks[p];
    const int peer = place_.peers()[p];
    if (choice_.call <= kScatterv && choice_.call >= kScatter) return;
    if (!personal && block.sender != me_) continue;
    for (int i = 0; i < block.count; ++i) {
      recv_.image[static_cast<std::size_t>(block.place + i)] = word(me_, personal ? peer : 0, i);
    }
  }
}

void Collective::plan_reduction() {
  const std::vector<int>& peers = place_.peers();
  const Call call = choice_.call;
  const int size = static_cast<int>(place_.group.size());
  std::size_t words = static_cast<std::size_t>(choice_.count), mine = words, from = 0;
  if (call == kReduceScatterBlock || call == kReduceScatter) {
    const int each = place_.is_inter() ? choice_.count * peers_ : choice_.count;
    words = 0;
    for (int r = 0; r < size; ++r) {
      const bool varies = call == kReduceScatter && !place_.is_inter();
      recv_.counts.push_back(varies ? (each + 3 * r) % (each + 1) : each);
      if (r == rank_) from = words;
      words += static_cast<std::size_t>(recv_.counts.back());
    }
    mine = static_cast<std::size_t>(recv_.counts[static_cast<std::size_t>(rank_)]);
  }
  const bool rooted = call == kReduce, gives = !rooted || (takes_part_ && !(place_.is_inter() && at_root_));
  const bool receives = !rooted || at_root_, in_place = choice_.in_place && receives;
  std::vector<Word> own(words + 1, kPoisonWord);
  for (std::size_t i = 0; i < words; ++i) own[i] = word(me_, 0, static_cast<int>(i));
  if (gives && !in_place) {
    send_.memory = std::make_unique<Memory>(kind_named(choice_.send_memory), own.size() * sizeof(Word));
    send_.memory->put(0, own.data(), own.size() * sizeof(Word));
  }
  if (!receives) return;
  recv_.image = in_place ? own : std::vector<Word>(mine + 1, kPoisonWord);
  recv_.memory = std::make_unique<Memory>(kind_named(choice_.recv_memory), recv_.image.size() * sizeof(Word));
  put(recv_);
  if (call == kExscan && rank_ == 0) return;
  const auto before = peers.begin() + rank_ + (call == kScan ? 1 : 0);
  const std::vector<int> givers = call >= kScan ? std::vector<int>(peers.begin(), before) : peers;
  const std::vector<Word> sum = reduced(givers, words);
  const auto begin = sum.begin() + static_cast<std::ptrdiff_t>(from);
  expected_.assign(begin, begin + static_cast<std::ptrdiff_t>(mine));
  // In place, the standard does not define the bytes behind the result.
  if (!in_place) expected_.push_back(kPoisonWord);
}

penstock::test::Arguments Collective::arguments() const {
  const bool rooted = penstock::test::row_of(choice_.call).rooted, by_bytes = choice_.call == kAlltoallw;
  penstock::test::Arguments a;
  a.send = send_.memory == nullptr ? nullptr : send_.memory->data();
  a.recv = recv_.memory == nullptr ? nullptr : recv_.memory->data();
  if (choice_.in_place && (!rooted || at_root_)) {
    if (choice_.call == kScatter || choice_.call == kScatterv) {
      a.recv = MPI_IN_PLACE;
    } else {
      a.send = MPI_IN_PLACE;
    }
  }
  a.send_count = count_between(me_, rooted ? root_member_ : 0);
  a.recv_count = choice_.call == kReduceScatterBlock ? recv_.counts[0] : count_between(root_member_, me_);
  a.send_counts = send_.counts.data();
  a.send_places = by_bytes ? send_.bytes.data() : send_.places.data();
  a.recv_counts = recv_.counts.data();
  a.recv_places = by_bytes ? recv_.bytes.data() : recv_.places.data();
  a.send_type = a.recv_type = type_;
  a.send_types = send_.types.data();
  a.recv_types = recv_.types.data();
  a.op = op_;
  a.root = root_;
  a.comm = place_.handle;
  return a;
}

void Collective::run(MPI_Request* request) {
  const auto form = request == nullptr ? penstock::test::Form::kBlocking : penstock::test::Form::kStarted;
  penstock::test::row_of(choice_.call).begin(form, arguments(), request);
  // A running collective keeps its operation and its datatype alive.
  if (choice_.seed % 2 == 0 && op_ != MPI_SUM && op_ != MPI_BXOR) MPI_Op_free(&op_);
  if (choice_.seed % 2 == 0 && type_ != MPI_UINT64_T) MPI_Type_free(&type_);
}

bool Collective::is_right() const {
  if (recv_.memory == nullptr) return true;
  std::vector<Word> seen(recv_.image.size());
  recv_.memory->get(0, seen.data(), seen.size() * sizeof(Word));
  return std::equal(expected_.begin(), expected_.end(), seen.begin());
}

std::string Collective::describe() const {
  return std::string(choice_.waits ? "MPI_" : "MPI_I ") + penstock::test::row_of(choice_.call).name + " of " +
         std::to_string(choice_.count) + " words, operation " + std::to_string(choice_.operation) +
         (choice_.in_place ? ", in place" : "") + ", root " + std::to_string(root_member_) + ", communicator " +
         std::to_string(choice_.place) + ", " + choice_.send_memory + " to " + choice_.recv_memory;
}

}  // namespace stress
