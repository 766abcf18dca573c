// What a volume adds to its device: write calls, flushes, regions of sparse files, room.
#include "test/sim/model_validation.h"
#include "test/storage/test_machine.h"

namespace snapscope::test {

namespace {

constexpr uint64_t kPage = 8192;
constexpr uint64_t kRegion = 64 * 1024;
constexpr uint64_t kWrites = 100;

// The times of a write are then sums, without draws.
sim::DeviceOptions FixedQueue(const ModelParameters& p) {
  sim::DeviceOptions options = p.queue;
  options.spread = sim::Spread::kFixed;
  options.bandwidth_bytes_per_second = 0;
  return options;
}

struct WriteTimes {
  double call_us = 0;
  double durable_us = 0;  ///< from the call on
};

// One page in each region, from the last on: none follows the one before it.
WriteTimes MeanWrite(const sim::DeviceOptions& options, bool sparse) {
  SimMachine machine(options);
  runtime::Executor& executor = machine.executor();
  const auto file = Create(machine, {.size = kWrites * kRegion, .sparse = sparse});
  Buffer page(kPage);
  WriteTimes sums;
  for (uint64_t region = kWrites; region-- > 0;) {
    const TimeNs start = executor.Now();
    const auto ticket = Get(executor, file->Write(region * kRegion, page.list())).value();
    sums.call_us += static_cast<double>(executor.Now() - start) / 1e3;
    const Status durable = Get(executor, file->AwaitDurable(ticket));
    CHECK(durable.ok(), "%s", durable.error().message.c_str());
    sums.durable_us += static_cast<double>(executor.Now() - start) / 1e3;
  }
  return {sums.call_us / kWrites, sums.durable_us / kWrites};
}

double MegabytesUntilFull(uint64_t capacity) {
  SimMachine machine;
  machine.disk().SetCapacity("Q", capacity);
  runtime::Executor& executor = machine.executor();
  const auto file = Create(machine, {.size = 2 * UsualParameters().capacity_bytes, .sparse = true});
  Buffer page(kPage);
  uint64_t written = 0;
  while (Get(executor, file->Write(written, page.list())).ok()) written += kRegion;
  return static_cast<double>(written) / 1e6;
}

}  // namespace

void AddVolumes(std::vector<Validation>& all) {
  const ModelParameters usual = UsualParameters();
  const auto us = [](TimeNs time) { return static_cast<double>(time) / 1e3; };
  const double write = us(usual.queue.write_service);
  const double region = write + us(usual.queue.files.region_allocation);
  all.push_back({"Volume, a write call", "its cost: the device is not waited for", "us",
                 us(usual.queue.files.submit_cost), 0.5, [](const auto& p) {
                   sim::DeviceOptions options = FixedQueue(p);
                   options.flush_service = 0;
                   return MeanWrite(options, false).call_us;
                 }});
  all.push_back({"Volume, a durable write to a device that is flushed", "write + flush", "us",
                 write + us(usual.queue.flush_service), 0.5,
                 [](const auto& p) { return MeanWrite(FixedQueue(p), false).durable_us; }});
  all.push_back({"Volume, first write to a region of a sparse file", "write + allocation", "us",
                 region, 0.5, [](const auto& p) {
                   sim::DeviceOptions options = FixedQueue(p);
                   options.files.region_metadata_writes = 0;
                   return MeanWrite(options, true).call_us;
                 }});
  all.push_back({"Volume, the same with the file system's own writes",
                 "write + allocation + so many writes", "us",
                 region + usual.queue.files.region_metadata_writes * write, 0.5,
                 [](const auto& p) { return MeanWrite(FixedQueue(p), true).call_us; }});
  all.push_back(
      {"Volume, a flush of a sparse file whose file system has a journal",
       "write + allocation + journal's writes + flush", "us",
       region + usual.queue.files.sparse_flush_writes * write + us(usual.queue.flush_service), 0.5,
       [](const auto& p) {
         sim::DeviceOptions options = FixedQueue(p);
         options.files.region_metadata_writes = 0;
         return MeanWrite(options, true).durable_us;
       }});
  all.push_back({"Volume, bytes until it is full", "its room", "MB",
                 static_cast<double>(usual.capacity_bytes) / 1e6, 0.5,
                 [](const auto& p) { return MegabytesUntilFull(p.capacity_bytes); }});
}

}  // namespace snapscope::test
