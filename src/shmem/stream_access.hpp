// StreamOperations by copies, kernels and words that a stream writes and waits for, on memory of GPUs that its device reaches.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "accel/program_queue.hpp"
#include "runtime/job.hpp"
#include "runtime/stream_meetings.hpp"
#include "shmem/stream_operations.hpp"
#include "shmem/teams.hpp"

namespace penstock::shmem {

class Pe;

// Teams that a PE is in at the same time have different ones.
inline constexpr unsigned kStreamSlots = 64;

// Verbs take the engine's lock to find out where memory is, and give the stream its work without it.
class StreamAccess final : public StreamOperations {
 public:
  // All outlive it.
  StreamAccess(Pe& pe, runtime::Job& job, Teams& teams) : pe_(pe), job_(job), teams_(teams) {}

  void put(const Transfer& transfer, void* stream) override;
  void get(const Transfer& transfer, void* stream) override;
  void put_value(const char* routine, void* dest, const void* value, unsigned bytes, int pe, void* stream) override;
  void put_signal(const Transfer& transfer, const StreamSignal& signal, void* stream) override;
  void signal(const char* routine, const StreamSignal& signal, int pe, void* stream) override;
  void wait(const StreamCondition& condition, void* stream) override;
  void quiet(const char* routine, void* stream) override;
  int collective(TeamHandle team, const CollectiveCall& call, void* stream) override;

  // By which teams meet; there from the first symmetric memory on GPUs on. With the lock held.
  [[nodiscard]] runtime::StreamMeetings& words() noexcept { return words_; }

 private:
  // The stream of a call.
  struct Use {
    const char* routine;
    std::unique_ptr<accel::ProgramQueue> queue;
    bool captured = false;
  };
  // Where a word of a PE is for the stream's device, and whether the device's atomics reach it.
  struct Place {
    std::uint64_t address = 0;
    bool atomics = false;
  };
  class Collective;  // stream_collectives.cpp

  // With the lock held. They end the job where they fail.
  Use open(const char* routine, void* stream);
  void load_kernels(const Use& use);
  Place find(const Use& use, const void* address, std::uint64_t bytes, int pe);
  void check_local(const Use& use, const Transfer& transfer);
  std::uint64_t find_remote(const Use& use, const Transfer& transfer);
  void move(const Use& use, const Transfer& transfer, std::uint64_t remote, bool puts);
  Status write(const Use& use, const Place& place, const StreamSignal& signal);
  void must(const Use& use, const Status& done);

  Pe& pe_;
  runtime::Job& job_;
  Teams& teams_;
  runtime::StreamMeetings words_{kStreamSlots};
  std::vector<bool> loaded_;  // by device: its kernels
};

}  // namespace penstock::shmem
