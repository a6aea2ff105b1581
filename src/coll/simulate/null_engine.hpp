// An engine for schedules that are built and examined, but never started.
#pragma once

#include <memory>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll::simulate {

// All memory is host memory; the job has one rank. It moves nothing, so it has no contract but its membership.
class NullEngine final : public proto::Engine {
 public:
  static Status create(std::unique_ptr<NullEngine>* out);

 private:
  struct Host {
    Config config;
    Log log{base::level_of(config), 0};
    std::unique_ptr<accel::Accel> accel;
  };
  explicit NullEngine(std::unique_ptr<Host> host);

  std::unique_ptr<Host> host_;
  proto::Membership alone_;
};

}  // namespace penstock::coll::simulate
