#include "coll_steps.hpp"

#include <algorithm>
#include <cstdio>

namespace penstock::test {
namespace {

constexpr int kReused = -7;

std::size_t bytes_of(const std::vector<int>& values) {
  return values.size() * sizeof(int);
}

// The whole buffer has this length in calls with equal parts for all ranks; in a gather each part has
// it, so that a part is one copy.
int part_of(const Job& job, Call call, long bytes) {
  const long elements = std::max(bytes / static_cast<long>(sizeof(int)), 1L);
  const bool in_parts = call == Call::kAlltoall || call == Call::kReduceScatterBlock;
  return static_cast<int>(std::max(in_parts ? elements / job.ranks : elements, 1L));
}

std::string text_of(int code) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  return text;
}

}  // namespace

std::vector<Call> tried_calls() {
  using enum Call;
  return {kAllreduce, kReduce, kBcast, kAllgather, kAlltoall, kScan, kReduceScatterBlock};
}

void print_outcome(const Job& job, const char* kind, bool struck, int code, bool right) {
  const bool failed = code != MPI_SUCCESS;
  const char* good = right ? "right" : "wrong";
  std::printf("%s|%d|%d|%d|%s|%s\n", kind, job.number, job.rank, struck ? 1 : 0, failed ? "error" : good,
              failed ? text_of(code).c_str() : "");
}

Call call_named(const std::string& name) {
  for (const Call call : tried_calls()) {
    if (name == row_of(call).name) return call;
  }
  give_up("a call that is not tried");
}

Trial::Trial(const Job& job, Call call, Form form, long bytes, MemoryKind kind)
    : job_(job), form_(form), kind_(std::move(kind)) {
  case_ = {
      .call = call, .ranks = job.ranks, .rank = job.rank, .root = job.ranks - 1, .part = part_of(job, call, bytes), .seed = 3};
  given_ = given(case_);
  before_ = before(case_);
  after_ = after(case_);
  got_.resize(after_.size());
}

Trial::~Trial() {
  release();
}

void Trial::release() {
  if (!looks_) {
    static_cast<void>(send_.release());
    static_cast<void>(recv_.release());
  }
  send_.reset();
  recv_.reset();
}

void Trial::renew() {
  release();
  send_ = std::make_unique<Memory>(kind_, bytes_of(given_));
  recv_ = std::make_unique<Memory>(kind_, bytes_of(before_));
  fill();
}

void Trial::fill() {
  send_->put(0, given_.data(), bytes_of(given_));
  recv_->put(0, before_.data(), bytes_of(before_));
}

bool Trial::is_right() {
  if (!looks_ || after_.empty()) return true;
  recv_->get(0, got_.data(), bytes_of(got_));
  return got_ == after_;
}

void Trial::run(const char* kind, Fault* fault, const std::string& entry, long nth) {
  IntLists lists;
  MPI_Request request = MPI_REQUEST_NULL;
  fault->resume();
  int code = begin(case_, form_, send_->data(), recv_->data(), job_.devices, &lists, &request);
  if (code == MPI_SUCCESS && form_ == Form::kStarted) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
  bool right = true;
  if (code == MPI_SUCCESS && form_ == Form::kPersistent) code = start_twice(fault, &request, &right);
  fault->pause();
  const bool struck = !entry.empty() && fault->calls_of(entry) >= nth;
  print_outcome(job_, kind, struck, code, code == MPI_SUCCESS && right && is_right());
  if (code != MPI_SUCCESS) reuse();
}

// The second start uses the resources of the first. It is independent of the first's result: if that went over the host, the
// other ranks need not know of a failure.
int Trial::start_twice(Fault* fault, MPI_Request* request, bool* right) {
  int first = MPI_SUCCESS;
  for (int i = 0; i < 2; ++i) {
    fault->pause();
    if (i == 1 && first == MPI_SUCCESS) {
      *right = is_right();
      fill();
    }
    fault->resume();
    int code = MPI_Start(request);
    if (code == MPI_SUCCESS) code = MPI_Wait(request, MPI_STATUS_IGNORE);
    if (first == MPI_SUCCESS) first = code;
  }
  const int freed = MPI_Request_free(request);
  return first == MPI_SUCCESS ? freed : first;
}

// The application may use the memory again, whatever the call's result: nothing may write there any more.
void Trial::reuse() {
  if (!looks_ || got_.empty()) return;
  std::ranges::fill(got_, kReused);
  recv_->put(0, got_.data(), bytes_of(got_));
  reused_ = true;
}

void Trial::check_reused() {
  if (!reused_) return;
  reused_ = false;
  recv_->get(0, got_.data(), bytes_of(got_));
  const auto others = std::ranges::count_if(got_, [](int value) { return value != kReused; });
  if (others != 0) std::printf("late|%d|%d|%ld integers\n", job_.number, job_.rank, static_cast<long>(others));
}

std::string Trial::text() const {
  return std::string(row_of(case_.call).name) + " " + name_of(form_) + " " + std::to_string(bytes_of(before_)) + " B of " +
         kind_.name;
}

void check_host(const Job& job) {
  int mine = job.rank + job.number;
  int all = 0;
  const int code = MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, job.control);
  const int right = job.ranks * job.number + job.ranks * (job.ranks - 1) / 2;
  if (code != MPI_SUCCESS || all != right) {
    std::printf("lost|%d|host memory after trial %d: %s\n", job.rank, job.number,
                code == MPI_SUCCESS ? "wrong" : text_of(code).c_str());
  }
}

}  // namespace penstock::test
