#include "mpiexec/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <memory>

namespace penstock::mpiexec {
namespace {

constexpr int kMaxRanks = 100000;

constexpr const char* kExamples = R"(Examples:
  mpiexec -n 4 ./stencil --size 1024        four ranks
  mpiexec -np 2 -x PENSTOCK_LOG=info ./a    with a variable set
  mpiexec -n 16 --tag-output ./a            each line marked with its rank
  mpiexec -n 2 --timeout 60 ./a             ended after a minute

The exit code is the failing rank's, 128 + the signal that ended it, 127 if the program
does not exist, 124 after --timeout; 0 if every rank succeeded.)";

// CLI11 knows one-letter options after one dash; MPI launchers traditionally take -np and -env as well. Rewrites those in
// front of the program's name and leaves the program's own arguments alone.
std::vector<std::string> normalise(int argc, char** argv) {
  std::vector<std::string> in(argv + 1, argv + argc);
  std::vector<std::string> out;
  std::size_t i = 0;
  for (; i < in.size() && in[i].starts_with('-') && in[i] != "--"; ++i) {
    const std::string& word = in[i];
    if (word == "-env" || word == "-genv" || word == "--env") {
      if (i + 2 >= in.size()) break;  // left as it is: the parser then reports it
      out.insert(out.end(), {"-x", in[i + 1] + "=" + in[i + 2]});
      i += 2;
    } else if (word == "-np" || word == "--np" || word == "-n" || word == "-x" || word == "--timeout") {
      out.push_back(word == "-np" || word == "--np" ? "-n" : word);
      if (i + 1 < in.size()) out.push_back(in[++i]);
    } else {
      out.push_back(word);
    }
  }
  out.insert(out.end(), in.begin() + static_cast<std::ptrdiff_t>(i), in.end());
  return out;
}

// The program and its arguments are not an option to CLI11, so its own line would leave them out.
class UsageLine final : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App*, std::string) const override {
    return "Usage: mpiexec [options] program [arguments]\n\n";
  }
};

void add_variable(const std::string& text, Options* out) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  if (name.empty()) throw CLI::ValidationError("-x " + text, "a variable needs a name");
  if (equals != std::string::npos) {
    out->environment.emplace_back(name, text.substr(equals + 1));
  } else if (const char* value = std::getenv(name.c_str()); value != nullptr) {
    out->environment.emplace_back(name, value);
  } else {
    throw CLI::ValidationError("-x " + name, "the variable is not set here; give a value: -x " + name + "=VALUE");
  }
}

void check_command(std::vector<std::string> rest, Options* out) {
  if (!rest.empty() && rest.front() == "--") {
    rest.erase(rest.begin());
  } else if (!rest.empty() && rest.front().starts_with('-')) {
    throw CLI::ExtrasError({rest.front() + " (mpiexec's options come before the program)"});
  }
  if (rest.empty()) throw CLI::RequiredError("the program to run");
  out->command = std::move(rest);
}

}  // namespace

bool parse_options(int argc, char** argv, Options* out, int* exit_code) {
  CLI::App app("Runs a program as the ranks of one MPI job on this machine.", "mpiexec");
  std::vector<std::string> variables;
  app.formatter(std::make_shared<UsageLine>());
  app.add_option("-n,--np", out->ranks, "How many ranks (also -np); 1 if not given")->check(CLI::Range(1, kMaxRanks));
  app.add_option("-x", variables, "Set a variable in every rank, or pass on this one (also -env NAME VALUE)")
      ->type_name("NAME[=VALUE]")
      ->allow_extra_args(false);
  app.add_option("--timeout", out->timeout_seconds, "End the job after so many seconds, with exit code 124")
      ->check(CLI::PositiveNumber);
  app.add_flag("--tag-output", out->tag_output, "Put the rank in front of each line");
  app.set_version_flag("--version", "mpiexec (Penstock) " PENSTOCK_VERSION);
  app.footer(kExamples);
  app.prefix_command();
  try {
    std::vector<std::string> arguments = normalise(argc, argv);
    std::reverse(arguments.begin(), arguments.end());  // the order that CLI11 takes them in
    app.parse(arguments);
    for (const std::string& variable : variables) add_variable(variable, out);
    check_command(app.remaining(), out);
    return true;
  } catch (const CLI::ParseError& error) {
    *exit_code = app.exit(error) == 0 ? 0 : 2;
    return false;
  }
}

}  // namespace penstock::mpiexec
