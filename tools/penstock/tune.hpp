// The measurements of `penstock tune`, and the rows that follow from them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/config.hpp"

namespace penstock::tool {

using Json = nlohmann::ordered_json;

// Median and quartiles of repeated measurements, in us.
struct Sample {
  double median = 0;
  double low = 0;   // lower quartile
  double high = 0;  // upper quartile
};
[[nodiscard]] Sample sample_of(std::vector<double> rounds);
// True if `one` is better by more than noise: its upper quartile is below the other's lower one,
// and its median at least 5% lower.
[[nodiscard]] bool clearly_better(const Sample& one, const Sample& other);

// A row of the table to be written, with its gain.
struct Finding {
  std::string row;      // "PENSTOCK_EAGER_LIMIT = 16K", "coll ..."
  std::string before;   // the row that it replaces
  std::string comment;  // the measurement
  double gain = 1;      // time before / time now; 1: a better description of the machine, no gain claimed
};

struct Findings {
  std::vector<Finding> rows;
  std::vector<std::string> measured;  // one line each, for the comments of the table
  std::vector<std::string> skipped;   // the measurements that were left out, and why
  Json raw = Json::object();
};

// Shows the progress of all measurements.
class Meter {
 public:
  explicit Meter(bool shown) : shown_(shown) {}
  void plan(double seconds) { total_ += seconds; }
  void begin(const std::string& what);
  void done(double seconds);
  void end() const;

 private:
  void draw() const;
  bool shown_;
  double total_ = 0;
  double passed_ = 0;
  std::string what_;
};

struct Setting {
  std::string name;
  std::string value;
};

// One of our own jobs that measures.
struct Job {
  int ranks = 2;
  std::string measure = {};
  std::vector<std::uint64_t> sizes = {};
  double seconds = 1;
  bool device = false;
  std::vector<Setting> environment = {};
  std::string launch = {};  // a command in front, with {ranks} for their number; empty: this installation's mpiexec
};
// Runs a job; *said is the JSON that its rank 0 printed. Code::kSystem with the job's own message if it failed.
Status run_job(const Job& job, Json* said);
// Runs penstock-bench with these words, for about `seconds`; *said is the document of its --json. It fails as run_job().
Status run_bench(int ranks, const std::vector<std::string>& words, double seconds, Json* said);

// Returns the border between two measured sizes: the power of two nearest below their geometric mean.
[[nodiscard]] std::uint64_t border(std::uint64_t low, std::uint64_t high);

// The parts of the machine to measure, and the time for them.
struct Plan {
  Settings settings;  // those in force without a table of the user's
  int cpus = 1;
  int gpus = 0;
  double seconds = 100;
  bool quick = false;
  bool host = true;
  bool device = true;
  std::string launch;  // the command that starts ranks on two hosts; empty: there is one host
};

// Each tune_* adds to the findings; its plan_* tells the meter its time first.
void plan_host(const Plan& plan, Meter& meter);
Status tune_host(const Plan& plan, Meter& meter, Findings* out);
void plan_device(const Plan& plan, Meter& meter);
Status tune_device(const Plan& plan, Meter& meter, Findings* out);
void plan_net(const Plan& plan, Meter& meter);
Status tune_net(const Plan& plan, Meter& meter, Findings* out);
void plan_coll(const Plan& plan, Meter& meter);
Status tune_coll(const Plan& plan, Meter& meter, Findings* out);
[[nodiscard]] bool has_gpu_collectives(const Plan& plan) noexcept;
void plan_gpu(const Plan& plan, Meter& meter);
Status tune_gpu(const Plan& plan, Meter& meter, Findings* out);

// Candidates for tunables, each measured in turn for some rounds; the first has the values in force. The metric is the
// geometric mean over the sizes.
struct Contest {
  std::string what;  // "eager limit"
  Job job;
  std::vector<std::vector<Setting>> candidates;
  double seconds = 10;
};
Status hold(const Contest& contest, const Plan& plan, Meter& meter, Findings* out);

// Fits a cost to each round of a small and a large copy, rows {"bytes", "us": [a round each]}. Rounds in which the large copy
// was not clearly longer say nothing about the rate and are left out.
[[nodiscard]] std::vector<base::Cost> fits(const Json& small, const Json& large);
// Compares a measured cost with the one in force: adds a row if they differ by more than noise and by more than a sixth.
void compare_cost(const std::string& name, const std::vector<base::Cost>& rounds, const base::Cost& in_force,
                  const std::string& comment, Findings* out);

// Returns the table as text. `date` is "2026-11-21".
[[nodiscard]] std::string table_text(const Plan& plan, const Findings& findings, const std::string& date);
// Writes the file whole or not at all. Without `replace` an existing file is an error; with it the old file becomes PATH.bak.
Status write_table(const std::string& path, const std::string& text, bool replace);

}  // namespace penstock::tool
