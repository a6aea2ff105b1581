// The tests of files share this header: a directory for the files of a test, and short forms of MPI calls.
#pragma once

#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "mpi_test.hpp"

namespace penstock::test {

// The fixture makes a directory that all ranks know, and removes it with its files after the test.
class Io : public Mpi {
 protected:
  void SetUp() override {
    Mpi::SetUp();
    std::array<char, 256> path{};
    if (rank() == 0) {
      const std::string pattern = (std::filesystem::temp_directory_path() / "penstock_io_XXXXXX").string();
      std::memcpy(path.data(), pattern.c_str(), std::min(pattern.size() + 1, path.size() - 1));
      if (::mkdtemp(path.data()) == nullptr) path[0] = '\0';
    }
    MPI_Bcast(path.data(), static_cast<int>(path.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
    folder_ = path.data();
    ASSERT_FALSE(folder_.empty());
  }
  void TearDown() override {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank() == 0) std::filesystem::remove_all(folder_);
    MPI_Barrier(MPI_COMM_WORLD);
  }

  [[nodiscard]] std::string path(std::string_view name = "file") const { return folder_ + "/" + std::string(name); }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  // Opens path(); collective over `comm`.
  [[nodiscard]] MPI_File open(int amode = MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_Comm comm = MPI_COMM_WORLD) const {
    MPI_File file = MPI_FILE_NULL;
    EXPECT_MPI(MPI_File_open(comm, path().c_str(), amode, MPI_INFO_NULL, &file));
    return file;
  }
  static void close(MPI_File file) {
    EXPECT_MPI(MPI_File_close(&file));
    EXPECT_EQ(file, MPI_FILE_NULL);
  }

 private:
  std::string folder_;
};

inline MPI_Offset size_of_file(MPI_File file) {
  MPI_Offset size = -1;
  EXPECT_MPI(MPI_File_get_size(file, &size));
  return size;
}
inline MPI_Offset position_of(MPI_File file) {
  MPI_Offset position = -1;
  EXPECT_MPI(MPI_File_get_position(file, &position));
  return position;
}
inline int count_of(const MPI_Status& status, MPI_Datatype type) {
  int count = -1;
  EXPECT_MPI(MPI_Get_count(&status, type, &count));
  return count;
}

// Returns true if `value` is equal on all ranks; collective.
inline bool all_agree(int value) {
  int least = 0;
  int most = 0;
  MPI_Allreduce(&value, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(&value, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return least == most;
}

}  // namespace penstock::test
