// snapscope_fuzz_seeds FOLDER: what the fuzzers begin with, as the engine itself makes it. A run of
// a small server ends in a power cut; its files are cut into seeds, FOLDER/<fuzzer>/<number>.
//
// Exit code 0; 1 when the run fails or a file cannot be written.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiment/experiment.h"
#include "fuzz/log_image.h"
#include "fuzz/sparse_image.h"
#include "machine/simulated_machine.h"
#include "page/log_record.h"
#include "scenario/default_scenario_generated.h"

namespace snapscope::fuzz {
namespace {

/// A small server whose log fits one VLF of the image; a snapshot is created early.
constexpr const char* kSmallServer = R"({
  "name": "seeds", "durationSeconds": 1, "warmupSeconds": 0, "sampleIntervalMs": 500,
  "server": {"schedulers": 1, "memoryMiB": 4},
  "database": {"sizeMiB": 2, "logSizeMiB": 4, "rowBytes": 300, "targetRecoveryTimeSeconds": 0,
               "nonclusteredIndexes": 1},
  "storage": {
    "volumes": [{"name": "Q", "device": {"parallelism": 4, "readServiceUs": 500,
                                         "writeServiceUs": 500, "spread": "exponential",
                                         "bandwidthMiBPerSecond": 400}}],
    "placement": {"data": "Q", "log": "Q", "snapshot": "Q"}, "freeSpaceFloorMiB": 0},
  "workload": {"users": 4, "thinkTimeMs": 50, "rollbackPercent": 20},
  "timeline": [
    {"name": "first", "atSeconds": 0.05, "command": {"kind": "createSnapshot", "name": "snap"}},
    {"after": {"step": "first", "event": "completed", "delaySeconds": 0.1},
     "command": {"kind": "setUsers", "users": 6}}],
  "commands": [], "pace": 0})";

std::string Scenario() {
  nlohmann::json scenario = nlohmann::json::parse(scenario::kDefaultScenario);
  scenario.merge_patch(nlohmann::json::parse(kSmallServer));
  return scenario.dump();
}

constexpr std::array<const char*, 12> kCommands = {R"({"kind":"createSnapshot","name":"snap"})",
                                                   R"({"kind":"dropSnapshot","name":"snap"})",
                                                   R"({"kind":"revertSnapshot","name":"snap"})",
                                                   R"({"kind":"restartServer","mode":"crash"})",
                                                   R"({"kind":"setUsers","users":12})",
                                                   R"({"kind":"setPace","pace":2.5})",
                                                   R"({"kind":"pause"})",
                                                   R"({"kind":"resume"})",
                                                   R"({"kind":"stepToNextPhase"})",
                                                   R"({"kind":"prolong","seconds":60})",
                                                   R"({"kind":"breakOn","event":"armed"})",
                                                   R"({"kind":"cancel"})"};

class Seeds {
 public:
  explicit Seeds(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void Add(const std::string& fuzzer, ConstByteSpan bytes) {
    const auto folder = folder_ / fuzzer;
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::ofstream file(folder / std::to_string(next_++), std::ios::binary);
    file.write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    file.close();
    written_ = written_ && !error && file.good();
  }
  void Add(const std::string& fuzzer, std::string_view text) {
    Add(fuzzer, std::as_bytes(std::span(text)));
  }
  bool written() const { return written_; }

 private:
  const std::filesystem::path folder_;
  int next_ = 1;
  bool written_ = true;
};

struct alignas(4096) Page {
  std::array<std::byte, page::kPageSize> bytes{};
};

Page PageAt(const sim::StoredFile& file, uint64_t number) {
  Page page;
  file.pages.Read(number * page::kPageSize, page.bytes);
  return page;
}

void AddPages(Seeds& seeds, const sim::StoredFile& data) {
  constexpr std::array<uint64_t, 6> kPages = {0, 1, 2, 50, 200, 230};
  for (const uint64_t number : kPages) seeds.Add("page_fuzz", PageAt(data, number).bytes);
}

void AddSparseFile(Seeds& seeds, const sim::StoredFile& sparse) {
  constexpr size_t kCopiedPages = 4;
  std::vector<std::byte> text{std::byte{kMostPages}};
  size_t pages = 0;
  for (uint32_t number = 0; number < kMostPages && pages <= kCopiedPages; ++number) {
    const Page page = PageAt(sparse, number);
    if (page::IsZeroPage(page.bytes)) continue;
    AppendPage(text, static_cast<uint8_t>(number), page.bytes);
    ++pages;
    seeds.Add("sparse_file_fuzz", text);
  }
}

/// The log's blocks as text, until enough of them follow the first checkpoint's begin; and of each
/// type of record one, with the page that it is for as it is now.
class LogText {
 public:
  LogText(Seeds& seeds, const sim::StoredFile& data) : seeds_(seeds), data_(data) {}

  bool IsEnough() const { return !checkpoint_.IsNone() && blocks_.size() > kEnoughBytes; }

