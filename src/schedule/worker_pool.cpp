#include "schedule/worker_pool.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>
#include <vector>

#include "schedule/worker.h"

namespace assay::schedule {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kWatchEvery = std::chrono::milliseconds(200);
constexpr auto kLongestLook = std::chrono::seconds(5);
// Less than this part of the time is no work, on however busy a machine.
constexpr int kLeastShare = 200;
// Answers that wait for an earlier task.  Past this no new task starts; the earliest one is
// always at work, so this only bounds memory.
constexpr size_t kMaxHeldBytes = size_t{512} << 20;
constexpr int kAttempts = 2;
// What the first worker gets done in this time is not worth a second one.
constexpr auto kPatience = std::chrono::milliseconds(16);

struct Task {
  size_t index = 0;
  int attempt = 0;
  Bytes bytes;
};

struct Slot {
  std::optional<Worker> worker;
  std::optional<Task> task;
  // Since the task began, and since it was last seen to get on.
  std::chrono::nanoseconds used_before{}, used_at_look{};
  Clock::duration since_look{};
  bool greeted = false;    // the worker's note has arrived
  std::string killed_why;  // we ended it
};

class Pool {
 public:
  Pool(size_t tasks, const WorkerPool::Next& next, const WorkerPool::Work& work,
       const WorkerPool::Done& done, const std::function<bool()>& interrupted,
       const PoolOptions& options)
      : tasks_(tasks),
        next_(next),
        work_(work),
        done_(done),
        interrupted_(interrupted),
        options_(options),
        answers_(tasks),
        skipped_(tasks),
        slots_(std::max<size_t>(1, std::min<size_t>(options.workers, tasks))) {}

  Result<PoolReport> run() {
    Clock::time_point watched = Clock::now();
    while (delivered_ < tasks_) {
      if (interrupted_ && interrupted_()) {
        report_.interrupted = true;
        slots_.clear();
        TRY(deliver(Deliver::WithGaps));
        break;
      }
      TRY(assign());
      if (delivered_ == tasks_) break;  // nothing of it had to be done
      wait();
      Clock::duration passed = Clock::now() - watched;
      if (passed >= kWatchEvery) {
        // We may have been stopped ourselves, as by Ctrl-Z.
        for (Slot& slot : slots_) watch(slot, std::min<Clock::duration>(passed, kLongestLook));
        watched = Clock::now();
      }
      TRY(deliver(Deliver::InOrder));
    }
    return report_;
  }

 private:
  enum class Deliver { InOrder, WithGaps };

  Result<void> assign() {
    for (Slot& slot : slots_) {
      if (slot.task || (!slot.worker && !may_start_worker())) continue;
      std::optional<Task> task = next_task();
      if (!task) return {};
      if (!slot.worker) {
        slot.worker = TRY(Worker::start(work_, options_));
        slot.greeted = false;
      }
      slot.killed_why.clear();
      slot.used_before = slot.used_at_look = slot.worker->processor_time();
      slot.since_look = {};
      slot.worker->send(task->bytes);
      slot.task = std::move(task);
      has_idle_work_ = static_cast<bool>(options_.idle);
      if (slot.worker->write_some() == Worker::Channel::Closed) lost(slot);
    }
    return {};
  }

  bool may_start_worker() const {
    if (options_.is_long_work || is_patience_over()) return true;
    return std::none_of(slots_.begin(), slots_.end(),
                        [](const Slot& slot) { return slot.worker.has_value(); });
  }

  bool is_patience_over() const {
    return first_greeting_ && Clock::now() - *first_greeting_ >= kPatience;
  }

  // Until a signal, or something that a poll does not tell.
  int timeout() const {
    if (has_idle_work_) return 0;
    bool is_patient = !options_.is_long_work && slots_.size() > 1 && !is_patience_over();
    return static_cast<int>((is_patient && first_greeting_ ? kPatience : kWatchEvery).count());
  }

  std::optional<Task> next_task() {
    if (!again_.empty()) {
      Task task = std::move(again_.front());
      again_.pop_front();
      return task;
    }
    while (started_ < tasks_ && held_bytes_ <= kMaxHeldBytes) {
      if (options_.needs && options_.needs(started_) > delivered_) break;
      size_t index = started_++;
      if (std::optional<Bytes> bytes = next_(index))
        return Task{.index = index, .attempt = 1, .bytes = std::move(*bytes)};
      skipped_[index] = true;
      skip();
    }
    return std::nullopt;
  }

  void skip() {
    while (delivered_ < started_ && skipped_[delivered_]) ++delivered_;
  }

