#include "coll/fast_path/fast_path.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "coll/shm/lengths.hpp"
#include "coll/shm/programs.hpp"
#include "coll/shm/wait.hpp"

namespace penstock::coll {
namespace {

using enum Collective;

// For more bytes a schedule costs little compared with the copies.
constexpr std::uint64_t kMost = 8192;

// True if the compiled-in rows choose shared buffers for every length up to `most`.
bool goes_over_shm_buffers(Collective collective, const ShmBuffer& shm, const proto::Engine& engine, std::uint64_t most) {
  for (const bool commutative : {false, true}) {
    for (const std::uint64_t bytes : {std::uint64_t{1}, most}) {
      const Query query{.collective = collective,
                        .ranks = shm.size(),
                        .bytes = bytes,
                        .elements = bytes,
                        .commutative = commutative,
                        .crowded = engine.membership().oversubscribed(),
                        .in_order = reduces(collective) && engine.config().deterministic,
                        .shm = true};
      if (select(query).algorithm != "shm") return false;
    }
  }
  return true;
}

}  // namespace

// One operation in the shared buffer; each of its steps runs, and waits, when it is called.
class ShmFastPath::Turn {
 public:
  static constexpr bool kTakesFunctions = false;

  explicit Turn(ShmFastPath& fast_path, const base::ReduceKernel* kernel = nullptr)
      : shm_(fast_path.shm_), engine_(fast_path.engine_), operands_(fast_path.operands_), kernel_(kernel) {
    static_cast<void>(shm_.take_ticket());
  }
  ~Turn() { shm_.pass_turn(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  [[nodiscard]] ShmBuffer& shm() const noexcept { return shm_; }
  [[nodiscard]] static constexpr bool has_kernel() noexcept { return true; }
  void reserve(int slot, std::uint64_t bytes) { reserve(slot, bytes, bytes); }
  void reserve(int /*slot*/, std::uint64_t most, std::uint64_t own) {
    place_ = shm_.reserve(most, own);
    has_room_ = false;
  }
  void write(int /*slot*/, std::uint64_t offset, const std::byte* from, std::uint64_t bytes) {
    if (await_room()) std::memcpy(shm_.own(place_) + offset, from, bytes);
  }
  void write_length(int slot, std::uint64_t offset, std::uint64_t length) {
    write(slot, offset, reinterpret_cast<const std::byte*>(&length), sizeof length);
  }
  void copy(std::byte* to, const std::byte* from, std::uint64_t bytes) { std::memcpy(to, from, bytes); }
  void publish(int /*slot*/, std::uint64_t bytes, int to = -1) {
    static_cast<void>(await_room());
    shm_.publish(place_, bytes, !status_.is_ok(), to);
  }
  void await(int /*slot*/, int member, std::uint64_t length) { static_cast<void>(of(member, length)); }
  void read(int /*slot*/, int member, std::uint64_t length, std::uint64_t offset, const ShmTarget& to, std::uint64_t bytes) {
    if (const std::byte* theirs = of(member, length); theirs != nullptr) std::memcpy(to.address, theirs + offset, bytes);
  }
  void read_cell(int member, const Part& part) {
    await_word(member);
    const std::byte* cell = shm_.cell_of(member, place_);
    if (cell == nullptr) return fail(shm_.no_part(engine_, member, part.bytes));
    std::uint64_t said = 0;
    std::memcpy(&said, cell, sizeof said);
    if (said != part.bytes) return fail(other_length(member, said, part.bytes));
    std::memcpy(part.address, cell + ShmBuffer::kLengthBytes, part.bytes);
  }
  // Folds from the first member on.
  void fold_all(int /*slot*/, int /*first*/, int last, std::uint64_t length, std::uint64_t offset, const ShmTarget& to,
                std::uint64_t count, const std::byte* own) {
    for (int i = 0; i < last; ++i) {
      const bool given = own != nullptr && i == shm_.rank();
      const std::byte* theirs = given ? own : of(i, length);
      operands_[static_cast<std::size_t>(i)] = theirs == nullptr || given ? theirs : theirs + offset;
    }
    if (!status_.is_ok()) return;
    base::fold(*kernel_, to.address, std::span(operands_).first(static_cast<std::size_t>(last)), count);
  }
  void leave(int /*slot*/) { shm_.leave(place_); }
  [[nodiscard]] Status take_status() noexcept { return std::move(status_); }

 private:
  // Returns false if members may have given up: then there may never be room again.
  [[nodiscard]] bool await_room() {
    while (!has_room_) {
      has_room_ = shm_.has_room(place_, &watch_);
      if (has_room_) continue;
      if (shm_.is_broken()) return fail(shm_.loss().clone()), false;
      wait();
    }
    return true;
  }
  void await_word(int member) {
    while (!shm_.has_come(member, place_, &watch_)) wait();
  }
  // The function is not inlined, so that it does not slow down callers that need not wait.
  [[gnu::noinline]] void wait() { wait_for_watch(shm_, engine_, &watch_); }
  // Returns a member's bytes when they have arrived; null if they never will.
  [[nodiscard]] const std::byte* of(int member, std::uint64_t bytes) {
    await_word(member);
    if (shm_.is_whole(member, place_, bytes)) [[likely]] {
      return shm_.of(member, place_);
    }
    fail(shm_.no_part(engine_, member, bytes));
    return nullptr;
  }
  void fail(Status&& status) noexcept {
    if (status_.is_ok()) status_ = std::move(status);
  }

  ShmBuffer& shm_;
  proto::Engine& engine_;
  std::vector<const void*>& operands_;
  const base::ReduceKernel* kernel_;
  Place place_;
  bool has_room_ = false;
  transport::ShmBuffers::Watch watch_;
  Status status_;
};

ShmFastPath::ShmFastPath(ShmBuffer& shm, proto::Engine& engine)
    : shm_(shm),
      engine_(engine),
      rank_(shm.rank()),
      size_(shm.size()),
      operands_(static_cast<std::size_t>(size_)),
      parts_(2 * operands_.size()) {
  const std::uint64_t piece = shm_piece(shm);
  cell_ = shm_part_cell(piece, size_);
  for (int i = 0; i < kCollectives; ++i) {
    const auto collective = static_cast<Collective>(i);
    if (!movement_of(collective).has_data()) continue;
    const Movement& movement = movement_of(collective);
    const std::uint64_t parts = movement.is_equal() && movement.part_for_each ? static_cast<std::uint64_t>(size_) : 1;
    std::uint64_t most = std::min(kMost, piece / parts);
    if (movement.has_lists() && movement.part_for_each) most = std::min(most, cell_ - ShmBuffer::kLengthBytes);
    if (collective == kGatherv) most = std::min(most, shm_part_cell(piece, 1));
    // Query holds the size of the whole operand for reductions.
    const std::uint64_t blocks = collective == kReduceScatterBlock ? parts : 1;
    while (most != 0 && !goes_over_shm_buffers(collective, shm, engine, most * blocks)) most /= 2;
    most_[static_cast<std::size_t>(collective)] = most;
  }
}

Status ShmFastPath::barrier() {
  Turn turn(*this);
  barrier_on_shm(turn);
  return turn.take_status();
}

Status ShmFastPath::bcast(std::byte* data, std::uint64_t bytes, int root) {
  Turn turn(*this);
  bcast_on_shm(turn, data, bytes, root);
  return turn.take_status();
}

Status ShmFastPath::gather(const std::byte* from, std::byte* to, std::uint64_t bytes, int root) {
  Turn turn(*this);
  if (rank_ == root && from != nullptr) turn.copy(part_at(to, bytes, rank_), from, bytes);
  gather_on_shm(turn, from, to, bytes, bytes, root);
  return turn.take_status();
}

Status ShmFastPath::scatter(const std::byte* from, std::byte* to, std::uint64_t bytes, int root) {
  Turn turn(*this);
  scatter_on_shm(turn, from, to, bytes, bytes, root);
  if (rank_ == root && to != nullptr) turn.copy(to, part_at(from, bytes, rank_), bytes);
  return turn.take_status();
}

Status ShmFastPath::allgather(const std::byte* from, std::byte* to, std::uint64_t bytes) {
  Turn turn(*this);
  allgather_on_shm(turn, from != nullptr ? from : part_at(to, bytes, rank_), to, bytes, bytes);
  return turn.take_status();
}

Status ShmFastPath::alltoall(const std::byte* from, std::byte* to, std::uint64_t bytes) {
  Turn turn(*this);
  alltoall_on_shm(turn, from != nullptr ? from : to, to, bytes, bytes);
  return turn.take_status();
}

Status ShmFastPath::gatherv(const Part& own, std::span<const Part> parts, int root) {
  const std::uint64_t cell = shm_part_cell(shm_piece(shm_), 1);
  Turn turn(*this);
  if (rank_ != root) {
    give_short_part(turn, own.address, own.bytes, cell, root);
    return turn.take_status();
  }
  const auto part = [&](int i) { return parts[static_cast<std::size_t>(i)]; };
  take_short_parts(turn, cell, [&](int i) { return part(i).bytes; }, [&](int i) { return part(i).address; });
  if (own.address != nullptr) turn.copy(part(rank_).address, own.address, own.bytes);
  return turn.take_status();
}

void ShmFastPath::put_cells(Turn& turn, std::span<const Part> parts) const {
  const auto part = [&](int i) { return parts[static_cast<std::size_t>(i)]; };
  std::uint64_t longest = 0;
  for_other_members(turn, [&](int i) { longest = std::max(longest, part(i).bytes); });
  write_cells(
      turn, cell_, cell_of_part(longest), [&](int i) { return part(i).bytes; },
      [&](int i) { return part(i).bytes == 0 ? nullptr : part(i).address; });
}

Status ShmFastPath::scatterv(std::span<const Part> parts, const Part& own, int root) {
  Turn turn(*this);
  if (rank_ != root) {
    turn.reserve(0, of_all_members(turn, cell_), 0);
    turn.read_cell(root, own);
  } else {
    put_cells(turn, parts);
    if (own.address != nullptr) turn.copy(own.address, parts[static_cast<std::size_t>(rank_)].address, own.bytes);
  }
  turn.leave(0);
  return turn.take_status();
}

Status ShmFastPath::allgatherv(const Part& own, std::span<const Part> parts) {
  const auto part = [&](int i) { return parts[static_cast<std::size_t>(i)]; };
  std::uint64_t longest = 0;
  for (const Part& each : parts) longest = std::max(longest, each.bytes);
  // The builder adds no operation in this case, so members on either path count alike.
  if (longest == 0) return Status::ok();
  const std::byte* from = own.address != nullptr ? own.address : part(rank_).address;
  Turn turn(*this);
  allgatherv_on_shm(turn, from, longest, [&](int i) { return part(i).bytes; }, [&](int i) { return part(i).address; });
  return turn.take_status();
}

Status ShmFastPath::alltoallv(std::span<const Part> sent, std::span<const Part> received) {
  Turn turn(*this);
  put_cells(turn, sent);
  const auto own = static_cast<std::size_t>(rank_);
  turn.copy(received[own].address, sent[own].address, sent[own].bytes);
  for_other_members(turn, [&](int i) { turn.read_cell(i, received[static_cast<std::size_t>(i)]); });
  turn.leave(0);
  return turn.take_status();
}

Status ShmFastPath::fold_up_to(const Operand& operand, int last) {
  Turn turn(*this, &operand.kernel);
  fold_on_shm(turn, operand.from, operand.to, {.length = operand.bytes, .count = operand.count}, last);
  return turn.take_status();
}

Status ShmFastPath::reduce(const Operand& operand, int root) {
  Turn turn(*this, &operand.kernel);
  reduce_on_shm(turn, operand.from, operand.to, {.length = operand.bytes, .count = operand.count}, root);
  return turn.take_status();
}

Status ShmFastPath::allreduce(const Operand& operand) {
  return fold_up_to(operand, size_);
}

Status ShmFastPath::scan(const Operand& operand) {
  return fold_up_to(operand, rank_ + 1);
}

Status ShmFastPath::exscan(const Operand& operand) {
  return fold_up_to(operand, rank_);
}

Status ShmFastPath::reduce_scatter(const Operand& operand, std::uint64_t offset, std::uint64_t count) {
  Turn turn(*this, &operand.kernel);
  fold_on_shm(turn, operand.from, operand.to, {.length = operand.bytes, .offset = offset, .count = count}, size_);
  return turn.take_status();
}

Status ShmFastPath::reduce_scatter_block(const Operand& operand) {
  Turn turn(*this, &operand.kernel);
  reduce_scatter_on_shm(turn, operand.from, operand.to, operand.bytes, {.length = operand.bytes, .count = operand.count});
  return turn.take_status();
}

}  // namespace penstock::coll
