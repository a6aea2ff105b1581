// The main job: a picture, diffused by a nine-point stencil on a grid of ranks whose halos travel as vector datatypes straight
// from the arrays, in device memory if there are GPUs. This file uses only the MPI standard and the Engine.
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "engine.hpp"
#include "grid.hpp"
#include "halo.hpp"
#include "options.hpp"
#include "picture.hpp"
#include "stencil.hpp"

namespace demo {
namespace {

struct World {
  int rank = 0, ranks = 1, local_rank = 0;

  static World get() {
    World world;
    MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world.ranks);
    MPI_Comm host;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    MPI_Comm_rank(host, &world.local_rank);
    MPI_Comm_free(&host);
    return world;
  }
};

double maximum(double mine) {
  double all = mine;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

// Returns true on all ranks if `mine` is true on all; ranks where it is false have printed the reason.
bool all_well(bool mine) {
  return maximum(mine ? 0 : 1) == 0;
}

[[nodiscard]] bool complain(const World& world, const std::string& why) {
  std::fprintf(stderr, "stencil2d: rank %d: %s\n", world.rank, why.c_str());
  return false;
}

bool share_picture(const World& world, const Options& options, Picture* picture) {
  std::string why;
  const bool read = world.rank != 0 || read_png(options.picture, picture, &why) || complain(world, why);
  if (!all_well(read)) return false;
  int shape[2] = {picture->width, picture->height};
  MPI_Bcast(shape, 2, MPI_INT, 0, MPI_COMM_WORLD);
  picture->width = shape[0];
  picture->height = shape[1];
  picture->grey.resize(static_cast<std::size_t>(shape[0]) * shape[1]);
  MPI_Bcast(picture->grey.data(), static_cast<int>(picture->grey.size()), MPI_UNSIGNED_CHAR, 0, MPI_COMM_WORLD);
  return true;
}

// Fills the block's cells and its halo. Outside the field lies the field's own border, which never changes.
template <typename T>
std::vector<T> initial(const Picture& picture, const Block& block, int size) {
  std::vector<T> cells(block.cells());
  for (int i = 0; i < block.rows + 2; ++i) {
    for (int j = 0; j < block.columns + 2; ++j) {
      const int row = std::clamp(block.row + i - 1, 0, size - 1), column = std::clamp(block.column + j - 1, 0, size - 1);
      cells[static_cast<std::size_t>(i) * block.pitch() + j] = static_cast<T>(shade_at(picture, size, row, column));
    }
  }
  return cells;
}

template <typename T>
bool save(const Options& options, const char* name, const std::vector<T>& field) {
  if (no_pictures() != nullptr) return true;
  Picture picture{options.size, options.size, std::vector<std::uint8_t>(field.size())};
  std::transform(field.begin(), field.end(), picture.grey.begin(), [](T shade) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(static_cast<double>(shade), 0.0, 1.0) * 255));
  });
  std::string why;
  const std::string path = options.output + "/" + name;
  if (!write_png(path, picture, &why)) {
    std::fprintf(stderr, "stencil2d: %s\n", why.c_str());
    return false;
  }
  std::printf("wrote %s\n", path.c_str());
  return true;
}

// Returns the largest difference between `field` and the same computation by one rank alone, on the host.
template <typename T>
double difference(const Options& options, const Picture& picture, const std::vector<T>& field) {
  const Block whole = Grid::of(1).block(0, options.size, options.size);
  std::vector<T> from = initial<T>(picture, whole, options.size), to = from;
  for (int i = 0; i < options.iterations; ++i) {
    stencil_step(from.data(), to.data(), whole.rows, whole.columns);
    from.swap(to);
  }
  double worst = 0;
  for (int i = 0; i < whole.rows; ++i) {
    const T* expected = from.data() + static_cast<std::size_t>(i + 1) * whole.pitch() + 1;
    for (int j = 0; j < whole.columns; ++j) {
      const double apart = std::fabs(static_cast<double>(expected[j]) - field[static_cast<std::size_t>(i) * whole.columns + j]);
      if (!(apart <= worst)) worst = apart;  // also true for a NaN, which no later cell may hide
    }
  }
  return worst;
}

struct Times {
  double stencil = 0, halo = 0, total = 0;
};

void progress(const World& world, int done, int iterations, double begin) {
  const int step = std::max(1, iterations / 5);
  if (world.rank != 0 || (done % step != 0 && done != iterations)) return;
  std::printf("  %3d %%  iteration %d of %d, %.2f s\n", 100 * done / iterations, done, iterations, MPI_Wtime() - begin);
  std::fflush(stdout);
}

// Runs the steps, and leaves the result in *from.
template <typename T>
bool iterate(const World& world, const Options& options, const Block& block, Engine& engine, Halo& halo, T** from, T** to,
             Times* times) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  bool well = true;
  for (int i = 1; i <= options.iterations; ++i) {
    halo.exchange(*from);
    const double middle = MPI_Wtime();
    // A rank whose GPU fails keeps exchanging, so that no rank waits for it; all ranks learn of the failure at the end.
    well = well && engine.step(*from, *to, block.rows, block.columns);
    times->stencil += MPI_Wtime() - middle;
    std::swap(*from, *to);
    progress(world, i, options.iterations, begin);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  times->total = MPI_Wtime() - begin;
  times->halo = halo.seconds();
  return all_well(well || complain(world, "the update failed, see above"));
}

