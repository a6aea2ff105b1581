#include "runtime/report.hpp"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace penstock::runtime {
namespace {

constexpr std::string_view kCountersKey = "runtime.counters";

// Whole lines in one call, so that they do not mix with other ranks' output.
Status print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stderr) == text.size() && std::fflush(stderr) == 0) return Status::ok();
  return Status::error(Code::kSystem, "cannot write the report to stderr");
}

}  // namespace

Status print_report(boot::Boot& boot, observe::Counters& counters) {
  PENSTOCK_TRY(boot.put(kCountersKey, observe::pack(counters.rows())));
  PENSTOCK_TRY(boot.fence());
  if (boot.rank() != 0) return Status::ok();
  std::vector<observe::PathRow> rows;
  for (int rank = 0; rank < boot.size(); ++rank) {
    std::vector<std::byte> packed;
    PENSTOCK_TRY(boot.get(rank, kCountersKey, &packed));
    if (Status merged = observe::merge_packed(packed, &rows); !merged.is_ok()) {
      return std::move(merged).within(fmt::format("the counters of rank {}", rank));
    }
  }
  return print(observe::format_report(rows, boot.size()));
}

}  // namespace penstock::runtime
