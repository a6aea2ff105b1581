#include <algorithm>

#include "case.hpp"
#include "mpi_call.hpp"

namespace bench {

std::vector<const Case*> choose(const std::vector<Case>& cases, const std::vector<std::string>& names) {
  std::vector<const Case*> out;
  for (const std::string& name : names) {
    bool found = false;
    for (const Case& row : cases) {
      if (row.name != name && row.group != name && name != "all") continue;
      found = true;
      if (std::find(out.begin(), out.end(), &row) == out.end()) out.push_back(&row);
    }
    if (!found) throw BadWords("there is no case or group '" + name + "'; --list shows them");
  }
  return out;
}

}  // namespace bench
