// Objects of one rank: info, datatypes, error handlers and codes, generalised requests, memory, and
// variables of the tool interface.
#include <array>
#include <atomic>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "mixed.hpp"
#include "mpi_test.hpp"

namespace penstock::test {
namespace {

std::string value_in(MPI_Info info, const char* key) {
  std::array<char, 64> text{};
  int length = static_cast<int>(text.size());
  int flag = 0;
  EXPECT_MPI(MPI_Info_get_string(info, key, &length, text.data(), &flag));
  return flag != 0 ? text.data() : "";
}

void infos(Worker& worker) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info copy = MPI_INFO_NULL;
  const std::string text = std::to_string(worker.pick(1000));
  EXPECT_MPI(MPI_Info_create(&info));
  EXPECT_MPI(MPI_Info_set(info, "thread", text.c_str()));
  EXPECT_MPI(MPI_Info_set(info, "other", "kept"));
  EXPECT_MPI(MPI_Info_dup(info, &copy));
  EXPECT_MPI(MPI_Info_delete(info, "thread"));
  int keys = 0;
  EXPECT_MPI(MPI_Info_get_nkeys(info, &keys));
  EXPECT_EQ(keys, 1);
  EXPECT_EQ(value_in(info, "thread"), "");
  EXPECT_EQ(value_in(copy, "thread"), text);
  EXPECT_MPI(MPI_Comm_set_info(worker.own, copy));
  EXPECT_MPI(MPI_Info_free(&copy));
  EXPECT_MPI(MPI_Comm_get_info(worker.own, &copy));
  EXPECT_MPI(MPI_Info_free(&copy));
  EXPECT_MPI(MPI_Info_free(&info));
  EXPECT_EQ(value_in(MPI_INFO_ENV, "thread_level"), "MPI_THREAD_MULTIPLE");
}

MPI_Datatype made(int way, int blocks) {
  MPI_Datatype type = MPI_DATATYPE_NULL;
  const int lengths[] = {1, 2, 1};
  const int places[] = {0, 2, 5};
  const MPI_Aint bytes[] = {0, 8, 20};
  const MPI_Datatype types[] = {MPI_INT, MPI_FLOAT, MPI_INT};
  const int whole[] = {4, 4};
  const int part[] = {2, 2};
  const int start[] = {1, 1};
  if (way == 0) EXPECT_MPI(MPI_Type_vector(blocks, 2, 3, MPI_INT, &type));
  if (way == 1) EXPECT_MPI(MPI_Type_indexed(3, lengths, places, MPI_INT, &type));
  if (way == 2) EXPECT_MPI(MPI_Type_create_struct(3, lengths, bytes, types, &type));
  if (way == 3) EXPECT_MPI(MPI_Type_create_subarray(2, whole, part, start, MPI_ORDER_C, MPI_INT, &type));
  if (way == 4) EXPECT_MPI(MPI_Type_create_hvector(blocks, 1, 12, MPI_INT, &type));
  return type;
}

// This thread packs and unpacks each type, then sends it to the next rank; the type is freed before the message ends.
void datatypes(Worker& worker) {
  for (int way = 0; way < 5; ++way) {
    MPI_Datatype type = made(way, 1 + worker.pick(200));
    EXPECT_MPI(MPI_Type_commit(&type));
    int bytes = 0;
    MPI_Aint lower = -1;
    MPI_Aint extent = 0;
    EXPECT_MPI(MPI_Type_size(type, &bytes));
    EXPECT_MPI(MPI_Type_get_extent(type, &lower, &extent));
    std::vector<int> from(static_cast<std::size_t>(extent) / sizeof(int));
    std::iota(from.begin(), from.end(), 5);
    std::vector<int> local(from.size(), 0);
    std::vector<int> remote(from.size(), 0);
    std::vector<std::uint8_t> packed(static_cast<std::size_t>(bytes));
    int at = 0;
    EXPECT_MPI(MPI_Pack(from.data(), 1, type, packed.data(), bytes, &at, worker.own));
    EXPECT_EQ(at, bytes);
    at = 0;
    EXPECT_MPI(MPI_Unpack(packed.data(), bytes, &at, local.data(), 1, type, worker.own));
    MPI_Request requests[2];
    EXPECT_MPI(MPI_Irecv(remote.data(), 1, type, worker.previous, worker.number, worker.shared, &requests[0]));
    EXPECT_MPI(MPI_Isend(from.data(), 1, type, worker.next, worker.number, worker.shared, &requests[1]));
    EXPECT_MPI(MPI_Type_free(&type));
    EXPECT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    EXPECT_EQ(remote, local);
    EXPECT_EQ(std::accumulate(local.begin(), local.end(), 0L) > 0, bytes > 0);
  }
}

void facts_of_types(Worker& worker) {
  const int blocks = 1 + worker.pick(50);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Datatype wide = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_contiguous(blocks, MPI_SHORT, &type));
  EXPECT_MPI(MPI_Type_create_resized(type, 0, 4096, &wide));
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = MPI_UNDEFINED;
  EXPECT_MPI(MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
  EXPECT_EQ(combiner, MPI_COMBINER_CONTIGUOUS);
  int count = 0;
  MPI_Aint none = 0;
  MPI_Datatype inner = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_get_contents(type, 1, 0, 1, &count, &none, &inner));
  EXPECT_EQ(count, blocks);
  EXPECT_EQ(inner, MPI_SHORT);
  EXPECT_MPI(MPI_Type_free(&type));
  MPI_Aint lower = -1;
  MPI_Aint extent = 0;
  EXPECT_MPI(MPI_Type_get_extent(wide, &lower, &extent));
  EXPECT_EQ(extent, 4096);
  EXPECT_MPI(MPI_Type_free(&wide));
}

