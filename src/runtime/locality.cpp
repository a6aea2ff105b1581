#include "runtime/locality.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "accel/accel.hpp"
#include "base/topology_sys.hpp"

namespace penstock::runtime {
namespace {

constexpr proto::Context kContext = ~proto::Context{1};  // no team's

Status finish(proto::Engine& engine, proto::Operation* operation) {
  engine.wait(*operation);
  Status status = operation->status().clone();
  operation->release();
  return status;
}

Status exchange(proto::Engine& engine, std::span<Locality> out, int to, std::span<Locality> in, int from, int round) {
  const proto::Layout locality = proto::Layout::bytes(sizeof(Locality));
  proto::Operation* sent = nullptr;
  proto::Operation* received = nullptr;
  PENSTOCK_TRY(engine.recv({in.data(), in.size(), &locality}, from, round, kContext, &received));
  Status status = engine.send({out.data(), out.size(), &locality}, to, round, kContext, proto::SendMode::kStandard, &sent);
  if (status.is_ok()) {
    status = finish(engine, sent);
  } else {
    engine.cancel_recv(received);  // the other rank cannot send either, as a rule, and says so itself
  }
  Status came = finish(engine, received);
  return status.is_ok() ? std::move(came) : std::move(status);
}

}  // namespace

Locality own_locality(const Config& config) {
  const base::Socket socket = base::own_socket(config.machine_root);
  return {accel::this_process(config).host, socket.package, socket.numa};
}

Status gather_localities(proto::Engine& engine, const Locality& mine, std::vector<Locality>* out) {
  const int size = engine.size();
  const int rank = engine.rank();
  std::vector<Locality> found(static_cast<std::size_t>(size));  // [i]: of the rank i after this one
  found[0] = mine;
  for (int have = 1, round = 0; have < size; ++round) {
    const int count = std::min(have, size - have);
    const auto all = std::span(found);
    PENSTOCK_TRY(exchange(engine, all.first(static_cast<std::size_t>(count)), (rank - have + size) % size,
                          all.subspan(static_cast<std::size_t>(have), static_cast<std::size_t>(count)), (rank + have) % size,
                          round));
    have += count;
  }
  std::ranges::rotate(found, found.end() - rank);
  *out = std::move(found);
  return Status::ok();
}

}  // namespace penstock::runtime
