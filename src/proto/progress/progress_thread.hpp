// Decides if an engine has a progress thread, and for which work (PENSTOCK_PROGRESS_THREAD).
#pragma once

#include <memory>

#include "base/config.hpp"
#include "base/log.hpp"
#include "proto/progress/helper.hpp"

namespace penstock::proto {

// Called with the engine's lock held, but for end().
class ProgressThread {
 public:
  ProgressThread(EngineLock& lock, BackgroundWork& work, const Config& config, Log& log) noexcept
      : lock_(lock), work_(work), config_(config), log_(log) {}

  // All addresses are there. `spare`: as many processors as ranks are left.
  void met(bool spare) noexcept { spare_cpus_ = spare; }
  [[nodiscard]] bool has_spare_cpus() const noexcept { return spare_cpus_; }
  // With PENSTOCK_PROGRESS_THREAD=1: from now on a thread makes rounds of progress while something is under way and no other
  // thread does. It holds the lock, so from here on everybody does, this call too. Functions of the application may run on it.
  // Without the tunable it does nothing.
  Status begin();
  // Begins it where the tunable is auto and CPUs are to spare, because work that is under way from now on gains from it. Called
  // within a call of the application. A failure is logged, and not tried again.
  void begin_if_spare();
  // Starts the thread, whatever the tunable says, because work that begins from now on cannot do without. Called within a call
  // of the application.
  Status start();
  // Ends it; called without the lock. A second call does nothing.
  void end() noexcept { helper_.reset(); }
  // Tells if the thread is there and has a processor of its own: work that is left to it costs the application nothing.
  [[nodiscard]] bool has_cpu() const noexcept { return helper_ != nullptr && spare_cpus_; }
  // Until end_serving() was called as often, the thread serves peers while this rank calls nothing. It is started where the
  // tunable is auto and CPUs are to spare. Called within a call of the application. A failure is logged, and not tried again.
  // False: there is no such thread.
  bool begin_serving();
  void end_serving() noexcept { --serving_; }
  [[nodiscard]] bool serves() const noexcept { return serving_ != 0; }

 private:
  EngineLock& lock_;
  BackgroundWork& work_;
  const Config& config_;
  Log& log_;
  bool spare_cpus_ = false;
  bool may_help_ = false;  // begin_if_spare() was not called yet
  bool may_serve_ = true;  // a thread for it was not refused yet
  unsigned serving_ = 0;   // calls of begin_serving() that have not ended
  std::unique_ptr<Helper> helper_;
};

}  // namespace penstock::proto
