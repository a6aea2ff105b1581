#include "proto/match/matcher.hpp"

#include <algorithm>

namespace penstock::proto {
namespace {

std::uint64_t source_key(std::uint64_t context, int source) noexcept {
  return context * 0x100000001b3U + static_cast<std::uint32_t>(source);
}
std::uint64_t source_key_of(const Posted& receive) noexcept {
  return source_key(receive.wanted.context, receive.wanted.source);
}
std::uint64_t context_key_of(const Posted& receive) noexcept {
  return receive.wanted.context;
}
std::uint64_t source_key_of_message(const Unexpected& message) noexcept {
  return source_key(message.envelope.context, message.envelope.source);
}
std::uint64_t context_key_of_message(const Unexpected& message) noexcept {
  return message.envelope.context;
}

bool fits(const Envelope& wanted, const Envelope& message) noexcept {
  return wanted.context == message.context && (wanted.source == message.source || wanted.source == kAnySource) &&
         tags_match(wanted.tag, message.tag);
}

template <typename List>
Posted* first_taking(List& list, const Envelope& message) noexcept {
  for (Posted& receive : list) {
    if (fits(receive.wanted, message)) return &receive;
  }
  return nullptr;
}

template <typename List>
Unexpected* first_fitting(List& list, const Envelope& wanted) noexcept {
  for (Unexpected& message : list) {
    if (fits(wanted, message.envelope)) return &message;
  }
  return nullptr;
}

}  // namespace

Posted* Matcher::arrive(const Envelope& message) noexcept {
  Posted* exact =
      exact_.entries() == 0 ? nullptr : first_taking(exact_.at(source_key(message.context, message.source)), message);
  Posted* any = any_source_.entries() == 0 ? nullptr : first_taking(any_source_.at(message.context), message);
  if (exact != nullptr && (any == nullptr || exact->sequence < any->sequence)) {
    exact_.erase(*exact);
    return exact;
  }
  if (any != nullptr) any_source_.erase(*any);
  return any;
}

void Matcher::add_unexpected(Unexpected& message) {
  by_source_.insert(message, source_key_of_message);
  by_context_.insert(message, context_key_of_message);
  most_unexpected_ = std::max(most_unexpected_, by_source_.entries());
}

Unexpected* Matcher::peek(const Envelope& wanted) noexcept {
  if (by_source_.entries() == 0) return nullptr;
  if (wanted.source == kAnySource) return first_fitting(by_context_.at(wanted.context), wanted);
  return first_fitting(by_source_.at(source_key(wanted.context, wanted.source)), wanted);
}

Unexpected* Matcher::take(const Envelope& wanted) noexcept {
  Unexpected* message = peek(wanted);
  if (message != nullptr) drop(*message);
  return message;
}

void Matcher::post(Posted& receive) {
  receive.sequence = next_sequence_++;
  if (receive.wanted.source == kAnySource) {
    any_source_.insert(receive, context_key_of);
  } else {
    exact_.insert(receive, source_key_of);
  }
}

void Matcher::withdraw(Posted& receive) noexcept {
  (receive.wanted.source == kAnySource ? any_source_ : exact_).erase(receive);
}

void Matcher::drop(Unexpected& message) noexcept {
  by_source_.erase(message);
  by_context_.erase(message);
}

std::vector<Posted*> Matcher::posted_for(int source) {
  std::vector<Posted*> out;
  exact_.for_each([&](Posted& receive) {
    if (receive.wanted.source == source) out.push_back(&receive);
  });
  any_source_.for_each([&](Posted& receive) { out.push_back(&receive); });
  return out;
}

void Matcher::list_sources(std::vector<int>* out) {
  exact_.for_each([out](const Posted& receive) { out->push_back(receive.wanted.source); });
  if (any_source_.entries() != 0) out->push_back(kAnySource);
}

Posted* Matcher::any_posted() noexcept {
  Posted* found = exact_.first();
  return found != nullptr ? found : any_source_.first();
}

Unexpected* Matcher::any_unexpected() noexcept {
  return by_source_.first();
}

}  // namespace penstock::proto
