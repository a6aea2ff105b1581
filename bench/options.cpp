#include "options.hpp"

#include <algorithm>
#include <bit>

#include "command_line.hpp"

namespace bench {
namespace {

constexpr char kManual[] =
    "Measures an MPI library: latency, bandwidth, rates, one-sided calls, collectives, start and memory. Data are checked at\n"
    "every size before it is timed; wrong data make the exit status 1.\n\n"
    "  mpiexec -n 2 penstock-bench latency,bw\n"
    "  mpiexec -n 2 penstock-bench latency --memory device:host --max 4M --json d-h.json\n"
    "  mpiexec -n 4 penstock-bench allreduce,ibcast --sizes 8,64K --full\n"
    "  mpiexec -n 2 penstock-bench put_latency,fop_latency -w create -s lock\n"
    "  mpiexec -n 2 penstock-bench latency,put_lat,get_lat --memory device --sizes 8\n"
    "  mpiexec -n 2 penstock-bench put_lat,put_bw --memory device --staged\n"
    "  mpiexec -n 16 penstock-bench lock_contention\n"
    "  mpiexec -n 2 penstock-bench bw --datatype vector --fresh\n"
    "  mpiexec -n 2 penstock-bench iallreduce --memory device --compute gpu\n"
    "  mpiexec -n 4 penstock-bench allreduce --algorithms default,ring,rabenseifner --rounds 5\n"
    "  penstock-bench --list\n\n"
    "Non-blocking collectives compute while they communicate: on the host CPU, or with --compute gpu by a kernel.\n"
    "Memory of a GPU needs a CUDA-aware MPI library: others end with a segmentation fault, which is named as such.";

constexpr std::size_t kLargest = std::size_t{1} << 30;

const std::vector<std::string> kMemories = {"host", "pinned", "registered", "managed",    "device",
                                            "pool", "vmm",    "vmm-chunks", "vmm-private"};

std::string memories() {
  std::string all;
  for (const std::string& name : kMemories) all += (all.empty() ? "" : ", ") + name;
  return all;
}

// A single word such as "device" stands for both sides.
std::array<std::string, 2> sides(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return {text, text};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

std::string known_datatype(const std::string& text) {
  for (const std::string& side : sides(text)) {
    const std::string wrong = CLI::IsMember({"contiguous", "vector", "subarray", "indexed", "struct"})(std::string(side));
    if (!wrong.empty())
      return "datatype '" + side + "' is none of contiguous, vector, subarray, indexed, struct (KIND or KIND:KIND)";
  }
  return {};
}

std::string known_memory(const std::string& text) {
  for (const std::string& side : sides(text)) {
    const auto wrong = CLI::IsMember(kMemories)(std::string(side));
    if (!wrong.empty()) return "memory '" + side + "' is none of " + memories() + " (KIND or KIND:KIND)";
  }
  return {};
}

std::string wrong_together(const Options& options) {
  if (options.cases.empty() && !options.list) return "name a case or a group; --list shows them";
  for (const std::size_t bytes : options.sizes) {
    if (bytes < 1 || bytes > kLargest) return "--sizes takes 1 to 1G bytes, not " + std::to_string(bytes);
  }
  if (!std::has_single_bit(options.block)) return "--block takes a power of two, not " + std::to_string(options.block);
  if (options.min > kLargest || options.max > kLargest) return "--min and --max go up to 1G";
  if (options.max != 0 && options.min > options.max) return "--min is above --max: no size is left";
  const auto is_host = [](const std::string& kind) { return kind == "host"; };
  if (options.staged && std::ranges::any_of(options.memory, is_host))
    return "--staged copies memory of GPUs: add --memory device";
  const bool flat = options.datatype[0] == "contiguous" && options.datatype[1] == "contiguous";
  if (options.staged && !flat) return "--staged copies contiguous data, not --datatype " + text_of(options.datatype);
  if (std::ranges::any_of(options.algorithms, &std::string::empty)) return "--algorithms takes names, separated by commas";
  if (!options.sizes.empty() && (options.min != 0 || options.max != 0)) return "--sizes takes the place of --min and --max";
  return {};
}

}  // namespace

std::string text_of(const std::array<std::string, 2>& sides) {
  return sides[0] == sides[1] ? sides[0] : sides[0] + ":" + sides[1];
}

Parsed parse(int argc, char** argv, Options* out, std::string* text) {
  std::string memory = "host", datatype = "contiguous";
  CLI::App app{kManual, "penstock-bench"};
  app.add_option("cases", out->cases,
                 "cases and groups (p2p, pack, rma, local, coll, icoll, pcoll, start, all), separated by commas")
      ->delimiter(',');
  app.add_flag("--list", out->list, "show the cases and leave");
  app.add_option(
         "--memory", memory,
         "KIND or KIND:KIND of " + memories() + ": of the first and second rank (half); in collectives of even and odd ranks")
      ->check(known_memory)
      ->capture_default_str();
  app.add_option(
         "--datatype", datatype,
         "KIND or KIND:KIND (for messages) of contiguous, vector, subarray, indexed, struct, of the same sides: blocks of "
         "up to --block bytes, as many bytes of gap between them")
      ->check(known_datatype)
      ->capture_default_str();
  app.add_option("--block", out->block, "bytes of a datatype's block, a power of two")
      ->transform(CLI::AsSizeValue(false))
      ->capture_default_str();
  app.add_option("--min", out->min, "smallest message; sizes double up to --max (default: the case's own)")
      ->transform(CLI::AsSizeValue(false));
  app.add_option("--max", out->max, "largest message")->transform(CLI::AsSizeValue(false));
  app.add_option("--sizes", out->sizes, "these sizes: 8,1K,64K")->delimiter(',')->transform(CLI::AsSizeValue(false));
  app.add_option(
         "-w,--win-options", out->win,
         "window of one-sided cases: create, allocate, dynamic or shared (default: allocate in memory of the host, else "
         "create)")
      ->check(CLI::IsMember({"create", "allocate", "dynamic", "shared"}));
  app.add_option("-s,--sync-option", out->sync,
                 "what ends an operation, or a window of them: flush or flush_local (in one epoch of MPI_Win_lock_all), lock, "
                 "lock_all, pscw or fence (default: flush)")
      ->check(CLI::IsMember({"flush", "flush_local", "lock", "lock_all", "pscw", "fence"}));
  app.add_option("--window", out->window, "messages in flight")->check(CLI::Range(1, 100000))->capture_default_str();
  app.add_option("--seconds", out->seconds, "time for each size")->check(CLI::Range(1e-6, 1e4))->capture_default_str();
  app.add_option("--compute", out->compute,
                 "where to compute beside non-blocking collectives: host, or gpu (a kernel of many blocks)")
      ->check(CLI::IsMember({"host", "gpu"}))
      ->capture_default_str();
  app.add_option(
         "--algorithms", out->algorithms,
         "collectives of Penstock by each of these, in turn: names of `penstock info --coll` (with --memory device those of "
         "its `gpu` rows), or default; where one does not take a call it goes as by default")
      ->delimiter(',');
  app.add_option("--rounds", out->rounds, "measure each size so often, algorithms taking turns")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_flag("--fresh", out->fresh, "new buffers, touched before use, in every iteration");
  app.add_flag("--apart", out->apart, "messages of a window have buffers of their own, of up to 340 MiB together");
  app.add_flag("--reversed", out->reversed,
               "messages of a window have tags of their own and are sent in the opposite order of their receives, so that each "
               "is looked for among all; with --window 10000, say");
  app.add_flag("--cold", out->cold, "1 ms of sleep before every operation");
  app.add_flag(
      "--staged", out->staged,
      "blocking collectives and one-sided operations of GPU memory by hand: copied to pinned host memory, the call there, "
      "copied back");
  app.add_flag("--full", out->full, "columns min, p50, p99 and max over iterations and ranks");
  app.add_option("--json", out->json, "write the figures to this file");
  app.add_option("--label", out->label, "name of the library in the JSON (default: after its version)");
  app.add_flag("--progress", out->progress, "lines of progress on stderr, also where it is no terminal");
  app.add_option("--launched-at", out->launched_at, "monotonic clock in seconds at the launch: for start_ms of `init`");
  app.add_flag("--plant-error", out->plant_error, "for tests: change one received byte before it is checked");
  const Parsed parsed = read_command_line(app, argc, argv, &out->words, text);
  if (parsed != Parsed::kGo) return parsed;
  out->memory = sides(memory);
  out->datatype = sides(datatype);
  *text = wrong_together(*out);
  return text->empty() ? Parsed::kGo : Parsed::kBad;
}

}  // namespace bench
