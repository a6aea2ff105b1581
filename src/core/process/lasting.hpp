// Objects that an application may make, use and free at any time, even after MPI_Finalize (MPI-5.0, section 11.4.1): they keep
// their handles while there is no process object.
#pragma once

#include <vector>

#include "core/object/errhandler.hpp"
#include "core/object/handle_table.hpp"
#include "core/object/info.hpp"

namespace penstock::core {

// Filled when a process ends, and emptied by Process::inherit() of the next process. No object is looked up in it.
struct Lasting {
  HandleTable<Info> infos{HandleRow{HandleKind::kInfo, Code::kInfo, "info", 0, 0, 0}};
  HandleTable<Errhandler> errhandlers{HandleRow{HandleKind::kErrhandler, Code::kErrhandler, "error handler", 0, 0, 0}};
  // The objects of both tables, for leak checkers, which do not search the memory of the tables.
  std::vector<const Object*> objects;
};

}  // namespace penstock::core
