// Reading and writing files (MPI-5.0, section 14.4): each function is one access at one of three kinds of position.
#include "api/gen/bodies.hpp"
#include "core/file/file.hpp"

namespace penstock::api::body {
namespace {

using core::FileAccess;
using core::FilePlace;

constexpr bool kReads = true;
constexpr bool kWrites = false;
constexpr bool kAlone = false;
constexpr bool kTogether = true;

// The status has the number of bytes that moved, even if the access fails.
Status access(core::File& file, const FileAccess& wanted, MPI_Status* status) {
  core::Outcome outcome;
  Status done = file.access(wanted, &outcome);
  core::write_status(outcome, status);
  return done;
}

Status end(core::File& file, bool reads, const FilePlace& place, const void* buf, MPI_Status* status) {
  core::Outcome outcome;
  Status done = file.end_split({reads, kTogether, place, {buf, 0, nullptr}}, &outcome);
  core::write_status(outcome, status);
  return done;
}

}  // namespace

Status File_read(Call& /*call*/, core::File& fh, void* buf, MPI_Count count, core::Datatype& datatype, MPI_Status* status) {
  return access(fh, {kReads, kAlone, FilePlace::individual(), {buf, count, &datatype}}, status);
}

Status File_write(Call& /*call*/, core::File& fh, const void* buf, MPI_Count count, core::Datatype& datatype,
                  MPI_Status* status) {
  return access(fh, {kWrites, kAlone, FilePlace::individual(), {buf, count, &datatype}}, status);
}

Status File_read_all(Call& /*call*/, core::File& fh, void* buf, MPI_Count count, core::Datatype& datatype, MPI_Status* status) {
  return access(fh, {kReads, kTogether, FilePlace::individual(), {buf, count, &datatype}}, status);
}

Status File_write_all(Call& /*call*/, core::File& fh, const void* buf, MPI_Count count, core::Datatype& datatype,
                      MPI_Status* status) {
  return access(fh, {kWrites, kTogether, FilePlace::individual(), {buf, count, &datatype}}, status);
}

Status File_read_at(Call& /*call*/, core::File& fh, MPI_Offset offset, void* buf, MPI_Count count, core::Datatype& datatype,
                    MPI_Status* status) {
  return access(fh, {kReads, kAlone, FilePlace::at(offset), {buf, count, &datatype}}, status);
}

Status File_write_at(Call& /*call*/, core::File& fh, MPI_Offset offset, const void* buf, MPI_Count count,
                     core::Datatype& datatype, MPI_Status* status) {
  return access(fh, {kWrites, kAlone, FilePlace::at(offset), {buf, count, &datatype}}, status);
}

Status File_read_at_all(Call& /*call*/, core::File& fh, MPI_Offset offset, void* buf, MPI_Count count, core::Datatype& datatype,
                        MPI_Status* status) {
  return access(fh, {kReads, kTogether, FilePlace::at(offset), {buf, count, &datatype}}, status);
}

Status File_write_at_all(Call& /*call*/, core::File& fh, MPI_Offset offset, const void* buf, MPI_Count count,
                         core::Datatype& datatype, MPI_Status* status) {
  return access(fh, {kWrites, kTogether, FilePlace::at(offset), {buf, count, &datatype}}, status);
}

Status File_read_shared(Call& /*call*/, core::File& fh, void* buf, MPI_Count count, core::Datatype& datatype,
                        MPI_Status* status) {
  return access(fh, {kReads, kAlone, FilePlace::shared(), {buf, count, &datatype}}, status);
}

Status File_write_shared(Call& /*call*/, core::File& fh, const void* buf, MPI_Count count, core::Datatype& datatype,
                         MPI_Status* status) {
  return access(fh, {kWrites, kAlone, FilePlace::shared(), {buf, count, &datatype}}, status);
}

Status File_read_ordered(Call& /*call*/, core::File& fh, void* buf, MPI_Count count, core::Datatype& datatype,
                         MPI_Status* status) {
  return access(fh, {kReads, kTogether, FilePlace::shared(), {buf, count, &datatype}}, status);
}

Status File_write_ordered(Call& /*call*/, core::File& fh, const void* buf, MPI_Count count, core::Datatype& datatype,
                          MPI_Status* status) {
  return access(fh, {kWrites, kTogether, FilePlace::shared(), {buf, count, &datatype}}, status);
}

// ---- nonblocking accesses ----

Status File_iread(Call& /*call*/, core::File& fh, void* buf, MPI_Count count, core::Datatype& datatype, MPI_Request* request) {
  return fh.begin({kReads, kAlone, FilePlace::individual(), {buf, count, &datatype}}, request);
}

Status File_iwrite(Call& /*call*/, core::File& fh, const void* buf, MPI_Count count, core::Datatype& datatype,
                   MPI_Request* request) {
  return fh.begin({kWrites, kAlone, FilePlace::individual(), {buf, count, &datatype}}, request);
}

Status File_iread_all(Call& /*call*/, core::File& fh, void* buf, MPI_Count count, core::Datatype& datatype,
                      MPI_Request* request) {
  return fh.begin({kReads, kTogether, FilePlace::individual(), {buf, count, &datatype}}, request);
}

Status File_iwrite_all(Call& /*call*/, core::File& fh, const void* buf, MPI_Count count, core::Datatype& datatype,
                       MPI_Request* request) {
  return fh.begin({kWrites, kTogether, FilePlace::individual(), {buf, count, &datatype}}, request);
}

Status File_iread_at(Call& /*call*/, core::File& fh, MPI_Offset offset, void* buf, MPI_Count count, core::Datatype& datatype,
                     MPI_Request* request) {
  return fh.begin({kReads, kAlone, FilePlace::at(offset), {buf, count, &datatype}}, request);
}

Status File_iwrite_at(Call& /*call*/, core::File& fh, MPI_Offset offset, const void* buf, MPI_Count count,
                      core::Datatype& datatype, MPI_Request* request) {
  return fh.begin({kWrites, kAlone, FilePlace::at(offset), {buf, count, &datatype}}, request);
}

Status File_iread_at_all(Call& /*call*/, core::File& fh, MPI_Offset offset, void* buf, MPI_Count count,
                         core::Datatype& datatype, MPI_Request* request) {
  return fh.begin({kReads, kTogether, FilePlace::at(offset), {buf, count, &datatype}}, request);
}

Status File_iwrite_at_all(Call& /*call*/, core::File& fh, MPI_Offset offset, const void* buf, MPI_Count count,
                          core::Datatype& datatype, MPI_Request* request) {
  return fh.begin({kWrites, kTogether, FilePlace::at(offset), {buf, count, &datatype}}, request);
}

Status File_iread_shared(Call& /*call*/, core::File& fh, void* buf, MPI_Count count, core::Datatype& datatype,
                         MPI_Request* request) {
  return fh.begin({kReads, kAlone, FilePlace::shared(), {buf, count, &datatype}}, request);
}

Status File_iwrite_shared(Call& /*call*/, core::File& fh, const void* buf, MPI_Count count, core::Datatype& datatype,
                          MPI_Request* request) {
  return fh.begin({kWrites, kAlone, FilePlace::shared(), {buf, count, &datatype}}, request);
}

// ---- split collective accesses ----

Status File_read_all_begin(Call& /*call*/, core::File& fh, void* buf, MPI_Count count, core::Datatype& datatype) {
  return fh.begin_split({kReads, kTogether, FilePlace::individual(), {buf, count, &datatype}});
}

Status File_read_all_end(Call& /*call*/, core::File& fh, void* buf, MPI_Status* status) {
  return end(fh, kReads, FilePlace::individual(), buf, status);
}

Status File_write_all_begin(Call& /*call*/, core::File& fh, const void* buf, MPI_Count count, core::Datatype& datatype) {
  return fh.begin_split({kWrites, kTogether, FilePlace::individual(), {buf, count, &datatype}});
}

Status File_write_all_end(Call& /*call*/, core::File& fh, const void* buf, MPI_Status* status) {
  return end(fh, kWrites, FilePlace::individual(), buf, status);
}

Status File_read_at_all_begin(Call& /*call*/, core::File& fh, MPI_Offset offset, void* buf, MPI_Count count,
                              core::Datatype& datatype) {
  return fh.begin_split({kReads, kTogether, FilePlace::at(offset), {buf, count, &datatype}});
}

Status File_read_at_all_end(Call& /*call*/, core::File& fh, void* buf, MPI_Status* status) {
  return end(fh, kReads, FilePlace::at(0), buf, status);
}

Status File_write_at_all_begin(Call& /*call*/, core::File& fh, MPI_Offset offset, const void* buf, MPI_Count count,
                               core::Datatype& datatype) {
  return fh.begin_split({kWrites, kTogether, FilePlace::at(offset), {buf, count, &datatype}});
}

Status File_write_at_all_end(Call& /*call*/, core::File& fh, const void* buf, MPI_Status* status) {
  return end(fh, kWrites, FilePlace::at(0), buf, status);
}

Status File_read_ordered_begin(Call& /*call*/, core::File& fh, void* buf, MPI_Count count, core::Datatype& datatype) {
  return fh.begin_split({kReads, kTogether, FilePlace::shared(), {buf, count, &datatype}});
}

Status File_read_ordered_end(Call& /*call*/, core::File& fh, void* buf, MPI_Status* status) {
  return end(fh, kReads, FilePlace::shared(), buf, status);
}

Status File_write_ordered_begin(Call& /*call*/, core::File& fh, const void* buf, MPI_Count count, core::Datatype& datatype) {
  return fh.begin_split({kWrites, kTogether, FilePlace::shared(), {buf, count, &datatype}});
}

Status File_write_ordered_end(Call& /*call*/, core::File& fh, const void* buf, MPI_Status* status) {
  return end(fh, kWrites, FilePlace::shared(), buf, status);
}

}  // namespace penstock::api::body
