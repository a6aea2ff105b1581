// A process has one kernel under way that waits for its like on other devices, of whatever team.
//
// Two of them, of two communicators, may be begun in different orders by two processes (threads of MPI_THREAD_MULTIPLE, or
// calls that were started). Each device would then work on the one that waits for the other, since they share a stream or the
// room on the multiprocessors. A call that finds the turn taken goes another way, by kernels that wait for nobody, on all
// members: its descriptor says so.
#pragma once

#include <utility>

namespace penstock::coll {

// The process's. Used with the engine's lock held.
class CoscheduledTurns {
 private:
  friend class CoscheduledTurn;
  bool taken_ = false;
};

// One call's, from its descriptor to the end of its kernel, or none.
class CoscheduledTurn {
 public:
  CoscheduledTurn() = default;
  // None where another call has it. `turns` outlives it.
  [[nodiscard]] static CoscheduledTurn take(CoscheduledTurns& turns) noexcept {
    CoscheduledTurn turn;
    if (!std::exchange(turns.taken_, true)) turn.turns_ = &turns;
    return turn;
  }
  CoscheduledTurn(CoscheduledTurn&& other) noexcept : turns_(std::exchange(other.turns_, nullptr)) {}
  CoscheduledTurn& operator=(CoscheduledTurn&& other) noexcept {
    std::swap(turns_, other.turns_);
    other.give_back();
    return *this;
  }
  CoscheduledTurn(const CoscheduledTurn&) = delete;
  CoscheduledTurn& operator=(const CoscheduledTurn&) = delete;
  ~CoscheduledTurn() { give_back(); }

  [[nodiscard]] bool is_taken() const noexcept { return turns_ != nullptr; }
  void give_back() noexcept {
    if (turns_ != nullptr) std::exchange(turns_, nullptr)->taken_ = false;
  }

 private:
  CoscheduledTurns* turns_ = nullptr;
};

}  // namespace penstock::coll
