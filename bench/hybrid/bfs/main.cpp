// penstock-bfs: breadth-first search by MPI alone, and by MPI and OpenSHMEM. README.md describes its use.
#include <algorithm>
#include <cstdio>
#include <optional>

#include "channels.hpp"
#include "hybrid/job.hpp"
#include "mpi_call.hpp"
#include "options.hpp"
#include "validate.hpp"

namespace {

using namespace bench::hybrid;

struct Outcome {
  double seconds = 0;
  Verdict verdict;
};

struct Series {
  std::string form;
  std::vector<Outcome> searches;  // by root

  [[nodiscard]] std::vector<double> rates() const {
    std::vector<double> out;
    for (const Outcome& search : searches) out.push_back(static_cast<double>(search.verdict.edges) / search.seconds);
    return out;
  }
  [[nodiscard]] double harmonic_mean() const {
    double sum = 0;
    for (const double rate : rates()) sum += 1 / rate;
    return static_cast<double>(searches.size()) / sum;
  }
};

// Makes one parent wrong, on the first rank that has a vertex for it. Collective.
void spoil(const std::string& how, const Graph& graph, Vertex root, std::vector<Vertex>* parents) {
  int own = -1;
  for (Vertex vertex = 0; vertex < parents->size() && own < 0; ++vertex) {
    const auto near = graph.neighbours(vertex);
    const bool apart = std::find(near.begin(), near.end(), root) == near.end();
    if ((*parents)[vertex] != kNoVertex && graph.number_among_all(vertex) != root && apart) own = static_cast<int>(vertex);
  }
  int first = own >= 0 ? graph.rank() : graph.ranks();
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == graph.ranks()) throw bench::Failure("the tree has no vertex to spoil: choose a larger --scale");
  if (first != graph.rank()) return;
  Vertex& parent = (*parents)[static_cast<std::size_t>(own)];
  if (how == "circle") parent = graph.number_among_all(static_cast<Vertex>(own));
  if (how == "missing") parent = kNoVertex;
  if (how == "stranger") parent = root;
}

class Race {
 public:
  Race(const Job& job, const SearchOptions& options)
      : job_(job),
        options_(options),
        began_(MPI_Wtime()),
        graph_(options.size, job.rank, job.ranks, options.threads),
        building_(slowest(MPI_Wtime() - began_)),
        search_(graph_, options.threads) {
    const auto block = static_cast<std::size_t>(options.block);
    for (const std::string& form : kForms) {
      if (!wanted(form)) continue;
      series_.push_back({form, {}});
      if (form == "mpi") messages_.emplace(options.threads, block);
      if (form == "hybrid") queues_.emplace(options.threads, block, static_cast<std::size_t>(options.queue));
    }
  }

  // The form that comes first changes from root to root.
  void run() {
    roots_ = graph_.roots(options_.roots);
    for (Series& series : series_) once(&series, roots_.front());  // warms up
    for (Series& series : series_) series.searches.clear();
    for (std::size_t root = 0; root < roots_.size(); ++root) {
      for (std::size_t i = 0; i < series_.size(); ++i) once(&series_[(root + i) % series_.size()], roots_[root]);
    }
    compare_levels();
  }

  [[nodiscard]] bool right() const {
    bool all = true;
    for (const Series& series : series_) {
      for (const Outcome& search : series.searches) all = all && search.verdict.wrong.empty();
    }
    return all;
  }

  void print() const {
    std::printf("# %s\n# %d ranks of %d threads, 2^%d vertices, %llu edges, built in %.3g s; %zu roots, blocks of %d bytes\n",
                job_.library.c_str(), job_.ranks, options_.threads, options_.size.scale,
                static_cast<unsigned long long>(options_.size.edges()), building_, roots_.size(), options_.block);
    std::printf("%-10s%16s%16s%16s%16s\n", "# Form", "harmonic TEPS", "lowest", "highest", "median ms");
    for (const Series& series : series_) print(series);
    if (series_.size() == 2) std::printf("# hybrid over mpi: %.2f\n", ratio());
    std::fflush(stdout);
  }

