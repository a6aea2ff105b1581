#include "core/collective/fast_path.hpp"

#include "coll/fast_path/fast_path.hpp"
#include "core/comm/comm.hpp"
#include "core/object/find.hpp"
#include "core/object/instance.hpp"
#include "core/type/datatype.hpp"
#include "core/type/op.hpp"

namespace penstock::core {
namespace {

using enum coll::Collective;

const std::byte* bytes_at(const void* address) noexcept {
  return static_cast<const std::byte*>(address);
}
std::byte* bytes_at(void* address) noexcept {
  return static_cast<std::byte*>(address);
}
constexpr std::uint64_t kMostElements = 1 << 20;  // far more than is short, so that no product overflows

std::byte* written_at(const Data& data) noexcept {
  return bytes_at(const_cast<void*>(data.address));
}

bool is_given(const void* address) noexcept {
  return address != nullptr && address != MPI_IN_PLACE;
}

bool on_host(Instance& instance, const void* address) {
  accel::Memory memory;
  return instance.job().accel().query(address, &memory).is_ok() && memory.on_host();
}

// Returns the bytes of `count` contiguous elements; 0 if they are not contiguous, or not known to be valid.
std::uint64_t flat_bytes(MPI_Count count, const Datatype* type) noexcept {
  if (type == nullptr || count <= 0 || !type->committed()) return 0;
  const proto::Layout& layout = type->layout();
  if (!layout.is_contiguous(static_cast<std::uint64_t>(count)) || layout.true_lower_bound() != 0) return 0;
  std::uint64_t bytes = 0;
  return __builtin_mul_overflow(static_cast<std::uint64_t>(count), layout.size(), &bytes) ? 0 : bytes;
}

// Returns the bytes of a part if several such parts are contiguous too; else 0.
std::uint64_t part_bytes(const Data& data) noexcept {
  const std::uint64_t bytes = flat_bytes(data.count, data.type);
  return bytes != 0 && data.type->layout().extent() == static_cast<std::int64_t>(data.type->layout().size()) ? bytes : 0;
}

bool is_rank(const Comm& comm, int root) noexcept {
  return root >= 0 && root < comm.size();
}

std::uint64_t own_offset(const Comm& comm, std::uint64_t bytes) noexcept {
  return static_cast<std::uint64_t>(comm.rank()) * bytes;
}

// Uses up the sequence number of a collective, as on ranks whose call takes the usual path.
bool done(Comm& comm, Status&& result, Status* status) {
  static_cast<void>(comm.resources().next_collective());
  *status = std::move(result);
  return true;
}

// Checks the part that this rank sends and the parts that it receives, one from each rank:
// all must be valid, short, and on the host.
bool gives_and_gets(Comm& comm, coll::Collective collective, const Data& send, const Data& recv, std::uint64_t* bytes) {
  *bytes = part_bytes(recv);
  if (!comm.resources().fast_path()->takes(collective, *bytes) || !is_given(recv.address)) return false;
  if (send.address != MPI_IN_PLACE) {
    const std::uint64_t own = collective == kAlltoall ? part_bytes(send) : flat_bytes(send.count, send.type);
    if (send.address == nullptr || own != *bytes || !on_host(comm.instance(), send.address)) return false;
    const std::byte* place = bytes_at(recv.address) + (collective == kAlltoall ? 0 : own_offset(comm, *bytes));
    if (bytes_at(send.address) == place) return false;
  }
  return on_host(comm.instance(), recv.address);
}

const std::byte* source(const Data& data) noexcept {
  return data.address == MPI_IN_PLACE ? nullptr : bytes_at(data.address);
}

// Finds all parts; they must be valid, short, and on the host.
bool find_parts(Comm& comm, coll::Collective collective, const Parts& parts, int list) {
  if (parts.counts.null() || parts.displacements.null() || parts.type == nullptr || !parts.type->committed()) return false;
  const proto::Layout& layout = parts.type->layout();
  if (!is_given(parts.address) || !layout.is_contiguous(2) || layout.true_lower_bound() != 0) return false;
  const std::span<coll::ShmFastPath::Part> found = comm.resources().fast_path()->parts(list);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const MPI_Count count = parts.counts[i];
    if (count < 0 || static_cast<std::uint64_t>(count) > kMostElements) return false;
    const std::uint64_t bytes = static_cast<std::uint64_t>(count) * layout.size();
    void* address = const_cast<char*>(static_cast<const char*>(parts.address)) + parts.displacements[i] * layout.extent();
    if (!comm.resources().fast_path()->takes_part(collective, bytes) || (bytes != 0 && !on_host(comm.instance(), address)))
      return false;
    found[i] = {bytes_at(address), bytes};
  }
  return true;
}

// Finds parts that have a type each.
bool find_parts(Comm& comm, coll::Collective collective, const TypedParts& parts, int list) {
  if (parts.counts.null() || parts.displacements.null() || parts.types == nullptr || !is_given(parts.address)) return false;
  const std::span<coll::ShmFastPath::Part> found = comm.resources().fast_path()->parts(list);
  for (std::size_t i = 0; i < found.size(); ++i) {
    Datatype* type = nullptr;
    if (!find_object(comm.instance(), parts.types[i], &type).is_ok() || !type->committed()) return false;
    const MPI_Count count = parts.counts[i];
    const std::uint64_t bytes = flat_bytes(count, type);
    if (bytes == 0 && count != 0) return false;
    void* address = const_cast<char*>(static_cast<const char*>(parts.address)) + parts.displacements[i];
    if (!comm.resources().fast_path()->takes_part(collective, bytes) || (bytes != 0 && !on_host(comm.instance(), address)))
      return false;
    found[i] = {bytes_at(address), bytes};
  }
  return true;
}

// Finds the part of this rank alone, which may have no bytes. In place it has no address.
bool find_part(Comm& comm, coll::Collective collective, const Data& data, bool may_be_in_place, coll::ShmFastPath::Part* part) {
  *part = {nullptr, 0};
  if (data.address == MPI_IN_PLACE) return may_be_in_place;
  const std::uint64_t bytes = flat_bytes(data.count, data.type);
  if (data.address == nullptr || (bytes == 0 && data.count != 0)) return false;
  if (!comm.resources().fast_path()->takes_part(collective, bytes) || !on_host(comm.instance(), data.address)) return false;
  *part = {written_at(data), bytes};
  return true;
}

// Tells if the part that a rank sends to itself is as long as the part that it receives, and is somewhere else.
bool fits(const coll::ShmFastPath::Part& given, const coll::ShmFastPath::Part& got) noexcept {
  return given.bytes == got.bytes && (given.address != got.address || given.bytes == 0);
}

template <typename Given>
bool exchanged(Comm& comm, const Given& send, const Given& recv, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || !fast_path->takes_parts(kAlltoallw)) return false;
  if (!find_parts(comm, kAlltoallw, send, 0) || !find_parts(comm, kAlltoallw, recv, 1)) return false;
  const auto own = static_cast<std::size_t>(comm.rank());
  if (!fits(fast_path->parts(0)[own], fast_path->parts(1)[own])) return false;
  return done(comm, fast_path->alltoallv(fast_path->parts(0), fast_path->parts(1)), status);
}

