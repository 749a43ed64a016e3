#include "schedule/worker_pool.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <numeric>
#include <set>
#include <thread>

#include "unit/store/scratch.h"

namespace assay::schedule {
namespace {

using store::must;
using testing::ElementsAre;

struct Outcome {
  std::vector<size_t> order;
  std::vector<std::string> answers;  // or the failure, after "failed: "
  PoolReport report;
};

Outcome run(size_t tasks, const WorkerPool::Work& work, PoolOptions options) {
  Outcome outcome;
  outcome.report = must(WorkerPool::run(
      tasks, [](size_t i) { return std::to_string(i); }, work,
      [&](size_t i, Result<Bytes> answer) -> Result<void> {
        outcome.order.push_back(i);
        outcome.answers.push_back(answer.ok() ? answer.take() : "failed: " + answer.error());
        return {};
      },
      nullptr, options));
  return outcome;
}

void sleep_ms(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

TEST(WorkerPool, StartsTheOtherWorkersWhenTheFirstIsNotDoneSoon) {
  Outcome outcome = run(8,
                        [](std::string_view) {
                          sleep_ms(40);
                          return std::to_string(::getpid());
                        },
                        {.workers = 4});
  std::set<std::string> workers(outcome.answers.begin(), outcome.answers.end());
  EXPECT_GT(workers.size(), 1u);
}

TEST(WorkerPool, HandsAnswersOverInTheOrderOfTasks) {
  Outcome outcome = run(20,
                        [](std::string_view task) {
                          int number = std::atoi(std::string(task).c_str());
                          sleep_ms(number % 4 == 0 ? 40 : 1);
                          return std::to_string(number * number);
                        },
                        {.workers = 4});
  std::vector<size_t> expected(20);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(outcome.order, expected);
  EXPECT_EQ(outcome.answers[7], "49");
  EXPECT_EQ(outcome.report.retried, 0u);
}

TEST(WorkerPool, HasNothingToDoForNoTasks) {
  EXPECT_TRUE(run(0, [](std::string_view) { return Bytes(); }, {.workers = 3}).order.empty());
}

TEST(WorkerPool, TriesATaskAgainWhenItsWorkerDies) {
  // A worker tells the next one by what it wrote into memory that it got from before the fork.
  auto* attempts = static_cast<std::atomic<int>*>(
      ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  Outcome outcome = run(1,
                        [attempts](std::string_view) -> Bytes {
                          if (attempts->fetch_add(1) == 0) ::raise(SIGSEGV);
                          return "second";
                        },
                        {.workers = 1});
  EXPECT_EQ(outcome.report.retried, 1u);
  EXPECT_EQ(attempts->load(), 2);
  EXPECT_THAT(outcome.answers, ElementsAre("second"));
  ::munmap(attempts, 4096);
}

TEST(WorkerPool, LosesOnlyTheTaskThatKillsItsWorker) {
  Outcome outcome = run(6,
                        [](std::string_view task) -> Bytes {
                          if (task == "2") ::raise(SIGSEGV);
                          if (task == "4") ::_exit(7);
                          return Bytes(task);
                        },
                        {.workers = 2});
  EXPECT_THAT(outcome.answers,
              ElementsAre("0", "1", "failed: killed by signal 11 (segmentation fault)", "3",
                          "failed: exited with code 7", "5"));
}

TEST(WorkerPool, StopsATaskThatUsesTooMuchMemory) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer's memory is not ours";
#endif
  Outcome outcome = run(2,
                        [](std::string_view task) -> Bytes {
                          if (task == "1") return "fine";
                          std::vector<std::unique_ptr<std::string>> hoard;
                          while (true) {
                            hoard.push_back(std::make_unique<std::string>(size_t{4} << 20, 'x'));
                            sleep_ms(2);
                          }
                        },
                        {.workers = 1, .memory_bytes = uint64_t{256} << 20});
  EXPECT_THAT(outcome.answers, ElementsAre("failed: used more than 256 MiB of memory", "fine"));
}

TEST(WorkerPool, StopsATaskThatTakesTooLong) {
  Outcome outcome = run(3,
                        [](std::string_view task) -> Bytes {
                          while (task == "0") sleep_ms(100);
                          std::atomic<int> spin = task == "1" ? 1 : 0;
                          while (spin != 0) {
                          }
                          return "fine";
                        },
                        {.workers = 3, .seconds_per_task = 1});
  EXPECT_THAT(
      outcome.answers,
      ElementsAre("failed: did nothing for 1 s (not reproducible)",
                  "failed: took more than 1 s of processor time (not reproducible)", "fine"));
}

TEST(WorkerPool, ATaskThatWaitsForTheProcessorIsNotLate) {
  Outcome outcome = run(1,
                        [](std::string_view) -> Bytes {
                          // A twentieth of the time, as on a busy machine.
                          for (int i = 0; i < 20; ++i) {
                            std::clock_t until = std::clock() + CLOCKS_PER_SEC / 200;
                            while (std::clock() < until) {
                            }
                            sleep_ms(95);
                          }
                          return "fine";
                        },
                        {.workers = 1, .seconds_per_task = 1});
  EXPECT_THAT(outcome.answers, ElementsAre("fine"));
}

TEST(WorkerPool, MovesLargeTasksAndAnswersBothWays) {
  constexpr size_t kLarge = size_t{110} << 20;
  std::vector<size_t> sizes;
  must(WorkerPool::run(
      2, [](size_t i) { return Bytes(kLarge + i, 'q'); },
      [](std::string_view task) { return Bytes(task.size() + 1, 'a'); },
      [&](size_t, Result<Bytes> answer) -> Result<void> {
        sizes.push_back(answer.ok() ? answer.value().size() : 0);
        return {};
      },
      nullptr, {.workers = 2}));
  EXPECT_THAT(sizes, ElementsAre(kLarge + 1, kLarge + 2));
}

TEST(WorkerPool, ATaskWaitsForTheAnswersItNeeds) {
  std::vector<std::string> made;
  std::vector<std::string> answers;
  must(WorkerPool::run(
      3,
      [&](size_t i) {
        made.push_back(i == 2 ? answers.at(0) + answers.at(1) : std::to_string(i));
        return made.back();
      },
      [](std::string_view task) {
        if (task == "0") sleep_ms(40);
        return "<" + std::string(task) + ">";
      },
      [&](size_t, Result<Bytes> answer) -> Result<void> {
        answers.push_back(must(std::move(answer)));
        return {};
      },
      nullptr, {.workers = 2, .needs = [](size_t i) { return i == 2 ? 2 : 0; }}));
  EXPECT_THAT(answers, ElementsAre("<0>", "<1>", "<<0><1>>"));
}

TEST(WorkerPool, ATaskWithNothingToDoGoesToNoWorker) {
  std::vector<size_t> order;
  auto run_some = [&](size_t tasks) {
    order.clear();
    must(WorkerPool::run(
        tasks, [](size_t i) { return i % 2 == 1 ? std::optional<Bytes>("x") : std::nullopt; },
        [](std::string_view task) { return Bytes(task); },
        [&](size_t i, Result<Bytes>) -> Result<void> {
          order.push_back(i);
          return {};
        },
        nullptr, {.workers = 2, .needs = [](size_t i) { return i; }}));
  };
  run_some(5);
  EXPECT_THAT(order, ElementsAre(1, 3));
  run_some(1);
  EXPECT_TRUE(order.empty());
}

TEST(WorkerPool, StopsWhenInterruptedAndHandsOverWhatIsThere) {
  size_t delivered = 0;
  PoolReport report = must(WorkerPool::run(
      1000, [](size_t i) { return std::to_string(i); },
      [](std::string_view task) {
        if (task != "0") sleep_ms(20);
        return Bytes(task);
      },
      [&](size_t, Result<Bytes>) -> Result<void> {
        ++delivered;
        return {};
      },
      [&] { return delivered >= 3; }, {.workers = 2}));
  EXPECT_TRUE(report.interrupted);
  EXPECT_GE(delivered, 3u);
  EXPECT_LT(delivered, 20u);
}

TEST(WorkerPool, StopsWhenAnAnswerCannotBeStored) {
  Result<PoolReport> report = WorkerPool::run(
      5, [](size_t) { return Bytes(); }, [](std::string_view) { return Bytes(); },
      [](size_t, Result<Bytes>) -> Result<void> { return input_error("the disk is full"); },
      nullptr, {.workers = 2});
  EXPECT_EQ(report.error(), "the disk is full");
}

TEST(WorkerPool, IgnoresCtrlCInWorkers) {
  Outcome outcome = run(1,
                        [](std::string_view) {
                          ::raise(SIGINT);
                          return Bytes("still here");
                        },
                        {.workers = 1});
  EXPECT_THAT(outcome.answers, ElementsAre("still here"));
}

}  // namespace
}  // namespace assay::schedule
