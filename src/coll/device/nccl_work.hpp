// One collective by NCCL.
#pragma once

#include "accel/accel.hpp"
#include "coll/device/buffer_ranges.hpp"
#include "coll/device/nccl_team.hpp"
#include "coll/team.hpp"

namespace penstock::coll {

// Whether NCCL has it, for some type and operation.
[[nodiscard]] bool nccl_has(Collective collective) noexcept;
// Whether NCCL has the collective, and a reduction's type and operation: the same on all members.
[[nodiscard]] bool serves_nccl(const Query& query, const Arguments& arguments) noexcept;

// What this rank enqueues once all members have said that they are there. A failure aborts the team's communicator first, so
// that nothing of it runs.
class NcclWork final : public accel::ForeignWork {
 public:
  // Of a call for which serves_nccl(). All outlive it.
  NcclWork(NcclTeam& nccl, const Query& query, const Team& team, const Arguments& arguments);
  Status enqueue(void* stream) override;

 private:
  [[nodiscard]] Status call(const accel::Nccl::On& on) const;
  [[nodiscard]] Status reduce(const accel::Nccl::On& on) const;
  [[nodiscard]] Status move(const accel::Nccl::On& on) const;
  [[nodiscard]] Status exchange(const accel::Nccl::On& on) const;
  [[nodiscard]] Status send_and_receive(const accel::Nccl::On& on) const;
  [[nodiscard]] std::byte* part(std::byte* first, int member) const noexcept {
    return first + static_cast<std::uint64_t>(member) * query_.bytes;
  }

  NcclTeam& nccl_;
  const Query& query_;
  const Team& team_;
  const Arguments& arguments_;
  std::byte* send_ = nullptr;
  std::byte* recv_ = nullptr;
};

}  // namespace penstock::coll
