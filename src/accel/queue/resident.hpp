// Resident is a kernel that stays on the device for a short time and makes small copies on request of the CPU, without a launch
// for each.
//
// Runs of the kernel, called lives, are numbered. A life begins with a launch, reports when it runs and reports, as its last
// action, that it has ended: copies that it was asked for and has not made are then made by the next life or by the copy
// engine. So a copy never waits for a kernel that may not find room on the device. A life ends by itself: after a short time
// without work, and in any case after a time that limits the delay of a cudaDeviceSynchronize of the application. While copies
// keep coming, the next life is launched ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/driver/tenancy.hpp"
#include "accel/queue/flag.hpp"
#include "accel/queue/queue.hpp"
#include "accel/queue/stream_queue.hpp"
#include "base/log.hpp"

namespace penstock::accel {

inline constexpr std::string_view kResidentKernel = "penstock_resident";

class Resident final : public Completer {
 public:
  struct Limits {
    std::uint64_t bytes = 0;  // largest copy; 0: the kernel never runs
    std::uint64_t idle_us = 0;
    std::uint64_t most_us = 0;
  };
  struct Copy {
    std::uint64_t source = 0;
    std::uint64_t destination = 0;
    std::uint64_t bytes = 0;
  };

  // `*restless` is set when tend() may have work to do.
  Resident(const Driver& driver, Devices& devices, Module& module, Log& log, Tenancy& tenancy, int device, std::uint32_t number,
           const Limits& limits, bool* restless)
      : driver_(driver),
        devices_(devices),
        module_(module),
        log_(log),
        tenancy_(tenancy),
        device_(device),
        number_(number),
        limits_(limits),
        restless_(restless) {}

  // Job is another kernel's work, in one block.
  struct Job {
    std::string_view kernel;
    Extent3 block;
    const void* arguments = nullptr;
    std::size_t bytes = 0;
    std::size_t finish = 0;  // offset of Finish, which has the job's number
  };

  // Passes the copy to the kernel, if one runs and is idle; `fallback` makes the copy if the kernel ends first. If it returns
  // false it has no effect, except that tend() launches the kernel if such copies come often.
  bool take(const Copy& copy, StreamQueue& fallback, Ticket* out);
  // Passes a job, in that way, whose parameters have at most kResidentJobBytes.
  bool take(const Job& job, StreamQueue& fallback, Ticket* out);
  Status test(std::uint64_t sequence, Progress* out) override;
  Status probe(std::uint64_t sequence, Progress* out) override;

  // Launches the next life if one is wanted. It is called when the CPU would otherwise only poll. A failure, or another process
  // on the device, ends the use of the kernel. Returns false if there is no work until the next copy.
  bool tend();
  // Makes take() return false from now on.
  void turn_off(std::string_view why);
  // Waits until no kernel runs, then frees its memory. No member may be called afterwards.
  Status close();

 private:
  enum class State : std::uint8_t { kFree, kAsked, kFellBack };
  struct Words;  // words in pinned memory

  Status open();
  Status launch();
  [[nodiscard]] std::uint32_t life_for_more() noexcept;
  void ask(std::uint32_t life) noexcept;
  Status fall_back();
  Status left();
  [[nodiscard]] bool ends_soon(std::uint32_t life) noexcept;
  [[nodiscard]] std::uint32_t running() const noexcept;
  [[nodiscard]] static std::uint32_t seen(const std::uint32_t& word) noexcept;

  const Driver& driver_;
  Devices& devices_;
  Module& module_;
  Log& log_;
  Tenancy& tenancy_;  // tenancy of the device
  int device_;
  std::uint32_t number_;
  Limits limits_;
  CUstream stream_ = nullptr;
  Words* words_ = nullptr;

  bool* restless_;
  bool wanted_ = false;
  std::uint32_t launched_ = 0;     // the last life
  std::uint32_t awake_ = 0;        // the latest life that tend() saw running
  std::uint64_t awake_since_ = 0;  // ns
  std::uint64_t last_wanted_ = 0;  // ns
  State state_ = State::kFree;
  Copy copy_;                   // kAsked, kFellBack; for a job the values of the command
  std::string job_kernel_;      // empty: the request is a copy
  Job job_;                     // its parameters are in `words_`
  std::uint32_t asked_of_ = 0;  // kAsked: the life that was asked
  StreamQueue* fallback_ = nullptr;
  Ticket fallback_ticket_;
  std::uint64_t issued_ = 0;  // tickets handed out
  std::uint64_t done_ = 0;
  unsigned looks_ = 0;
  std::uint64_t probe_at_ = 0;
};

}  // namespace penstock::accel
