#include "core/collective/call_arguments.hpp"

#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "core/collective/call_check.hpp"
#include "core/object/find.hpp"
#include "core/object/info.hpp"
#include "core/object/instance.hpp"
#include "core/type/buffer.hpp"

namespace penstock::core {
namespace {

Status check_arrays(CountArray counts, CountArray displacements, std::string_view name) {
  if (counts.null()) return Status::error(Code::kArg, "the counts of {} are a null pointer", name);
  if (displacements.null()) return Status::error(Code::kArg, "the displacements of {} are a null pointer", name);
  return Status::ok();
}

Status check_count(MPI_Count count, std::string_view name, std::size_t i) {
  if (count >= 0) return Status::ok();
  return Status::error(Code::kCount, "count {} of {} is {}; it must be at least 0", i, name, count);
}

Status no_type(std::string_view name) {
  return Status::error(Code::kType, "{} is significant on this rank and has no datatype", name);
}

// The displaced address may be in no object (for a part without elements), so it is not computed as a pointer.
void* displaced(const void* address, std::int64_t bytes) noexcept {
  return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(address) + static_cast<std::uintptr_t>(bytes));
}

// The address alone does not tell two buffers apart, since their datatypes may displace them (MPI_BOTTOM, subarrays).
void* first_byte(const proto::Buffer& buffer) noexcept {
  return displaced(buffer.address, buffer.layout->true_lower_bound());
}

// Returns the i-th of equal parts that are contiguous.
proto::Buffer part_of(const proto::Buffer& first, int i) noexcept {
  const std::int64_t elements = static_cast<std::int64_t>(first.count) * i;
  return {displaced(first.address, elements * first.layout->extent()), first.count, first.layout};
}

Datatype* type_of_part(Instance& /*instance*/, const Parts& parts, std::size_t /*i*/) {
  return parts.type;
}

// Returns null for a part without elements that has no type.
Datatype* type_of_part(Instance& instance, const TypedParts& parts, std::size_t i) {
  Datatype* type = nullptr;
  return find_object(instance, parts.types[i], &type).is_ok() ? type : nullptr;
}

}  // namespace

CollectiveCall::CollectiveCall(Comm& comm, Collective* out, const CallShape& shape) : comm_(comm), out_(out), shape_(&shape) {
  if (!comm.instance().job().checks() || out->options.form == CallForm::kCaptured) [[likely]] {
    return;
  }
  out->check.reset(new CallCheck(comm, CallRecord(shape, out->options.form)));
  record_ = &out->check->record();
}

// PENSTOCK_CHECK does not compare the data that neighbours exchange.
template <typename Given>
std::vector<Piece> CollectiveCall::pieces_of(const Given& parts) {
  if (arguments_.neighbors != nullptr) return {};
  std::vector<Piece> pieces(static_cast<std::size_t>(comm_.peers().size()));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Datatype* type = type_of_part(comm_.instance(), parts, i);
    if (type != nullptr) pieces[i] = piece_of(*type, parts.counts[i]);
  }
  return pieces;
}

Status CollectiveCall::set_root(int root) {
  if (record_ != nullptr) record_->set_root(root);
  if (comm_.is_inter() && (root == MPI_ROOT || root == MPI_PROC_NULL)) {
    at_root_ = root == MPI_ROOT;
    has_part_ = false;
    arguments_.root = at_root_ ? coll::kRootHere : coll::kRootGroup;
    return Status::ok();
  }
  const int peers = comm_.peers().size();
  if (root < 0 || root >= peers) {
    return Status::error(Code::kRoot, "root is {}, outside 0..{} of a{} of {}", root, peers - 1,
                         comm_.is_inter() ? " remote group" : " communicator", peers);
  }
  at_root_ = !comm_.is_inter() && root == comm_.rank();
  arguments_.root = root;
  return Status::ok();
}

Status CollectiveCall::set_neighbors() {
  return find_neighborhood(comm_, &arguments_.neighbors);
}

std::size_t CollectiveCall::parts_of(const std::vector<proto::Buffer>* side) const noexcept {
  const coll::Neighborhood* neighbors = arguments_.neighbors;
  if (neighbors == nullptr) return static_cast<std::size_t>(comm_.peers().size());
  return side == &sends_ ? neighbors->out.size() : neighbors->in.size();
}

