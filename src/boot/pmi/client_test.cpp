// The PMI-1 client is tested against launchers made up here: one that behaves but has small limits, and several that misbehave.
#include "boot/pmi/client.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <functional>
#include <map>
#include <random>
#include <thread>

namespace penstock::boot::pmi {
namespace {

using testing::HasSubstr;

// Serves a rank of a job of one until the client closes the connection. `answer` may replace any answer.
class FakeLauncher {
 public:
  using Answer = std::function<std::string(const Message& request, std::string good)>;

  explicit FakeLauncher(Answer answer = {}, long max_value = 40) : answer_(std::move(answer)), max_value_(max_value) {
    std::array<int, 2> fds{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0) std::abort();
    ours_.reset(fds[0]);
    environment.fd.reset(fds[1]);
    environment.rank = 0;
    environment.size = 1;
    thread_ = std::thread([this] { serve(); });
  }
  ~FakeLauncher() {
    environment.fd.reset();
    thread_.join();
  }

  Environment environment;
  std::map<std::string, std::string> store;
  std::vector<std::string> commands;

 private:
  void serve() {
    LineBuffer lines;
    std::array<char, 512> bytes;
    for (ssize_t n = 0; (n = ::read(ours_.get(), bytes.data(), bytes.size())) > 0;) {
      if (!lines.append({bytes.data(), static_cast<std::size_t>(n)}).is_ok()) break;
      for (std::string line; lines.next(&line);) {
        EXPECT_LT(line.size(), 1024U) << "more than Slurm takes";
        Message request;
        if (!parse_line(line, &request).is_ok()) return ours_.reset();
        std::string reply = good_answer(request);
        if (answer_) reply = answer_(request, reply);
        if (reply.empty()) return ours_.reset();
        // The answer is sent in two pieces, as a stream may deliver it.
        for (const std::string& part : {reply.substr(0, reply.size() / 2), reply.substr(reply.size() / 2)}) {
          if (::send(ours_.get(), part.data(), part.size(), MSG_NOSIGNAL) < 0) return ours_.reset();
        }
      }
    }
    ours_.reset();
  }

  std::string good_answer(const Message& request) {
    commands.push_back(request.command);
    if (request.command == "init") return "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n";
    if (request.command == "get_maxes")
      return fmt::format("cmd=maxes kvsname_max=64 keylen_max=32 vallen_max={}\n", max_value_);
    if (request.command == "get_appnum") return "cmd=appnum rc=0 appnum=3\n";
    if (request.command == "get_my_kvsname") return "cmd=my_kvsname kvsname=kvs_1\n";
    if (request.command == "barrier_in") return "cmd=barrier_out\n";
    if (request.command == "finalize") return "cmd=finalize_ack\n";
    const std::string key(request.text("key"));
    if (request.command == "put") {
      EXPECT_LT(request.text("value").size(), static_cast<std::size_t>(max_value_));
      store[key] = request.text("value");
      return "cmd=put_result rc=0 msg=success\n";
    }
    if (request.command == "get" && store.count(key) != 0) {
      return fmt::format("cmd=get_result rc=0 msg=success value={}\n", store[key]);
    }
    return "cmd=get_result rc=-1 msg=key_not_found\n";
  }

