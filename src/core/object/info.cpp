#include "core/object/info.hpp"

#include <algorithm>

namespace penstock::core {

std::optional<std::string_view> Info::get(std::string_view key) const noexcept {
  const auto found = std::ranges::find(entries_, key, &Entry::first);
  return found != entries_.end() ? std::optional<std::string_view>(found->second) : std::nullopt;
}

Status check_info_key(std::string_view key) {
  if (key.empty()) return Status::error(Code::kInfoKey, "the info key is empty");
  if (key.size() < MPI_MAX_INFO_KEY) return Status::ok();
  return Status::error(Code::kInfoKey, "the info key has {} characters, of at most {}", key.size(), MPI_MAX_INFO_KEY - 1);
}

Status Info::set(std::string_view key, std::string_view value) {
  PENSTOCK_TRY(check_info_key(key));
  if (value.size() >= MPI_MAX_INFO_VAL) {
    return Status::error(Code::kInfoValue, "the value of info key {} has {} characters, of at most {}", key, value.size(),
                         MPI_MAX_INFO_VAL - 1);
  }
  const auto found = std::ranges::find(entries_, key, &Entry::first);
  if (found != entries_.end()) {
    found->second = value;
  } else {
    entries_.emplace_back(key, value);
  }
  return Status::ok();
}

Status Info::remove(std::string_view key) {
  PENSTOCK_TRY(check_info_key(key));
  const auto found = std::ranges::find(entries_, key, &Entry::first);
  if (found == entries_.end()) return Status::error(Code::kInfoNoKey, "the info object has no key {}", key);
  entries_.erase(found);
  return Status::ok();
}

}  // namespace penstock::core
