// A window of any kind over the team of a scene, and epochs of any synchronisation.
#pragma once

#include "scene.hpp"

namespace bench {

// As --win-options and --sync-option name them, which are the words of the OSU Micro-Benchmarks.
enum class WindowKind { kCreate, kAllocate, kDynamic, kShared };
enum class Sync { kFlush, kFlushLocal, kLock, kLockAll, kPscw, kFence };

[[nodiscard]] WindowKind window_kind(const Options& options);
[[nodiscard]] Sync sync_of(const Options& options);
// What the case is named after.
enum class Verb { kPut, kGet, kAccumulate, kGetAccumulate, kFetchAndOp, kCompareAndSwap };
[[nodiscard]] Verb verb_of(const Case& which);
// Why a case of one-sided calls cannot go with the other options; empty where it can.
[[nodiscard]] std::string rma_misfit(const Options& options, const Case& which);

// One item of memory on each rank.
class Window {
 public:
  // Collective, as is close(), which is not for failures: the program ends then. `peer`: the rank that operations go to, or
  // come from; `origin`: this rank makes them, `target`: they come to it.
  Window(Scene& scene, Sync sync, int peer, bool origin, bool target);
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window() = default;
  void close();

  // Around the operations of one epoch. Ranks that neither make nor get any need not call.
  void begin();
  void end();
  void issue(Verb verb);
  // Everybody's memory is seen by loads and stores of its owner. With a barrier between.
  void settle();

  [[nodiscard]] MPI_Win win() const { return win_; }
  // Where a rank's memory begins, as operations name it: 0, but in dynamic windows.
  [[nodiscard]] MPI_Aint base_of(int rank) const { return bases_.empty() ? 0 : bases_[static_cast<std::size_t>(rank)]; }
  // This rank's memory of the window, seen as a buffer.
  [[nodiscard]] Buffer view() const { return {scene_.memory, scene_.layout().slot(), memory_}; }

 private:
  void make();
  void attach();
  [[nodiscard]] bool always_open() const { return sync_ == Sync::kFlush || sync_ == Sync::kFlushLocal; }

  Scene& scene_;
  const WindowKind kind_;
  const Sync sync_;
  const int peer_;
  const bool origin_, target_;
  void* memory_ = nullptr;
  std::vector<MPI_Aint> bases_;
  MPI_Win win_ = MPI_WIN_NULL;
  MPI_Group group_ = MPI_GROUP_NULL;  // of the peer
};

}  // namespace bench
