// One rank's part in one collective call: its buffers, the data that it sends, and the check of its results.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "coll_case.hpp"

namespace penstock::test {

class Exercise {
 public:
  virtual ~Exercise() = default;
  Exercise(const Exercise&) = delete;
  Exercise& operator=(const Exercise&) = delete;
  [[nodiscard]] static std::unique_ptr<Exercise> make(Store& store, const Place& place, const Case& what);

  // Fills the buffers with the contents of this round; called before begin(), and before each start of a persistent request.
  void prepare(int round);
  // Begins the call as CallRow::begin does. Returns an empty string, or the failure.
  [[nodiscard]] std::string begin(MPI_Request* request);
  // Called when the call is complete. Returns an empty string, or the fault of the buffers. Collective over Place::judging.
  [[nodiscard]] std::string finish();

 protected:
  // A buffer of this rank. `bytes` may be 0.
  struct Side {
    std::size_t bytes = 0;
    bool there = false;
    Bytes before;
    std::unique_ptr<Buffer> buffer;
  };
  Exercise(Store& store, const Place& place, const Case& what) : store_(store), place_(place), case_(what) {}
  void allocate(std::size_t send_unit, std::size_t recv_unit);
  [[nodiscard]] std::uint64_t key(int from, int to) const;
  [[nodiscard]] bool at_root() const { return place_.rank == case_.root; }
  [[nodiscard]] int part(int from, int to) const;

  // Fills both buffers before the call.
  virtual void fill() = 0;
  // `got` has the contents of the receive buffer after the call; empty if there is none.
  virtual std::string judge(const Bytes& got) = 0;

  [[nodiscard]] std::string check_sent() const;

  Store& store_;
  Place place_;
  Case case_;
  Arguments arguments_;
  Side send_, recv_;
  int round_ = 0;
};

// Returns the error text; empty for success.
[[nodiscard]] std::string error_text(int code);
[[nodiscard]] std::string first_difference(const Bytes& got, const Bytes& expected);

[[nodiscard]] std::unique_ptr<Exercise> make_movement(Store& store, const Place& place, const Case& what);
[[nodiscard]] std::unique_ptr<Exercise> make_reduction(Store& store, const Place& place, const Case& what);

}  // namespace penstock::test
