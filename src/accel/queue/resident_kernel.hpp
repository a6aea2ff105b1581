// ResidentKernel is a kernel that stays on the device for a short time and executes commands of the CPU, without a launch for
// each.
//
// Runs of the kernel, called lives, are numbered. A life begins with a launch, reports when it runs and reports, as its last
// action, that it has ended: commands that it was given and has not executed are then given to the next life or executed in
// another way. So a command never waits for a kernel that may not find room on the device. A life ends by itself: after a short
// time without work, and in any case after a time that limits the delay of a cudaDeviceSynchronize of the application. While
// commands keep coming, the next life is launched ahead.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/driver/tenancy.hpp"
#include "accel/queue/flag.hpp"
#include "accel/queue/module.hpp"
#include "base/log.hpp"

namespace penstock::accel {

inline constexpr std::string_view kResidentKernel = "penstock_resident";

class ResidentKernel {
 public:
  struct Limits {
    std::uint64_t bytes = 0;  // largest copy; 0: the kernel never runs
    std::uint64_t idle_us = 0;
    std::uint64_t most_us = 0;
  };
  // Command has the values of a ResidentCommand.
  struct Command {
    std::uint64_t source = 0;
    std::uint64_t destination = 0;
    std::uint32_t bytes = 0;
    std::uint32_t sequence = 0;
  };

  // `*restless` is set when tend() may have work to do.
  ResidentKernel(const Driver& driver, Devices& devices, Module& module, Log& log, Tenancy& tenancy, int device,
                 const Limits& limits, bool* restless)
      : driver_(driver),
        devices_(devices),
        module_(module),
        log_(log),
        tenancy_(tenancy),
        device_(device),
        limits_(limits),
        restless_(restless) {}
  ResidentKernel(const ResidentKernel&) = delete;
  ResidentKernel& operator=(const ResidentKernel&) = delete;

  // Returns the size of the largest copy; 0: the kernel is not used (any more).
  [[nodiscard]] std::uint64_t most_bytes() const noexcept { return limits_.bytes; }
  // Returns the life that polls for commands now; 0: none.
  [[nodiscard]] std::uint32_t running() const noexcept;
  // Returns the running life for new work, or 0 if none runs. In the latter case one is launched soon if such work comes often.
  [[nodiscard]] std::uint32_t life_for_more() noexcept;
  // Gives the life a command. The parameters of a job are in job_memory(). There is a life, or has been one.
  void ask(std::uint32_t life, const Command& command) noexcept;
  [[nodiscard]] std::byte* job_memory() const noexcept;  // kResidentJobBytes
  // Returns true if the life has ended.
  [[nodiscard]] bool has_ended(std::uint32_t life) const noexcept;
  // Returns the sequence of the latest command executed. Ask has_ended() first: a life reports a command before its end.
  [[nodiscard]] std::uint32_t executed() const noexcept;
  // Asks the driver, since a kernel that failed does not report anything.
  Status probe();

  // Launches the next life if one is wanted. A failure, or another process on the device, ends the use of the kernel. Returns
  // false if there is no work until the next command.
  bool tend();
  // No life begins from now on.
  void turn_off(std::string_view why);
  // Waits until no kernel runs, then frees its memory. No member may be called afterwards.
  Status close();

 private:
  struct Words;  // words in pinned memory

  Status open();
  Status launch();
  [[nodiscard]] ResidentArguments arguments_of_next() const noexcept;
  [[nodiscard]] bool ends_soon(std::uint32_t life) noexcept;

  const Driver& driver_;
  Devices& devices_;
  Module& module_;
  Log& log_;
  Tenancy& tenancy_;  // tenancy of the device
  int device_;
  Limits limits_;
  bool* restless_;
  CUstream stream_ = nullptr;
  Words* words_ = nullptr;
  bool wanted_ = false;
  std::uint32_t launched_ = 0;     // the last life
  std::uint32_t awake_ = 0;        // the latest life that tend() saw running
  std::uint64_t awake_since_ = 0;  // ns
  std::uint64_t last_wanted_ = 0;  // ns
};

}  // namespace penstock::accel
