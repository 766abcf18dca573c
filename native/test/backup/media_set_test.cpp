// A backup in several files: each takes the next chunk when it is free, and all of them are needed.
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backup/backup_reader.h"
#include "backup/backup_writer.h"
#include "base/rng.h"
#include "sim/disk.h"
#include "sim/sim_volume.h"
#include "sim/virtual_clock.h"
#include "telemetry/telemetry.h"

namespace snapscope::backup::media_set_test {
namespace {

constexpr uint64_t kChunks = 9;
constexpr char kAll[] = "012345678";  ///< what Read() tells of all of them

struct Server {
  explicit Server(sim::Disk& disk_in, TimeNs flush_service = 0)
      : disk(disk_in),
        volume("Q", executor, disk, {.parallelism = 16, .flush_service = flush_service}, 1) {}

  sim::Disk& disk;
  sim::VirtualClock clock;
  runtime::Executor executor{clock};
  runtime::CpuModel cpu{executor, 1};
  telemetry::Telemetry telemetry{executor, {}, [](std::vector<std::byte>) {}};
  sim::SimVolume volume;

  ~Server() { executor.DestroyTasks(); }
  void Run(Task<void> task) {
    executor.Spawn("test", std::move(task));
    executor.Run();
  }
  MediaSet FilesOf(const std::string& name, uint32_t files) {
    MediaSet places;
    for (uint32_t file = 1; file <= files; ++file) {
      places.push_back({&volume, name + std::to_string(file) + ".bak"});
    }
    return places;
  }
};

BackupSet SetNamed(const std::string& name, uint64_t id) {
  BackupSet set;
  set.id = id;
  set.name = name;
  set.data_files = 1;
  set.file_pages = 64;
  set.complete = true;
  return set;
}

/// Each chunk says its number in all bytes of its page.
Task<void> Write(Server* server, MediaSet files, BackupSet set, Status* ended) {
  Worker worker(server->cpu, &server->telemetry, "writer");
  co_await worker.Start();
  WriterOptions options;
  options.files = std::move(files);
  options.buffers = 3;
  auto writer = co_await BackupWriter::Create(worker, std::move(options), set);
  if (!writer.ok()) *ended = writer.error();
  for (uint64_t number = 0; writer.ok() && number < kChunks; ++number) {
    Transfer* const transfer = co_await writer.value()->Take(worker);
    std::fill_n(transfer->payload().begin(), page::kPageSize, std::byte(number));
    transfer->header.runs = {{PageId::Of(1, 8), 1}};
    transfer->header.payload_bytes = page::kPageSize;
    writer.value()->Submit(worker, transfer);
  }
  if (writer.ok()) {
    const auto finished = co_await writer.value()->Finish(worker, set);
    *ended = finished.ok() ? Status() : Status(finished.error());
  }
  co_await worker.End();
}

/// The chunks' numbers in their order, or what refused the files.
Task<void> Read(Server* server, MediaSet files, std::string* told) {
  Worker worker(server->cpu, &server->telemetry, "reader");
  co_await worker.Start();
  auto reader = co_await BackupReader::Open(worker, std::move(files));
  *told = reader.ok() ? "" : reader.error().message;
  while (reader.ok()) {
    const auto chunk = co_await reader.value()->Next(worker);
    if (!chunk.ok()) *told += chunk.error().message;
    if (!chunk.ok() || !chunk->has_value()) break;
    *told += std::to_string(static_cast<int>((*chunk)->payload[0]));
  }
  co_await worker.End();
}

/// All chunks are kept until the last has been read.
Task<void> ReadAndKeep(Server* server, MediaSet files, std::string* told) {
  Worker worker(server->cpu, &server->telemetry, "reader");
  co_await worker.Start();
  auto reader = co_await BackupReader::Open(worker, std::move(files));
  std::vector<Chunk> kept;
  while (reader.ok()) {
    const auto chunk = co_await reader.value()->Next(worker);
    if (!chunk.ok() || !chunk->has_value()) break;
    kept.push_back(**chunk);
  }
  for (const Chunk& chunk : kept) *told += std::to_string(static_cast<int>(chunk.payload[0]));
  co_await worker.End();
}

class MediaSetTest : public testing::Test {
 protected:
  void Write(const std::string& name, uint32_t files, uint64_t id) {
    Status ended;
    server_.Run(
        media_set_test::Write(&server_, server_.FilesOf(name, files), SetNamed(name, id), &ended));
    ASSERT_TRUE(ended.ok()) << ended.error().message;
  }
  std::string Read(MediaSet files) {
    std::string told;
    server_.Run(media_set_test::Read(&server_, std::move(files), &told));
    return told;
  }

