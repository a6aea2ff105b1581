// Runs one collective over a scene's buffers, and checks its result.
#pragma once

#include <memory>

#include "coll.hpp"
#include "scene.hpp"
#include "staged.hpp"

namespace bench {

class Operation {
 public:
  // Throws Unsupported if the case makes no sense with the options.
  Operation(Scene& scene, CallForm form);
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;
  ~Operation();

  // Runs the blocking call, or starts and waits.
  void run();
  // Starts the operation; wait() completes it. It is for forms other than the blocking one.
  void start();
  void wait();

  // Runs once with fresh data, and checks every byte on every rank; the ranks agree. Collective.
  [[nodiscard]] bool right();

  // Called when the scene's buffers have changed. Collective: in the persistent form a request is made for them.
  void refresh();

 private:
  void check_options() const;
  void share_out();
  void fill(std::uint32_t seed);
  [[nodiscard]] Picture wanted(std::uint32_t seed) const;
  [[nodiscard]] Picture wanted_sum(std::uint32_t seed) const;
  [[nodiscard]] bool receives() const;
  void stage();
  void make();

  Scene& scene_;
  const CallForm form_;
  const Coll& coll_;
  const std::string call_;  // for messages
  Arguments arguments_{};
  MPI_Request request_ = MPI_REQUEST_NULL;
  std::size_t part_first_ = 0;  // first element of this rank's part of a scattered sum
  std::unique_ptr<Staged> staged_;
};

}  // namespace bench
