// Events from where they are raised to the callbacks of tools, and the counts of a process that has ended.
#include <gtest/gtest.h>

#include <atomic>

#include "core/testing/run_as_threads.hpp"
#include "mpi_t/gen/calls.hpp"

namespace penstock::mpi_t {
namespace {

using observe::Event;

core::Instance* running = nullptr;
core::Instance* find_running() noexcept {
  return running;
}

struct Heard {
  int told = 0;
  MPI_Count lost = 0;
};
void hear(MPI_T_event_instance, MPI_T_event_registration, MPI_T_cb_safety, void* heard) {
  ++static_cast<Heard*>(heard)->told;
}
void count_lost(MPI_Count count, MPI_T_event_registration, int, MPI_T_cb_safety, void* heard) {
  static_cast<Heard*>(heard)->lost += count;
}

class Deliver : public testing::Test {
 protected:
  void SetUp() override {
    int provided = 0;
    Caller caller(tools_);
    ASSERT_EQ(init_thread(caller, MPI_THREAD_MULTIPLE, &provided), MPI_SUCCESS);
  }
  MPI_T_event_registration listen(Event event) {
    Caller caller(tools_);
    MPI_T_event_registration handle{};
    EXPECT_EQ(event_handle_alloc(caller, static_cast<int>(event), nullptr, MPI_INFO_NULL, &handle), MPI_SUCCESS);
    EXPECT_EQ(event_register_callback(caller, handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &heard_, hear), MPI_SUCCESS);
    EXPECT_EQ(event_set_dropped_handler(caller, handle, count_lost), MPI_SUCCESS);
    return handle;
  }
  // Runs `body` in a process of one rank, which then ends.
  template <typename Body>
  void run(Body body) {
    const Status status = core::testing::run_as_threads(1, {}, [&](core::Instance& instance) {
      tools_.join(instance);
      running = &instance;
      body(instance);
      tools_.part(instance, [] { running = nullptr; });
    });
    EXPECT_TRUE(status.is_ok()) << status.message();
  }
  static void raise(core::Instance& instance, Event event, int times) {
    for (int i = 0; i < times; ++i) {
      if (instance.engine().events().wanted(event)) instance.engine().events().raise(event, {0, i});
    }
  }

  std::atomic<bool> pending_ = false;
  Interface tools_{&find_running, &pending_};
  Heard heard_;
};

TEST_F(Deliver, WhatThereIsNoRoomForIsCounted) {
  const auto kept = static_cast<int>(observe::Events::kKept);
  const MPI_T_event_registration handle = listen(Event::kCredits);
  run([&](core::Instance& instance) {
    raise(instance, Event::kCredits, kept + 100);
    EXPECT_TRUE(pending_);
    tools_.deliver();
    EXPECT_FALSE(pending_);
    EXPECT_EQ(heard_.told, kept);
    EXPECT_EQ(heard_.lost, 100);
    raise(instance, Event::kCredits, 3);
    tools_.deliver();
    EXPECT_EQ(heard_.told, kept + 3);
    EXPECT_EQ(heard_.lost, 100);
  });
  Caller caller(tools_);
  EXPECT_EQ(event_handle_free(caller, handle, nullptr, nullptr), MPI_SUCCESS);
}

TEST_F(Deliver, NobodyListensNothingIsRaised) {
  run([&](core::Instance& instance) {
    raise(instance, Event::kCredits, 1);
    EXPECT_FALSE(pending_);
    listen(Event::kCredits);
    EXPECT_FALSE(instance.engine().events().wanted(Event::kMessageKept));
    raise(instance, Event::kCredits, 1);
    EXPECT_TRUE(pending_);
  });
  EXPECT_EQ(heard_.told, 1) << "the last ones are told when the process goes";
}

TEST_F(Deliver, TheNextProcessIsListenedToAsWell) {
  listen(Event::kCredits);
  for (int i = 1; i <= 2; ++i) {
    run([&](core::Instance& instance) { raise(instance, Event::kCredits, 1); });
    EXPECT_EQ(heard_.told, i);
  }
}

TEST_F(Deliver, TheEndOfTheToolEndsListening) {
  listen(Event::kCredits);
  run([&](core::Instance& instance) {
    {
      Caller caller(tools_);
      ASSERT_EQ(finalize(caller), MPI_SUCCESS);
    }
    EXPECT_FALSE(instance.engine().events().wanted(Event::kCredits));
  });
}

// Counts continue from those of the earlier process.
TEST_F(Deliver, CountsOutliveTheirProcess) {
  MPI_T_pvar_session session{};
  MPI_T_pvar_handle handle{};
  int index = -1;
  int count = 0;
  const auto read = [&] {
    Caller caller(tools_);
    unsigned long long value = 0;
    EXPECT_EQ(pvar_read(caller, session, handle, &value), MPI_SUCCESS);
    return value;
  };
  {
    Caller caller(tools_);
    ASSERT_EQ(pvar_get_index(caller, "penstock_messages_eager", MPI_T_PVAR_CLASS_COUNTER, &index), MPI_SUCCESS);
    ASSERT_EQ(pvar_session_create(caller, &session), MPI_SUCCESS);
    ASSERT_EQ(pvar_handle_alloc(caller, session, index, nullptr, &handle, &count), MPI_SUCCESS);
    ASSERT_EQ(pvar_start(caller, session, handle), MPI_SUCCESS);
  }
  for (unsigned i = 1; i <= 3; ++i) {
    run([&](core::Instance& instance) {
      instance.job().counters().record(instance.job().counters().path("eager shm", "host", "host"), 10, 0);
      EXPECT_EQ(read(), i);
    });
    EXPECT_EQ(read(), i);
  }
}

}  // namespace
}  // namespace penstock::mpi_t
