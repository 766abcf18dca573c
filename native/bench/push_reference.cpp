#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "bench/bare_files.h"
#include "bench/bare_loops.h"
#include "bench/benchmark.h"
#include "page/layout.h"

namespace snapscope::bench {

namespace {

constexpr uint64_t kRegionBytes = page::kPagesPerRegion * page::kPageSize;

/// Flushes that are shared: at most one runs, in a thread of its own, and covers what was handed
/// in before it began.
class SharedFlush {
 public:
  template <typename Flush>  // Status flush(uint64_t covered)
  explicit SharedFlush(Flush flush) : thread_([this, flush] { Run(flush); }) {}
  ~SharedFlush() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    wanted_.notify_one();
    thread_.join();
  }
  SharedFlush(const SharedFlush&) = delete;
  SharedFlush& operator=(const SharedFlush&) = delete;

  /// A number for what the caller has written; Await(number) returns when that is durable.
  uint64_t HandIn() {
    uint64_t number = 0;
    {
      const std::lock_guard lock(mutex_);
      number = ++handed_in_;
    }
    wanted_.notify_one();
    return number;
  }

  Status Await(uint64_t number) {
    std::unique_lock lock(mutex_);
    flushed_.wait(lock, [&] { return durable_ >= number || failure_.has_value(); });
    if (failure_) return *failure_;
    return Status();
  }

 private:
  template <typename Flush>
  void Run(Flush flush) {
    std::unique_lock lock(mutex_);
    for (;;) {
      wanted_.wait(lock, [this] { return ending_ || handed_in_ > durable_; });
      if (handed_in_ == durable_ || failure_) return;
      const uint64_t covered = handed_in_;
      const uint64_t waiting = covered - durable_;
      lock.unlock();
      const Status done = flush(waiting);
      lock.lock();
      if (!done.ok()) failure_ = done.error();
      durable_ = covered;
      flushed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable wanted_;
  std::condition_variable flushed_;
  uint64_t handed_in_ = 0;
  uint64_t durable_ = 0;
  bool ending_ = false;
  std::optional<Error> failure_;
  std::thread thread_;  // last: it uses the others
};

/// A sparse file and who flushes it.
struct SparseFile {
  SparseFile(std::unique_ptr<os::Descriptor> file_in, uint64_t bytes)
      : file(std::move(file_in)),
        regions(bytes / kRegionBytes + 1),
        flush([this](uint64_t) { return file->Flush(); }) {}

  Status WritePage(uint64_t number, ConstByteSpan image) {
    const uint64_t region = number * page::kPageSize / kRegionBytes;
    if (!regions[region].exchange(true)) {
      TRY(file->Allocate(region * kRegionBytes, kRegionBytes));
    }
    return file->Write(number * page::kPageSize, {image});
  }

  std::unique_ptr<os::Descriptor> file;
  std::vector<std::atomic<bool>> regions;
  SharedFlush flush;
};

}  // namespace

struct PushReference::Files {
  Files(PushReferenceOptions options_in, std::unique_ptr<os::Descriptor> source_in,
        std::unique_ptr<BareLog> log_in)
      : options(std::move(options_in)),
        source(std::move(source_in)),
        log(std::move(log_in)),
        log_flush(
            [this](uint64_t commits) { return log->Append(commits * options.record_bytes); }) {}

  Status Transaction(uint64_t number, ByteSpan image, Rng& rng) {
    TRY(source->Read(number * page::kPageSize, image));
    FillAnew(rng, image);  // the pages of a new file are all zeros
    std::vector<uint64_t> tickets;
    for (const auto& snapshot : snapshots) {
      TRY(snapshot->WritePage(number, image));
      tickets.push_back(snapshot->flush.HandIn());
    }
    for (size_t i = 0; i < tickets.size(); ++i) TRY(snapshots[i]->flush.Await(tickets[i]));
    return log_flush.Await(log_flush.HandIn());
  }

  const PushReferenceOptions options;
  const std::unique_ptr<os::Descriptor> source;
  const std::unique_ptr<BareLog> log;
  std::vector<std::unique_ptr<SparseFile>> snapshots;
  SharedFlush log_flush;
};

PushReference::PushReference(std::unique_ptr<Files> files) : files_(std::move(files)) {}
PushReference::~PushReference() = default;

Result<std::unique_ptr<PushReference>> PushReference::Create(PushReferenceOptions options) {
  TRY_ASSIGN(auto source, CreateBareFile(options.folder + "/bare.data", options.source_bytes,
                                         Filling::kWritten));
  TRY_ASSIGN(auto log, BareLog::Create(options.folder, options.log_bytes, options.seed));
  auto files = std::make_unique<Files>(options, std::move(source), std::move(log));
  for (uint32_t number = 0; number < options.snapshots; ++number) {
    TRY_ASSIGN(auto file, CreateBareFile(options.folder + "/bare.sparse." + std::to_string(number),
                                         options.source_bytes, Filling::kSparse));
    files->snapshots.push_back(std::make_unique<SparseFile>(std::move(file), options.source_bytes));
  }
  return std::unique_ptr<PushReference>(new PushReference(std::move(files)));
}

Result<double> PushReference::RateOf(const std::vector<uint64_t>& pages) {
  Files& files = *files_;
  std::atomic<size_t> next{0};
  std::mutex mutex;
  std::optional<Error> failure;
  const Stopwatch watch;
  {
    std::vector<std::jthread> writers;
    for (uint32_t number = 0; number < files.options.writers; ++number) {
      writers.emplace_back([&, number] {
        Rng rng(files.options.seed + pages.front(), "writer " + std::to_string(number));
        AlignedBuffer image(page::kPageSize);
        for (size_t at = next++; at < pages.size(); at = next++) {
          const Status done = files.Transaction(pages[at], image.span(), rng);
          if (done.ok()) continue;
          const std::lock_guard lock(mutex);
          failure = done.error();
          return;
        }
      });
    }
  }
  if (failure) return *failure;
  return static_cast<double>(pages.size()) / watch.Seconds();
}

}  // namespace snapscope::bench
