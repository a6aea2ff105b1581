#include "coll/device/offers.hpp"

#include <utility>

namespace penstock::coll {

Offers::Offers(const Query& query, const Team& team, DeviceTeam& devices, accel::Imports& imports, const Arguments& arguments,
               Staging::Parts parts)
    : query_(query),
      team_(team),
      devices_(devices),
      kept_(arguments),
      parts_(parts),
      descriptors_(static_cast<std::size_t>(devices.size())),
      mappings_(imports) {
  if (has_table(query)) tables_.resize(descriptors_.size() * descriptors_.size());
}

Status Offers::say_where(Schedule& schedule, std::initializer_list<ExportWhen> strategies) {
  for (const ExportWhen how : strategies) {
    PENSTOCK_TRY(look(kept_.get(), how));
    if (may_stay() || mine().where == Whereabouts::kElsewhere) return Status::ok();
    bool room = false;
    PENSTOCK_TRY(stage(schedule, &room));
    if (room) return Status::ok();
  }
  mine().where = Whereabouts::kElsewhere;
  return Status::ok();
}

bool Offers::may_stay() const {
  const Whereabouts where = mine().where;
  if (where == Whereabouts::kDevice) return !call_buffers_of(query_, team_, kept_.get()).overlap;
  return where == Whereabouts::kNothing;
}

// Where all go through workspace, messages take them too.
Status Offers::look(const Arguments& call, ExportWhen how) {
  CallBuffers sides = call_buffers_of(query_, team_, call);
  if (parts_ == Staging::Parts::kAll) sides.send.own = sides.recv.own = false;
  mine() = {};
  PENSTOCK_TRY(find_call_buffer(query_, devices_, sides.send, how, &send_, &mine().send));
  if (send_ != Whereabouts::kElsewhere) PENSTOCK_TRY(find_call_buffer(query_, devices_, sides.recv, how, &recv_, &mine().recv));
  mine().where = send_ == Whereabouts::kElsewhere ? send_ : std::max(send_, recv_);
  return Status::ok();
}

// What is not in a workspace slice by then is exported.
Status Offers::stage(Schedule& schedule, bool* room) {
  staging_ = std::make_unique<Staging>(query_, schedule, kept_.get(), parts_);
  PENSTOCK_TRY(staging_->open(devices_, send_, recv_, room));
  if (*room) PENSTOCK_TRY(look(staging_->exposed(), ExportWhen::kAtOnce));
  *room = *room && mine().where == Whereabouts::kDevice;
  if (*room) {
    mine().staged = staging_->takes_out() ? Staged::kInOut : Staged::kIn;
  } else {
    staging_.reset();
  }
  return Status::ok();
}

void Offers::fill_table() {
  const std::span<const proto::Buffer> sends = exposed().sends;
  for (std::size_t i = 0; i < sends.size() && !tables_.empty(); ++i) {
    const auto place = static_cast<std::size_t>(devices_.rank()) * descriptors_.size() + i;
    tables_[place] = reinterpret_cast<std::uint64_t>(range_of(sends[i]).address) - mine().send.address;
  }
}

Told Offers::tables() noexcept {
  if (tables_.empty()) return {};
  return {reinterpret_cast<std::byte*>(tables_.data()), descriptors_.size() * sizeof(std::uint64_t)};
}

std::ptrdiff_t Offers::staged() const noexcept {
  return std::ranges::count_if(descriptors_,
                               [](const CallDescriptor& descriptor) { return descriptor.staged != Staged::kNot; });
}

Status Offers::plan(DeviceWork* out) {
  return DevicePlanner(query_, team_, own(), tables_, *this).plan(out);
}

// Parts that lie anywhere have addresses of their own.
Status Offers::reach(int member, transport::BufferDescriptor CallDescriptor::* side, std::uint64_t* address) {
  const transport::BufferDescriptor& region = descriptors_[static_cast<std::size_t>(member)].*side;
  *address = 0;
  if (parts_ == Staging::Parts::kAll && region.address == 0) return Status::ok();
  if (member != devices_.rank() || parts_ == Staging::Parts::kAll) return devices_.reach(member, region, &mappings_, address);
  const CallBuffers sides = call_buffers_of(query_, team_, own());
  const CallBuffer& mine = side == &CallDescriptor::send ? sides.send : sides.recv;
  if (mine.parts.empty()) *address = reinterpret_cast<std::uint64_t>(range_of(query_, mine).address);
  return Status::ok();
}

void Offers::drop() noexcept {
  staging_.reset();
  mappings_.release();
}

Step Offers::list_rest(Schedule& schedule, ShmBuffer& shm, Step after) {
  const Step end = list_end(schedule, shm, after);
  const Step last = staging_ ? staging_->unpack(schedule, end) : end;
  return some_take_out() ? list_end(schedule, shm, last) : last;
}

}  // namespace penstock::coll
