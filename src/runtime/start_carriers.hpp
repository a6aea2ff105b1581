// How the ranks of a job tell each other something before there is any team: by the launcher's store, and by messages.
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
  // `key` names what is said, and is used by nothing else in the job. `fenced`: what is said by say() is heard behind a fence
  // that all ranks have called since; else a rank that hears waits until it is said (Boot::await()).
  StoreCarrier(boot::Boot& boot, std::string_view key, bool fenced) : boot_(boot), key_(key), fenced_(fenced) {}

  // The two halves of a gather, where others' fence lies between, or who hears needs the words of few. Local; each rank says
  // one thing.
  Status say(std::span<const std::byte> mine);
  Status hear(int rank, std::vector<std::byte>* said);
  // Of all ranks, each of so many bytes. Code::kProtocol: one said more or less.
  Status hear_all(void* all, std::size_t bytes);

  [[nodiscard]] int rank() const override { return boot_.rank(); }
  [[nodiscard]] int size() const override { return boot_.size(); }
  Status gather(const void* mine, void* all, std::size_t bytes) override;
  Status hand(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell) override;

 private:
  [[nodiscard]] std::string next_key();

  boot::Boot& boot_;
  std::string key_;
  bool fenced_;
  int count_ = 0;  // of gathers and hands, each of which has a key of its own
};

// By messages between all ranks, in rounds of which a rank has few peers, so that it looks up few addresses with the launcher.
// One at a time in a job, behind Membership::fence().
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
