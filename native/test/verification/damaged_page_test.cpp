// Verification of a snapshot one of whose pages is known to be damaged.
#include <string>

#include "test/verification/verified_run.h"

namespace snapscope::test::damaged_page_test {
namespace {

/// The snapshot of a run, whose first leaf cannot be read, and whose `wrong` leaf, unless there is
/// none, has another value than was committed.
class SnapshotWithADamagedPage {
 public:
  SnapshotWithADamagedPage() : run_(QuietScenario(2)) {}

  PageId Leaf(uint64_t number) { return run_.experiment().initial().LeafAt(number); }

  Verification Verify(PageId wrong = PageId{}) {
    const PageId damaged = Leaf(0);
    const PageReader others = run_.WithDamage(wrong, WrongValue);
    const PageReader read = [damaged, others](PageId page, page::PageSpan into) {
      if (page != damaged) return others(page, into);
      return Status(Error{ErrorCode::kCorruptPage, "page " + ToString(page) + " is damaged"});
    };
    verification::VerificationScope scope =
        verification::ScopeOf(run_.experiment().initial(), run_.snapshot().split());
    scope.is_damage = [damaged](const std::string& problem) {
      return problem.find(ToString(damaged)) != std::string::npos;
    };
    return verification::Verify(read, run_.experiment().oracle(), scope);
  }

 private:
  VerifiedRun run_;
};

TEST(DamagedPage, IsAllThatIsToldOfASnapshotThatIsRightOtherwise) {
  SnapshotWithADamagedPage snapshot;
  const Verification verification = snapshot.Verify();
  EXPECT_NE(verification.damage.find(ToString(snapshot.Leaf(0))), std::string::npos);
  EXPECT_EQ(verification.problem, "");
  EXPECT_FALSE(verification.passed());
  EXPECT_EQ(verification.rows_mismatched, 0U);
  EXPECT_EQ(verification.rows_compared, verification.rows_expected);
}

// It is the first leaf that the comparison comes to, and does not end it.
TEST(DamagedPage, HidesNoDifferenceThatNobodyKnowsOf) {
  SnapshotWithADamagedPage snapshot;
  const Verification verification = snapshot.Verify(snapshot.Leaf(5));
  EXPECT_NE(verification.damage.find(ToString(snapshot.Leaf(0))), std::string::npos);
  EXPECT_NE(verification.problem.find("on page " + ToString(snapshot.Leaf(5))), std::string::npos)
      << verification.problem;
  EXPECT_EQ(verification.rows_mismatched, 1U);
}

}  // namespace
}  // namespace snapscope::test::damaged_page_test
