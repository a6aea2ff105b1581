// The resident kernel is one block that stays for a short time and does work that the host requests (copies, accumulates and
// small collectives), so that a message waits for no launch. It ends after a time without work, and after a longer time in any
// case, so that no one waits long for the device.
#pragma once

#include "accel/queue/flag.hpp"
#include "kernels/accumulate/accumulate_body.hpp"
#include "kernels/copy/flat_body.hpp"
#include "kernels/ll/ll_body.hpp"

namespace penstock::kernels {

// The readers of the line get the next copy. A command without bytes means that the kernel should end.
PENSTOCK_DEVICE accel::ResidentCommand next_command(const accel::ResidentArguments& arguments, const sync::GpuThread& self,
                                                    std::uint32_t last, std::uint64_t begun) {
  const std::uint64_t quiet_from = self.cycles();
  const sync::GlobalPtr<sync::Quad> line(arguments.command);
  for (;;) {
    const sync::Line seen = sync::load_line_system(self, line);
    const sync::Quad& one = seen.half[0];
    const sync::Quad& two = seen.half[1];
    if (one.word[3] == two.word[3] && one.word[3] != last && two.word[2] == arguments.life) {
      accel::ResidentCommand command;
      command.source = one.word[0] | static_cast<std::uint64_t>(one.word[1]) << 32;
      command.bytes = one.word[2];
      command.sequence = one.word[3];
      command.destination = two.word[0] | static_cast<std::uint64_t>(two.word[1]) << 32;
      return command;
    }
    const std::uint64_t now = self.cycles();
    if (sync::first_reader_says(now - quiet_from >= arguments.idle || now - begun >= arguments.most)) return {};
    self.relax();
  }
}

// Loads another kernel's parameters for all threads, by one access of each thread, because host memory is far away.
PENSTOCK_DEVICE const std::byte* load_parameters(const accel::ResidentCommand& command, const sync::GpuThread& self) {
  std::byte* const parameters = self.shared();
  const std::uint32_t bytes = command.bytes & ~accel::kResidentJob;
  for (std::uint32_t at = self.thread() * sizeof(sync::Quad); at < bytes; at += self.threads() * sizeof(sync::Quad)) {
    const sync::Quad piece = sync::GlobalPtr<sync::Quad>(command.source + at).load_fresh();
    __builtin_memcpy(parameters + at, &piece, sizeof piece);
  }
  self.barrier();
  return parameters;
}

// Does another kernel's work. It is a call, so that it and the copies can each use all registers; otherwise both would spill.
PENSTOCK_DEVICE_CALL void do_job(accel::ResidentCommand command, sync::GpuThread self) {
  const std::byte* const parameters = load_parameters(command, self);
  const auto job = static_cast<std::uint32_t>(command.destination);
  if (job == kAccumulateJob) {
    accumulate_elements(*reinterpret_cast<const AccumulateArguments*>(parameters), self);
  } else {
    ll(static_cast<LlJob>(job), *reinterpret_cast<const LlArguments*>(parameters), self);
  }
}

// The last command of another life is not addressed to this one, so any number is valid for the first command.
PENSTOCK_DEVICE void resident_body(const accel::ResidentArguments& arguments, const sync::GpuThread& self) {
  const bool leads = self.thread() == 0;
  const std::uint64_t begun = self.cycles();
  if (leads) sync::store_release_system(sync::GlobalPtr<std::uint32_t>(arguments.alive), arguments.life);
  std::uint32_t last = 0;
  for (;;) {
    accel::ResidentCommand command;
    if (self.thread() < sync::kLineReaders) command = next_command(arguments, self, last, begun);
    command = self.broadcast(command);
    if (command.bytes == 0) break;
    // Loads that bypass the cache, issued once the command has arrived, see the data that preceded the command: no fence has to
    // invalidate the cache first, which would take longer than the rest of a small copy.
    if ((command.bytes & accel::kResidentJob) != 0) {
      do_job(command, self);
    } else {
      copy_part<true>({command.destination, command.source, command.bytes, 0, 1, 0}, self);
    }
    last = command.sequence;
    self.barrier();
    if (leads) sync::store_release_system(sync::GlobalPtr<std::uint32_t>(arguments.done), last);
  }
  if (leads) sync::store_release_system(sync::GlobalPtr<std::uint32_t>(arguments.gone), arguments.life);
}

}  // namespace penstock::kernels
