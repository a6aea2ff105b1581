#include "core/window/keys.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace penstock::core {

void WindowKeys::keep(std::vector<std::byte> keys, std::vector<std::uint64_t> at, std::vector<std::uint32_t> control) {
  keys_ = std::move(keys);
  at_ = std::move(at);
  control_ = std::move(control);
}

// The slack is for members whose memory is of another kind, with keys of another length; the region has whole pages anyway.
std::uint64_t WindowKeys::table_bytes(int members, std::uint64_t key_bytes) noexcept {
  constexpr std::uint64_t kSlack = 1024;
  return (static_cast<std::uint64_t>(members) + 1) * sizeof(Row) + key_bytes + kSlack;
}

MemberKeys WindowKeys::kept(std::size_t member) const noexcept {
  const std::span<const std::byte> both(keys_.data() + at_[member], at_[member + 1] - at_[member]);
  return {both.first(control_[member]), both.subspan(control_[member])};
}

MemberKeys WindowKeys::in_table(std::span<const std::byte> table, std::size_t member) noexcept {
  Row rows[2];
  std::memcpy(rows, table.data() + member * sizeof(Row), sizeof rows);
  const std::span<const std::byte> both = table.subspan(rows[0].at, rows[1].at - rows[0].at);
  return {both.first(rows[0].control), both.subspan(rows[0].control)};
}

bool WindowKeys::write(std::span<std::byte> table) const {
  std::uint64_t at = (members() + 1) * sizeof(Row);
  if (table.size() < at + keys_.size()) return false;
  std::memcpy(table.data() + at, keys_.data(), keys_.size());
  for (std::size_t i = 0; i <= members(); ++i) {
    const Row row{at + at_[i], i < members() ? control_[i] : 0};
    std::memcpy(table.data() + i * sizeof(Row), &row, sizeof row);
  }
  return true;
}

// A key is made for the rank that gets it: for a rank's own memory, and for the writer's, it differs from that of its
// neighbours.
void WindowKeys::share(std::span<const std::byte> table) {
  Row first;
  std::memcpy(&first, table.data(), sizeof first);
  if (first.at == 0) return;
  for (std::size_t i = 0; i < members(); ++i) {
    const MemberKeys mine = kept(i);
    const MemberKeys there = in_table(table, i);
    if (std::ranges::equal(mine.control, there.control) && std::ranges::equal(mine.memory, there.memory)) continue;
    Own own{{mine.control.begin(), mine.control.end()}, control_[i]};
    own.keys.insert(own.keys.end(), mine.memory.begin(), mine.memory.end());
    own_.emplace(i, std::move(own));
  }
  table_ = table;
  // The vectors give up their memory as well.
  std::vector<std::byte>().swap(keys_);
  std::vector<std::uint64_t>().swap(at_);
  std::vector<std::uint32_t>().swap(control_);
}

MemberKeys WindowKeys::of(int member) const noexcept {
  const auto index = static_cast<std::size_t>(member);
  if (table_.empty()) return kept(index);
  const auto found = own_.find(index);
  if (found == own_.end()) return in_table(table_, index);
  const std::span<const std::byte> both(found->second.keys);
  return {both.first(found->second.control), both.subspan(found->second.control)};
}

}  // namespace penstock::core
