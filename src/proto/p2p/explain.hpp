// Reports how messages move and why: the lines of PENSTOCK_EXPLAIN, and the warning that a direct method is closed.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/config.hpp"
#include "base/log.hpp"
#include "proto/p2p/choose.hpp"

namespace penstock::proto {

// The reason why bytes that one operation could have moved, by the kinds of memory, go in pieces.
enum class Cause : std::uint8_t {
  kNone,           // such memory always moves in pieces, or the other rank reports the cause
  kNamespace,      // the ranks are in different PID namespaces
  kCmaOff,         // PENSTOCK_CMA=0
  kCmaRefused,     // the system does not let the ranks read each other
  kIpcOff,         // PENSTOCK_CUDA_IPC=0
  kNotExportable,  // device memory that other processes cannot map, such as that of a pool
  kUnreachable,    // the peer's GPU cannot be reached from here
};

// A message as seen by one of its ranks.
struct Journey {
  int peer = 0;
  bool receives = false;
  std::uint64_t bytes = 0;
  accel::MemoryKind source = accel::MemoryKind::kHost;
  accel::MemoryKind destination = accel::MemoryKind::kHost;
};

// Called for a choice whose `closed` is set; `bulk` is the input of that choice. Each cause is reported by one of the two
// ranks. `live`: this process uses CUDA.
[[nodiscard]] Cause why_closed(const Config& config, const accel::ProcessId& self, bool live, bool receives,
                               const transport::Bulk& bulk);
// Returns the cause and its remedy in words; empty for kNone.
[[nodiscard]] std::string_view remedy(Cause cause) noexcept;
inline constexpr std::string_view kEagerReason = "host memory of at most PENSTOCK_EAGER_LIMIT goes with its header";
inline constexpr std::string_view kCopyReason = "both sides are of this rank";
// Returns a text such as "64 KiB" or "8 B".
[[nodiscard]] std::string size_text(std::uint64_t bytes);

// There is one for each engine. When off, it costs the caller one branch, on(). Its memory grows
// with the number of reports. Not thread-safe.
class Explainer {
 public:
  Explainer(const Config& config, Log& log, int rank) : on_(config.explain), log_(log), rank_(rank) {}

  [[nodiscard]] bool on() const noexcept { return on_; }
  // Each prints its line once for each pair of ranks, kinds of memory, method and size class (powers of 4).
  void choice(const Journey& journey, const Choice& choice);
  void eager(const Journey& journey, std::string_view via);
  void copy(const Journey& journey);
  // Prints once for each cause, independently of on().
  void closed(const Journey& journey, Cause cause);
  // Prints `line` at the first call with `key`. The keys of the functions above have kOwnKey set.
  static constexpr std::uint64_t kOwnKey = std::uint64_t{1} << 63;
  void once(std::uint64_t key, std::string_view line);

 private:
  void say(const Journey& journey, unsigned way, std::string_view what);

  bool on_;
  Log& log_;
  int rank_;
  std::set<std::uint64_t> said_;
  unsigned told_ = 0;  // bit i: cause i
};

}  // namespace penstock::proto
