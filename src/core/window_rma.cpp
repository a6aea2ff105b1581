#include "core/window_rma.hpp"

#include "core/process.hpp"

namespace penstock::core {
namespace {

Status lower(Process& process, const proto::Buffer& origin, const RemoteBuffer& remote, transport::Move* out) {
  const bool both = origin.layout->as_strided(reinterpret_cast<std::uint64_t>(origin.address), origin.count, &out->local) &&
                    remote.layout->as_strided(static_cast<std::uint64_t>(remote.offset), remote.count, &out->remote);
  if (!both) return Status::error(Code::kUnsupported, "a datatype that is no strided shape cannot be put or got yet");
  out->bytes = origin.bytes();
  return process.engine().accel().query(origin.address, &out->memory);
}

}  // namespace

void put(Process& process, rma::Target& target, const proto::Buffer& origin, const RemoteBuffer& remote, rma::Call* call,
         Status* refused) {
  transport::Move move;
  *refused = lower(process, origin, remote, &move);
  if (refused->is_ok()) process.engine().rma().put(target, move, call);
}

void get(Process& process, rma::Target& target, const proto::Buffer& origin, const RemoteBuffer& remote, rma::Call* call,
         Status* refused) {
  transport::Move move;
  *refused = lower(process, origin, remote, &move);
  if (refused->is_ok()) process.engine().rma().get(target, move, call);
}

void accumulate(Process&, rma::Target&, const Op&, const Datatype&, const proto::Buffer&, const proto::Buffer*,
                const RemoteBuffer&, rma::Call*, Status* refused) {
  *refused = Status::error(Code::kUnsupported, "accumulate is not there yet");
}
void compare_and_swap(Process&, rma::Target&, std::uint64_t, const Datatype&, const void*, const void*, void*, rma::Call*,
                      Status* refused) {
  *refused = Status::error(Code::kUnsupported, "compare and swap is not there yet");
}

}  // namespace penstock::core
