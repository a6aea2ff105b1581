// The log writes whole lines to stderr, with rank and level: "penstock[3] warn: ...".
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>

namespace penstock::base {

enum class Level : std::uint8_t { kError, kWarn, kInfo, kDebug };

// There is one Log per process object, which is passed down by reference. Tests install their own sink.
class Log {
 public:
  using Sink = std::function<void(Level, std::string_view line)>;

  explicit Log(Level level = Level::kWarn, int rank = -1);
  void set_rank(int rank) noexcept { rank_ = rank; }
  void set_level(Level level) noexcept { level_ = level; }
  void set_sink(Sink sink) { sink_ = std::move(sink); }

  [[nodiscard]] bool enabled(Level level) const noexcept { return level <= level_; }

  template <typename... Args>
  void error(fmt::format_string<Args...> format, Args&&... args) {
    write(Level::kError, fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void warn(fmt::format_string<Args...> format, Args&&... args) {
    if (enabled(Level::kWarn)) write(Level::kWarn, fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void info(fmt::format_string<Args...> format, Args&&... args) {
    if (enabled(Level::kInfo)) write(Level::kInfo, fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void debug(fmt::format_string<Args...> format, Args&&... args) {
    if (enabled(Level::kDebug)) write(Level::kDebug, fmt::format(format, std::forward<Args>(args)...));
  }
  // Prints information that the user asked for. It is printed at any log level and has no rank or level in front.
  template <typename... Args>
  void say(fmt::format_string<Args...> format, Args&&... args) {
    put(Level::kInfo, fmt::format("penstock: {}\n", fmt::format(format, std::forward<Args>(args)...)));
  }

 private:
  void write(Level level, std::string_view text);
  void put(Level level, const std::string& line);

  Level level_;
  int rank_;
  Sink sink_;
};

}  // namespace penstock::base

namespace penstock {
using base::Log;
}  // namespace penstock
