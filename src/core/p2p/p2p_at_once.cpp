#include "core/p2p/p2p_at_once.hpp"

#include <new>

#include "core/object/instance.hpp"
#include "core/p2p/requests.hpp"

namespace penstock::core {
namespace {

// Messages of at most this size share a cache line with others. A receiver that receives longer messages as they arrive
// disturbs their sender; they are quicker if the call that waits for all of them receives them in a row.
constexpr std::uint64_t kMostBegun = 32;

// Valid arguments of a message to or from one rank, while all memory is host memory.
struct Plain {
  Comm* comm = nullptr;
  Datatype* type = nullptr;
  proto::Buffer buffer;
  bool small = false;  // eager on one host
};

[[gnu::always_inline]] inline bool find_plain(Instance& instance, const void* address, MPI_Count count, MPI_Datatype type,
                                              int peer, MPI_Comm comm, Plain* out) noexcept {
  out->comm = instance.table<Comm>().find(number_of(comm));
  out->type = instance.table<Datatype>().find(number_of(type));
  if (out->comm == nullptr || out->type == nullptr || !out->type->committed() || count < 0) return false;
  if (static_cast<unsigned>(peer) >= static_cast<unsigned>(out->comm->peers().size())) return false;
  if (address == nullptr || address == MPI_IN_PLACE || !instance.job().accel().all_host()) return false;
  if (instance.checks() != nullptr) return false;
  out->buffer = {const_cast<void*>(address), static_cast<std::uint64_t>(count), &out->type->layout()};
  out->small = out->buffer.bytes() <= instance.config().eager_limit;
  return true;
}

[[gnu::always_inline]] inline bool sent(Instance& instance, const void* address, MPI_Count count, MPI_Datatype type, int dest,
                                        int tag, MPI_Comm comm) noexcept {
  Plain plain;
  if (tag < 0 || !find_plain(instance, address, count, type, dest, comm, &plain) || !plain.small) return false;
  return instance.engine().messages().send_now(plain.buffer, plain.comm->peers().world_rank(dest), tag, plain.comm->context());
}

bool is_tag(int tag) noexcept {
  return tag >= 0 || tag == MPI_ANY_TAG;
}

// Posts a receive for a message that has not arrived yet.
bool posted(Instance& instance, const Plain& plain, int source, int tag, MPI_Request* request) {
  proto::Operation* operation = nullptr;
  const int peer = plain.comm->peers().world_rank(source);
  if (!instance.engine().messages().recv(plain.buffer, peer, tag, plain.comm->context(), &operation).is_ok()) return false;
  return requests_of(instance).add(request, *plain.comm, *plain.type, operation, Direction::kRecv).is_ok();
}

}  // namespace

bool send_at_once(Instance& instance, const void* address, MPI_Count count, MPI_Datatype type, int dest, int tag,
                  MPI_Comm comm) noexcept {
  return sent(instance, address, count, type, dest, tag, comm);
}

bool isend_at_once(Instance& instance, const void* address, MPI_Count count, MPI_Datatype type, int dest, int tag,
                   MPI_Comm comm, MPI_Request* request) noexcept {
  if (request == nullptr || !sent(instance, address, count, type, dest, tag, comm)) return false;
  *request = requests_of(instance).over();
  return true;
}

bool recv_at_once(Instance& instance, void* address, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Status* status) noexcept {
  Plain plain;
  proto::Result now;
  if (!is_tag(tag) || !find_plain(instance, address, count, type, source, comm, &plain) || !plain.small) return false;
  const int peer = plain.comm->peers().world_rank(source);
  if (!instance.engine().messages().recv_now(plain.buffer, peer, tag, plain.comm->context(), &now)) return false;
  write_status({source, now.tag, now.bytes, false}, status);
  return true;
}

// The call cannot fail once the message is received, or the receive posted, since the request's memory is reserved before.
bool irecv_at_once(Instance& instance, void* address, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                   MPI_Request* request) noexcept {
  Plain plain;
  proto::Result now;
  if (request == nullptr || !is_tag(tag) || !requests_of(instance).has_spare()) return false;
  if (!find_plain(instance, address, count, type, source, comm, &plain)) return false;
  const int peer = plain.comm->peers().world_rank(source);
  if (plain.buffer.bytes() <= kMostBegun && plain.small &&
      instance.engine().messages().recv_now(plain.buffer, peer, tag, plain.comm->context(), &now)) {
    return requests_of(instance).add(request, static_cast<Comm*>(nullptr), Outcome{source, now.tag, now.bytes, false}).is_ok();
  }
  try {
    return posted(instance, plain, source, tag, request);
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace penstock::core
