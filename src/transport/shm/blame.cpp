#include "transport/shm/blame.hpp"

#include <string_view>

#include <fmt/format.h>

namespace penstock::transport::shm {

Status blame(int peer, const Touched& theirs, const Touched& mine) {
  const auto say = [](std::string_view whose, const Touched& side) {
    const std::uint64_t address = first_fault(side);
    if (address == 0) return Status::ok();
    return not_of_process(whose, side, address);
  };
  PENSTOCK_TRY(say(fmt::format("rank {}'s buffer", peer), theirs));
  return say("this rank's buffer", mine);
}

}  // namespace penstock::transport::shm
