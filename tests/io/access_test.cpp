// These tests read and write: file pointers, views, statuses, and random accesses that are compared with a model of the file.
#include <random>

#include "io_test.hpp"

namespace penstock::test {
namespace {

TEST_F(Io, EachRankItsBlock) {
  MPI_File file = open();
  const std::vector<std::uint8_t> mine = pattern(10000, rank());
  MPI_Status status;
  EXPECT_MPI(MPI_File_write_at_all(file, rank() * MPI_Offset{10000}, mine.data(), 10000, MPI_BYTE, &status));
  EXPECT_EQ(count_of(status, MPI_BYTE), 10000);
  EXPECT_MPI(MPI_File_sync(file));
  EXPECT_EQ(size_of_file(file), size() * MPI_Offset{10000});
  std::vector<std::uint8_t> theirs(10000);
  EXPECT_MPI(MPI_File_read_at_all(file, next() * MPI_Offset{10000}, theirs.data(), 10000, MPI_BYTE, &status));
  EXPECT_EQ(theirs, pattern(10000, next()));
  EXPECT_EQ(count_of(status, MPI_BYTE), 10000);
  close(file);
}

// The test uses the large-count functions, and writes one byte at a large offset.
TEST_F(Io, LargeFormsAndFarOffsets) {
  MPI_File file = open();
  const MPI_Offset far = (MPI_Offset{1} << 40) + rank();
  const char mine = static_cast<char>('a' + rank());
  MPI_Status status;
  EXPECT_MPI(MPI_File_write_at_all_c(file, far, &mine, MPI_Count{1}, MPI_CHAR, &status));
  char found = 0;
  EXPECT_MPI(MPI_File_read_at_all_c(file, far, &found, MPI_Count{1}, MPI_CHAR, &status));
  EXPECT_EQ(found, mine);
  EXPECT_EQ(size_of_file(file), (MPI_Offset{1} << 40) + size());
  EXPECT_MPI(MPI_File_seek(file, far, MPI_SEEK_SET));
  EXPECT_MPI(MPI_File_read_c(file, &found, 1, MPI_CHAR, &status));
  EXPECT_EQ(found, mine);
  EXPECT_EQ(position_of(file), far + 1);
  close(file);
}

// File pointers advance by the size of the request; the status has the number of bytes that were read.
TEST_F(Io, TheEndOfTheFile) {
  MPI_File file = open();
  EXPECT_MPI(MPI_File_set_size(file, 4 * 10 + 2));
  std::vector<int> in(20, -1);
  MPI_Status status;
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  EXPECT_MPI(MPI_File_read(file, in.data(), 8, MPI_INT, &status));
  EXPECT_EQ(count_of(status, MPI_INT), 8);
  EXPECT_MPI(MPI_File_read(file, in.data() + 8, 8, MPI_INT, &status));
  EXPECT_EQ(count_of(status, MPI_BYTE), 10);
  EXPECT_EQ(count_of(status, MPI_INT), MPI_UNDEFINED);
  EXPECT_EQ(in[9], 0);
  EXPECT_EQ(in[12], -1);
  EXPECT_EQ(position_of(file), 16);
  EXPECT_MPI(MPI_File_read(file, in.data(), 8, MPI_INT, &status));
  EXPECT_EQ(count_of(status, MPI_INT), 0);
  EXPECT_EQ(position_of(file), 24);
  EXPECT_MPI(MPI_File_seek(file, 0, MPI_SEEK_END));
  EXPECT_EQ(position_of(file), 11) << "the etype that the file holds in part counts";
  EXPECT_MPI(MPI_File_seek(file, -3, MPI_SEEK_CUR));
  EXPECT_EQ(position_of(file), 8);
  EXPECT_CLASS(MPI_File_seek(file, -9, MPI_SEEK_CUR), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_File_seek(file, -1, MPI_SEEK_SET), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_File_seek(file, 0, 12345), MPI_ERR_ARG);
  EXPECT_EQ(position_of(file), 8);
  close(file);
}

// The view of rank i has every size()-th block of five integers.
TEST_F(Io, InterleavedViews) {
  MPI_File file = open();
  MPI_Datatype blocks = MPI_DATATYPE_NULL;
  MPI_Datatype filetype = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(5, MPI_INT, &blocks);
  MPI_Type_create_resized(blocks, 0, 20 * static_cast<MPI_Aint>(size()), &filetype);
  MPI_Type_commit(&filetype);
  EXPECT_MPI(MPI_File_set_view(file, 100 + 20 * rank(), MPI_INT, filetype, "native", MPI_INFO_NULL));
  MPI_Type_free(&blocks);
  MPI_Type_free(&filetype);  // the view keeps a reference
  std::vector<int> mine(50);
  for (int i = 0; i < 50; ++i) mine[static_cast<std::size_t>(i)] = rank() * 1000 + i;
  EXPECT_MPI(MPI_File_write_all(file, mine.data(), 25, MPI_INT, MPI_STATUS_IGNORE));
  EXPECT_MPI(MPI_File_write_all(file, mine.data() + 25, 25, MPI_INT, MPI_STATUS_IGNORE));
  EXPECT_EQ(position_of(file), 50);
  MPI_Offset at = 0;
  EXPECT_MPI(MPI_File_get_byte_offset(file, 7, &at));
  EXPECT_EQ(at, 100 + 20 * rank() + 20 * size() + 8);
  std::vector<int> again(50);
  EXPECT_MPI(MPI_File_read_at_all(file, 0, again.data(), 50, MPI_INT, MPI_STATUS_IGNORE));
  EXPECT_EQ(again, mine);
  EXPECT_EQ(position_of(file), 50);
  EXPECT_MPI(MPI_File_seek(file, 0, MPI_SEEK_END));
  EXPECT_EQ(position_of(file), 50);
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
  EXPECT_EQ(position_of(file), 0);
  std::vector<int> all(50 * static_cast<std::size_t>(size()));
  EXPECT_MPI(MPI_File_read_at(file, 100, all.data(), static_cast<int>(all.size()), MPI_INT, MPI_STATUS_IGNORE));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const int block = static_cast<int>(i) / 5;
    ASSERT_EQ(all[i], block % size() * 1000 + block / size() * 5 + static_cast<int>(i) % 5) << i;
  }
  close(file);
}

TEST_F(Io, ViewsComeBackAsTheyWereGiven) {
  MPI_File file = open();
  MPI_Offset displacement = -1;
  MPI_Datatype etype = MPI_DATATYPE_NULL;
  MPI_Datatype filetype = MPI_DATATYPE_NULL;
  char datarep[MPI_MAX_DATAREP_STRING] = {};
  EXPECT_MPI(MPI_File_get_view(file, &displacement, &etype, &filetype, datarep));
  EXPECT_EQ(displacement, 0);
  EXPECT_EQ(etype, MPI_BYTE);
  EXPECT_EQ(filetype, MPI_BYTE);
  EXPECT_STREQ(datarep, "native");
  MPI_Datatype vector = MPI_DATATYPE_NULL;
  MPI_Type_vector(3, 2, 4, MPI_DOUBLE, &vector);
  MPI_Type_commit(&vector);
  EXPECT_MPI(MPI_File_set_view(file, 24, MPI_DOUBLE, vector, "internal", MPI_INFO_NULL));
  EXPECT_MPI(MPI_File_get_view(file, &displacement, &etype, &filetype, datarep));
  EXPECT_EQ(displacement, 24);
  EXPECT_EQ(etype, MPI_DOUBLE);
  EXPECT_STREQ(datarep, "internal");
  EXPECT_NE(filetype, vector);
  int integers = 0;
  int addresses = 0;
  int types = 0;
  int combiner = 0;
  EXPECT_MPI(MPI_Type_get_envelope(filetype, &integers, &addresses, &types, &combiner));
  EXPECT_EQ(combiner, MPI_COMBINER_VECTOR);
  // MPI_File_get_view has returned a committed datatype.
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_DOUBLE, filetype, "native", MPI_INFO_NULL));
  MPI_Type_free(&filetype);
  MPI_Type_free(&vector);
  close(file);
}

