#include <algorithm>
#include <atomic>
#include <utility>

#include "bench/bare_files.h"
#include "bench/bare_loops.h"
#include "bench/benchmark.h"

namespace snapscope::bench {

namespace {
constexpr uint64_t kSector = 512;
constexpr uint64_t kMostAppended = 1 << 20;
}  // namespace

Result<std::unique_ptr<os::Descriptor>> CreateBareFile(const std::string& path, uint64_t bytes,
                                                       Filling filling) {
  TRY_ASSIGN(std::unique_ptr<os::Descriptor> file,
             os::Descriptor::Create(path, std::make_shared<std::atomic<bool>>(true)));
  TRY(file->Resize(bytes));
  if (filling == Filling::kWritten) {
    const AlignedBuffer step(4 << 20);
    for (uint64_t at = 0; at < bytes; at += step.size()) {
      TRY(file->Write(at, {step.span().first(std::min<uint64_t>(step.size(), bytes - at))}));
    }
  }
  TRY(file->Flush());
  return file;
}

void FillAnew(Rng& rng, ByteSpan bytes) {
  const uint64_t value = rng.Next();
  for (size_t at = 0; at + sizeof value <= bytes.size(); at += kSector) {
    Store(bytes, at, value + at);
  }
}

BareLog::BareLog(std::unique_ptr<os::Descriptor> file, uint64_t bytes, uint64_t seed)
    : file_(std::move(file)), bytes_(bytes), buffer_(kMostAppended), rng_(seed, "bare log") {}

Result<std::unique_ptr<BareLog>> BareLog::Create(const std::string& folder, uint64_t bytes,
                                                 uint64_t seed) {
  TRY_ASSIGN(auto file, CreateBareFile(folder + "/bare.log", bytes, Filling::kWritten));
  return std::unique_ptr<BareLog>(new BareLog(std::move(file), bytes, seed));
}

Status BareLog::Append(uint64_t bytes) {
  const uint64_t whole = (bytes + kSector - 1) / kSector * kSector;
  CHECK(whole <= buffer_.size(), "%llu bytes are more than one append takes",
        static_cast<unsigned long long>(whole));
  if (end_ + whole > bytes_) end_ = 0;
  const ByteSpan written = buffer_.span().first(whole);
  FillAnew(rng_, written);
  TRY(file_->Write(end_, {written}));
  end_ += whole;
  return file_->Flush();
}

Result<double> BareLog::RateOver(double seconds, uint32_t writers, uint64_t record_bytes) {
  const Stopwatch watch;
  uint64_t commits = 0;
  while (watch.Seconds() < seconds) {
    TRY(Append(writers * record_bytes));
    commits += writers;
  }
  return static_cast<double>(commits) / watch.Seconds();
}

}  // namespace snapscope::bench
