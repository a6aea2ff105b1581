// Values of control variables: a tool reads the tunable's value, and the tunable gets the value that the tool writes.
#include "mpi_t/cvar.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "base/tunable_traits.hpp"

namespace penstock::mpi_t {
namespace {

using base::Tunable;

const Tunable& row(std::string_view name) {
  return base::tunables()[base::tunable_index(name)];
}

template <typename T>
T read(std::string_view name, std::string_view text) {
  T value{};
  Status status = cvar_from_text(row(name), text, &value);
  EXPECT_TRUE(status.is_ok()) << status.message();
  return value;
}

class EveryTunable : public testing::TestWithParam<Tunable> {};

TEST_P(EveryTunable, DefaultReadsAndWritesBack) {
  const Tunable& tunable = GetParam();
  Config config;
  std::vector<char> buffer(kTextRoom, '?');
  Status status = cvar_from_text(tunable, config.get(tunable.name), buffer.data());
  ASSERT_TRUE(status.is_ok()) << status.message();
  std::string text;
  status = cvar_to_text(tunable, buffer.data(), &text);
  ASSERT_TRUE(status.is_ok()) << status.message();
  Config again;
  status = again.set(tunable.name, text);
  ASSERT_TRUE(status.is_ok()) << status.message();
  EXPECT_EQ(again.get(tunable.name), config.get(tunable.name));
}

TEST_P(EveryTunable, HasTraits) {
  const std::size_t number = base::tunable_index(GetParam().name);
  ASSERT_LT(number, base::tunable_traits().size());
  EXPECT_LT(base::tunable_traits()[number].group, base::tunable_groups().size());
}

INSTANTIATE_TEST_SUITE_P(Table, EveryTunable, testing::ValuesIn(base::tunables().begin(), base::tunables().end()),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(Cvar, Values) {
  EXPECT_EQ(read<unsigned long>("PENSTOCK_EAGER_LIMIT", "8K"), 8192U);
  EXPECT_EQ(read<int>("PENSTOCK_LOG", "info"), 2);
  EXPECT_EQ(read<int>("PENSTOCK_CMA", "1"), 1);
  struct Cost {
    double us, rate;
  };
  const Cost cost = read<Cost>("PENSTOCK_COST_CMA", "0.6us 12000MB/s");
  EXPECT_EQ(cost.us, 0.6);
  EXPECT_EQ(cost.rate, 12000);
}

TEST(Cvar, LongTextsAreCut) {
  std::vector<char> buffer(kTextRoom + 1, '?');
  ASSERT_TRUE(cvar_from_text(row("PENSTOCK_FAULT"), std::string(2 * kTextRoom, 'x'), buffer.data()).is_ok());
  EXPECT_EQ(std::strlen(buffer.data()), static_cast<std::size_t>(kTextRoom) - 1);
  EXPECT_EQ(buffer.back(), '?');
}

TEST(Cvar, ChoicesOutsideTheListAreRefused) {
  std::string text;
  for (const int wrong : {-1, 4, 1000}) {
    EXPECT_EQ(cvar_to_text(row("PENSTOCK_LOG"), &wrong, &text).code(), Code::kConfig) << wrong;
  }
  const int last = 3;
  ASSERT_TRUE(cvar_to_text(row("PENSTOCK_LOG"), &last, &text).is_ok());
  EXPECT_EQ(text, "debug");
}

}  // namespace
}  // namespace penstock::mpi_t
