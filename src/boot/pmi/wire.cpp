#include "boot/pmi/wire.hpp"

#include <algorithm>
#include <charconv>

namespace penstock::boot::pmi {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Returns the part of a bad line that a message can show: the line may be long and may hold any bytes.
std::string shown(std::string_view line) {
  std::string out(line.substr(0, 80));
  std::replace_if(out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return line.size() > 80 ? out + "..." : out;
}

Status add_word(std::string_view word, std::string_view line, Message* out) {
  const std::size_t equals = word.find('=');
  if (equals == 0 || equals == std::string_view::npos) {
    if (out->fields.empty()) return Status::error(Code::kProtocol, "PMI line starts with no 'key=': '{}'", shown(line));
    out->fields.back().second.append(" ").append(word);
    return Status::ok();
  }
  if (out->fields.size() == kMaxFields) {
    return Status::error(Code::kProtocol, "PMI line has more than {} fields: '{}'", kMaxFields, shown(line));
  }
  out->fields.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  return Status::ok();
}

}  // namespace

const std::string* Message::find(std::string_view key) const {
  const auto found = std::find_if(fields.begin(), fields.end(), [key](const auto& field) { return field.first == key; });
  return found == fields.end() ? nullptr : &found->second;
}

std::string_view Message::text(std::string_view key) const {
  const std::string* value = find(key);
  return value == nullptr ? std::string_view() : std::string_view(*value);
}

Status Message::integer(std::string_view key, long low, long high, long* out) const {
  const std::string_view value = text(key);
  long number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (value.empty() || error != std::errc() || end != value.data() + value.size() || number < low || number > high) {
    return Status::error(Code::kProtocol, "PMI {}: {}='{}' is no integer in {}..{}", command, key, shown(value), low, high);
  }
  *out = number;
  return Status::ok();
}

Status parse_line(std::string_view line, Message* out) {
  *out = Message{};
  if (line.size() > kMaxLine ||
      std::any_of(line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; })) {
    return Status::error(Code::kProtocol, "PMI line is too long or holds control characters: '{}'", shown(line));
  }
  for (std::size_t at = 0; at < line.size();) {
    const std::size_t end = std::min(line.find(' ', at), line.size());
    if (end > at) PENSTOCK_TRY(add_word(line.substr(at, end - at), line, out));
    at = end + 1;
  }
  if (out->fields.empty() || out->fields.front().first != "cmd") {
    return Status::error(Code::kProtocol, "PMI line does not start with 'cmd=': '{}'", shown(line));
  }
  out->command = std::move(out->fields.front().second);
  out->fields.erase(out->fields.begin());
  return Status::ok();
}

std::string format_line(std::string_view command, std::span<const std::pair<std::string_view, std::string_view>> fields) {
  std::string line = "cmd=";
  line.append(command);
  for (const auto& [key, value] : fields) line.append(" ").append(key).append("=").append(value);
  line.append("\n");
  return line;
}

std::string encode(std::span<const std::byte> bytes) {
  std::string text;
  text.reserve(2 * bytes.size());
  for (std::byte b : bytes) {
    const auto value = std::to_integer<unsigned>(b);
    text.push_back(kDigits[value >> 4U]);
    text.push_back(kDigits[value & 15U]);
  }
  return text;
}

Status decode(std::string_view text, std::vector<std::byte>* out) {
  if (text.size() % 2 != 0) return Status::error(Code::kProtocol, "PMI value has an odd number of digits");
  out->reserve(out->size() + text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const int high = digit_value(text[i]);
    const int low = digit_value(text[i + 1]);
    if (high < 0 || low < 0) return Status::error(Code::kProtocol, "PMI value is not hexadecimal: '{}'", shown(text));
    out->push_back(static_cast<std::byte>(high * 16 + low));
  }
  return Status::ok();
}

Status LineBuffer::append(std::string_view bytes) {
  pending_.append(bytes);
  const std::size_t newline = pending_.find('\n', searched_);
  searched_ = newline == std::string::npos ? pending_.size() : newline;
  if (searched_ > kMaxLine) return Status::error(Code::kProtocol, "PMI line is longer than {} bytes", kMaxLine);
  return Status::ok();
}

bool LineBuffer::next(std::string* line) {
  const std::size_t newline = pending_.find('\n', searched_);
  if (newline == std::string::npos) {
    searched_ = pending_.size();
    return false;
  }
  line->assign(pending_, 0, newline);
  pending_.erase(0, newline + 1);
  searched_ = 0;
  return true;
}

}  // namespace penstock::boot::pmi
