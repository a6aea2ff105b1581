#include "mpiexec/allocation.hpp"

#include <cstdio>
#include <fstream>
#include <map>

#include <gtest/gtest.h>

namespace penstock::mpiexec {
namespace {

using Variables = std::map<std::string, std::string>;

std::string text_of(const Variables& variables, std::string_view wanted = "") {
  Allocation found;
  const auto lookup = [&variables](const char* name) {
    const auto at = variables.find(name);
    return at == variables.end() ? nullptr : at->second.c_str();
  };
  if (const Status status = read_allocation(wanted, lookup, &found); !status.is_ok()) return std::string(status.message());
  std::string out(found.by);
  for (const Host& host : found.hosts) out += " " + host.name + ":" + std::to_string(host.ranks);
  return out;
}

std::string file_with(const std::string& text) {
  std::string path = ::testing::TempDir() + "penstock-allocation-test";
  std::ofstream(path) << text;
  return path;
}

TEST(Allocation, SlurmWritesNamesAndCountsShort) {
  std::vector<std::string> names;
  ASSERT_TRUE(expand_nodes("a[08-10,12],b,r[1-2]n[3,5]", &names).is_ok());
  EXPECT_EQ(names, (std::vector<std::string>{"a08", "a09", "a10", "a12", "b", "r1n3", "r1n5", "r2n3", "r2n5"}));
  EXPECT_EQ(text_of({{"SLURM_JOB_NODELIST", "n[1-3]"}, {"SLURM_TASKS_PER_NODE", "4(x2),3"}}), "Slurm n1:4 n2:4 n3:3");
  EXPECT_EQ(text_of({{"SLURM_NODELIST", "n1"}, {"SLURM_JOB_CPUS_PER_NODE", "8"}}), "Slurm n1:8");
  EXPECT_EQ(text_of({{"SLURM_JOB_NODELIST", "a,b"}}), "Slurm a:1 b:1");
}

TEST(Allocation, WhatSlurmDoesNotWriteIsNamed) {
  EXPECT_NE(text_of({{"SLURM_JOB_NODELIST", "n[1-"}}).find("SLURM_JOB_NODELIST"), std::string::npos);
  EXPECT_NE(text_of({{"SLURM_JOB_NODELIST", "n1"}, {"SLURM_TASKS_PER_NODE", "2(x2"}}).find("TASKS_PER_NODE"),
            std::string::npos);
  EXPECT_NE(text_of({{"SLURM_JOB_NODELIST", "n1"}, {"SLURM_TASKS_PER_NODE", "2,2"}}).find("TASKS_PER_NODE"), std::string::npos);
}

TEST(Allocation, PbsHasALineForEachSlot) {
  const std::string path = file_with("a.site\na.site\nb.site\na.site\n");
  EXPECT_EQ(text_of({{"PBS_JOBID", "7"}, {"PBS_NODEFILE", path}}), "PBS a.site:3 b.site:1");
  EXPECT_EQ(text_of({{"PBS_NODEFILE", path}}), "");
  EXPECT_NE(text_of({{"PBS_JOBID", "7"}, {"PBS_NODEFILE", "/none"}}).find("PBS_NODEFILE=/none"), std::string::npos);
  std::remove(path.c_str());
}

TEST(Allocation, LsfHasPairsOrAFile) {
  EXPECT_EQ(text_of({{"LSB_JOBID", "7"}, {"LSB_MCPU_HOSTS", "a 4 b 2"}}), "LSF a:4 b:2");
  const std::string path = file_with("a\na\nb\n");
  EXPECT_EQ(text_of({{"LSB_JOBID", "7"}, {"LSB_MCPU_HOSTS", "c 1"}, {"LSB_DJOB_HOSTFILE", path}}), "LSF a:2 b:1");
  EXPECT_NE(text_of({{"LSB_JOBID", "7"}, {"LSB_MCPU_HOSTS", "a b"}}).find("LSB_MCPU_HOSTS"), std::string::npos);
  std::remove(path.c_str());
}

TEST(Allocation, GridEngineHasALineForEachQueue) {
  const std::string path = file_with(
      "g0001.site 4 all.q@g0001.site UNDEFINED\ng0002.site 2 all.q@g0002.site <NULL>\n"
      "g0001.site 1 more.q@g0001.site 0,1\n\n");
  EXPECT_EQ(text_of({{"PE_HOSTFILE", path}}), "Grid Engine g0001.site:5 g0002.site:2");
  EXPECT_EQ(text_of({{"PE_HOSTFILE", path}}, "sge"), "Grid Engine g0001.site:5 g0002.site:2");
  EXPECT_EQ(text_of({{"PE_HOSTFILE", path}}, "user"), "");
  EXPECT_NE(text_of({}, "sge").find("--rmk sge"), std::string::npos);
  EXPECT_NE(text_of({{"PE_HOSTFILE", "/none"}}).find("PE_HOSTFILE=/none: the file cannot be read"), std::string::npos);
  std::remove(path.c_str());
  for (const char* lines : {"a 2 q p\nb\n", "a 2 q p\nb two q p\n", "a 2 q p\nb 0 q p\n", "a 2 q p\nb -1 q p\n"}) {
    const std::string wrong = file_with(lines);
    EXPECT_NE(text_of({{"PE_HOSTFILE", wrong}}).find(wrong + ", line 2: 'b"), std::string::npos) << lines;
    std::remove(wrong.c_str());
  }
  const std::string empty = file_with("\n");
  EXPECT_NE(text_of({{"PE_HOSTFILE", empty}}).find("names no machine"), std::string::npos);
  std::remove(empty.c_str());
}

TEST(Allocation, OneCanBeAskedForOrNone) {
  const Variables slurm = {{"SLURM_JOB_NODELIST", "n1"}};
  EXPECT_EQ(text_of(slurm, "user"), "");
  EXPECT_EQ(text_of(slurm, "slurm"), "Slurm n1:1");
  EXPECT_NE(text_of(slurm, "pbs").find("--rmk pbs"), std::string::npos);
}

TEST(Allocation, OnlyTheFirstHostsWhereTheyHaveRoom) {
  const std::vector<Host> hosts = {{"a", 4}, {"b", 2}, {"c", 2}};
  EXPECT_EQ(first_for(4, hosts).size(), 1U);
  EXPECT_EQ(first_for(5, hosts).size(), 2U);
  EXPECT_EQ(first_for(99, hosts).size(), 3U);
}

}  // namespace
}  // namespace penstock::mpiexec