TEST_F(Io, ViewsThatAreNone) {
  MPI_File file = open();
  EXPECT_CLASS(MPI_File_set_view(file, -2, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_File_set_view(file, MPI_DISPLACEMENT_CURRENT, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_File_set_view(file, 0, MPI_DOUBLE, MPI_INT, "native", MPI_INFO_NULL), MPI_ERR_TYPE);
  EXPECT_CLASS(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "no_such", MPI_INFO_NULL), MPI_ERR_UNSUPPORTED_DATAREP);
  MPI_Datatype overlap = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(MPI_DOUBLE, 0, 4, &overlap);
  // The filetype is not committed yet.
  EXPECT_CLASS(MPI_File_set_view(file, 0, MPI_DOUBLE, overlap, "native", MPI_INFO_NULL), MPI_ERR_TYPE);
  MPI_Type_commit(&overlap);
  EXPECT_CLASS(MPI_File_set_view(file, 0, MPI_DOUBLE, overlap, "native", MPI_INFO_NULL), MPI_ERR_TYPE);
  close(file);
  file = open(MPI_MODE_RDONLY);
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_DOUBLE, overlap, "native", MPI_INFO_NULL));
  MPI_Type_free(&overlap);
  if (size() > 1) {
    const MPI_Datatype mine = rank() == 0 ? MPI_INT : MPI_DOUBLE;
    EXPECT_CLASS(MPI_File_set_view(file, 0, mine, mine, "native", MPI_INFO_NULL), MPI_ERR_NOT_SAME);
    const int wrong = MPI_File_set_view(file, rank() == 1 ? -3 : 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    EXPECT_EQ(class_of(wrong), MPI_ERR_ARG);
    const char* const datarep = rank() == 0 ? "native" : "internal";
    EXPECT_CLASS(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, datarep, MPI_INFO_NULL), MPI_ERR_NOT_SAME);
  }
  close(file);
}

