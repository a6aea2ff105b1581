// A window of any kind over the team of a scene, and epochs of any synchronisation.
#pragma once

#include "by_hand.hpp"
#include "scene.hpp"
#include "verb.hpp"

namespace bench {

// As --win-options and --sync-option name them, which are the words of the OSU Micro-Benchmarks.
enum class WindowKind { kCreate, kAllocate, kDynamic, kShared };
enum class Sync { kFlush, kFlushLocal, kLock, kLockAll, kPscw, kFence };

[[nodiscard]] WindowKind window_kind(const Options& options);
[[nodiscard]] Sync sync_of(const Options& options);
// Why a case of one-sided calls cannot go with the other options; empty where it can.
[[nodiscard]] std::string rma_misfit(const Options& options, const Case& which);

// One item of memory on each rank.
class Window {
 public:
  // Collective, as is close(), which is not for failures: the program ends then. `peer`: the rank that operations go to, or
  // come from; `origin`: this rank makes them, `target`: they come to it. `by_hand`: they take its memory in place of the
  // scene's; it outlives the window.
  Window(Scene& scene, Sync sync, int peer, bool origin, bool target, ByHand* by_hand = nullptr);
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window() = default;
  void close();

  // Around the operations of one epoch. Ranks that neither make nor get any need not call.
  void begin();
  void end();
  // An epoch of so many operations, made by hand if so asked. What moves by hand is in the memory of the scene on return.
  void epoch(Verb verb, int operations);
  void issue(Verb verb);
  // Everybody's memory is seen by loads and stores of its owner. With a barrier between.
  void settle();

  [[nodiscard]] MPI_Win win() const { return win_; }
  // Where a rank's memory begins, as operations name it: 0, but in dynamic windows.
  [[nodiscard]] MPI_Aint base_of(int rank) const { return bases_.empty() ? 0 : bases_[static_cast<std::size_t>(rank)]; }
  // This rank's memory that operations of its peer change, seen as a buffer.
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
  MPI_Group group_ = MPI_GROUP_NULL;  // of the peer
};

}  // namespace bench
