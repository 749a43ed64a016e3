// One worker process and the channel to it.
//
// Messages both ways are a length of eight bytes and that many bytes.  The worker's first message
// is a note: empty, or what it has to run without.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>

#include "base/bytes.h"
#include "base/result.h"
#include "schedule/worker_pool.h"

namespace assay::schedule {

/// The coordinator's end.  Its destructor kills the process and waits for it.
class Worker {
 public:
  static Result<Worker> start(const WorkerPool::Work& work, const PoolOptions& options);
  Worker(Worker&& other) noexcept;
  Worker& operator=(Worker&& other) noexcept;
  ~Worker();

  int fd() const { return fd_; }
  bool has_output() const { return sent_ < output_.size(); }
  /// Queues a task's message.
  void send(std::string_view message);

  enum class Channel { Open, Closed };
  /// Moves as many bytes as go without waiting.
  Channel write_some();
  Channel read_some();
  /// Takes the next complete message off the input.
  bool receive(Bytes& message);

  /// 0 if the process cannot be asked any more.
  uint64_t resident_bytes() const;
  /// That it has used since its start; 0 likewise.
  std::chrono::nanoseconds processor_time() const;
  /// Kills the process without waiting: to give back its memory takes a while.
  void dismiss();
  /// Kills the process if it still runs, waits for it and says how it ended.
  std::string end();

 private:
  Worker(pid_t pid, int fd) : pid_(pid), fd_(fd) {}

  pid_t pid_ = -1;
  int fd_ = -1;
  Bytes output_;
  size_t sent_ = 0;
  Bytes input_;
};

/// "8.0 GiB".
std::string human_bytes(uint64_t bytes);

}  // namespace assay::schedule
