#include "mpiexec/portable.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/utsname.h>

#include "mpiexec/on_path.hpp"

namespace penstock::mpiexec {
namespace {

struct Triplet {
  long first = 0;
  long last = 0;
  long step = 1;
};

bool read_triplet(std::string_view text, Triplet* out) {
  std::array<long*, 3> fields = {&out->first, &out->last, &out->step};
  std::size_t count = 0;
  for (bool more = true; more; ++count) {
    if (count == fields.size()) return false;
    const std::size_t end = std::min(text.find(':'), text.size());
    int number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + end, number);
    if (error != std::errc() || stop != text.data() + end) return false;
    *fields[count] = number;
    more = end < text.size();
    text.remove_prefix(more ? end + 1 : end);
  }
  if (count == 1) out->last = out->first;
  return out->step != 0;
}

// Returns the largest number of the series that is not above `most`; 0: none.
long largest(const Triplet& series, long most) {
  const auto [first, last, step] = series;
  if (step > 0) {
    const long top = std::min(last, most);
    return top < first ? 0 : first + (top - first) / step * step;
  }
  const long steps = first <= most ? 0 : (first - most - step - 1) / -step;
  const long number = first + steps * step;
  return number >= last ? number : 0;
}

std::string_view own_path(const Part& part) {
  std::string_view out;
  for (const auto& [name, value] : part.environment) {
    if (name == "PATH") out = value;
  }
  return out;
}

}  // namespace

Status choose_soft(std::string_view text, int most, int* out) {
  long best = 0;
  const long limit = most > 0 ? most : kMaxRanks;
  for (std::string_view left = text;;) {
    const std::size_t end = std::min(left.find(','), left.size());
    Triplet triplet;
    if (!read_triplet(left.substr(0, end), &triplet)) {
      return Status::error(Code::kArg, "--soft {}: it is a list of N or FIRST:LAST:STEP, as in 1,4:16:4", text);
    }
    best = std::max(best, largest(triplet, limit));
    if (end == left.size()) break;
    left.remove_prefix(end + 1);
  }
  if (best < 1) return Status::error(Code::kArg, "--soft {}: it allows no number of ranks from 1 to {}", text, limit);
  *out = static_cast<int>(best);
  return Status::ok();
}

Status check_arch(std::string_view wanted) {
  utsname here{};
  if (::uname(&here) != 0) return Status::system(errno, "uname");
  if (wanted == here.machine) return Status::ok();
  return Status::error(Code::kUnsupported, "--arch {}: this machine is {}; name machines of the other kind by --hosts", wanted,
                       here.machine);
}

Status ask_for_errhandler(std::string_view name, Part* part) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 3> kNames = {"mpi_errors_are_fatal", "mpi_errors_abort", "mpi_errors_return"};
  if (std::ranges::find(kNames, lower) == kNames.end()) {
    return Status::error(Code::kArg,
                         "--initial-errhandler {}: it is mpi_errors_are_fatal, mpi_errors_abort or mpi_errors_return", name);
  }
  part->environment.emplace_back("PENSTOCK_INITIAL_ERRHANDLER", std::move(lower));
  return Status::ok();
}

void find_program(Part* part) {
  const std::string_view path = own_path(*part);
  if (part->command.empty() || part->command.front().find('/') != std::string::npos) return;
  for (const std::string_view folders : {std::string_view(part->folders), path}) {
    const std::string found = on_path(part->command.front(), folders, part->directory);
    if (found.empty()) continue;
    part->command.front() = found;
    return;
  }
}

}  // namespace penstock::mpiexec
