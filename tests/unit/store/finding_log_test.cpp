// Runs and findings: what is written, what continues what, and what a kill leaves.
#include "store/finding_log.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "unit/store/scratch.h"

namespace assay::store {
namespace {

using findings::IdentifiedFinding;
using findings::State;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;

IdentifiedFinding made(int number) {
  findings::Finding finding;
  finding.kind = number % 2 == 0 ? "null-deref" : "leak";
  finding.message = "number " + std::to_string(number);
  finding.where = {"/p/a.c", static_cast<uint32_t>(number + 1), 3, 5, 8};
  finding.function = finding.function_symbol = "f" + std::to_string(number);
  finding.variables = {"p", "q"};
  finding.engine = "machines";
  finding.rank.distance = 7;
  finding.rank.group = "free";
  findings::Step step;
  step.where = finding.where;
  step.message = "here";
  step.depth = 1;
  finding.trace = {step, step};
  IdentifiedFinding identified = findings::identify({finding})[0];
  identified.evidence.push_back({"simulator", "so do I", finding.where, finding.trace});
  identified.others = 3;
  return identified;
}

/// Records a run with these findings, as the command line does.
RunId record(FindingLog& log, const std::vector<IdentifiedFinding>& found) {
  std::vector<LoggedFinding> known = must(log.known());
  std::vector<RunFinding> rows;
  uint32_t place = 0;
  for (const IdentifiedFinding& each : found) {
    RunFinding row{.finding = &each, .level = findings::Level::Error, .cwe = 476};
    row.place = ++place;
    row.context = 17;
    for (const LoggedFinding& old : known)
      if (old.likeness.fingerprint == each.identity) row.continues = old.id;
    rows.push_back(row);
  }
  RunRecord run;
  run.version = "1";
  run.options = "check .";
  run.revision = "abc";
  run.engines = "machines,simulator";
  run.phases = {{"capture", 12}, {"rules", 34}};
  run.stops = {{"/p/a.c", "f: too many paths"}};
  run.findings = found.size();
  return must(log.put_run(run, rows));
}

std::vector<std::string> listed(FindingLog& log, FindingLog::Which which) {
  std::vector<std::string> messages;
  must(log.list(which, [&](const FindingRow& row) {
    messages.emplace_back(row.message);
    return true;
  }));
  return messages;
}

TEST(FindingLog, ARunIsReadAsItWasWritten) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  FindingLog log(store);
  EXPECT_EQ(must(log.last_run()), 0);
  EXPECT_EQ(record(log, {made(1), made(0)}), 1);
  EXPECT_THAT(listed(log, FindingLog::Which::Present), ElementsAre("number 1", "number 0"));
  RunRecord run = must(log.runs(1)).at(0);
  EXPECT_EQ(run.options, "check .");
  EXPECT_EQ(run.findings, 2u);
  EXPECT_EQ(must(log.phases(1)).at(1).milliseconds, 34u);
  EXPECT_EQ(must(log.stops(1)).at(0).why, "f: too many paths");

  std::vector<FindingId> ids = must(log.find(made(1).identity.hex().substr(0, 8)));
  ASSERT_EQ(ids.size(), 1u);
  StoredFinding stored = must(log.load(ids[0]));
  EXPECT_EQ(stored.finding.finding.message, "number 1");
  EXPECT_EQ(stored.finding.finding.where, made(1).finding.where);
  EXPECT_EQ(stored.finding.finding.variables, made(1).finding.variables);
  EXPECT_EQ(stored.finding.finding.rank.group, "free");
  ASSERT_EQ(stored.finding.finding.trace.size(), 2u);
  EXPECT_EQ(stored.finding.finding.trace[1].message, "here");
  ASSERT_EQ(stored.finding.evidence.size(), 1u);
  EXPECT_EQ(stored.finding.evidence[0].message, "so do I");
  EXPECT_THAT(stored.engines, ElementsAre("machines", "simulator"));
  EXPECT_TRUE(must(log.find("no digits")).empty());
}

TEST(FindingLog, AFindingHasOneLife) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  FindingLog log(store);
  record(log, {made(0), made(1)});
  record(log, {made(0)});
  EXPECT_THAT(listed(log, FindingLog::Which::Present), ElementsAre("number 0"));
  EXPECT_EQ(listed(log, FindingLog::Which::All).size(), 2u);
  record(log, {made(0), made(1)});
  FindingId back = must(log.find(made(1).identity.hex())).at(0);
  StoredFinding stored = must(log.load(back));
  EXPECT_EQ(stored.first_run, 1);
  EXPECT_EQ(stored.last_run, 3);
  EXPECT_EQ(stored.reopened_run, 3);
}

