#include "proto/match/matcher.hpp"

#include <algorithm>
#include <utility>

namespace penstock::proto {
namespace {

// A wildcard is hashed like any number; no message has it in its key.
std::uint64_t key(std::uint64_t context, int source, int tag) noexcept {
  const auto from = context * 0x100000001b3U + static_cast<std::uint32_t>(source);
  return from * 0xff51afd7ed558ccdU + static_cast<std::uint32_t>(tag);
}
std::uint64_t key_of(const Envelope& wanted) noexcept {
  return key(wanted.context, wanted.source, wanted.tag);
}
std::uint64_t without_tag(const Envelope& message) noexcept {
  return key(message.context, message.source, kAnyTag);
}
std::uint64_t without_source(const Envelope& message) noexcept {
  return key(message.context, kAnySource, message.tag);
}
std::uint64_t without_both(const Envelope& message) noexcept {
  return key(message.context, kAnySource, kAnyTag);
}

std::uint64_t key_of_posted(const Posted& receive) noexcept {
  return key_of(receive.wanted);
}
std::uint64_t key_of_message(const Unexpected& message) noexcept {
  return key_of(message.envelope);
}
std::uint64_t key_of_source(const Unexpected& message) noexcept {
  return without_tag(message.envelope);
}
std::uint64_t key_of_tag(const Unexpected& message) noexcept {
  return without_source(message.envelope);
}
std::uint64_t key_of_context(const Unexpected& message) noexcept {
  return without_both(message.envelope);
}

bool fits(const Envelope& wanted, const Envelope& message) noexcept {
  return wanted.context == message.context && (wanted.source == message.source || wanted.source == kAnySource) &&
         tags_match(wanted.tag, message.tag);
}

Posted* first_taking(Buckets<Posted, &Posted::node>& receives, std::uint64_t key, const Envelope& message) noexcept {
  if (receives.entries() == 0) return nullptr;
  for (Posted& receive : receives.at(key)) {
    if (fits(receive.wanted, message)) return &receive;
  }
  return nullptr;
}

Posted* earlier(Posted* one, Posted* other) noexcept {
  if (one == nullptr || other == nullptr) return one != nullptr ? one : other;
  return one->sequence < other->sequence ? one : other;
}

template <typename List>
Unexpected* first_fitting(List& list, const Envelope& wanted) noexcept {
  for (Unexpected& message : list) {
    if (fits(wanted, message.envelope)) return &message;
  }
  return nullptr;
}

}  // namespace

Posted* Matcher::find_receive(const Envelope& message) noexcept {
  Posted* first = first_taking(exact_, key_of(message), message);
  if (wildcards() != 0) {
    first = earlier(first, first_taking(any_tag_, without_tag(message), message));
    first = earlier(first, first_taking(any_source_, without_source(message), message));
    first = earlier(first, first_taking(any_, without_both(message), message));
  }
  return first;
}

Posted* Matcher::arrive(const Envelope& message) noexcept {
  Posted* first = find_receive(message);
  if (first != nullptr) withdraw(*first);
  return first;
}

void Matcher::add_unexpected(Unexpected& message) {
  by_both_.insert(message, key_of_message);
  by_context_.insert(message, key_of_context);
  if (keeps_by_source_) by_source_.insert(message, key_of_source);
  if (keeps_by_tag_) by_tag_.insert(message, key_of_tag);
  most_unexpected_ = std::max(most_unexpected_, unexpected());
}

// The lists by context have all messages, in order of arrival.
void Matcher::keep_by_source() {
  if (std::exchange(keeps_by_source_, true)) return;
  by_context_.for_each([this](Unexpected& message) { by_source_.insert(message, key_of_source); });
}

void Matcher::keep_by_tag() {
  if (std::exchange(keeps_by_tag_, true)) return;
  by_context_.for_each([this](Unexpected& message) { by_tag_.insert(message, key_of_tag); });
}

Unexpected* Matcher::peek(const Envelope& wanted) {
  if (unexpected() == 0) return nullptr;
  const std::uint64_t key = key_of(wanted);
  if (wanted.source != kAnySource && wanted.tag != kAnyTag) return first_fitting(by_both_.at(key), wanted);
  if (wanted.source != kAnySource) {
    keep_by_source();
    return first_fitting(by_source_.at(key), wanted);
  }
  if (wanted.tag != kAnyTag) {
    keep_by_tag();
    return first_fitting(by_tag_.at(key), wanted);
  }
  return first_fitting(by_context_.at(key), wanted);
}

Unexpected* Matcher::find(const Envelope& envelope, base::FunctionRef<bool(const Unexpected&)> is) {
  if (unexpected() == 0) return nullptr;
  for (Unexpected& message : by_both_.at(key_of(envelope))) {
    if (fits(envelope, message.envelope) && is(message)) return &message;
  }
  return nullptr;
}

Unexpected* Matcher::take(const Envelope& wanted) {
  Unexpected* message = peek(wanted);
  if (message != nullptr) drop(*message);
  return message;
}

Matcher::Receives& Matcher::receives_like(const Envelope& wanted) noexcept {
  if (wanted.source != kAnySource) return wanted.tag != kAnyTag ? exact_ : any_tag_;
  return wanted.tag != kAnyTag ? any_source_ : any_;
}

void Matcher::post(Posted& receive) {
  receive.sequence = next_sequence_++;
  receives_like(receive.wanted).insert(receive, key_of_posted);
}

void Matcher::withdraw(Posted& receive) noexcept {
  receives_like(receive.wanted).erase(receive);
}

void Matcher::drop(Unexpected& message) noexcept {
  by_both_.erase(message);
  by_context_.erase(message);
  if (keeps_by_source_) by_source_.erase(message);
  if (keeps_by_tag_) by_tag_.erase(message);
}

template <typename Visit>
void Matcher::for_each_posted(const Visit& visit) {
  for (Receives* each : {&exact_, &any_tag_, &any_source_, &any_}) each->for_each(visit);
}

std::vector<Posted*> Matcher::posted_for(int source) {
  std::vector<Posted*> out;
  for_each_posted([&](Posted& receive) {
    if (receive.wanted.source == source || receive.wanted.source == kAnySource) out.push_back(&receive);
  });
  return out;
}

void Matcher::list_sources(std::vector<int>* out) {
  const auto list = [out](const Posted& receive) { out->push_back(receive.wanted.source); };
  exact_.for_each(list);
  any_tag_.for_each(list);
  if (any_source_.entries() + any_.entries() != 0) out->push_back(kAnySource);
}

Posted* Matcher::any_posted() noexcept {
  for (Receives* each : {&exact_, &any_tag_, &any_source_, &any_}) {
    if (Posted* found = each->first()) return found;
  }
  return nullptr;
}

Unexpected* Matcher::any_unexpected() noexcept {
  return by_both_.first();
}

}  // namespace penstock::proto
