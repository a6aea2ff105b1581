// One collective over a scene's buffers, and whether it does what it should.
#pragma once

#include <memory>

#include "coll.hpp"
#include "scene.hpp"
#include "staged.hpp"

namespace bench {

class Operation {
 public:
  // Throws Unsupported where the case makes no sense with the options.
  Operation(Scene& scene, CallForm form);
  Operation(const Operation&) = delete;
  Operation& operator=(const Operation&) = delete;
  ~Operation();

  // Blocking, or started and waited for.
  void run();
  // Starts; wait() completes. For other forms than the blocking one.
  void start();
  void wait();

  // Fresh data once through run(), every byte checked on every rank; the ranks agree. Collective.
  [[nodiscard]] bool right();

  // The scene's buffers are others now. Collective: of the persistent form a request is made for them.
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
  std::size_t part_first_ = 0;  // of this rank's part of a scattered sum, in elements
  std::unique_ptr<Staged> staged_;
};

}  // namespace bench
