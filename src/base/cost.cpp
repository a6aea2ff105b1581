#include "base/cost.hpp"

#include <fmt/format.h>

namespace penstock::base {
namespace {

std::string plain(double number) {
  std::string text = fmt::format("{:.6f}", number);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

}  // namespace

std::string cost_text(const Cost& cost) {
  return fmt::format("{}us {}MB/s", plain(cost.latency_us), plain(cost.bytes_per_us));
}

}  // namespace penstock::base
