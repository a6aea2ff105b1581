// Makes calls that are allowed before, between and after MPI_Init and MPI_Finalize.
#include <cstring>

#include "session_alone.hpp"

namespace session_alone {
namespace {

void ignore(MPI_Session* /*session*/, int* /*code*/, ...) {}

// These calls may be made at any time (section 11.4.1 and its table, and other calls that have no reason to wait).
void always_info() {
  MPI_Info info = MPI_INFO_NULL, copy = MPI_INFO_NULL, environment = MPI_INFO_NULL;
  CHECK_MPI(MPI_Info_create(&info));
  CHECK_MPI(MPI_Info_set(info, "key", "value"));
  CHECK_MPI(MPI_Info_set(info, "other", "none"));
  CHECK_MPI(MPI_Info_delete(info, "other"));
  CHECK_MPI(MPI_Info_dup(info, &copy));
  int keys = 0, found = 0, length = 0;
  CHECK_MPI(MPI_Info_get_nkeys(copy, &keys));
  CHECK(keys == 1);
  char text[MPI_MAX_INFO_VAL] = {};
  CHECK_MPI(MPI_Info_get_nthkey(copy, 0, text));
  CHECK(std::strcmp(text, "key") == 0);
  length = sizeof text;
  CHECK_MPI(MPI_Info_get_string(MPI_Info_fromint(MPI_Info_toint(copy)), "key", &length, text, &found));
  CHECK(found != 0 && length == 6 && std::strcmp(text, "value") == 0);
  CHECK_MPI(MPI_Info_get(copy, "key", sizeof text - 1, text, &found));
  CHECK(found != 0);
  CHECK_MPI(MPI_Info_get_valuelen(copy, "key", &length, &found));
  CHECK(found != 0 && length == 5);
  CHECK_MPI(MPI_Info_free(&copy));
  CHECK_MPI(MPI_Info_free(&info));
  CHECK_MPI(MPI_Info_create_env(0, nullptr, &environment));
  for (MPI_Info each : {environment, MPI_INFO_ENV}) {
    length = sizeof text;
    CHECK_MPI(MPI_Info_get_string(each, "thread_level", &length, text, &found));
    CHECK(found != 0);
  }
  CHECK_MPI(MPI_Info_free(&environment));
}
void always_errors() {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  CHECK_MPI(MPI_Session_create_errhandler(ignore, &handler));
  CHECK(MPI_Errhandler_fromint(MPI_Errhandler_toint(handler)) == handler);
  CHECK_MPI(MPI_Errhandler_free(&handler));
  int added = -1, code = -1, error_class = -1, length = 0;
  char text[MPI_MAX_ERROR_STRING];
  CHECK_MPI(MPI_Add_error_class(&added));
  CHECK_MPI(MPI_Add_error_code(added, &code));
  CHECK_MPI(MPI_Add_error_string(code, "ours"));
  CHECK_MPI(MPI_Error_string(code, text, &length));
  CHECK(std::strcmp(text, "ours") == 0);
  CHECK_MPI(MPI_Error_class(code, &error_class));
  CHECK(error_class == added);
  CHECK_MPI(MPI_Remove_error_string(code));
  CHECK_MPI(MPI_Remove_error_code(code));
  CHECK_MPI(MPI_Remove_error_class(added));
}
void always_itself() {
  int major = 0, minor = -1, length = 0, set = 0, provided = -1, variables = 0;
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  CHECK_MPI(MPI_Get_version(&major, &minor));
  CHECK_MPI(MPI_Get_library_version(text, &length));
  CHECK_MPI(MPI_Abi_get_version(&major, &minor));
  MPI_Info info = MPI_INFO_NULL;
  CHECK_MPI(MPI_Abi_get_info(&info));
  CHECK_MPI(MPI_Info_free(&info));
  CHECK_MPI(MPI_Abi_get_fortran_info(&info));
  if (info != MPI_INFO_NULL) CHECK_MPI(MPI_Info_free(&info));
  int yes = 0, no = 0;
  CHECK_MPI(MPI_Abi_get_fortran_booleans(4, &yes, &no, &set));
  MPI_Aint address = 0;
  CHECK_MPI(MPI_Get_address(text, &address));
  CHECK(MPI_Aint_diff(MPI_Aint_add(address, 3), address) == 3 && MPI_Wtime() > 0 && MPI_Wtick() > 0);
  MPI_Status status{};
  int source = -1;
  CHECK_MPI(MPI_Status_set_source(&status, 7));
  CHECK_MPI(MPI_Status_get_source(&status, &source));
  CHECK(source == 7);
  CHECK_MPI(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided));
  CHECK_MPI(MPI_T_cvar_get_num(&variables));
  CHECK(variables > 0);
  CHECK_MPI(MPI_T_finalize());
}
void always() {
  const bool was_initialized = initialized();
  const bool was_finalized = finalized();
  always_info();
  always_errors();
  always_itself();
  CHECK(initialized() == was_initialized && finalized() == was_finalized);
}

// A handler for sessions is called for a session.
int heard = MPI_SUCCESS;
void hear(MPI_Session* /*session*/, int* code, ...) {
  heard = *code;
}
void beside_session() {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  CHECK_MPI(MPI_Session_create_errhandler(hear, &handler));
  MPI_Session session = MPI_SESSION_NULL;
  CHECK_MPI(MPI_Session_init(MPI_INFO_NULL, handler, &session));
  always();
  heard = MPI_SUCCESS;
  CHECK_MPI(MPI_Session_call_errhandler(session, MPI_ERR_OTHER));
  CHECK(heard == MPI_ERR_OTHER);
  close(&session);
  CHECK_MPI(MPI_Errhandler_free(&handler));
}
bool has_since(MPI_Info info, const char* value) {
  char text[8] = {};
  int length = sizeof text;
  int found = 0;
  CHECK_MPI(MPI_Info_get_string(info, "since", &length, text, &found));
  return found != 0 && std::strcmp(text, value) == 0;
}

void ignore_of_comm(MPI_Comm* /*comm*/, int* /*code*/, ...) {}

}  // namespace

