// penstock measures a machine, explains the library's choices on it, and finds its problems.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/nearest.hpp"
#include "penstock/command.hpp"
#include "penstock/versions.hpp"

namespace penstock::tool {
namespace {

constexpr Command kCommands[] = {
    {"bench", "latency, bandwidth, rates and collectives of this machine; any memory, data checked", bench},
    {"compare", "the same cases on Penstock and on its peers, interleaved, as ratios", compare},
    {"stencil", "Stencil2D on GPUs: halos by hand, pipelined and as datatypes, compared", stencil},
    {"startup", "how long jobs take to start and what memory a rank takes, by the number of ranks", startup},
    {"plot", "pictures and a page of one or more JSON files of bench, compare, stencil and startup", plot},
    {"info", "version, tunables, selected algorithms, paths between ranks, topology", info},
    {"simulate", "what collectives would take on up to a million ranks, by a model of messages", simulate},
    {"tune", "measures this machine and writes the table that the library then loads by itself", tune},
    {"doctor", "what on this machine costs speed or breaks jobs, and how to fix it", doctor},
    {"report", "packs what a bug report needs into one file", report},
    {"peers", "fetches the other MPI libraries that compare measures", peers},
    {"completion", "prints what a shell needs to complete penstock and mpiexec", completion},
};

void help() {
  fmt::print("Usage: penstock COMMAND [OPTION...]\n\nCommands (each answers --help, with examples):\n");
  for (const Command& command : kCommands) fmt::print("  {:<10} {}\n", command.name, command.summary);
  fmt::print("\n  penstock bench latency --memory device\n  penstock doctor\n  penstock --version\n");
}

int run(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") return help(), words.empty() ? 2 : 0;
  if (words[0] == "--version") return fmt::print("penstock {}\n", version_text()), 0;
  for (const Command& command : kCommands) {
    if (words[0] == command.name) return command.run(std::span(words).subspan(1));
  }
  std::vector<std::string_view> names = {"--help", "--version"};
  for (const Command& command : kCommands) names.push_back(command.name);
  const std::string near = base::nearest(words[0], names);
  fmt::print(stderr, "penstock: there is no command '{}'{}; `penstock --help` lists them\n", words[0],
             near.empty() ? "" : ", and the nearest is " + near);
  return 2;
}

}  // namespace
}  // namespace penstock::tool

int main(int argc, char** argv) {
  try {
    return penstock::tool::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    fmt::print(stderr, "penstock: {}\n", error.what());
    return 1;
  }
}
