// Blocking collectives of GPU memory by one kernel on each device, which waits for those of the others: nothing of the
// program's is mapped, and nobody waits for anybody's end.
//
// Of little data in one shot, through LL buffers (kernels/ll); of much by pieces, through FIFOs (kernels/pipeline), so that the
// data may be new, or memory that peers cannot map.
#pragma once

#include <cstdint>

#include "coll/device/buffer_ranges.hpp"
#include "coll/device/few.hpp"
#include "coll/team.hpp"
#include "kernels/ll/ll.hpp"
#include "kernels/pipeline/pipeline.hpp"

namespace penstock::coll {

class LlBuffers;  // device/ll_buffers.hpp
class Fifos;      // device/fifos.hpp

// As kernels count its bytes, pairs of a value and an index with their gaps; 0: no kernel does.
[[nodiscard]] std::uint64_t kernel_bytes(const Query& query, const Arguments& arguments) noexcept;
// What a rank gives the others, if one's part (of a reduction the operand) has so many bytes.
[[nodiscard]] std::uint64_t given_to_others(const Query& query, std::uint64_t bytes) noexcept;

// Whether such a call may go in one shot, or through FIFOs once its members have some: the same on all members.
[[nodiscard]] bool serves_one_shot(const Query& query, const Team& team, const Arguments& arguments) noexcept;
[[nodiscard]] bool serves_pipeline(const Query& query, const Team& team, const Arguments& arguments) noexcept;
// Bytes of the longest part that a rank gives another through FIFOs.
[[nodiscard]] std::uint64_t longest_part(const Query& query, const Arguments& arguments) noexcept;

// Whether a share of the data belongs to each member, to each but the root, or the data are not shared out.
enum class Sharing : std::uint8_t { kNone, kOthers, kAll };

// What this rank's kernel gives whom, folds and takes, wherever that passes through. Bytes over links are those of kernels on
// the program's own memory (DevicePlanner).
class CoscheduledPlan {
 public:
  static constexpr std::size_t kMost = 16;  // members
  template <typename T>
  using List = Few<T, kMost>;
  // Between this rank's memory and a member; of operands, or of results that the member made.
  struct Part {
    int member;
    std::uint64_t address;
    std::uint64_t bytes;
    bool result = false;
  };
  struct Copy {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    std::uint64_t bytes = 0;
  };

  // Such a team is not larger than kMost, and serves_coscheduled_kernels().
  CoscheduledPlan(const Query& query, const Team& team, const Arguments& arguments, Sharing sharing);

  [[nodiscard]] const kernels::Folding& folding() const noexcept { return folding_; }
  [[nodiscard]] std::span<const Part> pushes() const noexcept { return pushes_.all(); }
  [[nodiscard]] std::span<const Part> pulls() const noexcept { return pulls_.all(); }
  // Whose operands are folded, in that order, so many bytes of each. This rank's lies at operand().
  [[nodiscard]] std::span<const std::uint32_t> sources() const noexcept { return sources_.all(); }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::uint64_t operand() const noexcept { return operand_; }
  [[nodiscard]] std::uint32_t own(std::uint32_t none) const noexcept { return folds_own_ ? own_ : none; }
  // Where the result goes: this rank's memory (0: it has none of it), and members.
  [[nodiscard]] std::uint64_t target() const noexcept { return target_; }
  [[nodiscard]] std::span<const std::uint32_t> results() const noexcept { return results_.all(); }
  [[nodiscard]] const Copy& copy() const noexcept { return copy_; }

 private:
  struct Extent {
    std::uint64_t first;
    std::uint64_t bytes;
  };
  void whole(std::uint64_t bytes);
  void bcast_in_shares();
  void reduce_in_shares();
  void allreduce_in_shares();
  void push(int to, Extent extent) { pushes_.add({to, send_ + extent.first, extent.bytes}); }
  void pull_share(int from) { pulls_.add({from, recv_ + share(from).first, share(from).bytes, true}); }
  // The operands of members 0 .. last - 1, of which this rank's is at `from`.
  void fold(std::uint64_t from, std::uint64_t bytes, int last, std::uint64_t target);
  [[nodiscard]] Extent share(int member) const noexcept;
  [[nodiscard]] bool is_root(int member) const noexcept { return member == root_; }
  template <typename Visit>
  void for_others(const Visit& visit) const;

  const Movement& movement_;
  int rank_;
  int size_;
  int root_;
  bool in_place_;
  Sharing sharing_;
  std::uint64_t whole_;     // as kernels count
  std::uint64_t send_ = 0;  // addresses of the sides
  std::uint64_t recv_ = 0;
  kernels::Folding folding_ = kernels::copying();
  List<Part> pushes_;
  List<Part> pulls_;
  List<std::uint32_t> sources_;
  List<std::uint32_t> results_;
  std::uint64_t bytes_ = 0;
  std::uint64_t operand_ = 0;
  std::uint64_t target_ = 0;
  std::uint32_t own_ = 0;
  bool folds_own_ = false;
  Copy copy_;
};

// The plan as a kernel takes it. All outlive it, as it outlives its task.
class OneShotTask {
 public:
  OneShotTask(const Query& query, const Team& team, const Arguments& arguments, std::uint32_t number);
  OneShotTask(const OneShotTask&) = delete;
  OneShotTask& operator=(const OneShotTask&) = delete;
  [[nodiscard]] const kernels::LlTask& task() const noexcept { return task_; }

 private:
  Few<kernels::LlPart, kernels::kMostExchanging> pushes_;
  Few<kernels::LlPart, kernels::kMostExchanging> pulls_;
  Few<std::uint64_t, kernels::kMostExchanging> sources_;
  Few<std::uint64_t, kernels::kMostExchanging> results_;
  kernels::LlTask task_;
};

// Of two ranks that reduce less than kWhole each sends the other its operand, which is one way less than in shares.
class PipelineTask {
 public:
  static constexpr std::uint64_t kWhole = 6 << 20;

  PipelineTask(const Query& query, const Team& team, const Arguments& arguments, std::uint64_t number);
  PipelineTask(const PipelineTask&) = delete;
  PipelineTask& operator=(const PipelineTask&) = delete;
  [[nodiscard]] const kernels::PipelineTask& task() const noexcept { return task_; }

 private:
  CoscheduledPlan plan_;
  Few<kernels::FifoPeer, kernels::kMostPipelined> peers_;
  Few<kernels::PipelinePart, kernels::kMostPipelined> pushes_;
  Few<kernels::PipelinePart, kernels::kMostPipelined> pulls_;
  kernels::PipelineTask task_;
};

}  // namespace penstock::coll
