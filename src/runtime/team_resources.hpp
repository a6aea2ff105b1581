// TeamResources has what the members of a team share, and numbers their collectives. A communicator or a team of OpenSHMEM
// stands on it.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "coll/device/device_team.hpp"
#include "coll/fast_path/fast_path.hpp"
#include "coll/hierarchical_device/hosts.hpp"
#include "coll/nodes.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/select/preference.hpp"
#include "coll/shm/buffer.hpp"
#include "coll/team.hpp"
#include "runtime/job.hpp"
#include "runtime/team_id.hpp"

namespace penstock::runtime {

// One thread at a time uses it: the one that holds the engine's lock.
class TeamResources {
 public:
  // `world[i]` is the rank in the job of member i, and `rank` is this process's place. The job and the list outlive it.
  TeamResources(Job& job, TeamId id, int rank, std::span<const int> world);
  // There are two groups without a common member: this process is in the first, which the others see as the remote one.
  TeamResources(Job& job, TeamId id, int rank, std::span<const int> world, std::span<const int> remote);
  TeamResources(const TeamResources&) = delete;
  TeamResources& operator=(const TeamResources&) = delete;
  ~TeamResources();

  [[nodiscard]] Job& job() const noexcept { return job_; }
  [[nodiscard]] TeamId id() const noexcept { return id_; }
  [[nodiscard]] int rank() const noexcept { return rank_; }
  [[nodiscard]] int size() const noexcept { return static_cast<int>(world_.size()); }
  [[nodiscard]] std::span<const int> world() const noexcept { return world_; }
  [[nodiscard]] proto::Context context(Traffic traffic = Traffic::kPointToPoint) const noexcept {
    return context_of(id_, traffic);
  }

  // `traffic` is kCollective, or kPersistent: persistent collectives start in any order, so they use no shared memory.
  [[nodiscard]] coll::Team team(Traffic traffic = Traffic::kCollective) const noexcept {
    if (remote_ != 0) return {rank_, size(), both_, context(traffic), nullptr, remote_};
    const bool shares = traffic == Traffic::kCollective;
    const bool one_host = !nodes_;
    return {rank_,
            size(),
            world_,
            context(traffic),
            shares && one_host ? shm_.get() : nullptr,
            0,
            nodes_.get(),
            preference_.get(),
            one_host ? devices_.get() : nullptr,
            shares && nodes_ && shm_ ? &host_ : nullptr};
  }
  // Returns all members as one group, in an order that they agree on: of two groups, the one whose rank 0 is the lower rank of
  // the job comes first. size_of_first() is the number of members in front of the second group, if there is one.
  [[nodiscard]] coll::Team everyone() const noexcept;
  [[nodiscard]] int size_of_first() const noexcept { return is_first_ ? size() : remote_; }
  [[nodiscard]] bool is_first() const noexcept { return is_first_; }
  [[nodiscard]] bool has_two_groups() const noexcept { return remote_ != 0; }

  // All members call collectives in the same order, so a number names one. collectives() counts those that there were.
  [[nodiscard]] std::uint32_t next_collective() noexcept { return static_cast<std::uint32_t>(collectives_++); }
  [[nodiscard]] std::uint64_t collectives() const noexcept { return collectives_; }
  // Persistent collectives have numbers of their own: they are made in one order and started in any.
  [[nodiscard]] std::uint32_t next_persistent() noexcept { return persistents_++; }
  // The checks in front of both have numbers of their own.
  [[nodiscard]] std::uint32_t next_call_check() noexcept { return call_checks_++; }

  // Takes an empty schedule for the next collective, on team() or another that the members form.
  [[nodiscard]] std::unique_ptr<coll::Schedule> take_schedule() { return take_schedule(team()); }
  [[nodiscard]] std::unique_ptr<coll::Schedule> take_schedule(const coll::Team& team);
  // Takes a schedule that is started many times. `named` replaces the team's algorithms, if it is not null, and outlives it.
  [[nodiscard]] std::unique_ptr<coll::Schedule> take_persistent_schedule(const coll::Preference* named = nullptr);