TEST(FindingLog, MarksStayAndTheLatestCounts) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = open_for_writing(path);
    FindingLog log(store);
    record(log, {made(0)});
    FindingId id = must(log.find(made(0).identity.hex())).at(0);
    must(log.mark(id, {State::Confirmed, 100, "yes"}));
    must(log.mark(id, {State::FalsePositive, 200, "no: init sets it"}));
    must(store.commit());
    record(log, {made(0)});
  }
  Store store = must(Store::open(path, Store::Mode::Read));
  FindingLog log(store);
  StoredFinding stored = must(log.load(must(log.find(made(0).identity.hex())).at(0)));
  EXPECT_EQ(stored.finding.status.state, State::FalsePositive);
  ASSERT_EQ(stored.marks.size(), 2u);
  EXPECT_EQ(stored.marks[1].note, "no: init sets it");
  LoggedFinding known = must(log.known()).at(0);
  EXPECT_EQ(known.marked, 200);
  EXPECT_EQ(known.note, "no: init sets it");
}

TEST(FindingLog, AFreshNameIsFoundWhereTheOldOneIsTaken) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  FindingLog log(store);
  IdentifiedFinding first = made(0);
  RunFinding row{.finding = &first};
  must(log.put_run({}, {row}));
  must(log.put_run({}, {row, row}));
  EXPECT_EQ(must(log.known()).size(), 3u);
}

TEST(FindingLog, AnUnseenFindingWaitsForItsRun) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  FindingLog log(store);
  findings::KnownFinding known;
  known.likeness.identity = made(0).identity;
  known.likeness.kind = "null-deref";
  FindingId id = must(log.put_unseen(known));
  must(log.mark(id, {State::Intentional, 5, "by design"}));
  must(store.commit());
  EXPECT_TRUE(listed(log, FindingLog::Which::All).empty());
  record(log, {made(0)});
  StoredFinding stored = must(log.load(id));
  EXPECT_EQ(stored.first_run, 1);
  EXPECT_EQ(stored.reopened_run, 0);
  EXPECT_EQ(stored.finding.status.state, State::Intentional);
  EXPECT_EQ(stored.finding.finding.message, "number 0");
}

// A child records runs of 200 findings and marks one after each, telling us what it has finished.
[[noreturn]] void record_forever(const std::string& path, int told) {
  Store store = open_for_writing(path);
  FindingLog log(store);
  std::vector<IdentifiedFinding> found;
  for (int i = 0; i < 200; ++i) found.push_back(made(i));
  while (true) {
    RunId run = record(log, found);
    must(log.mark(must(log.find(found[0].identity.hex())).at(0),
                  {State::Confirmed, run, "run " + std::to_string(run)}));
    must(store.commit());
    (void)!::write(told, &run, sizeof run);
  }
}

TEST(FindingLog, AKillLeavesTheLastCompleteRunAndAllMarks) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  uint64_t random = 12345, patience = 30000;  // in microseconds
  RunId finished = 0;
  for (int kill_number = 0; kill_number < 50; ++kill_number) {
    int told[2];
    ASSERT_EQ(::pipe(told), 0);
    pid_t child = ::fork();
    if (child == 0) record_forever(path, told[1]);
    ::close(told[1]);
    random = random * 6364136223846793005u + 1442695040888963407u;
    ::usleep(static_cast<useconds_t>(1000 + (random >> 33) % patience));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (RunId run = 0; ::read(told[0], &run, sizeof run) == sizeof run;) finished = run;
    ::close(told[0]);
    if (finished == 0) {
      // A slow machine, or a build with sanitizers.
      patience = std::min<uint64_t>(patience * 2, 1000000);
      continue;
    }
    Store store = open_for_writing(path);
    FindingLog log(store);
    RunId last = must(log.last_run());
    EXPECT_GE(last, finished);
    EXPECT_EQ(listed(log, FindingLog::Which::Present).size(), 200u);
    EXPECT_EQ(must(log.runs(0)).size(), static_cast<size_t>(last));
    StoredFinding marked = must(log.load(must(log.find(made(0).identity.hex())).at(0)));
    EXPECT_THAT(marked.marks, Contains(Field(&Mark::note, "run " + std::to_string(finished))));
  }
  EXPECT_GT(finished, 0);
}

}  // namespace
}  // namespace assay::store
