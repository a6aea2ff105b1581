// Bodies that are being written: each is replaced, when linked, by the real one of the same name. Deleted when none is left.
#include "api/gen/bodies.hpp"

namespace penstock::api::body {
namespace {
Status pending() {
  return Status::error(Code::kUnsupported, "not written yet");
}
}  // namespace

[[gnu::weak]] Status Add_error_class(Call&, int *) { return pending(); }
[[gnu::weak]] Status Add_error_code(Call&, int, int *) { return pending(); }
[[gnu::weak]] Status Add_error_string(Call&, int, const char *) { return pending(); }
[[gnu::weak]] Status Alloc_mem(Call&, MPI_Aint, core::Info*, void *) { return pending(); }
[[gnu::weak]] Status Free_mem(Call&, void *) { return pending(); }
[[gnu::weak]] Status Remove_error_class(Call&, int) { return pending(); }
[[gnu::weak]] Status Remove_error_code(Call&, int) { return pending(); }
[[gnu::weak]] Status Remove_error_string(Call&, int) { return pending(); }
[[gnu::weak]] Status Bsend(Call&, const void *, MPI_Count, core::Datatype&, int, int, core::Comm&) { return pending(); }
[[gnu::weak]] Status Bsend_init(Call&, const void *, MPI_Count, core::Datatype&, int, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Buffer_attach(Call&, void *, MPI_Count) { return pending(); }
[[gnu::weak]] Status Buffer_detach(Call&, void *, CountOut) { return pending(); }
[[gnu::weak]] Status Buffer_flush(Call&) { return pending(); }
[[gnu::weak]] Status Buffer_iflush(Call&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Cancel(Call&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Comm_attach_buffer(Call&, core::Comm&, void *, MPI_Count) { return pending(); }
[[gnu::weak]] Status Comm_detach_buffer(Call&, core::Comm&, void *, CountOut) { return pending(); }
[[gnu::weak]] Status Comm_flush_buffer(Call&, core::Comm&) { return pending(); }
[[gnu::weak]] Status Comm_iflush_buffer(Call&, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Get_elements_x(Call&, const MPI_Status *, core::Datatype&, MPI_Count *) { return pending(); }
[[gnu::weak]] Status Grequest_complete(Call&, MPI_Request) { return pending(); }
[[gnu::weak]] Status Grequest_start(Call&, MPI_Grequest_query_function *, MPI_Grequest_free_function *, MPI_Grequest_cancel_function *, void *, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Ibsend(Call&, const void *, MPI_Count, core::Datatype&, int, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Improbe(Call&, int, int, core::Comm&, int *, MPI_Message *, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Imrecv(Call&, void *, MPI_Count, core::Datatype&, MPI_Message *, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Iprobe(Call&, int, int, core::Comm&, int *, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Irsend(Call&, const void *, MPI_Count, core::Datatype&, int, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Isendrecv(Call&, const void *, MPI_Count, core::Datatype&, int, int, void *, MPI_Count, core::Datatype&, int, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Isendrecv_replace(Call&, void *, MPI_Count, core::Datatype&, int, int, int, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Mprobe(Call&, int, int, core::Comm&, MPI_Message *, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Mrecv(Call&, void *, MPI_Count, core::Datatype&, MPI_Message *, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Probe(Call&, int, int, core::Comm&, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Recv_init(Call&, void *, MPI_Count, core::Datatype&, int, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Request_get_status(Call&, MPI_Request, int *, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Request_get_status_all(Call&, int, const MPI_Request *, int *, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Request_get_status_any(Call&, int, const MPI_Request *, int *, int *, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Request_get_status_some(Call&, int, const MPI_Request *, int *, int *, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Rsend(Call&, const void *, MPI_Count, core::Datatype&, int, int, core::Comm&) { return pending(); }
[[gnu::weak]] Status Rsend_init(Call&, const void *, MPI_Count, core::Datatype&, int, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Send_init(Call&, const void *, MPI_Count, core::Datatype&, int, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Sendrecv_replace(Call&, void *, MPI_Count, core::Datatype&, int, int, int, int, core::Comm&, MPI_Status *) { return pending(); }
[[gnu::weak]] Status Ssend_init(Call&, const void *, MPI_Count, core::Datatype&, int, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Start(Call&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Startall(Call&, int, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Status_set_cancelled(Call&, MPI_Status *, int) { return pending(); }
[[gnu::weak]] Status Status_set_elements(Call&, MPI_Status *, core::Datatype&, MPI_Count) { return pending(); }
[[gnu::weak]] Status Status_set_elements_x(Call&, MPI_Status *, core::Datatype&, MPI_Count) { return pending(); }
[[gnu::weak]] Status Test_cancelled(Call&, const MPI_Status *, int *) { return pending(); }
[[gnu::weak]] Status Allgather(Call&, const void *, MPI_Count, core::Datatype*, void *, MPI_Count, core::Datatype*, core::Comm&) { return pending(); }
[[gnu::weak]] Status Allgatherv(Call&, const void *, MPI_Count, core::Datatype*, void *, CountArray, DisplacementArray, core::Datatype*, core::Comm&) { return pending(); }
[[gnu::weak]] Status Alltoall(Call&, const void *, MPI_Count, core::Datatype*, void *, MPI_Count, core::Datatype*, core::Comm&) { return pending(); }
[[gnu::weak]] Status Alltoallv(Call&, const void *, CountArray, DisplacementArray, core::Datatype*, void *, CountArray, DisplacementArray, core::Datatype*, core::Comm&) { return pending(); }
[[gnu::weak]] Status Alltoallw(Call&, const void *, CountArray, DisplacementArray, const MPI_Datatype *, void *, CountArray, DisplacementArray, const MPI_Datatype *, core::Comm&) { return pending(); }
[[gnu::weak]] Status Exscan(Call&, const void *, void *, MPI_Count, core::Datatype&, core::Op&, core::Comm&) { return pending(); }
[[gnu::weak]] Status Gatherv(Call&, const void *, MPI_Count, core::Datatype*, void *, CountArray, DisplacementArray, core::Datatype*, int, core::Comm&) { return pending(); }
[[gnu::weak]] Status Iallgather(Call&, const void *, MPI_Count, core::Datatype*, void *, MPI_Count, core::Datatype*, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Iallgatherv(Call&, const void *, MPI_Count, core::Datatype*, void *, CountArray, DisplacementArray, core::Datatype*, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Ialltoall(Call&, const void *, MPI_Count, core::Datatype*, void *, MPI_Count, core::Datatype*, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Ialltoallv(Call&, const void *, CountArray, DisplacementArray, core::Datatype*, void *, CountArray, DisplacementArray, core::Datatype*, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Ialltoallw(Call&, const void *, CountArray, DisplacementArray, const MPI_Datatype *, void *, CountArray, DisplacementArray, const MPI_Datatype *, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Iexscan(Call&, const void *, void *, MPI_Count, core::Datatype&, core::Op&, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Igatherv(Call&, const void *, MPI_Count, core::Datatype*, void *, CountArray, DisplacementArray, core::Datatype*, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Ireduce_scatter(Call&, const void *, void *, CountArray, core::Datatype&, core::Op&, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Ireduce_scatter_block(Call&, const void *, void *, MPI_Count, core::Datatype&, core::Op&, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Iscan(Call&, const void *, void *, MPI_Count, core::Datatype&, core::Op&, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Iscatter(Call&, const void *, MPI_Count, core::Datatype*, void *, MPI_Count, core::Datatype*, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Iscatterv(Call&, const void *, CountArray, DisplacementArray, core::Datatype*, void *, MPI_Count, core::Datatype*, int, core::Comm&, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Op_commutative(Call&, core::Op&, int *) { return pending(); }
[[gnu::weak]] Status Op_create(Call&, EitherFunction<MPI_User_function, MPI_User_function_c>, int, MPI_Op *) { return pending(); }
[[gnu::weak]] Status Op_free(Call&, MPI_Op *) { return pending(); }
[[gnu::weak]] Status Reduce_local(Call&, const void *, void *, MPI_Count, core::Datatype&, core::Op&) { return pending(); }
[[gnu::weak]] Status Reduce_scatter(Call&, const void *, void *, CountArray, core::Datatype&, core::Op&, core::Comm&) { return pending(); }
[[gnu::weak]] Status Reduce_scatter_block(Call&, const void *, void *, MPI_Count, core::Datatype&, core::Op&, core::Comm&) { return pending(); }
[[gnu::weak]] Status Scan(Call&, const void *, void *, MPI_Count, core::Datatype&, core::Op&, core::Comm&) { return pending(); }
[[gnu::weak]] Status Scatter(Call&, const void *, MPI_Count, core::Datatype*, void *, MPI_Count, core::Datatype*, int, core::Comm&) { return pending(); }
[[gnu::weak]] Status Scatterv(Call&, const void *, CountArray, DisplacementArray, core::Datatype*, void *, MPI_Count, core::Datatype*, int, core::Comm&) { return pending(); }
[[gnu::weak]] Status Topo_test(Call&, core::Comm&, int *) { return pending(); }
[[gnu::weak]] Status Type_create_indexed_block(Call&, MPI_Count, MPI_Count, CountArray, core::Datatype&, MPI_Datatype *) { return pending(); }
[[gnu::weak]] Status Type_create_keyval(Call&, MPI_Type_copy_attr_function *, MPI_Type_delete_attr_function *, int *, void *) { return pending(); }
[[gnu::weak]] Status Type_delete_attr(Call&, core::Datatype&, int) { return pending(); }
[[gnu::weak]] Status Type_free_keyval(Call&, int *) { return pending(); }
[[gnu::weak]] Status Type_get_attr(Call&, core::Datatype&, int, void *, int *) { return pending(); }
[[gnu::weak]] Status Type_set_attr(Call&, core::Datatype&, int, void *) { return pending(); }
[[gnu::weak]] Status Type_set_name(Call&, core::Datatype&, const char *) { return pending(); }
[[gnu::weak]] Status Group_compare(Call&, core::Group&, core::Group&, int *) { return pending(); }
[[gnu::weak]] Status Group_difference(Call&, core::Group&, core::Group&, MPI_Group *) { return pending(); }
[[gnu::weak]] Status Group_excl(Call&, core::Group&, int, const int *, MPI_Group *) { return pending(); }
[[gnu::weak]] Status Group_incl(Call&, core::Group&, int, const int *, MPI_Group *) { return pending(); }
[[gnu::weak]] Status Group_intersection(Call&, core::Group&, core::Group&, MPI_Group *) { return pending(); }
[[gnu::weak]] Status Group_range_excl(Call&, core::Group&, int, int (*)[3], MPI_Group *) { return pending(); }
[[gnu::weak]] Status Group_range_incl(Call&, core::Group&, int, int (*)[3], MPI_Group *) { return pending(); }
[[gnu::weak]] Status Group_union(Call&, core::Group&, core::Group&, MPI_Group *) { return pending(); }
[[gnu::weak]] Status Comm_create(Call&, core::Comm&, core::Group&, MPI_Comm *) { return pending(); }
[[gnu::weak]] Status Comm_create_from_group(Call&, core::Group&, const char *, core::Info*, core::Errhandler&, MPI_Comm *) { return pending(); }
[[gnu::weak]] Status Comm_create_group(Call&, core::Comm&, core::Group&, int, MPI_Comm *) { return pending(); }
[[gnu::weak]] Status Comm_create_keyval(Call&, MPI_Comm_copy_attr_function *, MPI_Comm_delete_attr_function *, int *, void *) { return pending(); }
[[gnu::weak]] Status Comm_delete_attr(Call&, core::Comm&, int) { return pending(); }
[[gnu::weak]] Status Comm_disconnect(Call&, MPI_Comm *) { return pending(); }
[[gnu::weak]] Status Comm_dup_with_info(Call&, core::Comm&, core::Info*, MPI_Comm *) { return pending(); }
[[gnu::weak]] Status Comm_free_keyval(Call&, int *) { return pending(); }
[[gnu::weak]] Status Comm_get_attr(Call&, core::Comm&, int, void *, int *) { return pending(); }
[[gnu::weak]] Status Comm_get_info(Call&, core::Comm&, MPI_Info *) { return pending(); }
[[gnu::weak]] Status Comm_get_parent(Call&, MPI_Comm *) { return pending(); }
[[gnu::weak]] Status Comm_idup(Call&, core::Comm&, MPI_Comm *, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Comm_idup_with_info(Call&, core::Comm&, core::Info*, MPI_Comm *, MPI_Request *) { return pending(); }
[[gnu::weak]] Status Comm_remote_group(Call&, core::Comm&, MPI_Group *) { return pending(); }
[[gnu::weak]] Status Comm_remote_size(Call&, core::Comm&, int *) { return pending(); }
[[gnu::weak]] Status Comm_set_attr(Call&, core::Comm&, int, void *) { return pending(); }
[[gnu::weak]] Status Comm_set_info(Call&, core::Comm&, core::Info*) { return pending(); }
[[gnu::weak]] Status Comm_set_name(Call&, core::Comm&, const char *) { return pending(); }
[[gnu::weak]] Status Comm_test_inter(Call&, core::Comm&, int *) { return pending(); }
[[gnu::weak]] Status Intercomm_merge(Call&, core::Comm&, int, MPI_Comm *) { return pending(); }
[[gnu::weak]] Status Info_create(Call&, MPI_Info *) { return pending(); }
[[gnu::weak]] Status Info_create_env(Call&, int, char * *, MPI_Info *) { return pending(); }
[[gnu::weak]] Status Info_delete(Call&, core::Info*, const char *) { return pending(); }
[[gnu::weak]] Status Info_dup(Call&, core::Info*, MPI_Info *) { return pending(); }
[[gnu::weak]] Status Info_free(Call&, MPI_Info *) { return pending(); }
[[gnu::weak]] Status Info_get(Call&, core::Info*, const char *, int, char *, int *) { return pending(); }
[[gnu::weak]] Status Info_get_nkeys(Call&, core::Info*, int *) { return pending(); }
[[gnu::weak]] Status Info_get_nthkey(Call&, core::Info*, int, char *) { return pending(); }
[[gnu::weak]] Status Info_get_string(Call&, core::Info*, const char *, int *, char *, int *) { return pending(); }
[[gnu::weak]] Status Info_get_valuelen(Call&, core::Info*, const char *, int *, int *) { return pending(); }
[[gnu::weak]] Status Info_set(Call&, core::Info*, const char *, const char *) { return pending(); }

[[gnu::weak]] Status Comm_get_name(Call&, MPI_Comm, char *, int *) { return pending(); }
[[gnu::weak]] Status Type_get_name(Call&, MPI_Datatype, char *, int *) { return pending(); }
[[gnu::weak]] Status Intercomm_create(Call&, core::Comm&, int, MPI_Comm, int, int, MPI_Comm *) { return pending(); }
[[gnu::weak]] Status Intercomm_create_from_groups(Call&, core::Group&, int, MPI_Group, int, const char *, core::Info*, core::Errhandler&, MPI_Comm *) { return pending(); }

}  // namespace penstock::api::body