  // Tells if the next collective waits until the members have found out what they share (team_setup.hpp).
  [[nodiscard]] bool sets_up() const noexcept { return collectives_ >= next_setup_ || wants_setup(); }
  // Tells if calls that the members have made ask for a set-up in front of the next collective.
  [[nodiscard]] bool wants_setup() const noexcept { return devices_ && devices_->wants_meeting(); }
  // Tells if its members may still find out in a set-up that their GPUs reach each other.
  [[nodiscard]] bool may_find_devices() const noexcept { return devices_ == nullptr && next_setup_ != kNever; }
  // A set-up is due in front of the collective of that number. kNever: it is due in front of none, as in a team without a
  // TeamSetup.
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  void set_up_before(std::uint64_t number) noexcept { next_setup_ = number; }
  // The members are likely to use GPUs: they set up in front of the first collective, if they ever do. All members call it.
  void expect_devices() noexcept;

  // These members may share memory: those on this rank's host, by their places in the group, in its order. There is one group.
  struct Sharers {
    int rank = 0;  // this member's place among them
    std::span<const int> members;
    std::span<const int> world;
  };
  [[nodiscard]] const Sharers& sharers() const noexcept { return sharers_; }
  // From the next collective on this is their shared memory. Null: they use messages, as before.
  [[nodiscard]] coll::ShmBuffer* shm() const noexcept { return shm_.get(); }
  void use_shm(std::unique_ptr<coll::ShmBuffer> shm);
  // Returns null if collectives cannot take the fast path: the team has no shared memory, the user has named algorithms, the
  // members first ask each other whether a call uses GPUs, or a set-up is due.
  [[nodiscard]] coll::ShmFastPath* fast_path() const noexcept {
    return preference_ || devices_ || sets_up() ? nullptr : fast_path_.get();
  }
  [[nodiscard]] bool has_devices() const noexcept { return devices_ != nullptr; }
  // Tells if the collective of that number found devices. All members agree on one that is over.
  [[nodiscard]] bool had_devices(std::uint64_t number) const noexcept { return devices_ && number >= devices_since_; }
  [[nodiscard]] coll::DeviceTeam* devices() const noexcept { return devices_.get(); }
  // The collectives from `number` on use the devices; none of them has been built.
  void use_devices(std::unique_ptr<coll::DeviceTeam> devices, std::uint64_t number) noexcept;

  // The application names algorithms of the team's collectives; null: it names none.
  void prefer(std::unique_ptr<const coll::Preference> preference) noexcept { preference_ = std::move(preference); }

 private:
  void find_sharers();

  Job& job_;
  TeamId id_;
  int rank_;
  int remote_ = 0;  // members of the other group
  bool is_first_ = true;
  std::span<const int> world_;
  std::vector<int> both_;                               // ranks of two groups in the job, this group's first
  std::vector<int> everyone_;                           // ranks of two groups in the job, the first group's first
  std::unique_ptr<const coll::Preference> preference_;  // null: none is named
  std::uint64_t collectives_ = 0;
  std::uint64_t next_setup_ = kNever;
  std::unique_ptr<const coll::Nodes> nodes_;  // null: all members are on one host
  std::vector<int> places_;                   // on one host: 0, 1, ...
  std::vector<int> near_;                     // on several: ranks in the job of the members on this rank's host
  Sharers sharers_;
  std::unique_ptr<coll::ShmBuffer> shm_;
  std::unique_ptr<coll::ShmFastPath> fast_path_;  // in that shared buffer
  std::unique_ptr<coll::DeviceTeam> devices_;
  std::uint64_t devices_since_ = 0;
  coll::HostTeam host_;
  std::uint32_t persistents_ = 0;
  std::uint32_t call_checks_ = 0;
};

}  // namespace penstock::runtime
