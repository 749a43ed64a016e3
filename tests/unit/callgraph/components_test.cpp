#include "callgraph/components.h"

#include <gmock/gmock.h>

namespace assay::callgraph {
namespace {

using testing::ElementsAre;

TEST(Components, CalleesComeBeforeCallers) {
  Successors successors{{1, 2}, {2}, {}};
  EXPECT_THAT(strong_components(successors),
              ElementsAre(ElementsAre(2), ElementsAre(1), ElementsAre(0)));
}

TEST(Components, CycleIsOneComponentWithSortedMembers) {
  Successors successors{{2}, {0}, {1, 3}, {}};
  EXPECT_THAT(strong_components(successors), ElementsAre(ElementsAre(3), ElementsAre(0, 1, 2)));
}

TEST(Components, ChainOfAMillionCallsNeedsNoStack) {
  constexpr uint32_t kLength = 1'000'000;
  Successors successors(kLength);
  for (uint32_t i = 0; i + 1 < kLength; ++i) successors[i] = {i + 1};
  std::vector<std::vector<uint32_t>> components = strong_components(successors);
  EXPECT_EQ(components.size(), kLength);
  EXPECT_THAT(find_roots(successors, components), ElementsAre(0));
}

TEST(Roots, CycleThatNobodyEntersHasOneRepresentative) {
  Successors successors{{1}, {0}, {3}, {2}, {2}};
  EXPECT_THAT(find_roots(successors, strong_components(successors)), ElementsAre(0, 4));
}

TEST(Roots, SelfRecursionIsStillARoot) {
  Successors successors{{0}};
  EXPECT_THAT(find_roots(successors, strong_components(successors)), ElementsAre(0));
}

}  // namespace
}  // namespace assay::callgraph
