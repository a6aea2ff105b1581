#include "core/file/hints.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace penstock::core {
namespace {

using Sieve = io::AccessChoice::Sieve;

constexpr std::string_view kFilename = "filename";
constexpr std::string_view kPermissions = "file_perm";
constexpr std::string_view kStyle = "access_style";
constexpr std::string_view kSieveBytes = "ind_rd_buffer_size";
constexpr std::string_view kSieves = "romio_ds_read";
constexpr std::array<std::string_view, 7> kStyles = {"read_once",  "write_once",         "read_mostly", "write_mostly",
                                                     "sequential", "reverse_sequential", "random"};
// The index is a value of Sieve.
constexpr std::array<std::string_view, 3> kSieveNames = {"disable", "automatic", "enable"};
constexpr std::uint64_t kMostSieved = std::uint64_t{1} << 30;

bool read_number(std::string_view text, int base, std::uint64_t* out) {
  const auto [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), *out, base);
  return failure == std::errc() && rest == text.data() + text.size();
}

// Accepts a comma-separated list of styles.
bool is_style(std::string_view text) {
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    if (std::ranges::find(kStyles, text.substr(0, comma)) == kStyles.end()) return false;
    if (comma == text.size()) return true;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

void FileHints::take(const Info* hints) {
  if (hints == nullptr) return;
  std::uint64_t number = 0;
  if (const auto text = hints->get(kPermissions); text && read_number(*text, 8, &number) && number <= 0777) {
    permissions_ = static_cast<unsigned>(number);
  }
  if (const auto text = hints->get(kStyle); text && is_style(*text)) style_ = *text;
  if (const auto text = hints->get(kSieveBytes);
      text && read_number(*text, 10, &number) && number > 0 && number <= kMostSieved) {
    choice_.sieve_bytes = number;
  }
  if (const auto text = hints->get(kSieves)) {
    const auto found = std::ranges::find(kSieveNames, *text);
    if (found != kSieveNames.end()) choice_.sieve = static_cast<Sieve>(found - kSieveNames.begin());
  }
}

Status FileHints::tell(std::string_view filename, Info* out) const {
  if (filename.size() < MPI_MAX_INFO_VAL) PENSTOCK_TRY(out->set(kFilename, filename));
  PENSTOCK_TRY(out->set(kPermissions, fmt::format("{:o}", permissions_)));
  if (!style_.empty()) PENSTOCK_TRY(out->set(kStyle, style_));
  PENSTOCK_TRY(out->set(kSieveBytes, std::to_string(choice_.sieve_bytes)));
  return out->set(kSieves, kSieveNames[static_cast<std::size_t>(choice_.sieve)]);
}

}  // namespace penstock::core
