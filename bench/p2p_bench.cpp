// Latency and bandwidth between two ranks, any memory on either side, data checked. Columns as the OSU Micro-Benchmarks print
// them. A plain MPI program: only mpi.h and the small GPU helper.
#include <mpi.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bench/buffer.hpp"

namespace {

using bench::Buffer;
using Clock = std::chrono::steady_clock;

constexpr int kData = 1, kReply = 2, kControl = 3;
constexpr int kBlocks = 20;  // a figure is the median of this many blocks

struct Options {
  std::string memory = "host:host";
  std::vector<std::string> tests = {"latency", "bw", "bibw"};
  std::size_t max_bytes = std::size_t{64} << 20;
  double seconds = 0.2;  // for each size of each test
  int window = 64;
  std::string json;
};

struct Row {
  std::string test;
  std::size_t bytes = 0;
  double median = 0, low = 0, high = 0;
  bool checked = false;
};

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Bench {
 public:
  Bench(const Options& options, int rank, Buffer& send, Buffer& recv)
      : options_(options), rank_(rank), peer_(1 - rank), send_(send), recv_(recv) {}

  Row latency(std::size_t bytes) {
    const bool good = verify(bytes);
    auto half_round_trip = [&](int iterations) {
      const auto begin = Clock::now();
      for (int i = 0; i < iterations; ++i) {
        if (rank_ == 0) {
          put(bytes);
          get(bytes);
        } else {
          get(bytes);
          put(bytes);
        }
      }
      return seconds_since(begin) / iterations / 2 * 1e6;
    };
    return measure("latency", bytes, good, half_round_trip);
  }

  // MB/s, a window of messages each way (both) or from rank 0 to rank 1, answered by one small message.
  Row bandwidth(std::size_t bytes, bool both) {
    const bool good = verify(bytes);
    auto rate = [&](int iterations) {
      const auto begin = Clock::now();
      for (int i = 0; i < iterations; ++i) window(bytes, both);
      const double moved = static_cast<double>(bytes) * options_.window * iterations * (both ? 2 : 1);
      return moved / seconds_since(begin) / 1e6;
    };
    return measure(both ? "bibw" : "bw", bytes, good, rate);
  }

 private:
  void put(std::size_t bytes) { MPI_Send(send_.data(), static_cast<int>(bytes), MPI_BYTE, peer_, kData, MPI_COMM_WORLD); }
  void get(std::size_t bytes) {
    MPI_Recv(recv_.data(), static_cast<int>(bytes), MPI_BYTE, peer_, kData, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }

  void window(std::size_t bytes, bool both) {
    std::vector<MPI_Request> requests;
    requests.reserve(static_cast<std::size_t>(options_.window) * 2);
    for (int i = 0; i < options_.window; ++i) {
      if (both || rank_ == 1) {
        MPI_Irecv(recv_.data(), static_cast<int>(bytes), MPI_BYTE, peer_, kData, MPI_COMM_WORLD, &requests.emplace_back());
      }
    }
    for (int i = 0; i < options_.window; ++i) {
      if (both || rank_ == 0) {
        MPI_Isend(send_.data(), static_cast<int>(bytes), MPI_BYTE, peer_, kData, MPI_COMM_WORLD, &requests.emplace_back());
      }
    }
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    char answer = 0;
    if (rank_ == 0) MPI_Recv(&answer, 1, MPI_BYTE, peer_, kReply, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank_ == 1) MPI_Send(&answer, 1, MPI_BYTE, peer_, kReply, MPI_COMM_WORLD);
  }

  // Both ways once, with fresh patterns over a poisoned target; the two ranks agree on the verdict.
  bool verify(std::size_t bytes) {
    ++seed_;
    send_.fill(bytes, seed_ * 2 + static_cast<unsigned>(rank_));
    recv_.fill(bytes, ~seed_);
    MPI_Sendrecv(send_.data(), static_cast<int>(bytes), MPI_BYTE, peer_, kData, recv_.data(), static_cast<int>(bytes), MPI_BYTE,
                 peer_, kData, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int good = recv_.matches(bytes, seed_ * 2 + static_cast<unsigned>(peer_)) ? 1 : 0;
    int other = 0;
    MPI_Sendrecv(&good, 1, MPI_INT, peer_, kControl, &other, 1, MPI_INT, peer_, kControl, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return good == 1 && other == 1;
  }

  // Iterations by time: rank 0 decides from a first short run, so that both ranks do the same number.
  template <typename Body>
  Row measure(const char* test, std::size_t bytes, bool good, Body&& body) {
    body(2);
    const auto begin = Clock::now();
    body(4);
    int iterations = std::max(2, static_cast<int>(options_.seconds / kBlocks / std::max(seconds_since(begin) / 4, 1e-8)));
    iterations = std::min(iterations, 20000);
    MPI_Bcast(&iterations, 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::vector<double> samples;
    for (int i = 0; i < kBlocks; ++i) samples.push_back(body(iterations));
    std::sort(samples.begin(), samples.end());
    return {test, bytes, samples[samples.size() / 2], samples.front(), samples.back(), good};
  }

  const Options& options_;
  int rank_, peer_;
  Buffer& send_;
  Buffer& recv_;
  unsigned seed_ = 0x9e37;
};

void print_head(const Options& options, const std::string& test, const std::string& where) {
  const bool latency = test == "latency";
  std::printf("# Penstock MPI %s test, memory %s (%s), median of %d blocks\n", test.c_str(), options.memory.c_str(),
              where.c_str(), kBlocks);
  std::printf("# %-12s %18s %14s %14s\n", "Size", latency ? "Latency (us)" : "Bandwidth (MB/s)", "min", "max");
}

std::vector<Row> run(const Options& options, Bench& bench, int rank, const std::string& where) {
  std::vector<Row> rows;
  for (const std::string& test : options.tests) {
    if (rank == 0) print_head(options, test, where);
    for (std::size_t bytes = 1; bytes <= options.max_bytes; bytes *= 2) {
      Row row = test == "latency" ? bench.latency(bytes) : bench.bandwidth(bytes, test == "bibw");
      if (rank == 0) {
        std::printf("%-14zu %18.2f %14.2f %14.2f%s\n", row.bytes, row.median, row.low, row.high,
                    row.checked ? "" : "  WRONG DATA");
        std::fflush(stdout);
      }
      rows.push_back(row);
    }
  }
  return rows;
}

void write_json(const Options& options, const std::vector<Row>& rows, const std::string& where) {
  nlohmann::json out = {{"memory", options.memory}, {"where", where}, {"window", options.window}, {"blocks", kBlocks}};
  for (const Row& row : rows) {
    out["rows"].push_back({{"test", row.test},
                           {"bytes", row.bytes},
                           {"median", row.median},
                           {"min", row.low},
                           {"max", row.high},
                           {"unit", row.test == "latency" ? "us" : "MB/s"},
                           {"checked", row.checked}});
  }
  std::ofstream(options.json) << out.dump(1) << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app{
      "Latency and bandwidth between two ranks.\n\n"
      "  mpiexec -n 2 p2p_bench --memory device:device\n"
      "  mpiexec -n 2 p2p_bench --memory device:host --tests latency --max 4M --json d-h.json\n"};
  app.add_option("--memory", options.memory, "memory of rank 0 and rank 1: host, pinned, managed, device")
      ->capture_default_str();
  app.add_option("--tests", options.tests, "of latency, bw, bibw")
      ->delimiter(',')
      ->check(CLI::IsMember({"latency", "bw", "bibw"}))
      ->capture_default_str();
  app.add_option("--max", options.max_bytes, "largest message")->transform(CLI::AsSizeValue(false))->capture_default_str();
  app.add_option("--seconds", options.seconds, "time for each size")->capture_default_str();
  app.add_option("--window", options.window, "messages in flight for bandwidth")->capture_default_str();
  app.add_option("--json", options.json, "write the figures to this file");
  CLI11_PARSE(app, argc, argv);

  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) {
    if (rank == 0) std::fprintf(stderr, "p2p_bench: needs exactly 2 ranks, has %d: mpiexec -n 2 p2p_bench\n", size);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  const std::size_t colon = options.memory.find(':');
  const std::string mine = colon == std::string::npos ? options.memory
                           : rank == 0                ? options.memory.substr(0, colon)
                                                      : options.memory.substr(colon + 1);
  bench::Device device(rank, mine);
  Buffer send(device, options.max_bytes), recv(device, options.max_bytes);
  Bench bench(options, rank, send, recv);
  const std::vector<Row> rows = run(options, bench, rank, device.name());
  if (rank == 0 && !options.json.empty()) write_json(options, rows, device.name());
  const bool wrong = std::any_of(rows.begin(), rows.end(), [](const Row& row) { return !row.checked; });
  MPI_Finalize();
  return wrong ? 1 : 0;
}
