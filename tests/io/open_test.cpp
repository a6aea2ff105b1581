// These tests open, close and delete files, and cover sizes, hints, atomic mode and queries.
#include <sys/stat.h>

#include "io_test.hpp"

namespace penstock::test {
namespace {

constexpr int kMake = MPI_MODE_CREATE | MPI_MODE_RDWR;

int class_of_open(const std::string& path, int amode, MPI_Comm comm = MPI_COMM_WORLD) {
  MPI_File file = MPI_FILE_NULL;
  const int code = MPI_File_open(comm, path.c_str(), amode, MPI_INFO_NULL, &file);
  if (code != MPI_SUCCESS) {
    EXPECT_EQ(file, MPI_FILE_NULL);
    return class_of(code);
  }
  EXPECT_MPI(MPI_File_close(&file));
  return MPI_SUCCESS;
}

TEST_F(Io, ModesThatExcludeEachOther) {
  for (const int amode : {0, MPI_MODE_RDONLY | MPI_MODE_WRONLY, MPI_MODE_RDWR | MPI_MODE_RDONLY, MPI_MODE_CREATE,
                          MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_MODE_RDONLY | MPI_MODE_EXCL,
                          MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, MPI_MODE_RDWR | (1 << 20)}) {
    EXPECT_EQ(class_of_open(path(), amode), MPI_ERR_AMODE) << amode;
  }
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(Io, CreatesOnce) {
  EXPECT_EQ(class_of_open(path(), MPI_MODE_RDWR), MPI_ERR_NO_SUCH_FILE);
  EXPECT_EQ(class_of_open(path(), kMake | MPI_MODE_EXCL), MPI_SUCCESS);
  EXPECT_EQ(class_of_open(path(), kMake | MPI_MODE_EXCL), MPI_ERR_FILE_EXISTS);
  EXPECT_EQ(class_of_open(path(), kMake), MPI_SUCCESS);
  EXPECT_EQ(class_of_open(path(), MPI_MODE_RDONLY), MPI_SUCCESS);
}

TEST_F(Io, NamesThatAreNoFiles) {
  EXPECT_EQ(class_of_open("", kMake), MPI_ERR_BAD_FILE);
  EXPECT_EQ(class_of_open(folder(), MPI_MODE_RDONLY), MPI_ERR_BAD_FILE);
  EXPECT_EQ(class_of_open(folder(), kMake), MPI_ERR_BAD_FILE);
  EXPECT_EQ(class_of_open(path(std::string(300, 'a')), kMake), MPI_ERR_BAD_FILE);
  EXPECT_EQ(class_of_open(path("no/such/folder"), kMake), MPI_ERR_NO_SUCH_FILE);
}

// If one rank passes a directory or another amode, MPI_File_open fails on all ranks, and no rank blocks.
TEST_F(Io, OneRankThatFailsFailsAll) {
  const std::string mine = rank() == size() - 1 ? folder() : path();
  EXPECT_EQ(class_of_open(mine, kMake), MPI_ERR_BAD_FILE);
  if (size() == 1) return;
  EXPECT_EQ(class_of_open(path(), rank() == 0 ? MPI_MODE_RDWR : MPI_MODE_RDONLY), MPI_ERR_NOT_SAME);
  EXPECT_EQ(class_of_open(path(), rank() == 1 ? 0 : kMake), MPI_ERR_AMODE);
}

TEST_F(Io, ErrorsNameTheFileAndTheRemedy) {
  MPI_File file = MPI_FILE_NULL;
  const int code = MPI_File_open(MPI_COMM_SELF, path("absent").c_str(), MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  const std::string text = text_of(code);
  EXPECT_NE(text.find("MPI_File_open"), std::string::npos) << text;
  EXPECT_NE(text.find(path("absent")), std::string::npos) << text;
  EXPECT_NE(text.find("MPI_MODE_CREATE"), std::string::npos) << text;
}

TEST_F(Io, IsDeletedWhenAllHaveClosed) {
  MPI_File file = open(kMake | MPI_MODE_DELETE_ON_CLOSE);
  EXPECT_TRUE(std::filesystem::exists(path()));
  close(file);
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(Io, IsDeletedByName) {
  MPI_File file = open(kMake, MPI_COMM_SELF);
  close(file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank() == 0) {
    EXPECT_MPI(MPI_File_delete(path().c_str(), MPI_INFO_NULL));
    EXPECT_CLASS(MPI_File_delete(path().c_str(), MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_FALSE(std::filesystem::exists(path()));
}

// A prefix of the file name selects a file system in ROMIO; Penstock accepts and ignores it.
TEST_F(Io, PrefixesOfNames) {
  EXPECT_EQ(class_of_open("ufs:" + path(), kMake), MPI_SUCCESS);
  EXPECT_TRUE(std::filesystem::exists(path()));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank() == 0) EXPECT_MPI(MPI_File_delete(("nfs:" + path()).c_str(), MPI_INFO_NULL));
}

// Only the first prefix selects a file system; the rest is the name of the file that is opened and deleted.
TEST_F(Io, DeletesTheFileThatItOpened) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder());
  MPI_File file = open();
  close(file);
  EXPECT_EQ(class_of_open("ufs:nfs:file", kMake | MPI_MODE_DELETE_ON_CLOSE), MPI_SUCCESS);
  EXPECT_FALSE(std::filesystem::exists("nfs:file"));
  EXPECT_TRUE(std::filesystem::exists("file")) << "another file was deleted";
  std::filesystem::current_path(before);
}

TEST_F(Io, TellsOfItself) {
  MPI_File file = open(kMake | MPI_MODE_UNIQUE_OPEN);
  int amode = 0;
  EXPECT_MPI(MPI_File_get_amode(file, &amode));
  EXPECT_EQ(amode, kMake | MPI_MODE_UNIQUE_OPEN);
  MPI_Group group = MPI_GROUP_NULL;
  MPI_Group world = MPI_GROUP_NULL;
  EXPECT_MPI(MPI_File_get_group(file, &group));
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  int result = -1;
  EXPECT_MPI(MPI_Group_compare(group, world, &result));
  EXPECT_EQ(result, MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  MPI_Aint extent = 0;
  EXPECT_MPI(MPI_File_get_type_extent(file, MPI_DOUBLE, &extent));
  EXPECT_EQ(extent, 8);
  MPI_Count large = 0;
  EXPECT_MPI(MPI_File_get_type_extent_c(file, MPI_INT, &large));
  EXPECT_EQ(large, 4);
  close(file);
}

TEST_F(Io, ChangesItsSize) {
  MPI_File file = open();
  EXPECT_EQ(size_of_file(file), 0);
  EXPECT_MPI(MPI_File_set_size(file, 1000));
  EXPECT_EQ(size_of_file(file), 1000);
  EXPECT_MPI(MPI_File_preallocate(file, 500));
  EXPECT_EQ(size_of_file(file), 1000);
  EXPECT_MPI(MPI_File_preallocate(file, 5000));
  EXPECT_EQ(size_of_file(file), 5000);
  EXPECT_MPI(MPI_File_set_size(file, 0));
  EXPECT_EQ(size_of_file(file), 0);
  EXPECT_EQ(position_of(file), 0);
  EXPECT_CLASS(MPI_File_set_size(file, -1), MPI_ERR_ARG);
  if (size() > 1) EXPECT_CLASS(MPI_File_set_size(file, rank()), MPI_ERR_NOT_SAME);
  close(file);
}

TEST_F(Io, BeginsAtItsEndWhereDataAreAppended) {
  MPI_File file = open();
  EXPECT_MPI(MPI_File_set_size(file, 100));
  close(file);
  file = open(MPI_MODE_RDWR | MPI_MODE_APPEND);
  EXPECT_EQ(position_of(file), 100);
  // MPI_MODE_APPEND does not change explicit offsets.
  const char byte = 'x';
  EXPECT_MPI(MPI_File_write_at(file, 10, &byte, 1, MPI_CHAR, MPI_STATUS_IGNORE));
  EXPECT_EQ(size_of_file(file), 100);
  close(file);
}

std::string hint(MPI_Info info, const char* key) {
  char value[MPI_MAX_INFO_VAL] = {};
  int bytes = sizeof(value);
  int flag = 0;
  EXPECT_MPI(MPI_Info_get_string(info, key, &bytes, value, &flag));
  return flag != 0 ? value : "(none)";
}

TEST_F(Io, Hints) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "file_perm", "600");
  MPI_Info_set(info, "access_style", "read_once,sequential");
  MPI_Info_set(info, "ind_rd_buffer_size", "65536");
  MPI_Info_set(info, "romio_ds_read", "sometimes");
  MPI_Info_set(info, "unknown_to_all", "1");
  MPI_File file = MPI_FILE_NULL;
  EXPECT_MPI(MPI_File_open(MPI_COMM_WORLD, path().c_str(), kMake, info, &file));
  MPI_Info_free(&info);
  struct stat found{};
  ASSERT_EQ(::stat(path().c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
  EXPECT_MPI(MPI_File_get_info(file, &info));
  EXPECT_EQ(hint(info, "filename"), path());
  EXPECT_EQ(hint(info, "file_perm"), "600");
  EXPECT_EQ(hint(info, "access_style"), "read_once,sequential");
  EXPECT_EQ(hint(info, "ind_rd_buffer_size"), "65536");
  EXPECT_EQ(hint(info, "romio_ds_read"), "automatic");
  EXPECT_EQ(hint(info, "unknown_to_all"), "(none)");
  MPI_Info_set(info, "romio_ds_read", "disable");
  EXPECT_MPI(MPI_File_set_info(file, info));
  MPI_Info_free(&info);
  EXPECT_MPI(MPI_File_get_info(file, &info));
  EXPECT_EQ(hint(info, "romio_ds_read"), "disable");
  MPI_Info_free(&info);
  close(file);
}

TEST_F(Io, SyncAndAtomicMode) {
  MPI_File file = open();
  EXPECT_MPI(MPI_File_sync(file));
  int flag = -1;
  EXPECT_MPI(MPI_File_get_atomicity(file, &flag));
  EXPECT_EQ(flag, 0);
  EXPECT_MPI(MPI_File_set_atomicity(file, 7));
  EXPECT_MPI(MPI_File_get_atomicity(file, &flag));
  EXPECT_EQ(flag, 1);
  if (size() > 1) EXPECT_CLASS(MPI_File_set_atomicity(file, rank() == 0 ? 1 : 0), MPI_ERR_NOT_SAME);
  close(file);
}

// Several ranks write the same range: the file contains the data of one of them, and a reader never sees a mixture.
TEST_F(Io, AtomicAccessesDoNotMix) {
  constexpr int kBytes = 100000;
  constexpr int kRounds = 30;
  MPI_File file = open();
  EXPECT_MPI(MPI_File_set_size(file, 2 * kBytes));
  EXPECT_MPI(MPI_File_set_atomicity(file, 1));
  MPI_Datatype every_second = MPI_DATATYPE_NULL;
  MPI_Type_vector(kBytes / 100, 100, 200, MPI_CHAR, &every_second);
  MPI_Type_commit(&every_second);
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_CHAR, every_second, "native", MPI_INFO_NULL));
  std::vector<char> out(kBytes);
  std::vector<char> in(kBytes);
  for (int round = 0; round < kRounds; ++round) {
    if (rank() % 2 == 0) {
      std::fill(out.begin(), out.end(), static_cast<char>(1 + rank() + round));
      EXPECT_MPI(MPI_File_write_at(file, 0, out.data(), kBytes, MPI_CHAR, MPI_STATUS_IGNORE));
    }
    EXPECT_MPI(MPI_File_read_at(file, 0, in.data(), kBytes, MPI_CHAR, MPI_STATUS_IGNORE));
    EXPECT_EQ(std::count(in.begin(), in.end(), in[0]), kBytes) << "two writes are mixed";
  }
  MPI_Type_free(&every_second);
  close(file);
}

TEST_F(Io, ManyAtOnce) {
  std::vector<MPI_File> files;
  for (int i = 0; i < 50; ++i) {
    files.push_back(MPI_FILE_NULL);
    EXPECT_MPI(MPI_File_open(MPI_COMM_WORLD, path(std::to_string(i)).c_str(), kMake, MPI_INFO_NULL, &files.back()));
  }
  for (int i = 0; i < 50; ++i) {
    EXPECT_MPI(MPI_File_write_at_all(files[static_cast<std::size_t>(i)], rank(), &i, 1, MPI_CHAR, MPI_STATUS_IGNORE));
  }
  for (MPI_File file : files) close(file);
}

TEST_F(Io, HandlesThatAreNone) {
  MPI_File file = open();
  MPI_File stale = file;
  close(file);
  int amode = 0;
  EXPECT_CLASS(MPI_File_get_amode(stale, &amode), MPI_ERR_FILE);
  EXPECT_CLASS(MPI_File_get_amode(MPI_FILE_NULL, &amode), MPI_ERR_FILE);
  EXPECT_CLASS(MPI_File_close(&stale), MPI_ERR_FILE);
}

}  // namespace
}  // namespace penstock::test
