// PMI-1 sends lines of the form "cmd=name key=value ...\n". The client here and the server in tools/mpiexec share this code.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.hpp"

namespace penstock::boot::pmi {

// No line of the protocol is longer; a peer that sends a longer line is refused.
constexpr std::size_t kMaxLine = 64 * 1024;
constexpr std::size_t kMaxFields = 64;

struct Message {
  std::string command;
  std::vector<std::pair<std::string, std::string>> fields;

  [[nodiscard]] const std::string* find(std::string_view key) const;
  // Returns an empty string if the key is absent.
  [[nodiscard]] std::string_view text(std::string_view key) const;
  // Returns Code::kProtocol if the key is absent, or its value is no decimal integer or is outside [low, high].
  Status integer(std::string_view key, long low, long high, long* out) const;
};

// `line` has no newline. A word without '=' belongs to the value before it, since some servers send messages in this form.
Status parse_line(std::string_view line, Message* out);
// Returns the line with its newline. Values must contain neither spaces nor newlines: see encode().
[[nodiscard]] std::string format_line(std::string_view command,
                                      std::span<const std::pair<std::string_view, std::string_view>> fields = {});

// Encodes bytes as hexadecimal digits, which are valid in a value whatever the bytes are.
[[nodiscard]] std::string encode(std::span<const std::byte> bytes);
Status decode(std::string_view text, std::vector<std::byte>* out);

// LineBuffer collects received bytes and returns them line by line.
class LineBuffer {
 public:
  // Returns Code::kProtocol once a line exceeds kMaxLine.
  Status append(std::string_view bytes);
  // Returns false if no whole line has been received. The line is returned without its newline.
  bool next(std::string* line);

 private:
  std::string pending_;
  std::size_t searched_ = 0;
};

}  // namespace penstock::boot::pmi
