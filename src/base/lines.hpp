// Reading the text files that people write: settings files and tuning tables.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/status.hpp"

namespace penstock::base {

[[nodiscard]] std::string_view trim(std::string_view text) noexcept;
// What of a word from a file can be shown in a message.
[[nodiscard]] std::string shown(std::string_view word);

// The lines of a file that hold something, without comments, blanks at the ends and carriage returns. A '#' begins a comment at
// the start of a line and after a blank.
class Lines {
 public:
  // `file` is what messages call it. Both stay where they are as long as this.
  Lines(std::string_view text, std::string_view file) : rest_(text), file_(file) {}

  // Empty at the end. Code::kConfig for a line that is too long (4 KiB) or holds bytes that are no text.
  Status next(std::string_view* line);
  // Of the line that next() gave last, from 1; 0 before the first.
  [[nodiscard]] int number() const noexcept { return number_; }
  // Code::kConfig, "FILE:LINE: ..." of that line.
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

// A whole regular file of at most 1 MiB. Code::kSystem if it cannot be read; *missing then tells whether there is none.
Status read_text_file(const std::string& path, std::string* text, bool* missing);

}  // namespace penstock::base