void print_costs(const World& world, const Options& options, const Grid& grid, const Halo& halo, Times times) {
  // Rank 0 has no north and no west neighbour: a side's figures are the largest of all ranks.
  double messages[kSides], bytes[kSides], total = 0;
  for (int side = 0; side < kSides; ++side) {
    const HaloCost& cost = halo.cost(static_cast<Side>(side));
    messages[side] = maximum(static_cast<double>(cost.messages));
    bytes[side] = maximum(static_cast<double>(cost.bytes));
    double mine = static_cast<double>(cost.bytes), sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    total += sum;
  }
  times = {maximum(times.stencil), maximum(times.halo), maximum(times.total)};
  if (world.rank != 0) return;
  if (total > 0) std::printf("\n%-8s %12s %14s   %s\n", "halo", "messages", "bytes each", "shape of a message");
  for (int side = 0; side < kSides; ++side) {
    if (messages[side] == 0) continue;
    const bool row = side == kNorth || side == kSouth;
    std::printf("%-8s %12.0f %14.0f   %s\n", kSideNames[side], messages[side], bytes[side] / messages[side],
                row ? "a row, contiguous" : "a column, one element a row");
  }
  const double n = options.iterations;
  std::printf("\n%d x %d ranks, slowest rank: %.1f us an iteration (update %.1f us, halos %.1f us); %.2f MB of halos in all\n",
              grid.down, grid.across, times.total / n * 1e6, times.stencil / n * 1e6, times.halo / n * 1e6, total / 1e6);
}

template <typename T>
bool verify(const World& world, const Options& options, const Picture& picture, const std::vector<T>& field) {
  bool same = true;
  if (world.rank == 0 && options.verify) {
    // A GPU fuses multiplications and additions, which rounds differently; the mean of shades below 1 keeps that small.
    const double limit = options.single ? 1e-4 : 1e-12, worst = difference(options, picture, field);
    same = worst <= limit;
    std::printf("field %s the one-rank computation: largest difference %.3g, limit %.0e\n",
                same ? "agrees with" : "DIFFERS FROM", worst, limit);
  }
  return all_well(same);
}

template <typename T>
bool run(const World& world, const Options& options, MPI_Datatype element) {
  Picture picture;
  if (!share_picture(world, options, &picture)) return false;
  std::string why;
  const auto engine = make_engine(options, world.local_rank, &why);
  if (!all_well(engine != nullptr || complain(world, why))) return false;

  const Grid grid = Grid::of(world.ranks);
  const Block block = grid.block(world.rank, options.size, options.size);
  const std::vector<T> start = initial<T>(picture, block, options.size);
  const std::size_t bytes = block.cells() * sizeof(T);
  T* from = static_cast<T*>(engine->allocate(bytes));
  T* to = static_cast<T*>(engine->allocate(bytes));
  const bool ready = (from && to && engine->upload(from, start.data(), bytes) && engine->upload(to, start.data(), bytes)) ||
                     complain(world, "no memory for its block: try a smaller --size");
  if (!all_well(ready)) return false;
  if (world.rank == 0) {
    std::printf("stencil2d: %d x %d %s field, %d iterations, %d ranks (%d x %d), %s\n", options.size, options.size,
                options.single ? "float" : "double", options.iterations, world.ranks, grid.down, grid.across,
                engine->describe().c_str());
    if (no_pictures() != nullptr) std::printf("%s\n", no_pictures());
    std::fflush(stdout);
  }

  std::vector<T> field = gather_field(grid, block, options.size, from, element);
  bool well = world.rank != 0 || save(options, "before.png", field);
  Halo halo(block, element, sizeof(T));
  Times times;
  well = iterate(world, options, block, *engine, halo, &from, &to, &times) && well;
  field = gather_field(grid, block, options.size, from, element);
  well = (world.rank != 0 || save(options, "after.png", field)) && well;
  well = verify(world, options, picture, field) && well;
  print_costs(world, options, grid, halo, times);
  return all_well(well);
}

int usage_exit(const World& world, Parsed parsed, const std::string& complaint) {
  if (world.rank == 0 && parsed == Parsed::kHelp) std::fputs(usage(), stdout);
  if (world.rank == 0 && parsed == Parsed::kWrong) {
    std::fprintf(stderr, "stencil2d: %s (see --help)\n", complaint.c_str());
  }
  MPI_Finalize();
  return parsed == Parsed::kHelp ? 0 : 2;
}

int main_(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const World world = World::get();
  Options options;
  std::string complaint;
  const Parsed parsed = parse(argc, argv, &options, &complaint);
  if (parsed != Parsed::kRun) return usage_exit(world, parsed, complaint);
  const Grid grid = Grid::of(world.ranks);
  if (options.size < std::max(grid.down, grid.across)) {
    return usage_exit(world, Parsed::kWrong, "--size is smaller than the grid of ranks");
  }
  const bool well = options.single ? run<float>(world, options, MPI_FLOAT) : run<double>(world, options, MPI_DOUBLE);
  std::fflush(stdout);
  MPI_Finalize();
  return well ? 0 : 1;
}

}  // namespace
}  // namespace demo

int main(int argc, char** argv) {
  return demo::main_(argc, argv);
}
