// Error codes as numbers, and the sentences behind the recent ones.
#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>

#include "api/call.hpp"

namespace penstock::api {
namespace {

constexpr int kClassBits = 14;
constexpr int kClassMask = (1 << kClassBits) - 1;
constexpr int kSentenceMask = 0xffff;
constexpr int kHasSentence = 1 << 30;

// The last sentences, in storage that outlives every other object and needs no memory when memory is what failed.
struct Sentences {
  static constexpr int kKept = 64;
  struct Slot {
    int number = -1;
    char text[MPI_MAX_ERROR_STRING] = {};
  };
  std::mutex mutex;
  int next = 0;
  std::array<Slot, kKept> slots;
};
constinit Sentences sentences;

std::size_t copy(std::string_view from, char (&to)[MPI_MAX_ERROR_STRING]) noexcept {
  const std::size_t length = std::min(from.size(), sizeof(to) - 1);
  std::memcpy(to, from.data(), length);
  to[length] = '\0';
  return length;
}

}  // namespace

int make_code(int error_class, std::string_view sentence) noexcept {
  const std::scoped_lock lock(sentences.mutex);
  const int number = sentences.next;
  sentences.next = (number + 1) & kSentenceMask;
  Sentences::Slot& slot = sentences.slots[static_cast<std::size_t>(number % Sentences::kKept)];
  slot.number = number;
  copy(sentence, slot.text);
  return kHasSentence | (number << kClassBits) | (error_class & kClassMask);
}

int class_of(int error_code) noexcept {
  const int value = (error_code & kHasSentence) != 0 ? error_code & kClassMask : error_code;
  return error_code >= 0 && !error_class_name(value).empty() ? value : -1;
}

std::size_t describe(int error_code, char (&text)[MPI_MAX_ERROR_STRING]) noexcept {
  if (error_code >= 0 && (error_code & kHasSentence) != 0) {
    const int number = (error_code >> kClassBits) & kSentenceMask;
    const std::scoped_lock lock(sentences.mutex);
    const Sentences::Slot& slot = sentences.slots[static_cast<std::size_t>(number % Sentences::kKept)];
    if (slot.number == number) return copy(slot.text, text);
  }
  return copy(error_class_text(class_of(error_code)), text);
}

}  // namespace penstock::api
