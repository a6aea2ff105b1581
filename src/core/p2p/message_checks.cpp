#include "core/p2p/message_checks.hpp"

#include <algorithm>
#include <utility>

#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

std::string rank_text(int rank) {
  return rank == MPI_ANY_SOURCE ? "any rank" : fmt::format("rank {}", rank);
}

std::string tag_text(int tag) {
  return tag == MPI_ANY_TAG ? "any tag" : fmt::format("tag {}", tag);
}

// A packed copy of elements is a buffer of bytes, so the count follows from its bytes.
MPI_Count count_of(const MessageChecks::Side& side) noexcept {
  const std::uint64_t each = side.type.layout().size();
  return each == 0 ? 0 : static_cast<MPI_Count>(side.buffer.bytes() / each);
}

std::string elements_text(const Datatype& type, MPI_Count count) {
  return text_of(piece_of(type, count));
}

}  // namespace

static_assert(sizeof(Piece) <= 64, "a piece is the words on a message (Messages::note)");

std::string name_of(const Comm& comm) {
  return comm.name.empty() ? fmt::format("a communicator of {} without a name", comm.size()) : comm.name;
}

MessageChecks::Record MessageChecks::record_of(const Side& side, bool receives) const {
  Record record;
  record.receives = receives;
  record.comm = Ref<Comm>::share(side.comm);
  record.type = Ref<Datatype>::share(const_cast<Datatype&>(side.type));
  record.count = count_of(side);
  record.peer = side.peer;
  record.tag = side.tag;
  record.call = call_;
  // Elements with gaps may be interleaved with those of other operations, so their memory is not recorded.
  if (side.buffer.layout->is_contiguous(side.buffer.count)) {
    record.start =
        reinterpret_cast<std::uintptr_t>(side.buffer.address) + static_cast<std::uintptr_t>(side.buffer.layout->first_offset());
    record.bytes = side.buffer.bytes();
  }
  return record;
}

std::uintptr_t MessageChecks::Blocks::first_for(std::uintptr_t start) const {
  const std::uint64_t longest = lengths.empty() ? 0 : *lengths.rbegin();
  return start > longest ? start - longest : 0;
}

void MessageChecks::Blocks::add(const Record& record, const proto::Operation* operation) {
  places.emplace(record.start, operation);
  lengths.insert(record.bytes);
}

void MessageChecks::Blocks::remove(const Record& record, const proto::Operation* operation) {
  const auto [first, last] = places.equal_range(record.start);
  const auto place = std::find_if(first, last, [operation](const auto& entry) { return entry.second == operation; });
  if (place == last) return;
  places.erase(place);
  lengths.erase(lengths.find(record.bytes));
}

Status MessageChecks::check_against(const Blocks& blocks, const Record& record) const {
  const auto end = blocks.places.lower_bound(record.start + record.bytes);
  for (auto it = blocks.places.lower_bound(blocks.first_for(record.start)); it != end; ++it) {
    const Record& other = records_.at(it->second);
    if (other.start + other.bytes <= record.start) continue;
    return Status::error(Code::kBuffer,
                         "its buffer ({} bytes at {:#x}) overlaps that of {}, which is not completed: wait for it first",
                         record.bytes, record.start, words_of(other));
  }
  return Status::ok();
}

// Two sends may read the same memory; a receive needs its memory alone.
Status MessageChecks::check_memory(const Record& record) const {
  if (record.bytes == 0) return Status::ok();
  PENSTOCK_TRY(check_against(received_, record));
  return record.receives ? check_against(sent_, record) : Status::ok();
}

void MessageChecks::keep(Record&& record, proto::Operation& operation) {
  operation.set_recorded(true);
  if (record.bytes != 0) blocks_of(record).add(record, &operation);
  records_.insert_or_assign(&operation, std::move(record));
}

void MessageChecks::announce(const Side& side) {
  const Piece piece = piece_of(side.type, count_of(side));
  engine_.messages().note(side.comm.peers().world_rank(side.peer), side.tag, side.comm.context(),
                          std::as_bytes(std::span(&piece, 1)));
}

Status MessageChecks::send(const Side& side, proto::SendMode mode, proto::Operation** out) {
  Record record = record_of(side, false);
  PENSTOCK_TRY(check_memory(record));
  announce(side);
  PENSTOCK_TRY(
      engine_.messages().send(side.buffer, side.comm.peers().world_rank(side.peer), side.tag, side.comm.context(), mode, out));
  keep(std::move(record), **out);
  return Status::ok();
}

Status MessageChecks::recv(const Side& side, proto::Operation** out) {
  Record record = record_of(side, true);
  PENSTOCK_TRY(check_memory(record));
  const int source = side.peer == MPI_ANY_SOURCE ? proto::kAnySource : side.comm.peers().world_rank(side.peer);
  PENSTOCK_TRY(engine_.messages().recv(side.buffer, source, side.tag, side.comm.context(), out));
  keep(std::move(record), **out);
  return Status::ok();
}

void MessageChecks::record_recv(const Side& side, proto::Operation& operation) {
  keep(record_of(side, true), operation);
}

Status MessageChecks::judge(const proto::Operation& operation) const {
  const auto found = records_.find(&operation);
  if (found == records_.end() || !found->second.receives || !operation.status().is_ok()) return Status::ok();
  const Record& record = found->second;
  Piece sent;
  if (!engine_.messages().read_note(operation, std::as_writable_bytes(std::span(&sent, 1)))) return Status::ok();
  if (matches(sent, *record.type, record.count)) return Status::ok();
  const proto::Result& result = operation.result();
  return Status::error(Code::kType,
                       "{}: rank {} sent {} with tag {}, which {} of {} does not match: both sides need the same types",
                       name_of(*record.comm), record.comm->peers().rank_of(result.source), text_of(sent), result.tag,
                       record.call, elements_text(*record.type, record.count));
}

void MessageChecks::forget(proto::Operation& operation) noexcept {
  const auto found = records_.find(&operation);
  if (found == records_.end()) return;
  operation.set_recorded(false);
  if (found->second.bytes != 0) blocks_of(found->second).remove(found->second, &operation);
  records_.erase(found);
}

Status MessageChecks::end(proto::Operation& operation) {
  Status judged = judge(operation);
  forget(operation);
  return judged;
}

std::string MessageChecks::words_of(const Record& record) {
  return fmt::format("{} of {} {} {} with {} on {}", record.call, elements_text(*record.type, record.count),
                     record.receives ? "from" : "to", rank_text(record.peer), tag_text(record.tag), name_of(*record.comm));
}

std::string MessageChecks::describe(const proto::Operation* operation) const {
  const auto found = records_.find(operation);
  return found == records_.end() ? std::string() : words_of(found->second);
}

std::vector<std::string> MessageChecks::under_way() const {
  std::vector<std::string> out;
  for (const auto& [operation, record] : records_) {
    if (!operation->done()) out.push_back(words_of(record));
  }
  return out;
}

}  // namespace penstock::core
