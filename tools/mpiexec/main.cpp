// mpiexec: starts the ranks of one job on this machine.
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "mpiexec/job.hpp"
#include "mpiexec/options.hpp"
#include "mpiexec/seating.hpp"

namespace {

int show_placement(const penstock::mpiexec::Options& options) {
  penstock::mpiexec::Surroundings here;
  penstock::mpiexec::Seating seating;
  penstock::Status status = look_around(&here);
  if (status.is_ok()) status = plan_seating(options, here, &seating);
  if (status.is_ok()) return fmt::print("{}", describe(seating)), 0;
  fmt::print(stderr, "mpiexec: {}\n", status.message());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace penstock;
  try {
    mpiexec::Options options;
    int exit_code = 1;
    if (!mpiexec::parse_options(argc, argv, &options, &exit_code)) return exit_code;
    if (options.parts.front().command.empty()) return show_placement(options);
    mpiexec::Job job(std::move(options));
    if (Status status = job.run(&exit_code); !status.is_ok()) {
      fmt::print(stderr, "mpiexec: {}\n", status.message());
      return 1;
    }
    return exit_code;
  } catch (const std::exception& error) {
    fmt::print(stderr, "mpiexec: {}\n", error.what());
    return 1;
  }
}