  void Add(const wal::BlockView& block) {
    AppendBlock(blocks_, block);
    wal::RecordCursor cursor(block.payload());
    for (uint32_t slot = 0; !cursor.AtEnd(); ++slot) {
      const ConstByteSpan bytes = cursor.Take();
      const Result<page::LogRecord> record = page::Decode(bytes);
      CHECK(record.ok(), "a record that the engine wrote cannot be read");
      const bool begins = record->type == page::RecordType::kCheckpointBegin;
      if (begins && checkpoint_.IsNone()) {
        checkpoint_ = Lsn::Of(block.lsn().vlf(), block.lsn().block(), slot);
      }
      AddRecord(*record, bytes);
    }
  }

  std::vector<std::byte> Finish(const wal::LogHeader& header) const {
    std::vector<std::byte> text{std::byte{kSealed}};
    AppendTo(text,
             HeaderText{checkpoint_.value, 0, 0, header.first.value, header.generation, kVlfs});
    text.insert(text.end(), blocks_.begin(), blocks_.end());
    return text;
  }

 private:
  static constexpr size_t kEnoughBytes = 16 * 1024;
  static constexpr size_t kPageBytes = 1024;

  void AddRecord(const page::LogRecord& record, ConstByteSpan bytes) {
    const uint32_t type = uint32_t{1} << static_cast<uint32_t>(record.type);
    if ((types_seen_ & type) != 0) return;
    types_seen_ |= type;
    const Page page = PageAt(data_, record.page.number());
    std::vector<std::byte> text(page.bytes.begin(), page.bytes.begin() + kPageBytes);
    text.insert(text.end(), bytes.begin(), bytes.end());
    seeds_.Add("log_record_fuzz", text);
  }

  Seeds& seeds_;
  const sim::StoredFile& data_;
  std::vector<std::byte> blocks_;
  Lsn checkpoint_;
  uint32_t types_seen_ = 0;
};

void AddLog(Seeds& seeds, const sim::StoredFile& log, const sim::StoredFile& data) {
  AlignedBuffer bytes(log.size);
  log.pages.Read(0, bytes.span());
  const ConstByteSpan file = bytes.span();
  const Result<wal::LogHeader> header =
      wal::DecodeHeader(file.subspan(wal::kHeaderSlotStride, wal::kUnitBytes), log.size);
  CHECK(header.ok(), "the log has no header");
  LogText text(seeds, data);
  for (Lsn lsn = header->first; !text.IsEnough();) {
    const uint64_t offset = header->geometry.OffsetOf(lsn);
    const auto length = wal::PeekBlockBytes(file.subspan(offset, wal::kUnitBytes), lsn);
    if (!length || lsn.block() * uint64_t{wal::kUnitBytes} + *length > kVlfBytes) break;
    const Result<wal::BlockView> block = wal::DecodeBlock(file.subspan(offset, *length), lsn);
    if (!block.ok()) break;
    text.Add(*block);
    lsn = block->end();
  }
  seeds.Add("log_file_fuzz", text.Finish(*header));
  std::vector<std::byte> raw{std::byte{kRaw}};
  raw.insert(raw.end(), file.begin(), file.begin() + 16 * 1024);
  seeds.Add("log_file_fuzz", raw);
}

bool MakeSeeds(const std::filesystem::path& folder) {
  Result<scenario::Scenario> scenario = scenario::ParseScenario(Scenario());
  CHECK(scenario.ok(), "%s", scenario.ok() ? "" : scenario.error().message.c_str());
  sim::Disk disk(1);
  machine::SimulatedMachine machine(disk);
  experiment::CommandQueue commands;
  experiment::Experiment experiment(*scenario, machine, commands, [](std::vector<std::byte>) {});
  const std::string summary = experiment.Run();
  const auto data = disk.Open("Q:\\MSSQL\\sales.mdf");
  const auto log = disk.Open("Q:\\MSSQL\\sales.ldf");
  const auto sparse = disk.Open("Q:\\MSSQL\\snap.ss");
  const auto catalog = disk.Open("Q:\\MSSQL\\snapshots.cat");
  if (!data.ok() || !log.ok() || !sparse.ok() || !catalog.ok()) {
    std::fprintf(stderr, "the run left no files: %s\n", summary.substr(0, 1000).c_str());
    return false;
  }
  Seeds seeds(folder);
  AddPages(seeds, **data);
  AddSparseFile(seeds, **sparse);
  AddLog(seeds, **log, **data);
  for (const uint64_t copy : {0, 1}) {
    const uint64_t page = copy * snapshot::kCatalogCopyBytes / page::kPageSize;
    seeds.Add("snapshot_catalog_fuzz", PageAt(**catalog, page).bytes);
  }
  seeds.Add("scenario_fuzz", Scenario());
  for (const char* command : kCommands) seeds.Add("command_fuzz", command);
  if (!seeds.written()) std::fprintf(stderr, "a seed could not be written\n");
  return seeds.written();
}

}  // namespace
}  // namespace snapscope::fuzz

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: snapscope_fuzz_seeds FOLDER\n");
    return 1;
  }
  return snapscope::fuzz::MakeSeeds(argv[1]) ? 0 : 1;
}
