// One job: its ranks, their output, its end.
#pragma once

#include <csignal>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <sys/signalfd.h>

#include "base/fd.hpp"
#include "base/status.hpp"
#include "boot/pmi/wire.hpp"
#include "mpiexec/leftovers.hpp"
#include "mpiexec/options.hpp"
#include "mpiexec/other_mpi.hpp"
#include "mpiexec/output.hpp"
#include "mpiexec/placement_plan.hpp"
#include "mpiexec/pmi_server.hpp"
#include "mpiexec/poller.hpp"
#include "mpiexec/spawn.hpp"
#include "mpiexec/stacks.hpp"
#include "mpiexec/stdin_forwarder.hpp"

namespace penstock::mpiexec {

// Makes a descriptor that becomes readable after that time.
Status make_timer(double seconds, base::Fd* out);
// Returns the name of this machine.
[[nodiscard]] std::string host_name();

class Job {
 public:
  explicit Job(Options options);

  // Runs the job to its end and returns its exit code. An error status is a failure of the launcher itself.
  Status run(int* exit_code);

 private:
  struct Rank {
    Rank(Process started, RankOutput out_file, RankOutput err_file)
        : process(std::move(started)), out(std::move(out_file)), err(std::move(err_file)) {}
    Process process;
    RankOutput out;
    RankOutput err;
    bool out_paused = false;
    bool err_paused = false;
    boot::pmi::LineBuffer pmi_lines;
    bool running = true;
  };

  // job.cpp: the loop
  Status prepare();
  Status prepare_signals();
  Status make_identity();
  void start_ranks();
  Status place_ranks();
  Status start_rank(int rank);
  Status watch_rank(int rank);
  void say_started(int rank);
  void announce();
  Status loop();
  void dispatch(Event event);
  void on_signals();
  void on_signal(int signal);
  void pause();
  void on_pmi(int rank);
  void read_pmi(int rank);
  void send_pmi(int rank, std::string_view line);
  [[nodiscard]] Rank& at(int rank) { return *ranks_[static_cast<std::size_t>(rank)]; }

  // job_output.cpp: the output of the ranks
  Status open_files(int rank, RankOutput* out, RankOutput* err);
  void on_stream(base::Fd* fd, RankOutput* output);
  void flush();
  void flush_sink(Sink* sink, bool* watched);
  void cannot_write(int exit_code, std::string why);
  void pause_streams();
  void pause_stream(const base::Fd& fd, bool pause, bool* paused, Event event);
  [[nodiscard]] int patience() const;
  // The merger for mpiexec's own messages.
  [[nodiscard]] Merger& words() { return one_sink_ ? out_ : err_; }

  // timeout.cpp: reports where the ranks are when the time limit has passed
  void on_timeout();
  void list_more();
  void on_stack(int rank);
  void show_stack(int rank);
  void end_late();

  // ending.cpp: the end of the job
  void on_exit(int rank);
  void judge(int rank, const siginfo_t& how);
  void fail(int rank, int exit_code, std::string why);
  void check_barrier();
  Status watch_other_mpis();
  // `witness` fails: judges the ranks that were killed, if any, before it.
  void judge_the_killed(int witness);
  // Ends all ranks. `culprit` (-1: none) is not counted among the ranks that the message says were ended.
  void end(int exit_code, std::string why, int culprit = -1);
  void signal_ranks(int signal);
  void all_gone();
  [[nodiscard]] std::string name_of(int rank);

  Options options_;
  Common common_;
  PlacementPlan placement_plan_;
  Poller poller_;
  base::Fd signals_;
  base::Fd grace_;
  base::Fd timeout_;
  base::Fd job_key_;
  base::Fd segments_;
  Guard guard_;
  OtherMpi other_mpi_;
  StdinForwarder stdin_;
  Sink out_sink_;
  Sink err_sink_;
  Merger out_{&out_sink_};
  Merger err_{&err_sink_};
  bool one_sink_ = false;  // stdout and stderr are the same file: one queue for both
  bool out_watched_ = false;
  bool err_watched_ = false;
  std::unique_ptr<PmiServer> pmi_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  int running_ = 0;
  int exited_unjoined_ = 0;  // ranks that ended without ever joining: no barrier can complete any more
  bool ending_ = false;
  bool over_ = false;
  int interrupts_ = 0;
  int forwarded_ = 0;  // the last forwarded signal that asks the job to end
  int exit_code_ = 0;
  std::vector<std::string> last_words_;
  // State after the time limit has passed: why the job ends, and which tool takes which rank's stacks.
  struct Listing {
    StackRun run;
    std::string said;
  };
  std::string late_;
  StackTool stack_tool_;
  base::Fd stack_limit_;
  std::map<int, Listing> listings_;  // those that are running, by rank
  int next_listed_ = 0;
};

}  // namespace penstock::mpiexec
