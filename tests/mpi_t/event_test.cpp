// Events are reported once, with their data, at the end of a call, where a callback may call MPI.
#include <algorithm>
#include <cstring>

#include "mpi_t_test.hpp"

namespace penstock::test {
namespace {

int index_of(const char* name) {
  int index = -1;
  EXPECT_OK(MPI_T_event_get_index(name, &index)) << name;
  return index;
}

struct Kept {
  int source;
  int tag;
  unsigned long long bytes;
  friend bool operator==(const Kept&, const Kept&) = default;
};

struct Heard {
  std::vector<Kept> kept;
  std::vector<MPI_Count> times;
  bool calls_mpi = false;
};

void hear(MPI_T_event_instance instance, MPI_T_event_registration, MPI_T_cb_safety, void* user_data) {
  auto& heard = *static_cast<Heard*>(user_data);
  Kept copied{};
  EXPECT_OK(MPI_T_event_copy(instance, &copied));
  Kept read{};
  EXPECT_OK(MPI_T_event_read(instance, 0, &read.source));
  EXPECT_OK(MPI_T_event_read(instance, 1, &read.tag));
  EXPECT_OK(MPI_T_event_read(instance, 2, &read.bytes));
  EXPECT_EQ(MPI_T_event_read(instance, 3, &read.bytes), MPI_T_ERR_INVALID_INDEX);
  EXPECT_EQ(copied, read);
  int source = -1;
  EXPECT_OK(MPI_T_event_get_source(instance, &source));
  EXPECT_EQ(source, 0);
  MPI_Count time = 0;
  EXPECT_OK(MPI_T_event_get_timestamp(instance, &time));
  heard.kept.push_back(copied);
  heard.times.push_back(time);
  if (!heard.calls_mpi) return;
  int size = 0;
  EXPECT_OK(MPI_Comm_size(MPI_COMM_SELF, &size));
  EXPECT_EQ(size, 1);
}

int frees = 0;
void count_free(MPI_T_event_registration, MPI_T_cb_safety, void* user_data) {
  frees += *static_cast<int*>(user_data);
  int number = 0;
  EXPECT_OK(MPI_T_event_get_num(&number));  // no handle is open
}

class Events : public Running {
 protected:
  static MPI_T_event_registration listen(Heard* heard) {
    MPI_T_event_registration handle{};
    EXPECT_OK(MPI_T_event_handle_alloc(index_of("penstock_message_kept"), nullptr, MPI_INFO_NULL, &handle));
    EXPECT_OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, heard, hear));
    return handle;
  }
  static void send_unexpected(int tag, int count) {
    const char out[3] = {};
    char in[3];
    // A probe that finds a message proves that it was kept.
    for (int i = 0; i < count; ++i) {
      ASSERT_OK(MPI_Send(out, 3, MPI_BYTE, 0, tag + i, MPI_COMM_SELF));
      ASSERT_OK(MPI_Probe(0, tag + i, MPI_COMM_SELF, MPI_STATUS_IGNORE));
    }
    for (int i = 0; i < count; ++i) ASSERT_OK(MPI_Recv(in, 3, MPI_BYTE, 0, tag + i, MPI_COMM_SELF, MPI_STATUS_IGNORE));
  }
  // Counts events with our tags, this one and the next few: other messages may have caused events too.
  [[nodiscard]] static long with_tag(const Heard& heard, int tag) {
    const int me = rank();
    return std::ranges::count_if(heard.kept, [&](const Kept& one) {
      return one.source == me && one.tag >= tag && one.tag < tag + kTags && one.bytes == 3;
    });
  }
  static constexpr int kTags = 10;
};

