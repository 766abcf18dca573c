// What every file does alike: arguments checked, statistics kept, errors described, failure sticky.
#include "storage/file.h"

#include <algorithm>

#include "base/check.h"

namespace snapscope::storage {

namespace {

constexpr uint64_t kSectorBytes = 512;

void CheckBuffer(ConstByteSpan buffer) {
  // Unbuffered I/O moves bytes between device and buffer without an aligned copy between.
  const auto address = reinterpret_cast<uintptr_t>(buffer.data());
  CHECK(address % kSectorBytes == 0, "an I/O buffer is not aligned to a sector");
  CHECK(!buffer.empty() && buffer.size() % kSectorBytes == 0,
        "a buffer of %zu bytes is not a number of sectors", buffer.size());
}

}  // namespace

FileStatistics& FileStatistics::operator+=(const FileStatistics& other) {
  reads += other.reads;
  bytes_read += other.bytes_read;
  io_stall_read += other.io_stall_read;
  writes += other.writes;
  bytes_written += other.bytes_written;
  io_stall_write += other.io_stall_write;
  flushes += other.flushes;
  return *this;
}

void File::CheckRange(uint64_t offset, uint64_t length) const {
  CHECK(offset % kSectorBytes == 0, "offset %llu of %s is not that of a sector",
        static_cast<unsigned long long>(offset), path_.c_str());
  CHECK(offset <= size() && length <= size() - offset, "%llu bytes at %llu, past the end of %s",
        static_cast<unsigned long long>(length), static_cast<unsigned long long>(offset),
        path_.c_str());
}

Error File::Describe(const char* operation, uint64_t offset, uint64_t length,
                     const Error& cause) const {
  Error described = InContext(std::string(operation) + " of " + std::to_string(length) +
                                  " bytes at offset " + std::to_string(offset) + " in " + path_,
                              cause);
  described.path = path_;
  return described;
}

File::OpenWrite File::TakeOpenWrite(WriteTicket ticket) {
  const auto found =
      std::find_if(open_writes_.begin(), open_writes_.end(),
                   [&](const OpenWrite& open) { return open.sequence == ticket.sequence; });
  CHECK(found != open_writes_.end(), "ticket %llu of %s is unknown or was awaited before",
        static_cast<unsigned long long>(ticket.sequence), path_.c_str());
  OpenWrite taken = std::move(*found);
  *found = std::move(open_writes_.back());
  open_writes_.pop_back();
  return taken;
}

Task<Status> File::Read(uint64_t offset, ByteSpan into, std::optional<ByteRange> on_device) {
  CheckBuffer(into);
  CheckRange(offset, into.size());
  const ByteRange range = on_device.value_or(ByteRange{offset, into.size()});
  const TimeNs issued = executor_.Now();
  const IosUnderWay::Entry under_way(ios_, {.path = &path_,
                                            .direction = IoDirection::kRead,
                                            .offset = range.offset,
                                            .bytes = range.length,
                                            .issued = issued});
  const Status done = co_await DoRead(offset, into, range);
  if (!done.ok()) co_return Describe("Read", offset, into.size(), done.error());
  ++statistics_.reads;
  statistics_.bytes_read += range.length;
  statistics_.io_stall_read += executor_.Now() - issued;
  co_return Status();
}

uint64_t File::CheckWrite(uint64_t offset, const std::vector<ConstByteSpan>& buffers) {
  uint64_t length = 0;
  for (const ConstByteSpan buffer : buffers) {
    CheckBuffer(buffer);
    length += buffer.size();
  }
  CHECK(length > 0, "an empty write to %s", path_.c_str());
  if (options_.grows) size_ = std::max(size_, offset + length);
  CheckRange(offset, length);
  return length;
}

Status File::NoteEnd(const OpenWrite& write, const Status& done) {
  if (!done.ok()) {
    if (!failure_) failure_ = Describe("Flush", write.offset, write.bytes, done.error());
    return *failure_;
  }
  ++statistics_.writes;
  statistics_.bytes_written += write.bytes;
  statistics_.io_stall_write += executor_.Now() - write.issued;
  return Status();
}

Task<Result<WriteTicket>> File::Write(uint64_t offset, std::vector<ConstByteSpan> buffers) {
  const uint64_t length = CheckWrite(offset, buffers);
  if (failure_) co_return *failure_;
  OpenWrite write{.sequence = 0, .issued = executor_.Now(), .offset = offset, .bytes = length};
  const IosUnderWay::Entry under_way(ios_, WriteOf(write));
  // Only until the call has returned: whoever has a ticket may issue other writes before awaiting
  // it, and would wait for the end of a hold that waits for the ticket.
  WriteGate& gate = ios_.gate();
  WriteGate::Write begun;
  if (gate.is_open()) {
    begun = gate.BeginNow();
  } else {
    begun = co_await gate.Begin();
  }
  Result<WriteTicket> ticket = co_await DoWrite(offset, std::move(buffers), {offset, length});
  if (!ticket.ok()) co_return Describe("Write", offset, length, ticket.error());
  write.sequence = ticket->sequence;
  open_writes_.push_back(std::move(write));
  co_return ticket;
}

Task<Status> File::AwaitDurable(WriteTicket ticket) {
  const OpenWrite write = TakeOpenWrite(ticket);
  if (failure_) co_return *failure_;
  const IosUnderWay::Entry under_way(ios_, WriteOf(write));
  const Status done = co_await DoAwaitDurable(ticket);
  co_return NoteEnd(write, done);
}

Task<Status> File::WriteDurable(uint64_t offset, std::vector<ConstByteSpan> buffers,
                                std::optional<ByteRange> on_device) {
  return WriteUntil(&File::DoAwaitDurable, offset, std::move(buffers), on_device);
}

Task<Status> File::WriteUnflushed(uint64_t offset, std::vector<ConstByteSpan> buffers,
                                  std::optional<ByteRange> on_device) {
  return WriteUntil(&File::DoAwaitTransfer, offset, std::move(buffers), on_device);
}

// Writes and awaits the end without the frames of Write() and AwaitDurable(): most writes are
// awaited at once.
Task<Status> File::WriteUntil(EndOfWrite end, uint64_t offset, std::vector<ConstByteSpan> buffers,
                              std::optional<ByteRange> on_device) {
  const uint64_t length = CheckWrite(offset, buffers);
  if (failure_) co_return *failure_;
  const ByteRange range = on_device.value_or(ByteRange{offset, length});
  OpenWrite write{
      .sequence = 0, .issued = executor_.Now(), .offset = range.offset, .bytes = range.length};
  const IosUnderWay::Entry under_way(ios_, WriteOf(write));
  WriteGate& gate = ios_.gate();
  if (gate.is_open()) {
    write.gate = gate.BeginNow();
  } else {
    write.gate = co_await gate.Begin();
  }
  const Result<WriteTicket> ticket = co_await DoWrite(offset, std::move(buffers), range);
  if (!ticket.ok()) co_return Describe("Write", offset, length, ticket.error());
  if (failure_) co_return *failure_;
  write.sequence = ticket->sequence;
  const Status done = co_await (this->*end)(*ticket);
  co_return NoteEnd(write, done);
}

Task<Status> File::Flush() {
  if (failure_) co_return *failure_;
  const Status done = co_await DoFlush();
  if (!done.ok() && !failure_) failure_ = Describe("Flush", 0, size(), done.error());
  co_return failure_ ? Status(*failure_) : Status();
}

}  // namespace snapscope::storage
