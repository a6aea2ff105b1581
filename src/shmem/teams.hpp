// Teams has the teams, contexts and active sets of one PE.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

#include "shmem/context_table.hpp"
#include "shmem/failure.hpp"
#include "shmem/handle_table.hpp"
#include "shmem/team.hpp"
#include "shmem/team_operations.hpp"

namespace penstock::shmem {

// The functions of TeamOperations take the engine's lock.
class Teams final : public TeamOperations {
 public:
  // The job has begun. Both outlive it.
  Teams(runtime::Job& job, Failure& failure);
  ~Teams() override;

  // Returns the team of all PEs; the caller holds the engine's lock.
  [[nodiscard]] Team& world() noexcept { return *teams_.find(kTeamWorld); }
  // Returns the team of the handle, or ends the job if there is none; the caller holds the engine's lock.
  [[nodiscard]] Team& at(const char* routine, TeamHandle handle);
  // Collective over all PEs: makes the team of those of a host, if all of them reach each other by loads and stores; else each
  // is alone in its team. bases[i] is null if this PE does not reach PE i so. `view` lives as long as its PE, and has the same
  // bases once it is filled.
  Status make_shared(std::span<std::byte* const> bases, const View* view);
  [[nodiscard]] const Context* contexts() const noexcept { return contexts_.entries(); }

  int my_pe(TeamHandle team) override;
  int n_pes(TeamHandle team) override;
  int translate(TeamHandle from, int pe, TeamHandle to) override;
  int contexts_of(TeamHandle team) override;
  int split_strided(TeamHandle parent, int start, int stride, int size, const TeamRequest& request, TeamHandle* out) override;
  int split_2d(TeamHandle parent, int width, const TeamRequest& x_request, TeamHandle* x_out, const TeamRequest& y_request,
               TeamHandle* y_out) override;
  void destroy(TeamHandle team) override;
  int create_context(TeamHandle team, long options, ContextHandle* out) override;
  void destroy_context(ContextHandle context) override;
  TeamHandle team_of(ContextHandle context) override;
  [[noreturn]] void wrong_context(const char* routine, ContextHandle context, int pe) override;
  int collective(TeamHandle team, const CollectiveCall& call) override;
  void collective(const ActiveSet& set, const CollectiveCall& call) override;

 private:
  [[noreturn]] void fail(const char* routine, const Status& why);
  int form(const char* routine, Team& parent, const std::vector<int>& members, const TeamRequest& request, TeamHandle* out);
  // Lets the collectives of a new team go by loads and stores where they can.
  void connect(Team& team) const;
  Team& team_of(const char* routine, const ActiveSet& set);

  runtime::Job& job_;
  Failure& failure_;
  const View* view_ = nullptr;
  HandleTable<Team> teams_;
  ContextTable contexts_;
  std::uint64_t free_slots_ = ~std::uint64_t{0};  // of words for streams, of which no team of this PE has any
  std::map<std::tuple<int, int, int>, std::unique_ptr<Team>> active_sets_;
};

}  // namespace penstock::shmem
