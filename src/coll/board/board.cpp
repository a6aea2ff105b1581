#include "coll/board/board.hpp"

#include <algorithm>
#include <utility>

namespace penstock::coll {
namespace {

constexpr std::uint64_t kLineBytes = 64;
constexpr std::uint64_t kControlBytes = 4096;
constexpr std::uint64_t kParts = 4;        // of lines and data: what is read is published once for each
constexpr std::size_t kMostMembers = 256;  // everybody looks at everybody
constexpr std::uint64_t kRemembered = 2 * Board::kLines;
constexpr std::uint32_t kInLine = ~std::uint32_t{0};
constexpr std::uint32_t kNone = ~std::uint32_t{0};

constexpr std::uint64_t in_whole_lines(std::uint64_t bytes) noexcept {
  return (bytes + kLineBytes - 1) / kLineBytes * kLineBytes;
}

}  // namespace

Status no_part(int member, std::uint64_t bytes) {
  return Status::error(Code::kTransport,
                       "rank {} of the communicator has no part of {} bytes in a collective: it failed there, or the ranks "
                       "disagree on counts or types",
                       member, bytes);
}

Status other_length(int member, std::uint64_t bytes, std::uint64_t expected) {
  return Status::error(
      Code::kTransport,
      "rank {} of the communicator has {} bytes for this one in a collective where {} were expected: the ranks "
      "disagree on counts or types",
      member, bytes, expected);
}

struct alignas(kLineBytes) Board::Line {
  std::atomic<std::uint64_t> stamp;
  std::uint32_t bytes;  // kNone: failed
  std::uint32_t where;  // the bytes are, in the ring of data, in lines
  std::byte data[kInline];
};

// Words written by different sides lie in lines of their own.
struct Board::Control {
  alignas(kLineBytes) std::atomic<std::uint64_t> read;    // the owner has read all boards up to this stamp
  alignas(kLineBytes) std::atomic<std::uint64_t> closed;  // members that look at this board no more
  alignas(kLineBytes) std::uint64_t last;                 // the owner's: the last stamp that was used here
};

Board::Board(BoardMaker& maker, int rank, std::span<const int> world, std::vector<BoardOffer> offers)
    : maker_(maker), rank_(rank), world_(world), offers_(std::move(offers)), ends_(kRemembered) {
  static_assert(sizeof(Line) == kLineBytes && sizeof(Control) <= kControlBytes);
  data_bytes_ = (maker_.rooms_->board_bytes() - kControlBytes - kLines * kLineBytes) / kLineBytes * kLineBytes;
  largest_ = data_bytes_ / kParts / kLineBytes * kLineBytes;
  // Older stamps may still stand on the boards.
  for (const BoardOffer& offer : offers_) stamp_ = std::max(stamp_, offer.last);
  read_ = told_ = stamp_;
}

// Peers may read this rank's board for some time yet. One that could not be opened everywhere is given up: nobody would know
// when all have closed it.
Board::~Board() {
  if (getpid() != maker_.pid_) return;
  const int own = static_cast<int>(offers_[static_cast<std::size_t>(rank_)].board);
  maker_.control(own).last = stamp_;
  for (int i = 0; i < size() && !members_.empty(); ++i) {
    if (i != rank_) members_[static_cast<std::size_t>(i)].control->closed.fetch_add(1, std::memory_order_acq_rel);
  }
  if (!members_.empty()) maker_.retired_.push_back({own, static_cast<std::uint64_t>(size() - 1)});
}

Status Board::open() {
  std::vector<Member> members(offers_.size());
  for (std::size_t i = 0; i < offers_.size(); ++i) {
    const int board = static_cast<int>(offers_[i].board);
    std::byte* base = nullptr;
    if (static_cast<int>(i) == rank_) {
      base = maker_.rooms_->local(board);
    } else {
      PENSTOCK_TRY(maker_.rooms_->remote(world_[i], board, &base));
      members[i].bell = maker_.rooms_->doorbell(world_[i]);
    }
    members[i].control = reinterpret_cast<Control*>(base);
    members[i].lines = reinterpret_cast<Line*>(base + kControlBytes);
    members[i].data = base + kControlBytes + kLines * kLineBytes;
  }
  members_ = std::move(members);
  return Status::ok();
}

// Bytes of one operation lie in one piece: what is left at the ring's end is skipped.
Place Board::reserve(std::uint64_t most, std::uint64_t own) noexcept {
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

bool Board::is_free(const Place& place) const noexcept {
  return place.stamp - read_ <= kLines && place.end - ends_[read_ % kRemembered] <= data_bytes_;
}

bool Board::has_room(const Place& place, transport::Boards::Watch* watch) noexcept {
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

Board::Line& Board::line(int member, const Place& place) const noexcept {
  return members_[static_cast<std::size_t>(member)].lines[place.stamp % kLines];
}

std::byte* Board::own(const Place& place) noexcept {
  return place.bytes <= kInline ? line(rank_, place).data : members_[static_cast<std::size_t>(rank_)].data + place.data;
}

const std::byte* Board::of(int member, const Place& place) const noexcept {
  const Line& theirs = line(member, place);
  return theirs.where == kInLine ? theirs.data : members_[static_cast<std::size_t>(member)].data + theirs.where * kLineBytes;
}

const std::byte* Board::cell_of(int member, const Place& place) const noexcept {
  const std::uint64_t bytes = published(member, place);
  const auto cells = static_cast<std::uint64_t>(size() - 1);
  if (bytes == kFailed || bytes % cells != 0 || bytes / cells < kLengthBytes) return nullptr;
  return of(member, place) + bytes / cells * static_cast<std::uint64_t>(rank_ < member ? rank_ : rank_ - 1);
}

void Board::publish(const Place& place, std::uint64_t bytes, bool failed, int to) noexcept {
  Line& own = line(rank_, place);
  own.bytes = failed ? kNone : static_cast<std::uint32_t>(bytes);
  own.where = place.bytes <= kInline ? kInLine : static_cast<std::uint32_t>(place.data / kLineBytes);
  own.stamp.store(place.stamp, std::memory_order_release);
  if (maker_.rooms_->must_order()) std::atomic_thread_fence(std::memory_order_seq_cst);
  if (to >= 0) return ring(to);
  ring_all();
}

void Board::ring(int member) const noexcept {
  std::atomic<std::uint32_t>* bell = members_[static_cast<std::size_t>(member)].bell;
  if (bell != nullptr) transport::Doorbell::ring(bell);
}

void Board::ring_all() const noexcept {
  for (const Member& member : members_) {
    if (member.bell != nullptr) transport::Doorbell::ring(member.bell);
  }
}

bool Board::has_come(int member, const Place& place, transport::Boards::Watch* watch) const noexcept {
  const std::atomic<std::uint64_t>& word = line(member, place).stamp;
  if (word.load(std::memory_order_acquire) >= place.stamp) return true;
  watch->word = &word;
  watch->value = place.stamp;
  return false;
}

std::uint64_t Board::published(int member, const Place& place) const noexcept {
  const std::uint32_t bytes = line(member, place).bytes;
  return bytes == kNone ? kFailed : bytes;
}

void Board::leave(const Place& place) noexcept {
  if (place.stamp - told_ < kLines / kParts && place.most - told_most_ < data_bytes_ / kParts) return;
  told_ = place.stamp;
  told_most_ = place.most;
  members_[static_cast<std::size_t>(rank_)].control->read.store(told_, std::memory_order_release);
  if (maker_.rooms_->must_order()) std::atomic_thread_fence(std::memory_order_seq_cst);
  ring_all();
}

void Board::wait_for(transport::Boards::Watch* watch) noexcept {
  if (!watch->node.linked()) maker_.rooms_->watch(watch);
}

void Board::wait_no_more(transport::Boards::Watch* watch) noexcept {
  if (watch->node.linked()) maker_.rooms_->unwatch(watch);
}

bool BoardMaker::can_reach(std::span<const int> world) {
  if (rooms_ == nullptr || world.size() > kMostMembers) return false;
  return std::ranges::all_of(world, [this](int rank) {
    bool reached = false;
    return rooms_->reaches(rank, &reached).is_ok() && reached;
  });
}

Board::Control& BoardMaker::control(int board) noexcept {
  return *reinterpret_cast<Board::Control*>(rooms_->local(board));
}

void BoardMaker::reclaim() noexcept {
  std::erase_if(retired_, [this](const Retired& retired) {
    Board::Control& board = control(retired.board);
    if (board.closed.load(std::memory_order_acquire) < retired.peers) return false;
    board.closed.store(0, std::memory_order_relaxed);
    rooms_->release(retired.board);
    return true;
  });
}

BoardOffer BoardMaker::offer(std::span<const int> world) {
  if (!can_reach(world)) return {};
  reclaim();
  const int board = rooms_->acquire();
  return board < 0 ? BoardOffer{} : BoardOffer{board, control(board).last};
}

std::unique_ptr<Board> BoardMaker::make(int rank, std::span<const int> world, std::vector<BoardOffer> offers) {
  const bool all = std::ranges::all_of(offers, [](const BoardOffer& offer) { return offer.board >= 0; });
  if (all) return std::make_unique<Board>(*this, rank, world, std::move(offers));
  take_back(offers[static_cast<std::size_t>(rank)]);
  return nullptr;
}

void BoardMaker::take_back(const BoardOffer& own) noexcept {
  if (own.board >= 0) rooms_->release(static_cast<int>(own.board));
}

}  // namespace penstock::coll
