#include "mpiexec/words.hpp"

#include <gtest/gtest.h>

namespace penstock::mpiexec {
namespace {

using Words = std::vector<std::string>;

TEST(Words, AreSplitAsAShellDoes) {
  Words words;
  ASSERT_TRUE(split_words(R"( xterm  -e 'a b' "c \"d" e\ f '' )", &words).is_ok());
  EXPECT_EQ(words, (Words{"xterm", "-e", "a b", "c \"d", "e f", ""}));
  EXPECT_EQ(split_words("gdb 'a", &words).code(), Code::kArg);
}

TEST(Words, LinesOfAFileArePrograms) {
  Words words;
  ASSERT_TRUE(read_lines("# two\n-n 1 ./a\n\n  -n 2 \\\n ./b 'x y'\n", &words).is_ok());
  EXPECT_EQ(words, (Words{"-n", "1", "./a", ":", "-n", "2", "./b", "x y"}));
  words.clear();
  EXPECT_EQ(read_lines("# nothing\n", &words).code(), Code::kArg);
}

}  // namespace
}  // namespace penstock::mpiexec