// Checks the operand of this rank, which must be on the host. Not every rank has a result.
bool has_operand(Comm& comm, coll::Collective collective, const Operands& operands, const Op& op, bool has_result,
                 const base::ReduceKernel** kernel, std::uint64_t* bytes) {
  *bytes = flat_bytes(operands.count, operands.type);
  if (!comm.resources().fast_path()->takes(collective, *bytes)) return false;
  // The usual path, which another rank may take, also checks the gap behind an element, which a single element does not show.
  if (!operands.type->layout().is_contiguous(2)) return false;
  *kernel = op.kernel_over(comm.instance(), *operands.type);
  if (*kernel == nullptr) return false;
  const bool in_place = operands.send == MPI_IN_PLACE;
  if (in_place && !has_result) return false;
  if (has_result && (!is_given(operands.recv) || !on_host(comm.instance(), operands.recv))) return false;
  if (in_place) return true;
  if (operands.send == nullptr || (has_result && operands.send == operands.recv)) return false;
  return on_host(comm.instance(), operands.send);
}

template <typename Run>
bool reduced(Comm& comm, coll::Collective collective, const Operands& operands, const Op& op, bool has_result, Status* status,
             const Run& run) {
  const base::ReduceKernel* kernel = nullptr;
  std::uint64_t bytes = 0;
  if (!has_operand(comm, collective, operands, op, has_result, &kernel, &bytes)) return false;
  std::byte* to = bytes_at(operands.recv);
  const std::byte* from = operands.send == MPI_IN_PLACE ? to : bytes_at(operands.send);
  return done(comm, run(coll::ShmFastPath::Operand{*kernel, from, to, bytes, static_cast<std::uint64_t>(operands.count)}),
              status);
}

}  // namespace

