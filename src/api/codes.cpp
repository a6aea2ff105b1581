// Error codes as numbers, the sentences of the recent codes, and the classes and codes that the application adds.
#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "api/call.hpp"

namespace penstock::api {
namespace {

constexpr int kClassBits = 14;
constexpr int kClassMask = (1 << kClassBits) - 1;
constexpr int kSentenceMask = 0xffff;
constexpr int kHasSentence = 1 << 30;

// The last sentences are kept in storage that outlives every other object and needs no memory, since memory may be exhausted.
struct Sentences {
  static constexpr int kKept = 64;
  struct Slot {
    int number = -1;
    char text[MPI_MAX_ERROR_STRING] = {};
  };
  std::mutex mutex;
  int next = 1;  // never 0: an ABI shim may recognise codes with a sentence by it
  std::array<Slot, kKept> slots;
};
constinit Sentences sentences;

// Classes and codes of the application, by number; a class is its own class. The table is made when the first is added, and
// never destroyed, since errors are reported until the very end.
struct Added {
  int error_class = 0;
  int codes = 0;  // number of codes of a class
  std::string text;
};
struct AddedTable {
  std::mutex mutex;
  int last = MPI_ERR_LASTCODE;  // the last number used; numbers are not reused
  std::map<int, Added>* rows = nullptr;

  [[nodiscard]] Added* find(int number) const noexcept {
    if (rows == nullptr) return nullptr;
    const auto found = rows->find(number);
    return found != rows->end() ? &found->second : nullptr;
  }
};
constinit AddedTable added;

Status add(int error_class, int* number) {
  if (added.last + 1 >= kHasSentence) return Status::error(Code::kNoMemory, "no error code is left to add");
  if (added.rows == nullptr) added.rows = new std::map<int, Added>();
  const int next = added.last + 1;
  added.rows->emplace(next, Added{error_class != 0 ? error_class : next, 0, {}});
  added.last = next;
  *number = next;
  return Status::ok();
}

// Finds a row that the application may change, which excludes MPI's own classes.
Status find_added(int number, Added** out) {
  *out = added.find(number);
  if (*out != nullptr) return Status::ok();
  return Status::error(Code::kArg, "{} is no error class or code that the program has added", number);
}

Status check_unused(const Added& row, int number) {
  if (row.codes != 0) {
    return Status::error(Code::kArg, "error class {} still has {} codes; remove them first", number, row.codes);
  }
  if (row.text.empty()) return Status::ok();
  return Status::error(Code::kArg, "{} still has its text; call MPI_Remove_error_string first", number);
}

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
  sentences.next = number == kSentenceMask ? 1 : number + 1;
  Sentences::Slot& slot = sentences.slots[static_cast<std::size_t>(number % Sentences::kKept)];
  slot.number = number;
  copy(sentence, slot.text);
  return kHasSentence | (number << kClassBits) | (error_class & kClassMask);
}

int class_of(int error_code) noexcept {
  const int value = (error_code & kHasSentence) != 0 ? error_code & kClassMask : error_code;
  if (error_code >= 0 && !error_class_name(value).empty()) return value;
  const std::scoped_lock lock(added.mutex);
  const Added* row = added.find(error_code);
  return row != nullptr ? row->error_class : -1;
}

std::size_t describe(int error_code, char (&text)[MPI_MAX_ERROR_STRING]) noexcept {
  if (error_code >= 0 && (error_code & kHasSentence) != 0) {
    const int number = (error_code >> kClassBits) & kSentenceMask;
    const std::scoped_lock lock(sentences.mutex);
    const Sentences::Slot& slot = sentences.slots[static_cast<std::size_t>(number % Sentences::kKept)];
    if (slot.number == number) return copy(slot.text, text);
  }
  {
    const std::scoped_lock lock(added.mutex);
    if (const Added* row = added.find(error_code); row != nullptr) return copy(row->text, text);
  }
  return copy(error_class_text(class_of(error_code)), text);
}

Status add_class(int* error_class) {
  const std::scoped_lock lock(added.mutex);
  return add(0, error_class);
}

Status add_code(int error_class, int* error_code) {
  if (class_of(error_class) != error_class) return Status::error(Code::kArg, "{} is no error class", error_class);
  const std::scoped_lock lock(added.mutex);
  PENSTOCK_TRY(add(error_class, error_code));
  if (Added* owner = added.find(error_class); owner != nullptr) ++owner->codes;
  return Status::ok();
}

Status set_text(int error_code, std::string_view text) {
  if (text.size() >= MPI_MAX_ERROR_STRING) {
    return Status::error(Code::kArg, "the text has {} characters, of at most {}", text.size(), MPI_MAX_ERROR_STRING - 1);
  }
  const std::scoped_lock lock(added.mutex);
  Added* row = nullptr;
  PENSTOCK_TRY(find_added(error_code, &row));
  row->text = text;
  return Status::ok();
}

Status remove_text(int error_code) {
  return set_text(error_code, {});
}

Status remove_class(int error_class) {
  const std::scoped_lock lock(added.mutex);
  Added* row = nullptr;
  PENSTOCK_TRY(find_added(error_class, &row));
  if (row->error_class != error_class) return Status::error(Code::kArg, "{} is an error code, not a class", error_class);
  PENSTOCK_TRY(check_unused(*row, error_class));
  added.rows->erase(error_class);
  return Status::ok();
}

Status remove_code(int error_code) {
  const std::scoped_lock lock(added.mutex);
  Added* row = nullptr;
  PENSTOCK_TRY(find_added(error_code, &row));
  if (row->error_class == error_code) return Status::error(Code::kArg, "{} is an error class, not a code", error_code);
  PENSTOCK_TRY(check_unused(*row, error_code));
  if (Added* owner = added.find(row->error_class); owner != nullptr) --owner->codes;
  added.rows->erase(error_code);
  return Status::ok();
}

}  // namespace penstock::api
