#include "coll_job.hpp"

#include <cstdio>

namespace penstock::test {
namespace {

constexpr int kMostFailures = 10;

}  // namespace

void fail(CollJob& job, const std::string& why) {
  if (++job.failures <= kMostFailures) std::printf("rank %d: FAILED: %s (--seed %u)\n", job.rank, why.c_str(), job.seed);
}

void must(CollJob& job, int code, const std::string& what) {
  if (code == MPI_SUCCESS) return;
  char why[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, why, &length);
  fail(job, what + ": " + why);
}

int report(const CollJob& job) {
  long sums[2] = {job.cases, job.failures};
  MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (job.rank == 0) std::printf("%s: %ld cases, %ld failed\n", job.name, sums[0], sums[1]);
  return sums[0] > 0 && sums[1] == 0 ? 0 : 1;
}

std::unique_ptr<Memory> memory_of(const MemoryKind& kind, const std::vector<int>& values) {
  std::string why;
  const std::size_t bytes = values.size() * sizeof(int);
  std::unique_ptr<Memory> area = make_memory(kind, bytes + sizeof(int), &why);
  if (area == nullptr) give_up("no " + kind.name + " memory: " + why);
  area->put(0, values.data(), bytes);
  return area;
}

std::vector<MemoryKind> common_kinds(const CollJob& job, long* lacking) {
  std::vector<MemoryKind> common;
  for (const MemoryKind& kind : all_kinds()) {
    if (kind.where == Where::kPeer || kind.only_read()) continue;
    if (kind.where == Where::kSecondDevice && penstock_gpu_open() == 1) continue;
    std::string why;
    int here = make_memory(kind, 1, &why) != nullptr ? 1 : 0;
    int everywhere = 0;
    MPI_Allreduce(&here, &everywhere, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    if (here == 0) std::printf("rank %d: no %s memory: %s\n", job.rank, kind.name.c_str(), why.c_str());
    if (everywhere != 0) common.push_back(kind);
    if (everywhere == 0) ++*lacking;
  }
  return common;
}

}  // namespace penstock::test
