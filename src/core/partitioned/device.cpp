#include "core/partitioned/device.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "core/object/instance.hpp"
#include "transport/registry.hpp"

namespace penstock::core {

void DeviceRequests::add(PartitionedDevice& device) {
  devices_.push_back(&device);
  if (!std::exchange(listed_, true)) engine_.progress().add_progressor(this);
}

void DeviceRequests::remove(const PartitionedDevice& device) noexcept {
  std::erase(devices_, &device);
  if (devices_.empty()) poll(false);
}

PartitionedDevice* DeviceRequests::find(MPIX_Prequest handle) const noexcept {
  const auto found = std::ranges::find(devices_, handle, [](const PartitionedDevice* each) { return each->handle(); });
  return found == devices_.end() ? nullptr : *found;
}

void DeviceRequests::poll(bool wanted) noexcept {
  if (std::exchange(polling_, wanted) == wanted) return;
  wanted ? engine_.progress().begin_polling() : engine_.progress().end_polling();
  wanted ? holds_.begin() : holds_.end();
}

void DeviceRequests::settle() {
  if (std::ranges::any_of(devices_, [](const PartitionedDevice* each) { return each->busy(); })) return;
  std::ranges::for_each(devices_, [](PartitionedDevice* each) { each->settle(); });
}

void DeviceRequests::wake() {
  poll(true);
  engine_.progress().wake_ready();
}

// If something moved, the object is added to the progressors again, which the engine counts as
// progress, so that it polls again immediately.
bool DeviceRequests::advance() {
  bool moved = false;
  bool busy = false;
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    moved |= devices_[i]->step();
    busy |= devices_[i]->busy();
  }
  poll(busy);
  listed_ = !devices_.empty();
  if (moved && listed_) engine_.progress().add_progressor(this);
  return listed_ && !moved;
}

PartitionedDevice::PartitionedDevice(std::shared_ptr<DeviceRequests> all, PartitionedSide& side)
    : side_(side), all_(std::move(all)), pages_(side.comm().instance().job().accel()) {}

PartitionedDevice::~PartitionedDevice() {
  all_->remove(*this);
}

Status PartitionedDevice::open() {
  const auto count = static_cast<std::uint64_t>(std::max(side_.side().partitions, 1));
  PENSTOCK_TRY(pages_.allocate(sizeof(penstock_device_request) + count * sizeof(std::uint32_t)));
  penstock_device_request& out = *handle();
  out.version = PENSTOCK_DEVICE_VERSION;
  out.partitions = side_.side().partitions;
  out.words = reinterpret_cast<std::uint64_t>(&out + 1);
  out.partition_bytes = side_.bytes() / count;
  all_->add(*this);
  return Status::ok();
}

void PartitionedDevice::started() {
  store(handle()->start, side_.start_number());
  all_->wake();
}

bool PartitionedDevice::is_contiguous() const noexcept {
  const Partitions& all = side_.side();
  return all.datatype->layout().is_contiguous(static_cast<std::uint64_t>(all.partitions) *
                                              static_cast<std::uint64_t>(all.count));
}

std::uint32_t PartitionedDevice::load_word(std::size_t partition) const noexcept {
  auto* const words = reinterpret_cast<std::uint32_t*>(handle() + 1);
  return std::atomic_ref<std::uint32_t>(words[partition]).load(std::memory_order_acquire);
}

void PartitionedDevice::store_word(std::size_t partition, std::uint32_t value) noexcept {
  store(reinterpret_cast<std::uint32_t*>(handle() + 1)[partition], value);
}

void PartitionedDevice::store(std::uint32_t& field, std::uint32_t value) noexcept {
  std::atomic_ref<std::uint32_t>(field).store(value, std::memory_order_release);
}

SendDevice::~SendDevice() {
  send_.take_back(hearing_);
  proto::rma::Rma& rma = send_.engine().rma();
  if (has_memory_) rma.detach(&memory_);
  if (has_flags_) rma.detach(&flags_);
}

Status SendDevice::open() {
  PENSTOCK_TRY(PartitionedDevice::open());
  handle()->sends = 1;
  handle()->source = reinterpret_cast<std::uint64_t>(send_.side().address);
  return Status::ok();
}

bool SendDevice::busy() const noexcept {
  return send_.met_ && std::ranges::find(send_.ready_, false) != send_.ready_.end();
}

