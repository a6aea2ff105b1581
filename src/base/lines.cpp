#include "base/lines.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.hpp"

namespace penstock::base {
namespace {

constexpr std::size_t kLongestLine = 4096;
constexpr off_t kLargestFile = 1 << 20;

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::string_view without_comment(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || is_blank(line[i - 1]))) return line.substr(0, i);
  }
  return line;
}

bool is_text(std::string_view line) {
  return std::all_of(line.begin(), line.end(), [](unsigned char c) { return (c >= ' ' && c != 0x7f) || c == '\t'; });
}

Status read_all(int file, const std::string& path, std::string* text) {
  std::size_t got = 0;
  while (got < text->size()) {
    const ssize_t part = read(file, text->data() + got, text->size() - got);
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) return Status::system(errno, path);
    if (part == 0) break;
    got += static_cast<std::size_t>(part);
  }
  text->resize(got);
  return Status::ok();
}

}  // namespace

std::string_view trim(std::string_view text) noexcept {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string shown(std::string_view word) {
  constexpr std::size_t kMost = 60;
  return word.size() <= kMost ? std::string(word) : fmt::format("{}...", word.substr(0, kMost));
}

Status Lines::next(std::string_view* line) {
  while (!rest_.empty()) {
    const std::size_t end = rest_.find('\n');
    *line = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    if (!line->empty() && line->back() == '\r') line->remove_suffix(1);
    ++number_;
    if (line->size() > kLongestLine) return refuse("the line is longer than {} bytes", kLongestLine);
    if (!is_text(*line)) return refuse("a byte that is no text");
    *line = trim(without_comment(*line));
    if (!line->empty()) return Status::ok();
  }
  *line = {};
  return Status::ok();
}

Status read_text_file(const std::string& path, std::string* text, bool* missing) {
  text->clear();
  const Fd file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  *missing = file.get() < 0 && (errno == ENOENT || errno == ENOTDIR);
  struct stat about{};
  if (file.get() < 0 || fstat(file.get(), &about) != 0) return Status::system(errno, path);
  if (!S_ISREG(about.st_mode)) return Status::error(Code::kSystem, "{} is no regular file", path);
  if (about.st_size > kLargestFile) return Status::error(Code::kSystem, "{} is larger than 1 MiB", path);
  text->resize(static_cast<std::size_t>(about.st_size));
  return read_all(file.get(), path, text);
}

}  // namespace penstock::base
