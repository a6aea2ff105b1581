// Finds the parts of a machine to which a set of processors and GPUs is restricted.
#include "core/machine/hardware.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace penstock::core {
namespace {

using base::Machine;
using base::VisibleGpu;

// The machine has two packages of two NUMA nodes, with two cores of two processors each, and two GPUs.
Machine machine() {
  Machine out;
  for (int core = 0; core < 8; ++core) out.cores.push_back({core / 4, core / 2, core / 4, {core, core + 8}});
  out.gpus.resize(2);
  return out;
}

const std::vector<VisibleGpu> kBoth = {{"0", 0}, {"1", 1}};

std::optional<int> part(const std::vector<int>& cpus, std::string_view type, const std::vector<VisibleGpu>& visible = kBoth) {
  const auto found = find_resources(machine(), cpus, visible);
  const auto resource = std::ranges::find(found, type, &Resource::type);
  EXPECT_NE(resource, found.end()) << type;
  return resource == found.end() ? std::nullopt : resource->instance;
}

TEST(Hardware, OneProcessorIsInOneOfEach) {
  EXPECT_EQ(part({13}, "penstock://Machine"), 0);
  EXPECT_EQ(part({13}, "penstock://Package"), 1);
  EXPECT_EQ(part({13}, "penstock://NUMANode"), 2);
  EXPECT_EQ(part({13}, "penstock://L3Cache"), 1);
  EXPECT_EQ(part({13}, "penstock://Core"), 5);
  EXPECT_EQ(part({13}, "penstock://PU"), 13);
}

TEST(Hardware, SeveralAreInWhatHoldsThemAll) {
  EXPECT_EQ(part({5, 13}, "penstock://Core"), 5);
  EXPECT_EQ(part({5, 13}, "penstock://PU"), std::nullopt);
  EXPECT_EQ(part({4, 5}, "penstock://Core"), std::nullopt);
  EXPECT_EQ(part({4, 5}, "penstock://NUMANode"), 2);
  EXPECT_EQ(part({4, 7}, "penstock://NUMANode"), std::nullopt);
  EXPECT_EQ(part({4, 7}, "penstock://Package"), 1);
  EXPECT_EQ(part({0, 7}, "penstock://Package"), std::nullopt);
  EXPECT_EQ(part({0, 7}, "penstock://Machine"), 0);
}

TEST(Hardware, ProcessorsThatAreNotKnownAreNowhere) {
  EXPECT_EQ(part({5, 99}, "penstock://Package"), std::nullopt);
  EXPECT_EQ(part({}, "penstock://Package"), std::nullopt);
}

TEST(Hardware, OneVisibleGpu) {
  EXPECT_EQ(part({0}, "penstock://GPU"), std::nullopt);
  EXPECT_EQ(part({0}, "penstock://GPU", {{"1", 1}}), 1);
  EXPECT_EQ(part({0}, "penstock://GPU", {{"MIG-1", -1}}), std::nullopt);
  EXPECT_EQ(part({0}, "penstock://GPU", {}), std::nullopt);
}

TEST(Hardware, WhatThereIsNotIsNotListed) {
  const auto found = find_resources({}, {0}, {});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found.front().type, "penstock://Machine");
}

}  // namespace
}  // namespace penstock::core
