#include "machine/volume_load.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <optional>

#include "base/check.h"
#include "base/rng.h"

namespace snapscope::machine {

namespace {

using runtime::Task;

constexpr std::align_val_t kAlignment{4096};

/// Writes of a loop that nobody makes durable: a simulated file keeps each of them apart.
constexpr uint64_t kMostUnflushed = 2048;

struct AlignedDelete {
  void operator()(std::byte* bytes) const { ::operator delete(bytes, kAlignment); }
};

class Loop final : public runtime::BoundaryListener {
 public:
  Loop(runtime::Executor& executor, storage::File& file, VolumeLoad load, TimeNs duration,
       uint64_t seed)
      : executor_(executor),
        file_(file),
        load_(load),
        places_(file.size() / load.io_bytes),
        addresses_(seed, "volume load"),
        begin_(executor.Now()),
        end_(begin_ + duration) {
    CHECK(load.depth > 0 && places_ >= load.depth, "a file has room for what is under way");
  }

  Result<VolumeLoadFigures> Run() {
    for (uint32_t i = 0; i < load_.depth; ++i) executor_.Spawn("volume load", IssueUntilEnd(this));
    executor_.Run(this);
    if (failure_) return *failure_;
    CHECK(ios_ > 0, "a loop has I/Os");
    const auto count = static_cast<double>(ios_);
    const double mean = response_sum_ / count;
    const double variance = std::max(0.0, response_squares_ / count - mean * mean);
    return VolumeLoadFigures{.load = load_,
                             .ios = ios_,
                             .elapsed = std::max<TimeNs>(last_end_ - begin_, 1),
                             .mean_response = std::llround(mean),
                             .variation = std::sqrt(variance) / std::max(mean, 1.0)};
  }

  runtime::BoundaryAction AtBoundary(TimeNs) override {
    return executor_.live_tasks() == 0 ? runtime::BoundaryAction::kStop
                                       : runtime::BoundaryAction::kProceed;
  }

 private:
  uint64_t NextOffset() {
    const uint64_t place = load_.sequential ? issued_ % places_ : addresses_.Below(places_);
    ++issued_;
    return place * load_.io_bytes;
  }

  static Task<void> IssueUntilEnd(Loop* loop) {
    const uint64_t bytes = loop->load_.io_bytes;
    const std::unique_ptr<std::byte, AlignedDelete> buffer(
        static_cast<std::byte*>(::operator new(bytes, kAlignment)));
    // Not zeros, which some devices do not store; anew for each I/O would measure this CPU.
    Rng content(loop->issued_, "content");
    const ByteSpan span(buffer.get(), bytes);
    for (size_t at = 0; at < bytes; at += 8) Store<uint64_t>(span, at, content.Next());
    while (loop->GoesOn()) {
      const uint64_t offset = loop->NextOffset();
      const TimeNs issued = loop->executor_.Now();
      Status done;
      if (loop->load_.is_write) {
        const std::vector<ConstByteSpan> buffers{ConstByteSpan(buffer.get(), bytes)};
        const auto written = co_await loop->file_.Write(offset, buffers);
        if (!written.ok()) {
          done = written.error();
        } else if (loop->load_.durable) {
          done = co_await loop->file_.AwaitDurable(*written);
        }
      } else {
        done = co_await loop->file_.Read(offset, span);
      }
      if (!done.ok() && !loop->failure_) loop->failure_ = done.error();
      loop->Count(loop->executor_.Now() - issued);
    }
  }

  bool GoesOn() const {
    const bool flushed = !load_.is_write || load_.durable;
    return !failure_ && executor_.Now() < end_ && (flushed || issued_ < kMostUnflushed);
  }

  void Count(TimeNs response) {
    ++ios_;
    last_end_ = executor_.Now();
    const auto time = static_cast<double>(response);
    response_sum_ += time;
    response_squares_ += time * time;
  }

  runtime::Executor& executor_;
  storage::File& file_;
  const VolumeLoad load_;
  const uint64_t places_;
  Rng addresses_;
  const TimeNs begin_;
  const TimeNs end_;
  std::optional<Error> failure_{};
  uint64_t issued_ = 0;
  uint64_t ios_ = 0;
  TimeNs last_end_ = 0;
  double response_sum_ = 0;
  double response_squares_ = 0;
};

}  // namespace

Result<VolumeLoadFigures> MeasureVolume(runtime::Executor& executor, storage::File& file,
                                        VolumeLoad load, TimeNs duration, uint64_t seed) {
  return Loop(executor, file, load, duration, seed).Run();
}

}  // namespace snapscope::machine
