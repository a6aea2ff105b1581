// The decision whether an engine has a progress thread, and for whom (PENSTOCK_PROGRESS_THREAD).
#pragma once

#include <memory>

#include "base/config.hpp"
#include "base/log.hpp"
#include "proto/engine/helper.hpp"

namespace penstock::proto {

// Its functions are those of Engine, with the engine's lock held but for end().
class Helping {
 public:
  Helping(EngineLock& lock, Attended& engine, const Config& config, Log& log) noexcept
      : lock_(lock), engine_(engine), config_(config), log_(log) {}

  // `spare`: as many processors as ranks are left.
  void met(bool spare) noexcept { spare_cpus_ = spare; }
  [[nodiscard]] bool has_spare_cpus() const noexcept { return spare_cpus_; }
  Status begin();
  void begin_if_spare();
  // Starts the thread, whatever the tunable says.
  Status start();
  void end() noexcept { helper_.reset(); }
  [[nodiscard]] bool has_cpu() const noexcept { return helper_ != nullptr && spare_cpus_; }
  bool begin_serving();
  void end_serving() noexcept { --serving_; }
  [[nodiscard]] bool serves() const noexcept { return serving_ != 0; }

 private:
  EngineLock& lock_;
  Attended& engine_;
  const Config& config_;
  Log& log_;
  bool spare_cpus_ = false;
  bool may_help_ = false;  // begin_if_spare() was not called yet
  bool may_serve_ = true;  // a thread for it was not refused yet
  unsigned serving_ = 0;   // calls of begin_serving() that have not ended
  std::unique_ptr<Helper> helper_;
};

}  // namespace penstock::proto