bool barrier_at_once(Comm& comm, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || !fast_path->takes_barrier()) return false;
  return done(comm, fast_path->barrier(), status);
}

bool bcast_at_once(Comm& comm, const Data& data, int root, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || !is_rank(comm, root) || !is_given(data.address)) return false;
  const std::uint64_t bytes = flat_bytes(data.count, data.type);
  if (!fast_path->takes(kBcast, bytes) || !on_host(comm.instance(), data.address)) return false;
  return done(comm, fast_path->bcast(written_at(data), bytes, root), status);
}

bool gather_at_once(Comm& comm, const Data& send, const Data& recv, int root, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || !is_rank(comm, root)) return false;
  std::uint64_t bytes = 0;
  if (comm.rank() == root) {
    if (!gives_and_gets(comm, kGather, send, recv, &bytes)) return false;
    return done(comm, fast_path->gather(source(send), written_at(recv), bytes, root), status);
  }
  bytes = flat_bytes(send.count, send.type);
  if (!fast_path->takes(kGather, bytes) || !is_given(send.address) || !on_host(comm.instance(), send.address)) return false;
  return done(comm, fast_path->gather(bytes_at(send.address), nullptr, bytes, root), status);
}

// The root of a scatter has its sides swapped in comparison with a gather.
bool scatter_at_once(Comm& comm, const Data& send, const Data& recv, int root, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || !is_rank(comm, root)) return false;
  std::uint64_t bytes = 0;
  if (comm.rank() == root) {
    if (!gives_and_gets(comm, kScatter, recv, send, &bytes)) return false;
    std::byte* own = recv.address == MPI_IN_PLACE ? nullptr : written_at(recv);
    return done(comm, fast_path->scatter(bytes_at(send.address), own, bytes, root), status);
  }
  bytes = flat_bytes(recv.count, recv.type);
  if (!fast_path->takes(kScatter, bytes) || !is_given(recv.address) || !on_host(comm.instance(), recv.address)) return false;
  return done(comm, fast_path->scatter(nullptr, written_at(recv), bytes, root), status);
}

bool allgather_at_once(Comm& comm, const Data& send, const Data& recv, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  std::uint64_t bytes = 0;
  if (fast_path == nullptr || !gives_and_gets(comm, kAllgather, send, recv, &bytes)) return false;
  return done(comm, fast_path->allgather(source(send), written_at(recv), bytes), status);
}

bool alltoall_at_once(Comm& comm, const Data& send, const Data& recv, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  std::uint64_t bytes = 0;
  if (fast_path == nullptr || !gives_and_gets(comm, kAlltoall, send, recv, &bytes)) return false;
  return done(comm, fast_path->alltoall(source(send), written_at(recv), bytes), status);
}

bool gatherv_at_once(Comm& comm, const Data& send, const Parts& recv, int root, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || !is_rank(comm, root) || !fast_path->takes_parts(kGatherv)) return false;
  coll::ShmFastPath::Part own{};
  if (!find_part(comm, kGatherv, send, comm.rank() == root, &own)) return false;
  if (comm.rank() != root) return done(comm, fast_path->gatherv(own, {}, root), status);
  if (!find_parts(comm, kGatherv, recv, 0)) return false;
  const auto parts = fast_path->parts(0);
  if (own.address != nullptr && !fits(own, parts[static_cast<std::size_t>(root)])) return false;
  return done(comm, fast_path->gatherv(own, parts, root), status);
}