// A call that sets no view does not change the hints either.
TEST_F(Io, HintsComeWithTheView) {
  MPI_File file = open();
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "romio_ds_read", "disable");
  const auto sieves = [file] {
    MPI_Info used = MPI_INFO_NULL;
    EXPECT_MPI(MPI_File_get_info(file, &used));
    char value[MPI_MAX_INFO_VAL] = {};
    int bytes = sizeof(value);
    int flag = 0;
    EXPECT_MPI(MPI_Info_get_string(used, "romio_ds_read", &bytes, value, &flag));
    MPI_Info_free(&used);
    return std::string(value);
  };
  EXPECT_CLASS(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "no_such", info), MPI_ERR_UNSUPPORTED_DATAREP);
  EXPECT_CLASS(MPI_File_set_view(file, rank() == 0 ? -2 : 0, MPI_BYTE, MPI_BYTE, "native", info), MPI_ERR_ARG);
  EXPECT_EQ(sieves(), "automatic");
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", info));
  EXPECT_EQ(sieves(), "disable");
  MPI_Info_free(&info);
  close(file);
}

// In a file that is only read, the etypes of a view may overlap. The end of a file of 3 bytes is the first etype that begins
// behind its last byte.
TEST_F(Io, EtypesThatOverlap) {
  MPI_File file = open();
  EXPECT_MPI(MPI_File_set_size(file, 3));
  close(file);
  file = open(MPI_MODE_RDONLY);
  MPI_Datatype blocks = MPI_DATATYPE_NULL;
  MPI_Datatype filetype = MPI_DATATYPE_NULL;
  MPI_Type_create_hindexed_block(2, 1, std::array<MPI_Aint, 2>{0, 2}.data(), MPI_INT, &filetype);
  MPI_Type_commit(&filetype);
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_INT, filetype, "native", MPI_INFO_NULL));
  MPI_Type_free(&filetype);
  EXPECT_MPI(MPI_File_seek(file, 0, MPI_SEEK_END));
  EXPECT_EQ(position_of(file), 2);
  // An etype may not begin before the etype in front of it, even within one block of etypes.
  MPI_Type_create_hindexed_block(3, 1, std::array<MPI_Aint, 3>{0, 4, 2}.data(), MPI_INT, &blocks);
  MPI_Type_commit(&blocks);
  EXPECT_CLASS(MPI_File_set_view(file, 0, MPI_INT, blocks, "native", MPI_INFO_NULL), MPI_ERR_TYPE);
  MPI_Type_free(&blocks);
  close(file);
}

