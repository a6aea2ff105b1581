// A part of memory on each member of a team, of a host or of a GPU, that the other members reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "accel/accel.hpp"
#include "base/status.hpp"
#include "proto/engine/engine.hpp"
#include "proto/rma/rma.hpp"
#include "runtime/consensus.hpp"

namespace penstock::runtime {

// One member's memory as kernels and streams of this rank reach it. Code::kUnsupported, with what to do, where they do not.
struct DeviceMemory {
  std::uint64_t address = 0;
  bool atomics = false;
};
[[nodiscard]] Status find_device_memory(const proto::rma::Target& target, std::uint64_t offset, DeviceMemory* out);

// Register, hand the keys, attach; then detach, meet the others, close. open() is all of the first in one.
class TeamMemory {
 public:
  // The engine outlives it.
  struct Parts {
    proto::Engine& engine;
    std::vector<int> world;  // ranks of the members in the job
    int rank = 0;            // this one's among them
    std::string_view task;   // in the messages of members that did not fail, as in all_ok(): "make its part of ..."
  };

  explicit TeamMemory(Parts parts) noexcept : parts_(std::move(parts)) {}
  TeamMemory(const TeamMemory&) = delete;
  TeamMemory& operator=(const TeamMemory&) = delete;
  ~TeamMemory();

  // This rank's part, by one of these, once. Local.
  // Zeros on a GPU, which close() frees.
  Status allocate(int device, std::size_t bytes);
  // Memory that exists, of one kind throughout, and stays the caller's.
  Status expose(void* memory, std::size_t bytes);
  // Memory that the caller has registered, and deregisters behind the others' detach().
  void use(const transport::Region& region) noexcept { region_ = &region; }

  // Collective over the members, once: each hands each a key of its part. `mine`: how this rank has fared with its part. Fails
  // where the members could not hear each other; whether all of them have a part is what parts() says.
  Status hand_keys(Carrier& carrier, Status&& mine);
  // After hand_keys(), alike on all members: this rank's own failure, or the first failure of another.
  [[nodiscard]] const Status& parts() const noexcept { return all_; }
  // Attaches the parts of all members, which parts() says that there are. Local: the members still have to agree.
  Status attach();

  // Collective over the members, once: zeros on `device`, which the GPUs of all members reach. `mine`: how this rank has fared
  // so far. Fails on all members or on none.
  Status open(Carrier& carrier, Status&& mine, int device, std::size_t bytes);
  // Where this rank's GPU finds a member's part, after open().
  [[nodiscard]] std::uint64_t at(std::size_t member) const noexcept { return places_[member]; }

  [[nodiscard]] std::size_t size() const noexcept { return parts_.world.size(); }
  // After attach(), also of this rank itself.
  [[nodiscard]] proto::rma::Target& target(std::size_t member) const noexcept { return *targets_[member]; }
  [[nodiscard]] std::uint64_t bytes(std::size_t member) const noexcept { return target(member).head().bytes; }

  // Collective, with a barrier between the two: the others detach this rank's part before it goes.
  void detach() noexcept;
  Status close();

 private:
  struct Cell;
  Status make_keys(std::vector<Cell>* cells) const;
  Status find_places();

  Parts parts_;
  accel::Memory memory_;                       // of allocate()
  const transport::Region* region_ = nullptr;  // null: there is no part yet
  bool registered_ = false;                    // here, and not by the caller
  std::vector<std::vector<std::byte>> keys_;   // by member, between hand_keys() and attach()
  std::vector<std::unique_ptr<proto::rma::Target>> targets_;
  std::vector<std::uint64_t> places_;
  Status all_;
};

}  // namespace penstock::runtime
