#include "mpiexec/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>

#include <fmt/format.h>

#include "mpiexec/arguments.hpp"

namespace penstock::mpiexec {
namespace {

constexpr const char* kExamples = R"(Examples:
  mpiexec -n 4 ./stencil --size 1024        four ranks
  mpiexec -np 2 -x PENSTOCK_LOG=info ./a    with a variable set
  mpiexec -n 16 --tag-output ./a            each line marked with its rank
  mpiexec -n 2 --timeout 60 ./a             ended after a minute
  mpiexec -n 4 --bind-to core ./a           rank 0 on the first core, rank 1 on the second, ...
  mpiexec -n 4 --gpus-per-rank 1 ./a        each rank sees one GPU of its own
  mpiexec -n 8 --show-placement             which GPU, cores and adapter each rank would get; starts nothing
  mpiexec -n 1 ./master : -n 8 --wdir /data ./worker      two programs, one job of 9 ranks
  mpiexec -n 8 --hosts a,b ./a              on two machines: srun, prterun or mpiexec.hydra starts them
  mpiexec -n 8 --hostfile hosts.txt --ppn 4 --launcher prterun ./a

Options come before the program. Those of -n, -x and --wdir hold for the program that follows, the others
for the job. Other machines: inside a Slurm allocation srun, else Hydra's mpiexec.hydra or PRRTE's prterun takes over, the first
that is on PATH; a line says which and how it was called. They start Penstock programs without this mpiexec as well.

The exit code is the failing rank's, 128 + the signal that ended it, 127 if the program
does not exist, 124 after --timeout; 0 if every rank succeeded.)";

// The program and its arguments are not an option to CLI11, so its own line would leave them out.
class UsageLine final : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App*, std::string) const override {
    return "Usage: mpiexec [options] program [arguments] [: [options] program [arguments]]...\n\n";
  }
};

void add_variable(const std::string& text, Variables* out) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (name.empty()) throw CLI::ValidationError("-x " + text, "a variable needs a name");
  if (equals != std::string::npos) {
    out->emplace_back(name, text.substr(equals + 1));
  } else if (const char* value = std::getenv(name.c_str()); value != nullptr) {
    out->emplace_back(name, value);
  } else {
    throw CLI::ValidationError("-x " + name, "the variable is not set here; give a value: -x " + name + "=VALUE");
  }
}

// As other launchers have it: no limit where it is not above 0.
double timeout_of_environment() {
  constexpr const char* kVariable = "MPIEXEC_TIMEOUT";
  const char* const text = std::getenv(kVariable);
  if (text == nullptr || *text == '\0') return 0;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  if (*end != '\0') throw CLI::ValidationError(kVariable, fmt::format("'{}' is no number of seconds", text));
  return seconds > 0 ? seconds : 0;
}

void check_command(std::vector<std::string> rest, bool first, bool may_lack, Part* out) {
  if (!rest.empty() && rest.front() == "--") {
    rest.erase(rest.begin());
  } else if (!rest.empty() && rest.front().starts_with('-')) {
    throw CLI::ExtrasError({rest.front() + (first ? " (mpiexec's options come before the program)"
                                                  : " (after a ':' only -n, -x and --wdir; the others go first)")});
  }
  if (rest.empty() && !may_lack) throw CLI::RequiredError("the program to run");
  out->command = std::move(rest);
}

int read_stdin_target(const std::string& text) {
  if (text == "all") return kStdinAll;
  if (text == "none") return kStdinNone;
  int rank = 0;
  if (!CLI::detail::lexical_cast(text, rank) || rank < 0) {
    throw CLI::ValidationError("--stdin " + text, "it is all, none, or the number of a rank");
  }
  return rank;
}

// Parses one program's words; the first part's may also hold what counts for the whole job.
class Parser {
 public:
  explicit Parser(Options* out) : out_(out) {}

  void parse(std::vector<std::string> words, bool first) {
    CLI::App app("Runs a program as the ranks of one MPI job on this machine.", "mpiexec");
    Part part;
    std::vector<std::string> variables;
    app.formatter(std::make_shared<UsageLine>());
    app.add_option("-n,--np", part.ranks, "How many ranks (also -np); 1 if not given")->check(CLI::Range(1, kMaxRanks));
    app.add_option("-x", variables, "Set a variable in every rank, or pass on this one (also -env NAME VALUE)")
        ->type_name("NAME[=VALUE]")
        ->allow_extra_args(false);
    app.add_option("--wdir", part.directory, "Start the ranks in this folder")->type_name("FOLDER");
    if (first) add_job_options(&app);
    app.footer(kExamples);
    app.prefix_command();
    std::reverse(words.begin(), words.end());  // the order that CLI11 takes them in
    try {
      app.parse(words);
      for (const std::string& variable : variables) add_variable(variable, &part.environment);
      check_command(app.remaining(), first, first && out_->show_placement, &part);
    } catch (const CLI::CallForHelp& error) {
      app.exit(error);  // prints; the option texts are this app's
      throw;
    } catch (const CLI::CallForVersion& error) {
      app.exit(error);
      throw;
    }
    out_->parts.push_back(std::move(part));
  }