TEST_F(Io, NothingToMove) {
  MPI_File file = open();
  MPI_Datatype nothing = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(0, MPI_INT, &nothing);
  MPI_Type_commit(&nothing);
  // Rank 0 has a view without bytes.
  const MPI_Datatype filetype = rank() == 0 ? nothing : MPI_INT;
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_INT, filetype, "native", MPI_INFO_NULL));
  std::vector<int> data(4, 1 + rank());
  MPI_Status status;
  const int count = rank() == 0 ? 0 : 4;
  EXPECT_MPI(MPI_File_write_at_all(file, 4 * rank(), data.data(), count, MPI_INT, &status));
  EXPECT_EQ(count_of(status, MPI_INT), count);
  EXPECT_MPI(MPI_File_write_all(file, nullptr, 0, MPI_INT, &status));
  EXPECT_MPI(MPI_File_write(file, data.data(), 100, nothing, &status));
  EXPECT_EQ(count_of(status, MPI_INT), 0);
  EXPECT_EQ(position_of(file), 0);
  if (rank() == 0) {
    EXPECT_CLASS(MPI_File_write(file, data.data(), 4, MPI_INT, &status), MPI_ERR_ARG);
    EXPECT_EQ(count_of(status, MPI_INT), 0);
    EXPECT_MPI(MPI_File_read(file, data.data(), 4, MPI_INT, &status));
    EXPECT_EQ(count_of(status, MPI_INT), 0);
  }
  MPI_Type_free(&nothing);
  close(file);
}

