// Trampolines: what the library calls, and what calls the program's function with arguments of its ABI.
#include "faces/common/callbacks.hpp"

#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

#include "api/face/foreign.hpp"
#include "api/gen/entry.hpp"
#include "faces/common/convert.hpp"
#include "faces/common/gen/calls.hpp"

namespace penstock::faces::PENSTOCK_FACE {

void reduce(Any function, bool large, void* from, void* to, MPI_Count length, MPI_Datatype datatype) {
  auto theirs = out<Datatype>(datatype);
  if (large) {
    reinterpret_cast<void (*)(void*, void*, MPI_Count*, Datatype*)>(function)(from, to, &length, &theirs);
    return;
  }
  auto narrow = static_cast<int>(length);
  reinterpret_cast<void (*)(void*, void*, int*, Datatype*)>(function)(from, to, &narrow, &theirs);
}

namespace {

// ---- error handlers ----
template <typename Theirs>
void handle_error(Any function, void* object, int* code) {
  auto theirs = out<Theirs>(*static_cast<typename Kind<Theirs>::Ours*>(object));
  int told = code_out(*code);
  reinterpret_cast<void (*)(Theirs*, int*, ...)>(function)(&theirs, &told);
  *code = code_in(told);
}

void handle_file_error(Any function, void* object, int* code) {
  File theirs = file_out(*static_cast<MPI_File*>(object));
  int told = code_out(*code);
  reinterpret_cast<void (*)(File*, int*, ...)>(function)(&theirs, &told);
  *code = code_in(told);
}

template <typename Function>
Any any(Function* function) noexcept {
  return reinterpret_cast<Any>(function);
}

// ---- keys of attributes ----
struct KeyFunctions {
  Any copy = nullptr;
  Any remove = nullptr;
  void* extra_state = nullptr;
  CopyProxy* copy_proxy = nullptr;
  DeleteProxy* delete_proxy = nullptr;
};

// The functions of each key, as long as its number may be in use: a number whose low bits come back belongs to a new key, since
// the library gives a place again only after the last attribute of the old key is gone.
class Keys {
 public:
  void keep(int keyval, std::unique_ptr<KeyFunctions> functions) {
    const std::scoped_lock lock(mutex_);
    functions_[keyval & kPlaces] = std::move(functions);
  }
  [[nodiscard]] KeyFunctions* find(int keyval) {
    const std::scoped_lock lock(mutex_);
    const auto found = functions_.find(keyval & kPlaces);
    return found != functions_.end() ? found->second.get() : nullptr;
  }