Status CollectiveCall::check_in_place(const void* address, bool allowed, std::string_view name) {
  if (address != MPI_IN_PLACE) return Status::ok();
  if (!allowed) return Status::error(Code::kBuffer, "{} is MPI_IN_PLACE, which means nothing for it", name);
  if (comm_.is_inter()) return Status::error(Code::kBuffer, "{} is MPI_IN_PLACE on an inter-communicator", name);
  if (!at_root_) return Status::error(Code::kBuffer, "{} is MPI_IN_PLACE on a rank that is not the root", name);
  arguments_.in_place = true;
  if (record_ != nullptr) record_->set_in_place();
  return Status::ok();
}

Status CollectiveCall::one(const Data& data, std::string_view name, proto::Buffer* out) {
  if (data.type == nullptr) return no_type(name);
  if (Status made = make_buffer(data.address, data.count, *data.type, out); !made.is_ok()) return std::move(made).within(name);
  out_->keep(*data.type);
  return Status::ok();
}

// A rank without neighbours has no parts, so its buffers and arrays may be anything.

// Sets parts of equal length, one after another.
Status CollectiveCall::several(const Data& data, std::string_view name, std::vector<proto::Buffer>* out) {
  out->resize(parts_of(out));
  if (out->empty()) return Status::ok();
  proto::Buffer first;
  PENSTOCK_TRY(one(data, name, &first));
  for (std::size_t i = 0; i < out->size(); ++i) (*out)[i] = part_of(first, static_cast<int>(i));
  return Status::ok();
}

Status CollectiveCall::several(const Parts& parts, std::string_view name, std::vector<proto::Buffer>* out) {
  out->resize(parts_of(out));
  if (out->empty()) return Status::ok();
  if (parts.type == nullptr) return no_type(name);
  PENSTOCK_TRY(check_arrays(parts.counts, parts.displacements, name));
  const std::int64_t extent = parts.type->layout().extent();
  for (std::size_t i = 0; i < out->size(); ++i) {
    PENSTOCK_TRY(check_count(parts.counts[i], name, i));
    PENSTOCK_TRY(one({parts.address, parts.counts[i], parts.type}, name, &(*out)[i]));
    (*out)[i].address = displaced(parts.address, parts.displacements[i] * extent);
  }
  return Status::ok();
}

// A part without elements may have any type, even the null handle: applications leave out types of parts that move nothing.
Status CollectiveCall::several(const TypedParts& parts, std::string_view name, std::vector<proto::Buffer>* out) {
  out->resize(parts_of(out));
  if (out->empty()) return Status::ok();
  if (parts.types == nullptr) return Status::error(Code::kArg, "the datatypes of {} are a null pointer", name);
  PENSTOCK_TRY(check_arrays(parts.counts, parts.displacements, name));
  for (std::size_t i = 0; i < out->size(); ++i) {
    PENSTOCK_TRY(check_count(parts.counts[i], name, i));
    Datatype* type = nullptr;
    PENSTOCK_TRY(part_type(parts.counts[i] != 0 ? parts.types[i] : MPI_BYTE, name, i, &type));
    // Displacements from MPI_BOTTOM are addresses.
    PENSTOCK_TRY(one({displaced(parts.address, parts.displacements[i]), parts.counts[i], type}, name, &(*out)[i]));
  }
  return Status::ok();
}

Status CollectiveCall::part_type(MPI_Datatype handle, std::string_view name, std::size_t i, Datatype** out) {
  if (Status found = find_object(comm_.instance(), handle, out); !found.is_ok()) {
    return std::move(found).within(fmt::format("datatype {} of {}", i, name));
  }
  if ((*out)->committed()) return Status::ok();
  return Status::error(Code::kType, "datatype {} of {} is not committed; call MPI_Type_commit first", i, name);
}

proto::Buffer CollectiveCall::mine(const std::vector<proto::Buffer>& parts) const noexcept {
  if (arguments_.neighbors != nullptr) return {};
  return parts[static_cast<std::size_t>(comm_.is_inter() ? 0 : comm_.rank())];
}

Status CollectiveCall::send(const Data& data, bool may_be_in_place) {
  PENSTOCK_TRY(check_in_place(data.address, may_be_in_place, "sendbuf"));
  if (data.address == MPI_IN_PLACE) return Status::ok();
  PENSTOCK_TRY(one(data, "sendbuf", &arguments_.send));
  if (record_ != nullptr) record_->send(piece_of(*data.type, data.count));
  sent_ = arguments_.send;
  return Status::ok();
}

