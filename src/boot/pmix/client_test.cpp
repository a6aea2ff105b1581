// A rank under PMIx is tested against a library made up here (testing_pmix.cpp), each of whose calls can fail.
#include "boot/pmix/client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace penstock::boot::pmix {
namespace {

using ::testing::HasSubstr;

std::vector<std::byte> bytes(std::string_view text) {
  const auto span = std::as_bytes(std::span(text));
  return {span.begin(), span.end()};
}

class Pmix : public ::testing::Test {
 protected:
  void TearDown() override { unsetenv("PENSTOCK_TEST_PMIX"); }
  static void say(const std::string& words) { setenv("PENSTOCK_TEST_PMIX", words.c_str(), 1); }
  static Status connect(std::unique_ptr<Boot>* out) {
    return Client::connect(PENSTOCK_TESTING_PMIX, Log(base::Level::kWarn), out);
  }
  static std::unique_ptr<Boot> connected() {
    std::unique_ptr<Boot> out;
    const Status status = connect(&out);
    EXPECT_TRUE(status.is_ok()) << status.message();
    return out;
  }
};

TEST_F(Pmix, TellsWhereARankIs) {
  say("size=6 here=2 rank=5");
  const auto job = connected();
  ASSERT_NE(job, nullptr);
  EXPECT_EQ(job->rank(), 5);
  EXPECT_EQ(job->size(), 6);
  EXPECT_EQ(job->app_number(), 0);
  EXPECT_EQ(job->job_id(), "job-of-a-test");
  EXPECT_EQ(job->kind(), "pmix");
  EXPECT_TRUE(job->spans_hosts());
  EXPECT_FALSE(job->can_await());
}

TEST_F(Pmix, AJobOnOneHost) {
  say("size=4 here=4 noapp");
  const auto job = connected();
  ASSERT_NE(job, nullptr);
  EXPECT_FALSE(job->spans_hosts());
  EXPECT_EQ(job->app_number(), -1);
}

TEST_F(Pmix, ValuesAreThereAfterAFence) {
  const auto job = connected();
  ASSERT_NE(job, nullptr);
  const std::vector<std::byte> large(100'000, std::byte{7});
  std::vector<std::byte> value;
  EXPECT_TRUE(job->put("large", large).is_ok());
  EXPECT_TRUE(job->put("empty", {}).is_ok());
  EXPECT_FALSE(job->get(0, "large", &value).is_ok());
  EXPECT_TRUE(job->fence().is_ok());
  EXPECT_TRUE(job->get(0, "large", &value).is_ok());
  EXPECT_EQ(value, large);
  EXPECT_TRUE(job->get(0, "empty", &value).is_ok());
  EXPECT_TRUE(value.empty());
  const Status absent = job->get(0, "absent", &value);
  EXPECT_EQ(absent.code(), Code::kProtocol);
  EXPECT_THAT(std::string(absent.message()), HasSubstr("rank 0 published under penstock.absent"));
  JobKey first{};
  JobKey second{};
  EXPECT_TRUE(job->job_key(&first).is_ok());
  EXPECT_TRUE(job->job_key(&second).is_ok());
  EXPECT_EQ(first, second);
  EXPECT_TRUE(job->finalize().is_ok());
}

TEST_F(Pmix, AKeyThatIsTooLongIsRefused) {
  const auto job = connected();
  ASSERT_NE(job, nullptr);
  const std::string key(PMIX_MAX_KEYLEN, 'k');
  std::vector<std::byte> value;
  EXPECT_EQ(job->put(key, bytes("x")).code(), Code::kInternal);
  EXPECT_EQ(job->get(0, key, &value).code(), Code::kInternal);
}

// Each message names the call that failed, PMIx's name of the error, and the library.
TEST_F(Pmix, EveryCallThatFailsIsTold) {
  for (const char* call : {"PMIx_Put", "PMIx_Commit", "PMIx_Fence", "PMIx_Get", "PMIx_Finalize"}) {
    say("");
    const auto job = connected();
    ASSERT_NE(job, nullptr);
    say(call);
    std::vector<std::byte> value;
    Status status = job->put("name", bytes("value"));
    if (status.is_ok()) status = job->fence();
    if (status.is_ok()) status = job->get(0, "name", &value);
    if (status.is_ok()) status = job->finalize();
    EXPECT_EQ(status.code(), Code::kPeerLost) << call;
    EXPECT_THAT(std::string(status.message()), HasSubstr(call));
    EXPECT_THAT(std::string(status.message()), HasSubstr("AN-ERROR-OF-THE-TEST"));
    EXPECT_THAT(std::string(status.message()), HasSubstr("PMIx of a test from "));
  }
}

TEST_F(Pmix, ALauncherThatMakesNoSense) {
  std::unique_ptr<Boot> job;
  for (const char* words : {"PMIx_Init", "nosize", "size=0", "size=2 rank=2", "text"}) {
    say(words);
    const Status status = connect(&job);
    EXPECT_FALSE(status.is_ok()) << words;
    EXPECT_THAT(std::string(status.message()), HasSubstr("PMIx")) << words;
    EXPECT_EQ(job, nullptr);
  }
}

TEST_F(Pmix, AValueThatIsNotBytes) {
  const auto job = connected();
  ASSERT_NE(job, nullptr);
  std::vector<std::byte> value;
  EXPECT_TRUE(job->put("name", bytes("value")).is_ok());
  EXPECT_TRUE(job->fence().is_ok());
  say("nobytes");
  EXPECT_EQ(job->get(0, "name", &value).code(), Code::kProtocol);
}

TEST_F(Pmix, WithoutALibraryThereIsARemedy) {
  std::unique_ptr<Boot> job;
  const Log log(base::Level::kWarn);
  const Status none = Client::connect("/none/libpmix.so.2", log, &job);
  EXPECT_EQ(none.code(), Code::kUnsupported);
  EXPECT_THAT(std::string(none.message()), HasSubstr("libpmix2"));
  EXPECT_THAT(std::string(none.message()), HasSubstr("--mpi=pmi2"));
  const Status other = Client::connect("libm.so.6", log, &job);
  EXPECT_EQ(other.code(), Code::kUnsupported);
  EXPECT_THAT(std::string(other.message()), HasSubstr("libm.so.6 has no PMIx_"));
}

using PmixDeathTest = Pmix;

TEST_F(PmixDeathTest, AnAbortTellsTheLauncher) {
  const auto job = connected();
  ASSERT_NE(job, nullptr);
  EXPECT_EXIT(job->abort(9, "the user wants it"), ::testing::ExitedWithCode(9), "PMIx_Abort.9, the user wants it");
  say("PMIx_Abort");
  EXPECT_EXIT(job->abort(9, "the user wants it"), ::testing::ExitedWithCode(9), "PMIx_Abort failed");
}

}  // namespace
}  // namespace penstock::boot::pmix
