// A file in memory, for what reads a file's image. I/O is over at once and never fails.
#pragma once

#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "storage/file.h"

namespace snapscope::fuzz {

/// What a file without a volume has of one. A base, so that it is there before the file.
struct NoVolume {
  storage::IosUnderWay ios;
};

class ImageFile final : private NoVolume, public storage::File {
 public:
  /// `size` bytes of zeros; a sparse file has no region yet.
  ImageFile(runtime::Executor& executor, std::string path, storage::FileOptions options)
      : File(executor, ios, std::move(path), options),
        bytes_(options.size),
        regions_((options.size + kRegionBytes - 1) / kRegionBytes, !options.sparse) {}

  /// Puts bytes into the image; what lies beyond its end is left out.
  void Put(uint64_t offset, ConstByteSpan bytes) {
    if (offset >= bytes_.size() || bytes.empty()) return;
    const ConstByteSpan inside = bytes.first(std::min<uint64_t>(bytes.size(), size() - offset));
    std::memcpy(bytes_.data() + offset, inside.data(), inside.size());
    const uint64_t last = (offset + inside.size() - 1) / kRegionBytes;
    for (uint64_t region = offset / kRegionBytes; region <= last; ++region) regions_[region] = true;
  }

  Status DamageNow(uint64_t offset, ConstByteSpan bytes) override {
    Put(offset, bytes);
    return Status();
  }

  Result<uint64_t> SizeOnDisk() override { return size(); }

  Result<std::vector<storage::ByteRange>> AllocatedRanges() override {
    std::vector<storage::ByteRange> ranges;
    for (uint64_t region = 0; region < regions_.size(); ++region) {
      const uint64_t offset = region * kRegionBytes;
      if (regions_[region]) ranges.push_back({offset, std::min(kRegionBytes, size() - offset)});
    }
    return ranges;
  }

  Status ReadNow(uint64_t offset, ByteSpan into) override {
    CHECK(offset + into.size() <= bytes_.size(), "a read beyond the end of the image");
    std::memcpy(into.data(), bytes_.data() + offset, into.size());
    return Status();
  }

 protected:
  storage::Task<Status> DoRead(uint64_t offset, ByteSpan into, storage::ByteRange) override {
    co_return ReadNow(offset, into);
  }
  storage::Task<Result<storage::WriteTicket>> DoWrite(uint64_t offset,
                                                      std::vector<ConstByteSpan> buffers,
                                                      storage::ByteRange) override {
    for (const ConstByteSpan buffer : buffers) {
      Put(offset, buffer);
      offset += buffer.size();
    }
    co_return storage::WriteTicket{next_ticket_++};
  }
  storage::Task<Status> DoAwaitDurable(storage::WriteTicket) override { co_return Status(); }
  storage::Task<Status> DoAwaitTransfer(storage::WriteTicket) override { co_return Status(); }
  storage::Task<Status> DoFlush() override { co_return Status(); }

 private:
  static constexpr uint64_t kRegionBytes = 64 * 1024;

  std::vector<std::byte> bytes_;
  std::vector<bool> regions_;
  uint64_t next_ticket_ = 1;
};

}  // namespace snapscope::fuzz
