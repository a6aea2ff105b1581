#include "transport/hook/fault.hpp"

#include <array>
#include <charconv>

namespace penstock::transport {
namespace {

constexpr std::array<std::string_view, kVerbs> kVerbNames = {
    "send",   "progress", "get",   "put",  "can_get", "can_put", "stream_from", "stream_to", "register",
    "attach", "atomic",   "flush", "open", "read",    "write",   "sync",        "resize",    "close"};

Status unreadable(std::string_view rule, std::string_view what) {
  return Status::error(
      Code::kConfig,
      "PENSTOCK_FAULT: '{}': {}; write "
      "[transport.]send|progress|get|put|can_get|can_put|stream_from|stream_to|register|attach|atomic|flush[@rank][:N|:N+|:N%K]"
      "[=fail|=full], [io.]open|read|write|sync|resize|close[@rank][:N|:N+|:N%K]"
      "[=fail|=short|=eintr|=enospc|=eio|=edquot|=eacces], or trace",
      rule, what);
}

template <typename Number>
bool read(std::string_view text, Number* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size();
}

// Removes the part behind the last `mark` from `text`; returns false, and an empty part, if there is no mark.
bool cut_behind(std::string_view* text, char mark, std::string_view* behind) {
  const std::size_t at = text->rfind(mark);
  if (at == std::string_view::npos) return false;
  *behind = text->substr(at + 1);
  *text = text->substr(0, at);
  return true;
}

bool read_when(std::string_view when, FaultRule* rule) {
  rule->every = 0;
  if (when.ends_with('+')) {
    rule->every = 1;
    when.remove_suffix(1);
  } else if (std::string_view every; cut_behind(&when, '%', &every)) {
    if (!read(every, &rule->every) || rule->every == 0) return false;
  }
  return read(when, &rule->first) && rule->first > 0;
}

bool read_verb(std::string_view text, Verb* out) {
  for (std::size_t i = 0; i < kVerbs; ++i) {
    if (text == kVerbNames[i]) return *out = static_cast<Verb>(i), true;
  }
  return false;
}

bool read_action(std::string_view text, FaultAction* out) {
  constexpr std::array<std::string_view, 9> kNames = {"",       "fail", "full",   "short", "eintr",
                                                      "enospc", "eio",  "edquot", "eacces"};
  for (std::size_t i = 1; i < kNames.size(); ++i) {
    if (text == kNames[i]) return *out = static_cast<FaultAction>(i), true;
  }
  return false;
}

Status parse_rule(std::string_view text, FaultPlan* plan) {
  if (text == "trace") return plan->trace = true, Status::ok();
  FaultRule rule;
  std::string_view rest = text;
  std::string_view part;
  if (cut_behind(&rest, '=', &part)) {
    if (!read_action(part, &rule.action)) return unreadable(text, "no such action");
  }
  if (cut_behind(&rest, ':', &part) && !read_when(part, &rule)) return unreadable(text, "which call is meant?");
  if (cut_behind(&rest, '@', &part) && (!read(part, &rule.rank) || rule.rank < 0)) return unreadable(text, "no such rank");
  part = rest;
  if (cut_behind(&rest, '.', &part)) rule.transport = rest == "*" ? std::string() : std::string(rest);
  if (!read_verb(part, &rule.verb)) return unreadable(text, "no such verb");
  if (rule.action == FaultAction::kFull && rule.verb != Verb::kSend) return unreadable(text, "only a send can be full");
  if (rule.action > FaultAction::kFull && !is_of_files(rule.verb)) return unreadable(text, "only calls of files fail so");
  const bool moves = rule.verb == Verb::kRead || rule.verb == Verb::kWrite;
  if (rule.action == FaultAction::kShort && !moves) return unreadable(text, "only a read or a write can be short");
  plan->rules.push_back(std::move(rule));
  return Status::ok();
}

}  // namespace

std::string_view verb_name(Verb verb) noexcept {
  return kVerbNames[static_cast<std::size_t>(verb)];
}

Status parse_faults(std::string_view text, FaultPlan* out) {
  FaultPlan plan;
  while (!text.empty()) {
    const std::size_t comma = text.find(',');
    PENSTOCK_TRY(parse_rule(text.substr(0, comma), &plan));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  *out = std::move(plan);
  return Status::ok();
}

}  // namespace penstock::transport
