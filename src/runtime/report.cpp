#include "runtime/report.hpp"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace penstock::runtime {
namespace {

// One call writes whole lines, so that they do not mix with other ranks' output.
Status print(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), stderr) == text.size() && std::fflush(stderr) == 0) return Status::ok();
  return Status::error(Code::kSystem, "cannot write the report to stderr");
}

}  // namespace

Status print_report(StoreCarrier& store, observe::Counters& counters) {
  std::vector<std::vector<std::byte>> packed;
  PENSTOCK_TRY(store.gather_at(0, observe::pack(counters.rows()), &packed));
  if (store.rank() != 0) return Status::ok();
  std::vector<observe::PathRow> rows;
  for (std::size_t rank = 0; rank < packed.size(); ++rank) {
    if (Status merged = observe::merge_packed(packed[rank], &rows); !merged.is_ok()) {
      return std::move(merged).within(fmt::format("the counters of rank {}", rank));
    }
  }
  return print(observe::format_report(rows, store.size()));
}

}  // namespace penstock::runtime