 private:
  static constexpr int kPlaces = (1 << 20) - 1;
  std::mutex mutex_;
  std::unordered_map<int, std::unique_ptr<KeyFunctions>> functions_;
};

// Never destroyed: attributes are deleted until the very end.
Keys& keys() {
  static Keys& all = *new Keys();
  return all;
}

constexpr int kAddressSized = 1;  // a type of attribute, as Fortran's proxies are told it

template <typename Theirs>
int copy_attribute(typename Kind<Theirs>::Ours object, int keyval, void* state, void* value, void* copied, int* flag) {
  const KeyFunctions& functions = *static_cast<KeyFunctions*>(state);
  const auto handle = out<Theirs>(object);
  const int key = keyval_out(keyval);
  *flag = 0;
  if (functions.copy == nullptr) return MPI_SUCCESS;
  if (functions.copy_proxy != nullptr) {
    return code_in(functions.copy_proxy(reinterpret_cast<void*>(functions.copy), to_integer(handle), key, functions.extra_state,
                                        kAddressSized, value, static_cast<void**>(copied), flag));
  }
  return code_in(reinterpret_cast<int (*)(Theirs, int, void*, void*, void*, int*)>(functions.copy)(
      handle, key, functions.extra_state, value, copied, flag));
}

template <typename Theirs>
int delete_attribute(typename Kind<Theirs>::Ours object, int keyval, void* value, void* state) {
  const KeyFunctions& functions = *static_cast<KeyFunctions*>(state);
  const auto handle = out<Theirs>(object);
  const int key = keyval_out(keyval);
  if (functions.remove == nullptr) return MPI_SUCCESS;
  if (functions.delete_proxy != nullptr) {
    return code_in(functions.delete_proxy(reinterpret_cast<void*>(functions.remove), to_integer(handle), key, kAddressSized,
                                          value, functions.extra_state));
  }
  return code_in(
      reinterpret_cast<int (*)(Theirs, int, void*, void*)>(functions.remove)(handle, key, value, functions.extra_state));
}

template <typename Theirs, typename Entry>
int create_key(Entry* entry, Any copy, Any remove, int* keyval, void* extra_state) noexcept try {
  auto functions = std::make_unique<KeyFunctions>(KeyFunctions{copy, remove, extra_state});
  int made = MPI_KEYVAL_INVALID;
  const int code =
      entry(copy_attribute<Theirs>, delete_attribute<Theirs>, keyval != nullptr ? &made : nullptr, functions.get());
  if (code != MPI_SUCCESS) return code_out(code);
  keys().keep(made, std::move(functions));
  *keyval = keyval_out(made);
  return MPI_SUCCESS;
} catch (const std::bad_alloc&) {
  return code_out(MPI_ERR_NO_MEM);
}

// ---- generalised requests ----
struct RequestFunctions {
  Any query = nullptr;
  Any free = nullptr;
  Any cancel = nullptr;
  void* extra_state = nullptr;
  bool fortran = false;  // references, and the code in a last argument
};

int query(void* state, MPI_Status* status) {
  const RequestFunctions& functions = *static_cast<RequestFunctions*>(state);
  Status theirs{};
  int code = MPI_SUCCESS;
  write_status(*status, &theirs);
  theirs.error = code_out(status->MPI_ERROR);
  if (functions.fortran) {
    reinterpret_cast<void (*)(void*, Status*, int*)>(functions.query)(functions.extra_state, &theirs, &code);
  } else {
    code = reinterpret_cast<int (*)(void*, Status*)>(functions.query)(functions.extra_state, &theirs);
  }
  read_status(theirs, status);
  return code_in(code);
}

int free_state(void* state) {
  const std::unique_ptr<RequestFunctions> functions(static_cast<RequestFunctions*>(state));
  int code = MPI_SUCCESS;
  if (functions->free == nullptr) return code;
  if (functions->fortran) {
    reinterpret_cast<void (*)(void*, int*)>(functions->free)(functions->extra_state, &code);
  } else {
    code = reinterpret_cast<int (*)(void*)>(functions->free)(functions->extra_state);
  }
  return code_in(code);
}

int cancel(void* state, int complete) {
  const RequestFunctions& functions = *static_cast<RequestFunctions*>(state);
  int code = MPI_SUCCESS;
  if (functions.fortran) {
    reinterpret_cast<void (*)(void*, int*, int*)>(functions.cancel)(functions.extra_state, &complete, &code);
  } else {
    code = reinterpret_cast<int (*)(void*, int)>(functions.cancel)(functions.extra_state, complete);
  }
  return code_in(code);
}

struct LastRequest {
  Request request{};
  RequestFunctions* functions = nullptr;
};
// A Fortran library says that a request is its own right after it has made it.
thread_local LastRequest last_request;

}  // namespace

void set_proxies(int keyval, CopyProxy* copy, DeleteProxy* remove) noexcept {
  if (KeyFunctions* const functions = keys().find(keyval_in(keyval)); functions != nullptr) {
    functions->copy_proxy = copy;
    functions->delete_proxy = remove;
  }
}

void call_as_fortran(Request request) noexcept {
  if (last_request.functions != nullptr && last_request.request == request) last_request.functions->fortran = true;
}

int Op_create_c(MPI_User_function_c* user_fn, int commute, Op* op) noexcept {
  return code_out(api::foreign_op(reduce, any(user_fn), true, commute, HandleOut(op)));
}
WEAK_NAME(Op_create_c);

int Comm_create_errhandler(MPI_Comm_errhandler_function* comm_errhandler_fn, Errhandler* errhandler) noexcept {
  return code_out(api::foreign_comm_errhandler(handle_error<Comm>, any(comm_errhandler_fn), HandleOut(errhandler)));
}
WEAK_NAME(Comm_create_errhandler);

int Session_create_errhandler(MPI_Session_errhandler_function* session_errhandler_fn, Errhandler* errhandler) noexcept {
  return code_out(api::foreign_session_errhandler(handle_error<Session>, any(session_errhandler_fn), HandleOut(errhandler)));
}
WEAK_NAME(Session_create_errhandler);

int Win_create_errhandler(MPI_Win_errhandler_function* win_errhandler_fn, Errhandler* errhandler) noexcept {
  return code_out(api::foreign_win_errhandler(handle_error<Win>, any(win_errhandler_fn), HandleOut(errhandler)));
}
WEAK_NAME(Win_create_errhandler);

int File_create_errhandler(MPI_File_errhandler_function* file_errhandler_fn, Errhandler* errhandler) noexcept {
  return code_out(api::foreign_file_errhandler(handle_file_error, any(file_errhandler_fn), HandleOut(errhandler)));
}
WEAK_NAME(File_create_errhandler);

int Comm_create_keyval(MPI_Comm_copy_attr_function* comm_copy_attr_fn, MPI_Comm_delete_attr_function* comm_delete_attr_fn,
                       int* comm_keyval, void* extra_state) noexcept {
  return create_key<Comm>(api::Comm_create_keyval, any(comm_copy_attr_fn), any(comm_delete_attr_fn), comm_keyval, extra_state);
}
WEAK_NAME(Comm_create_keyval);

int Keyval_create(MPI_Copy_function* copy_fn, MPI_Delete_function* delete_fn, int* keyval, void* extra_state) noexcept {
  return create_key<Comm>(api::Keyval_create, any(copy_fn), any(delete_fn), keyval, extra_state);
}
WEAK_NAME(Keyval_create);

int Type_create_keyval(MPI_Type_copy_attr_function* type_copy_attr_fn, MPI_Type_delete_attr_function* type_delete_attr_fn,
                       int* type_keyval, void* extra_state) noexcept {
  return create_key<Datatype>(api::Type_create_keyval, any(type_copy_attr_fn), any(type_delete_attr_fn), type_keyval,
                              extra_state);
}
WEAK_NAME(Type_create_keyval);

int Win_create_keyval(MPI_Win_copy_attr_function* win_copy_attr_fn, MPI_Win_delete_attr_function* win_delete_attr_fn,
                      int* win_keyval, void* extra_state) noexcept {
  return create_key<Win>(api::Win_create_keyval, any(win_copy_attr_fn), any(win_delete_attr_fn), win_keyval, extra_state);
}
WEAK_NAME(Win_create_keyval);

int Grequest_start(MPI_Grequest_query_function* query_fn, MPI_Grequest_free_function* free_fn,
                   MPI_Grequest_cancel_function* cancel_fn, void* extra_state, Request* request) noexcept try {
  auto functions =
      std::make_unique<RequestFunctions>(RequestFunctions{any(query_fn), any(free_fn), any(cancel_fn), extra_state, false});
  const int code = api::Grequest_start(query_fn != nullptr ? query : nullptr, free_state,
                                       cancel_fn != nullptr ? cancel : nullptr, functions.get(), HandleOut(request));
  if (code != MPI_SUCCESS) return code_out(code);
  last_request = {*request, functions.release()};
  return MPI_SUCCESS;
} catch (const std::bad_alloc&) {
  return code_out(MPI_ERR_NO_MEM);
}
WEAK_NAME(Grequest_start);

int Comm_idup_with_info(Comm comm, Info info, Comm* newcomm, Request* request) noexcept {
  const auto write = [](void* to, MPI_Comm made) { *static_cast<Comm*>(to) = out<Comm>(made); };
  return code_out(api::foreign_idup(in(comm), in(info), write, newcomm, HandleOut(request)));
}
WEAK_NAME(Comm_idup_with_info);

int Comm_idup(Comm comm, Comm* newcomm, Request* request) noexcept {
  return Comm_idup_with_info(comm, out<Info>(MPI_INFO_NULL), newcomm, request);
}
WEAK_NAME(Comm_idup);

}  // namespace penstock::faces::PENSTOCK_FACE
