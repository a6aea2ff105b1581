// PENSTOCK_FAULT has this text: it lists the calls of transports that fail, and how they fail.
//
//   faults  = rule { "," rule }
//   rule    = "trace" | [ transport "." ] verb [ "@" rank ] [ ":" when ] [ "=" action ]
//   verb    = "send" | "progress" | "get" | "put" | "can_get" | "can_put" |
//             "stream_from" | "stream_to" | "register" | "attach" | "atomic" | "flush"
//   when    = N          the Nth call of that verb, counted from 1
//           | N "+"      that and every later one (without `when`: "1+")
//           | N "%" K    that and every Kth after it
//   action  = "fail"     (default) send ends in an error; the others return one; can_get and can_put say no
//           | "full"     send only: try again later
//
// "get" and "put" include those of one-sided memory, whose other verbs are the last four.
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
};
inline constexpr std::size_t kVerbs = 12;
[[nodiscard]] std::string_view verb_name(Verb verb) noexcept;

enum class FaultAction : std::uint8_t { kNone, kFail, kFull };

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
