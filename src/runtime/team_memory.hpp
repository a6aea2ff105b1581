// Each member of a team has a part of a TeamMemory, on its host or on a GPU, that the other members reach.
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

// Kernels and streams of this rank reach a member's memory so. Code::kUnsupported, with a remedy: they do not.
struct DeviceMemory {
  std::uint64_t address = 0;
  bool atomics = false;
};
[[nodiscard]] Status find_device_memory(const proto::rma::Target& target, std::uint64_t offset, DeviceMemory* out);

// The members register their parts, hand each other the keys and attach; later they detach, meet and close. open() does all of
// the former at once.
class TeamMemory {
 public:
  // The engine outlives it.
  struct Parts {
    proto::Engine& engine;
    std::vector<int> world;  // ranks of the members in the job
    int rank = 0;            // this member's place among them
    std::string_view task;   // for the messages of the other members, as in all_ok(): "make its part of ..."
  };

  explicit TeamMemory(Parts parts) noexcept : parts_(std::move(parts)) {}
  TeamMemory(const TeamMemory&) = delete;
  TeamMemory& operator=(const TeamMemory&) = delete;
  ~TeamMemory();

  // This rank makes its part by one of these three, once; they are local.
  // Allocates zeros on a GPU, which close() frees.
  Status allocate(int device, std::size_t bytes);
  // Registers memory that stays the caller's and is of one kind throughout.
  Status expose(void* memory, std::size_t bytes);
  // Takes memory that the caller has registered, and deregisters behind the others' detach().
  void use(const transport::Region& region) noexcept { region_ = &region; }

  // Collective over the members, once: each hands each a key of its part. `mine` is how this rank has fared with its part. It
  // fails where the members could not hear each other; parts() tells if all of them have a part.
  Status hand_keys(Carrier& carrier, Status&& mine);
  // After hand_keys() this is the rank's own failure, or the first failure of another; all members fail or none does.
  [[nodiscard]] const Status& parts() const noexcept { return all_; }
  // Attaches the parts of all members, once parts() is ok. It is local: the members still have to agree.
  Status attach();

  // Collective over the members, once: allocates zeros on `device`, which the GPUs of all members reach. `mine` is how this
  // rank has fared so far. It fails on all members or on none.
  Status open(Carrier& carrier, Status&& mine, int device, std::size_t bytes);
  // Returns where this rank's GPU finds a member's part, after open().
  [[nodiscard]] std::uint64_t at(std::size_t member) const noexcept { return places_[member]; }

  [[nodiscard]] std::size_t size() const noexcept { return parts_.world.size(); }
  // Returns a member's part, also this rank's own, after attach().
  [[nodiscard]] proto::rma::Target& target(std::size_t member) const noexcept { return *targets_[member]; }
  [[nodiscard]] std::uint64_t bytes(std::size_t member) const noexcept { return target(member).head().bytes; }

  // These are collective, with a barrier between the two: the others detach this rank's part before it goes.
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
