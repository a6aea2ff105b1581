#include "boot/pmi/mapping.hpp"

#include <algorithm>
#include <charconv>

namespace penstock::boot::pmi {
namespace {

constexpr int kMostHosts = 1 << 24;

bool take(std::string_view* text, std::string_view expected) noexcept {
  if (!text->starts_with(expected)) return false;
  text->remove_prefix(expected.size());
  return true;
}

bool take_number(std::string_view* text, int low, int* out) noexcept {
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), *out);
  if (error != std::errc() || *out < low || *out > kMostHosts) return false;
  text->remove_prefix(static_cast<std::size_t>(end - text->data()));
  return true;
}

}  // namespace

int hosts_in_mapping(std::string_view text) noexcept {
  if (!take(&text, "(vector")) return 0;
  int most = 0;
  while (take(&text, ",(")) {
    int first = 0;
    int hosts = 0;
    int ranks = 0;
    const bool read = take_number(&text, 0, &first) && take(&text, ",") && take_number(&text, 1, &hosts) && take(&text, ",") &&
                      take_number(&text, 1, &ranks) && take(&text, ")");
    if (!read) return 0;
    most = std::max(most, first + hosts);
  }
  return text == ")" ? most : 0;
}

}  // namespace penstock::boot::pmi