bool scatterv_at_once(Comm& comm, const Parts& send, const Data& recv, int root, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || !is_rank(comm, root) || !fast_path->takes_parts(kScatterv)) return false;
  coll::ShmFastPath::Part own{};
  if (!find_part(comm, kScatterv, recv, comm.rank() == root, &own)) return false;
  if (comm.rank() != root) return done(comm, fast_path->scatterv({}, own, root), status);
  if (!find_parts(comm, kScatterv, send, 0)) return false;
  const auto parts = fast_path->parts(0);
  if (own.address != nullptr && !fits(parts[static_cast<std::size_t>(root)], own)) return false;
  return done(comm, fast_path->scatterv(parts, own, root), status);
}

bool allgatherv_at_once(Comm& comm, const Data& send, const Parts& recv, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || !fast_path->takes_parts(kAllgatherv)) return false;
  coll::ShmFastPath::Part own{};
  if (!find_part(comm, kAllgatherv, send, true, &own) || !find_parts(comm, kAllgatherv, recv, 0)) return false;
  const auto parts = fast_path->parts(0);
  if (own.address != nullptr && !fits(own, parts[static_cast<std::size_t>(comm.rank())])) return false;
  return done(comm, fast_path->allgatherv(own, parts), status);
}

bool alltoallv_at_once(Comm& comm, const Parts& send, const Parts& recv, Status* status) {
  return exchanged(comm, send, recv, status);
}

bool alltoallw_at_once(Comm& comm, const TypedParts& send, const TypedParts& recv, Status* status) {
  return exchanged(comm, send, recv, status);
}

bool reduce_at_once(Comm& comm, const Operands& operands, const Op& op, int root, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || !is_rank(comm, root)) return false;
  return reduced(comm, kReduce, operands, op, comm.rank() == root, status,
                 [&](const coll::ShmFastPath::Operand& operand) { return fast_path->reduce(operand, root); });
}

bool allreduce_at_once(Comm& comm, const Operands& operands, const Op& op, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr) return false;
  return reduced(comm, kAllreduce, operands, op, true, status,
                 [&](const coll::ShmFastPath::Operand& operand) { return fast_path->allreduce(operand); });
}

bool scan_at_once(Comm& comm, const Operands& operands, const Op& op, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr) return false;
  return reduced(comm, kScan, operands, op, true, status,
                 [&](const coll::ShmFastPath::Operand& operand) { return fast_path->scan(operand); });
}

bool exscan_at_once(Comm& comm, const Operands& operands, const Op& op, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr) return false;
  return reduced(comm, kExscan, operands, op, true, status,
                 [&](const coll::ShmFastPath::Operand& operand) { return fast_path->exscan(operand); });
}

bool reduce_scatter_block_at_once(Comm& comm, const Operands& operands, const Op& op, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr) return false;
  return reduced(comm, kReduceScatterBlock, operands, op, true, status,
                 [&](const coll::ShmFastPath::Operand& operand) { return fast_path->reduce_scatter_block(operand); });
}

bool reduce_scatter_at_once(Comm& comm, const Operands& operands, CountArray counts, const Op& op, Status* status) {
  coll::ShmFastPath* fast_path = comm.resources().fast_path();
  if (fast_path == nullptr || counts.null() || operands.type == nullptr) return false;
  MPI_Count before = 0;
  MPI_Count all = 0;
  for (int i = 0; i < comm.size(); ++i) {
    const MPI_Count count = counts[static_cast<std::size_t>(i)];
    if (count < 0 || static_cast<std::uint64_t>(count) > kMostElements) return false;
    if (i == comm.rank()) before = all;
    all += count;
  }
  const MPI_Count own = counts[static_cast<std::size_t>(comm.rank())];
  const base::ReduceKernel* kernel = nullptr;
  std::uint64_t bytes = 0;
  const Operands whole{operands.send, operands.recv, all, operands.type};
  if (!has_operand(comm, kReduceScatter, whole, op, true, &kernel, &bytes)) return false;
  std::byte* to = bytes_at(operands.recv);
  const std::byte* from = operands.send == MPI_IN_PLACE ? to : bytes_at(operands.send);
  const auto offset = static_cast<std::uint64_t>(before) * operands.type->layout().size();
  const coll::ShmFastPath::Operand operand{*kernel, from, to, bytes, static_cast<std::uint64_t>(all)};
  return done(comm, fast_path->reduce_scatter(operand, offset, static_cast<std::uint64_t>(own)), status);
}

}  // namespace penstock::core
