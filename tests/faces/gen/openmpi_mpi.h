/* Made by spec/gen/faces.py from spec/. Do not edit. */
/* clang-format off */
/* The C interface of the Open MPI ABI, as tests see it: what programs were compiled against. */
#ifndef PENSTOCK_TESTS_OPENMPI_MPI_H
#define PENSTOCK_TESTS_OPENMPI_MPI_H

#ifdef __cplusplus
extern "C" {
#endif

typedef long MPI_Aint;
typedef int MPI_Fint;
typedef long long MPI_Count;
typedef long long MPI_Offset;

typedef struct MPI_Status {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int _cancelled;
  unsigned long _ucount;
} MPI_Status;

typedef struct ompi_comm_t *MPI_Comm;
typedef struct ompi_datatype_t *MPI_Datatype;
typedef struct ompi_errhandler_t *MPI_Errhandler;
typedef struct ompi_file_t *MPI_File;
typedef struct ompi_group_t *MPI_Group;
typedef struct ompi_info_t *MPI_Info;
typedef struct ompi_message_t *MPI_Message;
typedef struct ompi_op_t *MPI_Op;
typedef struct ompi_request_t *MPI_Request;
typedef struct ompi_session_t *MPI_Session;
typedef struct ompi_win_t *MPI_Win;
typedef struct MPIR_T_enum_s *MPI_T_enum;
typedef struct MPIR_T_cvar_handle_s *MPI_T_cvar_handle;
typedef struct MPIR_T_pvar_handle_s *MPI_T_pvar_handle;
typedef struct MPIR_T_pvar_session_s *MPI_T_pvar_session;
typedef struct MPIR_T_event_registration_s *MPI_T_event_registration;
typedef struct MPIR_T_event_instance_s *MPI_T_event_instance;
typedef enum MPI_T_source_order { MPI_T_SOURCE_ORDERED = 1, MPI_T_SOURCE_UNORDERED = 2 } MPI_T_source_order;
typedef enum MPI_T_cb_safety { MPI_T_CB_REQUIRE_NONE = 0, MPI_T_CB_REQUIRE_MPI_RESTRICTED = 3,
    MPI_T_CB_REQUIRE_THREAD_SAFE = 15, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE = 63 } MPI_T_cb_safety;
typedef int (MPI_Comm_copy_attr_function)(MPI_Comm oldcomm, int comm_keyval, void *extra_state, void *attribute_val_in,
    void *attribute_val_out, int *flag);
typedef int (MPI_Comm_delete_attr_function)(MPI_Comm comm, int comm_keyval, void *attribute_val, void *extra_state);
typedef void (MPI_Comm_errhandler_function)(MPI_Comm *comm, int *error_code, ...);
typedef int (MPI_Copy_function)(MPI_Comm oldcomm, int keyval, void *extra_state, void *attribute_val_in,
    void *attribute_val_out, int *flag);
typedef int (MPI_Datarep_conversion_function)(void *userbuf, MPI_Datatype datatype, int count, void *filebuf,
    MPI_Offset position, void *extra_state);
typedef int (MPI_Datarep_conversion_function_c)(void *userbuf, MPI_Datatype datatype, MPI_Count count, void *filebuf,
    MPI_Offset position, void *extra_state);
typedef int (MPI_Datarep_extent_function)(MPI_Datatype datatype, MPI_Aint *extent, void *extra_state);
typedef int (MPI_Delete_function)(MPI_Comm comm, int keyval, void *attribute_val, void *extra_state);
typedef void (MPI_File_errhandler_function)(MPI_File *file, int *error_code, ...);
typedef int (MPI_Grequest_cancel_function)(void *extra_state, int complete);
typedef int (MPI_Grequest_free_function)(void *extra_state);
typedef int (MPI_Grequest_query_function)(void *extra_state, MPI_Status *status);
typedef void (MPI_Session_errhandler_function)(MPI_Session *session, int *error_code, ...);
typedef void (MPI_T_event_cb_function)(MPI_T_event_instance event_instance,
    MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety, void *user_data);
typedef void (MPI_T_event_dropped_cb_function)(MPI_Count count, MPI_T_event_registration event_registration,
    int source_index, MPI_T_cb_safety cb_safety, void *user_data);
typedef void (MPI_T_event_free_cb_function)(MPI_T_event_registration event_registration, MPI_T_cb_safety cb_safety,
    void *user_data);
typedef int (MPI_Type_copy_attr_function)(MPI_Datatype oldtype, int type_keyval, void *extra_state,
    void *attribute_val_in, void *attribute_val_out, int *flag);
typedef int (MPI_Type_delete_attr_function)(MPI_Datatype datatype, int type_keyval, void *attribute_val,
    void *extra_state);
typedef void (MPI_User_function)(void *invec, void *inoutvec, int *len, MPI_Datatype *datatype);
typedef void (MPI_User_function_c)(void *invec, void *inoutvec, MPI_Count *len, MPI_Datatype *datatype);
typedef int (MPI_Win_copy_attr_function)(MPI_Win oldwin, int win_keyval, void *extra_state, void *attribute_val_in,
    void *attribute_val_out, int *flag);
typedef int (MPI_Win_delete_attr_function)(MPI_Win win, int win_keyval, void *attribute_val, void *extra_state);
typedef void (MPI_Win_errhandler_function)(MPI_Win *win, int *error_code, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_File_errhandler_function MPI_File_errhandler_fn;
typedef MPI_Session_errhandler_function MPI_Session_errhandler_fn;
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
#define MPI_VERSION 3
#define MPI_SUBVERSION 1
#define MPI_SUCCESS 0
#define MPI_ERR_BUFFER 1
#define MPI_ERR_COUNT 2
#define MPI_ERR_TYPE 3
#define MPI_ERR_TAG 4
#define MPI_ERR_COMM 5
#define MPI_ERR_RANK 6
#define MPI_ERR_REQUEST 7
#define MPI_ERR_ROOT 8
#define MPI_ERR_GROUP 9
#define MPI_ERR_OP 10
#define MPI_ERR_TOPOLOGY 11
#define MPI_ERR_DIMS 12
#define MPI_ERR_ARG 13
#define MPI_ERR_UNKNOWN 14
#define MPI_ERR_TRUNCATE 15
#define MPI_ERR_OTHER 16
#define MPI_ERR_INTERN 17
#define MPI_ERR_PENDING 19
#define MPI_ERR_IN_STATUS 18
#define MPI_ERR_ACCESS 20
#define MPI_ERR_AMODE 21
#define MPI_ERR_ASSERT 22
#define MPI_ERR_BAD_FILE 23
#define MPI_ERR_BASE 24
#define MPI_ERR_CONVERSION 25
#define MPI_ERR_DISP 26
#define MPI_ERR_DUP_DATAREP 27
#define MPI_ERR_FILE_EXISTS 28
#define MPI_ERR_FILE_IN_USE 29
#define MPI_ERR_FILE 30
#define MPI_ERR_INFO_KEY 31
#define MPI_ERR_INFO_NOKEY 32
#define MPI_ERR_INFO_VALUE 33
#define MPI_ERR_INFO 34
#define MPI_ERR_IO 35
#define MPI_ERR_KEYVAL 36
#define MPI_ERR_LOCKTYPE 37
#define MPI_ERR_NAME 38
#define MPI_ERR_NO_MEM 39
#define MPI_ERR_NOT_SAME 40
#define MPI_ERR_NO_SPACE 41
#define MPI_ERR_NO_SUCH_FILE 42
#define MPI_ERR_PORT 43
#define MPI_ERR_QUOTA 44
#define MPI_ERR_READ_ONLY 45
#define MPI_ERR_RMA_ATTACH 69
#define MPI_ERR_RMA_CONFLICT 46
#define MPI_ERR_RMA_RANGE 68
#define MPI_ERR_RMA_SHARED 71
#define MPI_ERR_RMA_SYNC 47
#define MPI_ERR_SERVICE 48
#define MPI_ERR_SIZE 49
#define MPI_ERR_SPAWN 50
#define MPI_ERR_UNSUPPORTED_DATAREP 51
#define MPI_ERR_UNSUPPORTED_OPERATION 52
#define MPI_ERR_WIN 53
#define MPI_ERR_RMA_FLAVOR 70
#define MPI_ERR_PROC_ABORTED 74
#define MPI_ERR_VALUE_TOO_LARGE 79
#define MPI_ERR_SESSION 78
#define MPI_T_ERR_CANNOT_INIT 56
#define MPI_T_ERR_NOT_INITIALIZED 55
#define MPI_T_ERR_MEMORY 54
#define MPI_T_ERR_INVALID 72
#define MPI_T_ERR_INVALID_INDEX 57
#define MPI_T_ERR_INVALID_ITEM 58
#define MPI_T_ERR_INVALID_SESSION 62
#define MPI_T_ERR_INVALID_HANDLE 59
#define MPI_T_ERR_INVALID_NAME 73
#define MPI_T_ERR_OUT_OF_HANDLES 60
#define MPI_T_ERR_OUT_OF_SESSIONS 61
#define MPI_T_ERR_CVAR_SET_NOT_NOW 63
#define MPI_T_ERR_CVAR_SET_NEVER 64
#define MPI_T_ERR_PVAR_NO_WRITE 66
#define MPI_T_ERR_PVAR_NO_STARTSTOP 65
#define MPI_T_ERR_PVAR_NO_ATOMIC 67
#define MPI_ERR_LASTCODE 92
#define MPI_BOTTOM ((void *)0x0)
#define MPI_IN_PLACE ((void *)0x1)
#define MPI_ARGVS_NULL ((char ***)0x0)
#define MPI_ARGV_NULL ((char **)0x0)
#define MPI_ERRCODES_IGNORE ((int *)0x0)
#define MPI_UNWEIGHTED ((int *)0x2)
#define MPI_WEIGHTS_EMPTY ((int *)0x3)
#define MPI_STATUSES_IGNORE ((MPI_Status *)0x0)
#define MPI_STATUS_IGNORE ((MPI_Status *)0x0)
#define MPI_MAX_DATAREP_STRING 128
#define MPI_MAX_ERROR_STRING 256
#define MPI_MAX_INFO_KEY 36
#define MPI_MAX_INFO_VAL 256
#define MPI_MAX_LIBRARY_VERSION_STRING 256
#define MPI_MAX_OBJECT_NAME 64
#define MPI_MAX_PORT_NAME 1024
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_MAX_STRINGTAG_LEN 1024
#define MPI_MAX_PSET_NAME_LEN 512
#define MPI_MODE_APPEND 128
#define MPI_MODE_CREATE 1
#define MPI_MODE_DELETE_ON_CLOSE 16
#define MPI_MODE_EXCL 64
#define MPI_MODE_RDONLY 2
#define MPI_MODE_RDWR 8
#define MPI_MODE_SEQUENTIAL 256
#define MPI_MODE_UNIQUE_OPEN 32
#define MPI_MODE_WRONLY 4
#define MPI_MODE_NOCHECK 1
#define MPI_MODE_NOPRECEDE 2
#define MPI_MODE_NOPUT 4
#define MPI_MODE_NOSTORE 8
#define MPI_MODE_NOSUCCEED 16
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-2)
#define MPI_ROOT (-4)
#define MPI_UNDEFINED (-32766)
#define MPI_BSEND_OVERHEAD 128
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_SERIALIZED 2
#define MPI_THREAD_MULTIPLE 3
#define MPI_ORDER_C 0
#define MPI_ORDER_FORTRAN 1
#define MPI_DISTRIBUTE_NONE 2
#define MPI_DISTRIBUTE_BLOCK 0
#define MPI_DISTRIBUTE_CYCLIC 1
#define MPI_DISTRIBUTE_DFLT_DARG (-1)
#define MPI_COMBINER_NAMED 0
#define MPI_COMBINER_DUP 1
#define MPI_COMBINER_CONTIGUOUS 2
#define MPI_COMBINER_VECTOR 3
#define MPI_COMBINER_HVECTOR 5
#define MPI_COMBINER_INDEXED 6
#define MPI_COMBINER_HINDEXED 8
#define MPI_COMBINER_INDEXED_BLOCK 9
#define MPI_COMBINER_HINDEXED_BLOCK 18
#define MPI_COMBINER_STRUCT 11
#define MPI_COMBINER_SUBARRAY 12
#define MPI_COMBINER_DARRAY 13
#define MPI_COMBINER_F90_REAL 14
#define MPI_COMBINER_F90_COMPLEX 15
#define MPI_COMBINER_F90_INTEGER 16
#define MPI_COMBINER_RESIZED 17
#define MPI_TYPECLASS_INTEGER 1
#define MPI_TYPECLASS_REAL 2
#define MPI_TYPECLASS_COMPLEX 3
#define MPI_IDENT 0
#define MPI_CONGRUENT 1
#define MPI_SIMILAR 2
#define MPI_UNEQUAL 3
#define MPI_CART 1
#define MPI_GRAPH 2
#define MPI_DIST_GRAPH 3
#define MPI_COMM_TYPE_SHARED 0
#define MPI_COMM_TYPE_HW_UNGUIDED 12
#define MPI_COMM_TYPE_HW_GUIDED 13
#define MPI_LOCK_EXCLUSIVE 1
#define MPI_LOCK_SHARED 2
#define MPI_WIN_FLAVOR_CREATE 1
#define MPI_WIN_FLAVOR_ALLOCATE 2
#define MPI_WIN_FLAVOR_DYNAMIC 3
#define MPI_WIN_FLAVOR_SHARED 4
#define MPI_WIN_UNIFIED 0
#define MPI_WIN_SEPARATE 1
#define MPI_SEEK_CUR 602
#define MPI_SEEK_END 604
#define MPI_SEEK_SET 600
#define MPI_DISPLACEMENT_CURRENT (-54278278)
#define MPI_KEYVAL_INVALID (-1)
#define MPI_TAG_UB 0
#define MPI_IO 2
#define MPI_HOST 1
#define MPI_WTIME_IS_GLOBAL 3
#define MPI_APPNUM 4
#define MPI_LASTUSEDCODE 5
#define MPI_UNIVERSE_SIZE 6
#define MPI_WIN_BASE 7
#define MPI_WIN_DISP_UNIT 9
#define MPI_WIN_SIZE 8
#define MPI_WIN_CREATE_FLAVOR 10
#define MPI_WIN_MODEL 11
#define MPI_F_STATUS_SIZE 6
#define MPI_F_SOURCE 0
#define MPI_F_TAG 1
#define MPI_F_ERROR 2
#define MPI_COMM_NULL ((MPI_Comm)(void *)&ompi_mpi_comm_null)
#define MPI_COMM_WORLD ((MPI_Comm)(void *)&ompi_mpi_comm_world)
#define MPI_COMM_SELF ((MPI_Comm)(void *)&ompi_mpi_comm_self)
#define MPI_DATATYPE_NULL ((MPI_Datatype)(void *)&ompi_mpi_datatype_null)
#define MPI_AINT ((MPI_Datatype)(void *)&ompi_mpi_aint)
#define MPI_COUNT ((MPI_Datatype)(void *)&ompi_mpi_count)
#define MPI_OFFSET ((MPI_Datatype)(void *)&ompi_mpi_offset)
#define MPI_PACKED ((MPI_Datatype)(void *)&ompi_mpi_packed)
#define MPI_SHORT ((MPI_Datatype)(void *)&ompi_mpi_short)
#define MPI_INT ((MPI_Datatype)(void *)&ompi_mpi_int)
#define MPI_LONG ((MPI_Datatype)(void *)&ompi_mpi_long)
#define MPI_LONG_LONG_INT ((MPI_Datatype)(void *)&ompi_mpi_long_long_int)
#define MPI_LONG_LONG ((MPI_Datatype)(void *)&ompi_mpi_long_long_int)
#define MPI_UNSIGNED_SHORT ((MPI_Datatype)(void *)&ompi_mpi_unsigned_short)
#define MPI_UNSIGNED ((MPI_Datatype)(void *)&ompi_mpi_unsigned)
#define MPI_UNSIGNED_LONG ((MPI_Datatype)(void *)&ompi_mpi_unsigned_long)
#define MPI_UNSIGNED_LONG_LONG ((MPI_Datatype)(void *)&ompi_mpi_unsigned_long_long)
#define MPI_FLOAT ((MPI_Datatype)(void *)&ompi_mpi_float)
#define MPI_C_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_c_float_complex)
#define MPI_C_FLOAT_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_c_float_complex)
#define MPI_DOUBLE ((MPI_Datatype)(void *)&ompi_mpi_double)
#define MPI_C_DOUBLE_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_c_double_complex)
#define MPI_LONG_DOUBLE ((MPI_Datatype)(void *)&ompi_mpi_long_double)
#define MPI_C_LONG_DOUBLE_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_c_long_double_complex)
#define MPI_C_BOOL ((MPI_Datatype)(void *)&ompi_mpi_c_bool)
#define MPI_WCHAR ((MPI_Datatype)(void *)&ompi_mpi_wchar)
#define MPI_INT8_T ((MPI_Datatype)(void *)&ompi_mpi_int8_t)
#define MPI_UINT8_T ((MPI_Datatype)(void *)&ompi_mpi_uint8_t)
#define MPI_CHAR ((MPI_Datatype)(void *)&ompi_mpi_char)
#define MPI_SIGNED_CHAR ((MPI_Datatype)(void *)&ompi_mpi_signed_char)
#define MPI_UNSIGNED_CHAR ((MPI_Datatype)(void *)&ompi_mpi_unsigned_char)
#define MPI_BYTE ((MPI_Datatype)(void *)&ompi_mpi_byte)
#define MPI_INT16_T ((MPI_Datatype)(void *)&ompi_mpi_int16_t)
#define MPI_UINT16_T ((MPI_Datatype)(void *)&ompi_mpi_uint16_t)
#define MPI_INT32_T ((MPI_Datatype)(void *)&ompi_mpi_int32_t)
#define MPI_UINT32_T ((MPI_Datatype)(void *)&ompi_mpi_uint32_t)
#define MPI_INT64_T ((MPI_Datatype)(void *)&ompi_mpi_int64_t)
#define MPI_UINT64_T ((MPI_Datatype)(void *)&ompi_mpi_uint64_t)
#define MPI_LOGICAL ((MPI_Datatype)(void *)&ompi_mpi_logical)
#define MPI_INTEGER ((MPI_Datatype)(void *)&ompi_mpi_integer)
#define MPI_REAL ((MPI_Datatype)(void *)&ompi_mpi_real)
#define MPI_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_cplex)
#define MPI_DOUBLE_PRECISION ((MPI_Datatype)(void *)&ompi_mpi_dblprec)
#define MPI_CHARACTER ((MPI_Datatype)(void *)&ompi_mpi_character)
#define MPI_CXX_FLOAT_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_cxx_cplex)
#define MPI_CXX_DOUBLE_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_cxx_dblcplex)
#define MPI_CXX_LONG_DOUBLE_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_cxx_ldblcplex)
#define MPI_CXX_BOOL ((MPI_Datatype)(void *)&ompi_mpi_cxx_bool)
#define MPI_DOUBLE_COMPLEX ((MPI_Datatype)(void *)&ompi_mpi_dblcplex)
#define MPI_LOGICAL1 ((MPI_Datatype)(void *)&ompi_mpi_logical1)
#define MPI_LOGICAL2 ((MPI_Datatype)(void *)&ompi_mpi_logical2)
#define MPI_LOGICAL4 ((MPI_Datatype)(void *)&ompi_mpi_logical4)
#define MPI_LOGICAL8 ((MPI_Datatype)(void *)&ompi_mpi_logical8)
#define MPI_INTEGER1 ((MPI_Datatype)(void *)&ompi_mpi_integer1)
#define MPI_INTEGER2 ((MPI_Datatype)(void *)&ompi_mpi_integer2)
#define MPI_INTEGER4 ((MPI_Datatype)(void *)&ompi_mpi_integer4)
#define MPI_INTEGER8 ((MPI_Datatype)(void *)&ompi_mpi_integer8)
#define MPI_REAL4 ((MPI_Datatype)(void *)&ompi_mpi_real4)
#define MPI_REAL8 ((MPI_Datatype)(void *)&ompi_mpi_real8)
#define MPI_REAL16 ((MPI_Datatype)(void *)&ompi_mpi_real16)
#define MPI_COMPLEX8 ((MPI_Datatype)(void *)&ompi_mpi_complex8)
#define MPI_COMPLEX16 ((MPI_Datatype)(void *)&ompi_mpi_complex16)
#define MPI_COMPLEX32 ((MPI_Datatype)(void *)&ompi_mpi_complex32)
#define MPI_FLOAT_INT ((MPI_Datatype)(void *)&ompi_mpi_float_int)
#define MPI_DOUBLE_INT ((MPI_Datatype)(void *)&ompi_mpi_double_int)
#define MPI_LONG_INT ((MPI_Datatype)(void *)&ompi_mpi_long_int)
#define MPI_2INT ((MPI_Datatype)(void *)&ompi_mpi_2int)
#define MPI_SHORT_INT ((MPI_Datatype)(void *)&ompi_mpi_short_int)
#define MPI_LONG_DOUBLE_INT ((MPI_Datatype)(void *)&ompi_mpi_longdbl_int)
#define MPI_2REAL ((MPI_Datatype)(void *)&ompi_mpi_2real)
#define MPI_2DOUBLE_PRECISION ((MPI_Datatype)(void *)&ompi_mpi_2dblprec)
#define MPI_2INTEGER ((MPI_Datatype)(void *)&ompi_mpi_2integer)
#define MPI_MESSAGE_NULL ((MPI_Message)(void *)&ompi_message_null)
#define MPI_MESSAGE_NO_PROC ((MPI_Message)(void *)&ompi_message_no_proc)
#define MPI_ERRHANDLER_NULL ((MPI_Errhandler)(void *)&ompi_mpi_errhandler_null)
#define MPI_ERRORS_ARE_FATAL ((MPI_Errhandler)(void *)&ompi_mpi_errors_are_fatal)
#define MPI_ERRORS_ABORT ((MPI_Errhandler)(void *)&ompi_mpi_errors_abort)
#define MPI_ERRORS_RETURN ((MPI_Errhandler)(void *)&ompi_mpi_errors_return)
#define MPI_INFO_NULL ((MPI_Info)(void *)&ompi_mpi_info_null)
#define MPI_INFO_ENV ((MPI_Info)(void *)&ompi_mpi_info_env)
#define MPI_OP_NULL ((MPI_Op)(void *)&ompi_mpi_op_null)
#define MPI_SUM ((MPI_Op)(void *)&ompi_mpi_op_sum)
#define MPI_MIN ((MPI_Op)(void *)&ompi_mpi_op_min)
#define MPI_MAX ((MPI_Op)(void *)&ompi_mpi_op_max)
#define MPI_PROD ((MPI_Op)(void *)&ompi_mpi_op_prod)
#define MPI_BAND ((MPI_Op)(void *)&ompi_mpi_op_band)
#define MPI_BOR ((MPI_Op)(void *)&ompi_mpi_op_bor)
#define MPI_BXOR ((MPI_Op)(void *)&ompi_mpi_op_bxor)
#define MPI_LAND ((MPI_Op)(void *)&ompi_mpi_op_land)
#define MPI_LOR ((MPI_Op)(void *)&ompi_mpi_op_lor)
#define MPI_LXOR ((MPI_Op)(void *)&ompi_mpi_op_lxor)
#define MPI_MINLOC ((MPI_Op)(void *)&ompi_mpi_op_minloc)
#define MPI_MAXLOC ((MPI_Op)(void *)&ompi_mpi_op_maxloc)
#define MPI_REPLACE ((MPI_Op)(void *)&ompi_mpi_op_replace)
#define MPI_NO_OP ((MPI_Op)(void *)&ompi_mpi_op_no_op)
#define MPI_GROUP_NULL ((MPI_Group)(void *)&ompi_mpi_group_null)
#define MPI_GROUP_EMPTY ((MPI_Group)(void *)&ompi_mpi_group_empty)
#define MPI_REQUEST_NULL ((MPI_Request)(void *)&ompi_request_null)
#define MPI_FILE_NULL ((MPI_File)(void *)&ompi_mpi_file_null)
#define MPI_SESSION_NULL ((MPI_Session)(void *)&ompi_mpi_instance_null)
#define MPI_WIN_NULL ((MPI_Win)(void *)&ompi_mpi_win_null)
#define MPI_CONVERSION_FN_NULL ((MPI_Datarep_conversion_function *)0x0)
#define MPI_T_ENUM_NULL ((MPI_T_enum)0x0)
#define MPI_T_CVAR_HANDLE_NULL ((MPI_T_cvar_handle)0x0)
#define MPI_T_PVAR_HANDLE_NULL ((MPI_T_pvar_handle)0x0)
#define MPI_T_PVAR_ALL_HANDLES ((MPI_T_pvar_handle)-0x1)
#define MPI_T_PVAR_SESSION_NULL ((MPI_T_pvar_session)0x0)
#define MPI_T_VERBOSITY_USER_BASIC 0
#define MPI_T_VERBOSITY_USER_DETAIL 1
#define MPI_T_VERBOSITY_USER_ALL 2
#define MPI_T_VERBOSITY_TUNER_BASIC 3
#define MPI_T_VERBOSITY_TUNER_DETAIL 4
#define MPI_T_VERBOSITY_TUNER_ALL 5
#define MPI_T_VERBOSITY_MPIDEV_BASIC 6
#define MPI_T_VERBOSITY_MPIDEV_DETAIL 7
#define MPI_T_VERBOSITY_MPIDEV_ALL 8
#define MPI_T_BIND_NO_OBJECT 0
#define MPI_T_BIND_MPI_COMM 1
#define MPI_T_BIND_MPI_DATATYPE 2
#define MPI_T_BIND_MPI_ERRHANDLER 3
#define MPI_T_BIND_MPI_FILE 4
#define MPI_T_BIND_MPI_GROUP 5
#define MPI_T_BIND_MPI_OP 6
#define MPI_T_BIND_MPI_REQUEST 7
#define MPI_T_BIND_MPI_WIN 8
#define MPI_T_BIND_MPI_MESSAGE 9
#define MPI_T_BIND_MPI_INFO 10
#define MPI_T_SCOPE_CONSTANT 0
#define MPI_T_SCOPE_READONLY 1
#define MPI_T_SCOPE_LOCAL 2
#define MPI_T_SCOPE_GROUP 3
#define MPI_T_SCOPE_GROUP_EQ 4
#define MPI_T_SCOPE_ALL 5
#define MPI_T_SCOPE_ALL_EQ 6
#define MPI_T_PVAR_CLASS_STATE 0
#define MPI_T_PVAR_CLASS_LEVEL 1
#define MPI_T_PVAR_CLASS_SIZE 2
#define MPI_T_PVAR_CLASS_PERCENTAGE 3
#define MPI_T_PVAR_CLASS_HIGHWATERMARK 4
#define MPI_T_PVAR_CLASS_LOWWATERMARK 5
#define MPI_T_PVAR_CLASS_COUNTER 6
#define MPI_T_PVAR_CLASS_AGGREGATE 7
#define MPI_T_PVAR_CLASS_TIMER 8
#define MPI_T_PVAR_CLASS_GENERIC 9

/* ---- data ---- */
extern struct ompi_predefined_object_t ompi_mpi_comm_null;
extern struct ompi_predefined_object_t ompi_mpi_comm_world;
extern struct ompi_predefined_object_t ompi_mpi_comm_self;
extern struct ompi_predefined_object_t ompi_mpi_errhandler_null;
extern struct ompi_predefined_object_t ompi_mpi_errors_are_fatal;
extern struct ompi_predefined_object_t ompi_mpi_errors_abort;
extern struct ompi_predefined_object_t ompi_mpi_errors_return;
extern struct ompi_predefined_object_t ompi_mpi_group_null;
extern struct ompi_predefined_object_t ompi_mpi_group_empty;
extern struct ompi_predefined_object_t ompi_mpi_info_null;
extern struct ompi_predefined_object_t ompi_mpi_info_env;
extern struct ompi_predefined_object_t ompi_message_null;
extern struct ompi_predefined_object_t ompi_message_no_proc;
extern struct ompi_predefined_object_t ompi_mpi_op_null;
extern struct ompi_predefined_object_t ompi_mpi_op_sum;
extern struct ompi_predefined_object_t ompi_mpi_op_min;
extern struct ompi_predefined_object_t ompi_mpi_op_max;
extern struct ompi_predefined_object_t ompi_mpi_op_prod;
extern struct ompi_predefined_object_t ompi_mpi_op_band;
extern struct ompi_predefined_object_t ompi_mpi_op_bor;
extern struct ompi_predefined_object_t ompi_mpi_op_bxor;
extern struct ompi_predefined_object_t ompi_mpi_op_land;
extern struct ompi_predefined_object_t ompi_mpi_op_lor;
extern struct ompi_predefined_object_t ompi_mpi_op_lxor;
extern struct ompi_predefined_object_t ompi_mpi_op_minloc;
extern struct ompi_predefined_object_t ompi_mpi_op_maxloc;
extern struct ompi_predefined_object_t ompi_mpi_op_replace;
extern struct ompi_predefined_object_t ompi_mpi_op_no_op;
extern struct ompi_predefined_object_t ompi_request_null;
extern struct ompi_predefined_object_t ompi_mpi_instance_null;
extern struct ompi_predefined_object_t ompi_mpi_win_null;
extern struct ompi_predefined_object_t ompi_mpi_datatype_null;
extern struct ompi_predefined_object_t ompi_mpi_aint;
extern struct ompi_predefined_object_t ompi_mpi_count;
extern struct ompi_predefined_object_t ompi_mpi_offset;
extern struct ompi_predefined_object_t ompi_mpi_packed;
extern struct ompi_predefined_object_t ompi_mpi_short;
extern struct ompi_predefined_object_t ompi_mpi_int;
extern struct ompi_predefined_object_t ompi_mpi_long;
extern struct ompi_predefined_object_t ompi_mpi_long_long_int;
extern struct ompi_predefined_object_t ompi_mpi_unsigned_short;
extern struct ompi_predefined_object_t ompi_mpi_unsigned;
extern struct ompi_predefined_object_t ompi_mpi_unsigned_long;
extern struct ompi_predefined_object_t ompi_mpi_unsigned_long_long;
extern struct ompi_predefined_object_t ompi_mpi_float;
extern struct ompi_predefined_object_t ompi_mpi_c_float_complex;
extern struct ompi_predefined_object_t ompi_mpi_double;
extern struct ompi_predefined_object_t ompi_mpi_c_double_complex;
extern struct ompi_predefined_object_t ompi_mpi_long_double;
extern struct ompi_predefined_object_t ompi_mpi_c_long_double_complex;
extern struct ompi_predefined_object_t ompi_mpi_c_bool;
extern struct ompi_predefined_object_t ompi_mpi_wchar;
extern struct ompi_predefined_object_t ompi_mpi_int8_t;
extern struct ompi_predefined_object_t ompi_mpi_uint8_t;
extern struct ompi_predefined_object_t ompi_mpi_char;
extern struct ompi_predefined_object_t ompi_mpi_signed_char;
extern struct ompi_predefined_object_t ompi_mpi_unsigned_char;
extern struct ompi_predefined_object_t ompi_mpi_byte;
extern struct ompi_predefined_object_t ompi_mpi_int16_t;
extern struct ompi_predefined_object_t ompi_mpi_uint16_t;
extern struct ompi_predefined_object_t ompi_mpi_int32_t;
extern struct ompi_predefined_object_t ompi_mpi_uint32_t;
extern struct ompi_predefined_object_t ompi_mpi_int64_t;
extern struct ompi_predefined_object_t ompi_mpi_uint64_t;
extern struct ompi_predefined_object_t ompi_mpi_logical;
extern struct ompi_predefined_object_t ompi_mpi_integer;
extern struct ompi_predefined_object_t ompi_mpi_real;
extern struct ompi_predefined_object_t ompi_mpi_cplex;
extern struct ompi_predefined_object_t ompi_mpi_dblprec;
extern struct ompi_predefined_object_t ompi_mpi_character;
extern struct ompi_predefined_object_t ompi_mpi_cxx_cplex;
extern struct ompi_predefined_object_t ompi_mpi_cxx_dblcplex;
extern struct ompi_predefined_object_t ompi_mpi_cxx_ldblcplex;
extern struct ompi_predefined_object_t ompi_mpi_cxx_bool;
extern struct ompi_predefined_object_t ompi_mpi_dblcplex;
extern struct ompi_predefined_object_t ompi_mpi_logical1;
extern struct ompi_predefined_object_t ompi_mpi_logical2;
extern struct ompi_predefined_object_t ompi_mpi_logical4;
extern struct ompi_predefined_object_t ompi_mpi_logical8;
extern struct ompi_predefined_object_t ompi_mpi_integer1;
extern struct ompi_predefined_object_t ompi_mpi_integer2;
extern struct ompi_predefined_object_t ompi_mpi_integer4;
extern struct ompi_predefined_object_t ompi_mpi_integer8;
extern struct ompi_predefined_object_t ompi_mpi_real4;
extern struct ompi_predefined_object_t ompi_mpi_real8;
extern struct ompi_predefined_object_t ompi_mpi_real16;
extern struct ompi_predefined_object_t ompi_mpi_complex8;
extern struct ompi_predefined_object_t ompi_mpi_complex16;
extern struct ompi_predefined_object_t ompi_mpi_complex32;
extern struct ompi_predefined_object_t ompi_mpi_float_int;
extern struct ompi_predefined_object_t ompi_mpi_double_int;
extern struct ompi_predefined_object_t ompi_mpi_long_int;
extern struct ompi_predefined_object_t ompi_mpi_2int;
extern struct ompi_predefined_object_t ompi_mpi_short_int;
extern struct ompi_predefined_object_t ompi_mpi_longdbl_int;
extern struct ompi_predefined_object_t ompi_mpi_2real;
extern struct ompi_predefined_object_t ompi_mpi_2dblprec;
extern struct ompi_predefined_object_t ompi_mpi_2integer;
extern struct ompi_predefined_object_t ompi_mpi_file_null;
extern struct ompi_predefined_object_t ompi_mpi_real2;
extern struct ompi_predefined_object_t ompi_mpi_complex4;
extern struct ompi_predefined_object_t ompi_mpi_integer16;
extern struct ompi_predefined_object_t ompi_mpi_short_float;
extern struct ompi_predefined_object_t ompi_mpi_lb;
extern struct ompi_predefined_object_t ompi_mpi_ub;
extern struct ompi_predefined_object_t ompi_mpi_2cplex;
extern struct ompi_predefined_object_t ompi_mpi_2dblcplex;
extern struct ompi_predefined_object_t ompi_mpi_c_short_float_complex;
extern struct ompi_predefined_object_t ompi_mpi_cxx_sfltcplex;
extern struct ompi_predefined_object_t ompi_mpi_c_complex;
extern struct ompi_predefined_object_t ompi_mpi_unavailable;
extern struct ompi_predefined_object_t ompi_mpi_ldblcplex;
extern MPI_Copy_function OMPI_C_MPI_DUP_FN;
#define MPI_DUP_FN OMPI_C_MPI_DUP_FN
extern MPI_Copy_function OMPI_C_MPI_NULL_COPY_FN;
#define MPI_NULL_COPY_FN OMPI_C_MPI_NULL_COPY_FN
extern MPI_Delete_function OMPI_C_MPI_NULL_DELETE_FN;
#define MPI_NULL_DELETE_FN OMPI_C_MPI_NULL_DELETE_FN
extern MPI_Comm_copy_attr_function OMPI_C_MPI_COMM_DUP_FN;
#define MPI_COMM_DUP_FN OMPI_C_MPI_COMM_DUP_FN
extern MPI_Comm_copy_attr_function OMPI_C_MPI_COMM_NULL_COPY_FN;
#define MPI_COMM_NULL_COPY_FN OMPI_C_MPI_COMM_NULL_COPY_FN
extern MPI_Comm_delete_attr_function OMPI_C_MPI_COMM_NULL_DELETE_FN;
#define MPI_COMM_NULL_DELETE_FN OMPI_C_MPI_COMM_NULL_DELETE_FN
extern MPI_Type_copy_attr_function OMPI_C_MPI_TYPE_DUP_FN;
#define MPI_TYPE_DUP_FN OMPI_C_MPI_TYPE_DUP_FN
extern MPI_Type_copy_attr_function OMPI_C_MPI_TYPE_NULL_COPY_FN;
#define MPI_TYPE_NULL_COPY_FN OMPI_C_MPI_TYPE_NULL_COPY_FN
extern MPI_Type_delete_attr_function OMPI_C_MPI_TYPE_NULL_DELETE_FN;
#define MPI_TYPE_NULL_DELETE_FN OMPI_C_MPI_TYPE_NULL_DELETE_FN
extern MPI_Win_copy_attr_function OMPI_C_MPI_WIN_DUP_FN;
#define MPI_WIN_DUP_FN OMPI_C_MPI_WIN_DUP_FN
extern MPI_Win_copy_attr_function OMPI_C_MPI_WIN_NULL_COPY_FN;
#define MPI_WIN_NULL_COPY_FN OMPI_C_MPI_WIN_NULL_COPY_FN
extern MPI_Win_delete_attr_function OMPI_C_MPI_WIN_NULL_DELETE_FN;
#define MPI_WIN_NULL_DELETE_FN OMPI_C_MPI_WIN_NULL_DELETE_FN

/* ---- what that ABI has not, as the library takes it ---- */
#define MPI_ABI_VERSION 1
#define MPI_ABI_SUBVERSION 0
#define MPI_ERR_ERRHANDLER MPI_ERR_ARG
#define MPI_ERR_ABI MPI_ERR_OTHER
#define MPI_T_ERR_NOT_ACCESSIBLE MPI_T_ERR_INVALID
#define MPI_T_ERR_NOT_SUPPORTED MPI_T_ERR_INVALID
#define MPI_BUFFER_AUTOMATIC ((void *)0x2)
#define MPI_COMBINER_VALUE_INDEX 117
#define MPI_COMM_TYPE_RESOURCE_GUIDED 224
#define MPI_LOGICAL16 ((MPI_Datatype)0x5c1)
#define MPI_INTEGER16 ((MPI_Datatype)(void *)&ompi_mpi_integer16)
#define MPI_REAL2 ((MPI_Datatype)(void *)&ompi_mpi_real2)
#define MPI_COMPLEX4 ((MPI_Datatype)(void *)&ompi_mpi_complex4)
#define MPI_CONVERSION_FN_NULL_C ((MPI_Datarep_conversion_function_c *)0x0)
#define MPI_T_BIND_MPI_SESSION 12

#include "openmpi_prototypes.inc"

#ifdef __cplusplus
}
#endif

#endif