std::atomic<int> told{0};
void tell(MPI_Comm* comm, int* /*code*/, ...) {
  int ranks = 0;
  MPI_Comm_size(*comm, &ranks);
  if (ranks > 0) ++told;
}

// The handler is freed while the communicator uses it.
void error_handlers(Worker& worker) {
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  EXPECT_MPI(MPI_Comm_dup(worker.own, &comm));
  EXPECT_MPI(MPI_Comm_create_errhandler(tell, &handler));
  EXPECT_MPI(MPI_Comm_set_errhandler(comm, handler));
  EXPECT_MPI(MPI_Errhandler_free(&handler));
  const int before = told;
  const int word = 0;
  EXPECT_CLASS(MPI_Send(&word, 1, MPI_INT, worker.next, -5, comm), MPI_ERR_TAG);
  EXPECT_CLASS(MPI_Send(&word, 1, MPI_INT, worker.size, 0, comm), MPI_ERR_RANK);
  EXPECT_CLASS(MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER), MPI_SUCCESS);
  EXPECT_GE(told - before, 3);
  EXPECT_MPI(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
  EXPECT_MPI(MPI_Comm_get_errhandler(comm, &handler));
  EXPECT_EQ(handler, MPI_ERRORS_RETURN);
  EXPECT_MPI(MPI_Comm_free(&comm));
}

void error_codes(Worker& worker) {
  int error_class = -1;
  int code = -1;
  EXPECT_MPI(MPI_Add_error_class(&error_class));
  EXPECT_MPI(MPI_Add_error_code(error_class, &code));
  const std::string text = "of thread " + std::to_string(worker.number);
  EXPECT_MPI(MPI_Add_error_string(code, text.c_str()));
  EXPECT_EQ(text_of(code), text);
  EXPECT_EQ(class_of(code), error_class);
  EXPECT_MPI(MPI_Remove_error_string(code));
  EXPECT_MPI(MPI_Remove_error_code(code));
  EXPECT_MPI(MPI_Remove_error_class(error_class));
}

int set_three(void* /*state*/, MPI_Status* status) {
  MPI_Status_set_elements(status, MPI_INT, 3);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}
int count_free(void* state) {
  ++*static_cast<int*>(state);
  return MPI_SUCCESS;
}
int no_cancel(void* /*state*/, int /*complete*/) {
  return MPI_SUCCESS;
}

void generalised_requests(Worker& worker) {
  int freed = 0;
  std::array<MPI_Request, 5> requests{};
  for (MPI_Request& request : requests) EXPECT_MPI(MPI_Grequest_start(set_three, count_free, no_cancel, &freed, &request));
  int flag = 1;
  EXPECT_MPI(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &flag, MPI_STATUSES_IGNORE));
  EXPECT_EQ(flag, 0);
  const auto first = static_cast<std::size_t>(worker.pick(static_cast<int>(requests.size())));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::size_t at = (first + i) % requests.size();
    EXPECT_MPI(MPI_Grequest_complete(requests[at]));
    MPI_Status status;
    int index = -1;
    EXPECT_MPI(MPI_Waitany(static_cast<int>(requests.size()), requests.data(), &index, &status));
    EXPECT_EQ(index, static_cast<int>(at));
    int elements = 0;
    EXPECT_MPI(MPI_Get_elements(&status, MPI_INT, &elements));
    EXPECT_EQ(elements, 3);
  }
  EXPECT_EQ(freed, static_cast<int>(requests.size()));
}

