// StreamOperations by copies, kernels and words that a stream writes and waits for, on memory of GPUs that its device reaches;
// all else is handed over to the CPU.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "accel/program/program_queue.hpp"
#include "runtime/job.hpp"
#include "runtime/stream_meetings.hpp"
#include "shmem/module.hpp"
#include "shmem/stream_handover.hpp"
#include "shmem/stream_operations.hpp"
#include "shmem/teams.hpp"

namespace penstock::shmem {

class Pe;

// Teams that a PE is in at the same time have different ones.
inline constexpr unsigned kStreamSlots = 64;

// Verbs take the engine's lock to find out where memory is, and give the stream its work without it.
class StreamAccess final : public StreamOperations, public Module {
 public:
  // All outlive it.
  // `served`: memory of some PEs is reached through their processes.
  StreamAccess(Pe& pe, runtime::Job& job, Teams& teams, RemoteAccess& remote, bool served)
      : pe_(pe), job_(job), teams_(teams), remote_(remote), handover_(job), served_(served) {}

  void put(const Transfer& transfer, void* stream) override;
  void get(const Transfer& transfer, void* stream) override;
  void put_value(const char* routine, void* dest, const void* value, unsigned bytes, int pe, void* stream) override;
  void put_signal(const Transfer& transfer, const StreamSignal& signal, void* stream) override;
  void signal(const char* routine, const StreamSignal& signal, int pe, void* stream) override;
  void wait(const StreamCondition& condition, void* stream) override;
  void quiet(const char* routine, void* stream) override;
  int collective(TeamHandle team, const CollectiveCall& call, void* stream) override;

  // The words by which teams meet are there from the first symmetric memory on GPUs on.
  [[nodiscard]] std::uint64_t needs_device_bytes() const override {
    return words_.empty() ? words_.bytes(static_cast<std::size_t>(job_.size())) : 0;
  }
  [[nodiscard]] Status use_device_bytes(const DeviceExtent& extent, std::uint64_t offset) override;
  // Blocks until the CPU has nothing to do for streams any more.
  void drain() override { handover_.drain(); }

 private:
  // The stream of a call.
  struct Use {
    const char* routine;
    void* stream;
    std::unique_ptr<accel::ProgramQueue> queue;
    bool captured = false;
  };
  // Where a word of a PE is for the stream's device, and whether the device's atomics reach it.
  struct Place {
    std::uint64_t address = 0;
    bool atomics = false;
  };
  enum Reached : std::uint8_t { kNot, kWithoutAtomics, kWhole };
  class Collective;  // stream_collectives.cpp

  // With the lock held. They end the job where they fail.
  Use open(const char* routine, void* stream);
  void load_kernels(const Use& use);
  // False: the stream's device does not reach it.
  bool find(const Use& use, const void* address, std::uint64_t bytes, int pe, Place* out);
  bool find_remote(const Use& use, const Transfer& transfer, std::uint64_t* out);
  // Whether the stream's device may move the local side of a transfer.
  bool suits(const Use& use, const void* local);
  // False: the stream's device does not do that with the signal.
  bool find_signal(const Use& use, const StreamSignal& signal, int pe, Place* out);
  void hand_over(const Use& use, StreamHandover::Make make);
  void hand_over(const Use& use, const StreamTransfer::What& what);
  [[nodiscard]] bool by_gpu(const Team& team, const CollectiveCall& call) const;
  void transfer(const Transfer& transfer, bool puts, void* stream);
  void move(const Use& use, const Transfer& transfer, std::uint64_t remote, bool puts);
  Status write(const Use& use, const Place& place, const StreamSignal& signal);
  void must(const Use& use, const Status& done);

  Pe& pe_;
  runtime::Job& job_;
  Teams& teams_;
  RemoteAccess& remote_;
  StreamHandover handover_;
  bool served_;
  runtime::StreamMeetings words_{kStreamSlots};
  int words_device_ = -1;
  std::vector<std::uint8_t> reached_;  // by PE and PE: how the GPU of the first reaches the words of the second
  std::vector<bool> loaded_;           // by device: its kernels
};

// Adds the operations on streams to a PE that is open, and to the view of it.
void begin_streams(Pe& pe, View* view);

}  // namespace penstock::shmem
