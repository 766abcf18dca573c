// Known defects of the TPC-C-style load: its conditions tell of one in a writer, the oracle of one
// in a reader.
#include <gtest/gtest.h>

#include "test/known_defects/switched_on.h"
#include "test/support/scenarios.h"
#include "test/tpcc/transactions_fixture.h"

namespace snapscope::known_defects::load_test {
namespace {

using test::Json;

struct Defect {
  std::string mutation;
  int condition;
};

class LoadDefect : public testing::TestWithParam<Defect> {};

TEST_P(LoadDefect, BreaksItsCondition) {
  const SwitchedOn defect(GetParam().mutation);
  const Json summary = test::RunToSummary(test::TpccLoad({test::At(6, test::Create("one"))}));
  EXPECT_EQ(summary["run"]["status"], "failed");
  for (const Json& consistency :
       {summary["consistency"], summary["snapshots"][0]["verification"]["consistency"]}) {
    for (const Json& condition : consistency["conditions"]) {
      EXPECT_EQ(condition["holds"], condition["condition"] != GetParam().condition)
          << condition.dump();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EachWriter, LoadDefect,
                         testing::Values(Defect{"orderLineLeftOut", 4},
                                         Defect{"paymentHalfBooked", 1},
                                         Defect{"deliveryOutOfOrder", 3}),
                         [](const testing::TestParamInfo<Defect>& info) {
                           return info.param.mutation;
                         });

class ReaderDefect : public tpcc::TransactionsFixture {};

TEST_F(ReaderDefect, AReaderOfTheFirstOrderIsNoticed) {
  const SwitchedOn defect("firstOrderForLast");
  Play(2000, 100);
  EXPECT_GT(wrong_, 0);
}

TEST_F(ReaderDefect, AReaderThatCountsItemsTwiceIsNoticed) {
  const SwitchedOn defect("itemsCountedTwice");
  Play(2000, 100);
  EXPECT_GT(wrong_, 0);
}

}  // namespace
}  // namespace snapscope::known_defects::load_test
