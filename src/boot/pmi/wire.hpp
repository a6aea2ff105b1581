// PMI-1 on the wire: lines of "cmd=name key=value ...\n". Shared by the client here and the server in tools/mpiexec.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.hpp"

namespace penstock::boot::pmi {

// No line of the protocol is longer; a peer that sends more is refused.
constexpr std::size_t kMaxLine = 64 * 1024;
constexpr std::size_t kMaxFields = 64;

struct Message {
  std::string command;
  std::vector<std::pair<std::string, std::string>> fields;

  [[nodiscard]] const std::string* find(std::string_view key) const;
  // Empty if absent.
  [[nodiscard]] std::string_view text(std::string_view key) const;
  // Code::kProtocol if absent, no decimal integer, or outside [low, high].
  Status integer(std::string_view key, long low, long high, long* out) const;
};

// `line` comes without its newline. Words without '=' belong to the value before them, as some servers write messages.
Status parse_line(std::string_view line, Message* out);
// With its newline. Values must hold neither spaces nor newlines: see encode().
[[nodiscard]] std::string format_line(std::string_view command,
                                      std::span<const std::pair<std::string_view, std::string_view>> fields = {});

// Bytes as hexadecimal digits: valid in a value whatever they are.
[[nodiscard]] std::string encode(std::span<const std::byte> bytes);
Status decode(std::string_view text, std::vector<std::byte>* out);

// Collects what arrives and hands it out line by line.
class LineBuffer {
 public:
  // Code::kProtocol once a line exceeds kMaxLine.
  Status append(std::string_view bytes);
  // False if no whole line is there. The line comes without its newline.
  bool next(std::string* line);

 private:
  std::string pending_;
  std::size_t searched_ = 0;
};

}  // namespace penstock::boot::pmi
