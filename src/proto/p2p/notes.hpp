// Data of core about single messages, under PENSTOCK_CHECK: each note arrives right before its message and is kept until the
// receive asks for it. The protocols neither read nor need notes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <unordered_map>
#include <vector>

#include "proto/match/matcher.hpp"

namespace penstock::proto {

inline constexpr std::size_t kMostNote = 64;  // bytes of a note

// Not thread-safe. Without checks no note is held, and a message costs one comparison.
class Notes {
 public:
  // Stores an arrived note; its message is the next one with that envelope.
  void came(const Envelope& of, std::span<const std::byte> words) {
    Waiting note{of, {}};
    std::memcpy(note.words.data(), words.data(), words.size() < kMostNote ? words.size() : kMostNote);
    waiting_.push_back(note);
  }
  [[nodiscard]] bool waiting() const noexcept { return !waiting_.empty(); }
  // Called when the message arrives: returns the number of its note, or 0 if it has none.
  // Older notes belong to sends that failed.
  [[nodiscard]] std::uint32_t take(const Envelope& of) {
    const auto is_of = [&of](const Waiting& note) {
      return note.of.context == of.context && note.of.source == of.source && note.of.tag == of.tag;
    };
    const auto own = std::find_if(waiting_.rbegin(), waiting_.rend(), is_of);
    if (own == waiting_.rend()) return 0;
    if (++last_ == 0) ++last_;
    kept_[last_] = own->words;
    std::erase_if(waiting_, is_of);
    return last_;
  }
  // Returns false if there is no such note.
  [[nodiscard]] bool read(std::uint32_t number, std::span<std::byte> out) const {
    const auto found = kept_.find(number);
    if (found == kept_.end()) return false;
    std::memcpy(out.data(), found->second.data(), out.size() < kMostNote ? out.size() : kMostNote);
    return true;
  }
  void drop(std::uint32_t number) noexcept { kept_.erase(number); }

 private:
  using Words = std::array<std::byte, kMostNote>;
  struct Waiting {
    Envelope of;
    Words words;
  };
  std::vector<Waiting> waiting_;
  std::unordered_map<std::uint32_t, Words> kept_;
  std::uint32_t last_ = 0;
};

}  // namespace penstock::proto
