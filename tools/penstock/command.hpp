// A subcommand of `penstock`: one row of the table in main.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace penstock::tool {

struct Command {
  std::string_view name;
  std::string_view summary;                        // one line of `penstock --help`
  int (*run)(std::span<const std::string> words);  // the words after the name; returns the exit status
};

// Each parses its own words, prints its own --help, and reports errors in them on stderr (exit status 2).
int bench(std::span<const std::string> words);
int compare(std::span<const std::string> words);
int stencil(std::span<const std::string> words);
int startup(std::span<const std::string> words);
int plot(std::span<const std::string> words);
int info(std::span<const std::string> words);
int simulate(std::span<const std::string> words);
int tune(std::span<const std::string> words);
int doctor(std::span<const std::string> words);
int report(std::span<const std::string> words);
int peers(std::span<const std::string> words);
int completion(std::span<const std::string> words);

}  // namespace penstock::tool
