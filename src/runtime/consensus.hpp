// The members of a team tell each other something and conclude alike from what all of them said. Here alone it is decided what
// the failure of one member means for the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/status.hpp"

namespace penstock::runtime {

// A way by which the members of a team reach each other: start_carriers.hpp and team_carrier.hpp have those that there are.
// Its verbs are collective over the members and block. They fail where this member could not hear the others.
class Carrier {
 public:
  Carrier() = default;
  Carrier(const Carrier&) = delete;
  Carrier& operator=(const Carrier&) = delete;
  virtual ~Carrier() = default;

  [[nodiscard]] virtual int rank() const = 0;  // this member's place in the team
  [[nodiscard]] virtual int size() const = 0;
  // Each member passes `bytes` bytes and gets those of all, one after another in `all`.
  virtual Status gather(const void* mine, void* all, std::size_t bytes) = 0;
  // Member i gets cell i of `sent`, and has filled cell i of `got`; each cell has `cell` bytes.
  virtual Status hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) = 0;
};

// Each member hears what each has said: (*all)[i] is what member i said. Both ends run the same build, so T travels as it lies.
template <typename T>
Status all_say(Carrier& carrier, const T& mine, std::vector<T>* all) {
  static_assert(std::is_trivially_copyable_v<T>);
  all->resize(static_cast<std::size_t>(carrier.size()));
  return carrier.gather(&mine, all->data(), sizeof(T));
}

// All members fail or none does. A member that failed gets its own failure back; the others get the code of the first member
// that failed, and are told its rank. `task` is a verb with its object: "rank 3 could not <task>".
Status all_ok(Carrier& carrier, const Status& mine, std::string_view task);

// Each member hands each another cell (Carrier::hand()). Code::kInternal: there is not one cell for each member.
Status all_hand(Carrier& carrier, std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell);

// The second half of all_ok(), where the codes of all members travelled with something else: codes[i] is member i's Code.
Status conclude(const Status& mine, std::span<const std::int32_t> codes, std::string_view task);

// A member puts its Status so into the words that travel.
[[nodiscard]] inline std::int32_t code_of(const Status& status) noexcept {
  return static_cast<std::int32_t>(status.code());
}

}  // namespace penstock::runtime
