// The keys of all members' regions. Where many members share a host, they lie in one region that all of them map, written by
// one of them: what a rank keeps for itself does not grow with the number of members.
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

// Two keys of one member, one behind the other.
struct MemberKeys {
  std::span<const std::byte> control;
  std::span<const std::byte> memory;  // empty: it has none
};

class WindowKeys {
 public:
  // From so many members on they are shared: a few keys take less than a region and its mapping.
  static constexpr int kLeastShared = 16;

  // `keys` holds those of member i at [at[i], at[i + 1]), of which control[i] bytes are the control region's.
  void keep(std::vector<std::byte> keys, std::vector<std::uint64_t> at, std::vector<std::uint32_t> control);
  // So many does write() need for keys of so many bytes in all, give or take a few.
  [[nodiscard]] static std::uint64_t board_bytes(int members, std::uint64_t key_bytes) noexcept;
  // Puts them on `board`, of so many bytes, for other members of the host. False: they do not fit, and nothing is there.
  bool write(std::span<std::byte> board) const;
  // Keeps only what is not on the board in the same form, which lies still as long as this. Nothing where the board has none.
  void share(std::span<const std::byte> board);

  // Valid as long as this.
  [[nodiscard]] MemberKeys of(int member) const noexcept;

 private:
  // In front of a board: of each member where its keys begin, and how long the first is; one row behind the last member's.
  struct Row {
    std::uint64_t at = 0;  // from the board's beginning; 0: there are no keys
    std::uint32_t control = 0;
    std::uint32_t reserved = 0;
  };
  struct Own {
    std::vector<std::byte> keys;
    std::uint32_t control = 0;
  };

  [[nodiscard]] std::size_t members() const noexcept { return control_.size(); }
  [[nodiscard]] MemberKeys kept(std::size_t member) const noexcept;
  [[nodiscard]] static MemberKeys on_board(std::span<const std::byte> board, std::size_t member) noexcept;

  std::vector<std::byte> keys_;
  std::vector<std::uint64_t> at_;
  std::vector<std::uint32_t> control_;
  std::span<const std::byte> board_;          // empty: all are kept above
  std::unordered_map<std::size_t, Own> own_;  // beside the board
};

}  // namespace penstock::core