TEST_F(Events, Described) {
  int all = 0;
  ASSERT_OK(MPI_T_event_get_num(&all));
  ASSERT_EQ(all, 3);
  for (int i = 0; i < all; ++i) {
    char name[64] = "";
    char description[512] = "";
    int name_length = sizeof name;
    int length = sizeof description;
    int verbosity = -1;
    int elements = 0;
    int bind = -1;
    MPI_T_enum names = MPI_T_ENUM_NULL;
    MPI_Info info = MPI_INFO_NULL;
    ASSERT_OK(MPI_T_event_get_info(i, name, &name_length, &verbosity, nullptr, nullptr, &elements, &names, &info, description,
                                   &length, &bind));
    EXPECT_GT(elements, 1) << name;
    EXPECT_EQ(bind, MPI_T_BIND_NO_OBJECT);
    EXPECT_NE(info, MPI_INFO_NULL);
    EXPECT_OK(MPI_Info_free(&info));
    int items = 0;
    EXPECT_OK(MPI_T_enum_get_info(names, &items, nullptr, nullptr));
    EXPECT_EQ(items, elements) << name;
    std::vector<MPI_Datatype> types(static_cast<std::size_t>(elements), MPI_DATATYPE_NULL);
    std::vector<MPI_Aint> places(static_cast<std::size_t>(elements), -1);
    ASSERT_OK(MPI_T_event_get_info(i, nullptr, nullptr, nullptr, types.data(), places.data(), &elements, nullptr, nullptr,
                                   nullptr, nullptr, nullptr));
    EXPECT_TRUE(
        std::ranges::all_of(types, [](MPI_Datatype type) { return type == MPI_INT || type == MPI_UNSIGNED_LONG_LONG; }));
    EXPECT_EQ(places.front(), 0);
    EXPECT_TRUE(std::ranges::is_sorted(places));
    EXPECT_EQ(index_of(name), i);
  }
}

TEST_F(Events, ASource) {
  int all = 0;
  ASSERT_OK(MPI_T_source_get_num(&all));
  ASSERT_EQ(all, 1);
  char name[32] = "";
  int length = sizeof name;
  MPI_T_source_order order = MPI_T_SOURCE_UNORDERED;
  MPI_Count ticks = 0;
  MPI_Count most = 0;
  ASSERT_OK(MPI_T_source_get_info(0, name, &length, nullptr, nullptr, &order, &ticks, &most, nullptr));
  EXPECT_STREQ(name, "penstock");
  EXPECT_EQ(order, MPI_T_SOURCE_ORDERED);
  EXPECT_EQ(ticks, 1'000'000'000);
  MPI_Count first = 0;
  MPI_Count second = 0;
  ASSERT_OK(MPI_T_source_get_timestamp(0, &first));
  ASSERT_OK(MPI_T_source_get_timestamp(0, &second));
  EXPECT_LE(first, second);
  EXPECT_GT(first, 0);
  EXPECT_GT(most, second);
  EXPECT_EQ(MPI_T_source_get_timestamp(1, &first), MPI_T_ERR_INVALID_INDEX);
}

TEST_F(Events, MessagesThatComeBeforeTheirReceive) {
  Heard heard;
  heard.calls_mpi = true;
  MPI_Count before = 0;
  MPI_Count after = 0;
  ASSERT_OK(MPI_T_source_get_timestamp(0, &before));
  MPI_T_event_registration handle = listen(&heard);
  send_unexpected(70, 5);
  ASSERT_OK(MPI_T_source_get_timestamp(0, &after));
  EXPECT_EQ(with_tag(heard, 70), 5);
  EXPECT_TRUE(std::ranges::is_sorted(heard.times));
  EXPECT_TRUE(std::ranges::all_of(heard.times, [&](MPI_Count time) { return time >= before && time <= after; }));
  int one = 1;
  frees = 0;
  ASSERT_OK(MPI_T_event_handle_free(handle, &one, count_free));
  EXPECT_EQ(frees, 1);
  send_unexpected(70, 1);
  EXPECT_EQ(with_tag(heard, 70), 5);
  EXPECT_EQ(MPI_T_event_handle_free(handle, &one, count_free), MPI_T_ERR_INVALID_HANDLE);
}

TEST_F(Events, TheLeastDemandingFunctionIsCalled) {
  Heard restricted;
  Heard free;
  MPI_T_event_registration handle{};
  ASSERT_OK(MPI_T_event_handle_alloc(index_of("penstock_message_kept"), nullptr, MPI_INFO_NULL, &handle));
  ASSERT_OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_MPI_RESTRICTED, MPI_INFO_NULL, &restricted, hear));
  send_unexpected(80, 1);
  EXPECT_EQ(with_tag(restricted, 80), 1);
  ASSERT_OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &free, hear));
  send_unexpected(80, 1);
  EXPECT_EQ(with_tag(restricted, 80), 1);
  EXPECT_EQ(with_tag(free, 80), 1);
  ASSERT_OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, nullptr, nullptr));
  send_unexpected(80, 1);
  EXPECT_EQ(with_tag(restricted, 80), 2);
  EXPECT_EQ(MPI_T_event_register_callback(handle, static_cast<MPI_T_cb_safety>(0x80), MPI_INFO_NULL, nullptr, hear),
            MPI_T_ERR_INVALID);
  MPI_Info info = MPI_INFO_NULL;
  ASSERT_OK(MPI_T_event_handle_get_info(handle, &info));
  ASSERT_OK(MPI_Info_free(&info));
  ASSERT_OK(MPI_T_event_callback_get_info(handle, MPI_T_CB_REQUIRE_NONE, &info));
  ASSERT_OK(MPI_T_event_callback_set_info(handle, MPI_T_CB_REQUIRE_NONE, info));
  ASSERT_OK(MPI_T_event_handle_set_info(handle, info));
  ASSERT_OK(MPI_Info_free(&info));
  ASSERT_OK(MPI_T_event_handle_free(handle, nullptr, nullptr));
}

