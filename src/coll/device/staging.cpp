#include "coll/device/staging.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

namespace penstock::coll {
namespace {

constexpr std::uint64_t kAlignment = 16;  // what kernels move at once

std::uint64_t rounded(std::uint64_t bytes) noexcept {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

std::span<const proto::Buffer> buffers_of(const CallBuffer& side) noexcept {
  return side.parts.empty() ? std::span(&side.whole, 1) : side.parts;
}

Status find_buffer(DeviceTeam& devices, const proto::Buffer& buffer, bool flat, Whereabouts* where) {
  if (buffer.layout == nullptr || buffer.bytes() == 0) return Status::ok();
  const std::byte* first = static_cast<std::byte*>(buffer.address) + buffer.layout->first_offset();
  Whereabouts found = Whereabouts::kNothing;
  PENSTOCK_TRY(devices.find(first, buffer.bytes(), &found));
  if (found == Whereabouts::kDevice && !flat) found = Whereabouts::kNotExportable;
  *where = std::max(*where, found);
  return Status::ok();
}

// Whether this rank's kernels take it as it lies.
Status find_direct(const Query& query, DeviceTeam& devices, const CallBuffer& side, bool* direct) {
  Whereabouts where = Whereabouts::kNothing;
  const bool flat = range_of(query, side).flat;
  for (const proto::Buffer& buffer : buffers_of(side)) PENSTOCK_TRY(find_buffer(devices, buffer, flat, &where));
  return *direct = where <= Whereabouts::kDevice, Status::ok();
}

// Nobody reads or writes the workspace slices any more.
class GiveBack final : public Task {
 public:
  explicit GiveBack(std::vector<Workspace::Slice>& slices) noexcept : slices_(slices) {}
  bool advance(Schedule& /*schedule*/) override {
    slices_.clear();
    return true;
  }

 private:
  std::vector<Workspace::Slice>& slices_;
};

}  // namespace

// What others cannot be told of as one range may still be on devices, each part of it.
Status find_call_buffer(const Query& query, DeviceTeam& devices, const CallBuffer& side, ExportWhen how, Whereabouts* where,
                        transport::BufferDescriptor* descriptor) {
  *where = Whereabouts::kNothing;
  if (!side.own) {
    const BufferRange range = range_of(query, side);
    if (range.flat) PENSTOCK_TRY(devices.export_buffer(range.address, range.bytes, how, where, descriptor));
    if (range.flat && (side.parts.empty() || *where <= Whereabouts::kDevice)) return Status::ok();
    *where = Whereabouts::kNothing;
  }
  const bool flat = side.own && range_of(query, side).flat;
  for (const proto::Buffer& buffer : buffers_of(side)) {
    PENSTOCK_TRY(find_buffer(devices, buffer, flat, where));
    if (*where == Whereabouts::kElsewhere) break;
  }
  return Status::ok();
}

Staging::View::View(const Arguments& arguments)
    : sends(arguments.sends.begin(), arguments.sends.end()),
      recvs(arguments.recvs.begin(), arguments.recvs.end()),
      call(arguments) {
  call.sends = sends;
  call.recvs = recvs;
}

// The others are told of nothing that lies in place. Of a reduction this rank's kernels take it as any other operand.
Staging::Staging(const Query& query, Schedule& schedule, const Arguments& arguments, Parts parts)
    : query_(query),
      team_(schedule.team()),
      byte_(schedule.byte()),
      parts_(parts),
      overlap_(call_buffers_of(query, team_, arguments).overlap),
      exposed_(out_of_place(query, team_, arguments)),
      own_(reduces(query.collective) ? exposed_.call : arguments) {}

// What lies in place stays there where this rank's kernels write results as they lie. Where others write on operands these are
// in a workspace slice, for this rank's kernels too.
Status Staging::open(DeviceTeam& devices, Whereabouts send, Whereabouts recv, bool* room) {
  const CallBuffers sides = call_buffers_of(query_, team_, exposed_.call);
  const bool all = parts_ == Parts::kAll;
  const Touched touched = all ? Touched{} : touched_by_others(query_, team_, exposed_.call);
  const bool bcast = movement_of(query_.collective).is_bcast();
  Passage in{sides.send, false, touched.read, bcast ? &Arguments::recv : &Arguments::send, &View::sends, &in_};
  Passage out{sides.recv, false, touched.written, &Arguments::recv, &View::recvs, &out_};
  PENSTOCK_TRY(find_direct(query_, devices, in.side, &in.direct));
  PENSTOCK_TRY(find_direct(query_, devices, out.side, &out.direct));
  in.direct = in.direct && !overlap_ && !all;
  out.direct = out.direct && !all;
  const bool moves = own_.call.in_place && (overlap_ || !out.direct);
  if (moves) own_ = View(out_of_place(query_, team_, own_.call));
  const bool stages_send = moves || overlap_ || send == Whereabouts::kNotExportable;
  *room = !stages_send || stage(devices, in);
  if (!*room || recv != Whereabouts::kNotExportable) return Status::ok();
  if (stages_send && keeps_places()) return share_slice(out), Status::ok();
  *room = stage(devices, out);
  return Status::ok();
}

// Results lie where operands lay, and whoever writes an element has read it: one workspace slice serves both.
bool Staging::keeps_places() const noexcept {
  const Movement& movement = movement_of(query_.collective);
  return movement.folds && !movement.part_for_each;
}

void Staging::share_slice(const Passage& recv) {
  exposed_.call.recv = exposed_.call.send;
  if (!recv.direct) own_.call.recv = exposed_.call.send;
  add_pairs(recv, exposed_.call.send);
}

bool Staging::stage(DeviceTeam& devices, const Passage& passage) {
  const std::uint64_t bytes = bytes_of(passage.side);
  if (bytes == 0 || (passage.side.own && passage.direct)) return true;
  const Workspace::Slice& slice = slices_.emplace_back(devices.take(bytes));
  if (!slice) return false;
  passage.side.parts.empty() ? stage_whole(passage, slice.address()) : stage_parts(passage, slice.address());
  return true;
}

void Staging::stage_whole(const Passage& passage, std::byte* slice) {
  add_pairs(passage, image(passage.side.whole, slice));
  proto::Buffer& exposed = exposed_.call.*passage.whole;
  exposed = image(exposed, slice);
  if (!passage.direct) own_.call.*passage.whole = exposed;
}

void Staging::stage_parts(const Passage& passage, std::byte* slice) {
  std::vector<proto::Buffer>& exposed = exposed_.*passage.parts;
  for (std::size_t i = 0; i < exposed.size(); ++i) {
    const proto::Buffer program = exposed[i];
    if (program.layout == nullptr || program.bytes() == 0) continue;
    exposed[i] = image(program, slice);
    if (!passage.direct) (own_.*passage.parts)[i] = exposed[i];
    if (!passage.direct || i != static_cast<std::size_t>(team_.rank)) passage.pairs->push_back({program, exposed[i]});
    slice += rounded(program.bytes());
  }
}

void Staging::add_pairs(const Passage& passage, const proto::Buffer& slice) {
  const proto::Buffer& program = passage.side.whole;
  if (!passage.direct) return passage.pairs->push_back({program, slice});
  for (const Range& range : passage.touched) passage.pairs->push_back({cut(program, range), cut(slice, range)});
}

std::uint64_t Staging::bytes_of(const CallBuffer& side) const noexcept {
  if (side.parts.empty()) return range_of(query_, side).bytes;
  std::uint64_t bytes = 0;
  for (const proto::Buffer& part : side.parts) bytes += rounded(range_of(part).bytes);
  return bytes;
}

// Elements of a reduction keep their layout, since kernels take them one extent apart; other data are packed.
proto::Buffer Staging::image(const proto::Buffer& buffer, std::byte* slice) const noexcept {
  if (reduces(query_.collective)) return {slice, buffer.count, buffer.layout};
  return {slice, buffer.bytes(), byte_};
}

// Of a buffer without gaps.
proto::Buffer Staging::cut(const proto::Buffer& buffer, const Range& range) const noexcept {
  if (!reduces(query_.collective)) return {range_of(buffer).address + range.first, range.bytes, byte_};
  const auto extent = static_cast<std::uint64_t>(buffer.layout->extent());
  return {static_cast<std::byte*>(buffer.address) + range.first, range.bytes / extent, buffer.layout};
}

void Staging::pack(Schedule& schedule) const {
  for (const Pair& pair : in_) schedule.copy(pair.slice, pair.program);
}

Step Staging::unpack(Schedule& schedule, Step end) {
  const Step over = schedule.task(std::make_unique<GiveBack>(slices_), {end});
  for (const Pair& pair : out_) schedule.order(schedule.copy(pair.program, pair.slice, {end}), over);
  return over;
}

void Staging::take_out(Schedule& schedule) const {
  for (const Pair& pair : out_) schedule.copy(pair.program, pair.slice);
}

}  // namespace penstock::coll
