// Parses a command line with the options that a program has declared.
#pragma once

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>
#include <vector>

#include "base/nearest.hpp"
#include "parsed.hpp"

namespace bench {

// The whole command line goes into `words`, with the program's name without its folder.
inline Parsed read_command_line(CLI::App& app, int argc, char** argv, std::vector<std::string>* words, std::string* text) {
  words->assign(argv, argv + argc);
  if (argc > 0) words->front() = std::filesystem::path(words->front()).filename();
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    *text = app.help();
    return Parsed::kHelp;
  } catch (const CLI::ParseError& error) {
    *text = error.what() + penstock::base::nearest_option(app);
    return Parsed::kBad;
  }
  return Parsed::kGo;
}

}  // namespace bench
