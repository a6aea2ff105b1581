#include "base/log.hpp"

#include <cerrno>
#include <string>

#include <unistd.h>

namespace penstock::base {
namespace {

std::string_view level_name(Level level) {
  switch (level) {
    case Level::kError: return "error";
    case Level::kWarn: return "warn";
    case Level::kInfo: return "info";
    case Level::kDebug: return "debug";
  }
  return "?";
}

// Each line is one write, so that lines of several threads and processes do not mix. A failure of stderr cannot be reported
// anywhere.
void write_whole(std::string_view line) {
  while (!line.empty()) {
    const ssize_t n = ::write(STDERR_FILENO, line.data(), line.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    line.remove_prefix(static_cast<std::size_t>(n));
  }
}

}  // namespace

Log::Log(Level level, int rank) : level_(level), rank_(rank) {}

void Log::write(Level level, std::string_view text) {
  put(level, rank_ >= 0 ? fmt::format("penstock[{}] {}: {}\n", rank_, level_name(level), text)
                        : fmt::format("penstock {}: {}\n", level_name(level), text));
}

void Log::put(Level level, const std::string& line) {
  if (sink_) {
    sink_(level, std::string_view(line).substr(0, line.size() - 1));
  } else {
    write_whole(line);
  }
}

}  // namespace penstock::base
