#include "transport/shm/blame.hpp"

#include <charconv>
#include <fstream>
#include <map>
#include <string>

#include <fmt/format.h>

#include "transport/shape.hpp"

namespace penstock::transport::shm {
namespace {

// Stretches that may be used so, by their beginning: "5581c000-5581d000 rw-p ..." of /proc/PID/maps.
std::map<std::uint64_t, std::uint64_t> stretches_of(pid_t pid, bool written) {
  std::map<std::uint64_t, std::uint64_t> out;
  std::ifstream maps(fmt::format("/proc/{}/maps", pid));
  for (std::string line; std::getline(maps, line);) {
    const char* const end = line.data() + line.size();
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    const auto dash = std::from_chars(line.data(), end, low, 16);
    if (dash.ec != std::errc() || dash.ptr == end) continue;
    const auto space = std::from_chars(dash.ptr + 1, end, high, 16);
    if (space.ec != std::errc() || end - space.ptr < 4) continue;
    if (space.ptr[written ? 2 : 1] != (written ? 'w' : 'r')) continue;
    if (!out.empty() && out.rbegin()->second == low) {
      out.rbegin()->second = high;
    } else {
      out.emplace(low, high);
    }
  }
  return out;
}

}  // namespace

std::uint64_t first_fault(const Touched& touched) {
  const std::map<std::uint64_t, std::uint64_t> stretches = stretches_of(touched.pid, touched.written);
  if (stretches.empty()) return 0;
  PieceWalker walker(touched.shape, touched.first, touched.bytes);
  std::uint64_t address = 0;
  std::uint64_t length = 0;
  while (walker.next(&address, &length)) {
    const auto after = stretches.upper_bound(address);
    const std::uint64_t end = after == stretches.begin() ? 0 : std::prev(after)->second;
    if (end <= address) return address;
    if (end - address < length) return end;
  }
  return 0;
}

Status blame(int peer, const Touched& theirs, const Touched& mine) {
  const auto say = [](std::string_view whose, const Touched& side) {
    const std::uint64_t address = first_fault(side);
    if (address == 0) return Status::ok();
    return Status::error(
        Code::kBuffer,
        "{} of a message of {} bytes includes address {:#x}, which is no memory of process {}: the call there got "
        "a wrong address or too large a count",
        whose, side.bytes, address, side.pid);
  };
  PENSTOCK_TRY(say(fmt::format("rank {}'s buffer", peer), theirs));
  return say("this rank's buffer", mine);
}

}  // namespace penstock::transport::shm
