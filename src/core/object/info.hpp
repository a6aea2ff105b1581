// Info objects: an ordered list of keys and values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.hpp"
#include "core/object/ref.hpp"
#include "mpi.h"

namespace penstock::core {

class Info final : public Object {
 public:
  using Entry = std::pair<std::string, std::string>;

  Info() = default;
  explicit Info(std::vector<Entry> entries) : entries_(std::move(entries)) {}

  [[nodiscard]] const std::vector<Entry>& entries() const noexcept { return entries_; }
  // The value is valid until the object changes.
  [[nodiscard]] std::optional<std::string_view> get(std::string_view key) const noexcept;
  // Returns kInfoKey or kInfoValue for empty keys, and for texts that do not fit MPI_MAX_INFO_KEY or MPI_MAX_INFO_VAL with
  // their final 0.
  [[nodiscard]] Status set(std::string_view key, std::string_view value);
  // Returns kInfoNoKey if there is no such key.
  [[nodiscard]] Status remove(std::string_view key);

  MPI_Info handle = MPI_INFO_NULL;

 private:
  ~Info() override = default;

  std::vector<Entry> entries_;
};

// Returns kInfoKey for a text that can be no key of any info object.
[[nodiscard]] Status check_info_key(std::string_view key);

}  // namespace penstock::core
