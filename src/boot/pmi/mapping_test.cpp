#include "boot/pmi/mapping.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <regex>
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

// This reference counts the hosts in an independent way.
int reference(const std::string& text) {
  static const std::regex whole(R"(\(vector(,\(\d+,\d+,\d+\))*\))"), block(R"(\((\d+),(\d+),(\d+)\))");
  if (!std::regex_match(text, whole)) return 0;
  long most = 0;
  for (std::sregex_iterator it(text.begin(), text.end(), block), end; it != end; ++it) {
    const long first = std::stol((*it)[1]), hosts = std::stol((*it)[2]), ranks = std::stol((*it)[3]);
    if (hosts < 1 || ranks < 1) return 0;
    most = std::max(most, first + hosts);
  }
  return static_cast<int>(most);
}

// Any bytes give the number of hosts that they name, or 0; both results occur.
TEST(Mapping, AnyBytesAreRead) {
  std::minstd_rand random(7);
  const std::string from = "(vector,(0,2,4))09-,()";
  int understood = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = round % 2 == 0 ? "(vector,(0,2,4))" : "(vector,(0,3,2),(3,1,5),(0,4,1))";
    for (unsigned i = 1 + random() % 3; i > 0; --i) text[random() % text.size()] = from[random() % from.size()];
    const int hosts = hosts_in_mapping(text);
    ASSERT_EQ(hosts, reference(text)) << text;
    understood += hosts > 0 ? 1 : 0;
  }
  EXPECT_GT(understood, 500);
  EXPECT_LT(understood, 10'000);
}

}  // namespace
}  // namespace penstock::boot::pmi
