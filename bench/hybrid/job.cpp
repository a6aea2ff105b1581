#include "job.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include "hybrid/threads.hpp"
#include "machine.hpp"
#include "mpi_call.hpp"

namespace bench::hybrid {

nlohmann::json document(const std::string& schema, const Job& job, const std::vector<std::string>& words) {
  return {{"schema", schema},   {"library", job.library}, {"host", host_name()}, {"cores", usable_cores()},
          {"began", utc_now()}, {"command", words},       {"ranks", job.ranks}};
}

void write_document(const std::string& file, const nlohmann::json& root) {
  if (file.empty()) return;
  std::ofstream out(file);
  out << root.dump(1) << "\n";
  out.flush();
  if (!out) throw Failure("cannot write " + file + ": does its folder exist, and may it be written?");
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 != 0) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double rounded(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4g", value);
  return std::isfinite(value) ? std::strtod(text, nullptr) : 0;
}

double slowest(double seconds) {
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return seconds;
}

Life::Life(int* argc, char*** argv, int threads) {
  const bool several = threads > 1;
  const int mpi_level = several ? MPI_THREAD_MULTIPLE : MPI_THREAD_FUNNELED;
  const int shmem_level = several ? SHMEM_THREAD_MULTIPLE : SHMEM_THREAD_FUNNELED;
  int mpi_given = 0, shmem_given = 0, length = 0;
  char library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  MPI_Init_thread(argc, argv, mpi_level, &mpi_given);
  if (mpi_given < mpi_level || shmem_init_thread(shmem_level, &shmem_given) != 0 || shmem_given < shmem_level) {
    end_job("MPI or OpenSHMEM does not give the level of threads that was asked for: run with --threads 1");
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &job_.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &job_.ranks);
  MPI_Get_library_version(library, &length);
  job_.library.assign(library, static_cast<std::size_t>(length));
}

Life::~Life() {
  shmem_finalize();
  MPI_Finalize();
}

}  // namespace bench::hybrid
