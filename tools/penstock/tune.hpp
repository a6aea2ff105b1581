// What `penstock tune` decides on: measurements, and the rows that follow from them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/config.hpp"

namespace penstock::tool {

using Json = nlohmann::ordered_json;

// Median and quartiles of repeated measurements; us.
struct Sample {
  double median = 0;
  double low = 0;   // lower quartile
  double high = 0;  // upper quartile
};
[[nodiscard]] Sample sample_of(std::vector<double> rounds);
// Better by more than noise: its upper quartile is below the other's lower one, and its median at least 5% lower.
[[nodiscard]] bool clearly_better(const Sample& one, const Sample& other);

// A row of the table to be written, with what it is worth.
struct Finding {
  std::string row;      // "PENSTOCK_EAGER_LIMIT = 16K", "coll ..."
  std::string before;   // what it replaces
  std::string comment;  // what was measured
  double gain = 1;      // time before / time now; 1: a better description of the machine, no gain claimed
};

struct Findings {
  std::vector<Finding> rows;
  std::vector<std::string> measured;  // a line each, for the table's comments
  std::vector<std::string> skipped;   // what was not measured, and why
  Json raw = Json::object();
};

// How much there is to do, and how far it is.
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

// One job of ours that measures.
struct Job {
  int ranks = 2;
  std::string measure = {};
  std::vector<std::uint64_t> sizes = {};
  double seconds = 1;
  bool device = false;
  std::vector<Setting> environment = {};
  std::string launch = {};  // a command in front, {ranks} their number; empty: this installation's mpiexec
};
// Runs it; *said is what its rank 0 printed. Code::kSystem with the job's own words if it failed.
Status run_job(const Job& job, Json* said);
// penstock-bench with these words, for about so many seconds; *said is what its --json holds. Failures as above.
Status run_bench(int ranks, const std::vector<std::string>& words, double seconds, Json* said);

// Between two measured sizes: the power of two nearest below their geometric mean.
[[nodiscard]] std::uint64_t border(std::uint64_t low, std::uint64_t high);

// What there is to measure on, and with how much time.
struct Plan {
  Settings settings;  // in force without a table of the user's
  int cpus = 1;
  int gpus = 0;
  double seconds = 100;
  bool quick = false;
  bool host = true;
  bool device = true;
  std::string launch;  // starts ranks on two hosts; empty: there is one
};

// Each adds to the findings; the time is planned with the meter by plan_*.
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

// Candidates for tunables, each run in turn for some rounds; the first is what is in force. The metric is the geometric mean
// over the sizes.
struct Contest {
  std::string what;  // "eager limit"
  Job job;
  std::vector<std::vector<Setting>> candidates;
  double seconds = 10;
};
Status hold(const Contest& contest, const Plan& plan, Meter& meter, Findings* out);

// A cost for each round of a small and a large copy, rows {"bytes", "us": [a round each]}. Rounds in which the large one was
// not clearly longer say nothing of the rate and are left out.
[[nodiscard]] std::vector<base::Cost> fits(const Json& small, const Json& large);
// A measured cost beside the one in force: a row if they differ by more than noise and a sixth.
void compare_cost(const std::string& name, const std::vector<base::Cost>& rounds, const base::Cost& in_force,
                  const std::string& comment, Findings* out);

// The table as text. `date` is "2026-11-21".
[[nodiscard]] std::string table_text(const Plan& plan, const Findings& findings, const std::string& date);
// Writes it whole or not at all. Without `replace` an existing file is an error; with it the old one becomes PATH.bak.
Status write_table(const std::string& path, const std::string& text, bool replace);

}  // namespace penstock::tool
