// A process has one kernel under way that waits for its like on other devices, of whatever team.
//
// Two of them, of two communicators, may be begun in different orders by two processes (threads of MPI_THREAD_MULTIPLE, or
// calls that were started). Each device would then work on the one that waits for the other, since they share a stream or the
// room on the multiprocessors. A call that finds the turn taken goes another way, by kernels that wait for nobody, on all
// members: its card says so.
#pragma once

#include <utility>

namespace penstock::coll {

// The process's. Used with the engine's lock held.
class JointTurns {
 private:
  friend class JointTurn;
  bool taken_ = false;
};

// One call's, from its card to the end of its kernel, or none.
class JointTurn {
 public:
  JointTurn() = default;
  // None where another call has it. `turns` outlives it.
  [[nodiscard]] static JointTurn take(JointTurns& turns) noexcept {
    JointTurn turn;
    if (!std::exchange(turns.taken_, true)) turn.turns_ = &turns;
    return turn;
  }
  JointTurn(JointTurn&& other) noexcept : turns_(std::exchange(other.turns_, nullptr)) {}
  JointTurn& operator=(JointTurn&& other) noexcept {
    std::swap(turns_, other.turns_);
    other.give_back();
    return *this;
  }
  JointTurn(const JointTurn&) = delete;
  JointTurn& operator=(const JointTurn&) = delete;
  ~JointTurn() { give_back(); }

  [[nodiscard]] bool is_taken() const noexcept { return turns_ != nullptr; }
  void give_back() noexcept {
    if (turns_ != nullptr) std::exchange(turns_, nullptr)->taken_ = false;
  }

 private:
  JointTurns* turns_ = nullptr;
};

}  // namespace penstock::coll
