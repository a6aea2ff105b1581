// What NVSHMEM can do of penstock-bench's cases. The others are there too, as unsupported.
#include "case.hpp"
#include "coll.hpp"
#include "common/rows.hpp"
#include "nvshmem.hpp"

namespace bench {
namespace {

constexpr const char* kWithout[] = {
    "latency", "bw",      "bibw",     "mbw_mr",     "multi_lat", "mr",        "acc_lat",        "acc_bw", "reduce", "gather",
    "gatherv", "scatter", "scatterv", "allgatherv", "alltoallv", "alltoallw", "reduce_scatter", "scan",   "exscan"};

}  // namespace

std::vector<Case> all_cases() {
  std::vector<Case> out;
  for (const char* name : {"put_lat", "get_lat"}) {
    out.push_back(runner::latency(name, Case::Team::kPair, runner::plain<one_sided_latency>));
  }
  for (const char* name : {"put_bw", "get_bw"}) {
    out.push_back(runner::bandwidth(name, Case::Team::kPair, runner::plain<one_sided_bandwidth>, one_each));
  }
  for (Case& row : out) row.group = "rma";
  for (const Coll& coll : colls()) out.push_back(runner::collective(coll));
  for (const char* name : kWithout) out.push_back(runner::unsupported(name, "NVSHMEM has no such operation"));
  return out;
}

std::string library_name() {
  int major = 0, minor = 0, patch = 0;
  nvshmem::api().version(&major, &minor, &patch);
  return "NVSHMEM " + std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch) + " (" +
         nvshmem::api().library.path() + ")";
}

}  // namespace bench
