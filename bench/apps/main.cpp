// penstock-stencil: Stencil2D with halos by hand, pipelined and as datatypes. README.md says how.
#include <mpi.h>

#include <cstdio>
#include <exception>

#include "race.hpp"
#include "report.hpp"

namespace {

namespace apps = bench::apps;
using bench::Memory;

// The number of this rank on its host, which selects the GPU.
int rank_on_host() {
  MPI_Comm host = MPI_COMM_NULL;
  int local = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_rank(host, &local);
  MPI_Comm_free(&host);
  return local;
}

std::string library_name() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  return {text, static_cast<std::size_t>(length)};
}

// Runs and checks all versions. Returns true if every version's field was right.
bool run(const apps::Options& options, apps::Setting setting, int rank) {
  const int local = rank_on_host();
  const Memory memory(options.memory, local), staging(options.staging, local);
  setting.library = library_name();
  setting.where = memory.where();
  if (rank == 0) apps::write_json(options, setting, {});  // a file that cannot be written is reported at the start
  const demo::Block block = setting.grid.block(rank, options.rows * setting.grid.down, options.columns * setting.grid.across);
  apps::Race race(options, setting.grid, block, memory, staging);
  const std::vector<apps::Result> results = race.run();
  if (rank == 0) {
    apps::print(options, setting, results);
    apps::write_json(options, setting, results);
  }
  for (const apps::Result& result : results) {
    if (!result.wrong.empty()) return false;
  }
  return true;
}

// Returns exit status 2 on every rank; rank 0 alone prints the sentence.
int refuse(int rank, const std::string& text) {
  if (rank == 0) std::fprintf(stderr, "penstock-stencil: %s\n", text.c_str());
  MPI_Finalize();
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  apps::Options options;
  std::string text;
  const bench::Parsed parsed = apps::parse(argc, argv, &options, &text);
  if (parsed == bench::Parsed::kHelp) return std::fputs(text.c_str(), stdout), 0;
  int rank = 0;
  apps::Setting setting;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &setting.ranks);
  if (parsed == bench::Parsed::kBad) return refuse(rank, text);
  setting.grid = options.down == 0 ? demo::Grid::of(setting.ranks) : demo::Grid{options.down, options.across};
  if (setting.grid.down * setting.grid.across != setting.ranks) {
    return refuse(rank, "--grid " + std::to_string(setting.grid.down) + "x" + std::to_string(setting.grid.across) + " takes " +
                            std::to_string(setting.grid.down * setting.grid.across) + " ranks, not " +
                            std::to_string(setting.ranks) + ": see mpiexec -n");
  }
  try {
    const bool right = run(options, setting, rank);
    MPI_Finalize();
    return right ? 0 : 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "penstock-stencil: rank %d: %s\n", rank, error.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
  }
}
