#include "shmem/stream_access.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "accel/program/program_streams.hpp"
#include "kernels/accumulate/accumulate.hpp"
#include "kernels/copy/strided.hpp"
#include "kernels/image.hpp"
#include "kernels/names.hpp"
#include "shmem/call_lock.hpp"
#include "shmem/pe.hpp"

namespace penstock::shmem {
namespace {

using accel::WordOperation;
using Verb = accel::WordOperation::Verb;

bool is_one_block(const Transfer& transfer) {
  const auto block = static_cast<std::int64_t>(transfer.block);
  return transfer.blocks == 1 || (transfer.remote_step == block && transfer.local_step == block);
}

kernels::Strided shape_of(const Transfer& transfer, std::uint64_t base, std::int64_t step) {
  kernels::Strided out;
  out.base = base;
  out.block = transfer.block;
  out.dims = 1;
  out.count[0] = transfer.blocks;
  out.stride[0] = step;
  return out;
}

}  // namespace

void StreamAccess::must(const Use& use, const Status& done) {
  if (!done.is_ok()) pe_.fail(use.routine, done);
}

// Everything that the first use of a stream would have to load is there before a stream waits: loading waits for all streams.
void StreamAccess::load_kernels(const Use& use) {
  const auto device = static_cast<std::size_t>(use.queue->device());
  if (loaded_.size() <= device) loaded_.resize(device + 1);
  if (loaded_[device] || kernels::images().empty()) return;
  for (const std::string_view name : kernels::names()) must(use, job_.accel().queues().find_kernel(use.queue->device(), name));
  loaded_[device] = true;
}

StreamAccess::Use StreamAccess::open(const char* routine, void* stream) {
  Use use{routine, stream, nullptr};
  accel::Accel& accel = job_.accel();
  Status opened = accel.live() ? accel.program_streams().open_program_queue(stream, &use.queue)
                               : Status::error(Code::kUnsupported, "this process has no CUDA streams");
  if (opened.is_ok()) opened = use.queue->capturing(&use.captured);
  if (opened.is_ok() && served_) opened = handover_.serve();
  must(use, opened);
  load_kernels(use);
  return use;
}

// Every member decides by what all of them know whether a collective goes by the GPUs, so they tell each other whom they reach.
// Where one is not wholly reached, its process is needed.
Status StreamAccess::use_device_bytes(const DeviceExtent& extent, std::uint64_t offset) {
  const DeviceReach& reach = extent.reach;
  words_device_ = extent.memory.device;
  std::vector<std::uint64_t> places = reach.places;
  std::vector<std::uint8_t> mine;
  for (std::size_t pe = 0; pe < places.size(); ++pe) {
    mine.push_back(places[pe] == 0 ? kNot : reach.atomics[pe] ? kWhole : kWithoutAtomics);
    if (places[pe] != 0) places[pe] += offset;
  }
  words_.use(places);
  reached_.resize(mine.size() * mine.size());
  PENSTOCK_TRY(teams_.world().carrier().gather(mine.data(), reached_.data(), mine.size()));
  served_ = served_ || !std::ranges::all_of(reached_, [](std::uint8_t reached) { return reached == kWhole; });
  return Status::ok();
}

bool StreamAccess::find(const Use& use, const void* address, std::uint64_t bytes, int pe, Place* out) {
  const DevicePlace found = pe_.find_device({use.routine, const_cast<void*>(address), nullptr, bytes, 1, 0, 0, pe, false});
  *out = {found.address, found.atomics};
  return found.address != 0 && found.device == use.queue->device();
}

bool StreamAccess::find_remote(const Use& use, const Transfer& transfer, std::uint64_t* out) {
  const std::uint64_t bytes = (transfer.blocks - 1) * static_cast<std::uint64_t>(transfer.remote_step) + transfer.block;
  Place place;
  const bool found = find(use, transfer.remote, bytes, transfer.pe, &place);
  *out = place.address;
  return found;
}

// The driver copies memory that is not pinned within the call, which may wait for the stream and is no work for a graph.
bool StreamAccess::suits(const Use& use, const void* local) {
  accel::Memory memory;
  must(use, job_.accel().query(local, &memory));
  return memory.kind != accel::MemoryKind::kHost;
}

bool StreamAccess::find_signal(const Use& use, const StreamSignal& signal, int pe, Place* out) {
  return find(use, signal.address, sizeof *signal.address, pe, out) && (!signal.adds || out->atomics);
}

void StreamAccess::hand_over(const Use& use, StreamHandover::Make make) {
  must(use, handover_.give(use.queue->device(), use.stream, std::move(make)));
}

void StreamAccess::hand_over(const Use& use, const StreamTransfer::What& what) {
  hand_over(use, [this, what](bool /*again*/) { return std::make_shared<StreamTransfer>(pe_, remote_, what); });
}

void StreamAccess::move(const Use& use, const Transfer& transfer, std::uint64_t remote, bool puts) {
  if (transfer.block == 0) return;
  auto* const there = reinterpret_cast<void*>(remote);
  const std::uint64_t bytes = transfer.block * transfer.blocks;
  if (is_one_block(transfer)) {
    return must(use, puts ? use.queue->copy(there, transfer.local, bytes) : use.queue->copy(transfer.local, there, bytes));
  }
  const kernels::Strided far = shape_of(transfer, remote, transfer.remote_step);
  const kernels::Strided near = shape_of(transfer, reinterpret_cast<std::uint64_t>(transfer.local), transfer.local_step);
  accel::Ticket ticket;
  must(use, kernels::copy_strided(job_.config(), *use.queue, puts ? far : near, puts ? near : far, 0, bytes, accel::By::kEngine,
                                  &ticket));
}

void StreamAccess::transfer(const Transfer& transfer, bool puts, void* stream) {
  CallLock lock(job_.engine().lock());
  const Use use = open(transfer.routine, stream);
  std::uint64_t there = 0;
  if (!find_remote(use, transfer, &there) || !suits(use, transfer.local)) return hand_over(use, {transfer, puts});
  lock.leave();
  move(use, transfer, there, puts);
}

void StreamAccess::put(const Transfer& transfer, void* stream) {
  this->transfer(transfer, true, stream);
}

void StreamAccess::get(const Transfer& transfer, void* stream) {
  this->transfer(transfer, false, stream);
}

// Streams write words of 4 and 8 bytes themselves; shorter ones are a kernel's.
void StreamAccess::put_value(const char* routine, void* dest, const void* value, unsigned bytes, int pe, void* stream) {
  CallLock lock(job_.engine().lock());
  const Use use = open(routine, stream);
  Place place;
  if (!find(use, dest, bytes, pe, &place)) {
    std::array<std::byte, 16> kept;
    std::memcpy(kept.data(), value, bytes);
    const StreamTransfer::What what{{routine, dest, nullptr, bytes, 1, 0, 0, pe, true}};
    return hand_over(
        use, [this, what, kept](bool /*again*/) { return std::make_shared<StreamTransfer>(pe_, remote_, what, kept.data()); });
  }
  lock.leave();
  if (bytes < 4) {
    const kernels::AccumulateShape whole{.block = bytes};
    accel::Ticket ticket;
    return must(use, kernels::accumulate(job_.config(), *use.queue,
                                         {.what = {.step = kernels::AccumulateStep::kExchange},
                                          .width = bytes,
                                          .count = 1,
                                          .target = place.address,
                                          .shape = &whole,
                                          .operand = {.here = static_cast<const std::byte*>(value)}},
                                         &ticket));
  }
  std::array<WordOperation, 2> words;
  const unsigned count = bytes == 16 ? 2 : 1;
  const unsigned each = bytes / count;
  for (unsigned i = 0; i < count; ++i) {
    words[i] = {Verb::kWrite, static_cast<std::uint8_t>(each), place.address + i * each, 0};
    std::memcpy(&words[i].value, static_cast<const std::byte*>(value) + i * each, each);
  }
  must(use, use.queue->operate(std::span(words).first(count)));
}

Status StreamAccess::write(const Use& use, const Place& place, const StreamSignal& signal) {
  if (!signal.adds) return use.queue->operate(std::array{WordOperation{Verb::kWrite, 8, place.address, signal.value}});
  const kernels::AccumulateShape whole{.block = sizeof signal.value};
  kernels::Accumulating adds;
  if (!kernels::find_accumulating(base::Operation::kSum, base::Element::kUint64, &adds)) {
    return Status::error(Code::kInternal, "no kernel adds");
  }
  accel::Ticket ticket;
  return kernels::accumulate(job_.config(), *use.queue,
                             {.what = adds,
                              .width = sizeof signal.value,
                              .count = 1,
                              .target = place.address,
                              .shape = &whole,
                              .operand = {.here = reinterpret_cast<const std::byte*>(&signal.value)}},
                             &ticket);
}

void StreamAccess::put_signal(const Transfer& transfer, const StreamSignal& signal, void* stream) {
  CallLock lock(job_.engine().lock());
  const Use use = open(transfer.routine, stream);
  std::uint64_t there = 0;
  Place word;
  const bool moves = transfer.block == 0 || (find_remote(use, transfer, &there) && suits(use, transfer.local));
  if (!find_signal(use, signal, transfer.pe, &word) || !moves) return hand_over(use, {transfer, true, signal});
  lock.leave();
  move(use, transfer, there, true);
  must(use, write(use, word, signal));
}

void StreamAccess::signal(const char* routine, const StreamSignal& signal, int pe, void* stream) {
  CallLock lock(job_.engine().lock());
  const Use use = open(routine, stream);
  Place word;
  if (!find_signal(use, signal, pe, &word)) {
    return hand_over(use, {{routine, nullptr, nullptr, 0, 1, 0, 0, pe, true}, true, signal});
  }
  lock.leave();
  must(use, write(use, word, signal));
}

// What the front end of a GPU compares: equal, and at least, where words wrap around. Above is at least the next number; below
// is at least the number that is half of all numbers away. Waiting for an unequal one would take a kernel that polls, and where
// processes share a GPU without MPS such a kernel keeps the GPU from the one that it waits for: the CPU looks.
void StreamAccess::wait(const StreamCondition& condition, void* stream) {
  CallLock lock(job_.engine().lock());
  const Use use = open(condition.routine, stream);
  const int comparison = condition.comparison;
  if (comparison < kEq || comparison > kGe) {
    pe_.fail(condition.routine, Status::error(Code::kArg, "there is no comparison {}", comparison));
  }
  Place word;
  if (!find(use, condition.word, condition.width, job_.rank(), &word) || comparison == kNe) {
    return hand_over(use, [this, condition](bool /*again*/) { return std::make_shared<StreamAwait>(pe_, remote_, condition); });
  }
  lock.leave();
  const Verb verb = comparison == kEq ? Verb::kEqual : Verb::kAtLeast;
  const bool next = comparison == kGt || comparison == kLe;
  const bool below = comparison == kLt || comparison == kLe;
  const std::uint64_t half = std::uint64_t{1} << (8 * condition.width - 1);
  const std::uint64_t value = condition.value + (next ? 1 : 0) - (below ? half : 0);
  must(use,
       use.queue->operate(std::array{WordOperation{verb, static_cast<std::uint8_t>(condition.width), word.address, value}}));
}

// Work of the stream is visible when the stream has passed it; what the host began is completed here.
void StreamAccess::quiet(const char* routine, void* stream) {
  const CallLock lock(job_.engine().lock());
  const Use use = open(routine, stream);
  if (!use.captured) remote_.complete(routine);
}

void begin_streams(Pe& pe, View* view) {
  auto streams = std::make_unique<StreamAccess>(pe, pe.job(), pe.teams(), pe.remote(), !pe.reaches_all());
  view->streams = streams.get();
  pe.begin(std::move(streams));
}

}  // namespace penstock::shmem
