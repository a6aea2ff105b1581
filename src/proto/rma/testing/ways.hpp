// The methods of two ranks with host memory, and memory that both have registered. For tests that are
// compiled with the path of a network plug-in.
#pragma once

#include <string>
#include <vector>

#include "accel/host_accel.hpp"
#include "proto/rma/testing/rank.hpp"
#include "transport/hook/hook.hpp"
#include "transport/net/net.hpp"
#include "transport/self/self.hpp"
#include "transport/shm/shm.hpp"

namespace penstock::proto::rma::testing {

inline constexpr std::size_t kBytes = 1U << 20;

struct Way {
  std::string name;
  bool processes = true;
  bool ours = true;          // memory of the registry; else memory of the test
  bool direct = false;       // loads and stores are expected
  bool fails = false;        // some copies fail
  std::uint64_t served = 0;  // operations of 1 MiB need at least this many messages; 0: none
  std::function<Config(int rank)> config = [](int) { return Config(); };
  Make make;
};

inline Make shm_and_self() {
  return [](const transport::Environment& environment, Transports* out) {
    out->push_back(transport::make_self(environment));
    return make_shm(environment, &out->emplace_back());
  };
}

// A system on which no process may copy memory of another.
inline Make shm_refused() {
  return [](const transport::Environment& environment, Transports* out) {
    out->push_back(transport::make_self(environment));
    const auto refuse = [](pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long) -> ssize_t {
      return errno = EPERM, -1;
    };
    return make_shm(environment, &out->emplace_back(), {refuse, refuse});
  };
}

// A transport whose copies by process id fail now and then.
inline Make shm_with_faults() {
  return [](const transport::Environment& environment, Transports* out) {
    transport::FaultPlan plan;
    PENSTOCK_TRY(transport::parse_faults("shm.put:2%3,shm.get:3%5", &plan));
    std::unique_ptr<transport::Transport> inner;
    PENSTOCK_TRY(make_shm(environment, &inner));
    out->push_back(transport::make_self(environment));
    out->push_back(make_hook(environment, plan, std::move(inner)));
    return Status::ok();
  };
}

inline Config without_single_copy(int) {
  Config config;
  config.cma = false;
  return config;
}

inline Config far(int rank) {
  Config config;
  config.net = Config::Net::kAlways;
  config.net_lib = PENSTOCK_NET_PLUGIN;
  config.host_id = fmt::format("host {}", rank);
  return config;
}

inline const std::vector<Way>& ways() {
  static const std::vector<Way> all = {
      {.name = "shm_threads", .processes = false, .direct = true, .make = shm_and_self()},
      {.name = "shm_processes", .direct = true, .make = shm_and_self()},
      {.name = "user_memory", .ours = false, .make = shm_and_self()},
      {.name = "served", .ours = false, .served = 100, .config = without_single_copy, .make = shm_and_self()},
      {.name = "user_threads", .processes = false, .ours = false, .direct = true, .make = shm_and_self()},
      {.name = "refused", .ours = false, .served = 100, .make = shm_refused()},
      {.name = "faults", .ours = false, .fails = true, .make = shm_with_faults()},
      {.name = "faults_of_shared", .make = shm_with_faults()},
      {.name = "network",
       .config = far,
       .make =
           [](const transport::Environment& environment, Transports* out) {
             out->push_back(transport::make_self(environment));
             out->push_back(make_net(environment));
             return Status::ok();
           }},
  };
  return all;
}

inline bool run(const Way& way, const Body& body) {
  transport::testing::Board* const board = transport::testing::Board::make(kRanks);
  Keys* const keys = Keys::make();
  const auto one = [&](int rank) {
    accel::HostAccel accel("not in this test");
    return run_rank(rank, *board, *keys, way.config(rank), accel, way.make, body);
  };
  return way.processes ? transport::testing::run_processes(kRanks, one) : transport::testing::run_threads(kRanks, one);
}

// Memory that both ranks have registered and attached.
struct Shared {
  std::vector<std::byte> own;
  const transport::Region* mine = nullptr;
  Target theirs;

  bool open(RmaRank& me, bool ours, std::uint32_t use = transport::kUseAll) {
    if (!ours) own.resize(kBytes + 64);
    void* const place = reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(own.data()) + 63) / 64 * 64);
    const Status made =
        ours ? me.registry.allocate(kBytes, use, &mine) : me.registry.register_memory(place, kBytes, use, &mine);
    PENSTOCK_DEMAND(made.is_ok());
    PENSTOCK_DEMAND(me.show(*mine) && me.meet());
    return attach(me);
  }
  bool attach(RmaRank& me) {
    const Status attached = me.rma.attach(me.peer(), me.shown(), &theirs);
    if (!attached.is_ok()) fmt::print(stderr, "attach: {}\n", attached.message());
    return attached.is_ok();
  }
  bool close(RmaRank& me) {
    PENSTOCK_DEMAND(me.meet());
    me.rma.detach(&theirs);
    PENSTOCK_DEMAND(me.meet());
    me.registry.deregister(mine);
    return true;
  }
  [[nodiscard]] std::byte* base() const { return reinterpret_cast<std::byte*>(mine->base); }
};

}  // namespace penstock::proto::rma::testing
