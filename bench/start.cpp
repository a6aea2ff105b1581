// Measures the cost of an MPI library before the first message: time to start and memory of a rank.
#include <vector>

#include "mpi_call.hpp"
#include "process_memory.hpp"
#include "scene.hpp"

namespace bench {
namespace {

constexpr int kTraffic = 7;

// Every rank exchanges a small and a large message with every other, and takes part in a sum.
void talk_to_all(const Team& team) {
  std::vector<char> out(64 << 10), in(out.size());
  for (int step = 1; step < team.size; ++step) {
    const int to = (team.rank + step) % team.size, from = (team.rank - step + team.size) % team.size;
    for (const int bytes : {8, 64 << 10}) {
      check(MPI_Sendrecv(out.data(), bytes, MPI_BYTE, to, kTraffic, in.data(), bytes, MPI_BYTE, from, kTraffic, team.comm,
                         MPI_STATUS_IGNORE),
            "MPI_Sendrecv");
    }
  }
  double one = 1, sum = 0;
  check(MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, team.comm), "MPI_Allreduce");
}

Row row_of(const Scene& scene, double mine) {
  Samples samples;
  samples.add(mine);
  Row row = summarise(scene, samples, 1, false, Combine::kMean);
  row.checked = true;  // no data moved
  row.value = row.p50;
  return row;
}

double largest(const Scene& scene, double mine) {
  double all = 0;
  check(MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, scene.team.control), "MPI_Allreduce");
  return all;
}

double growth(std::uint64_t after, std::uint64_t before) {
  return static_cast<double>(after) - static_cast<double>(before);
}

}  // namespace

Needs nothing(const Scene&, const Layout&) {
  return {0, 0};
}

Row start_time(Scene& scene) {
  Row row = row_of(scene, scene.startup.init_ms);
  const double launch = largest(scene, scene.startup.since_launch_ms);
  if (launch >= 0) row.extras.push_back({"start_ms", "Start (ms)", launch});
  return row;
}

Row memory_of_a_rank(Scene& scene) {
  const Startup& start = scene.startup;
  talk_to_all(scene.team);
  scene.barrier();
  const ProcessMemory now = process_memory();
  scene.barrier();
  Row row = row_of(scene, growth(now.pss, start.pss_before));
  row.extras = {{"pss_init", "Pss after Init", row_of(scene, growth(start.pss_after, start.pss_before)).p50},
                {"rss_init", "Rss after Init", row_of(scene, growth(start.rss_after, start.rss_before)).p50},
                {"rss_traffic", "Rss, traffic", row_of(scene, growth(now.rss, start.rss_before)).p50}};
  return row;
}

}  // namespace bench
