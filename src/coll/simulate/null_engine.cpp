#include "coll/simulate/null_engine.hpp"

#include <utility>

namespace penstock::coll::simulate {

NullEngine::NullEngine(std::unique_ptr<Host> host) : Engine(0, 1, *host->accel, host->config), host_(std::move(host)) {
  set({.membership = &alone_});
}

Status NullEngine::create(std::unique_ptr<NullEngine>* out) {
  auto host = std::make_unique<Host>();
  PENSTOCK_TRY(host->config.set("PENSTOCK_CUDA", "0"));
  PENSTOCK_TRY(accel::Accel::create(host->config, host->log, {}, &host->accel));
  out->reset(new NullEngine(std::move(host)));
  return Status::ok();
}

}  // namespace penstock::coll::simulate
