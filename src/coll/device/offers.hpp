// What the members of one host have told each other of their data in a call.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "coll/device/descriptor.hpp"
#include "coll/device/device_team.hpp"
#include "coll/device/mappings.hpp"
#include "coll/device/negotiation.hpp"
#include "coll/device/plan.hpp"
#include "coll/device/staging.hpp"
#include "coll/kept_arguments.hpp"

namespace penstock::coll {

// As one rank sees it. What cannot be exported as it lies goes through workspace: the parts that others touch, or all of it.
class Offers final : public Places {
 public:
  // All but the arguments' lists outlive it. `devices`: of those who tell each other, who may be some of the team; what is
  // called a member here is one of these.
  Offers(const Query& query, const Team& team, DeviceTeam& devices, accel::Imports& imports, const Arguments& arguments,
         Staging::Parts parts);

  // Finds out where this rank's data are, for its descriptor: as the first of these has it, for which there is room. Without
  // any room they are kElsewhere, and the call goes over the host on all members.
  Status say_where(Schedule& schedule, std::initializer_list<ExportWhen> strategies);
  // The descriptor of data as they lie, whatever that means for the others.
  Status look(ExportWhen how) { return look(kept_.get(), how); }
  // Whether they may stay there: others may map them, and nobody would write on what others read.
  [[nodiscard]] bool may_stay() const;
  // With has_table(), once it is known where this rank's data are: where the others find their parts.
  void fill_table();

  // What each member tells: a descriptor, and its part of the table.
  [[nodiscard]] Told descriptors() noexcept { return Told::of(descriptors_); }
  [[nodiscard]] Told tables() noexcept;
  [[nodiscard]] CallDescriptor& mine() noexcept { return descriptors_[static_cast<std::size_t>(devices_.rank())]; }
  [[nodiscard]] const CallDescriptor& mine() const noexcept { return descriptors_[static_cast<std::size_t>(devices_.rank())]; }
  [[nodiscard]] const std::vector<CallDescriptor>& all() const noexcept { return descriptors_; }
  // Once all have told, before anything is mapped.
  void hear() { devices_.accept_regions(descriptors_); }
  template <typename Value>
  [[nodiscard]] bool any(Value CallDescriptor::* member, Value value) const noexcept {
    return std::ranges::find(descriptors_, value, member) != descriptors_.end();
  }
  [[nodiscard]] bool none_elsewhere() const noexcept { return !any(&CallDescriptor::where, Whereabouts::kElsewhere); }
  [[nodiscard]] bool on_devices() const noexcept {
    return none_elsewhere() && any(&CallDescriptor::where, Whereabouts::kDevice);
  }
  // How many have data in workspace slices, and whether some of them copy results out of these.
  [[nodiscard]] std::ptrdiff_t staged() const noexcept;
  [[nodiscard]] bool some_take_out() const noexcept { return any(&CallDescriptor::staged, Staged::kInOut); }

  // This rank's part, by kernels on what it maps of the others' data. Code::kTransport: something is out of reach.
  Status plan(DeviceWork* out);
  // Where a member's data are for this rank's kernels, mapped when first asked for; this rank's where its kernels take them,
  // whatever it exported: others may know a copy of them.
  Status send_of(int member, std::uint64_t* address) override { return reach(member, &CallDescriptor::send, address); }
  Status recv_of(int member, std::uint64_t* address) override { return reach(member, &CallDescriptor::recv, address); }
  // This rank's kernels look at nothing more.
  void unmap() noexcept { mappings_.release(); }
  // The call goes another way.
  void drop() noexcept;
  // Lists what is behind this rank's part: all are through, results are copied out of workspace slices, and all have theirs. A
  // failure to copy them is one of the call, of which all hear.
  Step list_rest(Schedule& schedule, ShmBuffer& shm, Step after);

  [[nodiscard]] const Arguments& arguments() const noexcept { return kept_.get(); }
  // As this rank's kernels see the call, and as the others do.
  [[nodiscard]] const Arguments& own() const noexcept { return staging_ ? staging_->own() : kept_.get(); }
  [[nodiscard]] const Arguments& exposed() const noexcept { return staging_ ? staging_->exposed() : kept_.get(); }
  // Null: no data of this rank's go through workspace.
  [[nodiscard]] Staging* staging() const noexcept { return staging_.get(); }
  // Lists the copies into workspace slices, before the others hear of these.
  void pack(Schedule& schedule) const {
    if (staging_) staging_->pack(schedule);
  }

 private:
  Status look(const Arguments& call, ExportWhen how);
  Status stage(Schedule& schedule, bool* room);
  Status reach(int member, transport::BufferDescriptor CallDescriptor::* side, std::uint64_t* address);

  const Query& query_;
  const Team& team_;
  DeviceTeam& devices_;
  KeptArguments kept_;
  Staging::Parts parts_;
  Whereabouts send_ = Whereabouts::kNothing;  // this rank's
  Whereabouts recv_ = Whereabouts::kNothing;
  std::unique_ptr<Staging> staging_;
  std::vector<CallDescriptor> descriptors_;
  std::vector<std::uint64_t> tables_;  // of each member, one after another
  Mappings mappings_;
};

}  // namespace penstock::coll
