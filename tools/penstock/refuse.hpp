// Reports a command line that a command does not understand.
#pragma once

#include <CLI/CLI.hpp>

#include <string>

#include <fmt/format.h>

#include "base/nearest.hpp"

namespace penstock::tool {

// Prints the help if it was requested, or else the error, with the nearest option. Returns the exit status.
inline int refuse(const CLI::App& app, const CLI::ParseError& error) {
  const std::string near = base::nearest_option(app);
  if (error.get_exit_code() == 0 || near.empty()) return app.exit(error) == 0 ? 0 : 2;
  fmt::print(stderr, "{}: {}{}\nRun with --help for more information.\n", app.get_name(), error.what(), near);
  return 2;
}

}  // namespace penstock::tool
