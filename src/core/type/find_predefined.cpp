// Finds predefined types by their contents: Fortran kinds, pairs, sizes.
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/object/instance.hpp"
#include "core/type/datatype.hpp"

namespace penstock::core {
namespace {

// A Fortran kind: the most decimal digits and the widest exponent range that it has.
struct Kind {
  int digits;
  int range;
  MPI_Datatype real;
  MPI_Datatype complex;
};

auto real_kinds() {
  return std::to_array<Kind>({{6, 37, MPI_REAL4, MPI_COMPLEX8},
                              {15, 307, MPI_REAL8, MPI_COMPLEX16},
#if defined(__x86_64__)  // other processors do not have it
                              {18, 4931, MPI_LONG_DOUBLE, MPI_C_LONG_DOUBLE_COMPLEX},
#endif
                              {33, 4931, MPI_REAL16, MPI_COMPLEX32}});
}

struct IntegerKind {
  int range;
  MPI_Datatype type;
};

std::array<IntegerKind, 5> integer_kinds() {
  return {{{2, MPI_INTEGER1}, {4, MPI_INTEGER2}, {9, MPI_INTEGER4}, {18, MPI_INTEGER8}, {38, MPI_INTEGER16}}};
}

Status find_kind(int digits, int range, Kind* out) {
  if (digits == MPI_UNDEFINED && range == MPI_UNDEFINED) {
    return Status::error(Code::kArg, "both p and r are MPI_UNDEFINED; give one of them");
  }
  for (const Kind& kind : real_kinds()) {
    if (digits > kind.digits || range > kind.range) continue;
    *out = kind;
    return Status::ok();
  }
  return Status::error(Code::kArg, "no Fortran kind has {} decimal digits and a decimal exponent range of {}", digits, range);
}

Envelope f90_envelope(int combiner, std::initializer_list<int> arguments) {
  return std::move(Envelope(combiner).integers(arguments));
}

// Predefined types without a name, by the combiner and the arguments that the application passed.
struct UnnamedTypes final : public Module {
  static constexpr ModuleId kModule = ModuleId::kUnnamedTypes;
  std::map<std::vector<std::int64_t>, Ref<Datatype>> types;
};

}  // namespace

Status make_f90_type(Instance& instance, const Envelope& envelope, MPI_Datatype like, Datatype** out) {
  std::vector<std::int64_t> key = {envelope.combiner()};
  for (const int argument : envelope.integers()) key.push_back(argument);
  Ref<Datatype>& known = instance.modules().need<UnnamedTypes>().types[key];
  if (!known) {
    const Datatype& plain = *instance.table<Datatype>().find(number_of(like));
    auto made = Ref<Datatype>::adopt(new Datatype(plain.layout(), {}, plain.element(), {}));
    made->envelope_ = envelope;
    Datatype* published = nullptr;
    PENSTOCK_TRY(instance.publish(made, &published));
    known = std::move(made);
  }
  *out = known.get();
  return Status::ok();
}

Status find_f90_real(Instance& instance, int digits, int range, Datatype** out) {
  Kind kind{};
  PENSTOCK_TRY(find_kind(digits, range, &kind));
  return make_f90_type(instance, f90_envelope(MPI_COMBINER_F90_REAL, {digits, range}), kind.real, out);
}

Status find_f90_complex(Instance& instance, int digits, int range, Datatype** out) {
  Kind kind{};
  PENSTOCK_TRY(find_kind(digits, range, &kind));
  return make_f90_type(instance, f90_envelope(MPI_COMBINER_F90_COMPLEX, {digits, range}), kind.complex, out);
}

Status find_f90_integer(Instance& instance, int range, Datatype** out) {
  for (const IntegerKind& kind : integer_kinds()) {
    if (range > kind.range) continue;
    return make_f90_type(instance, f90_envelope(MPI_COMBINER_F90_INTEGER, {range}), kind.type, out);
  }
  return Status::error(Code::kArg, "no Fortran integer has a decimal exponent range of {}", range);
}

Status find_pair(Instance& /*instance*/, Datatype& value, Datatype& index, MPI_Datatype* out) {
  *out = MPI_DATATYPE_NULL;
  for (const PredefinedType& row : predefined_types()) {
    if (row.value == value.handle && row.index == index.handle && row.value != MPI_DATATYPE_NULL) *out = row.handle;
  }
  return Status::ok();
}

Status find_of_size(int type_class, int size, MPI_Datatype* out) {
  struct Row {
    int type_class;
    int size;
    MPI_Datatype type;
  };
  const Row rows[] = {
      {MPI_TYPECLASS_REAL, 2, MPI_REAL2},         {MPI_TYPECLASS_REAL, 4, MPI_REAL4},
      {MPI_TYPECLASS_REAL, 8, MPI_REAL8},         {MPI_TYPECLASS_REAL, 16, MPI_REAL16},
      {MPI_TYPECLASS_INTEGER, 1, MPI_INTEGER1},   {MPI_TYPECLASS_INTEGER, 2, MPI_INTEGER2},
      {MPI_TYPECLASS_INTEGER, 4, MPI_INTEGER4},   {MPI_TYPECLASS_INTEGER, 8, MPI_INTEGER8},
      {MPI_TYPECLASS_INTEGER, 16, MPI_INTEGER16}, {MPI_TYPECLASS_COMPLEX, 4, MPI_COMPLEX4},
      {MPI_TYPECLASS_COMPLEX, 8, MPI_COMPLEX8},   {MPI_TYPECLASS_COMPLEX, 16, MPI_COMPLEX16},
      {MPI_TYPECLASS_COMPLEX, 32, MPI_COMPLEX32},
  };
  bool known = false;
  for (const Row& row : rows) {
    known |= row.type_class == type_class;
    if (row.type_class != type_class || row.size != size) continue;
    *out = row.type;
    return Status::ok();
  }
  if (!known) {
    return Status::error(Code::kArg,
                         "typeclass is {}, none of MPI_TYPECLASS_REAL, MPI_TYPECLASS_INTEGER and "
                         "MPI_TYPECLASS_COMPLEX",
                         type_class);
  }
  return Status::error(Code::kArg, "no type of that class has {} bytes", size);
}

}  // namespace penstock::core
