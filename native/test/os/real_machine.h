// This machine's files, in a temporary folder that is removed with the object; with the ring that
// runs use, where the system has one, or without.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "os/io_threads.h"
#include "os/real_clock.h"
#include "os/real_volume.h"
#include "os/ring.h"
#include "test/storage/test_machine.h"

namespace snapscope::test {

enum class IoWay : uint8_t { kRing, kThreads };

class RealMachine final : public VolumeMachine {
 public:
  explicit RealMachine(IoWay way = IoWay::kRing)
      : ring_(way == IoWay::kRing ? os::Ring::Create() : nullptr),
        clock_(ring_.get()),
        executor_(clock_),
        volume_("local", executor_, threads_, ring_.get()) {
    const std::filesystem::path temporary = std::filesystem::temp_directory_path();
    // A name that is taken belongs to another test: the next one.
    for (uint32_t number = 0; folder_.empty(); ++number) {
      const auto folder = temporary / ("snapscope-test-" + std::to_string(number));
      if (std::filesystem::create_directory(folder)) folder_ = folder.string();
    }
  }
  ~RealMachine() override {
    volume_.Drain();
    executor_.DestroyTasks();
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  runtime::Executor& executor() override { return executor_; }
  os::RealVolume& volume() override { return volume_; }
  std::string Path(const std::string& name) const override { return folder_ + "/" + name; }
  uint64_t MetadataAllowance() const override { return 64 * 1024 - 1; }

  os::RealClock& clock() { return clock_; }
  os::Ring* ring() { return ring_.get(); }
  os::IoThreads& threads() { return threads_; }
  const std::string& folder() const { return folder_; }

 private:
  const std::unique_ptr<os::Ring> ring_;
  os::RealClock clock_;
  os::IoThreads threads_;
  runtime::Executor executor_;
  os::RealVolume volume_;
  std::string folder_;
};

}  // namespace snapscope::test
