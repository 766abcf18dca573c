// Verification of what changed and a sample, where only rollbacks have changed anything.
#include "test/verification/verified_run.h"

namespace snapscope::test::rolled_back_pages_test {
namespace {

// Pages have room, so that nothing splits: interior pages stay as they were, and do not lead to
// what changed below them.
TEST(RolledBackPages, AreComparedThoughNoCommitNamesThem) {
  Json scenario = QuietScenario(3);
  scenario["database"]["fillFactorPercent"] = 70;
  scenario["workload"]["rollbackPercent"] = 100;
  VerifiedRun run(scenario);
  ASSERT_EQ(run.summary()["run"]["status"], "completed") << run.summary()["run"].dump();
  const Verification sound = run.Sampled(run.Reader(), 0);
  EXPECT_TRUE(sound.passed()) << sound.problem;
  int found = 0;
  for (const PageId page : run.ChangedOf(page::PageType::kLeaf, 12)) {
    SCOPED_TRACE(ToString(page));
    const PageReader read = run.WithDamage(page, WrongValue);
    const bool whole_fails = !run.All(read).passed();
    EXPECT_EQ(!run.Sampled(read, 0).passed(), whole_fails);
    found += whole_fails ? 1 : 0;
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace snapscope::test::rolled_back_pages_test
