// IntrusiveList is a doubly linked list whose links lie in its elements: it allocates nothing and removes an element in
// constant time.
#pragma once

#include <cstddef>

namespace penstock::base {

// An element has one ListNode member per list that it can be on. Copying an element does not copy its links.
struct ListNode {
  ListNode() noexcept = default;
  ListNode(const ListNode&) noexcept {}
  ListNode& operator=(const ListNode&) noexcept { return *this; }

  [[nodiscard]] bool linked() const noexcept { return next != nullptr; }

  ListNode* next = nullptr;
  ListNode* previous = nullptr;
};

// The list owns nothing. An element must outlive its membership and must be erased before it is destroyed. The list is not
// thread-safe. An element may be erased during iteration if the iterator was advanced first (or with pop_front).
template <typename T, ListNode T::* member>
class IntrusiveList {
 public:
  IntrusiveList() noexcept { head_.next = head_.previous = &head_; }
  IntrusiveList(const IntrusiveList&) = delete;
  IntrusiveList& operator=(const IntrusiveList&) = delete;

  [[nodiscard]] bool empty() const noexcept { return head_.next == &head_; }
  // Counts the elements by walking the list.
  [[nodiscard]] std::size_t count() const noexcept {
    std::size_t n = 0;
    for (const ListNode* node = head_.next; node != &head_; node = node->next) ++n;
    return n;
  }

  void push_back(T& element) noexcept { insert_before(&head_, &(element.*member)); }
  void push_front(T& element) noexcept { insert_before(head_.next, &(element.*member)); }
  static void erase(T& element) noexcept {
    ListNode* node = &(element.*member);
    node->previous->next = node->next;
    node->next->previous = node->previous;
    node->next = node->previous = nullptr;
  }
  // Returns null if the list is empty.
  [[nodiscard]] T* front() noexcept { return empty() ? nullptr : owner(head_.next); }
  [[nodiscard]] T* back() noexcept { return empty() ? nullptr : owner(head_.previous); }
  T* pop_front() noexcept {
    T* element = front();
    if (element != nullptr) erase(*element);
    return element;
  }
  // Moves all elements of `other` to the end of this list.
  void splice_back(IntrusiveList& other) noexcept {
    if (other.empty()) return;
    ListNode* first = other.head_.next;
    ListNode* last = other.head_.previous;
    other.head_.next = other.head_.previous = &other.head_;
    first->previous = head_.previous;
    head_.previous->next = first;
    last->next = &head_;
    head_.previous = last;
  }

  class Iterator {
   public:
    explicit Iterator(ListNode* node) noexcept : node_(node) {}
    T& operator*() const noexcept { return *owner(node_); }
    T* operator->() const noexcept { return owner(node_); }
    Iterator& operator++() noexcept {
      node_ = node_->next;
      return *this;
    }
    bool operator==(const Iterator&) const noexcept = default;

   private:
    ListNode* node_;
  };
  [[nodiscard]] Iterator begin() noexcept { return Iterator(head_.next); }
  [[nodiscard]] Iterator end() noexcept { return Iterator(&head_); }

 private:
  static void insert_before(ListNode* place, ListNode* node) noexcept {
    node->next = place;
    node->previous = place->previous;
    place->previous->next = node;
    place->previous = node;
  }
  // offsetof does not accept a member pointer; a measurement in suitably aligned storage gives the offset.
  static std::ptrdiff_t offset() noexcept {
    alignas(T) static char storage[sizeof(T)];
    T* object = reinterpret_cast<T*>(storage);
    return reinterpret_cast<char*>(&(object->*member)) - storage;
  }
  static T* owner(ListNode* node) noexcept { return reinterpret_cast<T*>(reinterpret_cast<char*>(node) - offset()); }

  ListNode head_;
};

}  // namespace penstock::base
