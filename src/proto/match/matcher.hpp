// Tag matching: the posted receives and unexpected messages of one process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/function_ref.hpp"
#include "base/intrusive_list.hpp"
#include "proto/common/operation.hpp"

namespace penstock::proto {

// The fields by which messages are matched. In a posted receive, source may be kAnySource and tag kAnyTag.
struct Envelope {
  std::uint64_t context = 0;
  int source = 0;
  int tag = 0;
};

// kAnyTag matches every tag of the same context; the negative tags of collectives are ordinary tags.
[[nodiscard]] inline bool tags_match(int wanted, int tag) noexcept {
  return wanted == tag || wanted == kAnyTag;
}

// Base of a posted receive. The matcher owns nothing.
struct Posted {
  Envelope wanted;
  std::uint64_t sequence = 0;  // order of posting, set by the matcher
  base::ListNode node;
};

// Base of an unexpected message. It is on one list for each kind of query that was used, in order of arrival: by source and
// tag, by one of them, or by neither; and always on the list of its context.
struct Unexpected {
  Envelope envelope;
  base::ListNode by_both;
  base::ListNode by_source;
  base::ListNode by_tag;
  base::ListNode by_context;
};

// Lists found by a 64-bit key. Entries of several keys may share a list; each key's entries stay in order.
// The number of lists grows with the entries.
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
  // Returns any entry; null if there is none. The call walks the lists.
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
  // Entries of one key are in one old list, so walking the old lists keeps their order.
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

// Non-overtaking: of the messages of one source and context, a receive gets the first that fits; of the receives
// that fit a message, it goes to the one posted first. A search takes constant time for any number of entries: it
// only visits entries with the requested context, source and tag. Not thread-safe. Entries stay where they are and
// must be removed before they are destroyed.
class Matcher {
 public:
  // Returns the receive that matches an arrived message, or null.
  Posted* find_receive(const Envelope& message) noexcept;
  // Returns the matching receive in the same way, and removes it from the posted receives.
  Posted* arrive(const Envelope& message) noexcept;
  // Keeps an unexpected message.
  void add_unexpected(Unexpected& message);

  // Returns and removes the unexpected message that a new receive matches, or null.
  Unexpected* take(const Envelope& wanted);
  // Returns the unexpected message that a receive would match, without removing it.
  Unexpected* peek(const Envelope& wanted);
  // Returns an unexpected message with exactly that envelope for which `is` holds; null if there is none.
  Unexpected* find(const Envelope& envelope, base::FunctionRef<bool(const Unexpected&)> is);
  void post(Posted& receive);
  // Removes a posted receive.
  void withdraw(Posted& receive) noexcept;

  [[nodiscard]] std::size_t posted() const noexcept { return exact_.entries() + wildcards(); }
  [[nodiscard]] std::size_t unexpected() const noexcept { return by_both_.entries(); }
  // Returns the largest number of unexpected messages so far.
  [[nodiscard]] std::size_t most_unexpected() const noexcept { return most_unexpected_; }
  // Returns the posted receives that a message of this source could match, for any tag and context, in no
  // order. The call walks all posted receives.
  [[nodiscard]] std::vector<Posted*> posted_for(int source);
  // Appends the sources that posted receives name, and kAnySource if some name none. The call walks all posted receives.
  void list_sources(std::vector<int>* out);
  // Visits all unexpected messages, in no order.
  template <typename Visit>
  void for_each_unexpected(Visit&& visit) {
    by_both_.for_each(visit);
  }
  // For teardown: each returns any remaining entry, null if there is none.
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

  // Receives are grouped by the fields that they specify: source and tag, one of them, or none.
  Receives exact_;
  Receives any_tag_;
  Receives any_source_;
  Receives any_;
  Buckets<Unexpected, &Unexpected::by_both> by_both_;
  Buckets<Unexpected, &Unexpected::by_context> by_context_;
  // These are maintained from the first query of their kind on.
  Buckets<Unexpected, &Unexpected::by_source> by_source_;
  Buckets<Unexpected, &Unexpected::by_tag> by_tag_;
  bool keeps_by_source_ = false;
  bool keeps_by_tag_ = false;
  std::uint64_t next_sequence_ = 0;
  std::size_t most_unexpected_ = 0;
};

}  // namespace penstock::proto
