#include "mpiexec/known.hpp"

#include <algorithm>
#include <array>

namespace penstock::mpiexec {
namespace {

using Use = Known::Use;

constexpr std::string_view kParameters =
    "Open MPI's parameters mean nothing to Penstock, whose own are variables: -x PENSTOCK_...";
constexpr std::string_view kWhole = "ranks get the whole environment as it is";
constexpr std::string_view kOwnWay = "this launcher has one way to do that";

constexpr std::array kKnown = {
    // Ranks and programs
    Known{"n", 1, Use::kKeep, "-n"},
    Known{"np", 1, Use::kKeep, "-n"},
    Known{"c", 1, Use::kKeep, "-n"},
    Known{"N", 1, Use::kKeep, "--ppn"},
    Known{"ppn", 1, Use::kKeep, "--ppn"},
    Known{"perhost", 1, Use::kKeep, "--ppn"},
    Known{"npernode", 1, Use::kKeep, "--ppn"},
    Known{"wdir", 1, Use::kKeep, "--wdir"},
    Known{"wd", 1, Use::kKeep, "--wdir"},
    Known{"configfile", 1, Use::kKeep, "--configfile"},
    Known{"app", 1, Use::kKeep, "--configfile"},
    // Environment
    Known{"x", 1, Use::kKeep, "-x"},
    Known{"env", 2, Use::kPair, "-x"},
    Known{"envlist", 1, Use::kList, "-x"},
    Known{"genv", 2, Use::kPair, "--genv"},
    Known{"genvlist", 1, Use::kList, "--genv"},
    Known{"genvall", 0, Use::kIgnore, kWhole},
    Known{"envall", 0, Use::kIgnore, kWhole},
    Known{"genvnone", 0, Use::kIgnore, kWhole},
    Known{"envnone", 0, Use::kIgnore, kWhole},
    // Machines
    Known{"host", 1, Use::kKeep, "--hosts"},
    Known{"hosts", 1, Use::kKeep, "--hosts"},
    Known{"H", 1, Use::kKeep, "--hosts"},
    Known{"hostfile", 1, Use::kKeep, "--hostfile"},
    Known{"machinefile", 1, Use::kKeep, "--hostfile"},
    Known{"f", 1, Use::kKeep, "--hostfile"},
    Known{"launcher", 1, Use::kKeep, "--launcher"},
    Known{"bootstrap", 1, Use::kKeep, "--launcher"},
    Known{"rmk", 1, Use::kKeep, "--rmk"},
    Known{"rankmap", 1, Use::kRefuse, "name the hosts in the order of the ranks: --hosts a:1,b:2,a:1"},
    Known{"rankfile", 1, Use::kRefuse, "--hosts and --map-by say where ranks go"},
    Known{"iface", 1, Use::kRefuse, "the network's devices are a variable: -x PENSTOCK_NET_DEVICES=..."},
    // Cores and GPUs
    Known{"bind-to", 1, Use::kKeep, "--bind-to"},
    Known{"map-by", 1, Use::kKeep, "--map-by"},
    Known{"npersocket", 1, Use::kFull, "--map-by ppr:{}:socket"},
    Known{"cpus-per-rank", 1, Use::kKeep, "--cpus-per-rank"},
    Known{"cpus-per-proc", 1, Use::kKeep, "--cpus-per-rank"},
    Known{"gpus-per-rank", 1, Use::kKeep, "--gpus-per-rank"},
    Known{"gpus-per-proc", 1, Use::kKeep, "--gpus-per-rank"},
    Known{"show-placement", 0, Use::kKeep, "--show-placement"},
    Known{"display-map", 0, Use::kKeep, "--show-placement"},
    Known{"display-allocation", 0, Use::kKeep, "--show-placement"},
    Known{"report-bindings", 0, Use::kKeep, "--show-placement"},
    Known{"bind-to-core", 0, Use::kFull, "--bind-to core"},
    Known{"bind-to-socket", 0, Use::kFull, "--bind-to socket"},
    Known{"bind-to-none", 0, Use::kFull, "--bind-to none"},
    Known{"bycore", 0, Use::kFull, "--map-by core"},
    Known{"bysocket", 0, Use::kFull, "--map-by socket"},
    Known{"bynode", 0, Use::kFull, "--map-by node"},
    Known{"byslot", 0, Use::kFull, "--map-by slot"},
    Known{"membind", 1, Use::kIgnore, "memory lies where the rank that first writes it runs"},
    Known{"rank-by", 1, Use::kIgnore, "ranks are numbered in the order in which --map-by places them"},
    Known{"oversubscribe", 0, Use::kIgnore, "more ranks than cores need no permission here"},
    Known{"use-hwthread-cpus", 0, Use::kIgnore,
          "a core is bound to with all its threads; --bind-to hwthread takes them singly"},
    // Output and input
    Known{"tag-output", 0, Use::kKeep, "--tag-output"},
    Known{"l", 0, Use::kKeep, "--tag-output"},
    Known{"prepend-rank", 0, Use::kKeep, "--tag-output"},
    Known{"output-filename", 1, Use::kKeep, "--output-filename"},
    Known{"outfile-pattern", 1, Use::kKeep, "--outfile-pattern"},
    Known{"errfile-pattern", 1, Use::kKeep, "--errfile-pattern"},
    Known{"outfile", 1, Use::kKeep, "--outfile-pattern"},
    Known{"errfile", 1, Use::kKeep, "--errfile-pattern"},
    Known{"output", 1, Use::kKeep, "--output"},
    Known{"merge-stderr-to-stdout", 0, Use::kKeep, "--merge-stderr-to-stdout"},
    Known{"stdin", 1, Use::kKeep, "--stdin"},
    Known{"v", 0, Use::kKeep, "--verbose"},
    Known{"verbose", 0, Use::kKeep, "--verbose"},
    Known{"q", 0, Use::kKeep, "--quiet"},
    Known{"quiet", 0, Use::kKeep, "--quiet"},
    Known{"timestamp-output", 0, Use::kRefuse, "a program puts the time in front of lines: mpiexec ... | ts"},
    Known{"prepend-pattern", 1, Use::kRefuse, "--tag-output puts the rank in front"},
    Known{"xml", 0, Use::kRefuse, "--tag-output puts the rank in front"},
    // Ending and debugging
    Known{"timeout", 1, Use::kKeep, "--timeout"},
    Known{"debug", 1, Use::kKeep, "--debug"},
    Known{"gdb", 0, Use::kFull, "--debug gdb"},
    Known{"get-stack-traces", 0, Use::kIgnore, "--timeout shows them always"},
    Known{"report-state-on-timeout", 0, Use::kIgnore, "--timeout shows the stacks always"},
    Known{"xterm", 1, Use::kRefuse, "--debug 'xterm -e gdb' opens a window for every rank"},
    Known{"tv", 0, Use::kRefuse, "a debugger starts or attaches to this mpiexec: totalview mpiexec -a -n 4 ./program"},
    Known{"disable-auto-cleanup", 0, Use::kRefuse, "a rank that fails ends its job; mpiexec.hydra can leave the others alone"},
    Known{"enable-recovery", 0, Use::kRefuse, "a rank that fails ends its job"},
    Known{"continuous", 0, Use::kRefuse, "a rank that fails ends its job"},
    Known{"print-all-exitcodes", 0, Use::kIgnore, "ranks that fail are named with their codes always"},
    // About mpiexec
    Known{"h", 0, Use::kKeep, "--help"},
    Known{"help", 0, Use::kKeep, "--help"},
    Known{"version", 0, Use::kKeep, "--version"},
    Known{"V", 0, Use::kKeep, "--version"},
    Known{"info", 0, Use::kKeep, "--version"},
    // What changes nothing
    Known{"allow-run-as-root", 0, Use::kIgnore, "root needs no permission here"},
    Known{"memory-alloc-kinds", 1, Use::kIgnore, "every kind of memory that Penstock knows is supported, asked for or not"},
    Known{"mca", 2, Use::kIgnore, kParameters},
    Known{"gmca", 2, Use::kIgnore, kParameters},
    Known{"pmixmca", 2, Use::kIgnore, kParameters},
    Known{"prtemca", 2, Use::kIgnore, kParameters},
    Known{"tune", 1, Use::kIgnore, kParameters},
    Known{"am", 1, Use::kIgnore, kParameters},
    Known{"personality", 1, Use::kIgnore, kOwnWay},
    Known{"prefix", 1, Use::kIgnore, "programs find the library where they were linked; -x LD_LIBRARY_PATH says otherwise"},
    Known{"topolib", 1, Use::kIgnore, kOwnWay},
    Known{"demux", 1, Use::kIgnore, kOwnWay},
    Known{"pmi-port", 0, Use::kIgnore, kOwnWay},
    Known{"nameserver", 1, Use::kIgnore, kOwnWay},
    Known{"localhost", 1, Use::kIgnore, kOwnWay},
    Known{"enable-x", 0, Use::kIgnore, kOwnWay},
    Known{"disable-x", 0, Use::kIgnore, kOwnWay},
    Known{"disable-hostname-propagation", 0, Use::kIgnore, kOwnWay},
    Known{"usize", 1, Use::kIgnore, "the job has the ranks that it is started with"},
    Known{"forward-signals", 1, Use::kIgnore, "SIGUSR1, SIGUSR2 and those that end, stop and continue reach every rank"},
};

}  // namespace

const Known* find_known(std::string_view word) {
  const std::size_t dashes = std::min(word.find_first_not_of('-'), word.size());
  const auto found = std::find_if(kKnown.begin(), kKnown.end(),
                                  [&](const Known& known) { return dashes <= 2 && known.name == word.substr(dashes); });
  return found == kKnown.end() ? nullptr : &*found;
}

std::vector<std::string_view> useful_names() {
  std::vector<std::string_view> out;
  for (const Known& known : kKnown) {
    if (known.use != Use::kIgnore && known.use != Use::kRefuse) out.push_back(known.name);
  }
  return out;
}

}  // namespace penstock::mpiexec
