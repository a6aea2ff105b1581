// Blocking collectives of little GPU memory by one kernel on each device, which puts what the others get into their inboxes and
// takes what has come into its own. Nothing of the program's is mapped, and nobody waits for anybody's end.
//
// The kernels wait for each other. So they are launched once all members have said that they are in the call, which none leaves
// before its kernel has ended: all launch theirs at about the same time, whatever else they do.
#pragma once

#include <cstdint>

#include "coll/device/few.hpp"
#include "coll/device/inboxes.hpp"
#include "coll/device/sides.hpp"
#include "coll/team.hpp"
#include "kernels/exchange/exchange.hpp"

namespace penstock::coll {

// Whether one kernel on each device makes such a collective.
[[nodiscard]] bool serves_joint_kernels(Collective collective) noexcept;
// As kernels count its bytes, pairs of a value and an index with their gaps; 0: no kernel does.
[[nodiscard]] std::uint64_t kernel_bytes(const Query& query, const Arguments& arguments) noexcept;

// Whether such a call may go that way: the same on all members.
[[nodiscard]] bool serves_one_shot(const Query& query, const Team& team, const Arguments& arguments) noexcept;
// What a rank gives the others, if one's part (of a reduction the operand) has so many bytes.
[[nodiscard]] std::uint64_t given_to_others(const Query& query, std::uint64_t bytes) noexcept;

// What this rank's kernel does, once all have said yes.
class OneShotPlan {
 public:
  // All outlive it, as it outlives its task.
  OneShotPlan(const Query& query, const Team& team, const Arguments& arguments, std::uint32_t number);
  OneShotPlan(const OneShotPlan&) = delete;
  OneShotPlan& operator=(const OneShotPlan&) = delete;
  [[nodiscard]] const kernels::ExchangeTask& task() const noexcept { return task_; }

 private:
  struct Range {
    std::uint64_t first;
    std::uint64_t bytes;
  };
  void move();
  void reduce();
  void fold(std::uint64_t from, std::uint64_t bytes, int first, int last, std::uint64_t target);
  void fold_in_shares();
  [[nodiscard]] Range share(int member) const noexcept;
  void push(int to, std::uint64_t from, std::uint64_t bytes);
  void pull(int from, std::uint64_t to, std::uint64_t bytes);
  void copy(std::uint64_t from, std::uint64_t to, std::uint64_t bytes);
  template <typename Visit>
  void for_others(const Visit& visit) const;

  const Query& query_;
  const Team& team_;
  const Arguments& arguments_;
  const Inboxes& inboxes_;
  std::uint64_t bytes_;     // as kernels count
  std::uint64_t send_ = 0;  // addresses of the sides
  std::uint64_t recv_ = 0;
  Few<kernels::ExchangePart, kernels::kMostExchanging> pushes_;
  Few<kernels::ExchangePart, kernels::kMostExchanging> pulls_;
  Few<std::uint64_t, kernels::kMostExchanging> sources_;
  Few<std::uint64_t, kernels::kMostExchanging> results_;
  kernels::ExchangeTask task_;
};

}  // namespace penstock::coll