Status CollectiveCall::recv(const Data& data, bool may_be_in_place) {
  PENSTOCK_TRY(check_in_place(data.address, may_be_in_place, "recvbuf"));
  if (data.address == MPI_IN_PLACE) return Status::ok();
  PENSTOCK_TRY(one(data, "recvbuf", &arguments_.recv));
  if (record_ != nullptr) record_->recv(piece_of(*data.type, data.count));
  received_ = arguments_.recv;
  return Status::ok();
}

Status CollectiveCall::sends(const Data& data, bool may_be_in_place) {
  if (arguments_.neighbors != nullptr) {
    PENSTOCK_TRY(check_in_place(data.address, may_be_in_place, "sendbuf"));
    return several(data, "sendbuf", &sends_);
  }
  PENSTOCK_TRY(send(data, may_be_in_place));
  if (sent_.layout != nullptr) sent_ = part_of(sent_, comm_.rank());
  return Status::ok();
}

Status CollectiveCall::recvs(const Data& data) {
  if (arguments_.neighbors != nullptr) {
    PENSTOCK_TRY(check_in_place(data.address, false, "recvbuf"));
    return several(data, "recvbuf", &recvs_);
  }
  PENSTOCK_TRY(recv(data));
  received_ = part_of(received_, comm_.rank());
  return Status::ok();
}

Status CollectiveCall::sends(const Parts& parts, bool may_be_in_place) {
  PENSTOCK_TRY(check_in_place(parts.address, may_be_in_place, "sendbuf"));
  if (parts.address == MPI_IN_PLACE) return Status::ok();
  PENSTOCK_TRY(several(parts, "sendbuf", &sends_));
  if (record_ != nullptr) record_->sends(pieces_of(parts));
  sent_ = mine(sends_);
  return Status::ok();
}

Status CollectiveCall::recvs(const Parts& parts) {
  PENSTOCK_TRY(check_in_place(parts.address, false, "recvbuf"));
  PENSTOCK_TRY(several(parts, "recvbuf", &recvs_));
  if (record_ != nullptr) record_->recvs(pieces_of(parts));
  received_ = mine(recvs_);
  return Status::ok();
}

Status CollectiveCall::sends(const TypedParts& parts, bool may_be_in_place) {
  PENSTOCK_TRY(check_in_place(parts.address, may_be_in_place, "sendbuf"));
  if (parts.address == MPI_IN_PLACE) return Status::ok();
  PENSTOCK_TRY(several(parts, "sendbuf", &sends_));
  if (record_ != nullptr) record_->sends(pieces_of(parts));
  sent_ = mine(sends_);
  return Status::ok();
}

Status CollectiveCall::recvs(const TypedParts& parts) {
  PENSTOCK_TRY(check_in_place(parts.address, false, "recvbuf"));
  PENSTOCK_TRY(several(parts, "recvbuf", &recvs_));
  if (record_ != nullptr) record_->recvs(pieces_of(parts));
  received_ = mine(recvs_);
  return Status::ok();
}

Status CollectiveCall::operands(const Operands& operands, MPI_Count send_count, MPI_Count recv_count, const Op& op) {
  if (!at_root_ && !has_part_) return Status::ok();
  if (has_part_) {
    PENSTOCK_TRY(check_in_place(operands.send, true, "sendbuf"));
    if (!arguments_.in_place) PENSTOCK_TRY(one({operands.send, send_count, operands.type}, "sendbuf", &arguments_.send));
  }
  if (at_root_) {
    PENSTOCK_TRY(check_in_place(operands.recv, false, "recvbuf"));
    const MPI_Count held = arguments_.in_place ? send_count : recv_count;
    PENSTOCK_TRY(one({operands.recv, held, operands.type}, "recvbuf", &arguments_.recv));
    arguments_.recv.count = static_cast<std::uint64_t>(recv_count);
  }
  if (operands.type == nullptr) return no_type("the reduction");
  if (record_ != nullptr) record_->operand(piece_of(*operands.type, has_part_ ? send_count : recv_count), op);
  if (at_root_ && has_part_ && !arguments_.in_place) PENSTOCK_TRY(check_not_same(arguments_.send, arguments_.recv));
  return op.reduction_over(comm_.instance(), *operands.type, &arguments_.reduction, &out_->user_reduction);
}