TEST_F(Events, WaysOfLargeMessages) {
  if (size() < 2) GTEST_SKIP() << "needs two ranks";
  struct Path {
    int peer, receives, way;
    unsigned long long bytes;
  };
  std::vector<Path> ways;
  MPI_T_event_registration handle{};
  ASSERT_OK(MPI_T_event_handle_alloc(index_of("penstock_path_chosen"), nullptr, MPI_INFO_NULL, &handle));
  const auto note = [](MPI_T_event_instance instance, MPI_T_event_registration, MPI_T_cb_safety, void* user_data) {
    Path way{};
    EXPECT_OK(MPI_T_event_copy(instance, &way));
    static_cast<std::vector<Path>*>(user_data)->push_back(way);
  };
  ASSERT_OK(MPI_T_event_register_callback(handle, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, &ways, note));
  constexpr int kBytes = 4 << 20;
  std::vector<char> data(kBytes);
  if (rank() == 0) {
    ASSERT_OK(MPI_Send(data.data(), kBytes, MPI_BYTE, 1, 4, MPI_COMM_WORLD));
  }
  if (rank() == 1) {
    ASSERT_OK(MPI_Recv(data.data(), kBytes, MPI_BYTE, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    ASSERT_FALSE(ways.empty());
    EXPECT_EQ(ways.front().peer, 0);
    EXPECT_EQ(ways.front().receives, 1);
    EXPECT_EQ(ways.front().bytes, static_cast<unsigned long long>(kBytes));
  }
  ASSERT_OK(MPI_T_event_handle_free(handle, nullptr, nullptr));
}

TEST_F(Events, WrongHandles) {
  MPI_T_event_registration none{};
  MPI_T_event_instance nothing{};
  MPI_Count time = 0;
  int number = 0;
  EXPECT_EQ(MPI_T_event_handle_alloc(99, nullptr, MPI_INFO_NULL, &none), MPI_T_ERR_INVALID_INDEX);
  EXPECT_EQ(MPI_T_event_register_callback(none, MPI_T_CB_REQUIRE_NONE, MPI_INFO_NULL, nullptr, hear), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_event_set_dropped_handler(none, nullptr), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_event_get_timestamp(nothing, &time), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_event_get_source(nothing, &number), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_event_read(nothing, 0, &number), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_event_copy(nothing, &number), MPI_T_ERR_INVALID_HANDLE);
  EXPECT_EQ(MPI_T_event_get_index("no_such_event", &number), MPI_T_ERR_INVALID_NAME);
}

}  // namespace
}  // namespace penstock::test
