#include <algorithm>

#include "base/nearest.hpp"
#include "case.hpp"
#include "mpi_call.hpp"

namespace bench {
namespace {

// The OSU Micro-Benchmarks say latency where we say lat.
std::string our_name(const std::string& name) {
  constexpr std::string_view kTheirs = "_latency";
  return name.ends_with(kTheirs) ? name.substr(0, name.size() - kTheirs.size()) + "_lat" : name;
}

std::string nearest_case(const std::vector<Case>& cases, const std::string& name) {
  std::vector<std::string_view> names = {"all"};
  for (const Case& row : cases) names.insert(names.end(), {row.name, row.group});
  const std::string near = penstock::base::nearest(name, names);
  return near.empty() ? near : "; the nearest is " + near;
}

}  // namespace

std::vector<const Case*> choose(const std::vector<Case>& cases, const std::vector<std::string>& names) {
  std::vector<const Case*> out;
  for (const std::string& given : names) {
    const std::string name = our_name(given);
    bool found = false;
    for (const Case& row : cases) {
      if (row.name != name && row.group != name && name != "all") continue;
      found = true;
      if (std::find(out.begin(), out.end(), &row) == out.end()) out.push_back(&row);
    }
    if (!found) throw BadWords("there is no case or group '" + given + "'" + nearest_case(cases, name) + "; --list shows them");
  }
  return out;
}

}  // namespace bench
