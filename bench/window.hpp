// A window of any kind over the team of a scene, and epochs of any synchronisation.
#pragma once

#include "by_hand.hpp"
#include "scene.hpp"
#include "verb.hpp"

namespace bench {

// The kinds have the names of --win-options and --sync-option, which are those of the OSU Micro-Benchmarks.
enum class WindowKind { kCreate, kAllocate, kDynamic, kShared };
enum class Sync { kFlush, kFlushLocal, kLock, kLockAll, kPscw, kFence };

[[nodiscard]] WindowKind window_kind(const Options& options);
[[nodiscard]] Sync sync_of(const Options& options);
// Returns why a case of one-sided calls cannot run with the other options; empty if it can.
[[nodiscard]] std::string rma_misfit(const Options& options, const Case& which);

// One item of memory on each rank.
class Window {
 public:
  // The constructor and close() are collective; after a failure close() is not called, because the program ends. `peer` is the
  // rank that operations go to, or come from; `origin`: this rank makes them, `target`: it receives them. `by_hand`: they use
  // its memory in place of the scene's; it outlives the window.
  Window(Scene& scene, Sync sync, int peer, bool origin, bool target, ByHand* by_hand = nullptr);
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window() = default;
  void close();

  // These enclose the operations of one epoch. Ranks that neither make nor receive any need not call them.
  void begin();
  void end();
  // Runs an epoch of `operations` operations, made by hand if the options ask for that. Data that move by hand are in the
  // scene's memory on return.
  void epoch(Verb verb, int operations);
  void issue(Verb verb);
  // Makes every rank's memory visible to loads and stores of its owner. A barrier must lie between.
  void settle();

  [[nodiscard]] MPI_Win win() const { return win_; }
  // Returns where a rank's memory begins, in the displacements of operations: 0, except in dynamic windows.
  [[nodiscard]] MPI_Aint base_of(int rank) const { return bases_.empty() ? 0 : bases_[static_cast<std::size_t>(rank)]; }
  // Returns this rank's memory, which operations of its peer change, as a buffer.
  [[nodiscard]] Buffer view() const {
    return {scene_.memory, scene_.layout().slot(), by_hand_ != nullptr ? scene_.recv().data() : memory_};
  }

 private:
  void make();
  void attach();
  [[nodiscard]] void* item(std::size_t index) const {
    return by_hand_ != nullptr ? by_hand_->item(index) : scene_.send_at(index);
  }
  [[nodiscard]] bool always_open() const { return sync_ == Sync::kFlush || sync_ == Sync::kFlushLocal; }

  Scene& scene_;
  const WindowKind kind_;
  const Sync sync_;
  const int peer_;
  const bool origin_, target_;
  ByHand* const by_hand_;
  void* memory_ = nullptr;
  std::vector<MPI_Aint> bases_;
  MPI_Win win_ = MPI_WIN_NULL;
  MPI_Group group_ = MPI_GROUP_NULL;  // group of the peer
};

}  // namespace bench
