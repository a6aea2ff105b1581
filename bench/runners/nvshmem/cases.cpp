// The cases of penstock-bench that NVSHMEM, or a library with its routines, can run, and messages on streams. The others are
// listed too, as unsupported.
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

bool runner::moves_host() {
  return nvshmem::api().allocate_host != nullptr;
}

std::vector<Case> all_cases() {
  std::vector<Case> out;
  for (const char* name : {"put_lat", "get_lat"}) {
    out.push_back(runner::latency(name, Case::Team::kPair, runner::plain<one_sided_latency>));
  }
  for (const char* name : {"put_bw", "get_bw"}) {
    out.push_back(runner::bandwidth(name, Case::Team::kPair, runner::plain<one_sided_bandwidth>, one_each));
  }
  out.push_back(runner::latency("put_signal_stream_lat", Case::Team::kPair, runner::plain<nvshmem::signal_latency>));
  for (Case& row : out) row.group = "rma";
  for (const Coll& coll : colls()) out.push_back(runner::collective(coll));
  for (const char* name : kWithout) out.push_back(runner::unsupported(name, "this library has no such operation"));
  return out;
}

std::string library_name() {
  return nvshmem::api().name();
}

}  // namespace bench
