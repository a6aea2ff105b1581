// An engine for schedules that are built and examined, but never started.
#pragma once

#include <cstdlib>
#include <memory>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll::simulate {

// All memory is host memory; ranks do not share CPUs. Its operations fail, because nothing is to be moved.
class NullEngine final : public proto::Engine {
 public:
  static Status create(std::unique_ptr<NullEngine>* out);

  [[nodiscard]] int rank() const noexcept override { return 0; }
  [[nodiscard]] int size() const noexcept override { return 1; }
  [[nodiscard]] bool crowded() const noexcept override { return false; }
  [[nodiscard]] accel::Accel& accel() noexcept override { return *accel_; }
  [[nodiscard]] const Config& config() const noexcept override { return config_; }

  Status send(const proto::Buffer&, int, int, proto::Context, proto::SendMode, proto::Operation**) override { return no(); }
  bool send_now(const proto::Buffer&, int, int, proto::Context) override { return false; }
  bool recv_now(const proto::Buffer&, int, int, proto::Context, proto::Result*) override { return false; }
  Status recv(const proto::Buffer&, int, int, proto::Context, proto::Operation**) override { return no(); }
  bool cancel_recv(proto::Operation*) override { return false; }
  bool probe(int, int, proto::Context, proto::Result*) override { return false; }
  proto::Unexpected* mprobe(int, int, proto::Context, proto::Result*) override { return nullptr; }
  Status mrecv(proto::Unexpected*, const proto::Buffer&, proto::Operation**) override { return no(); }
  Status copy(const proto::Buffer&, const proto::Buffer&, proto::Operation**) override { return no(); }
  Status export_to(int, const accel::Memory&, const void*, std::uint64_t, transport::BufferDescriptor*) override {
    return no();
  }
  [[nodiscard]] std::uint64_t regions_ended() const noexcept override { return 0; }
  void accept_region(int, const transport::BufferDescriptor&) override {}
  Status offer(const proto::Buffer&, int, std::vector<std::byte>*) override { return no(); }
  Status ask(proto::Role, const proto::Buffer&, int, std::span<const std::byte>, proto::Route*) override { return no(); }
  proto::rma::Rma& rma() override { std::abort(); }
  transport::MemoryRegistry& memory_registry() override { std::abort(); }
  void ring(int) override {}
  void explain(std::uint64_t, std::string_view) override {}
  void add_progressor(proto::Progressor*) override {}
  void begin_polling() noexcept override {}
  void end_polling() noexcept override {}
  bool progress() override { return false; }
  Status begin_helping() override { return no(); }
  void help_if_spare() override {}
  bool begin_serving() override { return false; }
  void end_serving() noexcept override {}
  void end_helping() noexcept override {}
  void wait_until(const std::function<bool()>&) override {}
  void wait(const proto::Operation&) override {}
  void stir() override {}
  [[nodiscard]] const Status* loss_of(int) const override { return nullptr; }
  Status take_failure() override { return Status::ok(); }
  Status shut_down() override { return Status::ok(); }

 private:
  NullEngine();
  static Status no();

  Config config_;
  Log log_;
  std::unique_ptr<accel::Accel> accel_;
};

}  // namespace penstock::coll::simulate
