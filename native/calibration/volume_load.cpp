#include "calibration/volume_load.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/aligned_buffer.h"
#include "base/check.h"
#include "base/rng.h"
#include "os/real_file.h"

namespace snapscope::calibration {

namespace {

using runtime::Task;

/// Writes of a loop that nobody makes durable: a simulated file keeps each of them apart.
constexpr uint64_t kMostUnflushed = 2048;

constexpr uint64_t kRegionBytes = os::kRegionBytes;
constexpr uint64_t kSparseRegions = 2048;
constexpr uint64_t kSparseBytes = kSparseRegions * kRegionBytes;
/// Odd: all regions come by, neighbours far apart.
constexpr uint64_t kRegionStride = 1031;

class Loop final : public runtime::BoundaryListener {
 public:
  /// `regions`: of a sparse file, to be hit.
  Loop(runtime::Executor& executor, storage::File& file, VolumeLoad load, LoadLimit limit,
       uint64_t seed, uint64_t regions)
      : executor_(executor),
        file_(file),
        load_(load),
        places_(file.size() / load.io_bytes),
        regions_(regions),
        most_ios_(std::min(limit.ios, MostIos(load, regions))),
        addresses_(seed, "volume load"),
        begin_(executor.Now()),
        end_(limit.duration == kNever ? kNever : begin_ + limit.duration) {
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
  static uint64_t MostIos(const VolumeLoad& load, uint64_t regions) {
    if (load.target == LoadTarget::kNewRegions) return regions;
    if (load.target == LoadTarget::kNewPages) return regions * (kRegionBytes / load.io_bytes - 1);
    return load.is_write && !load.durable ? kMostUnflushed : UINT64_MAX;
  }

  uint64_t NextOffset() {
    if (load_.target != LoadTarget::kWritten) return NextNewOffset();
    const uint64_t place = load_.sequential ? issued_ % places_ : addresses_.Below(places_);
    ++issued_;
    return place * load_.io_bytes;
  }

  /// The first page of a region, or the next one of each in turn.
  uint64_t NextNewOffset() {
    const uint64_t region = issued_ % regions_ * kRegionStride % kSparseRegions;
    const uint64_t page = load_.target == LoadTarget::kNewRegions ? 0 : 1 + issued_ / regions_;
    ++issued_;
    return region * kRegionBytes + page * load_.io_bytes;
  }

  static Task<void> IssueUntilEnd(Loop* loop) {
    const uint64_t bytes = loop->load_.io_bytes;
    AlignedBuffer buffer(bytes);
    // Not zeros, which some devices do not store; anew for each I/O would measure this CPU.
    Rng content(loop->issued_, "content");
    const ByteSpan span = buffer.span();
    for (size_t at = 0; at < bytes; at += 8) Store<uint64_t>(span, at, content.Next());
    while (loop->GoesOn()) {
      const uint64_t offset = loop->NextOffset();
      const TimeNs issued = loop->executor_.Now();
      Status done;
      if (loop->load_.is_write) {
        const std::vector<ConstByteSpan> buffers{buffer.span()};
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

  bool GoesOn() const { return !failure_ && executor_.Now() < end_ && issued_ < most_ios_; }

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
  const uint64_t regions_;
  const uint64_t most_ios_;
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

using Created = Result<std::unique_ptr<storage::File>>;

Task<void> AwaitFile(Task<Created> creation, std::optional<Created>* created) {
  created->emplace(co_await std::move(creation));
}

/// Leaves Run() when nothing is under way any more.
class UntilDone final : public runtime::BoundaryListener {
 public:
  explicit UntilDone(runtime::Executor& executor) : executor_(executor) {}
  runtime::BoundaryAction AtBoundary(TimeNs) override {
    return executor_.live_tasks() == 0 ? runtime::BoundaryAction::kStop
                                       : runtime::BoundaryAction::kProceed;
  }

 private:
  runtime::Executor& executor_;
};

}  // namespace

Result<std::unique_ptr<LoadFiles>> LoadFiles::Create(runtime::Executor& executor,
                                                     storage::Volume& volume, std::string path,
                                                     uint64_t bytes) {
  std::unique_ptr<LoadFiles> files(new LoadFiles(executor, volume, std::move(path)));
  TRY_ASSIGN(files->file_, files->CreateFile(files->path_, {.size = bytes, .zeroed = true}));
  return files;
}

LoadFiles::~LoadFiles() {
  if (file_ != nullptr) {
    file_.reset();
    (void)volume_.RemoveNow(path_);
  }
  if (sparse_ != nullptr) {
    sparse_.reset();
    (void)volume_.RemoveNow(SparsePath());
  }
}

Created LoadFiles::CreateFile(std::string path, storage::FileOptions options) {
  std::optional<Created> created;
  executor_.Spawn("load file", AwaitFile(volume_.Create(std::move(path), options), &created));
  UntilDone listener(executor_);
  executor_.Run(&listener);
  CHECK(created, "the creation of a file has an end");
  return std::move(*created);
}

Status LoadFiles::RenewSparseFile() {
  if (sparse_ != nullptr) {
    sparse_.reset();
    TRY(volume_.RemoveNow(SparsePath()));
  }
  TRY_ASSIGN(sparse_, CreateFile(SparsePath(), {.size = kSparseBytes, .sparse = true}));
  regions_ = kSparseRegions;
  return Status();
}

Result<VolumeLoadFigures> LoadFiles::Measure(VolumeLoad load, LoadLimit limit, uint64_t seed) {
  if (load.target == LoadTarget::kNewRegions) TRY(RenewSparseFile());
  storage::File& file = load.target == LoadTarget::kWritten ? *file_ : *sparse_;
  Result<VolumeLoadFigures> figures = Loop(executor_, file, load, limit, seed, regions_).Run();
  if (figures.ok() && load.target == LoadTarget::kNewRegions) regions_ = figures->ios;
  return figures;
}

}  // namespace snapscope::calibration
