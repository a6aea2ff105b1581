// The cases of penstock-bench that NCCL can run. The others are listed too, as unsupported.
#include "case.hpp"
#include "coll.hpp"
#include "common/rows.hpp"
#include "nccl.hpp"

namespace bench {
namespace {

constexpr const char* kWithout[] = {"put_lat",   "get_lat",   "acc_lat",        "put_bw",   "get_bw",
                                    "acc_bw",    "barrier",   "gatherv",        "scatterv", "allgatherv",
                                    "alltoallv", "alltoallw", "reduce_scatter", "scan",     "exscan"};

}  // namespace

bool runner::moves_host() {
  return false;
}

std::vector<Case> all_cases() {
  std::vector<Case> out = {
      runner::latency("latency", Case::Team::kPair, runner::plain<ping_pong>),
      runner::bandwidth("bw", Case::Team::kPair, runner::plain<windows_of_bytes>, window_needs),
      runner::bandwidth("bibw", Case::Team::kPair, runner::plain<windows_both_ways>, window_needs),
      runner::bandwidth("mbw_mr", Case::Team::kPairs, runner::plain<windows_of_bytes>, window_needs),
      runner::latency("multi_lat", Case::Team::kPairs, runner::plain<ping_pong>),
      runner::messages("mr", Case::Team::kPairs, runner::plain<windows_of_messages>, window_needs),
  };
  for (const Coll& coll : colls()) out.push_back(runner::collective(coll));
  for (const char* name : kWithout) out.push_back(runner::unsupported(name, "NCCL has no such operation"));
  return out;
}

std::string library_name() {
  int version = 0;
  nccl::must(nccl::api().get_version(&version), "ncclGetVersion");
  const int major = version / (version < 10000 ? 1000 : 10000);
  const int rest = version % (version < 10000 ? 1000 : 10000);
  return "NCCL " + std::to_string(major) + "." + std::to_string(rest / 100) + "." + std::to_string(rest % 100) + " (" +
         nccl::api().library.path() + ")";
}

}  // namespace bench
