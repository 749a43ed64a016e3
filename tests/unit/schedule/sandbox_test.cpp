// What a worker can and cannot do.  Each attempt runs in a worker and answers with errno.
#include "schedule/sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <thread>

#include "schedule/worker_pool.h"
#include "unit/store/scratch.h"

namespace assay::schedule {
namespace {

using store::must;
using store::Scratch;

struct Attempted {
  std::string answer;
  bool confined = true;
};

Attempted attempt(const std::function<std::string()>& action) {
  Attempted result;
  PoolReport report = must(WorkerPool::run(
      1, [](size_t) { return Bytes(); }, [&](std::string_view) { return action(); },
      [&](size_t, Result<Bytes> answer) -> Result<void> {
        result.answer = answer.ok() ? answer.take() : answer.error();
        return {};
      },
      nullptr, {.workers = 1}));
  result.confined = report.notes.empty();
  return result;
}

std::string outcome_of(long result) {
  if (result >= 0) return "done";
  return errno == EPERM ? "denied" : "error " + std::to_string(errno);
}

#define EXPECT_DENIED(expression)                                      \
  do {                                                                 \
    Attempted tried = attempt([&] { return outcome_of(expression); }); \
    if (!tried.confined) GTEST_SKIP() << "no sandbox here";            \
    EXPECT_EQ(tried.answer, "denied") << #expression;                  \
  } while (false)

TEST(Sandbox, DeniesWriting) {
  Scratch scratch;
  std::string old = scratch.write("old", "text");
  std::string fresh = scratch / "new";
  EXPECT_DENIED(::open(fresh.c_str(), O_WRONLY | O_CREAT, 0644));
  EXPECT_DENIED(::open(fresh.c_str(), O_RDONLY | O_CREAT, 0644));
  EXPECT_DENIED(::open(old.c_str(), O_RDWR));
  EXPECT_DENIED(::open(old.c_str(), O_RDONLY | O_TRUNC));
  EXPECT_DENIED(::open(old.c_str(), O_WRONLY | O_APPEND));
  EXPECT_DENIED(::truncate(old.c_str(), 0));
  EXPECT_DENIED(::unlink(old.c_str()));
  EXPECT_DENIED(::rename(old.c_str(), fresh.c_str()));
  EXPECT_DENIED(::mkdir(fresh.c_str(), 0755));
  EXPECT_DENIED(::chmod(old.c_str(), 0777));
  EXPECT_DENIED(::chown(old.c_str(), 0, 0));
  EXPECT_DENIED(::symlink(old.c_str(), fresh.c_str()));
  EXPECT_FALSE(std::filesystem::exists(fresh));
  EXPECT_EQ(std::filesystem::file_size(old), 4u);
}

TEST(Sandbox, DeniesTheNetworkAndOtherProcesses) {
  EXPECT_DENIED(::socket(AF_INET, SOCK_STREAM, 0));
  EXPECT_DENIED(::socket(AF_UNIX, SOCK_STREAM, 0));
  EXPECT_DENIED(::execl("/bin/true", "true", nullptr));
  EXPECT_DENIED(::fork());
  EXPECT_DENIED(::vfork());
  EXPECT_DENIED(::kill(::getppid(), SIGTERM));
}

TEST(Sandbox, AllowsReadingAndThreads) {
  Scratch scratch;
  std::string file = scratch.write("f", "hello");
  Attempted read = attempt([&] {
    char text[8] = {};
    int fd = ::open(file.c_str(), O_RDONLY);
    long size = ::read(fd, text, sizeof text);
    return std::string(text, size < 0 ? 0 : size);
  });
  EXPECT_EQ(read.answer, "hello");
  Attempted thread = attempt([] {
    std::string answer;
    std::thread([&] { answer = "from a thread"; }).join();
    return answer;
  });
  EXPECT_EQ(thread.answer, "from a thread");
}

TEST(Sandbox, LetsAFailedCheckEndTheWorker) {
  Attempted check = attempt([]() -> std::string {
    std::fclose(stderr);  // the sentence would only confuse readers of the test's output
    ::abort();
  });
  EXPECT_EQ(check.answer, "killed by signal 6 (aborted)");
}

}  // namespace
}  // namespace assay::schedule
