#include "options.hpp"

#include <filesystem>

#include "command_line.hpp"
#include "hybrid/job.hpp"

namespace bench::hybrid {
namespace {

constexpr char kManual[] =
    "Out-of-core sort: records of 16 bytes in files, larger than the memory that each rank may take, sorted by a sample sort. "
    "All\n"
    "records are dealt to the ranks by ranges of their keys and from there to files of buckets; then each bucket is sorted in "
    "memory.\n"
    "The dealing has two forms, which take turns:\n"
    "  mpi      MPI alone: pieces are read, exchanged by MPI_Alltoallv, and written\n"
    "  hybrid   MPI and OpenSHMEM: puts into symmetric queues of the owners, while others read and write\n"
    "Each rank runs --threads threads of OpenMP. The output must be sorted over all ranks and have the input's count and "
    "checksum, and\n"
    "no rank may take more memory than --limit.\n\n"
    "  mpiexec -n 2 penstock-sort\n"
    "  mpiexec -n 4 penstock-sort --size 64G --limit 1G --threads 4 --folder /scratch --json sort.json";

constexpr std::uint64_t kLeastLimit = 1 << 20, kMost = std::uint64_t{1} << 46;

}  // namespace

Parsed parse(int argc, char** argv, SortOptions* out, std::string* text) {
  out->forms = kForms;
  std::error_code none;
  out->folder = std::filesystem::temp_directory_path(none).string();
  CLI::App app{kManual, "penstock-sort"};
  app.add_option("--size", out->size, "bytes of all records: a number, with K, M, G or T")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(std::uint64_t{0}, kMost))
      ->capture_default_str();
  app.add_option("--limit", out->limit, "bytes of memory that a rank may take")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(kLeastLimit, kMost))
      ->capture_default_str();
  app.add_option("--rounds", out->rounds, "sorts of each form")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--threads", out->threads, "of OpenMP, on each rank")->check(CLI::Range(1, 1024))->capture_default_str();
  app.add_option("--seed", out->seed, "of the keys")->capture_default_str();
  app.add_option("--folder", out->folder,
                 "where a folder for the files is made, and removed at the end; each rank reads its own files alone")
      ->capture_default_str();
  app.add_option("--forms", out->forms, "mpi, hybrid or both")
      ->delimiter(',')
      ->check(CLI::IsMember(kForms))
      ->capture_default_str();
  app.add_option("--plant-error", out->plant_error,
                 "spoil the last output, or take more memory than --limit, which the checks must find")
      ->check(CLI::IsMember({"order", "lost", "changed", "memory"}));
  app.add_option("--json", out->json, "write the figures to this file");
  return read_command_line(app, argc, argv, &out->words, text);
}

}  // namespace bench::hybrid
