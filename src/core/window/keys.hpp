// The keys of all members' regions. Where many members share a host, one of them writes the keys to a region that all map, the
// key table: so the memory that a rank keeps for itself does not grow with the number of members.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/status.hpp"
#include "proto/rma/rma.hpp"
#include "transport/registry.hpp"

namespace penstock::core {

// The two keys of a member lie one behind the other.
struct MemberKeys {
  std::span<const std::byte> control;
  std::span<const std::byte> memory;  // It is empty where the member has no memory.
};

class WindowKeys {
 public:
  // From so many members on they share a table: a few keys take less memory than a region and its mapping.
  static constexpr int kLeastShared = 16;

  // `keys` holds those of member i at [at[i], at[i + 1]), of which control[i] bytes are the control region's.
  void keep(std::vector<std::byte> keys, std::vector<std::uint64_t> at, std::vector<std::uint32_t> control);
  // write() needs about so many bytes for keys of `key_bytes` bytes in all.
  [[nodiscard]] static std::uint64_t table_bytes(int members, std::uint64_t key_bytes) noexcept;
  // Writes all keys to the table, for other members of the host. Returns false, and writes nothing, where they do not fit.
  bool write(std::span<std::byte> table) const;
  // Drops the keys that the table has in the same form. The table outlives this object. An empty table changes nothing.
  void share(std::span<const std::byte> table);

  // The result is valid as long as this object, until the next call of share().
  [[nodiscard]] MemberKeys of(int member) const noexcept;

 private:
  // A table begins with a row for each member, and one more.
  struct Row {
    std::uint64_t at = 0;  // The keys of the member begin so many bytes behind the beginning; 0 says that there are no keys.
    std::uint32_t control = 0;  // The first key has so many bytes.
    std::uint32_t reserved = 0;
  };
  struct Own {
    std::vector<std::byte> keys;
    std::uint32_t control = 0;
  };

  [[nodiscard]] std::size_t members() const noexcept { return control_.size(); }
  [[nodiscard]] MemberKeys kept(std::size_t member) const noexcept;
  [[nodiscard]] static MemberKeys in_table(std::span<const std::byte> table, std::size_t member) noexcept;

  std::vector<std::byte> keys_;
  std::vector<std::uint64_t> at_;
  std::vector<std::uint32_t> control_;
  std::span<const std::byte> table_;          // It is empty while all keys are in keys_.
  std::unordered_map<std::size_t, Own> own_;  // These keys differ from those in the table.
};

}  // namespace penstock::core
