// Attributes of communicators and datatypes: callbacks of the application, their failures, MPI's own keys.
#include <climits>

#include "mpi_test.hpp"

namespace penstock::test {
namespace {

struct Calls {
  int copies = 0;
  int deletes = 0;
  int answer = MPI_SUCCESS;  // the result of the callbacks
  int want = 1;
  std::vector<int> deleted;
};

int copy_comm(MPI_Comm comm, int /*keyval*/, void* state, void* value, void* copied, int* flag) {
  auto& calls = *static_cast<Calls*>(state);
  ++calls.copies;
  int members = 0;
  EXPECT_MPI(MPI_Comm_size(comm, &members));  // functions may call MPI
  *static_cast<void**>(copied) = value;
  *flag = calls.want;
  return calls.answer;
}
int delete_comm(MPI_Comm comm, int keyval, void* value, void* state) {
  auto& calls = *static_cast<Calls*>(state);
  ++calls.deletes;
  calls.deleted.push_back(*static_cast<int*>(value));
  void* seen = nullptr;
  int flag = -1;
  EXPECT_MPI(MPI_Comm_get_attr(comm, keyval, static_cast<void*>(&seen), &flag));
  return calls.answer;
}
int copy_type(MPI_Datatype type, int /*keyval*/, void* state, void* value, void* copied, int* flag) {
  auto& calls = *static_cast<Calls*>(state);
  ++calls.copies;
  int bytes = 0;
  EXPECT_MPI(MPI_Type_size(type, &bytes));
  *static_cast<void**>(copied) = value;
  *flag = calls.want;
  return calls.answer;
}
int delete_type(MPI_Datatype /*type*/, int /*keyval*/, void* /*value*/, void* state) {
  auto& calls = *static_cast<Calls*>(state);
  ++calls.deletes;
  return calls.answer;
}

class Attributes : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    EXPECT_MPI(MPI_Comm_dup(MPI_COMM_WORLD, &comm_));
    EXPECT_MPI(MPI_Comm_create_keyval(copy_comm, delete_comm, &key_, &calls_));
  }
  void TearDown() override {
    calls_.answer = MPI_SUCCESS;
    if (comm_ != MPI_COMM_NULL) EXPECT_MPI(MPI_Comm_free(&comm_));
    if (key_ != MPI_KEYVAL_INVALID) EXPECT_MPI(MPI_Comm_free_keyval(&key_));
  }
  static int* get(MPI_Comm comm, int key) {
    void* value = nullptr;
    int flag = -1;
    EXPECT_MPI(MPI_Comm_get_attr(comm, key, static_cast<void*>(&value), &flag));
    return flag != 0 ? static_cast<int*>(value) : nullptr;
  }

  Calls calls_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  int key_ = MPI_KEYVAL_INVALID;
  int values_[3] = {10, 11, 12};
};

TEST_F(Attributes, SetGetReplaceDelete) {
  EXPECT_EQ(get(comm_, key_), nullptr);
  EXPECT_MPI(MPI_Comm_set_attr(comm_, key_, &values_[0]));
  EXPECT_EQ(get(comm_, key_), &values_[0]);
  EXPECT_MPI(MPI_Comm_set_attr(comm_, key_, &values_[1]));
  EXPECT_EQ(calls_.deletes, 1) << "the value that is replaced is deleted";
  EXPECT_EQ(get(comm_, key_), &values_[1]);
  EXPECT_MPI(MPI_Comm_delete_attr(comm_, key_));
  EXPECT_EQ(calls_.deletes, 2);
  EXPECT_EQ(get(comm_, key_), nullptr);
  EXPECT_CLASS(MPI_Comm_delete_attr(comm_, key_), MPI_ERR_KEYVAL);
}

TEST_F(Attributes, DuplicatesGetWhatTheCopyFunctionWants) {
  EXPECT_MPI(MPI_Comm_set_attr(comm_, key_, &values_[0]));
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(comm_, &copy));
  EXPECT_EQ(get(copy, key_), &values_[0]);
  EXPECT_MPI(MPI_Comm_free(&copy));
  EXPECT_EQ(calls_.deletes, 1);
  calls_.want = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  EXPECT_MPI(MPI_Comm_idup(comm_, &copy, &request));
  EXPECT_EQ(calls_.copies, 2) << "copied at the call";
  EXPECT_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT_EQ(get(copy, key_), nullptr);
  EXPECT_MPI(MPI_Comm_free(&copy));
  EXPECT_MPI(MPI_Comm_split(comm_, 0, 0, &copy));
  EXPECT_EQ(get(copy, key_), nullptr) << "only duplicates have attributes";
  EXPECT_MPI(MPI_Comm_free(&copy));
}

TEST_F(Attributes, TheConstantsInPlaceOfFunctions) {
  int nothing = MPI_KEYVAL_INVALID;
  int value = MPI_KEYVAL_INVALID;
  EXPECT_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &nothing, nullptr));
  EXPECT_MPI(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &value, nullptr));
  EXPECT_MPI(MPI_Comm_set_attr(comm_, nothing, &values_[0]));
  EXPECT_MPI(MPI_Comm_set_attr(comm_, value, &values_[1]));
  MPI_Comm copy = MPI_COMM_NULL;
  EXPECT_MPI(MPI_Comm_dup(comm_, &copy));
  EXPECT_EQ(get(copy, nothing), nullptr);
  EXPECT_EQ(get(copy, value), &values_[1]);
  EXPECT_MPI(MPI_Comm_free(&copy));
  EXPECT_MPI(MPI_Comm_free_keyval(&nothing));
  EXPECT_MPI(MPI_Comm_free_keyval(&value));
}