Status CollectiveCall::set_counts(CountArray counts) {
  if (counts.null()) return Status::error(Code::kArg, "recvcounts is a null pointer");
  counts_.resize(static_cast<std::size_t>(comm_.size()));
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    PENSTOCK_TRY(check_count(counts[i], "recvbuf", i));
    counts_[i] = static_cast<std::uint64_t>(counts[i]);
  }
  if (record_ != nullptr) record_->set_parts(counts_);
  return Status::ok();
}

MPI_Count CollectiveCall::all_counts() const noexcept {
  return static_cast<MPI_Count>(std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}));
}

MPI_Count CollectiveCall::own_count() const noexcept {
  return static_cast<MPI_Count>(counts_[static_cast<std::size_t>(comm_.rank())]);
}

Status CollectiveCall::check_not_same(const proto::Buffer& sent, const proto::Buffer& received) const {
  if (first_byte(sent) != first_byte(received) || sent.bytes() == 0 || received.bytes() == 0) return Status::ok();
  return Status::error(Code::kBuffer, "this rank's part is sent from where it is received; pass MPI_IN_PLACE instead");
}

Status CollectiveCall::check_loops() const {
  for (const auto& loop : arguments_.neighbors->loops) {
    const proto::Buffer& sent = sends_.empty() ? arguments_.send : sends_[loop.out];
    const proto::Buffer& received = recvs_[loop.in];
    if (sent.bytes() != received.bytes()) {
      return Status::error(Code::kTruncate, "this rank is its own neighbour {}: it sends itself {} bytes and receives {}",
                           loop.in, sent.bytes(), received.bytes());
    }
    if (first_byte(sent) == first_byte(received) && sent.bytes() != 0) {
      return Status::error(Code::kBuffer, "this rank is its own neighbour {}: it sends from where it receives", loop.in);
    }
  }
  return Status::ok();
}

Status CollectiveCall::check_own_part() const {
  if (arguments_.neighbors != nullptr) return check_loops();
  if (comm_.is_inter() || !at_root_ || sent_.layout == nullptr || received_.layout == nullptr) return Status::ok();
  if (sent_.bytes() != received_.bytes()) {
    return Status::error(Code::kTruncate, "this rank sends itself {} bytes and receives {}", sent_.bytes(), received_.bytes());
  }
  return check_not_same(sent_, received_);
}

// Algorithms of the communicator are appended to those of the call.
Status CollectiveCall::find_algorithms() {
  constexpr std::string_view kOrigin = "penstock_coll_algorithm of the call";
  const Info* info = out_->options.info;
  if (info == nullptr || shape_ == nullptr) return Status::ok();
  const std::optional<std::string_view> named = info->get(coll::kAlgorithmKey);
  if (!named) return Status::ok();
  auto made = std::make_unique<coll::Preference>();
  PENSTOCK_TRY(coll::Preference::parse(*named, kOrigin, Code::kInfoValue, &shape_->collective, made.get()));
  if (made->rows().empty() || comm_.is_inter()) return Status::ok();
  if (const coll::Preference* behind = comm_.team().preferred; behind != nullptr) made->append(*behind);
  out_->preference = std::move(made);
  return Status::ok();
}

Status CollectiveCall::build(runtime::Builder builder) {
  PENSTOCK_TRY(check_own_part());
  PENSTOCK_TRY(find_algorithms());
  arguments_.sends = sends_;
  arguments_.recvs = recvs_;
  arguments_.counts = counts_;
  arguments_.blocking = out_->options.form == CallForm::kBlocking;
  if (out_->options.form == CallForm::kCaptured) {
    out_->recorded.reset(new RecordedCall{builder, coll::KeptArguments(arguments_)});
    return Status::ok();
  }
  if (out_->options.form != CallForm::kPersistent) {
    list(comm_, builder, arguments_, out_);
    return Status::ok();
  }
  Status met;
  if (comm_.resources().may_find_devices()) met = comm_.setup().finish_now();
  out_->schedule = comm_.resources().take_persistent_schedule(out_->preference.get());
  if (!met.is_ok()) out_->schedule->fail(std::move(met));
  builder(*out_->schedule, arguments_);
  return Status::ok();
}

}  // namespace penstock::core
