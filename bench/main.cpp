// penstock-bench measures an MPI library. It is a plain MPI program over mpi.h; bench/README.md describes how figures are made.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <exception>

#include <unistd.h>

#include "coll.hpp"
#include "crowd.hpp"
#include "mpi_call.hpp"
#include "process_memory.hpp"
#include "report.hpp"
#include "scene.hpp"

namespace {

using bench::check;

// Makes a communicator that returns errors, and a second one for messages that are not measured.
bench::Team team_of(MPI_Comm from, bool member) {
  bench::Team team;
  MPI_Comm part = MPI_COMM_NULL;
  check(MPI_Comm_split(from, member ? 0 : MPI_UNDEFINED, 0, &part), "MPI_Comm_split");
  if (!member) return team;
  team.comm = part;
  check(MPI_Comm_set_errhandler(team.comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_dup(team.comm, &team.control), "MPI_Comm_dup");
  check(MPI_Comm_set_errhandler(team.control, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check(MPI_Comm_rank(team.comm, &team.rank), "MPI_Comm_rank");
  check(MPI_Comm_size(team.comm, &team.size), "MPI_Comm_size");
  team.crowded = bench::is_crowded(team.control);
  return team;
}

void free_team(bench::Team* team) {
  if (team->comm == MPI_COMM_NULL) return;
  check(MPI_Comm_free(&team->control), "MPI_Comm_free");
  check(MPI_Comm_free(&team->comm), "MPI_Comm_free");
}

// Returns the rank among those of this host; the rank in the job if the library cannot tell.
int local_rank(int rank) {
  MPI_Comm host = MPI_COMM_NULL;
  if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host) != MPI_SUCCESS) return rank;
  int mine = rank;
  check(MPI_Comm_rank(host, &mine), "MPI_Comm_rank");
  check(MPI_Comm_free(&host), "MPI_Comm_free");
  return mine;
}

// Returns the name of the first device that any rank uses.
std::string where_of(const bench::Team& world, const std::string& mine) {
  constexpr int kLength = 128;
  std::vector<char> all(static_cast<std::size_t>(kLength * world.size));
  char name[kLength] = "";
  std::snprintf(name, sizeof name, "%s", mine.c_str());
  check(MPI_Gather(name, kLength, MPI_CHAR, all.data(), kLength, MPI_CHAR, 0, world.control), "MPI_Gather");
  for (int rank = 0; world.rank == 0 && rank < world.size; ++rank) {
    const std::string one = all.data() + static_cast<std::size_t>(rank * kLength);
    if (one != "host") return one;
  }
  return "host";
}

// The teams differ in the algorithm of one collective. Other libraries do not know the key.
class Contenders {
 public:
  Contenders(const bench::Options& options, const bench::Case& which, const bench::Team& team) {
    const bool by_name = which.coll != nullptr && !options.algorithms.empty();
    if (!by_name) all_.push_back({"", team});
    for (const std::string& name : options.algorithms) {
      if (by_name) add(options, which, team, name);
    }
  }
  Contenders(const Contenders&) = delete;
  Contenders& operator=(const Contenders&) = delete;
  ~Contenders() {
    for (MPI_Comm& comm : made_) MPI_Comm_free(&comm);
  }

  struct One {
    std::string algorithm;
    bench::Team team;
  };
  [[nodiscard]] const std::vector<One>& all() const { return all_; }

 private:
  void add(const bench::Options& options, const bench::Case& which, const bench::Team& team, const std::string& name) {
    const bool gpu = std::ranges::any_of(options.memory, [](const std::string& kind) { return kind != "host"; });
    const std::string text = std::string(gpu ? "gpu " : "") + which.coll->name + "=" + name;
    MPI_Info info = MPI_INFO_NULL;
    check(MPI_Info_create(&info), "MPI_Info_create");
    if (name != "default") check(MPI_Info_set(info, "penstock_coll_algorithm", text.c_str()), "MPI_Info_set");
    bench::Team own = team;
    check(MPI_Comm_dup_with_info(team.comm, info, &own.comm), "MPI_Comm_dup_with_info");
    made_.push_back(own.comm);
    check(MPI_Info_free(&info), "MPI_Info_free");
    check(MPI_Comm_set_errhandler(own.comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    all_.push_back({name, own});
  }

  std::vector<One> all_;
  std::vector<MPI_Comm> made_;
};

std::vector<std::size_t> sizes_of(const bench::Options& options, const bench::Case& which, int ranks) {
  if (which.max == 0) return {which.element.bytes};
  const std::size_t low = options.min != 0 ? options.min : which.min, high = options.max != 0 ? options.max : which.max;
  std::vector<std::size_t> all = options.sizes;
  for (std::size_t bytes = low; options.sizes.empty() && bytes <= high; bytes *= 2) all.push_back(bytes);
  const bool equal_parts = which.name.find("reduce_scatter_block") != std::string::npos;
  const std::size_t step = which.element.bytes * (equal_parts ? static_cast<std::size_t>(ranks) : 1);
  std::erase_if(all, [&](std::size_t bytes) { return bytes % step != 0; });
  return all;
}

class Session {
 public:
  Session(const bench::Options& options, const bench::Startup& startup) : options_(options), startup_(startup) {
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    check(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    world_ = team_of(MPI_COMM_WORLD, true);
    pair_ = team_of(MPI_COMM_WORLD, world_.rank < 2);
    local_rank_ = local_rank(world_.rank);
  }

  // Returns true if all data were right; it is meaningful on rank 0.
  bool run(bench::Report* report, const std::vector<const bench::Case*>& chosen) {
    for (const bench::Case* which : chosen) {
      const bench::Team& team = which->team == bench::Case::Team::kPair ? pair_ : world_;
      const std::string why = misfit(*which);
      if (report != nullptr) report->begin(*which);
      if (!why.empty() && report != nullptr) report->unsupported(*which, why);
      if (why.empty() && team.comm != MPI_COMM_NULL) one(report, *which, team);
      check(MPI_Barrier(world_.control), "MPI_Barrier");
    }
    return report == nullptr || report->all_right();
  }

  // Throws BadWords for a case that is named by itself and that these ranks cannot run. A case of a group is reported instead.
  void must_fit(const std::vector<const bench::Case*>& chosen) const {
    for (const bench::Case* which : chosen) {
      const std::string why = misfit(*which);
      const bool named = std::find(options_.cases.begin(), options_.cases.end(), which->name) != options_.cases.end();
      if (named && !why.empty()) throw bench::BadWords(why);
    }
  }

  void leave() {
    free_team(&pair_);
    free_team(&world_);
  }

  [[nodiscard]] const bench::Team& world() const { return world_; }
  [[nodiscard]] int rank_on_host() const { return local_rank_; }

 private:
  // Returns why these ranks cannot run the case; empty if they can.
  [[nodiscard]] std::string misfit(const bench::Case& which) const {
    const bool messages = which.group == "p2p" || which.group == "pack";
    if (!messages && options_.datatype[0] != options_.datatype[1]) return which.name + " takes one --datatype, not two";
    if (options_.staged && which.group != "coll" && which.group != "rma")
      return which.name + " is neither a blocking collective nor one-sided: --staged takes those";
    if (which.misfit != nullptr) {
      if (const std::string why = which.misfit(options_, which); !why.empty()) return why;
    }
    if (which.team == bench::Case::Team::kAll) return {};
    const char* const remedy = "; start it with mpiexec -n 2 penstock-bench, or penstock bench --ranks 2";
    if (world_.size < 2) return which.name + " needs at least 2 ranks" + remedy;
    const bool odd = which.team == bench::Case::Team::kPairs && world_.size % 2 != 0;
    return odd ? which.name + " pairs the ranks: it needs an even number, not " + std::to_string(world_.size) + remedy : "";
  }

  [[nodiscard]] std::size_t side_of(const bench::Case& which) const {
    if (which.team == bench::Case::Team::kPairs) return world_.rank < world_.size / 2 ? 0 : 1;
    return static_cast<std::size_t>(world_.rank % 2);
  }

  [[nodiscard]] bench::Memory memory_of(const bench::Case& which, bool receives) const {
    using Sides = bench::Case::Sides;
    const std::size_t side = which.sides == Sides::kOfRank
                                 ? side_of(which)
                                 : static_cast<std::size_t>(receives == (which.sides == Sides::kSendFirst));
    return {options_.memory, side, local_rank_};
  }

  void one(bench::Report* report, const bench::Case& which, const bench::Team& team) {
    const bench::Memory memory = memory_of(which, false), recv_memory = memory_of(which, true);
    const std::string& datatype = options_.datatype[side_of(which)];
    const Contenders contenders(options_, which, team);
    const std::vector<std::size_t> sizes = sizes_of(options_, which, team.size);
    if (sizes.empty() && report != nullptr) report->remark("no size given is a whole number of its elements");
    try {
      std::deque<bench::Scene> scenes;
      for (const Contenders::One& contender : contenders.all()) {
        scenes.emplace_back(options_, which, contender.team, memory, recv_memory, datatype, startup_).reserve(sizes);
      }
      for (const std::size_t bytes : sizes) {
        for (int round = 0; round < options_.rounds; ++round) {
          for (std::size_t i = 0; i < scenes.size(); ++i) {
            bench::Row row = measure(scenes[i], bytes);
            row.algorithm = contenders.all()[i].algorithm;
            row.round = round;
            if (report != nullptr) report->row(which, row);
          }
        }
        if (report != nullptr) progress(which, bytes);
      }
    } catch (const bench::Unsupported& missing) {
      if (report != nullptr) report->unsupported(which, missing.what());
    }
  }

  static bench::Row measure(bench::Scene& scene, std::size_t bytes) {
    scene.set_size(bytes);
    bench::Row row = scene.which.run(scene);
    row.bytes = scene.which.max == 0 ? 0 : bytes;
    return row;
  }

  // Prints at most one line in five seconds, if stdout does not go to the terminal.
  void progress(const bench::Case& which, std::size_t bytes) {
    constexpr double kEvery = 5;
    const bool terminal = isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) == 0;
    if ((!options_.progress && !terminal) || bench::seconds_since(said_) < kEvery) return;
    said_ = bench::Clock::now();
    std::fprintf(stderr, "penstock-bench: %s, %zu bytes done, %.0f s so far\n", which.name.c_str(), bytes,
                 bench::seconds_since(began_));
  }

  const bench::Options& options_;
  const bench::Startup& startup_;
  bench::Team world_, pair_;
  int local_rank_ = 0;
  bench::Clock::time_point began_ = bench::Clock::now(), said_ = began_;
};

double monotonic_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bench::Startup start(const bench::Options& options, int* argc, char*** argv) {
  bench::Startup out;
  const bench::ProcessMemory before = bench::process_memory();
  const double begin = monotonic_seconds();
  MPI_Init(argc, argv);
  const double end = monotonic_seconds();
  const bench::ProcessMemory after = bench::process_memory();
  out.init_ms = (end - begin) * 1e3;
  if (options.launched_at >= 0) out.since_launch_ms = (end - options.launched_at) * 1e3;
  out.rss_before = before.rss;
  out.pss_before = before.pss;
  out.rss_after = after.rss;
  out.pss_after = after.pss;
  return out;
}

// Returns exit status 2 on every rank; rank 0 alone prints the sentence.
int refuse(int rank, const std::string& text) {
  if (rank == 0) std::fprintf(stderr, "penstock-bench: %s\n", text.c_str());
  MPI_Finalize();
  return 2;
}

int measure(const bench::Options& options, const bench::Startup& startup, const std::vector<bench::Case>& cases) {
  Session session(options, startup);
  const int rank = session.world().rank;
  std::optional<bench::Report> report;
  bool right = true;
  try {
    const std::vector<const bench::Case*> chosen = bench::choose(cases, options.cases);
    session.must_fit(chosen);
    const bench::Memory mine(options.memory, static_cast<std::size_t>(rank % 2), session.rank_on_host());
    const std::string where = where_of(session.world(), mine.where());
    if (rank == 0) report.emplace(options, bench::library_name(), session.world(), where);
    if (report) report->write_json();  // a file that cannot be written is reported now, not after the measurement
    right = session.run(report ? &*report : nullptr, chosen);
  } catch (const bench::BadWords& wrong) {
    return refuse(rank, wrong.what());
  }
  session.leave();
  const auto begin = bench::Clock::now();
  MPI_Finalize();
  if (report) {
    report->finalized(bench::seconds_since(begin) * 1e3);
    report->write_json();
  }
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Options options;
  std::string text;
  const bench::Parsed parsed = bench::parse(argc, argv, &options, &text);
  if (parsed == bench::Parsed::kHelp) return std::fputs(text.c_str(), stdout), 0;
  int rank = 0;
  try {
    const bench::Startup startup = start(options, &argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parsed == bench::Parsed::kBad) return refuse(rank, text);
    const std::vector<bench::Case> cases = bench::all_cases();
    if (options.list) {
      if (rank == 0) bench::print_list(cases);
      MPI_Finalize();
      return 0;
    }
    return measure(options, startup, cases);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "penstock-bench: rank %d: %s\n", rank, error.what());
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized == 0) MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
  }
}
