// PENSTOCK_FAULT has this text: it lists the calls of transports and of files that fail, and how they fail.
//
//   faults  = rule { "," rule }
//   rule    = "trace" | [ transport "." ] verb [ "@" rank ] [ ":" when ] [ "=" action ]
//   verb    = "send" | "progress" | "get" | "put" | "can_get" | "can_put" |
//             "stream_from" | "stream_to" | "register" | "attach" | "atomic" | "flush" |
//             "open" | "read" | "write" | "sync" | "resize" | "close"
//   when    = N          the Nth call of that verb, counted from 1
//           | N "+"      that and every later one (without `when`: "1+")
//           | N "%" K    that and every Kth after it
//   action  = "fail"     (default) send ends in an error; the others return one; can_get and can_put say no
//           | "full"     send only: try again later
//           | "short"    read and write only: moves half of the bytes
//           | "eintr" | "enospc" | "eio" | "edquot" | "eacces"    files only: the call fails with that errno; "fail" is "eio"
//
// "get" and "put" include those of one-sided memory, whose other verbs are "register" to "flush". The verbs in the last line
// are those of files, whose transport is called "io" (io/device/hook.hpp).
// A rule without a transport applies to every transport, each with its own count; a rule without a rank applies to every rank.
// "trace" logs every call at level info. Example: PENSTOCK_FAULT="shm.get:2+,shm.send@1:10%3=full"
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"

namespace penstock::transport {

enum class Verb : std::uint8_t {
  kSend,
  kProgress,
  kGet,
  kPut,
  kMayGet,
  kMayPut,
  kStreamFrom,
  kStreamTo,
  kRegister,
  kAttach,
  kAtomic,
  kFlush,
  kOpen,
  kRead,
  kWrite,
  kSync,
  kResize,
  kClose,
};
inline constexpr std::size_t kVerbs = 18;
[[nodiscard]] std::string_view verb_name(Verb verb) noexcept;

// Tells if it is a call of a file rather than of a transport.
[[nodiscard]] constexpr bool is_of_files(Verb verb) noexcept {
  return verb >= Verb::kOpen;
}

enum class FaultAction : std::uint8_t { kNone, kFail, kFull, kShort, kInterrupted, kNoSpace, kBroken, kQuota, kForbidden };

struct FaultRule {
  std::string transport;  // empty: all
  Verb verb = Verb::kSend;
  int rank = -1;  // -1: all
  std::uint64_t first = 1;
  std::uint64_t every = 1;  // 0: only `first`
  FaultAction action = FaultAction::kFail;

  [[nodiscard]] bool strikes(std::uint64_t call) const noexcept {
    if (call < first || (every == 0 && call != first)) return false;
    return every == 0 || (call - first) % every == 0;
  }
};

struct FaultPlan {
  std::vector<FaultRule> rules;
  bool trace = false;
};

// Returns Code::kConfig, with the rule that cannot be parsed and the words of the grammar.
Status parse_faults(std::string_view text, FaultPlan* out);

}  // namespace penstock::transport
