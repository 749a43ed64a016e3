// All ways of some length to a call of `target` in each function of a file.
#include "engines/machines/refute.h"

#include <gtest/gtest.h>

#include <map>

#include "unit/machines/rule_case.h"

namespace assay::machines {
namespace {

using callgraph::FunctionId;

class Ways {
 public:
  Ways(ProgramView& view, FunctionId root) : view_(view), root_(root), writes_(view) {}

  /// Of the ways to a call of `target`, how many are refuted, and how many not.
  struct Count {
    size_t refuted = 0, open = 0, shown = 0;
  };
  Count count() {
    std::vector<Way> todo{Way{}};
    todo.back().frames.push_back(frame_of(root_));
    Count result;
    for (size_t ways = 0; !todo.empty() && ways < 3000; ++ways) {
      Way way = std::move(todo.back());
      todo.pop_back();
      advance(way, todo, result);
    }
    return result;
  }

 private:
  struct Frame {
    std::shared_ptr<const LoadedFunction> loaded;
    FunctionId id;
    ir::BlockId block{0u};
    uint32_t point = 0;
    std::map<std::pair<uint32_t, uint32_t>, int> taken;
  };
  struct Way {
    std::vector<Frame> frames;
    std::vector<PathEvent> events;
  };
  Frame frame_of(FunctionId id) { return {view_.load(id), id, ir::BlockId(0u), 0, {}}; }

  FunctionId callee(const Frame& frame, ir::NodeId point) {
    for (const callgraph::CallSite& site : view_.graph().functions[frame.id.index()].calls)
      if (site.point == point && site.targets.size() == 1) return site.targets[0];
    return {};
  }

  void advance(Way& way, std::vector<Way>& todo, Count& result) {
    Frame& frame = way.frames.back();
    const ir::Body& body = frame.loaded->function.body;
    std::span<const ir::NodeId> points = body.points_of(frame.block);
    while (frame.point < points.size()) {
      ir::NodeId point = points[frame.point++];
      if (body[point].op != ir::Op::Call) continue;
      FunctionId called = callee(frame, point);
      if (!called.valid()) continue;
      if (view_.graph().functions[called.index()].name == "target") {
        way.events.push_back({PathEvent::Kind::Stop, frame.id, frame.block, 0, point});
        Tri answer = refuter_.possible({root_, way.events});
        expect_no_trace_of_others(way.events, answer);
        ++(answer == Tri::No ? result.refuted : result.open);
        if (answer == Tri::Yes) ++result.shown;
        return;
      }
      if (view_.graph().functions[called.index()].name == "begin")
        way.events.push_back({PathEvent::Kind::Begin, frame.id, {}, 0, {}});
      if (view_.graph().functions[called.index()].unit < 0) continue;
      way.events.push_back({PathEvent::Kind::Enter, called, {}, 0, point});
      way.frames.push_back(frame_of(called));
      todo.push_back(std::move(way));
      return;
    }
    if (body.blocks[frame.block.index()].terminator == ir::Terminator::Return) {
      way.events.push_back({PathEvent::Kind::Leave, frame.id, {}, 0, {}});
      way.frames.pop_back();
      if (!way.frames.empty()) todo.push_back(std::move(way));
      return;
    }
    std::span<const ir::Edge> edges = body.edges_of(frame.block);
    for (uint32_t i = 0; i < edges.size(); ++i) {
      Way next = way;
      Frame& there = next.frames.back();
      // Once around a loop: what its rounds define is unknown.
      if (++there.taken[{frame.block.index(), i}] > 1) continue;
      next.events.push_back({PathEvent::Kind::Edge, there.id, there.block, i, {}});
      there.block = edges[i].target;
      there.point = 0;
      todo.push_back(std::move(next));
    }
  }

  /// What the refuter keeps makes it faster, and nothing else.
  void expect_no_trace_of_others(std::span<const PathEvent> events, Tri answer) {
    uint64_t points = refuter_.points();
    EXPECT_EQ(refuter_.possible({root_, events}), answer);
    EXPECT_EQ(refuter_.points(), points);
    EXPECT_EQ(Refuter(view_, {.writes = &writes_}).possible({root_, events}), answer);
  }

  ProgramView& view_;
  FunctionId root_;
  Writes writes_;
  Refuter refuter_{view_, {.writes = &writes_}};
};

TEST(Refute, WhatNoRunTakesAndNothingElse) {
  std::filesystem::path source = std::filesystem::path(ASSAY_TESTS_DIR) / "machines_refute/paths.c";
  test::SmallProgram program({source});
  size_t tried = 0;
  for (size_t i = 0; i < program.graph().functions.size(); ++i) {
    const std::string& name = program.graph().functions[i].name;
    bool is_possible = name.ends_with("_possible");
    if (!is_possible && !name.ends_with("_impossible")) continue;
    ++tried;
    Ways::Count count = Ways(program, FunctionId(i)).count();
    SCOPED_TRACE(name);
    if (is_possible) {
      EXPECT_GT(count.open, 0u);
    } else {
      EXPECT_GT(count.refuted, 0u);
      EXPECT_EQ(count.open, 0u);
    }
  }
  EXPECT_GT(tried, 40u);
}

}  // namespace
}  // namespace assay::machines
