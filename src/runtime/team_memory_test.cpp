// Memory of all members of a team that each of them reaches: ranks as threads, on the host.
#include "runtime/team_memory.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/testing/job_as_threads.hpp"
#include "transport/registry.hpp"

namespace penstock::runtime {
namespace {

using testing::expect_ok;

TeamMemory::Parts parts_of(Job& job, const TeamResources& team) {
  return {job.engine(), {team.world().begin(), team.world().end()}, team.rank(), "make its part of the test"};
}

// A get by the engine, which takes whatever way there is.
std::uint64_t word_of(Job& job, proto::rma::Target& target) {
  std::uint64_t word = 0;
  proto::rma::Call call;
  job.engine().rma().get(target, transport::contiguous(0, &word, sizeof word), &call);
  job.engine().progress().wait_until([&] { return call.done(); });
  expect_ok(call.status());
  return word;
}

class TeamMemoryOf : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Members, TeamMemoryOf, ::testing::Values(1, 2, 5));

TEST_P(TeamMemoryOf, HostsIsReachedByAll) {
  testing::run_as_threads(GetParam(), {}, [](Job& job, TeamSetup& setup) {
    const TeamResources& team = setup.team();
    TeamCarrier carrier(setup);
    TeamMemory memory(parts_of(job, team));
    std::vector<std::uint64_t> mine(100 + static_cast<std::size_t>(team.rank()), 7 * static_cast<std::uint64_t>(team.rank()));
    expect_ok(memory.expose(mine.data(), mine.size() * sizeof mine[0]));
    expect_ok(memory.hand_keys(carrier, Status::ok()));
    expect_ok(memory.parts());
    expect_ok(all_ok(carrier, memory.attach(), "attach"));
    for (std::size_t i = 0; i < memory.size(); ++i) {
      EXPECT_EQ(memory.bytes(i), (100 + i) * sizeof mine[0]);
      EXPECT_EQ(word_of(job, memory.target(i)), 7 * i);
    }
    expect_ok(all_ok(carrier, Status::ok(), "read"));
    memory.detach();
    expect_ok(all_ok(carrier, Status::ok(), "detach"));
    expect_ok(memory.close());
  });
}

// Memory that the caller has registered is still registered when the members have let go of it.
TEST_P(TeamMemoryOf, RegionsStayTheCallers) {
  testing::run_as_threads(GetParam(), {}, [](Job& job, TeamSetup& setup) {
    const TeamResources& team = setup.team();
    TeamCarrier carrier(setup);
    const transport::Region* region = nullptr;
    expect_ok(job.engine().memory_registry().allocate(4096, transport::kUseAll, &region));
    {
      TeamMemory memory(parts_of(job, team));
      memory.use(*region);
      expect_ok(memory.hand_keys(carrier, Status::ok()));
      expect_ok(memory.parts());
      expect_ok(all_ok(carrier, memory.attach(), "attach"));
      memory.detach();
      expect_ok(all_ok(carrier, Status::ok(), "detach"));
    }
    EXPECT_NE(job.engine().memory_registry().find(region->number, region->generation), nullptr);
    job.engine().memory_registry().deregister(region);
  });
}

// The last member has none: it gets its own failure back, the others its code and rank.
TEST_P(TeamMemoryOf, PartsAreMissingOnAllWhereOneHasNone) {
  testing::run_as_threads(GetParam(), {}, [](Job& job, TeamSetup& setup) {
    const TeamResources& team = setup.team();
    TeamCarrier carrier(setup);
    TeamMemory memory(parts_of(job, team));
    std::uint64_t word = 1;
    const bool fails = team.rank() == team.size() - 1;
    if (!fails) expect_ok(memory.expose(&word, sizeof word));
    expect_ok(memory.hand_keys(carrier, fails ? Status::error(Code::kNoMemory, "nothing is left") : Status::ok()));
    EXPECT_EQ(memory.parts().code(), Code::kNoMemory);
    const auto told = fmt::format("rank {} could not make its part of the test", team.size() - 1);
    EXPECT_TRUE(memory.parts().message().starts_with(fails ? "nothing is left" : told)) << memory.parts().message();
    expect_ok(all_ok(carrier, Status::ok(), "go on"));
  });
}

// A member that has no part fails even where it says that it is well.
TEST_P(TeamMemoryOf, NobodyOpensWhatOneHasNot) {
  testing::run_as_threads(GetParam(), {}, [](Job& job, TeamSetup& setup) {
    const TeamResources& team = setup.team();
    TeamCarrier carrier(setup);
    TeamMemory forgotten(parts_of(job, team));
    expect_ok(forgotten.hand_keys(carrier, Status::ok()));
    EXPECT_EQ(forgotten.parts().code(), Code::kInternal);
    TeamMemory memory(parts_of(job, team));
    EXPECT_EQ(memory.open(carrier, Status::error(Code::kConfig, "it works on no GPU"), 0, 4096).code(), Code::kConfig);
  });
}

}  // namespace
}  // namespace penstock::runtime
