// Made by spec/gen/faces.py from spec/. Do not edit.
// clang-format off
// The predefined objects of the Open MPI ABI. The first word is our handle; programs copy it with the rest.
#include "faces/openmpi/objects.hpp"

#define PREDEFINED(name, bytes, number)                                      \
  extern "C" {                                                               \
  extern const Object<bytes> name;                                           \
  constinit const Object<bytes> name = {number, {}}; \
  }

namespace penstock::faces::openmpi {

PREDEFINED(ompi_mpi_comm_null, 512, 0x100)
PREDEFINED(ompi_mpi_comm_world, 512, 0x101)
PREDEFINED(ompi_mpi_comm_self, 512, 0x102)
PREDEFINED(ompi_mpi_errhandler_null, 1024, 0x140)
PREDEFINED(ompi_mpi_errors_are_fatal, 1024, 0x141)
PREDEFINED(ompi_mpi_errors_abort, 1024, 0x142)
PREDEFINED(ompi_mpi_errors_return, 1024, 0x143)
PREDEFINED(ompi_mpi_group_null, 256, 0x108)
PREDEFINED(ompi_mpi_group_empty, 256, 0x109)
PREDEFINED(ompi_mpi_info_null, 256, 0x130)
PREDEFINED(ompi_mpi_info_env, 256, 0x131)
PREDEFINED(ompi_message_null, 256, 0x128)
PREDEFINED(ompi_message_no_proc, 256, 0x129)
PREDEFINED(ompi_mpi_op_null, 2048, 0x20)
PREDEFINED(ompi_mpi_op_sum, 2048, 0x21)
PREDEFINED(ompi_mpi_op_min, 2048, 0x22)
PREDEFINED(ompi_mpi_op_max, 2048, 0x23)
PREDEFINED(ompi_mpi_op_prod, 2048, 0x24)
PREDEFINED(ompi_mpi_op_band, 2048, 0x28)
PREDEFINED(ompi_mpi_op_bor, 2048, 0x29)
PREDEFINED(ompi_mpi_op_bxor, 2048, 0x2a)
PREDEFINED(ompi_mpi_op_land, 2048, 0x30)
PREDEFINED(ompi_mpi_op_lor, 2048, 0x31)
PREDEFINED(ompi_mpi_op_lxor, 2048, 0x32)
PREDEFINED(ompi_mpi_op_minloc, 2048, 0x38)
PREDEFINED(ompi_mpi_op_maxloc, 2048, 0x39)
PREDEFINED(ompi_mpi_op_replace, 2048, 0x3c)
PREDEFINED(ompi_mpi_op_no_op, 2048, 0x3d)
PREDEFINED(ompi_request_null, 256, 0x180)
PREDEFINED(ompi_mpi_instance_null, 512, 0x120)
PREDEFINED(ompi_mpi_win_null, 512, 0x110)
PREDEFINED(ompi_mpi_datatype_null, 512, 0x200)
PREDEFINED(ompi_mpi_aint, 512, 0x201)
PREDEFINED(ompi_mpi_count, 512, 0x202)
PREDEFINED(ompi_mpi_offset, 512, 0x203)
PREDEFINED(ompi_mpi_packed, 512, 0x207)
PREDEFINED(ompi_mpi_short, 512, 0x208)
PREDEFINED(ompi_mpi_int, 512, 0x209)
PREDEFINED(ompi_mpi_long, 512, 0x20a)
PREDEFINED(ompi_mpi_long_long_int, 512, 0x20b)
PREDEFINED(ompi_mpi_unsigned_short, 512, 0x20c)
PREDEFINED(ompi_mpi_unsigned, 512, 0x20d)
PREDEFINED(ompi_mpi_unsigned_long, 512, 0x20e)
PREDEFINED(ompi_mpi_unsigned_long_long, 512, 0x20f)
PREDEFINED(ompi_mpi_float, 512, 0x210)
PREDEFINED(ompi_mpi_c_float_complex, 512, 0x212)
PREDEFINED(ompi_mpi_double, 512, 0x214)
PREDEFINED(ompi_mpi_c_double_complex, 512, 0x216)
PREDEFINED(ompi_mpi_long_double, 512, 0x220)
PREDEFINED(ompi_mpi_c_long_double_complex, 512, 0x224)
PREDEFINED(ompi_mpi_c_bool, 512, 0x238)
PREDEFINED(ompi_mpi_wchar, 512, 0x23c)
PREDEFINED(ompi_mpi_int8_t, 512, 0x240)
PREDEFINED(ompi_mpi_uint8_t, 512, 0x241)
PREDEFINED(ompi_mpi_char, 512, 0x243)
PREDEFINED(ompi_mpi_signed_char, 512, 0x244)
PREDEFINED(ompi_mpi_unsigned_char, 512, 0x245)
PREDEFINED(ompi_mpi_byte, 512, 0x247)
PREDEFINED(ompi_mpi_int16_t, 512, 0x248)
PREDEFINED(ompi_mpi_uint16_t, 512, 0x249)
PREDEFINED(ompi_mpi_int32_t, 512, 0x250)
PREDEFINED(ompi_mpi_uint32_t, 512, 0x251)
PREDEFINED(ompi_mpi_int64_t, 512, 0x258)
PREDEFINED(ompi_mpi_uint64_t, 512, 0x259)
PREDEFINED(ompi_mpi_logical, 512, 0x218)
PREDEFINED(ompi_mpi_integer, 512, 0x219)
PREDEFINED(ompi_mpi_real, 512, 0x21a)
PREDEFINED(ompi_mpi_cplex, 512, 0x21b)
PREDEFINED(ompi_mpi_dblprec, 512, 0x21c)
PREDEFINED(ompi_mpi_character, 512, 0x21e)
PREDEFINED(ompi_mpi_cxx_cplex, 512, 0x213)
PREDEFINED(ompi_mpi_cxx_dblcplex, 512, 0x217)
PREDEFINED(ompi_mpi_cxx_ldblcplex, 512, 0x225)
PREDEFINED(ompi_mpi_cxx_bool, 512, 0x239)
PREDEFINED(ompi_mpi_dblcplex, 512, 0x21d)
PREDEFINED(ompi_mpi_logical1, 512, 0x2c0)
PREDEFINED(ompi_mpi_logical2, 512, 0x2c8)
PREDEFINED(ompi_mpi_logical4, 512, 0x2d0)
PREDEFINED(ompi_mpi_logical8, 512, 0x2d8)
PREDEFINED(ompi_mpi_integer1, 512, 0x2c1)
PREDEFINED(ompi_mpi_integer2, 512, 0x2c9)
PREDEFINED(ompi_mpi_integer4, 512, 0x2d1)
PREDEFINED(ompi_mpi_integer8, 512, 0x2d9)
PREDEFINED(ompi_mpi_real4, 512, 0x2d2)
PREDEFINED(ompi_mpi_real8, 512, 0x2da)
PREDEFINED(ompi_mpi_real16, 512, 0x2e2)
PREDEFINED(ompi_mpi_complex8, 512, 0x2db)
PREDEFINED(ompi_mpi_complex16, 512, 0x2e3)
PREDEFINED(ompi_mpi_complex32, 512, 0x2eb)
PREDEFINED(ompi_mpi_float_int, 512, 0x228)
PREDEFINED(ompi_mpi_double_int, 512, 0x229)
PREDEFINED(ompi_mpi_long_int, 512, 0x22a)
PREDEFINED(ompi_mpi_2int, 512, 0x22b)
PREDEFINED(ompi_mpi_short_int, 512, 0x22c)
PREDEFINED(ompi_mpi_longdbl_int, 512, 0x22d)
PREDEFINED(ompi_mpi_2real, 512, 0x230)
PREDEFINED(ompi_mpi_2dblprec, 512, 0x231)
PREDEFINED(ompi_mpi_2integer, 512, 0x232)
PREDEFINED(ompi_mpi_file_null, 1536, 0x118)
PREDEFINED(ompi_mpi_real2, 512, 0x2ca)
PREDEFINED(ompi_mpi_complex4, 512, 0x2d3)
PREDEFINED(ompi_mpi_integer16, 512, 0x2e1)
PREDEFINED(ompi_mpi_short_float, 512, 0x403)
PREDEFINED(ompi_mpi_lb, 512, 0x100000004)
PREDEFINED(ompi_mpi_ub, 512, 0x100000003)
PREDEFINED(ompi_mpi_2cplex, 512, 0x10000001a)
PREDEFINED(ompi_mpi_2dblcplex, 512, 0x10000001b)
PREDEFINED(ompi_mpi_c_short_float_complex, 512, 0x10000004b)
PREDEFINED(ompi_mpi_cxx_sfltcplex, 512, 0x10000004c)
PREDEFINED(ompi_mpi_c_complex, 512, 0x212)
PREDEFINED(ompi_mpi_unavailable, 512, 0x10000004e)
PREDEFINED(ompi_mpi_ldblcplex, 512, 0x224)

const std::array<const void*, 1028> kAddresses = {
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_op_null, &ompi_mpi_op_sum, &ompi_mpi_op_min, &ompi_mpi_op_max, &ompi_mpi_op_prod, nullptr, nullptr, nullptr, &ompi_mpi_op_band, &ompi_mpi_op_bor, &ompi_mpi_op_bxor, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_op_land, &ompi_mpi_op_lor, &ompi_mpi_op_lxor, nullptr, nullptr, nullptr, nullptr, nullptr, &ompi_mpi_op_minloc, &ompi_mpi_op_maxloc, nullptr, nullptr, &ompi_mpi_op_replace, &ompi_mpi_op_no_op, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_comm_null, &ompi_mpi_comm_world, &ompi_mpi_comm_self, nullptr, nullptr, nullptr, nullptr, nullptr, &ompi_mpi_group_null, &ompi_mpi_group_empty, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_win_null, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &ompi_mpi_file_null, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_instance_null, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &ompi_message_null, &ompi_message_no_proc, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_info_null, &ompi_mpi_info_env, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_errhandler_null, &ompi_mpi_errors_are_fatal, &ompi_mpi_errors_abort, &ompi_mpi_errors_return, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_request_null, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_datatype_null, &ompi_mpi_aint, &ompi_mpi_count, &ompi_mpi_offset, nullptr, nullptr, nullptr, &ompi_mpi_packed, &ompi_mpi_short, &ompi_mpi_int, &ompi_mpi_long, &ompi_mpi_long_long_int, &ompi_mpi_unsigned_short, &ompi_mpi_unsigned, &ompi_mpi_unsigned_long, &ompi_mpi_unsigned_long_long,
    &ompi_mpi_float, nullptr, &ompi_mpi_c_float_complex, &ompi_mpi_cxx_cplex, &ompi_mpi_double, nullptr, &ompi_mpi_c_double_complex, &ompi_mpi_cxx_dblcplex, &ompi_mpi_logical, &ompi_mpi_integer, &ompi_mpi_real, &ompi_mpi_cplex, &ompi_mpi_dblprec, &ompi_mpi_dblcplex, &ompi_mpi_character, nullptr,
    &ompi_mpi_long_double, nullptr, nullptr, nullptr, &ompi_mpi_c_long_double_complex, &ompi_mpi_cxx_ldblcplex, nullptr, nullptr, &ompi_mpi_float_int, &ompi_mpi_double_int, &ompi_mpi_long_int, &ompi_mpi_2int, &ompi_mpi_short_int, &ompi_mpi_longdbl_int, nullptr, nullptr,
    &ompi_mpi_2real, &ompi_mpi_2dblprec, &ompi_mpi_2integer, nullptr, nullptr, nullptr, nullptr, nullptr, &ompi_mpi_c_bool, &ompi_mpi_cxx_bool, nullptr, nullptr, &ompi_mpi_wchar, nullptr, nullptr, nullptr,
    &ompi_mpi_int8_t, &ompi_mpi_uint8_t, nullptr, &ompi_mpi_char, &ompi_mpi_signed_char, &ompi_mpi_unsigned_char, nullptr, &ompi_mpi_byte, &ompi_mpi_int16_t, &ompi_mpi_uint16_t, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_int32_t, &ompi_mpi_uint32_t, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &ompi_mpi_int64_t, &ompi_mpi_uint64_t, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_logical1, &ompi_mpi_integer1, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &ompi_mpi_logical2, &ompi_mpi_integer2, &ompi_mpi_real2, nullptr, nullptr, nullptr, nullptr, nullptr,
    &ompi_mpi_logical4, &ompi_mpi_integer4, &ompi_mpi_real4, &ompi_mpi_complex4, nullptr, nullptr, nullptr, nullptr, &ompi_mpi_logical8, &ompi_mpi_integer8, &ompi_mpi_real8, &ompi_mpi_complex8, nullptr, nullptr, nullptr, nullptr,
    nullptr, &ompi_mpi_integer16, &ompi_mpi_real16, &ompi_mpi_complex16, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, &ompi_mpi_complex32, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
    nullptr, nullptr, nullptr, &ompi_mpi_short_float,
};

// What programs give as the two functions of a key.
extern "C" {

int OMPI_C_MPI_DUP_FN(void*, int, void*, void* value, void* copied, int* flag) noexcept { return copy(value, copied, flag); }
int OMPI_C_MPI_NULL_COPY_FN(void*, int, void*, void*, void*, int* flag) noexcept { return copy_nothing(flag); }
int OMPI_C_MPI_NULL_DELETE_FN(void*, int, void*, void*) noexcept { return MPI_SUCCESS; }
int OMPI_C_MPI_COMM_DUP_FN(void*, int, void*, void* value, void* copied, int* flag) noexcept { return copy(value, copied, flag); }
int OMPI_C_MPI_COMM_NULL_COPY_FN(void*, int, void*, void*, void*, int* flag) noexcept { return copy_nothing(flag); }
int OMPI_C_MPI_COMM_NULL_DELETE_FN(void*, int, void*, void*) noexcept { return MPI_SUCCESS; }
int OMPI_C_MPI_TYPE_DUP_FN(void*, int, void*, void* value, void* copied, int* flag) noexcept { return copy(value, copied, flag); }
int OMPI_C_MPI_TYPE_NULL_COPY_FN(void*, int, void*, void*, void*, int* flag) noexcept { return copy_nothing(flag); }
int OMPI_C_MPI_TYPE_NULL_DELETE_FN(void*, int, void*, void*) noexcept { return MPI_SUCCESS; }
int OMPI_C_MPI_WIN_DUP_FN(void*, int, void*, void* value, void* copied, int* flag) noexcept { return copy(value, copied, flag); }
int OMPI_C_MPI_WIN_NULL_COPY_FN(void*, int, void*, void*, void*, int* flag) noexcept { return copy_nothing(flag); }
int OMPI_C_MPI_WIN_NULL_DELETE_FN(void*, int, void*, void*) noexcept { return MPI_SUCCESS; }

}  // extern "C"

}  // namespace penstock::faces::openmpi
