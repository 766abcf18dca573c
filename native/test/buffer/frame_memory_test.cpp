#include "buffer/frame_memory.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "page/compact.h"

namespace snapscope::buffer::frame_memory_test {
namespace {

constexpr IndexId kIndex{1};
constexpr uint16_t kWidth = 256;

page::PageView ViewOf(const Frame& frame) {
  return page::PageView(page::PageSpan(frame.bytes, page::kPageSize), page::PageForm::kCompact);
}

PageId Page(size_t number) { return PageId::Of(1, static_cast<uint32_t>(number)); }

/// A leaf with `rows` rows that say which page it is, and how often it has changed.
void WriteLeaf(const Frame& frame, size_t number, uint32_t version, uint32_t rows) {
  page::PageView view = ViewOf(frame);
  view.Format(Page(number), page::PageType::kLeaf, kIndex, 0, kWidth);
  view.AppendEach(static_cast<uint16_t>(rows), [&](uint16_t row) {
    return page::Row{.key = number * 100 + row, .value = version, .version = version};
  });
}

std::vector<Frame> CompactFrames(size_t count) {
  std::vector<Frame> frames(count);
  for (size_t i = 0; i < count; ++i) {
    frames[i].form = page::PageForm::kCompact;
    frames[i].key = PageKey(DbId{1}, Page(i));
  }
  return frames;
}

TEST(FrameMemory, FullPagesHaveAPlaceForEachFrame) {
  const FrameMemory memory(100, page::PageForm::kFull, 10);
  EXPECT_EQ(memory.places(), 100u);
}

TEST(FrameMemory, PagesInUseAreNeverPutAway) {
  std::vector<Frame> frames = CompactFrames(20);
  FrameMemory memory(20, page::PageForm::kCompact, 4);
  for (Frame& frame : frames) {
    ++frame.pins;
    EXPECT_TRUE(memory.Provide(frame));
  }
  for (const Frame& frame : frames) EXPECT_NE(frame.bytes, nullptr);
  EXPECT_GE(memory.places(), 20u);
}

TEST(FrameMemory, OnlyWhatTheStoreRecallsAndNobodyChangedIsForgotten) {
  std::vector<Frame> frames = CompactFrames(4);
  FrameMemory memory(4, page::PageForm::kCompact, 1);
  for (size_t i = 0; i < frames.size(); ++i) {
    ASSERT_TRUE(memory.Provide(frames[i]));
    WriteLeaf(frames[i], i, 7, 5);
    frames[i].store_recalls = i < 2;
    frames[i].dirty = i % 2 == 1;
  }
  EXPECT_TRUE(memory.Provide(frames[0])) << "clean, and the store has it";
  for (size_t i = 1; i < frames.size(); ++i) EXPECT_FALSE(memory.Provide(frames[i]));
  EXPECT_EQ(memory.places(), 1u);
}

// A page is what was last written into it, however often it gave its place up meanwhile.
TEST(FrameMemory, PagesComeBackAsTheyWere) {
  constexpr size_t kFrames = 50;
  std::vector<Frame> frames = CompactFrames(kFrames);
  FrameMemory memory(kFrames, page::PageForm::kCompact, 8);
  struct Written {
    uint32_t version = 0;
    uint32_t rows = 0;
  };
  std::vector<Written> in_frame(kFrames);
  std::vector<Written> in_store(kFrames);
  Rng rng(1, "frames");
  for (uint32_t version = 1; version <= 5'000; ++version) {
    const uint64_t at = rng.Below(kFrames);
    Frame& frame = frames[at];
    frame.store_recalls = true;
    ++frame.pins;
    if (memory.Provide(frame)) {
      WriteLeaf(frame, at, in_store[at].version, in_store[at].rows);
      ASSERT_EQ(in_store[at].version, in_frame[at].version) << "what was forgotten had changed";
    }
    const page::PageView view = ViewOf(frame);
    ASSERT_EQ(view.row_count(), in_frame[at].rows);
    for (uint16_t row = 0; row < view.row_count(); ++row) {
      const page::Row read = page::PeekRow(view.row_at(row));
      ASSERT_EQ(read.key, at * 100 + row);
      ASSERT_EQ(read.version, in_frame[at].version);
    }
    if (rng.Percent(50)) {
      in_frame[at] = {version, static_cast<uint32_t>(rng.Below(32))};
      WriteLeaf(frame, at, version, in_frame[at].rows);
      frame.dirty = true;
    } else if (frame.dirty) {
      in_store[at] = in_frame[at];
      frame.dirty = false;
    }
    --frame.pins;
  }
  EXPECT_EQ(memory.places(), 8u);
}

}  // namespace
}  // namespace snapscope::buffer::frame_memory_test
