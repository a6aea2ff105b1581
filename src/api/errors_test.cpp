// Error codes, and how each kind of error handler treats a failing call. The core below is the test's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "api/checks.hpp"
#include "core/process/lookup.hpp"

namespace penstock::core {

class Errhandler {
 public:
  ErrhandlerKind kind = ErrhandlerKind::kReturn;
  MPI_Comm seen_comm = MPI_COMM_NULL;
  int seen_code = 0;
};
class Comm {
 public:
  Errhandler errhandler;
};
class Session {};
class Window {};
class File {};
class Datatype {};
class Instance {
 public:
  Comm world;
  Comm self;
  proto::EngineLock lock;
};

proto::EngineLock& lock_of(Instance& instance) noexcept {
  return instance.lock;
}
MPI_Comm handle_of(const Comm&) noexcept {
  return MPI_COMM_WORLD;
}
Errhandler& errhandler_of(const Comm& comm) noexcept {
  return const_cast<Comm&>(comm).errhandler;
}
Errhandler& default_errhandler(Instance& instance) noexcept {
  return instance.self.errhandler;
}
void abort_job(Instance&, int exit_code, std::string_view why) noexcept {
  std::fprintf(stderr, "told: %.*s\n", static_cast<int>(why.size()), why.data());
  std::_Exit(exit_code);
}
MPI_Session handle_of(const Session&) noexcept {
  return MPI_SESSION_NULL;
}
Errhandler& errhandler_of(const Session&) noexcept {
  static Errhandler none;
  return none;
}
MPI_Win handle_of(const Window&) noexcept {
  return MPI_WIN_NULL;
}
Errhandler& errhandler_of(const Window&) noexcept {
  static Errhandler none;
  return none;
}
MPI_File handle_of(const File&) noexcept {
  return MPI_FILE_NULL;
}
Errhandler& errhandler_of(const File&) noexcept {
  static Errhandler none;
  return none;
}
Errhandler& errhandler_of_no_file(Instance&) noexcept {
  static Errhandler none;
  return none;
}
bool is_for_files(const Errhandler&) noexcept {
  return false;
}
bool is_for_windows(const Errhandler&) noexcept {
  return false;
}
bool is_for_sessions(const Errhandler&) noexcept {
  return false;
}
ErrhandlerKind kind_of(const Errhandler& errhandler) noexcept {
  return errhandler.kind;
}
void call_errhandler(Instance&, Errhandler& errhandler, void* object, int* code) {
  errhandler.seen_comm = *static_cast<MPI_Comm*>(object);
  errhandler.seen_code = *code;
  *code = MPI_SUCCESS;
}
bool is_committed(const Datatype&) noexcept {
  return false;
}
Status find_comm(Instance& instance, MPI_Comm handle, Comm** out) {
  if (handle != MPI_COMM_WORLD) return Status::error(Code::kComm, "comm is none");
  *out = &instance.world;
  return Status::ok();
}

}  // namespace penstock::core

namespace penstock::api {

void tell_tools() noexcept {}
// No process of this core watches calls.
void begin_watched(const Call&) noexcept {}
void end_watched(const Call&) noexcept {}
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string text_of(int code) {
  char text[MPI_MAX_ERROR_STRING];
  const std::size_t length = describe(code, text);
  EXPECT_EQ(std::strlen(text), length);
  return {text, length};
}

class Errors : public ::testing::Test {
 protected:
  void SetUp() override { bind_thread(&instance_); }
  void TearDown() override { bind_thread(nullptr); }

  static int fail_in_send(core::Comm* comm) {
    Call call(Function::kSend);
    call.raise_on(comm);
    return guarded(call, [] { return Status::error(Code::kTag, "tag is {}; it must be at least 0", -7); });
  }

