#include "options.hpp"

#include "command_line.hpp"
#include "hybrid/job.hpp"

namespace bench::hybrid {
namespace {

constexpr char kManual[] =
    "Breadth-first search after Graph500: a Kronecker graph, its vertices shared among the ranks, searched level by level from "
    "some\n"
    "roots in two forms that take turns:\n"
    "  mpi      MPI alone: MPI_Isend of blocks of vertices that were found, receives from any rank\n"
    "  hybrid   MPI and OpenSHMEM: fetch-and-add on the owner's queue and a put with a signal; MPI for all else\n"
    "Each rank runs --threads threads of OpenMP in both. Every tree is checked by Graph500's rules, and both forms must find "
    "the same\n"
    "levels. Figures are traversed edges a second (TEPS), their harmonic mean over the roots.\n\n"
    "  mpiexec -n 2 penstock-bfs --scale 18\n"
    "  mpiexec -n 4 penstock-bfs --scale 20 --threads 4 --roots 64 --json bfs.json";

}  // namespace

Parsed parse(int argc, char** argv, SearchOptions* out, std::string* text) {
  out->forms = kForms;
  CLI::App app{kManual, "penstock-bfs"};
  app.add_option("--scale", out->size.scale, "2^scale vertices")->check(CLI::Range(2, 28))->capture_default_str();
  app.add_option("--edge-factor", out->size.edge_factor, "edges for each vertex")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--seed", out->size.seed, "of the graph and the roots")->capture_default_str();
  app.add_option("--roots", out->roots, "searches of each form; Graph500 has 64")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--threads", out->threads, "of OpenMP, on each rank")->check(CLI::Range(1, 1024))->capture_default_str();
  app.add_option("--block", out->block, "bytes that are gathered for one rank")
      ->check(CLI::Range(8, 1 << 20))
      ->capture_default_str();
  app.add_option("--queue", out->queue, "blocks of each PE's queue in the symmetric heap")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_option("--forms", out->forms, "mpi, hybrid or both")
      ->delimiter(',')
      ->check(CLI::IsMember(kForms))
      ->capture_default_str();
  app.add_option("--plant-error", out->plant_error,
                 "spoil the last tree, which the checks must find: a circle, a missing vertex, a stranger as parent")
      ->check(CLI::IsMember({"circle", "missing", "stranger"}));
  app.add_option("--json", out->json, "write the figures to this file");
  return read_command_line(app, argc, argv, &out->words, text);
}

}  // namespace bench::hybrid
