#include "mpiexec/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <fmt/ranges.h>

#include "mpiexec/arguments.hpp"
#include "mpiexec/mapping.hpp"
#include "mpiexec/portable.hpp"
#include "mpiexec/words.hpp"

namespace penstock::mpiexec {
namespace {

constexpr const char* kHelp =
#include "mpiexec/gen/help.inc"
    ;

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

// The limit is far beyond any job, and within the range of timers.
constexpr double kLongestTimeout = 1e9;

Status read_seconds(std::string_view option, const std::string& text, double* out) {
  char* end = nullptr;
  *out = std::strtod(text.c_str(), &end);
  const bool number = !text.empty() && *end == '\0' && std::isfinite(*out);
  if (!number) return Status::error(Code::kArg, "{}: '{}' is no number of seconds", option, text);
  if (*out > kLongestTimeout) return Status::error(Code::kArg, "{}: {} is more than {} seconds", option, text, kLongestTimeout);
  return Status::ok();
}

Status read_timeout(const std::string& text, double* out) {
  PENSTOCK_TRY(read_seconds("--timeout", text, out));
  return *out > 0 ? Status::ok() : Status::error(Code::kArg, "--timeout: {} is not above 0", text);
}

// As with other launchers, there is no limit where the value is not above 0.
Status timeout_of_environment(double* out) {
  constexpr const char* kVariable = "MPIEXEC_TIMEOUT";
  const char* const text = std::getenv(kVariable);
  if (text == nullptr || *text == '\0') return Status::ok();
  PENSTOCK_TRY(read_seconds(kVariable, text, out));
  *out = std::max(*out, 0.0);
  return Status::ok();
}

void check_command(std::vector<std::string> rest, bool first, bool may_lack, Part* out) {
  if (!rest.empty() && rest.front() == "--") {
    rest.erase(rest.begin());
  } else if (!rest.empty() && rest.front().starts_with('-')) {
    throw CLI::ExtrasError(
        {rest.front() +
         (first ? " (mpiexec's options come before the program)"
                : " (after a ':' only what holds for one program, such as -n, -x and --wdir; the others go first)")});
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

// Returns the words of A,B.
std::vector<std::string_view> items_of(std::string_view left) {
  std::vector<std::string_view> out;
  while (!left.empty()) {
    out.push_back(left.substr(0, left.find(',')));
    left.remove_prefix(std::min(out.back().size() + 1, left.size()));
  }
  return out;
}

// The options that the MPI standard defines for a part.
struct Portable {
  std::string soft;
  std::string arch;
  std::string errhandler;

  [[nodiscard]] Status apply(Part* part) const {
    if (!soft.empty()) PENSTOCK_TRY(choose_soft(soft, part->ranks, &part->ranks));
    if (!arch.empty()) PENSTOCK_TRY(check_arch(arch));
    return errhandler.empty() ? Status::ok() : ask_for_errhandler(errhandler, part);
  }
};

// Parses the words of one program; those of the first part may also hold options of the whole job.
class Parser {
 public:
  explicit Parser(Options* out) : out_(out) {}

  void parse(std::vector<std::string> words, bool first) {
    CLI::App app("Runs a program as the ranks of one MPI job.", "mpiexec");
    Part part;
    std::vector<std::string> variables;
    Portable portable;
    app.add_option("-n", part.ranks)->check(CLI::Range(1, kMaxRanks));
    app.add_option("--wdir", part.directory);
    app.add_option("-x", variables)->allow_extra_args(false);
    app.add_option("--path", part.folders);
    app.add_option("--soft", portable.soft);
    app.add_option("--arch", portable.arch);
    app.add_option("--initial-errhandler", portable.errhandler);
    if (first) add_job_options(&app);
    app.set_help_flag("--help");
    app.prefix_command();
    std::reverse(words.begin(), words.end());  // CLI11 takes them in this order
    try {
      app.parse(words);
      for (const std::string& variable : variables) add_variable(variable, &part.environment);
      if (Status status = portable.apply(&part); !status.is_ok()) throw CLI::ValidationError(std::string(status.message()));
      if (!display_.empty()) out_->show_placement = true;
      check_command(app.remaining(), first, first && out_->show_placement, &part);
    } catch (const CLI::CallForVersion& error) {
      app.exit(error);  // prints
      throw;
    }
    out_->parts.push_back(std::move(part));
  }

  // Sets the values that depend on all parts.
  Status finish() {
    Variables everywhere;
    for (const std::string& variable : everywhere_) add_variable(variable, &everywhere);
    for (Part& part : out_->parts) part.environment.insert(part.environment.begin(), everywhere.begin(), everywhere.end());
    out_->stdin_rank = read_stdin_target(stdin_);
    if (timeout_given_) {
      PENSTOCK_TRY(read_timeout(timeout_, &out_->timeout_seconds));
    } else {
      PENSTOCK_TRY(timeout_of_environment(&out_->timeout_seconds));
      out_->timeout_by_variable = out_->timeout_seconds > 0;
    }
    for (Part& part : out_->parts) find_program(&part);
    PENSTOCK_TRY(read_output_words());
    PENSTOCK_TRY(check_display());
    if (!output_folder_.empty()) name_files();
    PENSTOCK_TRY(split_words(debugger_, &out_->debugger));
    PENSTOCK_TRY(read_binding(bind_to_, &out_->bind_to, &out_->mapping.cores));
    if (is_user_binding(bind_to_)) PENSTOCK_TRY(read_user_binding(bind_to_, &out_->user_cpus));
    if (!cpu_list_.empty()) PENSTOCK_TRY(read_listed_cpus(cpu_list_, &out_->listed_cpus));
    if (!map_by_.empty()) PENSTOCK_TRY(read_mapping(map_by_, &out_->mapping));
    if (cores_ > 0) out_->mapping.cores = cores_;
    if (!out_->debugger.empty()) put_debugger();
    const bool on_hosts = out_->mapping.per > 0 && out_->mapping.over == BindTo::kNone;
    if (on_hosts && out_->ranks_per_host == 0) out_->ranks_per_host = out_->mapping.per;
    return Status::ok();
  }

 private:
  void add_job_options(CLI::App* app) {
    app->add_option("--ppn", out_->ranks_per_host)->check(CLI::Range(1, kMaxRanks));
    app->add_option("--configfile", unused_);
    app->add_option("--genv", everywhere_)->allow_extra_args(false);
    app->add_option("--timeout", timeout_)->each([this](const std::string&) { timeout_given_ = true; });
    app->add_option("--debug", debugger_);
    app->set_version_flag("--version", "mpiexec (Penstock) " PENSTOCK_VERSION);
    app->add_flag("--take-placement", out_->take_placement);
    app->add_option("--watch-stacks", out_->watch_stacks);
    add_machine_options(app);
    add_core_options(app);
    add_output_options(app);
  }

  void add_machine_options(CLI::App* app) {
    app->add_option("--hosts", out_->hosts);
    app->add_option("--hostfile", out_->hostfile);
    app->add_option("--rmk", out_->allocation)->check(CLI::IsMember({"slurm", "pbs", "lsf", "sge", "user"}));
    app->add_option("--launcher", out_->launcher);
  }

  void add_core_options(CLI::App* app) {
    app->add_option("--bind-to", bind_to_);
    app->add_option("--map-by", map_by_);
    app->add_option("--cpus-per-rank", cores_)->check(CLI::Range(1, kMaxRanks));
    app->add_option("--gpus-per-rank", out_->gpus_per_rank)->check(CLI::Range(1, kMaxRanks));
    app->add_flag("--show-placement", out_->show_placement);
    app->add_option("--display", display_);
    app->add_option("--cpu-list", cpu_list_);
  }

  void add_output_options(CLI::App* app) {
    app->add_flag("--tag-output", out_->tag_output);
    app->add_option("--output-filename", output_folder_);
    app->add_option("--outfile-pattern", out_->files.out);
    app->add_option("--errfile-pattern", out_->files.err);
    app->add_flag("--merge-stderr-to-stdout", out_->merge_output);
    app->add_option("--output", output_words_);
    app->add_option("--stdin", stdin_);
    app->add_flag("--enable-recovery", out_->recovery);
    app->add_flag("--keep-libraries", out_->keep_libraries);
    app->add_flag("--verbose", out_->verbose);
    app->add_flag("--quiet", out_->quiet);
  }

  Status check_display() {
    constexpr std::array<std::string_view, 8> kShown = {"map",  "map-devel", "allocation", "alloc",
                                                        "bind", "bindings",  "topo",       "proctable"};
    for (const std::string_view word : items_of(display_)) {
      if (std::ranges::find(kShown, word.substr(0, word.find(':'))) != kShown.end()) continue;
      return Status::error(Code::kArg, "--display: '{}' is none of {}, which all show the placement", word,
                           fmt::join(kShown, ", "));
    }
    return Status::ok();
  }

  Status read_output_words() {
    for (const std::string_view word : items_of(output_words_)) {
      if (word == "tag" || word == "rank") {
        out_->tag_output = true;
      } else if (word == "merge") {
        out_->merge_output = true;
      } else if (word.starts_with("dir=")) {
        output_folder_ = word.substr(4);
      } else {
        return Status::error(Code::kArg, "--output: '{}' is none of tag, merge and dir=FOLDER", word);
      }
    }
    return Status::ok();
  }

  // gdb and lldb need a mark where their own options end.
  void put_debugger() {
    std::string_view mark;
    for (const std::string& word : out_->debugger) {
      const std::string name = std::filesystem::path(word).filename();
      if (name == "gdb" || name == "cuda-gdb") mark = "--args";
      if (name == "lldb") mark = "--";
    }
    const bool marked = std::ranges::find(out_->debugger, mark) != out_->debugger.end();
    if (!mark.empty() && !marked) out_->debugger.emplace_back(mark);
    for (Part& part : out_->parts) {
      if (!part.command.empty()) part.command.insert(part.command.begin(), out_->debugger.begin(), out_->debugger.end());
    }
  }

  void name_files() {
    constexpr std::string_view kOnly = ":nocopy";
    out_->files.shown = !output_folder_.ends_with(kOnly);
    if (!out_->files.shown) output_folder_.resize(output_folder_.size() - kOnly.size());
    out_->files.folder = output_folder_;
    out_->files.out = output_folder_ + "/1/rank.%R/stdout";
    out_->files.err = output_folder_ + "/1/rank.%R/stderr";
  }

  Options* out_;
  std::vector<std::string> everywhere_;
  std::string stdin_ = "0";
  std::string bind_to_ = "auto";
  std::string timeout_;
  bool timeout_given_ = false;
  std::string display_;
  std::string cpu_list_;
  std::string map_by_;
  std::string output_folder_;
  std::string output_words_;
  std::string debugger_;
  std::string unused_;  // files of options are expanded before
  int cores_ = 0;
};

Status read_parts(std::vector<std::string> line, Parser* parser, std::vector<std::string>* notes) {
  PENSTOCK_TRY(expand_files(&line));
  const auto parts = split_parts(line);
  for (const auto& part : parts) {
    std::vector<std::string> words;
    PENSTOCK_TRY(translate(part, &words, notes));
    parser->parse(std::move(words), &part == &parts.front());
  }
  return parser->finish();
}

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

Status settle_ranks(int slots, Options* options) {
  for (Part& part : options->parts) {
    if (part.ranks == 0) part.ranks = options->parts.size() == 1 ? std::max(1, slots) : 1;
  }
  const int ranks = options->ranks();
  if (ranks > kMaxRanks) return Status::error(Code::kArg, "-n: the programs have more than {} ranks in all", kMaxRanks);
  if (options->stdin_rank < ranks) return Status::ok();
  return Status::error(Code::kArg, "--stdin {}: the job's ranks are 0 to {}", options->stdin_rank, ranks - 1);
}

bool parse_options(int argc, char** argv, Options* out, int* exit_code) {
  try {
    Parser parser(out);
    std::vector<std::string> notes;
    if (Status status = read_parts(std::vector<std::string>(argv + 1, argv + argc), &parser, &notes); !status.is_ok()) {
      *exit_code = complain(status.message());
      return false;
    }
    for (const std::string& note : notes) {
      if (!out->quiet) fmt::print(stderr, "mpiexec: {}\n", note);
    }
    return true;
  } catch (const CLI::CallForHelp&) {
    fmt::print("{}", kHelp);
    *exit_code = 0;
  } catch (const CLI::CallForVersion&) {
    *exit_code = 0;
  } catch (const CLI::ParseError& error) {
    *exit_code = complain(error.what());
  }
  return false;
}

}  // namespace penstock::mpiexec
