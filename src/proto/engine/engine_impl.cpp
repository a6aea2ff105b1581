#include "proto/engine/engine_impl.hpp"

#include <utility>

namespace penstock::proto {
namespace {

Status prepare_engine(const Engine::Parts& parts, const TransportFactory& make, std::unique_ptr<Engine>* out) {
  auto engine = std::make_unique<EngineImpl>(parts);
  PENSTOCK_TRY(engine->start(make));
  *out = std::move(engine);
  return Status::ok();
}

}  // namespace

Status create_engine(const Engine::Parts& parts, const TransportFactory& make, std::unique_ptr<Engine>* out) {
  std::unique_ptr<Engine> engine;
  PENSTOCK_TRY(prepare_engine(parts, make, &engine));
  PENSTOCK_TRY(engine->membership().fence());
  PENSTOCK_TRY(engine->membership().meet(parts.boot.size()));
  *out = std::move(engine);
  return Status::ok();
}

Status Engine::create(const Parts& parts, std::unique_ptr<Engine>* out) {
  return create_engine(parts, transport::make_transports, out);
}

Status Engine::prepare(const Parts& parts, std::unique_ptr<Engine>* out) {
  return prepare_engine(parts, transport::make_transports, out);
}

EngineImpl::EngineImpl(const Parts& parts)
    : Engine(parts.boot.rank(), parts.boot.size(), parts.accel, parts.config),
      peers_({parts.config, parts.log, parts.boot, parts.accel}),
      failures_(parts.log),
      outbox_(peers_, failures_),
      hooks_(parts.config, lock(), rank()),
      p2p_(protocol_parts(parts)),
      rma_({protocol_parts(parts), size(), p2p_, protocols_}),
      dispatcher_(protocol_parts(parts), p2p_, protocols_),
      progress_({protocol_parts(parts), p2p_, protocols_, dispatcher_, lock(), thread_}),
      membership_({protocol_parts(parts), parts.boot, p2p_, dispatcher_, progress_, thread_}),
      thread_(lock(), progress_, parts.config, parts.log) {
  set({.messages = &p2p_,
       .early_matching = &p2p_.promises(),
       .device_exports = &p2p_.exports(),
       .routes = &p2p_.routes(),
       .progress = &progress_,
       .progress_thread = &thread_,
       .membership = &membership_,
       .one_sided = &rma_});
}

ProtocolParts EngineImpl::protocol_parts(const Parts& parts) {
  return {parts.config, parts.log, parts.accel, parts.counters, events(), peers_, outbox_, failures_, owners_, hooks_, rank()};
}

Status EngineImpl::start(const TransportFactory& make) {
  PENSTOCK_TRY(peers_.publish(make));
  progress_.listen();
  return Status::ok();
}

}  // namespace penstock::proto