  core::Instance instance_;
};

TEST(ErrorCodes, APredefinedClassIsACodeWithItsOwnText) {
  EXPECT_EQ(class_of(MPI_ERR_TAG), MPI_ERR_TAG);
  EXPECT_EQ(text_of(MPI_ERR_TAG), error_class_text(MPI_ERR_TAG));
  EXPECT_EQ(class_of(MPI_SUCCESS), MPI_SUCCESS);
  EXPECT_FALSE(text_of(MPI_ERR_LASTCODE).empty());
}

TEST(ErrorCodes, NumbersThatAreNoCodeAreToldApart) {
  EXPECT_EQ(class_of(-1), -1);
  EXPECT_EQ(class_of(900), -1);    // between the classes of MPI and of the tool interface
  EXPECT_EQ(class_of(20000), -1);  // where codes of the application begin
  EXPECT_EQ(text_of(-1), "");
}

TEST(ErrorCodes, ACodeCarriesClassAndSentence) {
  const int code = make_code(MPI_ERR_TRUNCATE, "MPI_Recv: 8 bytes came for 4");
  EXPECT_GT(code, MPI_ERR_LASTCODE);
  EXPECT_EQ(class_of(code), MPI_ERR_TRUNCATE);
  EXPECT_EQ(text_of(code), "MPI_Recv: 8 bytes came for 4");
}

TEST(ErrorCodes, AnOldCodeFallsBackToItsClass) {
  const int code = make_code(MPI_ERR_RANK, "the first");
  for (int i = 0; i < 64; ++i) (void)make_code(MPI_ERR_TAG, "a later one");
  EXPECT_EQ(class_of(code), MPI_ERR_RANK);
  EXPECT_EQ(text_of(code), error_class_text(MPI_ERR_RANK));
}

TEST(ErrorCodes, ALongSentenceIsCutWithinTheStandardsLength) {
  const int code = make_code(MPI_ERR_OTHER, std::string(2000, 'x'));
  EXPECT_EQ(text_of(code).size(), std::size_t{MPI_MAX_ERROR_STRING - 1});
}

TEST(ErrorCodes, EveryCodeOfOursHasAClassWithName) {
  for (int code = 0; code <= static_cast<int>(Code::kUser); ++code) {
    EXPECT_FALSE(error_class_name(error_class(static_cast<Code>(code))).empty()) << code;
  }
}

TEST_F(Errors, ReturnGivesACodeThatNamesCallAndCause) {
  const int code = fail_in_send(&instance_.world);
  EXPECT_EQ(class_of(code), MPI_ERR_TAG);
  EXPECT_EQ(text_of(code), "MPI_Send: tag is -7; it must be at least 0");
}

TEST_F(Errors, AUserFunctionHearsOfItAndTheCallStillFails) {
  instance_.world.errhandler.kind = core::ErrhandlerKind::kUser;
  const int code = fail_in_send(&instance_.world);
  EXPECT_EQ(instance_.world.errhandler.seen_code, code);
  EXPECT_EQ(instance_.world.errhandler.seen_comm, MPI_COMM_WORLD);
  EXPECT_EQ(class_of(code), MPI_ERR_TAG);
}

TEST_F(Errors, WithoutACommunicatorTheDefaultHandlerHears) {
  instance_.self.errhandler.kind = core::ErrhandlerKind::kUser;
  const int code = fail_in_send(nullptr);
  EXPECT_EQ(instance_.self.errhandler.seen_code, code);
  EXPECT_EQ(instance_.self.errhandler.seen_comm, MPI_COMM_SELF);
}

TEST_F(Errors, FatalEndsTheJobWithTheClassAndOneReason) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a forked child is no rank
  for (const auto kind : {core::ErrhandlerKind::kFatal, core::ErrhandlerKind::kAbort}) {
    instance_.world.errhandler.kind = kind;
    EXPECT_EXIT(fail_in_send(&instance_.world), ::testing::ExitedWithCode(MPI_ERR_TAG),
                "^told: MPI_Send: tag is -7; it must be at least 0 .MPI_ERR_TAG.\n$");
  }
}

