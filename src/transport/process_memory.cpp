#include "transport/process_memory.hpp"

#include <cerrno>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/page.hpp"
#include "transport/shape.hpp"

namespace penstock::transport {
namespace {

// Returns the mappings that allow the access, by their beginning, from lines "5581c000-5581d000 rw-p ..." of /proc/PID/maps.
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

constexpr std::uint64_t kWorthMoreCalls = 256U << 10;

// msync() with MS_ASYNC walks the mappings, however long they are, and does nothing else.
bool has_hole(const Footprint& touched) {
  const std::uint64_t low = touched.low / base::page_bytes() * base::page_bytes();
  return msync(reinterpret_cast<void*>(low), touched.high - low, MS_ASYNC) != 0 && errno == ENOMEM;
}

// The system reads the signal set before it finds that the operation is invalid.
bool is_readable(std::uint64_t address) {
  constexpr int kNoOperation = -1;
  const std::uint64_t set = address / sizeof(std::uint64_t) * sizeof(std::uint64_t);
  return syscall(SYS_rt_sigprocmask, kNoOperation, set, nullptr, sizeof(std::uint64_t)) == 0 || errno != EFAULT;
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

Status not_of_process(std::string_view whose, const Touched& side, std::uint64_t address) {
  return Status::error(
      Code::kBuffer,
      "{} of a message of {} bytes includes address {:#x}, which is no memory of process {}: the call there got "
      "a wrong address or too large a count",
      whose, side.bytes, address, side.pid);
}

Status check_own_memory(const kernels::Strided& shape, std::uint64_t bytes, bool written) {
  Footprint touched;
  if (!measure(shape, 0, bytes, &touched).is_ok() || touched.low == touched.high) return Status::ok();
  const bool ends_too = bytes >= kWorthMoreCalls;
  if (!has_hole(touched) && (!ends_too || (is_readable(touched.low) && is_readable(touched.high - 1)))) return Status::ok();
  const Touched mine{getpid(), shape, 0, bytes, written};
  const std::uint64_t address = first_fault(mine);
  return address == 0 ? Status::ok() : not_of_process("this rank's buffer", mine, address);
}

}  // namespace penstock::transport
