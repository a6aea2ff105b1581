#include "core/comm_create/line.hpp"

namespace penstock::core {

Status Line::send(int peer, std::span<const std::byte> data) {
  const proto::Buffer buffer{const_cast<std::byte*>(data.data()), data.size(), &byte_};
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(engine_.messages().send(buffer, peer, tag_, context_, proto::SendMode::kStandard, &operation));
  return end(operation, 0);
}

Status Line::recv(int peer, std::span<std::byte> data) {
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(start_recv(peer, data, &operation));
  return end(operation, data.size());
}

Status Line::swap(int peer, std::span<const std::byte> out, std::span<std::byte> in) {
  proto::Operation* coming = nullptr;
  PENSTOCK_TRY(start_recv(peer, in, &coming));
  Status sent = send(peer, out);
  if (!sent.is_ok()) {
    engine_.messages().cancel_recv(coming);
    static_cast<void>(end(coming, 0));  // the caller gets the failure to send
    return sent;
  }
  return end(coming, in.size());
}

// Sends along a binomial tree. Members count from the root: each receives from the member without its lowest bit.
Status Line::broadcast(const Group& group, int root, std::span<std::byte> data) {
  const int size = group.size();
  const int self = (group.rank() - root + size) % size;
  const auto at = [&](int place) { return group.world_rank((place + root) % size); };
  int bit = 1;
  while (bit < size && (self & bit) == 0) bit <<= 1;
  if (bit < size) PENSTOCK_TRY(recv(at(self - bit), data));
  for (bit >>= 1; bit > 0; bit >>= 1) {
    if (self + bit < size) PENSTOCK_TRY(send(at(self + bit), data));
  }
  return Status::ok();
}

Status Line::start_recv(int peer, std::span<std::byte> data, proto::Operation** operation) {
  return engine_.messages().recv({data.data(), data.size(), &byte_}, peer, tag_, context_, operation);
}

// Waits and drops the reference. `bytes` is the number of bytes that a receive must have got; 0: any.
Status Line::end(proto::Operation* operation, std::size_t bytes) {
  if (!operation->done()) engine_.progress().wait(*operation);
  Status status = operation->status().clone();
  const std::uint64_t got = operation->result().bytes;
  operation->release();
  if (status.is_ok() && bytes != 0 && got != bytes) {
    return Status::error(Code::kProtocol, "a rank sent {} bytes where {} were due; do all ranks make the same call?", got,
                         bytes);
  }
  return status;
}

}  // namespace penstock::core
