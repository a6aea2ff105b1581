#include "coll/fast_path/express.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "coll/board/lengths.hpp"
#include "coll/board/wait.hpp"

namespace penstock::coll {
namespace {

using enum Collective;

// Beyond it a schedule costs little beside the copies.
constexpr std::uint64_t kMost = 8192;

// The compiled-in rows say so for every length up to that.
bool goes_over_boards(Collective collective, const Board& board, const proto::Engine& engine, std::uint64_t most) {
  for (const bool commutative : {false, true}) {
    for (const std::uint64_t bytes : {std::uint64_t{1}, most}) {
      const Query query{.collective = collective,
                        .ranks = board.size(),
                        .bytes = bytes,
                        .elements = bytes,
                        .commutative = commutative,
                        .crowded = engine.crowded(),
                        .in_order = reduces(collective) && engine.config().deterministic,
                        .board = true};
      if (select(query).algorithm != "board") return false;
    }
  }
  return true;
}

}  // namespace

// One operation on the board, whose members publish `bytes` where nothing else is said. This rank writes up to `own`, no rank
// more than `most`. It is through with the board when it ends.
class Express::Turn {
 public:
  Turn(Express& express, std::uint64_t bytes) : Turn(express, bytes, bytes) {}
  Turn(Express& express, std::uint64_t most, std::uint64_t own)
      : board_(express.board_), engine_(express.engine_), bytes_(own) {
    static_cast<void>(board_.take_ticket());
    place_ = board_.reserve(most, own);
  }
  ~Turn() {
    board_.leave(place_);
    board_.pass_turn();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  // This rank's bytes, once there is room.
  [[nodiscard]] std::byte* own() {
    while (!board_.has_room(place_, &watch_)) wait_for_watch(board_, engine_, &watch_);
    return board_.own(place_);
  }
  // Once they are written.
  void publish(int to = -1) { publish(bytes_, to); }
  void publish(std::uint64_t bytes, int to) { board_.publish(place_, bytes, !status_.is_ok(), to); }
  // Those of a member, once they are there; null where they never will be.
  [[nodiscard]] const std::byte* of(int member) { return of(member, bytes_); }
  [[nodiscard]] const std::byte* of(int member, std::uint64_t bytes) {
    await(member);
    if (board_.is_whole(member, place_, bytes)) [[likely]] {
      return board_.of(member, place_);
    }
    fail(no_part(member, bytes));
    return nullptr;
  }
  // This rank's part in a member's cells.
  void read_cell(int member, const Part& part) {
    await(member);
    const std::byte* cell = board_.cell_of(member, place_);
    if (cell == nullptr) return fail(no_part(member, part.bytes));
    std::uint64_t said = 0;
    std::memcpy(&said, cell, sizeof said);
    if (said != part.bytes) return fail(other_length(member, said, part.bytes));
    std::memcpy(part.address, cell + Board::kLengthBytes, part.bytes);
  }
  void fail(Status&& status) noexcept {
    if (status_.is_ok()) status_ = std::move(status);
  }
  void read(int member, std::uint64_t offset, std::byte* to, std::uint64_t bytes) {
    if (const std::byte* theirs = of(member); theirs != nullptr) std::memcpy(to, theirs + offset, bytes);
  }
  [[nodiscard]] bool is_ok() const noexcept { return status_.is_ok(); }
  [[nodiscard]] Status take_status() noexcept { return std::move(status_); }

 private:
  void await(int member) {
    while (!board_.has_come(member, place_, &watch_)) wait_for_watch(board_, engine_, &watch_);
  }

  Board& board_;
  proto::Engine& engine_;
  std::uint64_t bytes_;
  Place place_;
  transport::Boards::Watch watch_;
  Status status_;
};

Express::Express(Board& board, proto::Engine& engine)
    : board_(board),
      engine_(engine),
      rank_(board.rank()),
      size_(board.size()),
      operands_(static_cast<std::size_t>(size_)),
      parts_(2 * operands_.size()) {
  const std::uint64_t piece = board_piece(board);
  cell_ = board_cell(piece, size_);
  for (int i = 0; i < kCollectives; ++i) {
    const auto collective = static_cast<Collective>(i);
    if (!movement_of(collective).has_data()) continue;
    const Movement& movement = movement_of(collective);
    const std::uint64_t parts = movement.is_equal() && movement.part_for_each ? static_cast<std::uint64_t>(size_) : 1;
    std::uint64_t most = std::min(kMost, piece / parts);
    if (movement.has_lists() && movement.part_for_each) most = std::min(most, cell_ - Board::kLengthBytes);
    if (collective == kGatherv) most = std::min(most, board_cell(piece, 1));
    // Of reductions Query has the whole operand.
    const std::uint64_t blocks = collective == kReduceScatterBlock ? parts : 1;
    while (most != 0 && !goes_over_boards(collective, board, engine, most * blocks)) most /= 2;
    most_[static_cast<std::size_t>(collective)] = most;
  }
}

Status Express::barrier() {
  Turn turn(*this, 0);
  static_cast<void>(turn.own());
  turn.publish();
  for (int i = 0; i < size_; ++i) {
    if (i != rank_) static_cast<void>(turn.of(i));
  }
  return turn.take_status();
}

Status Express::bcast(std::byte* data, std::uint64_t bytes, int root) {
  Turn turn(*this, bytes);
  if (rank_ == root) {
    std::memcpy(turn.own(), data, bytes);
    turn.publish();
  } else {
    turn.read(root, 0, data, bytes);
  }
  return turn.take_status();
}

Status Express::gather(const std::byte* from, std::byte* to, std::uint64_t bytes, int root) {
  Turn turn(*this, bytes);
  if (rank_ != root) {
    std::memcpy(turn.own(), from, bytes);
    turn.publish(root);
    return Status::ok();
  }
  for (int i = 0; i < size_; ++i, to += bytes) {
    if (i != rank_) {
      turn.read(i, 0, to, bytes);
    } else if (from != nullptr) {
      std::memcpy(to, from, bytes);
    }
  }
  return turn.take_status();
}

Status Express::scatter(const std::byte* from, std::byte* to, std::uint64_t bytes, int root) {
  Turn turn(*this, of_all(bytes));
  if (rank_ != root) {
    turn.read(root, static_cast<std::uint64_t>(rank_) * bytes, to, bytes);
    return turn.take_status();
  }
  std::memcpy(turn.own(), from, of_all(bytes));
  turn.publish();
  if (to != nullptr) std::memcpy(to, from + static_cast<std::uint64_t>(rank_) * bytes, bytes);
  return Status::ok();
}

Status Express::allgather(const std::byte* from, std::byte* to, std::uint64_t bytes) {
  Turn turn(*this, bytes);
  std::byte* mine = to + static_cast<std::uint64_t>(rank_) * bytes;
  std::memcpy(turn.own(), from != nullptr ? from : mine, bytes);
  turn.publish();
  if (from != nullptr) std::memcpy(mine, from, bytes);
  for (int i = 0; i < size_; ++i, to += bytes) {
    if (i != rank_) turn.read(i, 0, to, bytes);
  }
  return turn.take_status();
}

Status Express::alltoall(const std::byte* from, std::byte* to, std::uint64_t bytes) {
  Turn turn(*this, of_all(bytes));
  std::memcpy(turn.own(), from != nullptr ? from : to, of_all(bytes));
  turn.publish();
  for (int i = 0; i < size_; ++i, to += bytes) turn.read(i, static_cast<std::uint64_t>(rank_) * bytes, to, bytes);
  return turn.take_status();
}

// As a sender of gatherv announces it: parts that this class takes are short.
Status Express::gatherv(const Part& own, std::span<const Part> parts, int root) {
  Turn turn(*this, board_cell(board_piece(board_), 1), rank_ == root ? 0 : own.bytes);
  if (rank_ != root) {
    std::memcpy(turn.own(), own.address, own.bytes);
    turn.publish(root);
    return Status::ok();
  }
  for (int i = 0; i < size_; ++i) {
    const Part& part = parts[static_cast<std::size_t>(i)];
    if (i != rank_) {
      if (const std::byte* theirs = turn.of(i, part.bytes); theirs != nullptr) std::memcpy(part.address, theirs, part.bytes);
    } else if (own.address != nullptr) {
      std::memcpy(part.address, own.address, own.bytes);
    }
  }
  return turn.take_status();
}

std::uint64_t Express::cell_for(std::span<const Part> parts) const noexcept {
  std::uint64_t longest = 0;
  for (int i = 0; i < size_; ++i) {
    if (i != rank_) longest = std::max(longest, parts[static_cast<std::size_t>(i)].bytes);
  }
  return cell_of_part(longest);
}

void Express::write_cells(Turn& turn, std::span<const Part> parts, std::uint64_t cell) {
  std::byte* own = turn.own();
  for (int i = 0; i < size_; ++i) {
    const Part& part = parts[static_cast<std::size_t>(i)];
    if (i == rank_) continue;
    std::memcpy(own, &part.bytes, Board::kLengthBytes);
    std::memcpy(own + Board::kLengthBytes, part.address, part.bytes);
    own += cell;
  }
  turn.publish();
}

Status Express::scatterv(std::span<const Part> parts, const Part& own, int root) {
  const std::uint64_t cell = rank_ == root ? cell_for(parts) : 0;
  Turn turn(*this, of_all(cell_), of_others(cell));
  if (rank_ != root) {
    turn.read_cell(root, own);
  } else {
    write_cells(turn, parts, cell);
    if (own.address != nullptr) std::memcpy(own.address, parts[static_cast<std::size_t>(rank_)].address, own.bytes);
  }
  return turn.take_status();
}

Status Express::allgatherv(const Part& own, std::span<const Part> parts) {
  std::uint64_t longest = 0;
  for (const Part& part : parts) longest = std::max(longest, part.bytes);
  if (longest == 0) return Status::ok();
  Turn turn(*this, longest);
  const Part& place = parts[static_cast<std::size_t>(rank_)];
  std::memcpy(turn.own(), own.address != nullptr ? own.address : place.address, place.bytes);
  turn.publish(place.bytes, -1);
  if (own.address != nullptr) std::memcpy(place.address, own.address, place.bytes);
  for (int i = 0; i < size_; ++i) {
    const Part& part = parts[static_cast<std::size_t>(i)];
    if (i == rank_ || part.bytes == 0) continue;
    if (const std::byte* theirs = turn.of(i, part.bytes); theirs != nullptr) std::memcpy(part.address, theirs, part.bytes);
  }
  return turn.take_status();
}

Status Express::alltoallv(std::span<const Part> sent, std::span<const Part> received) {
  const std::uint64_t cell = cell_for(sent);
  Turn turn(*this, of_all(cell_), of_others(cell));
  write_cells(turn, sent, cell);
  const auto own = static_cast<std::size_t>(rank_);
  std::memcpy(received[own].address, sent[own].address, sent[own].bytes);
  for (int i = 0; i < size_; ++i) {
    if (i != rank_) turn.read_cell(i, received[static_cast<std::size_t>(i)]);
  }
  return turn.take_status();
}

// The operands of members 0 .. last - 1, in rank order.
void Express::fold(Turn& turn, const Operand& operand, int last, std::uint64_t offset) {
  for (int i = 0; i < last; ++i) {
    const std::byte* theirs = turn.of(i);
    operands_[static_cast<std::size_t>(i)] = theirs == nullptr ? nullptr : theirs + offset;
  }
  if (!turn.is_ok()) return;
  base::fold(operand.kernel, operand.to, std::span(operands_).first(static_cast<std::size_t>(last)), operand.count);
}

Status Express::fold_up_to(const Operand& operand, int last) {
  Turn turn(*this, operand.bytes);
  std::memcpy(turn.own(), operand.from, operand.bytes);
  turn.publish();
  if (last != 0) fold(turn, operand, last, 0);
  return turn.take_status();
}

Status Express::reduce(const Operand& operand, int root) {
  Turn turn(*this, operand.bytes);
  if (rank_ != root) {
    std::memcpy(turn.own(), operand.from, operand.bytes);
    turn.publish(root);
    return Status::ok();
  }
  for (int i = 0; i < size_; ++i) operands_[static_cast<std::size_t>(i)] = i == rank_ ? operand.from : turn.of(i);
  if (turn.is_ok()) base::fold(operand.kernel, operand.to, operands_, operand.count);
  return turn.take_status();
}

Status Express::allreduce(const Operand& operand) {
  return fold_up_to(operand, size_);
}

Status Express::scan(const Operand& operand) {
  return fold_up_to(operand, rank_ + 1);
}

Status Express::exscan(const Operand& operand) {
  return fold_up_to(operand, rank_);
}

Status Express::reduce_scatter(const Operand& operand, std::uint64_t offset, std::uint64_t count) {
  Turn turn(*this, operand.bytes);
  std::memcpy(turn.own(), operand.from, operand.bytes);
  turn.publish();
  if (count != 0) fold(turn, {operand.kernel, operand.from, operand.to, operand.bytes, count}, size_, offset);
  return turn.take_status();
}

Status Express::reduce_scatter_block(const Operand& operand) {
  Turn turn(*this, of_all(operand.bytes));
  std::memcpy(turn.own(), operand.from, of_all(operand.bytes));
  turn.publish();
  fold(turn, operand, size_, static_cast<std::uint64_t>(rank_) * operand.bytes);
  return turn.take_status();
}

}  // namespace penstock::coll