bool SendDevice::step() {
  const bool heard = hear();
  return collect() || heard;
}

// Collects the partitions that kernels have made ready.
bool SendDevice::collect() {
  bool moved = false;
  const std::uint32_t start = send_.start_number();
  for (std::size_t i = 0; i < send_.ready_.size(); ++i) {
    if (send_.ready_[i]) continue;
    const std::uint32_t word = load_word(i);
    if ((word & ~PENSTOCK_DEVICE_DIRECT) != start) continue;
    send_.ready_[i] = true;
    send_.direct_[i] = (word & PENSTOCK_DEVICE_DIRECT) != 0;
    moved = true;
  }
  if (!moved || !send_.met_) return moved;
  Status sent = send_.send_ready(0, send_.side().partitions - 1);
  if (sent.is_ok()) return true;
  send_.failure_ = std::move(sent);
  give_up();
  return true;
}

bool SendDevice::wish() {
  accel::Memory memory;
  const bool fits = is_contiguous() && send_.messages_ == send_.side().partitions;
  const bool known = fits && send_.engine().accel().query(send_.side().address, &memory).is_ok();
  if (!known || memory.kind == accel::MemoryKind::kHost) return false;
  int tag = 0;
  Status told = send_.comm().instance().modules().need<PartitionedRequests>().tags.take(1, &tag);
  wish_ = tag;
  if (told.is_ok()) told = send_.recv(send_.packed(note_), wish_, &hearing_);
  if (told.is_ok()) told = send_.send(send_.packed(wish_), send_.answer_.first_tag + send_.messages_, &wishing_);
  if (!told.is_ok()) tell_host_sends(told);
  return told.is_ok();
}

void SendDevice::tell_host_sends(const Status& why) {
  send_.comm().instance().log().info("partitions that kernels make ready are sent by the host: {}", why.message());
}

// Sends a wish before a partition, once the other side is known; then receives the receiver's notes, one after another.
bool SendDevice::hear() {
  if (!send_.met_ || !send_.failure_.is_ok()) return false;
  if (!asked_) return busy() && (asked_ = true) && wish();
  if (card_waits_ || hearing_.get() == nullptr || !hearing_.done()) return false;
  Status heard = hearing_.status();
  card_waits_ = heard.is_ok() && note_.memory_key != 0;
  if (!card_waits_) take_note(std::move(heard));
  return true;
}

// Mapping is done here, before a start: the driver may wait for all work of the device before it maps
// memory where other memory was mapped before.
void SendDevice::settle() {
  if (std::exchange(card_waits_, false)) take_note(take_card());
}

void SendDevice::take_note(Status&& heard) {
  if (heard.is_ok()) {
    store(handle()->opened, note_.start);
    heard = send_.recv(send_.packed(note_), wish_, &hearing_);
  }
  if (heard.is_ok()) return;
  tell_host_sends(heard);
  hearing_ = {};
}

Status SendDevice::take_card() {
  if (note_.partitions != send_.side().partitions || note_.memory_key + std::uint64_t{note_.flags_key} > sizeof note_.keys) {
    return Status::error(Code::kUnsupported, "the receiver has {} partitions, this rank {}", note_.partitions,
                         send_.side().partitions);
  }
  proto::rma::Rma& rma = send_.engine().rma();
  const int peer = send_.comm().peers().world_rank(send_.side().peer);
  PENSTOCK_TRY(rma.attach(peer, {note_.keys, note_.memory_key}, &memory_));
  has_memory_ = true;
  PENSTOCK_TRY(rma.attach(peer, {note_.keys + note_.memory_key, note_.flags_key}, &flags_));
  has_flags_ = true;
  runtime::DeviceMemory memory;
  runtime::DeviceMemory flags;
  PENSTOCK_TRY(runtime::find_device_memory(memory_, 0, &memory));
  PENSTOCK_TRY(runtime::find_device_memory(flags_, 0, &flags));
  handle()->flags = flags.address;
  handle()->target = memory.address;
  return Status::ok();
}

