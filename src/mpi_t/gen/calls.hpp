// Made by spec/gen/generate.py from spec/. Do not edit.
// clang-format off
// What each function of the tool interface does: MPI_SUCCESS, or one of MPI_T_ERR_*.
#pragma once

#include "mpi.h"
#include "mpi_t/interface.hpp"

namespace penstock::mpi_t {

[[nodiscard]] int category_changed(Caller& caller, int *update_number);
[[nodiscard]] int category_get_categories(Caller& caller, int cat_index, int len, int indices[]);
[[nodiscard]] int category_get_cvars(Caller& caller, int cat_index, int len, int indices[]);
[[nodiscard]] int category_get_events(Caller& caller, int cat_index, int len, int indices[]);
[[nodiscard]] int category_get_index(Caller& caller, const char *name, int *cat_index);
[[nodiscard]] int category_get_info(Caller& caller, int cat_index, char *name, int *name_len, char *desc,
    int *desc_len, int *num_cvars, int *num_pvars, int *num_categories);
[[nodiscard]] int category_get_num(Caller& caller, int *num_cat);
[[nodiscard]] int category_get_num_events(Caller& caller, int cat_index, int *num_events);
[[nodiscard]] int category_get_pvars(Caller& caller, int cat_index, int len, int indices[]);
[[nodiscard]] int cvar_get_index(Caller& caller, const char *name, int *cvar_index);
[[nodiscard]] int cvar_get_info(Caller& caller, int cvar_index, char *name, int *name_len, int *verbosity,
    MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *scope);
[[nodiscard]] int cvar_get_num(Caller& caller, int *num_cvar);
[[nodiscard]] int cvar_handle_alloc(Caller& caller, int cvar_index, void *obj_handle, MPI_T_cvar_handle *handle,
    int *count);
[[nodiscard]] int cvar_handle_free(Caller& caller, MPI_T_cvar_handle *handle);
[[nodiscard]] int cvar_read(Caller& caller, MPI_T_cvar_handle handle, void *buf);
[[nodiscard]] int cvar_write(Caller& caller, MPI_T_cvar_handle handle, const void *buf);
[[nodiscard]] int enum_get_info(Caller& caller, MPI_T_enum enumtype, int *num, char *name, int *name_len);
[[nodiscard]] int enum_get_item(Caller& caller, MPI_T_enum enumtype, int index, int *value, char *name, int *name_len);
[[nodiscard]] int event_callback_get_info(Caller& caller, MPI_T_event_registration event_registration,
    MPI_T_cb_safety cb_safety, MPI_Info *info_used);
[[nodiscard]] int event_callback_set_info(Caller& caller, MPI_T_event_registration event_registration,
    MPI_T_cb_safety cb_safety, MPI_Info info);
[[nodiscard]] int event_copy(Caller& caller, MPI_T_event_instance event_instance, void *buffer);
[[nodiscard]] int event_get_index(Caller& caller, const char *name, int *event_index);
[[nodiscard]] int event_get_info(Caller& caller, int event_index, char *name, int *name_len, int *verbosity,
    MPI_Datatype array_of_datatypes[], MPI_Aint array_of_displacements[], int *num_elements, MPI_T_enum *enumtype,
    MPI_Info *info, char *desc, int *desc_len, int *bind);
[[nodiscard]] int event_get_num(Caller& caller, int *num_events);
[[nodiscard]] int event_get_source(Caller& caller, MPI_T_event_instance event_instance, int *source_index);
[[nodiscard]] int event_get_timestamp(Caller& caller, MPI_T_event_instance event_instance, MPI_Count *event_timestamp);
[[nodiscard]] int event_handle_alloc(Caller& caller, int event_index, void *obj_handle, MPI_Info info,
    MPI_T_event_registration *event_registration);
[[nodiscard]] int event_handle_free(Caller& caller, MPI_T_event_registration event_registration, void *user_data,
    MPI_T_event_free_cb_function *free_cb_function);
[[nodiscard]] int event_handle_get_info(Caller& caller, MPI_T_event_registration event_registration,
    MPI_Info *info_used);
[[nodiscard]] int event_handle_set_info(Caller& caller, MPI_T_event_registration event_registration, MPI_Info info);
[[nodiscard]] int event_read(Caller& caller, MPI_T_event_instance event_instance, int element_index, void *buffer);
[[nodiscard]] int event_register_callback(Caller& caller, MPI_T_event_registration event_registration,
    MPI_T_cb_safety cb_safety, MPI_Info info, void *user_data, MPI_T_event_cb_function *event_cb_function);
[[nodiscard]] int event_set_dropped_handler(Caller& caller, MPI_T_event_registration event_registration,
    MPI_T_event_dropped_cb_function *dropped_cb_function);
[[nodiscard]] int finalize(Caller& caller);
[[nodiscard]] int init_thread(Caller& caller, int required, int *provided);
[[nodiscard]] int pvar_get_index(Caller& caller, const char *name, int var_class, int *pvar_index);
[[nodiscard]] int pvar_get_info(Caller& caller, int pvar_index, char *name, int *name_len, int *verbosity,
    int *var_class, MPI_Datatype *datatype, MPI_T_enum *enumtype, char *desc, int *desc_len, int *bind, int *readonly,
    int *continuous, int *atomic);
[[nodiscard]] int pvar_get_num(Caller& caller, int *num_pvar);
[[nodiscard]] int pvar_handle_alloc(Caller& caller, MPI_T_pvar_session pe_session, int pvar_index, void *obj_handle,
    MPI_T_pvar_handle *handle, int *count);
[[nodiscard]] int pvar_handle_free(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle *handle);
[[nodiscard]] int pvar_read(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf);
[[nodiscard]] int pvar_readreset(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, void *buf);
[[nodiscard]] int pvar_reset(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle);
[[nodiscard]] int pvar_session_create(Caller& caller, MPI_T_pvar_session *pe_session);
[[nodiscard]] int pvar_session_free(Caller& caller, MPI_T_pvar_session *pe_session);
[[nodiscard]] int pvar_start(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle);
[[nodiscard]] int pvar_stop(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle);
[[nodiscard]] int pvar_write(Caller& caller, MPI_T_pvar_session pe_session, MPI_T_pvar_handle handle, const void *buf);
[[nodiscard]] int source_get_info(Caller& caller, int source_index, char *name, int *name_len, char *desc,
    int *desc_len, MPI_T_source_order *ordering, MPI_Count *ticks_per_second, MPI_Count *max_ticks, MPI_Info *info);
[[nodiscard]] int source_get_num(Caller& caller, int *num_sources);
[[nodiscard]] int source_get_timestamp(Caller& caller, int source_index, MPI_Count *timestamp);

}  // namespace penstock::mpi_t
