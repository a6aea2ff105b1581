// What the CPU does when a stream of the program's comes to it, while the stream waits: for memory that no GPU of this PE
// reaches.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "accel/program_stream.hpp"
#include "proto/engine/engine.hpp"
#include "runtime/job.hpp"

namespace penstock::shmem {

// Used with the engine's lock held, by whoever makes progress.
class StreamJob {
 public:
  StreamJob() = default;
  StreamJob(const StreamJob&) = delete;
  StreamJob& operator=(const StreamJob&) = delete;
  virtual ~StreamJob() = default;
  // The stream is there. False: not yet, by the library's own order; asked again.
  virtual bool begin() = 0;
  // One look; true when it is over. What fails ends the job of all PEs.
  virtual bool advance() = 0;
};

// From the first job on a progress thread runs, and while there are any the engine polls: no GPU rings a bell.
class StreamHandoff final : public proto::Progressor {
 public:
  explicit StreamHandoff(runtime::Job& job) noexcept : job_(job) {}
  StreamHandoff(const StreamHandoff&) = delete;
  StreamHandoff& operator=(const StreamHandoff&) = delete;
  ~StreamHandoff() override = default;

  // Behind all that the stream has; what it is given later comes when the job is over. `lock` is the engine's: held, given up
  // meanwhile, and held again. Code::kUnsupported while the stream is captured.
  Status add(std::unique_lock<proto::EngineLock>& lock, void* stream, std::unique_ptr<StreamJob> job);
  bool advance() override;
  // Blocks until all are over. With the lock held.
  void drain();

 private:
  struct Entry {
    std::shared_ptr<accel::ProgramStream> stream;
    std::uint32_t told = 0;
    std::uint32_t hold = 0;
    std::unique_ptr<StreamJob> job;
    bool begun = false;
  };
  // True when it is over.
  static bool step(Entry* entry);
  Status begin_helping();

  runtime::Job& job_;
  std::vector<Entry> entries_;
  bool helped_ = false;
  bool listed_ = false;
};

}  // namespace penstock::shmem