  // What could only be known with all parts read.
  void finish() {
    Variables everywhere;
    for (const std::string& variable : everywhere_) add_variable(variable, &everywhere);
    for (Part& part : out_->parts) part.environment.insert(part.environment.begin(), everywhere.begin(), everywhere.end());
    out_->stdin_rank = read_stdin_target(stdin_);
    if (out_->timeout_seconds == 0) out_->timeout_seconds = timeout_of_environment();
    const int ranks = out_->ranks();
    if (ranks > kMaxRanks)
      throw CLI::ValidationError("-n", fmt::format("the programs have more than {} ranks in all", kMaxRanks));
    if (out_->stdin_rank >= ranks) {
      throw CLI::ValidationError("--stdin " + stdin_, fmt::format("the job's ranks are 0 to {}", ranks - 1));
    }
  }

 private:
  void add_job_options(CLI::App* app) {
    const std::map<std::string, BindTo> resources{{"auto", BindTo::kAuto},     {"none", BindTo::kNone},
                                                  {"gpu", BindTo::kGpu},       {"core", BindTo::kCore},
                                                  {"socket", BindTo::kSocket}, {"numa", BindTo::kNuma}};
    app->add_option("--genv", everywhere_, "The same for the ranks of every program (also -genv NAME VALUE)")
        ->type_name("NAME[=VALUE]")
        ->allow_extra_args(false);
    app->add_option("--timeout", out_->timeout_seconds,
                    "End the job after so many seconds, with exit code 124 (also MPIEXEC_TIMEOUT)")
        ->check(CLI::PositiveNumber);
    app->add_flag("--tag-output", out_->tag_output, "Put the rank in front of each line");
    app->add_option(
           "--bind-to", out_->bind_to,
           "Bind each rank to its share of the cores near its GPU, to a core, a socket or a NUMA node; if not given, gpu "
           "where there are GPUs and enough cores, else none")
        ->type_name("auto|none|gpu|core|socket|numa")
        ->transform(CLI::CheckedTransformer(resources).description(""));
    app->add_option("--gpus-per-rank", out_->gpus_per_rank, "Give each rank so many of the visible GPUs, and show it no other")
        ->check(CLI::PositiveNumber);
    app->add_flag("--show-placement", out_->show_placement,
                  "Print which GPU, cores and adapter each rank gets; without a program, that is all");
    app->add_option("--hosts", out_->hosts, "Run on these machines (also -host, -H)")->type_name("NAME[:RANKS],...");
    app->add_option("--hostfile", out_->hostfile,
                    "The same, a line each: NAME, NAME:RANKS or NAME slots=RANKS (also -f, -machinefile)")
        ->type_name("FILE");
    app->add_option("--ppn", out_->ranks_per_host, "Ranks on each of these machines")->check(CLI::PositiveNumber);
    app->add_option("--launcher", out_->launcher, "Who starts them; if not given, whoever is there")
        ->type_name("srun|prterun|hydra|PATH");
    app->add_option("--stdin", stdin_, "Who reads standard input; rank 0 if not given")->type_name("all|none|RANK");
    app->set_version_flag("--version", "mpiexec (Penstock) " PENSTOCK_VERSION);
  }

  Options* out_;
  std::vector<std::string> everywhere_;
  std::string stdin_ = "0";
};

int complain(std::string_view reason) {
  fmt::print(stderr, "mpiexec: {}\nRun mpiexec --help for the options.\n", reason);
  return 2;
}

}  // namespace

int Options::part_of(int rank) const {
  int part = 0;
  for (; rank >= parts[static_cast<std::size_t>(part)].ranks; ++part) rank -= parts[static_cast<std::size_t>(part)].ranks;
  return part;
}

bool parse_options(int argc, char** argv, Options* out, int* exit_code) {
  try {
    Parser parser(out);
    std::vector<std::string> notes;
    const auto parts = split_parts(std::vector<std::string>(argv + 1, argv + argc));
    for (const auto& part : parts) {
      std::vector<std::string> words;
      std::string refusal;
      if (!translate(part, &words, &notes, &refusal)) {
        *exit_code = complain(refusal);
        return false;
      }
      parser.parse(std::move(words), &part == &parts.front());
    }
    parser.finish();
    for (const std::string& note : notes) fmt::print(stderr, "mpiexec: {}\n", note);
    return true;
  } catch (const CLI::CallForHelp&) {
    *exit_code = 0;
  } catch (const CLI::CallForVersion&) {
    *exit_code = 0;
  } catch (const CLI::ParseError& error) {
    *exit_code = complain(error.what());
  }
  return false;
}

}  // namespace penstock::mpiexec
