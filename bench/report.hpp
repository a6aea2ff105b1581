// Prints figures as text, in the columns of the OSU Micro-Benchmarks, and as JSON. Rank 0 alone uses it.
#pragma once

#include <memory>
#include <string>

#include "case.hpp"
#include "options.hpp"
#include "scene.hpp"

namespace bench {

class Report {
 public:
  // `where`: "host" or the GPU's name.
  Report(const Options& options, std::string library, const Team& world, const std::string& where);
  ~Report();

  void begin(const Case& which);
  void row(const Case& which, const Row& row);
  void remark(const std::string& text);
  void unsupported(const Case& which, const std::string& why);
  // Adds the duration of MPI_Finalize to the row of `init`, which is known at the very end.
  void finalized(double ms);

  [[nodiscard]] bool all_right() const { return all_right_; }
  // Throws Failure where the file cannot be written.
  void write_json() const;

 private:
  void head(const Case& which, const Row& row);

  struct Document;  // keeps the JSON library out of this header

  const Options& options_;
  std::string library_, place_;  // the library that ran, and the machine
  std::unique_ptr<Document> document_;
  bool headed_ = false, all_right_ = true;
};

void print_list(const std::vector<Case>& cases);

}  // namespace bench