// Makes the driver calls that a kernel in flight could hold up here, in a call of the application.
Status RecvDevice::open() {
  PENSTOCK_TRY(PartitionedDevice::open());
  accel::Accel& accel = recv_.engine().accel();
  transport::MemoryRegistry& registry = recv_.engine().memory_registry();
  accel::Memory memory;
  PENSTOCK_TRY(accel.query(recv_.side().address, &memory));
  if (memory.kind != accel::MemoryKind::kDevice || recv_.bytes() == 0 || !is_contiguous()) return Status::ok();
  const std::vector<std::uint32_t> zeros(partitions());
  const std::size_t bytes = zeros.size() * sizeof zeros[0];
  PENSTOCK_TRY(accel.allocations().allocate(memory.device, bytes, &flags_));
  auto* const flags = reinterpret_cast<void*>(flags_.base);
  PENSTOCK_TRY(accel.queues().copy_now(flags, zeros.data(), bytes));
  PENSTOCK_TRY(registry.register_memory(recv_.side().address, recv_.bytes(), transport::kUseAll, &memory_region_));
  PENSTOCK_TRY(registry.register_memory(flags, bytes, transport::kUseAll, &flags_region_));
  handle()->flags = flags_.base;
  return Status::ok();
}

RecvDevice::~RecvDevice() {
  if (!telling_.done()) recv_.engine().progress().wait(*telling_.get());
  transport::MemoryRegistry& registry = recv_.engine().memory_registry();
  if (memory_region_ != nullptr) registry.deregister(memory_region_);
  if (flags_region_ != nullptr) registry.deregister(flags_region_);
  // A failure cannot be repaired here.
  if (flags_.base != 0) static_cast<void>(recv_.engine().accel().allocations().release(flags_));
}

void RecvDevice::started() {
  partitions_told_.assign(partitions(), false);
  told_ = 0;
  PartitionedDevice::started();
  if (telling_.get() != nullptr) open_start();
}

bool RecvDevice::step() {
  const bool shared = share();
  return tell() || shared;
}

bool RecvDevice::tell() {
  const std::size_t before = told_;
  for (std::size_t i = 0; i < partitions_told_.size() && busy(); ++i) {
    if (partitions_told_[i] || !recv_.has(static_cast<int>(i))) continue;
    partitions_told_[i] = true;
    ++told_;
    store_word(i, recv_.start_number());
  }
  if (told_ == before) return false;
  if (!busy() && recv_.done() && !recv_.status().is_ok()) give_up();
  return true;
}

// The sender's kernels shall write here: the sender has a handle too.
bool RecvDevice::share() {
  if (shared_ || !recv_.met_ || recv_.wishing_.get() == nullptr || !recv_.wishing_.done()) return false;
  shared_ = true;
  Status made = recv_.wishing_.status();
  if (made.is_ok() && flags_region_ != nullptr) made = make_card();
  if (!made.is_ok()) {
    recv_.comm().instance().log().info("the host receives the partitions that kernels wait for: {}", made.message());
  }
  return true;
}

Status RecvDevice::make_card() {
  transport::MemoryRegistry& registry = recv_.engine().memory_registry();
  const int peer = recv_.comm().peers().world_rank(recv_.side().peer);
  std::vector<std::byte> keys[2];
  PENSTOCK_TRY(registry.key(*memory_region_, peer, &keys[0]));
  PENSTOCK_TRY(registry.key(*flags_region_, peer, &keys[1]));
  if (keys[0].size() + keys[1].size() > sizeof note_.keys) return Status::error(Code::kInternal, "the keys are too long");
  note_ = {.start = recv_.start_number(),
           .memory_key = static_cast<std::uint32_t>(keys[0].size()),
           .flags_key = static_cast<std::uint32_t>(keys[1].size()),
           .partitions = recv_.side().partitions,
           .keys = {}};
  std::memcpy(note_.keys, keys[0].data(), keys[0].size());
  std::memcpy(note_.keys + keys[0].size(), keys[1].data(), keys[1].size());
  return recv_.send(recv_.packed(note_), recv_.wish_, &telling_);
}

// If the last note has not been sent yet, this start does without one: the host receives its partitions.
void RecvDevice::open_start() {
  if (!telling_.done()) return;
  note_.start = recv_.start_number();
  note_.memory_key = 0;
  Status told = recv_.send(recv_.packed(note_, kNoteHead), recv_.wish_, &telling_);
  if (!told.is_ok()) recv_.comm().instance().log().info("the host receives the partitions of a start: {}", told.message());
}

}  // namespace penstock::core