  void wait() {
    std::vector<pollfd> fds;
    std::vector<Slot*> owners;
    for (Slot& slot : slots_) {
      if (!slot.worker) continue;
      short events = POLLIN;
      if (slot.worker->has_output()) events |= POLLOUT;
      fds.push_back({.fd = slot.worker->fd(), .events = events, .revents = 0});
      owners.push_back(&slot);
    }
    // A signal ends the wait early: the caller then asks whether it was an interruption.
    int ready = ::poll(fds.data(), fds.size(), timeout());
    if (ready == 0 && has_idle_work_) has_idle_work_ = options_.idle();
    if (ready <= 0) return;
    for (size_t i = 0; i < fds.size(); ++i)
      if (fds[i].revents != 0) exchange(*owners[i], fds[i].revents);
  }

  void exchange(Slot& slot, short events) {
    bool closed = false;
    if ((events & POLLOUT) != 0) closed = slot.worker->write_some() == Worker::Channel::Closed;
    if ((events & (POLLIN | POLLHUP | POLLERR)) != 0)
      closed |= slot.worker->read_some() == Worker::Channel::Closed;
    Bytes message;
    while (slot.worker->receive(message)) {
      if (!slot.greeted) {
        slot.greeted = true;
        if (!first_greeting_) first_greeting_ = Clock::now();
        if (!message.empty()) ++report_.notes[message];
      } else if (slot.task) {
        held_bytes_ += message.size();
        answers_[slot.task->index] = Result<Bytes>(std::move(message));
        slot.task.reset();
      }
      message = Bytes();
    }
    if (closed) {
      lost(slot);
    } else if (!slot.task && slot.greeted && started_ == tasks_ && again_.empty()) {
      dismiss(slot);
    } else if (!slot.task && slot.worker->resident_bytes() > options_.memory_bytes / 4) {
      dismiss(slot);  // what one large task left behind should not count against the next
    }
  }

  // It has nothing to do, and goes while we store what it answered.
  void dismiss(Slot& slot) {
    slot.worker->dismiss();
    dismissed_.push_back(std::move(*slot.worker));
    slot.worker.reset();
  }

  // The worker is gone, and with it the task it had.
  void lost(Slot& slot) {
    std::string how = slot.worker->end();
    slot.worker.reset();
    if (!slot.task) return;
    Task task = std::move(*slot.task);
    slot.task.reset();
    if (task.attempt < kAttempts) {
      ++task.attempt;
      ++report_.retried;
      again_.push_back(std::move(task));
      return;
    }
    answers_[task.index] = Result<Bytes>(Error{slot.killed_why.empty() ? how : slot.killed_why});
  }

  void watch(Slot& slot, Clock::duration passed) {
    if (!slot.worker || !slot.task) return;
    std::chrono::seconds limit(options_.seconds_per_task);
    std::chrono::nanoseconds used = slot.worker->processor_time();
    slot.since_look += passed;
    if (used - slot.used_at_look >= std::chrono::nanoseconds(limit) / kLeastShare) {
      slot.used_at_look = used;
      slot.since_look = {};
    }
    if (slot.worker->resident_bytes() > options_.memory_bytes) {
      slot.killed_why = "used more than " + human_bytes(options_.memory_bytes) + " of memory";
      lost(slot);
    } else if (used - slot.used_before > limit) {
      slot.killed_why =
          fmt::format("took more than {} s of processor time (not reproducible)", limit.count());
      lost(slot);
    } else if (slot.since_look > limit) {
      slot.killed_why = fmt::format("did nothing for {} s (not reproducible)", limit.count());
      lost(slot);
    }
  }

  Result<void> deliver(Deliver how) {
    for (; delivered_ < started_; ++delivered_) {
      if (skipped_[delivered_]) continue;
      std::optional<Result<Bytes>>& slot = answers_[delivered_];
      if (!slot) {
        if (how == Deliver::InOrder) return {};
        continue;
      }
      Result<Bytes> answer = std::move(*slot);
      slot.reset();
      if (answer.ok()) held_bytes_ -= answer.value().size();
      TRY(done_(delivered_, std::move(answer)));
    }
    return {};
  }

  size_t tasks_;
  const WorkerPool::Next& next_;
  const WorkerPool::Work& work_;
  const WorkerPool::Done& done_;
  const std::function<bool()>& interrupted_;
  const PoolOptions& options_;
  std::vector<std::optional<Result<Bytes>>> answers_;  // finished, not yet handed over
  std::vector<bool> skipped_;
  std::vector<Slot> slots_;
  std::vector<Worker> dismissed_;  // waited for at the end
  std::deque<Task> again_;
  size_t started_ = 0;
  size_t delivered_ = 0;
  size_t held_bytes_ = 0;
  bool has_idle_work_ = false;
  std::optional<Clock::time_point> first_greeting_;
  PoolReport report_;
};

}  // namespace

Result<PoolReport> WorkerPool::run(size_t tasks, const Next& next, const Work& work,
                                   const Done& done, const std::function<bool()>& interrupted,
                                   const PoolOptions& options) {
  return Pool(tasks, next, work, done, interrupted, options).run();
}

}  // namespace assay::schedule