  [[nodiscard]] nlohmann::json json() const {
    nlohmann::json root = document("penstock-bfs-run/1", job_, options_.words);
    root.update({{"scale", options_.size.scale},
                 {"edge_factor", options_.size.edge_factor},
                 {"seed", options_.size.seed},
                 {"threads", options_.threads},
                 {"block", options_.block},
                 {"queue", options_.queue},
                 {"building", rounded(building_)},
                 {"unit", "edges/s"},
                 {"forms", nlohmann::json::array()}});
    for (const Series& series : series_) root["forms"].push_back(json(series));
    if (series_.size() == 2) root["ratio"] = rounded(ratio());
    return root;
  }

 private:
  [[nodiscard]] bool wanted(const std::string& form) const {
    return std::find(options_.forms.begin(), options_.forms.end(), form) != options_.forms.end();
  }

  void once(Series* series, Vertex root) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double began = MPI_Wtime();
    if (series->form == "mpi") {
      search_.run(root, *messages_);
    } else {
      search_.run(root, *queues_);
    }
    Outcome found{slowest(MPI_Wtime() - began), {}};
    const bool last = series == &series_.back() && series->searches.size() + 1 == roots_.size();
    if (last && !options_.plant_error.empty()) spoil(options_.plant_error, graph_, root, &search_.parents());
    found.verdict = validate(graph_, root, search_.parents());
    series->searches.push_back(found);
  }

  void compare_levels() {
    for (std::size_t root = 0; root < roots_.size(); ++root) {
      for (Series& series : series_) {
        Verdict& verdict = series.searches[root].verdict;
        if (verdict.wrong.empty() && series_.front().searches[root].verdict.wrong.empty() &&
            verdict.digest != series_.front().searches[root].verdict.digest) {
          verdict.wrong = "its levels differ from those that " + series_.front().form + " found";
        }
      }
    }
  }

  // Returns the median over roots, each of which has both forms one after the other.
  [[nodiscard]] double ratio() const {
    std::vector<double> all;
    for (std::size_t root = 0; root < roots_.size(); ++root) {
      all.push_back(series_[0].searches[root].seconds / series_[1].searches[root].seconds);
    }
    return median(all);
  }

  void print(const Series& series) const {
    std::vector<double> rates = series.rates(), ms;
    for (const Outcome& search : series.searches) ms.push_back(search.seconds * 1e3);
    std::printf("%-10s%16.4g%16.4g%16.4g%16.3f\n", series.form.c_str(), series.harmonic_mean(),
                *std::min_element(rates.begin(), rates.end()), *std::max_element(rates.begin(), rates.end()), median(ms));
    for (std::size_t root = 0; root < roots_.size(); ++root) {
      const std::string& wrong = series.searches[root].verdict.wrong;
      if (!wrong.empty()) std::printf("# %s from %u: WRONG TREE: %s\n", series.form.c_str(), roots_[root], wrong.c_str());
    }
  }

  [[nodiscard]] nlohmann::json json(const Series& series) const {
    nlohmann::json out = {{"form", series.form},
                          {"harmonic_mean", rounded(series.harmonic_mean())},
                          {"median_rate", rounded(median(series.rates()))},
                          {"searches", nlohmann::json::array()}};
    for (std::size_t root = 0; root < roots_.size(); ++root) {
      const auto& [seconds, verdict] = series.searches[root];
      out["searches"].push_back({{"root", roots_[root]},
                                 {"seconds", rounded(seconds)},
                                 {"edges", verdict.edges},
                                 {"vertices", verdict.vertices},
                                 {"levels", verdict.levels},
                                 {"digest", std::to_string(verdict.digest)},
                                 {"wrong", verdict.wrong}});
    }
    return out;
  }

  const Job& job_;
  const SearchOptions& options_;
  const double began_;
  const Graph graph_;
  const double building_;
  Search search_;
  std::optional<MessageChannel> messages_;
  std::optional<QueueChannel> queues_;
  std::vector<Vertex> roots_;
  std::vector<Series> series_;
};

bool run(const Job& job, const SearchOptions& options) {
  if (job.rank == 0)
    write_document(options.json, document("penstock-bfs-run/1", job, options.words));  // reports an unwritable file now
  Race race(job, options);
  race.run();
  if (job.rank == 0) {
    race.print();
    write_document(options.json, race.json());
  }
  return race.right();
}

}  // namespace

int main(int argc, char** argv) {
  SearchOptions options;
  std::string text;
  const bench::Parsed parsed = parse(argc, argv, &options, &text);
  return run_job(argc, argv, "penstock-bfs", parsed, text, options.threads, [&](const Job& job) { return run(job, options); });
}
