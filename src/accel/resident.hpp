// A kernel that stays on the device for a short while and makes small copies as the CPU asks, without a launch for each.
//
// Lives are numbered. A life begins with a launch, tells when it runs and tells, as its last act, that it has gone: what it was
// asked and has not made is then made by the next life or by the copy engine. So a copy never waits for a kernel that may not
// find room on the device. A life ends by itself: after a short time without work, and in any case after a time that bounds
// what it adds to a cudaDeviceSynchronize of the application. While copies keep coming the next life is launched ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "accel/accel.hpp"
#include "accel/devices.hpp"
#include "accel/driver.hpp"
#include "accel/flag.hpp"
#include "accel/queue.hpp"
#include "accel/tenancy.hpp"
#include "base/log.hpp"

namespace penstock::accel {

inline constexpr std::string_view kResidentKernel = "penstock_resident";

class Resident final : public Completer {
 public:
  struct Limits {
    std::uint64_t bytes = 0;  // most of a copy; 0: never runs
    std::uint64_t idle_us = 0;
    std::uint64_t most_us = 0;
  };
  struct Copy {
    std::uint64_t source = 0;
    std::uint64_t destination = 0;
    std::uint64_t bytes = 0;
  };

  // `*restless` is set whenever tend() may have something to do.
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

  // Another kernel's work, in one block.
  struct Job {
    std::string_view kernel;
    Extent3 block;
    const void* arguments = nullptr;
    std::size_t bytes = 0;
    std::size_t finish = 0;  // offset of Finish, which has its number
  };

  // Gives the copy to the kernel, if one runs and has nothing to do; `fallback` makes it if the kernel leaves first. False:
  // nothing has happened, except that the kernel is launched by tend() when such copies come often.
  bool take(const Copy& copy, StreamQueue& fallback, Ticket* out);
  // The same for work of which kResidentJobBytes are no less than the parameters.
  bool take(const Job& job, StreamQueue& fallback, Ticket* out);
  Status test(std::uint64_t sequence, Progress* out) override;
  Status probe(std::uint64_t sequence, Progress* out) override;

  // Launches the next life if one is wanted. Called where the CPU would else only look. A failure ends the use of the kernel,
  // and so does another process on the device.
  // False: nothing is to do until the next copy.
  bool tend();
  // From now on take() says no.
  void turn_off(std::string_view why);
  // Waits until no kernel runs, then frees. Nothing else may be called afterwards.
  Status close();

 private:
  enum class State : std::uint8_t { kFree, kAsked, kFellBack };
  struct Words;  // in pinned memory

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
  Tenancy& tenancy_;  // of the device
  int device_;
  std::uint32_t number_;
  Limits limits_;
  CUstream stream_ = nullptr;
  Words* words_ = nullptr;

  bool* restless_;
  bool wanted_ = false;
  std::uint32_t launched_ = 0;     // the last life
  std::uint32_t awake_ = 0;        // the last one that tend() saw running
  std::uint64_t awake_since_ = 0;  // ns
  std::uint64_t last_wanted_ = 0;  // ns
  State state_ = State::kFree;
  Copy copy_;                   // kAsked, kFellBack; of a job as the command has it
  std::string job_kernel_;      // empty: it is a copy
  Job job_;                     // its parameters lie in `words_`
  std::uint32_t asked_of_ = 0;  // kAsked: the life
  StreamQueue* fallback_ = nullptr;
  Ticket fallback_ticket_;
  std::uint64_t issued_ = 0;  // tickets handed out
  std::uint64_t done_ = 0;
  unsigned looks_ = 0;
  std::uint64_t probe_at_ = 0;
};

}  // namespace penstock::accel
