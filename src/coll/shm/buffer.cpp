#include "coll/shm/buffer.hpp"

#include <algorithm>
#include <utility>

#include "coll/loss.hpp"

namespace penstock::coll {
namespace {

constexpr std::uint64_t kLineBytes = 64;
constexpr std::uint64_t kControlBytes = 4096;
constexpr std::uint64_t kParts = 4;        // each quarter of lines and data that was read is published once
constexpr std::size_t kMostMembers = 256;  // every member reads the words of every other
constexpr std::uint64_t kRemembered = 2 * ShmBuffer::kLines;
constexpr std::uint32_t kInLine = ~std::uint32_t{0};
constexpr std::uint32_t kNone = ~std::uint32_t{0};

constexpr std::uint64_t in_whole_lines(std::uint64_t bytes) noexcept {
  return (bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
}

}  // namespace

Status other_length(int member, std::uint64_t bytes, std::uint64_t expected) {
  return Status::error(
      Code::kTransport,
      "rank {} of the communicator has {} bytes for this one in a collective where {} were expected: the ranks "
      "disagree on counts or types, which PENSTOCK_CHECK=1 in the environment names",
      member, bytes, expected);
}

struct alignas(kLineBytes) ShmBuffer::Line {
  std::atomic<std::uint64_t> stamp;
  std::uint32_t bytes;  // kNone: the operation failed
  std::uint32_t where;  // place of the bytes in the ring of data, in lines
  std::byte data[kInline];
};

// Words written by different sides lie in lines of their own.
struct ShmBuffer::Control {
  alignas(kLineBytes) std::atomic<std::uint64_t> read;    // the owner has read all shared buffers up to this stamp
  alignas(kLineBytes) std::atomic<std::uint64_t> closed;  // number of members that use this shared buffer no more
  alignas(kLineBytes) std::uint64_t last;                 // written by the owner: the last stamp that was used here
};

ShmBuffer::ShmBuffer(ShmBufferMaker& maker, int rank, std::span<const int> world, std::vector<ShmOffer> offers)
    : maker_(maker), rank_(rank), world_(world), offers_(std::move(offers)), ends_(kRemembered) {
  static_assert(sizeof(Line) == kLineBytes && sizeof(Control) <= kControlBytes);
  data_bytes_ = (maker_.rooms_->buffer_bytes() - kControlBytes - kLines * kLineBytes) / kLineBytes * kLineBytes;
  largest_ = data_bytes_ / kParts / kLineBytes * kLineBytes;
  // Older stamps may still stand in the shared buffers.
  for (const ShmOffer& offer : offers_) stamp_ = std::max(stamp_, offer.last);
  read_ = told_ = stamp_;
}

// Peers may read this rank's shared buffer for some time yet. A buffer that could not be opened on all members is never reused,
// because it is unknown when all have closed it.
ShmBuffer::~ShmBuffer() {
  if (getpid() != maker_.pid_) return;
  const int own = static_cast<int>(offers_[static_cast<std::size_t>(rank_)].shm);
  maker_.control(own).last = stamp_;
  for (int i = 0; i < size() && !members_.empty(); ++i) {
    if (i != rank_) members_[static_cast<std::size_t>(i)].control->closed.fetch_add(1, std::memory_order_acq_rel);
  }
  if (!members_.empty()) maker_.retired_.push_back({own, static_cast<std::uint64_t>(size() - 1)});
}

Status ShmBuffer::open() {
  std::vector<Member> members(offers_.size());
  for (std::size_t i = 0; i < offers_.size(); ++i) {
    const int shm = static_cast<int>(offers_[i].shm);
    std::byte* base = nullptr;
    if (static_cast<int>(i) == rank_) {
      base = maker_.rooms_->local(shm);
    } else {
      PENSTOCK_TRY(maker_.rooms_->remote(world_[i], shm, &base));
      members[i].bell = maker_.rooms_->doorbell(world_[i]);
    }
    members[i].control = reinterpret_cast<Control*>(base);
    members[i].lines = reinterpret_cast<Line*>(base + kControlBytes);
    members[i].data = base + kControlBytes + kLines * kLineBytes;
  }
  members_ = std::move(members);
  return Status::ok();
}

// The bytes of one operation lie in one piece: the rest at the ring's end is skipped.
Place ShmBuffer::reserve(std::uint64_t most, std::uint64_t own) noexcept {
  if (most > kInline) most_ += in_whole_lines(most);
  Place place{.stamp = ++stamp_, .most = most_, .bytes = own};
  if (own > kInline) {
    const std::uint64_t length = in_whole_lines(own);
    const std::uint64_t left = data_bytes_ - end_ % data_bytes_;
    if (left < length) end_ += left;
    place.data = end_ % data_bytes_;
    end_ += length;
  }
  place.end = end_;
  ends_[stamp_ % kRemembered] = end_;
  return place;
}

bool ShmBuffer::is_free(const Place& place) const noexcept {
  return place.stamp - read_ <= kLines && place.end - ends_[read_ % kRemembered] <= data_bytes_;
}

bool ShmBuffer::has_room(const Place& place, transport::ShmBuffers::Watch* watch) noexcept {
  if (is_free(place)) [[likely]] {
    return true;
  }
  std::uint64_t least = place.stamp - 1;  // others may be ahead of this rank
  for (int i = 0; i < size(); ++i) {
    if (i == rank_) continue;
    const std::atomic<std::uint64_t>& word = members_[static_cast<std::size_t>(i)].control->read;
    const std::uint64_t read = std::max(word.load(std::memory_order_acquire), read_);
    if (read >= least) continue;
    least = read;
    watch->word = &word;
    watch->value = read + 1;
  }
  read_ = least;
  return is_free(place);
}

ShmBuffer::Line& ShmBuffer::line(int member, const Place& place) const noexcept {
  return members_[static_cast<std::size_t>(member)].lines[place.stamp % kLines];
}

std::byte* ShmBuffer::own(const Place& place) noexcept {
  return place.bytes <= kInline ? line(rank_, place).data : members_[static_cast<std::size_t>(rank_)].data + place.data;
}

const std::byte* ShmBuffer::of(int member, const Place& place) const noexcept {
  const Line& theirs = line(member, place);
  return theirs.where == kInLine ? theirs.data : members_[static_cast<std::size_t>(member)].data + theirs.where * kLineBytes;
}

const std::byte* ShmBuffer::cell_of(int member, const Place& place) const noexcept {
  const std::uint64_t bytes = published(member, place);
  const auto cells = static_cast<std::uint64_t>(size() - 1);
  if (bytes == kFailed || bytes % cells != 0 || bytes / cells < kLengthBytes) return nullptr;
  return of(member, place) + bytes / cells * static_cast<std::uint64_t>(rank_ < member ? rank_ : rank_ - 1);
}

void ShmBuffer::publish(const Place& place, std::uint64_t bytes, bool failed, int to) noexcept {
  Line& own = line(rank_, place);
  own.bytes = failed ? kNone : static_cast<std::uint32_t>(bytes);
  own.where = place.bytes <= kInline ? kInLine : static_cast<std::uint32_t>(place.data / kLineBytes);
  own.stamp.store(place.stamp, std::memory_order_release);
  if (maker_.rooms_->must_order()) std::atomic_thread_fence(std::memory_order_seq_cst);
  if (to >= 0) return ring(to);
  ring_all();
}

void ShmBuffer::ring(int member) const noexcept {
  std::atomic<std::uint32_t>* bell = members_[static_cast<std::size_t>(member)].bell;
  if (bell != nullptr) transport::Doorbell::ring(bell);
}

void ShmBuffer::ring_all() const noexcept {
  for (const Member& member : members_) {
    if (member.bell != nullptr) transport::Doorbell::ring(member.bell);
  }
}

bool ShmBuffer::has_come(int member, const Place& place, transport::ShmBuffers::Watch* watch) const noexcept {
  const std::atomic<std::uint64_t>& word = line(member, place).stamp;
  if (word.load(std::memory_order_acquire) >= place.stamp || is_broken()) return true;
  watch->word = &word;
  watch->value = place.stamp;
  return false;
}

std::uint64_t ShmBuffer::published(int member, const Place& place) const noexcept {
  if (is_broken() && line(member, place).stamp.load(std::memory_order_acquire) < place.stamp) [[unlikely]] {
    return kFailed;
  }
  const std::uint32_t bytes = line(member, place).bytes;
  return bytes == kNone ? kFailed : bytes;
}

void ShmBuffer::leave(const Place& place) noexcept {
  if (place.stamp - told_ < kLines / kParts && place.most - told_most_ < data_bytes_ / kParts) return;
  told_ = place.stamp;
  told_most_ = place.most;
  members_[static_cast<std::size_t>(rank_)].control->read.store(told_, std::memory_order_release);
  if (maker_.rooms_->must_order()) std::atomic_thread_fence(std::memory_order_seq_cst);
  ring_all();
}

Status ShmBuffer::no_part(proto::Engine& engine, int member, std::uint64_t bytes) const {
  if (is_broken()) return loss_.clone();
  return loss_or(
      engine, world_,
      Status::error(Code::kTransport,
                    "rank {} of the communicator has no part of {} bytes in a collective: it failed there, or the ranks "
                    "disagree on counts or types, which PENSTOCK_CHECK=1 in the environment names",
                    member, bytes));
}

bool ShmBuffer::breaks(const proto::Engine& engine) {
  if (is_broken() || engine.membership().loss_of(proto::kAnySource) == nullptr) return false;
  for (const int rank : world_) {
    const Status* const loss = rank == engine.rank() ? nullptr : engine.membership().loss_of(rank);
    if (loss == nullptr) continue;
    loss_ = loss->clone();
    return true;
  }
  return false;
}

void ShmBuffer::wait_for(transport::ShmBuffers::Watch* watch) noexcept {
  if (!watch->node.linked()) maker_.rooms_->watch(watch);
}

void ShmBuffer::wait_no_more(transport::ShmBuffers::Watch* watch) noexcept {
  if (watch->node.linked()) maker_.rooms_->unwatch(watch);
}

bool ShmBufferMaker::can_reach(std::span<const int> world) {
  if (rooms_ == nullptr || world.size() > kMostMembers) return false;
  return std::ranges::all_of(world, [this](int rank) {
    bool reached = false;
    return rooms_->reaches(rank, &reached).is_ok() && reached;
  });
}

ShmBuffer::Control& ShmBufferMaker::control(int shm) noexcept {
  return *reinterpret_cast<ShmBuffer::Control*>(rooms_->local(shm));
}

void ShmBufferMaker::reclaim() noexcept {
  std::erase_if(retired_, [this](const Retired& retired) {
    ShmBuffer::Control& shm = control(retired.shm);
    if (shm.closed.load(std::memory_order_acquire) < retired.peers) return false;
    shm.closed.store(0, std::memory_order_relaxed);
    rooms_->release(retired.shm);
    return true;
  });
}

ShmOffer ShmBufferMaker::offer(std::span<const int> world) {
  if (!can_reach(world)) return {};
  reclaim();
  const int shm = rooms_->acquire();
  return shm < 0 ? ShmOffer{} : ShmOffer{shm, control(shm).last};
}

std::unique_ptr<ShmBuffer> ShmBufferMaker::make(int rank, std::span<const int> world, std::vector<ShmOffer> offers) {
  const bool all = std::ranges::all_of(offers, [](const ShmOffer& offer) { return offer.shm >= 0; });
  if (all) return std::make_unique<ShmBuffer>(*this, rank, world, std::move(offers));
  take_back(offers[static_cast<std::size_t>(rank)]);
  return nullptr;
}

void ShmBufferMaker::take_back(const ShmOffer& own) noexcept {
  if (own.shm >= 0) rooms_->release(static_cast<int>(own.shm));
}

}  // namespace penstock::coll