TEST_F(Errors, NothingIsThrownOutOfACall) {
  Call call(Function::kRecv);
  call.raise_on(&instance_.world);
  const int memory = guarded(call, []() -> Status { throw std::bad_alloc(); });
  EXPECT_EQ(class_of(memory), MPI_ERR_NO_MEM);
  EXPECT_THAT(text_of(memory), StartsWith("MPI_Recv: no memory"));
  const int other = guarded(call, []() -> Status { throw 1; });
  EXPECT_EQ(class_of(other), MPI_ERR_INTERN);
}

TEST_F(Errors, AMissingBodyIsNamed) {
  const int code = unsupported(Function::kWin_create, MPI_COMM_WORLD);
  EXPECT_EQ(class_of(code), MPI_ERR_UNSUPPORTED_OPERATION);
  EXPECT_THAT(text_of(code), HasSubstr("MPI_Win_create"));
}

TEST_F(Errors, AMissingBodyWithABadCommunicatorGoesToTheDefaultHandler) {
  instance_.self.errhandler.kind = core::ErrhandlerKind::kUser;
  const int code = unsupported(Function::kWin_create, MPI_COMM_NULL);
  EXPECT_EQ(instance_.self.errhandler.seen_code, code);
}

TEST_F(Errors, ToolFunctionsCallNoHandler) {
  instance_.self.errhandler.kind = core::ErrhandlerKind::kFatal;
  const int code = unsupported(Function::kT_init_thread, MPI_COMM_NULL);
  EXPECT_EQ(class_of(code), MPI_ERR_UNSUPPORTED_OPERATION);
}

TEST_F(Errors, ChecksSayWhatIsWrong) {
  EXPECT_TRUE(check_count(0, "count").is_ok());
  EXPECT_EQ(check_count(-1, "count").code(), Code::kCount);
  EXPECT_THAT(std::string(check_count(-1, "count").message()), HasSubstr("count is -1"));
  EXPECT_EQ(check_pointer(true, "flag").code(), Code::kArg);
  EXPECT_EQ(check_committed(core::Datatype(), "datatype").code(), Code::kType);
  EXPECT_TRUE(check_running(Call(Function::kSend)).is_ok());
}

TEST(ProcessState, RunsFromPublishToPublishOfNull) {
  core::Instance instance;
  EXPECT_EQ(phase(), Phase::kBefore);
  EXPECT_EQ(check_running(Call(Function::kSend)).code(), Code::kNotInitialized);
  publish(&instance, Phase::kRunning);
  EXPECT_EQ(phase(), Phase::kRunning);
  EXPECT_EQ(api::instance(), &instance);
  core::Instance other;
  bind_thread(&other);
  EXPECT_EQ(api::instance(), &other);
  bind_thread(nullptr);
  EXPECT_EQ(api::instance(), &instance);
  publish(nullptr, Phase::kAfter);
  EXPECT_EQ(phase(), Phase::kAfter);
  EXPECT_THAT(std::string(check_running(Call(Function::kSend)).message()), HasSubstr("after MPI_Finalize"));
}

TEST(ProcessState, AForkedChildIsNoRank) {
  GTEST_FLAG_SET(death_test_style, "fast");  // made by fork
  core::Instance instance;
  publish(&instance, Phase::kRunning);
  EXPECT_EXIT(
      {
        const bool told = phase() == Phase::kForked && api::instance() == nullptr;
        Call call(Function::kSend);
        if (told) guarded(call, [&] { return check_running(call); });
      },
      ::testing::ExitedWithCode(MPI_ERR_OTHER), "MPI_Send: this process is a forked child, not a rank");
  EXPECT_EQ(phase(), Phase::kRunning);
  EXPECT_EQ(api::instance(), &instance);
  publish(nullptr, Phase::kAfter);
}

TEST(ProcessState, AFailureOutsideInitAndFinalizeIsFatal) {
  EXPECT_EXIT(
      {
        Call call(Function::kSend);
        guarded(call, [&] { return check_running(call); });
      },
      ::testing::ExitedWithCode(MPI_ERR_OTHER), "penstock: MPI_Send: called (before|after) MPI_");
}

}  // namespace
}  // namespace penstock::api