TEST_F(Attributes, AFreedKeyLivesAsLongAsItIsUsed) {
  EXPECT_MPI(MPI_Comm_set_attr(comm_, key_, &values_[2]));
  const int key = key_;
  EXPECT_MPI(MPI_Comm_free_keyval(&key_));
  EXPECT_EQ(key_, MPI_KEYVAL_INVALID);
  EXPECT_EQ(get(comm_, key), &values_[2]);
  int copy = key;
  EXPECT_MPI(MPI_Comm_free_keyval(&copy));  // others take it
  EXPECT_EQ(copy, MPI_KEYVAL_INVALID);
  EXPECT_EQ(get(comm_, key), &values_[2]);
  EXPECT_CLASS(MPI_Comm_set_attr(MPI_COMM_SELF, key, &values_[2]), MPI_ERR_KEYVAL);
  EXPECT_MPI(MPI_Comm_free(&comm_));
  copy = key;
  EXPECT_CLASS(MPI_Comm_free_keyval(&copy), MPI_ERR_KEYVAL);
  EXPECT_EQ(calls_.deletes, 1);
  void* value = nullptr;
  int flag = 0;
  EXPECT_CLASS(MPI_Comm_get_attr(MPI_COMM_SELF, key, static_cast<void*>(&value), &flag), MPI_ERR_KEYVAL);
}

TEST_F(Attributes, TheLastOneSetIsDeletedFirst) {
  int keys[3];
  for (int i = 0; i < 3; ++i) {
    EXPECT_MPI(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_comm, &keys[i], &calls_));
    EXPECT_MPI(MPI_Comm_set_attr(comm_, keys[i], &values_[i]));
  }
  EXPECT_MPI(MPI_Comm_free(&comm_));
  EXPECT_EQ(calls_.deleted, (std::vector<int>{12, 11, 10}));
  for (int& key : keys) EXPECT_MPI(MPI_Comm_free_keyval(&key));
}

TEST_F(Attributes, AFailingFunctionFailsTheCallWithItsCode) {
  int code = 0;
  EXPECT_MPI(MPI_Add_error_code(MPI_ERR_OTHER, &code));
  EXPECT_MPI(MPI_Comm_set_attr(comm_, key_, &values_[0]));
  calls_.answer = code;
  EXPECT_EQ(MPI_Comm_delete_attr(comm_, key_), code);
  EXPECT_EQ(get(comm_, key_), &values_[0]) << "it stays";
  MPI_Comm copy = MPI_COMM_WORLD;
  EXPECT_EQ(MPI_Comm_dup(comm_, &copy), code);
  EXPECT_EQ(copy, MPI_COMM_NULL);
  MPI_Comm same = comm_;
  EXPECT_EQ(MPI_Comm_free(&same), code);
  EXPECT_EQ(same, comm_) << "and so does the communicator";
  EXPECT_MPI(MPI_Barrier(comm_));
  EXPECT_MPI(MPI_Remove_error_code(code));
}

TEST_F(Attributes, OfMpiItself) {
  EXPECT_EQ(*get(MPI_COMM_WORLD, MPI_TAG_UB), INT_MAX);
  EXPECT_EQ(*get(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE), size());
  EXPECT_EQ(*get(MPI_COMM_WORLD, MPI_IO), MPI_ANY_SOURCE);
  EXPECT_EQ(*get(MPI_COMM_WORLD, MPI_HOST), MPI_PROC_NULL);
  ASSERT_NE(get(comm_, MPI_WTIME_IS_GLOBAL), nullptr);
  EXPECT_CLASS(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, &values_[0]), MPI_ERR_KEYVAL);
  EXPECT_CLASS(MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_TAG_UB), MPI_ERR_KEYVAL);
  int key = MPI_TAG_UB;
  EXPECT_CLASS(MPI_Comm_free_keyval(&key), MPI_ERR_KEYVAL);
  int wrong = 12345;
  EXPECT_CLASS(MPI_Comm_free_keyval(&wrong), MPI_ERR_KEYVAL);
}

TEST_F(Attributes, Datatypes) {
  int key = MPI_KEYVAL_INVALID;
  EXPECT_MPI(MPI_Type_create_keyval(copy_type, delete_type, &key, &calls_));
  EXPECT_CLASS(MPI_Comm_set_attr(comm_, key, &values_[0]), MPI_ERR_KEYVAL);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_contiguous(3, MPI_INT, &type));
  EXPECT_MPI(MPI_Type_set_attr(type, key, &values_[0]));
  MPI_Datatype copy = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_dup(type, &copy));
  void* value = nullptr;
  int flag = 0;
  EXPECT_MPI(MPI_Type_get_attr(copy, key, static_cast<void*>(&value), &flag));
  EXPECT_EQ(flag, 1);
  EXPECT_EQ(value, &values_[0]);
  EXPECT_MPI(MPI_Type_free(&copy));
  EXPECT_EQ(calls_.deletes, 1);
  calls_.answer = MPI_ERR_OTHER;
  EXPECT_EQ(MPI_Type_dup(type, &copy), MPI_ERR_OTHER);
  calls_.answer = MPI_SUCCESS;
  EXPECT_MPI(MPI_Type_delete_attr(type, key));
  EXPECT_MPI(MPI_Type_free(&type));
  EXPECT_MPI(MPI_Type_free_keyval(&key));
}

}  // namespace
}  // namespace penstock::test
