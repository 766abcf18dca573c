// Verification of what changed and a sample: on small databases it is compared with the
// verification of everything, which must come to the same result wherever a changed page is wrong.
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "page/compact.h"
#include "test/support/scenarios.h"
#include "test/support/test_size.h"
#include "test/verification/verified_run.h"

namespace snapscope::test::sampled_verification_test {
namespace {

void WrongVersion(page::PageView page) {
  ChangeRow(page, Middle(page), [](page::Row& row) { ++row.version; });
}
void MissingRow(page::PageView page) { page.RemoveRowsAt(Middle(page), 1); }
void NoRows(page::PageView page) { page.RemoveRowsAt(0, page.row_count()); }
/// A row between two others, or behind the last one.
void SurplusRow(page::PageView page) {
  if (page.row_count() == page.capacity()) page.RemoveRowsAt(page.capacity() - 1, 1);
  page::Row row = page::PeekRow(page.row_at(Middle(page)));
  row.ghost = false;
  ++row.key;
  std::vector<std::byte> bytes(page.row_width());
  page::EncodeRow(page.index(), row, bytes);
  page.InsertRowAt(static_cast<uint16_t>(Middle(page) + 1), bytes);
}
void OtherChild(page::PageView page) {
  const auto middle = Middle(page);
  const PageId other = page.child_at(static_cast<uint16_t>(middle - 1));
  page.OverwriteRowAt(middle, page::EncodeEntry(page.key_at(middle), other));
}
/// A stale page, that has not heard of a split, lacks a child.
void MissingChild(page::PageView page) { page.RemoveRowsAt(Middle(page), 1); }
void OtherSeparator(page::PageView page) {
  const auto middle = Middle(page);
  page.OverwriteRowAt(middle, page::EncodeEntry(page.key_at(middle) + 1, page.child_at(middle)));
}
void SwappedChildren(page::PageView page) {
  const auto middle = Middle(page);
  const auto before = static_cast<uint16_t>(middle - 1);
  const PageId first = page.child_at(before);
  const PageId second = page.child_at(middle);
  page.OverwriteRowAt(before, page::EncodeEntry(page.key_at(before), second));
  page.OverwriteRowAt(middle, page::EncodeEntry(page.key_at(middle), first));
}

TEST(SampledVerification, AgreesThatDrawnRunsAreRight) {
  for (uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    VerifiedRun run(QuietScenario(seed));
    ASSERT_EQ(run.summary()["run"]["status"], "completed") << run.summary()["run"].dump();
    const Verification all = run.All(run.Reader());
    const Verification sampled = run.Sampled(run.Reader());
    EXPECT_TRUE(all.passed()) << all.problem;
    EXPECT_TRUE(sampled.passed()) << sampled.problem;
    EXPECT_FALSE(all.sampled);
    EXPECT_EQ(all.pages_compared, all.pages_total);
    EXPECT_EQ(all.pages_sampled, 0U);
    EXPECT_TRUE(sampled.sampled);
    EXPECT_EQ(sampled.pages_total, all.pages_total);
    EXPECT_LT(sampled.pages_compared, all.pages_compared);
    EXPECT_GE(sampled.pages_sampled, 16U);
    EXPECT_EQ(sampled.rows_compared, sampled.rows_expected);
    EXPECT_EQ(sampled.witness_newest, all.witness_newest);
  }
}

TEST(SampledVerification, FindsWhateverIsWrongOnAChangedPage) {
  struct Case {
    const char* name;
    page::PageType type;
    void (*damage)(page::PageView);
  };
  const std::vector<Case> cases = {
      {"wrong value", page::PageType::kLeaf, WrongValue},
      {"wrong version", page::PageType::kLeaf, WrongVersion},
      {"missing row", page::PageType::kLeaf, MissingRow},
      {"no rows", page::PageType::kLeaf, NoRows},
      {"surplus row", page::PageType::kLeaf, SurplusRow},
      {"other child", page::PageType::kInterior, OtherChild},
      {"missing child", page::PageType::kInterior, MissingChild},
      {"other separator", page::PageType::kInterior, OtherSeparator},
      {"swapped children", page::PageType::kInterior, SwappedChildren},
  };
  for (uint64_t seed = 1; seed <= test::BySize<uint64_t>(1, 3); ++seed) {
    VerifiedRun run(QuietScenario(seed));
    for (const Case& entry : cases) {
      int found = 0;
      for (const PageId page : run.ChangedOf(entry.type, 12)) {
        SCOPED_TRACE(std::string(entry.name) + " on page " + ToString(page) + ", seed " +
                     std::to_string(seed));
        const PageReader read = run.WithDamage(page, entry.damage);
        const bool whole_fails = !run.All(read).passed();  // not where only a ghost was hit
        EXPECT_EQ(!run.Sampled(read, 0).passed(), whole_fails);
        found += whole_fails ? 1 : 0;
      }
      EXPECT_GT(found, 0) << entry.name;
    }
  }
}

// A page whose bit is clear by mistake shows what the source has by now.
TEST(SampledVerification, FindsAPageThatIsMissingFromItsSnapshot) {
  VerifiedRun run(QuietScenario(1));
  int found = 0;
  for (const PageId missing : run.ChangedOf(page::PageType::kLeaf, 30)) {
    if (run.snapshot().Lacks(missing)) continue;
    SCOPED_TRACE(ToString(missing));
    const PageReader read = [&](PageId page, page::PageSpan into) {
      return page == missing ? run.experiment().database()->source().ReadNow(page, into)
                             : run.snapshot().ReadNow(page, into);
    };
    const bool whole_fails = !run.All(read).passed();
    EXPECT_EQ(!run.Sampled(read, 0).passed(), whole_fails);
    found += whole_fails ? 1 : 0;
  }
  EXPECT_GT(found, 0);
}

TEST(SampledVerification, FindsAMapThatIsWrongAboutAChangedPage) {
  VerifiedRun run(QuietScenario(1));
  const PageId leaf = run.ChangedOf(page::PageType::kLeaf, 1).front();
  const PageReader not_allocated = run.WithDamage(page::PfsOf(leaf), [leaf](page::PageView pfs) {
    page::SetMapEntry(pfs, page::PfsSlot(leaf), 0);
  });
  EXPECT_NE(run.Sampled(not_allocated).problem.find("has the PFS byte 0"), std::string::npos);
  const page::ExtentId extent = page::ExtentOf(leaf);
  const PageReader free = run.WithDamage(page::GamOf(extent), [extent](page::PageView gam) {
    page::SetMapEntry(gam, page::MapSlot(extent), 1);
  });
  EXPECT_NE(run.Sampled(free).problem.find("its extent is free"), std::string::npos);
}

TEST(SampledVerification, OfUnchangedPagesItFindsWhatItsSampleHas) {
  VerifiedRun run(QuietScenario(1));
  const database::InitialDatabase& initial = run.experiment().initial();
  uint64_t number = 0;
  while (run.changed().Has(initial.LeafAt(number))) ++number;
  const PageReader read = run.WithDamage(initial.LeafAt(number), WrongValue);
  EXPECT_FALSE(run.All(read).passed());
  const Verification none = run.Sampled(read, 0);
  EXPECT_TRUE(none.passed()) << none.problem;
  const auto leaves = static_cast<uint32_t>(initial.leaf_pages());
  const Verification most = run.Sampled(read, leaves);  // each is drawn, but for a chance of e^-16
  EXPECT_FALSE(most.passed());
  EXPECT_EQ(most.rows_mismatched, 1U);
}

TEST(SampledVerification, IsHowALargeDatabaseIsVerified) {
  KeptRun run(LargeScenario(), page::PageForm::kCompact);
  const Json& summary = run.summary();
  ASSERT_EQ(summary["run"]["status"], "completed") << summary["run"].dump();
  EXPECT_EQ(summary["run"]["verified"], true);
  const Json verification = summary["snapshots"][0]["verification"];
  EXPECT_EQ(verification["coverage"], "changedAndSampled");
  EXPECT_GE(verification["pagesSampled"], 100'000);
  EXPECT_GT(verification["pagesCompared"], verification["pagesSampled"]);
  EXPECT_GT(verification["pagesTotal"], 12 * 1024 * 128 / 2);
  EXPECT_LT(verification["pagesCompared"], verification["pagesTotal"]);
  EXPECT_EQ(verification["rowsCompared"], verification["rowsExpected"]);
  EXPECT_EQ(verification["rowsMismatched"], 0);
}

TEST(SampledVerification, KnowsAfterARestartAndARevertWhatHasChangedBefore) {
  Json scenario = QuietScenario(2);
  scenario["durationSeconds"] = 12;
  scenario["timeline"] = std::vector<Json>{
      At(2, Create("snap_1")),
      At(5, test::Crash()),
      At(8, test::Revert("snap_1")),
  };
  VerifiedRun run(scenario);
  ASSERT_EQ(run.summary()["run"]["status"], "completed") << run.summary()["run"].dump();
  const Verification sampled = run.Sampled(run.Reader(), 0);
  EXPECT_TRUE(sampled.passed()) << sampled.problem;
  // Nothing that is not the initial page has been forgotten.
  const database::InitialDatabase& initial = run.experiment().initial();
  const auto now = std::make_unique<page::PageBuffer>();
  const auto first = std::make_unique<page::PageBuffer>();
  for (uint64_t position = 0; position < initial.size().pages(); ++position) {
    const PageId page = initial.size().At(position);
    if (run.changed().Has(page) || page.number() == 0) continue;  // headers are each file's own
    ASSERT_TRUE(run.snapshot().ReadNow(page, now->span()).ok()) << ToString(page);
    initial.BuildPage(page, first->span());
    ASSERT_EQ(now->bytes, first->bytes) << ToString(page);
  }
}

/// A run on compact pages, whose files keep of each page what distinguishes it from the initial one
/// (sim/page_difference.h), and that damages what they keep.
class DamagedDifferenceTest : public ::testing::Test {
 protected:
  const database::InitialDatabase& initial() { return run_.initial(); }

  page::PageView Stored(PageId page, page::PageBuffer& into) {
    EXPECT_TRUE(snapshot_.ReadStored(page, into.span()).ok()) << ToString(page);
    return page::PageView(into.span(), page::PageForm::kCompact);
  }

  /// The leaves of which a file keeps a difference that the snapshot shows, at most so many.
  std::vector<PageId> Differing(size_t most) {
    std::vector<PageId> pages;
    page::PageBuffer now;
    page::PageBuffer began;
    run_.changed().ForEach([&](PageId page) {
      const page::PageView view = Stored(page, now);
      if (pages.size() == most || view.type() != page::PageType::kLeaf) return;
      if (view.row_count() < 2 || !initial().PlaceOf(page)) return;
      initial().BuildPage(page, began.span(), page::PageForm::kCompact);
      const size_t length = page::CompactBytes(now.bytes);
      const bool has_other_rows =
          std::memcmp(now.bytes.data() + page::kHeaderSize, began.bytes.data() + page::kHeaderSize,
                      length - page::kHeaderSize) != 0;
      if (has_other_rows) pages.push_back(page);
    });
    return pages;
  }

  /// Makes what the file keeps of the page another.
  void Keep(PageId page, page::PageBuffer& bytes) {
    storage::File& file =
        snapshot_.files().Of(page).HasCopy(page.number())
            ? snapshot_.files().Of(page).file()
            : *run_.experiment().database()->data_files().at(page::DataFilePosition(page.file()));
    sim::StoredFile& stored = **run_.disk().Open(file.path());
    const uint64_t offset = uint64_t{page.number()} * page::kPageSize;
    const uint64_t sequence = stored.next_sequence++;
    stored.pages.AddPending(sequence, offset, {bytes.bytes});
    stored.pages.Settle(sequence, offset, page::kPageSize, sim::PendingOutcome::kKept, nullptr);
  }

  Verification Sampled() {
    const PageReader read = [this](PageId page, page::PageSpan into) {
      return snapshot_.ReadStored(page, into);
    };
    return run_.Sampled(read, 0);
  }

  VerifiedRun run_{QuietScenario(2), page::PageForm::kCompact};
  snapshot::Snapshot& snapshot_ = run_.snapshot();
};

TEST_F(DamagedDifferenceTest, IsNoticedWhereverAFileKeepsOne) {
  const std::vector<PageId> pages = Differing(40);
  ASSERT_EQ(pages.size(), 40U);
  ASSERT_TRUE(Sampled().passed());
  size_t in_sparse_file = 0;
  for (const PageId page : pages) {
    SCOPED_TRACE(ToString(page));
    in_sparse_file += snapshot_.files().Of(page).HasCopy(page.number()) ? 1 : 0;
    page::PageBuffer sound;
    page::PageBuffer damaged;
    Stored(page, sound);
    for (const Damage& damage : {Damage(WrongValue), Damage(WrongVersion), Damage(MissingRow)}) {
      damaged = sound;
      damage(page::PageView(damaged.span(), page::PageForm::kCompact));
      Keep(page, damaged);
      EXPECT_FALSE(Sampled().passed());
    }
    // It is lost as a whole: the page is the initial one again.
    initial().BuildPage(page, damaged.span(), page::PageForm::kCompact);
    Keep(page, damaged);
    EXPECT_FALSE(Sampled().passed());
    Keep(page, sound);
  }
  EXPECT_GT(in_sparse_file, 0U);
  EXPECT_LT(in_sparse_file, pages.size());
  EXPECT_TRUE(Sampled().passed()) << Sampled().problem;
}

// What it cannot see: no file has ever been given such a page, so that it is no difference that was
// damaged, but one that came from nowhere. Only the sample would come upon it.
TEST_F(DamagedDifferenceTest, OfAPageThatWasNeverWrittenIsNot) {
  PageId untouched;
  for (uint64_t leaf = 0; untouched == PageId{}; ++leaf) {
    const PageId page = initial().LeafAt(leaf);
    if (!run_.changed().Has(page)) untouched = page;
  }
  page::PageBuffer bytes;
  WrongValue(Stored(untouched, bytes));
  Keep(untouched, bytes);
  EXPECT_TRUE(Sampled().passed());
}

}  // namespace
}  // namespace snapscope::test::sampled_verification_test
