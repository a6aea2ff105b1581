#include "boot/pmi/mapping.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace penstock::boot::pmi {
namespace {

TEST(Mapping, TellsHowManyHosts) {
  EXPECT_EQ(hosts_in_mapping("(vector,(0,1,4))"), 1);
  EXPECT_EQ(hosts_in_mapping("(vector,(0,2,2))"), 2);
  EXPECT_EQ(hosts_in_mapping("(vector,(0,1,3),(1,1,1))"), 2) << "hosts of unequal sizes";
  EXPECT_EQ(hosts_in_mapping("(vector,(0,3,1),(0,3,1))"), 3) << "round and round";
}

TEST(Mapping, WhatIsNotUnderstoodSaysNothing) {
  for (const char* text :
       {"", "(vector", "(vector,", "(vector,(0,1,4)", "(vector,(0,1))", "(vector,(0,0,4))", "(vector,(-1,1,4))",
        "(vector,(0,1,4)) ", "(vector,(0,99999999999,4))", "(list,(0,1,4))", "(vector,(a,b,c))", "((("}) {
    EXPECT_EQ(hosts_in_mapping(text), 0) << text;
  }
}

// Any bytes give a number of hosts, or 0.
TEST(Mapping, AnyBytesAreRead) {
  std::minstd_rand random(7);
  const std::string from = "(vector,(0,2,4))09-,()";
  for (int round = 0; round < 100'000; ++round) {
    std::string text = "(vector,(0,2,4))";
    for (int i = 0; i < 3; ++i) text[random() % text.size()] = from[random() % from.size()];
    EXPECT_GE(hosts_in_mapping(text), 0);
  }
}

}  // namespace
}  // namespace penstock::boot::pmi
