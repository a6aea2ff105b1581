// The carriers by which the ranks of a job agree before there is any team: the launcher's store, and messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "boot/boot.hpp"
#include "coll/schedule/schedule.hpp"
#include "proto/engine/engine.hpp"
#include "runtime/consensus.hpp"

namespace penstock::runtime {

class StoreCarrier final : public Carrier {
 public:
  // Nothing else in the job uses the key. `fenced`: all ranks call a fence of the launcher's between say() and hear(); else a
  // rank that hears waits until the other has spoken (Boot::await()).
  StoreCarrier(boot::Boot& boot, std::string_view key, bool fenced) : boot_(boot), key_(key), fenced_(fenced) {}

  // These are the two halves of a gather. Callers need them apart where another part of the job calls the fence, or where a
  // rank hears few others. say() stores this rank's bytes under the key, once; hear() and hear_all() look up what others
  // stored.
  Status say(std::span<const std::byte> mine);
  Status hear(int rank, std::vector<std::byte>* said);
  // Code::kProtocol: a rank has stored more or less than `bytes`.
  Status hear_all(void* all, std::size_t bytes);
  // Collective: the root gets the bytes of all ranks, whose lengths may differ; on the others `all` stays empty.
  Status gather_at(int root, std::span<const std::byte> mine, std::vector<std::vector<std::byte>>* all);

  [[nodiscard]] int rank() const override { return boot_.rank(); }
  [[nodiscard]] int size() const override { return boot_.size(); }
  Status gather(const void* mine, void* all, std::size_t bytes) override;
  Status hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) override;

 private:
  [[nodiscard]] std::string next_key();

  boot::Boot& boot_;
  std::string key_;
  bool fenced_;
  int count_ = 0;  // gathers so far, each of which has a key of its own
};

// This carrier sends messages between all ranks, in rounds in which a rank has few peers, so that it looks up few addresses
// with the launcher. A job has one at a time, behind Membership::fence().
class EngineCarrier final : public Carrier {
 public:
  explicit EngineCarrier(proto::Engine& engine);

  [[nodiscard]] int rank() const override { return engine_.rank(); }
  [[nodiscard]] int size() const override { return engine_.size(); }
  Status gather(const void* mine, void* all, std::size_t bytes) override;
  Status hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) override;

 private:
  using Build = void (*)(coll::Schedule& schedule, const coll::Arguments& arguments);
  Status run(Build build, const coll::Arguments& arguments);

  proto::Engine& engine_;
  std::vector<int> world_;  // 0, 1, ...
  std::uint32_t count_ = 0;
};

}  // namespace penstock::runtime
