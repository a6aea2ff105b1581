// Resident makes small copies, and runs small kernels, on request of the CPU by a kernel that stays on the device
// (ResidentKernel). Work that no life of the kernel has done is done by the copy engine, or by a launch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "accel/queue/completer.hpp"
#include "accel/queue/resident_kernel.hpp"
#include "accel/queue/stream_queue.hpp"

namespace penstock::accel {

// It has one request at a time.
class Resident final : public Completer {
 public:
  struct Copy {
    std::uint64_t source = 0;
    std::uint64_t destination = 0;
    std::uint64_t bytes = 0;
  };
  // Job is another kernel's work, in one block.
  struct Job {
    std::string_view kernel;
    Extent3 block;
    const void* arguments = nullptr;
    std::size_t bytes = 0;
    std::size_t finish = 0;  // offset of Finish, which has the job's number
  };

  Resident(std::unique_ptr<ResidentKernel> kernel, std::uint32_t number) : kernel_(std::move(kernel)), number_(number) {}

  // Passes the copy to the kernel, if one runs and is idle; `fallback` makes the copy if the kernel ends first. If it returns
  // false it has no effect, except that tend() launches the kernel if such copies come often.
  bool take(const Copy& copy, StreamQueue& fallback, Ticket* out);
  // Passes a job, in that way, whose parameters have at most kResidentJobBytes.
  bool take(const Job& job, StreamQueue& fallback, Ticket* out);
  Status test(std::uint64_t sequence, Progress* out) override;
  Status probe(std::uint64_t sequence, Progress* out) override;

  // Launches the next life if one is wanted. It is called when the CPU would otherwise only poll. Returns false if there is no
  // work until the next copy.
  bool tend() { return kernel_->tend(); }
  // Makes take() return false from now on.
  void turn_off(std::string_view why) { kernel_->turn_off(why); }
  // Waits until no kernel runs, then frees its memory. No member may be called afterwards.
  Status close() { return kernel_->close(); }

 private:
  enum class State : std::uint8_t { kFree, kAsked, kFellBack };

  void ask(std::uint32_t life) noexcept;
  void end() noexcept;
  Status fall_back();
  Status left();

  std::unique_ptr<ResidentKernel> kernel_;
  std::uint32_t number_;
  State state_ = State::kFree;
  Copy copy_;                   // kAsked, kFellBack; for a job the values of the command
  std::string job_kernel_;      // empty: the request is a copy
  Job job_;                     // its parameters are in the kernel's memory
  std::uint32_t asked_of_ = 0;  // kAsked: the life that was asked
  StreamQueue* fallback_ = nullptr;
  Ticket fallback_ticket_;
  std::uint64_t issued_ = 0;  // tickets handed out
  std::uint64_t done_ = 0;
  unsigned looks_ = 0;
  std::uint64_t probe_at_ = 0;
};

}  // namespace penstock::accel
