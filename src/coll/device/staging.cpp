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

std::span<const proto::Buffer> buffers_of(const Side& side) noexcept {
  return side.parts.empty() ? std::span(&side.whole, 1) : side.parts;
}

Status find_buffer(DeviceTeam& devices, const proto::Buffer& buffer, bool flat, Whereabouts* where) {
  if (buffer.layout == nullptr || buffer.bytes() == 0) return Status::ok();
  const std::byte* first = static_cast<std::byte*>(buffer.address) + buffer.layout->first_offset();
  Whereabouts found = Whereabouts::kNothing;
  PENSTOCK_TRY(devices.find(first, buffer.bytes(), &found));
  if (found == Whereabouts::kDevice && !flat) found = Whereabouts::kApart;
  *where = std::max(*where, found);
  return Status::ok();
}

// Nobody reads or writes the areas any more.
class GiveBack final : public Task {
 public:
  explicit GiveBack(std::vector<Scratch::Area>& areas) noexcept : areas_(areas) {}
  bool advance(Schedule& /*schedule*/) override {
    areas_.clear();
    return true;
  }

 private:
  std::vector<Scratch::Area>& areas_;
};

}  // namespace

// What others cannot be told of as one stretch may still be on devices, each part of it.
Status find_side(const Query& query, DeviceTeam& devices, const Side& side, Whereabouts* where, transport::RegionCard* card) {
  *where = Whereabouts::kNothing;
  if (!side.own) {
    const Stretch stretch = stretch_of(query, side);
    if (stretch.flat) PENSTOCK_TRY(devices.lend(stretch.address, stretch.bytes, where, card));
    if (stretch.flat && (side.parts.empty() || *where <= Whereabouts::kDevice)) return Status::ok();
    *where = Whereabouts::kNothing;
  }
  for (const proto::Buffer& buffer : buffers_of(side)) {
    PENSTOCK_TRY(find_buffer(devices, buffer, side.own && stretch_of(buffer).flat, where));
    if (*where == Whereabouts::kElsewhere) break;
  }
  return Status::ok();
}

Staging::Staging(const Query& query, Schedule& schedule, const Arguments& arguments)
    : query_(query),
      team_(schedule.team()),
      byte_(schedule.byte()),
      call_(out_of_place(query, team_, arguments)),
      sends_(call_.sends.begin(), call_.sends.end()),
      recvs_(call_.recvs.begin(), call_.recvs.end()) {
  moved_ = arguments.in_place && !call_.in_place;
  call_.sends = sends_;
  call_.recvs = recvs_;
}

bool Staging::open(DeviceTeam& devices, Whereabouts send, Whereabouts recv) {
  const Sides sides = sides_of(query_, team_, call_);
  const bool stages_send = moved_ || send == Whereabouts::kApart;
  proto::Buffer* const sent = query_.collective == Collective::kBcast ? &call_.recv : &call_.send;
  if (stages_send && !stage(devices, sides.send, sent, &sends_, &in_)) return false;
  if (recv != Whereabouts::kApart) return true;
  if (stages_send && keeps_places()) {
    call_.recv = call_.send;
    if (sides.recv.whole.layout != nullptr) out_.push_back({sides.recv.whole, call_.send});
    return true;
  }
  return stage(devices, sides.recv, &call_.recv, &recvs_, &out_);
}

// Results lie where operands lay, and whoever writes an element has read it: one area serves both.
bool Staging::keeps_places() const noexcept {
  return reduces(query_.collective) && query_.collective != Collective::kReduceScatter &&
         query_.collective != Collective::kReduceScatterBlock;
}

bool Staging::stage(DeviceTeam& devices, const Side& side, proto::Buffer* one, std::vector<proto::Buffer>* parts,
                    std::vector<Pair>* pairs) {
  const std::uint64_t bytes = bytes_of(side);
  if (bytes == 0) return true;
  Scratch::Area& area = areas_.emplace_back(devices.take(bytes));
  if (!area) return false;
  std::byte* at = area.address();
  if (side.parts.empty()) {
    pairs->push_back({side.whole, image(side.whole, at)});
    *one = image(*one, at);
    return true;
  }
  for (proto::Buffer& part : *parts) {
    if (part.layout == nullptr || part.bytes() == 0) continue;
    pairs->push_back({part, image(part, at)});
    part = pairs->back().area;
    at += rounded(part.bytes());
  }
  return true;
}

std::uint64_t Staging::bytes_of(const Side& side) const noexcept {
  if (side.parts.empty()) return stretch_of(query_, side).bytes;
  std::uint64_t bytes = 0;
  for (const proto::Buffer& part : side.parts) bytes += rounded(stretch_of(part).bytes);
  return bytes;
}

// Elements of a reduction keep their layout, since kernels take them one extent apart; other data are packed.
proto::Buffer Staging::image(const proto::Buffer& buffer, std::byte* area) const noexcept {
  if (reduces(query_.collective)) return {area, buffer.count, buffer.layout};
  return {area, buffer.bytes(), byte_};
}

void Staging::pack(Schedule& schedule) const {
  for (const Pair& pair : in_) schedule.copy(pair.area, pair.program);
}

Step Staging::unpack(Schedule& schedule, Step end) {
  const Step over = schedule.task(std::make_unique<GiveBack>(areas_), {end});
  for (const Pair& pair : out_) schedule.order(schedule.copy(pair.program, pair.area, {end}), over);
  return over;
}

}  // namespace penstock::coll
