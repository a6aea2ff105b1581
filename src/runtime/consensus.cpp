#include "runtime/consensus.hpp"

#include <algorithm>

namespace penstock::runtime {

Status conclude(const Status& mine, std::span<const std::int32_t> codes, std::string_view task) {
  if (!mine.is_ok()) return mine.clone();
  const auto failed = std::ranges::find_if(codes, [](std::int32_t code) { return code != 0; });
  if (failed == codes.end()) return Status::ok();
  const auto code = static_cast<Code>(*failed);
  return Status::error(code, "rank {} could not {}: {}; its own message tells why", failed - codes.begin(), task,
                       base::code_name(code));
}

// A member that failed says so before it looks whether it was heard.
Status all_ok(Carrier& carrier, const Status& mine, std::string_view task) {
  std::vector<std::int32_t> codes;
  Status heard = all_say(carrier, code_of(mine), &codes);
  if (mine.is_ok() && !heard.is_ok()) return heard;
  return conclude(mine, codes, task);
}

Status all_hand(Carrier& carrier, std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) {
  const std::size_t bytes = cell * static_cast<std::size_t>(carrier.size());
  if (sent.size() != bytes || got.size() != bytes) {
    return Status::error(Code::kInternal, "{} and {} bytes are no {} cells of {} bytes", sent.size(), got.size(),
                         carrier.size(), cell);
  }
  return carrier.hand(sent, got, cell);
}

}  // namespace penstock::runtime
