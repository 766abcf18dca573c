// FlushCache in the form of each generation, against lines that the product's users have posted.
#include "telemetry/checkpoint_messages.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace snapscope::telemetry::checkpoint_messages_test {
namespace {

using Lines = std::vector<std::string>;

/// 192,890 pages in 9,760 ms are 154.40 MB/s, as printed by the product itself.
const FlushCacheFigures kFigures{.buffers = 192'890,
                                 .writes = 9'760,
                                 .duration_ms = 9'760,
                                 .avoided = 298'164,
                                 .database = 5,
                                 .saturations = 68'365,
                                 .context_switches = 80'348,
                                 .last_target = 32,
                                 .average_latency_ms = 7};

Lines TextsOf(EngineVersion version, const FlushCacheFigures& figures) {
  Lines lines;
  for (const Message& message : FlushCache(version, figures)) lines.push_back(message.text);
  return lines;
}

TEST(FlushCacheTest, Of2005IsOneLine) {
  EXPECT_EQ(
      TextsOf(EngineVersion::k2005,
              {.buffers = 732'965, .writes = 507'694, .duration_ms = 80'907, .avoided = 298'164}),
      Lines{"FlushCache: cleaned up 732965 bufs with 507694 writes in 80907 ms (avoided "
            "298164 new dirty bufs)"});
}

TEST(FlushCacheTest, Of2008TellsThroughputAndTarget) {
  EXPECT_EQ(TextsOf(EngineVersion::k2008, kFigures),
            (Lines{"FlushCache: cleaned up 192890 bufs with 9760 writes in 9760 ms (avoided 298164 "
                   "new dirty bufs)",
                   "            average throughput: 154.40 MB/sec, I/O saturation: 68365",
                   "            last target outstanding: 32"}));
}

TEST(FlushCacheTest, Of2012NamesTheDatabaseAndTheLatency) {
  EXPECT_EQ(TextsOf(EngineVersion::k2012, kFigures),
            (Lines{"FlushCache: cleaned up 192890 bufs with 9760 writes in 9760 ms (avoided 298164 "
                   "new dirty bufs) for db 5:0",
                   "            average throughput: 154.40 MB/sec, I/O saturation: 68365, context "
                   "switches 80348",
                   "            last target outstanding: 32, avgWriteLatency 7"}));
}

TEST(FlushCacheTest, Of2016TellsTheRateOfWritesToo) {
  EXPECT_EQ(TextsOf(EngineVersion::k2016, kFigures),
            (Lines{"FlushCache: cleaned up 192890 bufs with 9760 writes in 9760 ms (avoided 298164 "
                   "new dirty bufs) for db 5:0",
                   "            average writes per second: 1000.00 writes/sec",
                   "            average throughput: 154.40 MB/sec, I/O saturation: 68365, context "
                   "switches 80348",
                   "            last target outstanding: 32, avgWriteLatency 7"}));
}

TEST(FlushCacheTest, RatesAreRoundedAndOfNoTimeZero) {
  // 5617 * 8 / 1024 / 107.961 = 0.4065; 3126 / 107.961 = 28.955
  const Lines lines =
      TextsOf(EngineVersion::k2016, {.buffers = 5'617, .writes = 3'126, .duration_ms = 107'961});
  EXPECT_EQ(lines[1], "            average writes per second: 28.95 writes/sec");
  EXPECT_EQ(lines[2].substr(0, 42), "            average throughput: 0.41 MB/se");
  const Lines instant = TextsOf(EngineVersion::k2016, {.buffers = 5, .writes = 1});
  EXPECT_EQ(instant[1], "            average writes per second: 0.00 writes/sec");
  EXPECT_EQ(instant[2].substr(0, 42), "            average throughput: 0.00 MB/se");
}

TEST(FlushCacheTest, ALongOneIsToldWithoutATraceFlagSince2012) {
  FlushCacheFigures figures = kFigures;
  for (const EngineVersion version :
       {EngineVersion::k2005, EngineVersion::k2008, EngineVersion::k2012, EngineVersion::k2016}) {
    for (const bool beyond : {false, true}) {
      figures.beyond_interval = beyond;
      const bool always = beyond && version >= EngineVersion::k2012;
      for (const Message& message : FlushCache(version, figures)) {
        EXPECT_EQ(TraceFlagOf(message.kind), always ? kAlways : 3504) << message.text;
        EXPECT_TRUE(message.error.empty());
      }
    }
  }
}

TEST(CheckpointStepsTest, ReadAsUnderTraceFlag3502) {
  const std::vector<Message> steps = {CheckpointStarted(5, 8), CheckpointBeginLogged(),
                                      CheckpointPhase1Ended(5, 8), CheckpointEndLogged(),
                                      CheckpointComplete(5)};
  const Lines expected = {"Ckpt dbid 5 started (8)", "About to log Checkpoint begin.",
                          "Ckpt dbid 5 phase 1 ended (8)", "About to log Checkpoint end.",
                          "Ckpt dbid 5 complete"};
  ASSERT_EQ(steps.size(), expected.size());
  for (size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].text, expected[i]);
    EXPECT_EQ(TraceFlagOf(steps[i].kind), 3502);
  }
}

}  // namespace
}  // namespace snapscope::telemetry::checkpoint_messages_test
