// What snapshots cost 16 sessions without think time on real files, when every transaction is the
// first change of a page (and its first read), and when it is the second:
//
//   first changes    against push_reference: the same reads, writes and flushes, without an engine
//   second changes   against the same engine without snapshots: nothing is left to push
//
// And beyond the product: with extents pushed, and with pre-images written ahead of their pages,
// the first changes against those of the engine without snapshots.
//
// The three take turns; each round has pages of its own.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "base/rng.h"
#include "bench/bare_loops.h"
#include "bench/benchmark.h"
#include "bench/database_server.h"
#include "machine/real_machine.h"
#include "runtime/task_group.h"

namespace snapscope::bench {
namespace {

constexpr DatabaseSize kSize{.data_bytes = 96 << 20, .log_bytes = 128 << 20};
constexpr uint64_t kReferenceLogBytes = 32 << 20;
constexpr uint32_t kSessions = 16;
/// Second changes cost nothing but commits: several passes make a measurable time of them.
constexpr uint32_t kPasses = 4;
constexpr uint32_t kPairs = 2;  ///< of turns, with and without snapshots, a round
/// Log of a commit: what commits-16 shows, whole sectors of a shared block.
constexpr uint64_t kRecordBytes = 704;

/// Less than a round's pre-images take, so that the writer has to work as fast as pages change.
constexpr uint64_t kScarcePreImageBytes = 8 << 20;

/// How the engine pushes.
struct Pushing {
  std::string name;
  uint32_t snapshots = 0;
  bool extents = false;
  bool ahead = false;
  uint64_t pre_image_bytes = 0;  ///< 0: the default of the setting

  bool as_the_product() const { return !extents && !ahead; }
};

/// Sessions that take one leaf after another and change a row of each.
struct Changes {
  DatabaseServer& server;
  const std::vector<uint64_t>& leaves;
  size_t next = 0;
};

Task<Status> ChangeLeaves(Changes& changes, Worker& worker, Rng rng) {
  DatabaseServer& server = changes.server;
  while (changes.next < changes.leaves.size()) {
    const uint64_t key = server.KeyOn(changes.leaves[changes.next++], 0);
    const auto value = static_cast<int64_t>(rng.Next() >> 1);
    CO_TRY(co_await UpdateRow(worker, server.transactions(), key, value));
  }
  co_return Status();
}

Task<Status> RunSession(Changes& changes, std::string name) {
  Worker worker(changes.server.cpu(), &changes.server.telemetry(), name);
  co_await worker.Start();
  const Status status = co_await ChangeLeaves(changes, worker, Rng(changes.leaves.front(), name));
  co_await worker.End();
  co_return status;
}

Task<Status> RunSessions(Changes& changes) {
  runtime::TaskGroup sessions(changes.server.executor());
  for (uint32_t number = 1; number <= kSessions; ++number) {
    sessions.Add(RunSession(changes, "session " + std::to_string(number)));
  }
  co_return co_await sessions.Ended();
}

/// Transactions a second, each of which changes one of the leaves, `passes` times all of them.
Result<double> RateOf(DatabaseServer& server, const std::vector<uint64_t>& leaves,
                      uint32_t passes = 1) {
  const Stopwatch watch;
  for (uint32_t pass = 0; pass < passes; ++pass) {
    Changes changes{server, leaves};
    TRY(server.Run(RunSessions(changes)));
  }
  return static_cast<double>(leaves.size() * passes) / watch.Seconds();
}

/// A real machine with a database and snapshots of it.
struct Site {
  machine::RealMachine machine;
  std::optional<DatabaseServer> server;