// Info objects and error handlers of every age exist after MPI_Finalize too, with the same handles.
void outlive() {
  MPI_Info before = MPI_INFO_NULL, within = MPI_INFO_NULL, after = MPI_INFO_NULL;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL, of_world = MPI_ERRHANDLER_NULL;
  CHECK_MPI(MPI_Info_create(&before));
  CHECK_MPI(MPI_Info_set(before, "since", "before"));
  CHECK_MPI(MPI_Session_create_errhandler(hear, &handler));
  use_world();
  CHECK_MPI(MPI_Info_dup(before, &within));
  CHECK_MPI(MPI_Info_set(within, "since", "within"));
  CHECK_MPI(MPI_Comm_create_errhandler(ignore_of_comm, &of_world));
  CHECK_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_world));
  CHECK_MPI(MPI_Errhandler_free(&of_world));
  CHECK_MPI(MPI_Finalize());
  CHECK(has_since(before, "before") && has_since(within, "within"));
  CHECK_MPI(MPI_Info_create_env(0, nullptr, &after));
  CHECK(after != before && after != within);
  CHECK_MPI(MPI_Info_free(&after));
  MPI_Session session = MPI_SESSION_NULL;
  CHECK_MPI(MPI_Session_init(before, handler, &session));
  heard = MPI_SUCCESS;
  CHECK_MPI(MPI_Session_call_errhandler(session, MPI_ERR_OTHER));
  CHECK(heard == MPI_ERR_OTHER);
  CHECK_MPI(MPI_Errhandler_free(&handler));
  close(&session);
  CHECK_MPI(MPI_Info_set(within, "since", "now"));
  CHECK(has_since(within, "now") && has_since(before, "before"));
  CHECK_MPI(MPI_Info_free(&before));
  CHECK_MPI(MPI_Info_free(&within));
}

// Objects that were made before exist afterwards.
void any_time() {
  MPI_Info kept = MPI_INFO_NULL;
  always();
  CHECK_MPI(MPI_Info_create(&kept));
  CHECK_MPI(MPI_Info_set(kept, "since", "before"));
  beside_session();
  always();
  beside_session();
  always();
  use_world();
  always();
  CHECK(has_since(kept, "before"));
  CHECK_MPI(MPI_Info_free(&kept));
  beside_session();
  CHECK_MPI(MPI_Finalize());
  always();
  beside_session();
  always();
}

}  // namespace session_alone
