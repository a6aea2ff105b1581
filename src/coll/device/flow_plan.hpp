// Blocking collectives of much GPU memory by one kernel on each device, which lets the data flow through rings in the others'
// memory: nothing of the program's is mapped, so that it may be new, or memory that peers cannot map.
#pragma once

#include <cstdint>

#include "coll/device/few.hpp"
#include "coll/device/rings.hpp"
#include "coll/device/sides.hpp"
#include "coll/team.hpp"
#include "kernels/flow/flow.hpp"

namespace penstock::coll {

// Whether such a call may go that way, once its members have rings: the same on all of them.
[[nodiscard]] bool serves_flow(const Query& query, const Team& team, const Arguments& arguments) noexcept;

// What this rank's kernel does, once all members have said that they are there. Bytes over links are those of kernels on the
// program's own memory (DevicePlanner); of two ranks that reduce less than kWhole each sends the other its operand, which is
// one way less.
class FlowPlan {
 public:
  static constexpr std::uint64_t kWhole = 6 << 20;

  // All outlive it, as it outlives its task.
  FlowPlan(const Query& query, const Team& team, const Arguments& arguments, std::uint64_t number);
  FlowPlan(const FlowPlan&) = delete;
  FlowPlan& operator=(const FlowPlan&) = delete;
  [[nodiscard]] const kernels::FlowTask& task() const noexcept { return task_; }
  // Bytes of the longest part that a rank gives another.
  [[nodiscard]] static std::uint64_t longest_part(const Query& query, const Arguments& arguments) noexcept;

 private:
  struct Range {
    std::uint64_t first;
    std::uint64_t bytes;
  };
  template <typename T>
  using List = Few<T, kernels::kMostFlowing>;
  // Whether members other than one, or all, have a share each.
  enum class Sharing : std::uint8_t { kNone, kOthers, kAll };
  [[nodiscard]] static Sharing sharing(const Query& query, std::uint64_t bytes) noexcept;
  [[nodiscard]] static std::uint64_t share_bytes(const Query& query, std::uint64_t bytes) noexcept;

  void move();
  void reduce();
  void bcast_in_shares();
  void reduce_in_shares();
  void allreduce_in_shares();
  void push(int to, Range range);
  void pull(int from, std::uint64_t to, std::uint64_t bytes, std::uint32_t stream = kernels::kOperands);
  void copy(std::uint64_t from, std::uint64_t to, std::uint64_t bytes);
  // The operands of members [first, last), of which this rank's is at `from`.
  void fold(std::uint64_t from, std::uint64_t bytes, int first, int last, std::uint64_t target);
  // The member's share; without the root's, of those of the others.
  [[nodiscard]] Range share(int member) const noexcept;
  template <typename Visit>
  void for_others(const Visit& visit) const;
  [[nodiscard]] bool is_root(int member) const noexcept { return member == arguments_.root; }

  const Query& query_;
  const Team& team_;
  const Arguments& arguments_;
  std::uint64_t bytes_;     // as kernels count
  std::uint64_t send_ = 0;  // addresses of the sides
  std::uint64_t recv_ = 0;
  List<kernels::FlowPeer> peers_;
  List<kernels::FlowPart> pushes_;
  List<kernels::FlowPart> pulls_;
  List<std::uint32_t> sources_;
  List<std::uint32_t> results_;
  kernels::FlowTask task_;
};

}  // namespace penstock::coll