void memory(Worker& worker) {
  const std::size_t bytes = 1 + worker.pick_bytes();
  std::uint8_t* data = nullptr;
  EXPECT_MPI(MPI_Alloc_mem(static_cast<MPI_Aint>(bytes), MPI_INFO_NULL, static_cast<void*>(&data)));
  data[0] = data[bytes - 1] = static_cast<std::uint8_t>(worker.rank);
  EXPECT_MPI(MPI_Sendrecv_replace(data, static_cast<int>(bytes), MPI_BYTE, worker.next, worker.number, worker.previous,
                                  worker.number, worker.shared, MPI_STATUS_IGNORE));
  EXPECT_EQ(data[bytes - 1], worker.previous);
  EXPECT_MPI(MPI_Free_mem(data));
}

unsigned long long read_counter(MPI_T_pvar_session session, int index) {
  MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  int count = 0;
  std::array<unsigned long long, 64> numbers{};
  EXPECT_EQ(MPI_T_pvar_handle_alloc(session, index, nullptr, &handle, &count), MPI_SUCCESS);
  EXPECT_LE(count, static_cast<int>(numbers.size()));
  EXPECT_EQ(MPI_T_pvar_read(session, handle, numbers.data()), MPI_SUCCESS);
  EXPECT_EQ(MPI_T_pvar_handle_free(session, &handle), MPI_SUCCESS);
  return numbers[0];
}

// Variables that are bound to a communicator are not read here.
bool is_counter_of_all(int index) {
  int name = 0;
  int text = 0;
  int verbosity = 0;
  int kind = 0;
  int bound = 0;
  int fixed = 0;
  int running = 0;
  int atomic = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_T_enum values = MPI_T_ENUM_NULL;
  EXPECT_EQ(MPI_T_pvar_get_info(index, nullptr, &name, &verbosity, &kind, &type, &values, nullptr, &text, &bound, &fixed,
                                &running, &atomic),
            MPI_SUCCESS);
  return bound == MPI_T_BIND_NO_OBJECT && kind == MPI_T_PVAR_CLASS_COUNTER;
}

void performance_variables(Worker& /*worker*/) {
  MPI_T_pvar_session session = MPI_T_PVAR_SESSION_NULL;
  ASSERT_EQ(MPI_T_pvar_session_create(&session), MPI_SUCCESS);
  int all = 0;
  EXPECT_EQ(MPI_T_pvar_get_num(&all), MPI_SUCCESS);
  int read = 0;
  for (int i = 0; i < all; ++i) {
    if (!is_counter_of_all(i)) continue;
    const unsigned long long before = read_counter(session, i);
    EXPECT_GE(read_counter(session, i), before);
    ++read;
  }
  EXPECT_GT(read, 5);
  EXPECT_EQ(MPI_T_pvar_session_free(&session), MPI_SUCCESS);
}

void control_variables(Worker& /*worker*/) {
  int index = -1;
  int count = 0;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  ASSERT_EQ(MPI_T_cvar_get_index("PENSTOCK_EAGER_LIMIT", &index), MPI_SUCCESS);
  EXPECT_EQ(MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count), MPI_SUCCESS);
  unsigned long long limit = 0;
  EXPECT_EQ(MPI_T_cvar_read(handle, &limit), MPI_SUCCESS);
  EXPECT_GT(limit, 0U);
  EXPECT_EQ(MPI_T_cvar_handle_free(&handle), MPI_SUCCESS);
  int categories = 0;
  EXPECT_EQ(MPI_T_category_get_num(&categories), MPI_SUCCESS);
  EXPECT_GT(categories, 0);
}

constexpr MixedCase kCases[] = {{"infos", 1, infos},
                                {"datatypes", 1, datatypes},
                                {"facts of types", 1, facts_of_types},
                                {"error handlers", 1, error_handlers},
                                {"error codes", 1, error_codes},
                                {"generalised requests", 1, generalised_requests},
                                {"memory", 1, memory},
                                {"performance variables", 1, performance_variables},
                                {"control variables", 1, control_variables}};

}  // namespace

MixedCases object_cases() {
  return {kCases, std::size(kCases)};
}

}  // namespace penstock::test
