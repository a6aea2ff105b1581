// stress_threads --ranks 4 --seconds 5: the ranks are threads of this process, so that ThreadSanitizer sees both sides of
// every message. Host memory only: the public GPU helper serves one thread.
#include <cstdio>
#include <string>

#include "api/call.hpp"
#include "core/testing/run_as_threads.hpp"
#include "stress.hpp"

int main(int argc, char** argv) {
  const stress::Options options = stress::parse(argc, argv);
  penstock::Config config;
  if (penstock::Status loaded = penstock::Config::from_environment(&config); !loaded.is_ok()) {
    std::fprintf(stderr, "stress: %s\n", std::string(loaded.message()).c_str());
    return 1;
  }
  const penstock::Status ran =
      penstock::core::testing::run_as_threads(options.ranks, config, [&](penstock::core::Instance& process) {
        process.set_thread_level(options.threads > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE);
        penstock::api::bind_thread(&process);
        stress::play(options, [&] { penstock::api::bind_thread(&process); });
        penstock::api::bind_thread(nullptr);
      });
  if (ran.is_ok()) return 0;
  std::fprintf(stderr, "stress: %s\n", std::string(ran.message()).c_str());
  return 1;
}
