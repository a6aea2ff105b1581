// Measures the CPU's copies: within a process, and from another rank's memory. Rows {"what", "bytes", "us": [a round each]}.
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "penstock/tune_worker.hpp"
#include "transport/shm/cma.hpp"

namespace penstock::tool {
namespace {

constexpr int kRounds = 9;
constexpr int kLeastRounds = 5;
constexpr std::uint64_t kSmall = 64;
constexpr std::uint64_t kPieces = 256;

// The address of rank 1's memory.
struct Place {
  std::uint64_t address;
  std::int64_t process;
};

struct Case {
  std::string_view what;
  std::uint64_t bytes;
  std::function<Status()> once;
  std::uint64_t repeats = 1;
  std::vector<double> rounds = {};
};

Status calibrate(Case& one, double seconds) {
  PENSTOCK_TRY(one.once());
  const double begin = now_us();
  PENSTOCK_TRY(one.once());
  const double wanted = seconds * 1e6 / std::max(now_us() - begin, 0.02);
  one.repeats = static_cast<std::uint64_t>(std::clamp(wanted, 1.0, 1e6));
  return Status::ok();
}

// Runs the rounds of all cases in turn, so that other load on the machine affects all cases alike.
Status run_cases(std::vector<Case>& cases, double seconds, Json* out) {
  for (Case& one : cases) PENSTOCK_TRY(calibrate(one, seconds / static_cast<double>(cases.size()) / kRounds));
  const double start = now_us();
  for (int round = 0; round < kLeastRounds || (round < kRounds && now_us() - start < 2e6 * seconds); ++round) {
    for (Case& one : cases) {
      const double begin = now_us();
      for (std::uint64_t i = 0; i < one.repeats; ++i) PENSTOCK_TRY(one.once());
      one.rounds.push_back((now_us() - begin) / static_cast<double>(one.repeats));
    }
  }
  for (const Case& one : cases) out->push_back({{"what", one.what}, {"bytes", one.bytes}, {"us", one.rounds}});
  return Status::ok();
}

class SingleCopy {
 public:
  SingleCopy(const Place& place, std::byte* mine) : place_(place), mine_(mine) {}
  // Reads `pieces` pieces with gaps of the same length between them; 1: contiguous.
  [[nodiscard]] Status get(std::uint64_t bytes, std::uint64_t pieces) const {
    kernels::Strided remote{.base = place_.address, .block = bytes / pieces};
    if (pieces > 1) {
      remote.dims = 1;
      remote.count[0] = pieces;
      remote.stride[0] = static_cast<std::int64_t>(2 * remote.block);
    }
    const kernels::Strided local{.base = reinterpret_cast<std::uint64_t>(mine_), .block = bytes};
    const transport::shm::VmResult result =
        vm_copy({}, transport::shm::Direction::kRead, static_cast<pid_t>(place_.process), remote, local, 0, bytes);
    if (result.error == 0) return Status::ok();
    return Status::system(result.error, "process_vm_readv from another rank");
  }

 private:
  Place place_;
  std::byte* mine_;
};

Status measure_at_zero(Worker& worker, const Place& place, std::uint64_t large, Json* out) {
  Space mine;
  Space other;
  PENSTOCK_TRY(Space::allocate(Space::Kind::kHost, large, &mine));
  PENSTOCK_TRY(Space::allocate(Space::Kind::kHost, large, &other));
  std::vector<Case> cases;
  for (const std::uint64_t bytes : {kSmall, large}) {
    cases.push_back({"copy", bytes, [&mine, &other, bytes] {
                       std::memcpy(mine.data(), other.data(), bytes);
                       asm volatile("" : : "r"(mine.data()) : "memory");  // keeps the compiler from leaving out the copy
                       return Status::ok();
                     }});
  }
  const SingleCopy single(place, mine.data());
  if (Status allowed = single.get(kSmall, 1); allowed.is_ok()) {
    for (const std::uint64_t bytes : {kSmall, kSmall * kPieces, large}) {
      cases.push_back({"cma", bytes, [&single, bytes] { return single.get(bytes, 1); }});
    }
    cases.push_back({"cma pieces", kSmall * kPieces, [&single] { return single.get(kSmall * kPieces, kPieces); }});
  } else {
    out->push_back({{"what", "refused"}, {"why", allowed.message()}});
  }
  return run_cases(cases, worker.ask().seconds, out);
}

}  // namespace

Status measure_host(Worker& worker, Json* out) {
  const std::uint64_t large = std::max(worker.ask().sizes.front(), 2 * kSmall * kPieces);
  Place place{};
  std::uint64_t done = 0;
  if (worker.rank() == 0) {
    PENSTOCK_TRY(worker.recv(&place, sizeof place, 1));
    Status measured = measure_at_zero(worker, place, large, out);
    PENSTOCK_TRY(worker.share(&done));
    return measured;
  }
  Space space;
  PENSTOCK_TRY(Space::allocate(Space::Kind::kHost, large, &space));
  place = {reinterpret_cast<std::uint64_t>(space.data()), getpid()};
  PENSTOCK_TRY(worker.send(&place, sizeof place, 0));
  return worker.share(&done);
}

}  // namespace penstock::tool
