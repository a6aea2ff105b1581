// A table with one entry for each peer, by the peer's number. Numbers need not be dense, and may exceed the job's size:
// processes that are spawned later get numbers of their own.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace penstock::proto {

// The table consists of pages, each made with its first entry: memory grows with the peers used and little with their numbers
// (one pointer for each page below the highest). Entries stay where they are. Not thread-safe.
template <typename T>
class PeerTable {
 public:
  // Returns null if the peer's page was never used, otherwise its entry, which is T() if nothing was written.
  [[nodiscard]] const T* find(int peer) const noexcept {
    const std::size_t page = page_of(peer);
    return page < pages_.size() && pages_[page] ? &(*pages_[page])[place_of(peer)] : nullptr;
  }
  [[nodiscard]] T* find(int peer) noexcept { return const_cast<T*>(std::as_const(*this).find(peer)); }
  // Returns the peer's entry, or T() if nothing was written.
  [[nodiscard]] const T& at(int peer) const noexcept {
    const T* found = find(peer);
    return found != nullptr ? *found : kNothing;
  }
  [[nodiscard]] T& get(int peer) {
    T* found = find(peer);
    return found != nullptr ? *found : make(peer);
  }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const auto& page : pages_) {
      if (!page) continue;
      for (const T& entry : *page) visit(entry);
    }
  }

 private:
  static constexpr unsigned kShift = 6;
  using Page = std::array<T, std::size_t{1} << kShift>;

  // A negative number is beyond every page.
  [[nodiscard]] static std::size_t page_of(int peer) noexcept { return static_cast<unsigned>(peer) >> kShift; }
  [[nodiscard]] static std::size_t place_of(int peer) noexcept { return static_cast<unsigned>(peer) & ((1U << kShift) - 1); }
  [[gnu::noinline]] T& make(int peer) {
    const std::size_t page = page_of(peer);
    if (page >= pages_.size()) pages_.resize(page + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<Page>();
    return (*pages_[page])[place_of(peer)];
  }

  static inline const T kNothing{};
  std::vector<std::unique_ptr<Page>> pages_;
};

}  // namespace penstock::proto