  Status Open(const std::string& folder, uint64_t seed, const Pushing& pushing) {
    TRY_ASSIGN(scenario::Scenario scenario, RealScenario(kSize, seed, folder));
    scenario.pushes_extents = pushing.extents;
    scenario.pushes_ahead = pushing.ahead;
    if (pushing.pre_image_bytes > 0) scenario.pre_image_bytes = pushing.pre_image_bytes;
    server.emplace(machine, std::move(scenario));
    TRY(server->Create());
    for (uint32_t number = 1; number <= pushing.snapshots; ++number) {
      TRY(server->CreateSnapshot("bench_snapshot_" + std::to_string(number)));
    }
    return Status();
  }
};

class FirstChangeComparison {
 public:
  FirstChangeComparison(Pushing pushing, const Settings& settings)
      : pushing_(std::move(pushing)),
        settings_(settings),
        rounds_(settings.quick ? 3 : 7),
        pages_(settings.quick ? 500 : 1'300) {}

  Result<Measurement> Measure();

 private:
  Status Prepare();
  std::vector<uint64_t> PagesOf(uint64_t round) const;
  Status Round(const std::vector<uint64_t>& pages);
  Measurement Measured();

  std::vector<Bar> Bars() const;

  const Pushing pushing_;
  const Settings& settings_;
  const uint64_t rounds_;
  const uint64_t pages_;
  Site with_;
  Site without_;
  std::unique_ptr<PushReference> reference_;
  std::vector<uint64_t> order_;  ///< of all leaves
  std::vector<double> first_;
  std::vector<double> reference_rates_;
  std::vector<double> first_without_;
  std::vector<double> second_;
  std::vector<double> second_without_;
};

Status FirstChangeComparison::Prepare() {
  TRY(with_.Open(settings_.scratch, settings_.seed, pushing_));
  if (pushing_.snapshots > 0) {
    std::string folder = settings_.scratch + "/without";
    TRY(MakeFolder(folder));
    TRY(without_.Open(folder, settings_.seed, {}));
  }
  TRY_ASSIGN(reference_, PushReference::Create({.folder = settings_.scratch,
                                                .source_bytes = kSize.data_bytes,
                                                .log_bytes = kReferenceLogBytes,
                                                .snapshots = pushing_.snapshots,
                                                .writers = kSessions,
                                                .record_bytes = kRecordBytes,
                                                .seed = settings_.seed}));
  order_.resize(with_.server->leaves());
  std::iota(order_.begin(), order_.end(), uint64_t{0});
  Rng rng(settings_.seed, "order of leaves");
  for (size_t i = order_.size(); i-- > 1;) std::swap(order_[i], order_[rng.Below(i + 1)]);
  CHECK(order_.size() >= rounds_ * pages_, "too few leaves for %llu rounds",
        static_cast<unsigned long long>(rounds_));
  return Status();
}

std::vector<uint64_t> FirstChangeComparison::PagesOf(uint64_t round) const {
  const auto from = order_.begin() + static_cast<ptrdiff_t>(round * pages_);
  return {from, from + static_cast<ptrdiff_t>(pages_)};
}

Status FirstChangeComparison::Round(const std::vector<uint64_t>& pages) {
  TRY_ASSIGN(const double first, RateOf(*with_.server, pages));
  first_.push_back(first);
  TRY_ASSIGN(const double reference, reference_->RateOf(pages));
  reference_rates_.push_back(reference);
  if (pushing_.snapshots == 0) return Status();
  TRY_ASSIGN(const double first_without, RateOf(*without_.server, pages));
  first_without_.push_back(first_without);
  if (!pushing_.as_the_product()) return Status();
  for (uint32_t pair = 0; pair < kPairs; ++pair) {
    TRY_ASSIGN(const double second, RateOf(*with_.server, pages, kPasses));
    second_.push_back(second);
    TRY_ASSIGN(const double without, RateOf(*without_.server, pages, kPasses));
    second_without_.push_back(without);
  }
  return Status();
}

Result<Measurement> FirstChangeComparison::Measure() {
  TRY(Prepare());
  for (uint64_t round = 0; round < rounds_; ++round) TRY(Round(PagesOf(round)));
  for (const auto& snapshot : with_.server->database().snapshots().snapshots()) {
    CHECK(snapshot->files().copied_pages() >= rounds_ * pages_,
          "first changes pushed %llu pages only",
          static_cast<unsigned long long>(snapshot->files().copied_pages()));
  }
  return Measured();
}

std::vector<Bar> FirstChangeComparison::Bars() const {
  if (pushing_.ahead && pushing_.pre_image_bytes == 0) {
    return {{"of no snapshots", 0.85, Ratios(first_, first_without_)}};
  }
  if (pushing_.ahead) return {};
  if (pushing_.extents) return {};
  std::vector<Bar> bars{{"of push_reference", 0.9, Ratios(first_, reference_rates_)}};
  if (pushing_.snapshots > 0) {
    bars.push_back({"pushed, of no snapshots", 0.95, Ratios(second_, second_without_)});
  }
  return bars;
}

Measurement FirstChangeComparison::Measured() {
  const std::vector<Bar> bars = Bars();
  Measurement measured;
  measured.configuration = {{"mode", "real"},
                            {"snapshots", pushing_.snapshots},
                            {"pushUnit", pushing_.extents ? "extent" : "page"},
                            {"pushPolicy", pushing_.ahead ? "writeAhead" : "synchronous"},
                            {"sessions", kSessions},
                            {"rounds", rounds_},
                            {"pagesPerRound", pages_},
                            {"databaseBytes", kSize.data_bytes},
                            {"checkpoints", false}};
  measured.results = {{"firstChangesPerSecond", Spread(first_)},
                      {"pushReferencePerSecond", Spread(reference_rates_)},
                      {"bars", BarsJson(bars)}};
  if (pushing_.snapshots > 0) {
    measured.results["firstChangesWithoutSnapshotsPerSecond"] = Spread(first_without_);
  }
  if (!second_.empty()) {
    measured.results["secondChangesPerSecond"] = Spread(second_);
    measured.results["secondChangesWithoutSnapshotsPerSecond"] = Spread(second_without_);
  }
  measured.headline = Rounded(Median(first_)) + " first changes/s, reference " +
                      Rounded(Median(reference_rates_)) + BarText(bars);
  return measured;
}

}  // namespace

std::vector<Benchmark> FirstChangeBenchmarks() {
  std::vector<Benchmark> benchmarks;
  for (const Pushing& pushing :
       {Pushing{.name = "0", .snapshots = 0}, Pushing{.name = "1", .snapshots = 1},
        Pushing{.name = "2", .snapshots = 2},
        Pushing{.name = "extent-1", .snapshots = 1, .extents = true},
        Pushing{.name = "ahead-1", .snapshots = 1, .ahead = true},
        Pushing{.name = "ahead-2", .snapshots = 2, .ahead = true},
        Pushing{.name = "ahead-scarce-1",
                .snapshots = 1,
                .ahead = true,
                .pre_image_bytes = kScarcePreImageBytes}}) {
    benchmarks.push_back({.name = "first-changes-" + pushing.name,
                          .needs_folder = true,
                          .run = [pushing](const Settings& settings) {
                            return FirstChangeComparison(pushing, settings).Measure();
                          }});
  }
  return benchmarks;
}

}  // namespace snapscope::bench
