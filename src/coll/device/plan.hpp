// Who moves and folds what, once all members have said where their data are.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status.hpp"
#include "coll/device/buffer_ranges.hpp"

namespace penstock::coll {

// Whether the root of a reduce or a broadcast does all the work itself.
[[nodiscard]] bool root_works_alone(const Query& query) noexcept;

// Elements [first, first + count).
struct Share {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};
// What the i-th of `owners` has of `elements`: no less than a kernel is worth, so that of few bytes the first has them all.
[[nodiscard]] Share share_of(std::uint64_t elements, std::uint64_t element_bytes, std::uint64_t owners,
                             std::uint64_t i) noexcept;

// One kernel: operands to results, element by element; addresses as this rank's device reaches them.
struct FoldWork {
  kernels::Folding folding;
  kernels::FoldForm form = kernels::FoldForm::kTotal;
  std::uint64_t count = 0;
  std::vector<std::uint64_t> sources;
  std::vector<std::uint64_t> targets;
};
struct CopyWork {
  std::uint64_t to = 0;
  std::uint64_t from = 0;
  std::uint64_t bytes = 0;
  bool own = false;  // within this rank's memory, of the program's data alone: no link has a part in it
};
// What this rank's device does: the copies after the folds, which those of its own need not wait for. None of it depends on
// work of another rank in the same call.
struct DeviceWork {
  std::vector<FoldWork> folds;
  std::vector<CopyWork> copies;
};

// Longer copies to one place are the copy engines', which are quicker from here on and take no multiprocessor.
inline constexpr std::uint64_t kMostByKernel = 16 << 20;

// Where the operands and results of members are for the rank that plans.
class Places {
 public:
  Places() = default;
  Places(const Places&) = delete;
  Places& operator=(const Places&) = delete;
  virtual ~Places() = default;
  virtual Status send_of(int member, std::uint64_t* address) = 0;
  virtual Status recv_of(int member, std::uint64_t* address) = 0;
};

class DevicePlanner {
 public:
  // `tables`: with has_table(), for each member how far from what it sends its parts for all members lie.
  DevicePlanner(const Query& query, const Team& team, const Arguments& arguments, std::span<const std::uint64_t> tables,
                Places& places) noexcept
      : query_(query),
        movement_(movement_of(query.collective)),
        team_(team),
        arguments_(arguments),
        tables_(tables),
        places_(places) {}
  // Asks for the places that it needs.
  Status plan(DeviceWork* out);

 private:
  void list_folds();
  void allreduce();
  void reduce();
  void reduce_scatter();
  void prefixes();
  void list_moves();
  void bcast();
  void allgather();
  void give_parts();
  void take_parts();
  // Elements [first, first + count) of every member's operand, folded into the same elements of each target.
  void fold(kernels::FoldForm form, Share share, std::vector<std::uint64_t>&& targets);
  // To members, this rank's own place first unless that is where the bytes are.
  void spread_own(std::uint64_t from, std::uint64_t bytes, std::vector<std::uint64_t>&& targets, bool in_place);
  void spread(std::uint64_t from, std::uint64_t bytes, std::vector<std::uint64_t>&& targets);

  [[nodiscard]] std::uint64_t send_of(int member);
  [[nodiscard]] std::uint64_t recv_of(int member);
  // The k-th member from this rank on: so that not all begin with the same one.
  [[nodiscard]] int turned(int k) const noexcept { return (team_.rank + k) % team_.size; }
  // This rank's place among all but one.
  [[nodiscard]] std::uint64_t place_without(int left_out) const noexcept {
    return static_cast<std::uint64_t>(team_.rank - (team_.rank > left_out ? 1 : 0));
  }
  [[nodiscard]] std::uint64_t element_bytes() const noexcept {
    return std::uint64_t{folding_.elements_per} * folding_.element_bytes;
  }
  [[nodiscard]] std::uint64_t others() const noexcept { return static_cast<std::uint64_t>(team_.size - 1); }

  const Query& query_;
  const Movement& movement_;
  const Team& team_;
  const Arguments& arguments_;
  std::span<const std::uint64_t> tables_;
  Places& places_;
  kernels::Folding folding_;
  DeviceWork work_;
  Status status_;
};

}  // namespace penstock::coll
