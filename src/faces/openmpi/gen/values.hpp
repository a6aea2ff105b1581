// Made by spec/gen/faces.py from spec/. Do not edit.
// clang-format off
// Numbers that stand for something, from the Open MPI ABI (_in) and to it (_out).
#pragma once

#include <climits>

namespace penstock::faces::openmpi {

// What is no constant there: MPI_UNDEFINED, or a number that no call takes.
[[nodiscard]] inline int unknown(int value) noexcept { return value == -32766 ? value : INT_MIN; }

[[nodiscard]] inline int comparison_in(int value) noexcept {
  switch (value) {
    case 0: return 201;  // MPI_IDENT
    case 1: return 202;  // MPI_CONGRUENT
    case 2: return 203;  // MPI_SIMILAR
    case 3: return 204;  // MPI_UNEQUAL
    default: return unknown(value);
  }
}

[[nodiscard]] inline int comparison_out(int value) noexcept {
  switch (value) {
    case 201: return 0;  // MPI_IDENT
    case 202: return 1;  // MPI_CONGRUENT
    case 203: return 2;  // MPI_SIMILAR
    case 204: return 3;  // MPI_UNEQUAL
    default: return value;
  }
}

[[nodiscard]] inline int topology_in(int value) noexcept {
  switch (value) {
    case 1: return 211;  // MPI_CART
    case 2: return 212;  // MPI_GRAPH
    case 3: return 213;  // MPI_DIST_GRAPH
    default: return unknown(value);
  }
}

[[nodiscard]] inline int topology_out(int value) noexcept {
  switch (value) {
    case 211: return 1;  // MPI_CART
    case 212: return 2;  // MPI_GRAPH
    case 213: return 3;  // MPI_DIST_GRAPH
    default: return value;
  }
}

[[nodiscard]] inline int split_type_in(int value) noexcept {
  switch (value) {
    case 0: return 221;  // MPI_COMM_TYPE_SHARED
    case 12: return 222;  // MPI_COMM_TYPE_HW_UNGUIDED
    case 13: return 223;  // MPI_COMM_TYPE_HW_GUIDED
    default: return unknown(value);
  }
}

[[nodiscard]] inline int split_type_out(int value) noexcept {
  switch (value) {
    case 221: return 0;  // MPI_COMM_TYPE_SHARED
    case 222: return 12;  // MPI_COMM_TYPE_HW_UNGUIDED
    case 223: return 13;  // MPI_COMM_TYPE_HW_GUIDED
    default: return value;
  }
}

[[nodiscard]] inline int thread_level_in(int value) noexcept {
  switch (value) {
    case 0: return 0;  // MPI_THREAD_SINGLE
    case 1: return 1024;  // MPI_THREAD_FUNNELED
    case 2: return 2048;  // MPI_THREAD_SERIALIZED
    case 3: return 4096;  // MPI_THREAD_MULTIPLE
    default: return unknown(value);
  }
}

[[nodiscard]] inline int thread_level_out(int value) noexcept {
  switch (value) {
    case 0: return 0;  // MPI_THREAD_SINGLE
    case 1024: return 1;  // MPI_THREAD_FUNNELED
    case 2048: return 2;  // MPI_THREAD_SERIALIZED
    case 4096: return 3;  // MPI_THREAD_MULTIPLE
    default: return value;
  }
}

[[nodiscard]] inline int order_in(int value) noexcept {
  switch (value) {
    case 0: return 12;  // MPI_ORDER_C
    case 1: return 15;  // MPI_ORDER_FORTRAN
    default: return unknown(value);
  }
}

[[nodiscard]] inline int order_out(int value) noexcept {
  switch (value) {
    case 12: return 0;  // MPI_ORDER_C
    case 15: return 1;  // MPI_ORDER_FORTRAN
    default: return value;
  }
}

[[nodiscard]] inline int distribution_in(int value) noexcept {
  switch (value) {
    case 2: return 16;  // MPI_DISTRIBUTE_NONE
    case 0: return 17;  // MPI_DISTRIBUTE_BLOCK
    case 1: return 18;  // MPI_DISTRIBUTE_CYCLIC
    default: return unknown(value);
  }
}

[[nodiscard]] inline int distribution_out(int value) noexcept {
  switch (value) {
    case 16: return 2;  // MPI_DISTRIBUTE_NONE
    case 17: return 0;  // MPI_DISTRIBUTE_BLOCK
    case 18: return 1;  // MPI_DISTRIBUTE_CYCLIC
    default: return value;
  }
}

[[nodiscard]] inline int distribution_argument_in(int value) noexcept {
  switch (value) {
    case -1: return 19;  // MPI_DISTRIBUTE_DFLT_DARG
    default: return value;
  }
}

[[nodiscard]] inline int distribution_argument_out(int value) noexcept {
  switch (value) {
    case 19: return -1;  // MPI_DISTRIBUTE_DFLT_DARG
    default: return value;
  }
}

[[nodiscard]] inline int combiner_in(int value) noexcept {
  switch (value) {
    case 0: return 101;  // MPI_COMBINER_NAMED
    case 1: return 102;  // MPI_COMBINER_DUP
    case 2: return 103;  // MPI_COMBINER_CONTIGUOUS
    case 3: return 104;  // MPI_COMBINER_VECTOR
    case 5: return 105;  // MPI_COMBINER_HVECTOR
    case 6: return 106;  // MPI_COMBINER_INDEXED
    case 8: return 107;  // MPI_COMBINER_HINDEXED
    case 9: return 108;  // MPI_COMBINER_INDEXED_BLOCK
    case 18: return 109;  // MPI_COMBINER_HINDEXED_BLOCK
    case 11: return 110;  // MPI_COMBINER_STRUCT
    case 12: return 111;  // MPI_COMBINER_SUBARRAY
    case 13: return 112;  // MPI_COMBINER_DARRAY
    case 14: return 113;  // MPI_COMBINER_F90_REAL
    case 15: return 114;  // MPI_COMBINER_F90_COMPLEX
    case 16: return 115;  // MPI_COMBINER_F90_INTEGER
    case 17: return 116;  // MPI_COMBINER_RESIZED
    default: return unknown(value);
  }
}

[[nodiscard]] inline int combiner_out(int value) noexcept {
  switch (value) {
    case 101: return 0;  // MPI_COMBINER_NAMED
    case 102: return 1;  // MPI_COMBINER_DUP
    case 103: return 2;  // MPI_COMBINER_CONTIGUOUS
    case 104: return 3;  // MPI_COMBINER_VECTOR
    case 105: return 5;  // MPI_COMBINER_HVECTOR
    case 106: return 6;  // MPI_COMBINER_INDEXED
    case 107: return 8;  // MPI_COMBINER_HINDEXED
    case 108: return 9;  // MPI_COMBINER_INDEXED_BLOCK
    case 109: return 18;  // MPI_COMBINER_HINDEXED_BLOCK
    case 110: return 11;  // MPI_COMBINER_STRUCT
    case 111: return 12;  // MPI_COMBINER_SUBARRAY
    case 112: return 13;  // MPI_COMBINER_DARRAY
    case 113: return 14;  // MPI_COMBINER_F90_REAL
    case 114: return 15;  // MPI_COMBINER_F90_COMPLEX
    case 115: return 16;  // MPI_COMBINER_F90_INTEGER
    case 116: return 17;  // MPI_COMBINER_RESIZED
    default: return value;
  }
}

[[nodiscard]] inline int typeclass_in(int value) noexcept {
  switch (value) {
    case 1: return 192;  // MPI_TYPECLASS_INTEGER
    case 2: return 193;  // MPI_TYPECLASS_REAL
    case 3: return 194;  // MPI_TYPECLASS_COMPLEX
    default: return unknown(value);
  }
}

[[nodiscard]] inline int typeclass_out(int value) noexcept {
  switch (value) {
    case 192: return 1;  // MPI_TYPECLASS_INTEGER
    case 193: return 2;  // MPI_TYPECLASS_REAL
    case 194: return 3;  // MPI_TYPECLASS_COMPLEX
    default: return value;
  }
}

[[nodiscard]] inline int lock_type_in(int value) noexcept {
  switch (value) {
    case 1: return 301;  // MPI_LOCK_EXCLUSIVE
    case 2: return 302;  // MPI_LOCK_SHARED
    default: return unknown(value);
  }
}

[[nodiscard]] inline int lock_type_out(int value) noexcept {
  switch (value) {
    case 301: return 1;  // MPI_LOCK_EXCLUSIVE
    case 302: return 2;  // MPI_LOCK_SHARED
    default: return value;
  }
}

[[nodiscard]] inline int mode_in(int value) noexcept {
  if (value == 0) return 0;
  if ((value & ~511) != 0) return INT_MIN;
  int out = 0;
  if ((value & 128) != 0) out |= 1;  // MPI_MODE_APPEND
  if ((value & 1) != 0) out |= 2;  // MPI_MODE_CREATE
  if ((value & 16) != 0) out |= 4;  // MPI_MODE_DELETE_ON_CLOSE
  if ((value & 64) != 0) out |= 8;  // MPI_MODE_EXCL
  if ((value & 2) != 0) out |= 16;  // MPI_MODE_RDONLY
  if ((value & 8) != 0) out |= 32;  // MPI_MODE_RDWR
  if ((value & 256) != 0) out |= 64;  // MPI_MODE_SEQUENTIAL
  if ((value & 32) != 0) out |= 128;  // MPI_MODE_UNIQUE_OPEN
  if ((value & 4) != 0) out |= 256;  // MPI_MODE_WRONLY
  return out;
}

[[nodiscard]] inline int mode_out(int value) noexcept {
  if (value == 0) return 0;
  int out = 0;
  if ((value & 1) != 0) out |= 128;  // MPI_MODE_APPEND
  if ((value & 2) != 0) out |= 1;  // MPI_MODE_CREATE
  if ((value & 4) != 0) out |= 16;  // MPI_MODE_DELETE_ON_CLOSE
  if ((value & 8) != 0) out |= 64;  // MPI_MODE_EXCL
  if ((value & 16) != 0) out |= 2;  // MPI_MODE_RDONLY
  if ((value & 32) != 0) out |= 8;  // MPI_MODE_RDWR
  if ((value & 64) != 0) out |= 256;  // MPI_MODE_SEQUENTIAL
  if ((value & 128) != 0) out |= 32;  // MPI_MODE_UNIQUE_OPEN
  if ((value & 256) != 0) out |= 4;  // MPI_MODE_WRONLY
  return out;
}

[[nodiscard]] inline int assertion_in(int value) noexcept {
  if (value == 0) return 0;
  if ((value & ~31) != 0) return INT_MIN;
  int out = 0;
  if ((value & 1) != 0) out |= 1024;  // MPI_MODE_NOCHECK
  if ((value & 2) != 0) out |= 2048;  // MPI_MODE_NOPRECEDE
  if ((value & 4) != 0) out |= 4096;  // MPI_MODE_NOPUT
  if ((value & 8) != 0) out |= 8192;  // MPI_MODE_NOSTORE
  if ((value & 16) != 0) out |= 16384;  // MPI_MODE_NOSUCCEED
  return out;
}

[[nodiscard]] inline int assertion_out(int value) noexcept {
  if (value == 0) return 0;
  int out = 0;
  if ((value & 1024) != 0) out |= 1;  // MPI_MODE_NOCHECK
  if ((value & 2048) != 0) out |= 2;  // MPI_MODE_NOPRECEDE
  if ((value & 4096) != 0) out |= 4;  // MPI_MODE_NOPUT
  if ((value & 8192) != 0) out |= 8;  // MPI_MODE_NOSTORE
  if ((value & 16384) != 0) out |= 16;  // MPI_MODE_NOSUCCEED
  return out;
}

[[nodiscard]] inline int whence_in(int value) noexcept {
  switch (value) {
    case 602: return 401;  // MPI_SEEK_CUR
    case 604: return 402;  // MPI_SEEK_END
    case 600: return 403;  // MPI_SEEK_SET
    default: return unknown(value);
  }
}

[[nodiscard]] inline int whence_out(int value) noexcept {
  switch (value) {
    case 401: return 602;  // MPI_SEEK_CUR
    case 402: return 604;  // MPI_SEEK_END
    case 403: return 600;  // MPI_SEEK_SET
    default: return value;
  }
}

[[nodiscard]] inline int verbosity_in(int value) noexcept {
  switch (value) {
    case 0: return 9;  // MPI_T_VERBOSITY_USER_BASIC
    case 1: return 10;  // MPI_T_VERBOSITY_USER_DETAIL
    case 2: return 12;  // MPI_T_VERBOSITY_USER_ALL
    case 3: return 17;  // MPI_T_VERBOSITY_TUNER_BASIC
    case 4: return 18;  // MPI_T_VERBOSITY_TUNER_DETAIL
    case 5: return 20;  // MPI_T_VERBOSITY_TUNER_ALL
    case 6: return 33;  // MPI_T_VERBOSITY_MPIDEV_BASIC
    case 7: return 34;  // MPI_T_VERBOSITY_MPIDEV_DETAIL
    case 8: return 36;  // MPI_T_VERBOSITY_MPIDEV_ALL
    default: return unknown(value);
  }
}

[[nodiscard]] inline int verbosity_out(int value) noexcept {
  switch (value) {
    case 9: return 0;  // MPI_T_VERBOSITY_USER_BASIC
    case 10: return 1;  // MPI_T_VERBOSITY_USER_DETAIL
    case 12: return 2;  // MPI_T_VERBOSITY_USER_ALL
    case 17: return 3;  // MPI_T_VERBOSITY_TUNER_BASIC
    case 18: return 4;  // MPI_T_VERBOSITY_TUNER_DETAIL
    case 20: return 5;  // MPI_T_VERBOSITY_TUNER_ALL
    case 33: return 6;  // MPI_T_VERBOSITY_MPIDEV_BASIC
    case 34: return 7;  // MPI_T_VERBOSITY_MPIDEV_DETAIL
    case 36: return 8;  // MPI_T_VERBOSITY_MPIDEV_ALL
    default: return value;
  }
}

[[nodiscard]] inline int binding_in(int value) noexcept {
  switch (value) {
    case 0: return 1;  // MPI_T_BIND_NO_OBJECT
    case 1: return 2;  // MPI_T_BIND_MPI_COMM
    case 2: return 3;  // MPI_T_BIND_MPI_DATATYPE
    case 3: return 4;  // MPI_T_BIND_MPI_ERRHANDLER
    case 4: return 5;  // MPI_T_BIND_MPI_FILE
    case 5: return 6;  // MPI_T_BIND_MPI_GROUP
    case 6: return 7;  // MPI_T_BIND_MPI_OP
    case 7: return 8;  // MPI_T_BIND_MPI_REQUEST
    case 8: return 9;  // MPI_T_BIND_MPI_WIN
    case 9: return 10;  // MPI_T_BIND_MPI_MESSAGE
    case 10: return 11;  // MPI_T_BIND_MPI_INFO
    default: return unknown(value);
  }
}

[[nodiscard]] inline int binding_out(int value) noexcept {
  switch (value) {
    case 1: return 0;  // MPI_T_BIND_NO_OBJECT
    case 2: return 1;  // MPI_T_BIND_MPI_COMM
    case 3: return 2;  // MPI_T_BIND_MPI_DATATYPE
    case 4: return 3;  // MPI_T_BIND_MPI_ERRHANDLER
    case 5: return 4;  // MPI_T_BIND_MPI_FILE
    case 6: return 5;  // MPI_T_BIND_MPI_GROUP
    case 7: return 6;  // MPI_T_BIND_MPI_OP
    case 8: return 7;  // MPI_T_BIND_MPI_REQUEST
    case 9: return 8;  // MPI_T_BIND_MPI_WIN
    case 10: return 9;  // MPI_T_BIND_MPI_MESSAGE
    case 11: return 10;  // MPI_T_BIND_MPI_INFO
    default: return value;
  }
}

[[nodiscard]] inline int scope_in(int value) noexcept {
  switch (value) {
    case 0: return 1;  // MPI_T_SCOPE_CONSTANT
    case 1: return 2;  // MPI_T_SCOPE_READONLY
    case 2: return 3;  // MPI_T_SCOPE_LOCAL
    case 3: return 4;  // MPI_T_SCOPE_GROUP
    case 4: return 5;  // MPI_T_SCOPE_GROUP_EQ
    case 5: return 6;  // MPI_T_SCOPE_ALL
    case 6: return 7;  // MPI_T_SCOPE_ALL_EQ
    default: return unknown(value);
  }
}

[[nodiscard]] inline int scope_out(int value) noexcept {
  switch (value) {
    case 1: return 0;  // MPI_T_SCOPE_CONSTANT
    case 2: return 1;  // MPI_T_SCOPE_READONLY
    case 3: return 2;  // MPI_T_SCOPE_LOCAL
    case 4: return 3;  // MPI_T_SCOPE_GROUP
    case 5: return 4;  // MPI_T_SCOPE_GROUP_EQ
    case 6: return 5;  // MPI_T_SCOPE_ALL
    case 7: return 6;  // MPI_T_SCOPE_ALL_EQ
    default: return value;
  }
}

[[nodiscard]] inline int pvar_class_in(int value) noexcept {
  switch (value) {
    case 0: return 1;  // MPI_T_PVAR_CLASS_STATE
    case 1: return 2;  // MPI_T_PVAR_CLASS_LEVEL
    case 2: return 3;  // MPI_T_PVAR_CLASS_SIZE
    case 3: return 4;  // MPI_T_PVAR_CLASS_PERCENTAGE
    case 4: return 5;  // MPI_T_PVAR_CLASS_HIGHWATERMARK
    case 5: return 6;  // MPI_T_PVAR_CLASS_LOWWATERMARK
    case 6: return 7;  // MPI_T_PVAR_CLASS_COUNTER
    case 7: return 8;  // MPI_T_PVAR_CLASS_AGGREGATE
    case 8: return 9;  // MPI_T_PVAR_CLASS_TIMER
    case 9: return 10;  // MPI_T_PVAR_CLASS_GENERIC
    default: return unknown(value);
  }
}

[[nodiscard]] inline int pvar_class_out(int value) noexcept {
  switch (value) {
    case 1: return 0;  // MPI_T_PVAR_CLASS_STATE
    case 2: return 1;  // MPI_T_PVAR_CLASS_LEVEL
    case 3: return 2;  // MPI_T_PVAR_CLASS_SIZE
    case 4: return 3;  // MPI_T_PVAR_CLASS_PERCENTAGE
    case 5: return 4;  // MPI_T_PVAR_CLASS_HIGHWATERMARK
    case 6: return 5;  // MPI_T_PVAR_CLASS_LOWWATERMARK
    case 7: return 6;  // MPI_T_PVAR_CLASS_COUNTER
    case 8: return 7;  // MPI_T_PVAR_CLASS_AGGREGATE
    case 9: return 8;  // MPI_T_PVAR_CLASS_TIMER
    case 10: return 9;  // MPI_T_PVAR_CLASS_GENERIC
    default: return value;
  }
}

[[nodiscard]] inline int safety_in(int value) noexcept {
  return value;
}

[[nodiscard]] inline int safety_out(int value) noexcept {
  return value;
}

[[nodiscard]] inline int source_order_in(int value) noexcept {
  return value;
}

[[nodiscard]] inline int source_order_out(int value) noexcept {
  return value;
}

}  // namespace penstock::faces::openmpi