  Answer answer_;
  long max_value_;
  base::Fd ours_;
  std::thread thread_;
};

Status connect_to(FakeLauncher* launcher, std::unique_ptr<Boot>* boot) {
  static Log log(base::Level::kError);
  return Client::connect(std::move(launcher->environment), log, boot);
}

TEST(Client, LongValuesFitIntoShortLines) {
  FakeLauncher launcher({}, 1024);
  std::unique_ptr<Boot> boot;
  ASSERT_TRUE(connect_to(&launcher, &boot).is_ok());
  const std::vector<std::byte> large(20'000, std::byte{9});
  std::vector<std::byte> value;
  EXPECT_TRUE(boot->put("large", large).is_ok());
  EXPECT_TRUE(boot->get(0, "large", &value).is_ok());
  EXPECT_EQ(value, large);
  boot.reset();
}

TEST(Client, ValuesOfAnySizeRoundTrip) {
  FakeLauncher launcher;
  std::unique_ptr<Boot> boot;
  ASSERT_TRUE(connect_to(&launcher, &boot).is_ok());
  EXPECT_EQ(boot->job_id(), "kvs_1");
  EXPECT_EQ(boot->kind(), "pmi");
  EXPECT_EQ(boot->app_number(), 3);
  std::mt19937 random(3);
  for (std::size_t size : {0U, 1U, 15U, 16U, 17U, 31U, 32U, 33U, 500U, 4096U}) {
    std::vector<std::byte> value(size);
    for (std::byte& b : value) b = static_cast<std::byte>(random());
    const std::string key = fmt::format("k{}", size);
    ASSERT_TRUE(boot->put(key, value).is_ok());
    ASSERT_TRUE(boot->fence().is_ok());
    std::vector<std::byte> back{std::byte{1}};
    Status status = boot->get(0, key, &back);
    ASSERT_TRUE(status.is_ok()) << status.message();
    EXPECT_EQ(back, value);
  }
  EXPECT_TRUE(boot->finalize().is_ok());
}

TEST(Client, ValuesAreFreshAfterAFenceAlsoWhereAnswersAreFetchedAhead) {
  FakeLauncher launcher;
  launcher.environment.job_id = "job-1";
  launcher.environment.size = 3;
  for (int rank : {1, 2}) launcher.store[fmt::format("P{}.k", rank)] = fmt::format("000000010{}", rank);
  std::unique_ptr<Boot> boot;
  ASSERT_TRUE(connect_to(&launcher, &boot).is_ok());
  std::vector<std::byte> value;
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(boot->put("k", std::array{static_cast<std::byte>(round)}).is_ok());
    ASSERT_TRUE(boot->fence().is_ok());
    for (int rank : {2, 0, 1, 1, 0}) {
      ASSERT_TRUE(boot->get(rank, "k", &value).is_ok());
      EXPECT_EQ(value, std::vector{static_cast<std::byte>(rank == 0 ? round : rank)});
    }
    EXPECT_EQ(boot->get(0, "absent", &value).code(), Code::kProtocol);
  }
}

TEST(Client, KnowsWhetherTheJobSpansHosts) {
  const auto spans = [](const char* mapping, const char* own_job) {
    FakeLauncher launcher;
    launcher.environment.job_id = own_job;
    if (*mapping != 0) launcher.store["PMI_process_mapping"] = mapping;
    std::unique_ptr<Boot> boot;
    EXPECT_TRUE(connect_to(&launcher, &boot).is_ok());
    return boot->spans_hosts();
  };
  EXPECT_TRUE(spans("(vector,(0,2,1))", ""));
  EXPECT_FALSE(spans("(vector,(0,1,1))", ""));
  EXPECT_TRUE(spans("", "")) << "a launcher that does not say";
  EXPECT_TRUE(spans("(nonsense)", ""));
  EXPECT_FALSE(spans("", "job-1")) << "our own launcher has one host";
}

TEST(Client, AbsentAndUnsuitableKeys) {
  FakeLauncher launcher;
  std::unique_ptr<Boot> boot;
  ASSERT_TRUE(connect_to(&launcher, &boot).is_ok());
  std::vector<std::byte> value;
  EXPECT_THAT(std::string(boot->get(0, "absent", &value).message()), HasSubstr("key_not_found"));
  EXPECT_EQ(boot->put(std::string(60, 'k'), value).code(), Code::kInternal);
  EXPECT_EQ(boot->put("two words", value).code(), Code::kInternal);
  EXPECT_EQ(boot->put("big", std::vector<std::byte>(2U << 20U)).code(), Code::kInternal);
}

TEST(Client, KeyOfAForeignLauncherIsPublishedByRankZero) {
  FakeLauncher launcher;
  std::unique_ptr<Boot> boot;
  ASSERT_TRUE(connect_to(&launcher, &boot).is_ok());
  JobKey key{};
  JobKey again{};
  ASSERT_TRUE(boot->job_key(&key).is_ok());
  ASSERT_TRUE(boot->job_key(&again).is_ok());
  EXPECT_EQ(key, again);
  EXPECT_NE(key, JobKey{});
}

// Only our own launcher, which gives the job a name, supports await().
TEST(Client, AValueIsAwaitedWhereTheLauncherCanDoThat) {
  for (const bool own : {false, true}) {
    FakeLauncher launcher([&](const Message& request, std::string good) {
      return request.command == "get" && (request.text("wait") == "1") != own ? std::string("cmd=surprise\n") : good;
    });
    if (own) launcher.environment.job_id = "job";
    std::unique_ptr<Boot> boot;
    ASSERT_TRUE(connect_to(&launcher, &boot).is_ok());
    EXPECT_EQ(boot->can_await(), own);
    const std::vector<std::byte> sent(100, std::byte{7});  // in several pieces
    ASSERT_TRUE(boot->put("address", sent).is_ok());
    std::vector<std::byte> got;
    const Status status = boot->await(0, "address", &got);
    EXPECT_EQ(status.code(), own ? Code::kOk : Code::kUnsupported) << status.message();
    EXPECT_EQ(got, own ? sent : std::vector<std::byte>());
  }
}

TEST(Client, TamperedValuesAreRefused) {
  for (const char* bad : {"value=zz", "value=0000000", "value=00000004aabb", "value=ffffffffaa", "value=00000001aabb",
                          "value=", "value=00000001a"}) {
    FakeLauncher launcher([bad](const Message& request, std::string good) {
      // Only the first piece is found; further pieces do not exist.
      if (request.command == "get" && request.text("key") == "P0.address") return fmt::format("cmd=get_result rc=0 {}\n", bad);
      return good;
    });
    std::unique_ptr<Boot> boot;
    ASSERT_TRUE(connect_to(&launcher, &boot).is_ok());
    std::vector<std::byte> value;
    EXPECT_EQ(boot->get(0, "address", &value).code(), Code::kProtocol) << bad;
  }
}

// Each step of the handshake is answered wrongly, or by closing the connection.
TEST(Client, BadAnswersAreErrorsThatSayWhatHappened) {
  for (const char* step : {"init", "get_maxes", "get_my_kvsname"}) {
    for (const char* reply : {"", "\n", "cmd=surprise\n", "nonsense\n", "cmd=response_to_init rc=-1\n", "cmd=my_kvsname\n",
                              "cmd=maxes keylen_max=0 vallen_max=0\n", "cmd=maxes keylen_max=64\n"}) {
      FakeLauncher launcher([&](const Message& request, std::string good) { return request.command == step ? reply : good; });
      std::unique_ptr<Boot> boot;
      Status status = connect_to(&launcher, &boot);
      EXPECT_TRUE(status.code() == Code::kProtocol || status.code() == Code::kPeerLost) << step << ": " << reply;
      EXPECT_THAT(std::string(status.message()), HasSubstr("joining the job through the launcher"));
    }
  }
}

TEST(Client, FuzzedAnswersNeverHurt) {
  std::mt19937 random(5);
  const std::string alphabet = "cmd=get_resultrc0 msgvalue\x01\xff=\n";
  for (int round = 0; round < 300; ++round) {
    FakeLauncher launcher([&](const Message&, std::string good) {
      // Most answers stay right, so that later steps are reached.
      for (unsigned n = random() % 5 == 0 ? 1 + random() % 3 : 0; n > 0; --n)
        good[random() % good.size()] = alphabet[random() % alphabet.size()];
      return good + "\n";  // so that the client never waits for the rest of a line
    });
    std::unique_ptr<Boot> boot;
    if (!connect_to(&launcher, &boot).is_ok()) continue;
    std::vector<std::byte> value(20);
    static_cast<void>(boot->put("address", value).is_ok() && boot->fence().is_ok() && boot->get(0, "address", &value).is_ok());
    EXPECT_LE(value.size(), 1U << 20U);
  }
}

TEST(Client, ImpossiblePlaceIsRefused) {
  for (const auto& [rank, size] : {std::pair{-1, 1}, std::pair{1, 1}, std::pair{0, 0}, std::pair{0, 1 << 30}}) {
    FakeLauncher launcher;
    launcher.environment.rank = rank;
    launcher.environment.size = size;
    std::unique_ptr<Boot> boot;
    EXPECT_EQ(connect_to(&launcher, &boot).code(), Code::kProtocol);
  }
}

}  // namespace
}  // namespace penstock::boot::pmi