  sim::Disk disk_{1};
  Server server_{disk_};
};

Task<void> CutThePower(Server* server, TimeNs after) {
  Worker worker(server->cpu, nullptr, "power");
  co_await worker.Start();
  co_await worker.Think(after);
  server->disk.PowerCut(Rng(static_cast<uint64_t>(after), "power cut"));
  server->executor.Stop();
}

/// What a backup has left whose power went after so long; `ended` if it had ended before. A volume
/// whose flush takes any time has a cache that goes with the power.
std::string LeftByCut(TimeNs flush_service, TimeNs after, bool* ended) {
  sim::Disk disk(1);
  // What is in the second file takes longest, but for its header.
  disk.Inject({.kind = storage::FaultKind::kLatency,
               .count = 2,
               .delay = 200 * kMillisecond,
               .path = "nightly2.bak"});
  Status written = Error{ErrorCode::kPowerCut, "cut"};
  {
    Server server(disk, flush_service);
    server.executor.Spawn("power", CutThePower(&server, after));
    server.Run(Write(&server, server.FilesOf("nightly", 2), SetNamed("nightly", 11), &written));
  }
  *ended = written.ok();
  disk.Restart();
  Server server(disk, flush_service);
  std::string told;
  server.Run(Read(&server, server.FilesOf("nightly", 2), &told));
  return told;
}

class MediaSetAfterCut : public testing::TestWithParam<TimeNs> {};

TEST_P(MediaSetAfterCut, IsWholeOrRefused) {
  uint32_t refused = 0;
  bool ended = false;
  for (TimeNs after = kMillisecond; !ended && after < kSecond; after += kMillisecond) {
    const std::string told = LeftByCut(GetParam(), after, &ended);
    if (told == kAll) continue;
    ASSERT_TRUE(told.starts_with("Backup file nightly")) << after << " ns: " << told;
    ASSERT_FALSE(ended) << after << " ns: " << told;
    ++refused;
  }
  EXPECT_TRUE(ended);
  EXPECT_GT(refused, 200);
}

INSTANTIATE_TEST_SUITE_P(Flush, MediaSetAfterCut, testing::Values(0, 5 * kMillisecond));

TEST_F(MediaSetTest, IsReadInTheOrderInWhichItWasWritten) {
  for (const uint32_t files : {1U, 2U, 3U, 7U}) {
    const std::string name = "set_of_" + std::to_string(files) + "_";
    Write(name, files, 11);
    EXPECT_EQ(Read(server_.FilesOf(name, files)), kAll) << files << " files";
  }
}

TEST_F(MediaSetTest, AFastFileTakesMoreOfItsChunks) {
  disk_.Inject({.kind = storage::FaultKind::kLatency,
                .count = 100,
                .delay = 20 * kMillisecond,
                .path = "nightly1.bak"});
  Write("nightly", 2, 11);
  const auto bytes = [this](const char* path) { return disk_.Find(path)->size; };
  EXPECT_LT(2 * bytes("nightly1.bak"), bytes("nightly2.bak"));
  EXPECT_EQ(bytes("nightly1.bak") + bytes("nightly2.bak"),
            2 * kHeaderBytes + kChunks * ChunkBytes(page::kPageSize) + 2 * page::kPageSize);
  EXPECT_EQ(Read(server_.FilesOf("nightly", 2)), kAll);
}

TEST_F(MediaSetTest, LeavesAChunkToWhoeverHasIt) {
  Write("nightly", 1, 11);
  std::string told;
  server_.Run(ReadAndKeep(&server_, server_.FilesOf("nightly", 1), &told));
  EXPECT_EQ(told, kAll);
}

TEST_F(MediaSetTest, MayBeNamedInAnyOrder) {
  Write("nightly", 3, 11);
  MediaSet files = server_.FilesOf("nightly", 3);
  std::swap(files[0], files[2]);
  EXPECT_EQ(Read(files), kAll);
}

TEST_F(MediaSetTest, IsRefusedUnlessAllOfItIsThereOnce) {
  Write("nightly", 3, 11);
  MediaSet files = server_.FilesOf("nightly", 3);
  EXPECT_EQ(Read({files[0], files[2]}),
            "Backup file nightly1.bak: the media set has 3 media families but only 2 are provided; "
            "all members must be provided (3132)");
  EXPECT_EQ(
      Read({files[0], files[1], files[1]}),
      "Backup file nightly2.bak: it is file 2 of 3 of the backup nightly, as nightly2.bak is");
}

TEST_F(MediaSetTest, OfAnotherBackupIsRefused) {
  Write("nightly", 2, 11);
  Write("hourly", 2, 12);
  MediaSet files = server_.FilesOf("nightly", 2);
  files[1] = server_.FilesOf("hourly", 2)[1];
  EXPECT_EQ(Read(files),
            "Backup file hourly2.bak: it is of another media set, that of the backup hourly, than "
            "nightly1.bak");
}

TEST_F(MediaSetTest, WritesOverNoFile) {
  Write("nightly", 2, 11);
  MediaSet files = server_.FilesOf("other", 1);
  files.push_back(server_.FilesOf("nightly", 2)[1]);
  Status ended;
  server_.Run(media_set_test::Write(&server_, files, SetNamed("other", 12), &ended));
  ASSERT_FALSE(ended.ok());
  EXPECT_EQ(disk_.Find("other1.bak"), nullptr) << "it was refused before any was made";
}

}  // namespace
}  // namespace snapscope::backup::media_set_test
