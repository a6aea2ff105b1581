// One block that stays for a short while and does what the host asks for, copies and little collectives: no launch stands
// between a message and its bytes. It leaves after a time without work, and after a longer one in any case, so that nothing
// waits long for the device.
#pragma once

#include "accel/flag.hpp"
#include "kernels/copy/flat_body.hpp"
#include "kernels/exchange/exchange_body.hpp"

namespace penstock::kernels {

// For the readers of the line: the next copy. A command without bytes: it is time to leave.
PENSTOCK_DEVICE accel::ResidentCommand next_command(const accel::ResidentArguments& arguments, const sync::Lane& lane,
                                                    std::uint32_t last, std::uint64_t begun) {
  const std::uint64_t quiet_from = lane.cycles();
  const sync::GlobalPtr<sync::Quad> line(arguments.command);
  for (;;) {
    const sync::Line seen = sync::load_line_system(lane, line);
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
    const std::uint64_t now = lane.cycles();
    if (sync::first_reader_says(now - quiet_from >= arguments.idle || now - begun >= arguments.most)) return {};
    lane.relax();
  }
}

// Another kernel's work. Its parameters come in one access of each thread, since host memory is far away.
PENSTOCK_DEVICE void do_job(const accel::ResidentCommand& command, const sync::Lane& lane) {
  std::byte* const parameters = lane.shared();
  const std::uint32_t bytes = command.bytes & ~accel::kResidentJob;
  for (std::uint32_t at = lane.thread() * sizeof(sync::Quad); at < bytes; at += lane.threads() * sizeof(sync::Quad)) {
    const sync::Quad piece = sync::GlobalPtr<sync::Quad>(command.source + at).load_fresh();
    __builtin_memcpy(parameters + at, &piece, sizeof piece);
  }
  lane.barrier();
  exchange(static_cast<ExchangeJob>(command.destination), *reinterpret_cast<const ExchangeArguments*>(parameters), lane);
}

// The last command of another life is none of ours, so that any number will do for the first one.
PENSTOCK_DEVICE void resident_body(const accel::ResidentArguments& arguments, const sync::Lane& lane) {
  const bool leads = lane.thread() == 0;
  const std::uint64_t begun = lane.cycles();
  if (leads) sync::store_release_system(sync::GlobalPtr<std::uint32_t>(arguments.alive), arguments.life);
  std::uint32_t last = 0;
  for (;;) {
    accel::ResidentCommand command;
    if (lane.thread() < sync::kLineReaders) command = next_command(arguments, lane, last, begun);
    command = lane.broadcast(command);
    if (command.bytes == 0) break;
    // Loads that go to memory, issued once the command is there, see what was there before it was given: no fence needs to
    // empty the processor's cache first, which would take longer than the rest of a small copy.
    if ((command.bytes & accel::kResidentJob) != 0) {
      do_job(command, lane);
    } else {
      copy_part<true>({command.destination, command.source, command.bytes, 0, 1, 0}, lane);
    }
    last = command.sequence;
    lane.barrier();
    if (leads) sync::store_release_system(sync::GlobalPtr<std::uint32_t>(arguments.done), last);
  }
  if (leads) sync::store_release_system(sync::GlobalPtr<std::uint32_t>(arguments.gone), arguments.life);
}

}  // namespace penstock::kernels
