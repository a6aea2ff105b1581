// One process of a job of two engines under mpiexec, with GPU memory. It needs a CUDA driver: a GPU's, or the stand-in's.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "boot/boot.hpp"
#include "common/memory.hpp"
#include "kernels/image.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::test {

using proto::Engine;
using proto::Operation;

// Makes data cheaply: messages here have megabytes, and programs under test may be slow.
inline std::vector<std::byte> noise(std::size_t bytes, unsigned seed) {
  std::vector<std::byte> out(bytes + sizeof(std::uint64_t));
  std::uint64_t word = seed * 0x9e3779b97f4a7c15U + 1;
  for (std::size_t at = 0; at < bytes; at += sizeof word) {
    word = word * 6364136223846793005U + 1442695040888963407U;
    std::memcpy(out.data() + at, &word, sizeof word);
  }
  out.resize(bytes);
  return out;
}

class ProcessRank {
 public:
  virtual ~ProcessRank() = default;
  // Joins the job, on the device of the rank's number.
  virtual Status open() {
    PENSTOCK_TRY(Config::from_environment(&config));
    PENSTOCK_TRY(boot::connect(config, log_, &boot));
    if (const std::string why = open_gpu(boot->rank()); !why.empty()) {
      return Status::error(Code::kUnsupported, "no GPU and no stand-in driver: {}", why);
    }
    log_.set_rank(boot->rank());
    log_.set_sink([this](base::Level, std::string_view line) {
      if (line.find(" warn: ") != std::string_view::npos) warnings.emplace_back(line);
      std::fprintf(stderr, "%s\n", std::string(line).c_str());
    });
    PENSTOCK_TRY(accel::Accel::create(config, log_, kernels::images(), &accel_));
    return Engine::create({config, log_, *boot, *accel_, counters}, &engine);
  }
  Status close() {
    PENSTOCK_TRY(engine->membership().shut_down());
    PENSTOCK_TRY(nothing_is_mapped());
    engine.reset();
    accel_.reset();
    PENSTOCK_TRY(boot->fence());
    PENSTOCK_TRY(all_is_given_back());
    return boot->finalize();
  }

  [[nodiscard]] int self() const { return boot->rank(); }
  // Returns the number of messages that came by this path.
  [[nodiscard]] std::uint64_t received(std::string_view path) const {
    std::uint64_t messages = 0;
    for (const observe::PathRow& row : counters.rows()) messages += row.path == path ? row.messages : 0;
    return messages;
  }
  // Sends new bytes from one rank's memory to the other's.
  void message(int from, void* memory, std::size_t bytes, unsigned seed) {
    const std::vector<std::byte> expected = noise(bytes, seed);
    if (self() == from) {
      need(penstock_gpu_copy(memory, expected.data(), bytes), "writing what is sent");
      return move(from, memory, bytes, 1);
    }
    std::vector<std::byte> got(bytes);
    move(from, memory, bytes, 1);
    need(penstock_gpu_copy(got.data(), memory, bytes), "reading what came");
    EXPECT_EQ(std::memcmp(got.data(), expected.data(), bytes), 0) << bytes << " bytes, message " << seed;
  }
  // Sends a byte of host memory in each direction, so that both ranks reach this point.
  void meet() {
    char word = 0;
    for (const int from : {0, 1}) move(from, &word, 1, 2);
  }
  void wait(Status&& begun, Operation*& operation) {
    ASSERT_TRUE(begun.is_ok()) << begun.message();
    engine->progress().wait(*operation);
    EXPECT_TRUE(operation->status().is_ok()) << operation->status().message();
    operation->release();
  }

  Config config;
  std::vector<std::string> warnings;
  std::unique_ptr<boot::Boot> boot;
  observe::Counters counters;
  std::unique_ptr<Engine> engine;

 protected:
  // Checked when the ranks have parted: from now on a peer may free the memory that it has exported.
  virtual Status nothing_is_mapped() { return Status::ok(); }
  // Checked when nothing of the library is left.
  virtual Status all_is_given_back() { return Status::ok(); }

 private:
  void move(int from, void* memory, std::size_t bytes, int tag) {
    Operation* operation = nullptr;
    const proto::Buffer buffer{memory, bytes, &byte_};
    wait(self() == from ? engine->messages().send(buffer, 1 - from, tag, 1, proto::SendMode::kStandard, &operation)
                        : engine->messages().recv(buffer, from, tag, 1, &operation),
         operation);
  }

  proto::Layout byte_ = proto::Layout::bytes(1);
  Log log_{base::Level::kWarn};
  std::unique_ptr<accel::Accel> accel_;
};

// The main function of such a test: a failure of one rank ends the job.
inline int run_tests_as(ProcessRank& rank, int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  Status status = rank.open();
  const int failed = status.is_ok() ? RUN_ALL_TESTS() : 1;
  if (failed == 0) status = rank.close();
  if (!status.is_ok()) std::fprintf(stderr, "%s\n", std::string(status.message()).c_str());
  if (failed != 0 && rank.boot != nullptr) rank.boot->abort(1, "a test failed");
  return status.is_ok() ? failed : 1;
}

}  // namespace penstock::test
