// Which receive takes which message: posted receives and unexpected messages of one process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/function_ref.hpp"
#include "base/intrusive_list.hpp"
#include "proto/common/operation.hpp"

namespace penstock::proto {

// What messages are matched by. In a posted receive, source may be kAnySource and tag kAnyTag.
struct Envelope {
  std::uint64_t context = 0;
  int source = 0;
  int tag = 0;
};

// kAnyTag takes every tag of the same context; tags below zero of collectives are ordinary tags.
[[nodiscard]] inline bool tags_match(int wanted, int tag) noexcept {
  return wanted == tag || wanted == kAnyTag;
}

// Base of a posted receive. The matcher owns nothing.
struct Posted {
  Envelope wanted;
  std::uint64_t sequence = 0;  // order of posting, set by the matcher
  base::ListNode node;
};

// Base of an unexpected message. It is on a list for each way to ask for it that was used, in order of arrival: by its source
// and tag, by one of them, by none; by its context always.
struct Unexpected {
  Envelope envelope;
  base::ListNode by_both;
  base::ListNode by_source;
  base::ListNode by_tag;
  base::ListNode by_context;
};

// Lists found by a 64-bit key. Entries of several keys may share a list; each keeps its order. Grows with the entries.
template <typename T, base::ListNode T::* member>
class Buckets {
 public:
  using List = base::IntrusiveList<T, member>;

  Buckets() : lists_(std::make_unique<List[]>(kStart)), mask_(kStart - 1) {}

  [[nodiscard]] List& at(std::uint64_t key) noexcept { return lists_[mix(key) & mask_]; }
  template <typename KeyOf>
  void insert(T& element, KeyOf key_of) {
    if (++entries_ > 2 * (mask_ + 1)) grow(key_of);
    at(key_of(element)).push_back(element);
  }
  void erase(T& element) noexcept {
    List::erase(element);
    --entries_;
  }
  [[nodiscard]] std::size_t entries() const noexcept { return entries_; }
  template <typename Visit>
  void for_each(Visit&& visit) {
    for (std::size_t i = 0; entries_ > 0 && i <= mask_; ++i) {
      for (T& element : lists_[i]) visit(element);
    }
  }
  // Any entry; null if there is none. Walks the lists.
  [[nodiscard]] T* first() noexcept {
    for (std::size_t i = 0; entries_ > 0 && i <= mask_; ++i) {
      if (T* element = lists_[i].front()) return element;
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t kStart = 64;

  static std::uint64_t mix(std::uint64_t key) noexcept {
    key *= 0x9e3779b97f4a7c15U;
    return key ^ (key >> 32);
  }
  // Entries of one key lie in one old list, so walking the old lists keeps their order.
  template <typename KeyOf>
  void grow(KeyOf key_of) {
    const std::size_t old_size = mask_ + 1;
    auto old = std::move(lists_);
    lists_ = std::make_unique<List[]>(old_size * 4);
    mask_ = old_size * 4 - 1;
    for (std::size_t i = 0; i < old_size; ++i) {
      while (T* element = old[i].pop_front()) at(key_of(*element)).push_back(*element);
    }
  }

  std::unique_ptr<List[]> lists_;
  std::size_t mask_;
  std::size_t entries_ = 0;
};

// Non-overtaking: of the messages of one source and context, the first that fits a receive goes to it; of the receives
// that fit a message, the one posted first takes it. Constant time, however many there are: what is looked through has the
// same context, and the source and the tag that are asked for.
// Not thread-safe. Entries stay where they are and must be taken out before they die.
class Matcher {
 public:
  // A message has come: the receive that takes it, or null.
  Posted* find_receive(const Envelope& message) noexcept;
  // Finds it likewise, and it is no longer posted.
  Posted* arrive(const Envelope& message) noexcept;
  // Keeps a message that no receive took.
  void add_unexpected(Unexpected& message);

  // A receive begins: the message it takes, no longer kept, or null.
  Unexpected* take(const Envelope& wanted);
  // The same without taking it.
  Unexpected* peek(const Envelope& wanted);
  // A kept message of that very envelope for which `is` holds; null if there is none.
  Unexpected* find(const Envelope& envelope, base::FunctionRef<bool(const Unexpected&)> is);
  void post(Posted& receive);
  // Takes back a posted receive.
  void withdraw(Posted& receive) noexcept;

  [[nodiscard]] std::size_t posted() const noexcept { return exact_.entries() + wildcards(); }
  [[nodiscard]] std::size_t unexpected() const noexcept { return by_both_.entries(); }
  // So many there were at once.
  [[nodiscard]] std::size_t most_unexpected() const noexcept { return most_unexpected_; }
  // Posted receives that a message of this source could go to, any tag and context; in no order. Walks all that are posted.
  [[nodiscard]] std::vector<Posted*> posted_for(int source);
  // Appends the sources that posted receives name, and kAnySource if some name none. Walks all that are posted.
  void list_sources(std::vector<int>* out);
  // All messages that no receive has taken, in no order.
  template <typename Visit>
  void for_each_unexpected(Visit&& visit) {
    by_both_.for_each(visit);
  }
  // For tear-down: any entry left, null if none.
  Posted* any_posted() noexcept;
  Unexpected* any_unexpected() noexcept;
  void drop(Unexpected& message) noexcept;

 private:
  using Receives = Buckets<Posted, &Posted::node>;

  [[nodiscard]] std::size_t wildcards() const noexcept { return any_tag_.entries() + any_source_.entries() + any_.entries(); }
  [[nodiscard]] Receives& receives_like(const Envelope& wanted) noexcept;
  template <typename Visit>
  void for_each_posted(const Visit& visit);
  void keep_by_source();
  void keep_by_tag();

  // By what they name: source and tag, one of them, none.
  Receives exact_;
  Receives any_tag_;
  Receives any_source_;
  Receives any_;
  Buckets<Unexpected, &Unexpected::by_both> by_both_;
  Buckets<Unexpected, &Unexpected::by_context> by_context_;
  // Kept from the first call that asks so.
  Buckets<Unexpected, &Unexpected::by_source> by_source_;
  Buckets<Unexpected, &Unexpected::by_tag> by_tag_;
  bool keeps_by_source_ = false;
  bool keeps_by_tag_ = false;
  std::uint64_t next_sequence_ = 0;
  std::size_t most_unexpected_ = 0;
};

}  // namespace penstock::proto
