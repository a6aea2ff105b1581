// A Job is one rank of a job and the machinery below every programming model. The first MPI_Init, MPI_Session_init or
// shmem_init makes it; docs/design/sessions.md tells when it ends.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "base/reduce/reduce.hpp"
#include "base/status.hpp"
#include "boot/boot.hpp"
#include "coll/device/device_team.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/select/select.hpp"
#include "coll/shm/buffer.hpp"
#include "observe/counters.hpp"
#include "proto/engine/engine.hpp"
#include "proto/layout/cache.hpp"
#include "runtime/locality.hpp"
#include "runtime/start_carriers.hpp"
#include "runtime/team_id.hpp"

namespace penstock::runtime {

// The program itself gives this value to a tunable; it wins over the environment.
struct Assigned {
  std::string_view name;
  std::string value;
};

// One thread at a time uses it: the one that holds engine().lock().
class Job {
 public:
  // Reads the environment; `assigned` wins over it. The call is local: everything that needs no other rank works from now on.
  // `left` is set if the rank has told the launcher that it leaves, and was at this place.
  static Status prepare(const std::optional<boot::Place>& left, std::span<const Assigned> assigned, std::unique_ptr<Job>* out);
  // Uses the caller's configuration and Boot, for ranks that are threads.
  static Status prepare(const Config& config, std::unique_ptr<boot::Boot> boot, std::unique_ptr<Job>* out);
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  // A forked child takes nothing of the rank's down.
  ~Job();

  // Callers of the functions from here down to leave() hold the lock if it is enabled.

  // Collective over the job: waits until every rank has begun, and calls meet().
  Status begin();
  // Precedes the first team that has other ranks. It waits until the ranks that it asks have called prepare(); under a launcher
  // of another project it is collective over the job.
  Status meet();
  // Tells if meet() is collective over the job.
  [[nodiscard]] bool meets_together() const noexcept { return !boot_->can_await(); }
  // Collective over the job: completes what was sent, and prints the report if one was asked for.
  Status synchronize();
  // Ends the progress thread. The caller holds the lock, which is released meanwhile.
  void stop_helping() noexcept;
  // Collective over the job, after stop_helping(): completes what was sent, prints the report, and parts from the peers and
  // the launcher, which hears that the rank leaves in any case. Returns the first failure.
  Status part();
  // Parts from the launcher alone, which is local. `together`: all ranks have called meet() for it, with the outcome `met`.
  Status leave(bool together, Status&& met);
  // Ends the job. Does not return.
  [[noreturn]] void abort(int exit_code, std::string_view why) noexcept;
  // Tells if this process was forked from the rank, and is none itself.
  [[nodiscard]] bool is_forked() const noexcept;

  [[nodiscard]] int rank() const noexcept { return boot_->rank(); }
  [[nodiscard]] int size() const noexcept { return boot_->size(); }
  // Where this rank is in its job.
  [[nodiscard]] boot::Place place() const { return {rank(), size(), boot_->app_number()}; }
  [[nodiscard]] const Config& config() const noexcept { return config_; }
  // Gives another value to a tunable that is read whenever it is needed (`set: running` in spec/tunables.yaml). kConfig: the
  // value does not fit.
  [[nodiscard]] Status change(std::string_view tunable, std::string_view value);
  // Tells if all ranks compare the arguments of their collectives (PENSTOCK_CHECK of rank 0).
  [[nodiscard]] bool checks() const noexcept { return check_wanted_; }
  [[nodiscard]] Log& log() noexcept { return log_; }
  [[nodiscard]] accel::Accel& accel() noexcept { return *accel_; }
  [[nodiscard]] observe::Counters& counters() noexcept { return counters_; }
  [[nodiscard]] proto::Engine& engine() noexcept { return *engine_; }
  // Reductions compute with these instructions.
  [[nodiscard]] base::Simd simd() const noexcept { return simd_; }

  // False: all processes are on one host.
  [[nodiscard]] bool spans_hosts() const noexcept { return !hosts_.empty(); }
  // Returns a number that the processes of one host share. `process` may lie beyond the job, and then has a host of its own.
  [[nodiscard]] int host_of(int process) const noexcept {
    const auto index = static_cast<std::size_t>(process);
    return index < hosts_.size() ? hosts_[index] : -1 - process;
  }
  // Returns where each rank of the job ran when it began. It is local, asks the launcher once, and is valid as long as the job.
  [[nodiscard]] Status localities(std::span<const Locality>* out);

  // Collectives choose their algorithms from this.
  [[nodiscard]] const coll::Selection& selection() const noexcept { return selection_; }
  [[nodiscard]] coll::ShmBufferMaker& shm_buffers() noexcept { return *shm_buffers_; }
  // Teams find out with it whether their members' GPUs reach each other, and take device buffers for their calls from it.
  coll::DeviceProbe device_probe{config_, log_};
  // Layouts of datatypes share these plans of their copies.
  proto::PlanCache plans;

  // The caller resets the schedule that it takes, and gives it back once it is done.
  [[nodiscard]] std::unique_ptr<coll::Schedule> take_schedule();
  void give_schedule(std::unique_ptr<coll::Schedule> schedule) noexcept;

  // Returns an identity that this rank may hand out once. Unused ones are no loss.
  [[nodiscard]] TeamId new_team_id() noexcept { return {static_cast<std::uint32_t>(rank()), next_team_++}; }

 private:
  Job(const Config& config, std::unique_ptr<boot::Boot> boot);
  Status open();
  // Each rank stores its settings and locality at start-up; behind the engine's fence it compares its settings with rank 0's.
  Status announce();
  Status follow_rank_0();
  Status fence();
  [[nodiscard]] StoreCarrier store(std::string_view key) { return {*boot_, key, fenced_}; }
  Status tell_localities();
  Status find_hosts();
  Status report();
  [[nodiscard]] std::string tables_in_use() const;

  Config config_;
  base::Simd simd_ = base::Simd::kNone;
  Log log_;
  std::unique_ptr<boot::Boot> boot_;
  std::unique_ptr<accel::Accel> accel_;
  observe::Counters counters_;
  std::unique_ptr<proto::Engine> engine_;
  std::unique_ptr<coll::ShmBufferMaker> shm_buffers_;
  pid_t pid_;
  bool fenced_ = false;  // all that ranks have published is there
  bool met_ = false;
  bool report_wanted_ = false;   // by rank 0, so by all
  bool check_wanted_ = false;    // likewise
  std::uint64_t next_team_ = 2;  // 0 and 1 of each rank are the world's and the team of the rank alone
  coll::Selection selection_;
  std::vector<std::unique_ptr<coll::Schedule>> schedules_;
  std::vector<int> hosts_;            // of the job's ranks; empty: all are on one
  int most_on_a_host_ = 1;            // ranks, which share its CPUs
  std::vector<Locality> localities_;  // empty until somebody asks
};

}  // namespace penstock::runtime