TEST_F(Io, AccessesThatTheModeForbids) {
  MPI_File file = open();
  close(file);
  int data[4] = {};
  file = open(MPI_MODE_RDONLY);
  EXPECT_CLASS(MPI_File_write_at(file, 0, data, 4, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_READ_ONLY);
  EXPECT_CLASS(MPI_File_write_all(file, data, 4, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_READ_ONLY);
  EXPECT_CLASS(MPI_File_set_size(file, 4), MPI_ERR_READ_ONLY);
  EXPECT_CLASS(MPI_File_preallocate(file, 4), MPI_ERR_READ_ONLY);
  close(file);
  file = open(MPI_MODE_WRONLY);
  EXPECT_CLASS(MPI_File_read(file, data, 4, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ACCESS);
  EXPECT_MPI(MPI_File_write_at_all(file, rank(), data, 1, MPI_CHAR, MPI_STATUS_IGNORE));
  close(file);
  file = open(MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
  MPI_Offset offset = 0;
  EXPECT_CLASS(MPI_File_write(file, data, 4, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_UNSUPPORTED_OPERATION);
  EXPECT_CLASS(MPI_File_write_at(file, 0, data, 4, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_UNSUPPORTED_OPERATION);
  EXPECT_CLASS(MPI_File_seek(file, 0, MPI_SEEK_SET), MPI_ERR_UNSUPPORTED_OPERATION);
  EXPECT_CLASS(MPI_File_get_position(file, &offset), MPI_ERR_UNSUPPORTED_OPERATION);
  close(file);
}

TEST_F(Io, ArgumentsThatAreWrong) {
  MPI_File file = open();
  int data[4] = {};
  EXPECT_CLASS(MPI_File_write_at(file, -1, data, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_File_write_at(file, INT64_MAX - 2, data, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG);
  EXPECT_CLASS(MPI_File_write(file, data, -1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
  EXPECT_CLASS(MPI_File_write(file, nullptr, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_File_write(file, data, 1, MPI_DATATYPE_NULL, MPI_STATUS_IGNORE), MPI_ERR_TYPE);
  // In a collective call, only rank 0 passes an invalid count.
  EXPECT_CLASS(MPI_File_write_all(file, data, rank() == 0 ? -1 : 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
  EXPECT_MPI(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  EXPECT_CLASS(MPI_File_write(file, data, 3, MPI_CHAR, MPI_STATUS_IGNORE), MPI_ERR_TYPE);
  EXPECT_EQ(position_of(file), 0);
  close(file);
}

// ---- random accesses ----

// A view of rows of `width` bytes that begin `stride` bytes apart. Views of ranks that begin at different columns do not
// overlap.
struct Columns {
  int width = 1;
  int stride = 1;
  MPI_Offset displacement = 0;

  [[nodiscard]] MPI_Offset place(MPI_Offset stream) const { return displacement + stream / width * stride + stream % width; }
};

// All ranks draw the same random numbers, so each rank knows the accesses of the others.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  int upto(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

 private:
  std::mt19937 engine_;
};

// The expected contents of the file, of which every rank has a copy.
class Model {
 public:
  void write(const Columns& view, MPI_Offset first, const std::vector<std::uint8_t>& data) {
    for (std::size_t i = 0; i < data.size(); ++i) {
      const auto place = static_cast<std::size_t>(view.place(first + static_cast<MPI_Offset>(i)));
      if (place >= bytes_.size()) bytes_.resize(place + 1);
      bytes_[place] = data[i];
    }
  }
  [[nodiscard]] std::vector<std::uint8_t> read(const Columns& view, MPI_Offset first, int bytes) const {
    std::vector<std::uint8_t> out;
    for (int i = 0; i < bytes; ++i) {
      const auto place = static_cast<std::size_t>(view.place(first + i));
      if (place >= bytes_.size()) break;
      out.push_back(bytes_[place]);
    }
    return out;
  }
  [[nodiscard]] MPI_Offset size() const { return static_cast<MPI_Offset>(bytes_.size()); }

 private:
  std::vector<std::uint8_t> bytes_;
};

// A datatype of blocks of 3 bytes, which begin 5 bytes apart, or 3 without gaps.
struct Strewn {
  explicit Strewn(bool gaps) : step(gaps ? 5 : 3) {
    MPI_Type_create_resized(MPI_BYTE, 0, 1, &type);
    MPI_Datatype block = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(3, MPI_BYTE, &block);
    MPI_Type_free(&type);
    MPI_Type_create_resized(block, 0, step, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&block);
  }
  ~Strewn() { MPI_Type_free(&type); }
  [[nodiscard]] std::vector<std::uint8_t> strew(const std::vector<std::uint8_t>& packed) const {
    std::vector<std::uint8_t> out(packed.size() / 3 * static_cast<std::size_t>(step) + 8, 0xee);
    for (std::size_t i = 0; i < packed.size(); ++i) out[i / 3 * static_cast<std::size_t>(step) + i % 3] = packed[i];
    return out;
  }
  int step;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

TEST_F(Io, RandomAccesses) {
  MPI_File file = open();
  Random random(4711);
  Model model;
  const Strewn dense(false);
  const Strewn gaps(true);
  for (int round = 0; round < 60; ++round) {
    const int width = 3 * random.upto(1, 40);
    const int stride = width * size() + random.upto(0, 2) * random.upto(0, 200);
    std::vector<Columns> views;
    const int begin = random.upto(0, 1) * random.upto(0, 50);
    for (int i = 0; i < size(); ++i) views.push_back({width, stride, begin + width * i});
    const Columns& mine = views[static_cast<std::size_t>(rank())];
    MPI_Datatype row = MPI_DATATYPE_NULL;
    MPI_Datatype filetype = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(width, MPI_BYTE, &row);
    MPI_Type_create_resized(row, 0, stride, &filetype);
    MPI_Type_commit(&filetype);
    ASSERT_EQ(MPI_File_set_view(file, mine.displacement, dense.type, filetype, "native", MPI_INFO_NULL), MPI_SUCCESS);
    MPI_Type_free(&row);
    MPI_Type_free(&filetype);
    MPI_Offset position = 0;  // in etypes; equal on all ranks
    for (int step = 0; step < 6; ++step) {
      const bool writes = random.upto(0, 1) == 0;
      const bool is_explicit = random.upto(0, 1) == 0;
      const bool collective = random.upto(0, 1) == 0;
      const Strewn& memory = random.upto(0, 1) == 0 ? dense : gaps;
      const int count = random.upto(0, 60);
      const MPI_Offset offset = is_explicit ? random.upto(0, 40) : position;
      MPI_Status status;
      const auto contents = [&](int i) { return pattern(3 * static_cast<std::size_t>(count), 100 * round + 10 * step + i); };
      if (writes) {
        const std::vector<std::uint8_t> out = memory.strew(contents(rank()));
        if (is_explicit) {
          ASSERT_EQ(
              (collective ? MPI_File_write_at_all : MPI_File_write_at)(file, offset, out.data(), count, memory.type, &status),
              0);
        } else {
          ASSERT_EQ((collective ? MPI_File_write_all : MPI_File_write)(file, out.data(), count, memory.type, &status), 0);
        }
        EXPECT_EQ(count_of(status, MPI_BYTE), 3 * count);
        for (int i = 0; i < size(); ++i) model.write(views[static_cast<std::size_t>(i)], 3 * offset, contents(i));
        MPI_Barrier(MPI_COMM_WORLD);
      } else {
        const std::vector<std::uint8_t> expected = model.read(mine, 3 * offset, 3 * count);
        const std::vector<std::uint8_t> before(3 * static_cast<std::size_t>(count), 0xdd);
        std::vector<std::uint8_t> in = memory.strew(before);
        if (is_explicit) {
          ASSERT_EQ(
              (collective ? MPI_File_read_at_all : MPI_File_read_at)(file, offset, in.data(), count, memory.type, &status), 0);
        } else {
          ASSERT_EQ((collective ? MPI_File_read_all : MPI_File_read)(file, in.data(), count, memory.type, &status), 0);
        }
        EXPECT_EQ(count_of(status, MPI_BYTE), static_cast<int>(expected.size()));
        std::vector<std::uint8_t> whole = expected;
        whole.resize(before.size(), 0xdd);
        ASSERT_EQ(in, memory.strew(whole)) << "round " << round << " step " << step;
        MPI_Barrier(MPI_COMM_WORLD);
      }
      if (!is_explicit) position += count;
      ASSERT_EQ(position_of(file), position);
      ASSERT_EQ(size_of_file(file), model.size());
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
  close(file);
}

// The buffers are in the kind of memory that the option --memory names.
TEST_F(Io, MemoryOfAllKinds) {
  constexpr int kBytes = 9 << 20;
  MPI_File file = open();
  Array<std::uint8_t> out(kBytes);
  Array<std::uint8_t> in(kBytes);
  const std::vector<std::uint8_t> mine = pattern(kBytes, rank());
  out.set(mine);
  MPI_Status status;
  const MPI_Offset at = MPI_Offset{kBytes} * rank();
  EXPECT_MPI(MPI_File_write_at_all(file, at, out.data(), kBytes, MPI_BYTE, &status));
  EXPECT_EQ(count_of(status, MPI_BYTE), kBytes);
  in.set(pattern(kBytes, 77));
  EXPECT_MPI(MPI_File_read_at_all(file, MPI_Offset{kBytes} * next(), in.data(), kBytes, MPI_BYTE, &status));
  EXPECT_EQ(count_of(status, MPI_BYTE), kBytes);
  EXPECT_EQ(in.get(), pattern(kBytes, next()));
  // The file ends within the last piece: the memory behind the bytes that were read does not change.
  in.set(pattern(kBytes, 78));
  EXPECT_MPI(MPI_File_read_at(file, MPI_Offset{kBytes} * size() - 100, in.data(), kBytes, MPI_BYTE, &status));
  EXPECT_EQ(count_of(status, MPI_BYTE), 100);
  const std::vector<std::uint8_t> last = pattern(kBytes, size() - 1);
  std::vector<std::uint8_t> expected = pattern(kBytes, 78);
  std::copy(last.end() - 100, last.end(), expected.begin());
  EXPECT_EQ(in.get(), expected);
  close(file);
}

}  // namespace
}  // namespace penstock::test
