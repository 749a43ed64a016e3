#include <gmock/gmock.h>

#include "unit/schedule/analysed.h"

namespace assay::schedule {
namespace {

using store::hash_of;
using store::made_unit;
using store::must;
using store::Scratch;
using store::Store;

TEST(Analysis, CostsADamagedFunctionAndGoesOn) {
  Scratch scratch;
  Store store = store::open_for_writing(scratch / "a.db");
  must(store.put_unit(0, hash_of("k0"), made_unit("/a.c", "f", "no body at all")));
  must(store.put_failed_unit(1, hash_of("k1"), "/b.c", "killed by signal 9 (killed)"));
  must(store.commit());
  AnalysisReport report = analysed(store, scratch / ".", 2);
  EXPECT_EQ(report.functions, 0u);
  ASSERT_EQ(report.failed.size(), 1u);
  EXPECT_EQ(report.failed[0].function, "f");
  EXPECT_EQ(report.failed[0].file, "/a.c");
  EXPECT_FALSE(report.failed[0].why.empty());
}

TEST(Analysis, HasNothingToSayAboutAnEmptyProgram) {
  Scratch scratch;
  Store store = store::open_for_writing(scratch / "a.db");
  AnalysisReport report = analysed(store, scratch / ".", 2);
  EXPECT_EQ(report.functions, 0u);
  EXPECT_TRUE(report.findings.empty());
}

TEST(Analysis, SendsOutcomesAsTheyAre) {
  findings::Finding finding;
  finding.kind = "stack-escape";
  finding.message = "address of 'x' is returned";
  finding.where = {.file = "/a.c", .line = 1, .column = 2, .end_line = 3, .end_column = 4};
  finding.function = "n::f";
  finding.function_symbol = "_ZN1n1fEv";
  finding.variables = {"x"};
  finding.trace = {{.where = finding.where, .message = "here", .depth = -1}};
  finding.engine = "escape";
  std::vector<FunctionOutcome> sent = {{.findings = {finding}},
                                       {.findings = {}, .out_of_budget = true},
                                       {.findings = {}, .failure = "damaged"}};
  Bytes bytes = encode_outcomes(sent);
  std::vector<FunctionOutcome> got = must(decode_outcomes(bytes));
  ASSERT_EQ(got.size(), 3u);
  EXPECT_EQ(encode_outcomes(got), bytes);
  EXPECT_EQ(got[0].findings[0].where, finding.where);
  EXPECT_TRUE(got[1].out_of_budget);
  EXPECT_EQ(got[2].failure, "damaged");
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(decode_outcomes(std::string_view(bytes).substr(0, size)).ok());
}

}  // namespace
}  // namespace assay::schedule
