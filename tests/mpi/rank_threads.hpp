// Bodies of MPI tests whose ranks are threads of one process, so that ThreadSanitizer sees both sides of an access to another
// rank's memory. The build of such a program includes it (-include), and it redefines TEST_F: each rank has a fixture of its
// own. A fixture makes nothing in its constructor.
#pragma once

#include <gtest/gtest.h>

#include <functional>

namespace penstock::test {

// Runs `make` under a lock for each rank, then the object's test, then destroys it under the lock: GoogleTest's own part of a
// fixture is not made for threads.
void on_thread_ranks(const std::function<std::function<void()>(std::function<void()>* give_back)>& make);

}  // namespace penstock::test

#undef TEST_F
#define TEST_F(Suite, Name)                                                  \
  class Suite##_##Name##_OfRank final : public Suite {                       \
   public:                                                                   \
    void TestBody() override;                                                \
    void run() {                                                             \
      SetUp();                                                               \
      TestBody();                                                            \
      TearDown();                                                            \
    }                                                                        \
  };                                                                         \
  TEST(Suite, Name) {                                                        \
    ::penstock::test::on_thread_ranks([](std::function<void()>* give_back) { \
      auto* const mine = new Suite##_##Name##_OfRank();                      \
      *give_back = [mine] { delete mine; };                                  \
      return [mine] { mine->run(); };                                        \
    });                                                                      \
  }                                                                          \
  void Suite##_##Name##_OfRank::TestBody()
