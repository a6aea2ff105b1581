#include "options.hpp"

#include "command_line.hpp"

namespace bench::interference {
namespace {

constexpr char kManual[] =
    "Measures what small messages of GPU memory cost the GPU calls of the same program: on each of two ranks one thread sends\n"
    "8 bytes to and fro without pause, while the main thread times context synchronisation, allocation, a kernel that fills\n"
    "the device and whose blocks all meet, and NCCL's allreduce (where there are NCCL and a GPU for each rank).\n\n"
    "  mpiexec -n 2 penstock-interference\n"
    "  mpiexec -n 2 penstock-interference --idle --json idle.json          without messages: what the calls take anyway\n"
    "  PENSTOCK_RESIDENT_LIMIT=0 mpiexec -n 2 penstock-interference        without the kernel that stays on the GPU\n"
    "  PENSTOCK_NCCL_LIB=/opt/nccl/libnccl.so.2 mpiexec -n 2 penstock-interference --seconds 10\n\n"
    "scripts/gpu run --only interference makes all of these runs and prints what is added.";

}  // namespace

Parsed parse(int argc, char** argv, Options* out, std::string* text) {
  CLI::App app{kManual, "penstock-interference"};
  app.add_option("--seconds", out->seconds, "time for each call")->check(CLI::Range(1e-3, 1e4))->capture_default_str();
  app.add_flag("--idle", out->idle, "no messages meanwhile");
  app.add_option("--json", out->json, "write the figures to this file");
  return read_command_line(app, argc, argv, &out->words, text);
}

}  // namespace bench::interference
