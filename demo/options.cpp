#include "options.hpp"

#include <charconv>
#include <string_view>

namespace demo {
namespace {

bool number(std::string_view text, int low, int high, int* out) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  return error == std::errc() && end == text.data() + text.size() && *out >= low && *out <= high;
}

bool memory(std::string_view text, MemoryChoice* out) {
  if (text == "auto")
    *out = MemoryChoice::kAuto;
  else if (text == "host")
    *out = MemoryChoice::kHost;
  else if (text == "device")
    *out = MemoryChoice::kDevice;
  else if (text == "managed")
    *out = MemoryChoice::kManaged;
  else
    return false;
  return true;
}

bool element(std::string_view text, bool* single) {
  *single = text == "float";
  return text == "float" || text == "double";
}

bool set(std::string_view name, const std::string& value, Options* out, bool* known) {
  if (name == "--picture") return !(out->picture = value).empty();
  if (name == "--output") return !(out->output = value).empty();
  if (name == "--size") return number(value, 8, 32768, &out->size);
  if (name == "--iterations") return number(value, 1, 1000000, &out->iterations);
  if (name == "--type") return element(value, &out->single);
  if (name == "--memory") return memory(value, &out->memory);
  *known = false;
  return false;
}

}  // namespace

Parsed parse(int argc, char** argv, Options* out, std::string* complaint) {
  for (int i = 1; i < argc; ++i) {
    std::string name = argv[i];
    if (name == "--help" || name == "-h") return Parsed::kHelp;
    if (name == "--no-verify") {
      out->verify = false;
      continue;
    }
    std::string value;
    if (const auto equals = name.find('='); equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
    } else if (i + 1 < argc) {
      value = argv[++i];
    }
    bool known = true;
    if (!set(name, value, out, &known)) {
      *complaint = known ? "unusable value '" + value + "' for " + name : "unknown option " + name;
      return Parsed::kWrong;
    }
  }
  return Parsed::kRun;
}

const char* usage() {
  return R"(stencil2d: diffuses a picture with a nine-point stencil on a grid of MPI ranks.

  mpiexec -n 4 stencil2d [options]

  --picture FILE    PNG to start from, stretched over the field    (the one in the program)
  --output FOLDER   where before.png and after.png go              (.)
  --size N          cells along each side, 8 to 32768              (1024)
  --iterations N    steps, 1 to 1000000                            (300)
  --type T          double or float                                (double)
  --memory KIND     auto, host, device or managed                  (auto: device where there is a GPU)
  --no-verify       do not compare with a one-rank computation

PENSTOCK_REPORT=1 makes the library print which path the messages took. Exit status: 0 the field agrees with the one-rank
computation, 1 it does not, or something failed, 2 wrong usage.
)";
}

}  // namespace demo
