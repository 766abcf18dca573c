// Verification of a snapshot one of whose pages is known to be damaged.
#include <string>

#include "test/verification/verified_run.h"

namespace snapscope::test::damaged_page_test {
namespace {

/// A snapshot of a run, of whose table a leaf cannot be read.
class SnapshotWithADamagedPage {
 public:
  SnapshotWithADamagedPage() : run_(QuietScenario(2)) {}

  /// A leaf of the table, in the order of its keys.
  PageId Leaf(uint64_t number) {
    return run_.experiment().initial().LeafAt(1 + number);  // the first one is the witness
  }
  PageId damaged() { return Leaf(0); }

  /// With another value than was committed on the page `wrong`, if there is one.
  Verification Verify(bool damage_is_known, PageId wrong = PageId{}) {
    const PageReader others = run_.WithDamage(wrong, WrongValue);
    const PageReader read = [damaged = damaged(), others](PageId page, page::PageSpan into) {
      if (page != damaged) return others(page, into);
      return Status(Error{ErrorCode::kCorruptPage, "page " + ToString(page) + " is damaged"});
    };
    verification::VerificationScope scope =
        verification::ScopeOf(run_.experiment().initial(), run_.snapshot().split());
    if (damage_is_known) {
      scope.is_damage = [name = ToString(damaged())](const std::string& problem) {
        return problem.find(name) != std::string::npos;
      };
    }
    return verification::Verify(read, run_.experiment().oracle(), scope);
  }

 private:
  VerifiedRun run_;
};

TEST(DamagedPage, IsAllThatIsToldOfASnapshotThatIsRightOtherwise) {
  SnapshotWithADamagedPage snapshot;
  const Verification verification = snapshot.Verify(true);
  EXPECT_NE(verification.damage.find(ToString(snapshot.damaged())), std::string::npos);
  EXPECT_EQ(verification.problem, "");
  EXPECT_FALSE(verification.passed());
  EXPECT_EQ(verification.rows_mismatched, 0U);
  EXPECT_EQ(verification.rows_compared, verification.rows_expected);
}

TEST(DamagedPage, HidesNoDifferenceThatIsFoundBehindIt) {
  SnapshotWithADamagedPage snapshot;
  const PageId wrong = snapshot.Leaf(5);
  const std::string on_wrong = "on page " + ToString(wrong);
  const Verification unknown = snapshot.Verify(false, wrong);
  EXPECT_EQ(unknown.problem.find(on_wrong), std::string::npos) << "the damaged page comes first";
  const Verification known = snapshot.Verify(true, wrong);
  EXPECT_NE(known.damage.find(ToString(snapshot.damaged())), std::string::npos);
  EXPECT_NE(known.problem.find(on_wrong), std::string::npos) << known.problem;
  EXPECT_EQ(known.rows_mismatched, 1U);
}

}  // namespace
}  // namespace snapscope::test::damaged_page_test
