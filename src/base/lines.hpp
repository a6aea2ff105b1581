// This header reads text files that people write: settings files and tuning tables.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/status.hpp"

namespace penstock::base {

[[nodiscard]] std::string_view trim(std::string_view text) noexcept;
// Returns the part of a word from a file that a message can show.
[[nodiscard]] std::string shown(std::string_view word);

// Lines yields the lines of a file that are not empty, without comments, surrounding blanks and carriage returns. A '#' begins
// a comment at the start of a line and after a blank.
class Lines {
 public:
  // Messages call the file `file`. Both views must stay valid as long as this object.
  Lines(std::string_view text, std::string_view file) : rest_(text), file_(file) {}

  // Sets an empty line at the end of the text. Returns Code::kConfig for a line that is too long (4 KiB) or holds bytes that
  // are no text.
  Status next(std::string_view* line);
  // Returns the number, from 1, of the line that next() gave last; 0 before the first call.
  [[nodiscard]] int number() const noexcept { return number_; }
  // Returns Code::kConfig with "FILE:LINE: ..." for the current line.
  template <typename... Args>
  Status refuse(fmt::format_string<Args...> format, Args&&... args) const {
    return Status::error(Code::kConfig, "{}:{}: {}", file_, number_ == 0 ? 1 : number_,
                         fmt::format(format, std::forward<Args>(args)...));
  }

 private:
  std::string_view rest_;
  std::string_view file_;
  int number_ = 0;
};

// Reads a whole regular file of at most 1 MiB. Returns Code::kSystem if it cannot be read; *missing is then true if the file
// does not exist.
Status read_text_file(const std::string& path, std::string* text, bool* missing);

}  // namespace penstock::base
