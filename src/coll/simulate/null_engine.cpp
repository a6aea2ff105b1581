#include "coll/simulate/null_engine.hpp"

namespace penstock::coll::simulate {

NullEngine::NullEngine() : log_(base::level_of(config_), 0) {}

Status NullEngine::create(std::unique_ptr<NullEngine>* out) {
  std::unique_ptr<NullEngine> made(new NullEngine);
  PENSTOCK_TRY(made->config_.set("PENSTOCK_CUDA", "0"));
  PENSTOCK_TRY(accel::Accel::create(made->config_, made->log_, {}, &made->accel_));
  *out = std::move(made);
  return Status::ok();
}

Status NullEngine::no() {
  return Status::error(Code::kInternal, "a schedule that is simulated was started");
}

}  // namespace penstock::coll::simulate
