#include "schedule/worker.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <utility>

#include "base/populate_heap.h"
#include "schedule/sandbox.h"

namespace assay::schedule {
namespace {

constexpr int kChannel = 3;
constexpr size_t kHeader = 8;
// More than any unit; a length beyond it comes from a worker that lost its mind.
constexpr uint64_t kMaxMessage = uint64_t{16} << 30;

Bytes header_of(size_t size) {
  ByteWriter writer;
  writer.fixed64(size);
  return writer.take();
}

// --- the worker's side; it ends by _exit only, because what it inherited is the coordinator's

bool read_all(char* data, size_t size) {
  while (size > 0) {
    ssize_t got = ::read(kChannel, data, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    data += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

bool write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t put = ::write(kChannel, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(put));
  }
  return true;
}

bool write_message(std::string_view message) {
  return write_all(header_of(message.size())) && write_all(message);
}

void set_limit(int resource, rlim_t value) {
  rlimit limit{};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0) return;
  limit.rlim_cur = std::min(value, limit.rlim_max);
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

// Beyond the coordinator's own, should it be the one that hangs.  It counts from the start of the
// process, which has many tasks.
void limit_processor_time(unsigned seconds) {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  rlim_t used = static_cast<rlim_t>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
  set_limit(RLIMIT_CPU, used + 2 * static_cast<rlim_t>(seconds) + 10);
}

// Most workers live for some milliseconds; a parse takes several megabytes.
constexpr size_t kFirstBytes = size_t{1} << 20;
constexpr size_t kFirstBytesOfLongWork = size_t{4} << 20;

void become_worker(pid_t coordinator, int channel, const PoolOptions& options) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != coordinator) ::_exit(0);  // it died before we asked
  // Ctrl-C reaches the whole process group; it is the coordinator who decides what it means.
  for (int signal : {SIGINT, SIGQUIT, SIGHUP}) ::signal(signal, SIG_IGN);
  for (int signal : {SIGTERM, SIGPIPE, SIGCHLD, SIGABRT, SIGSEGV}) ::signal(signal, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  int null = ::open("/dev/null", O_RDWR);
  if (null >= 0) {
    ::dup2(null, STDIN_FILENO);
    ::dup2(null, STDOUT_FILENO);
  }
  if (channel != kChannel) ::dup2(channel, kChannel);
  // Database, lock, other workers' channels: nothing of it is ours.
  if (::close_range(kChannel + 1, ~0U, 0) != 0)
    for (int fd = kChannel + 1; fd < 4096; ++fd) ::close(fd);
  set_limit(RLIMIT_CORE, 0);
  populate_heap(options.is_long_work ? kFirstBytesOfLongWork : kFirstBytes);
}

[[noreturn]] void serve(const WorkerPool::Work& work, const PoolOptions& options) {
  if (!write_message(enter_sandbox())) ::_exit(0);
  Bytes task;
  while (true) {
    char header[kHeader];
    if (!read_all(header, kHeader)) ::_exit(0);
    uint64_t size = ByteReader(std::string_view(header, kHeader)).fixed64();
    task.resize(size);
    if (!read_all(task.data(), size)) ::_exit(0);
    limit_processor_time(options.seconds_per_task);
    if (!write_message(work(task))) ::_exit(0);
  }
}

// --- the coordinator's side

std::string describe_end(int status) {
  if (WIFEXITED(status)) return fmt::format("exited with code {}", WEXITSTATUS(status));
  int signal = WTERMSIG(status);
  if (signal == SIGXCPU) return "used more processor time than allowed (not reproducible)";
  std::string name = ::strsignal(signal);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return fmt::format("killed by signal {} ({})", signal, name);
}

}  // namespace

Result<Worker> Worker::start(const WorkerPool::Work& work, const PoolOptions& options) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return input_error("cannot start a worker: {}", std::strerror(errno));
  // Units are megabytes: fewer turns of the two processes per unit.
  for (int end : ends) {
    int wanted = 1 << 20;
    ::setsockopt(end, SOL_SOCKET, SO_SNDBUF, &wanted, sizeof wanted);
  }
  // What is buffered would be written twice.
  std::fflush(nullptr);
  prepare_sandbox();
  pid_t coordinator = ::getpid();
  pid_t pid = ::fork();
  if (pid < 0) {
    int error = errno;
    ::close(ends[0]);
    ::close(ends[1]);
    return input_error("cannot start a worker: {}", std::strerror(error));
  }
  if (pid == 0) {
    become_worker(coordinator, ends[1], options);
    serve(work, options);
  }
  ::close(ends[1]);
  ::fcntl(ends[0], F_SETFL, ::fcntl(ends[0], F_GETFL) | O_NONBLOCK);
  return Worker(pid, ends[0]);
}

Worker::Worker(Worker&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      fd_(std::exchange(other.fd_, -1)),
      output_(std::move(other.output_)),
      sent_(other.sent_),
      input_(std::move(other.input_)) {}

Worker& Worker::operator=(Worker&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(fd_, other.fd_);
  std::swap(output_, other.output_);
  std::swap(sent_, other.sent_);
  std::swap(input_, other.input_);
  return *this;
}

Worker::~Worker() { end(); }

void Worker::send(std::string_view message) {
  output_ = header_of(message.size());
  output_.append(message);
  sent_ = 0;
}

Worker::Channel Worker::write_some() {
  while (has_output()) {
    ssize_t put = ::send(fd_, output_.data() + sent_, output_.size() - sent_, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno == EAGAIN ? Channel::Open : Channel::Closed;
    sent_ += static_cast<size_t>(put);
  }
  output_ = Bytes();
  sent_ = 0;
  return Channel::Open;
}

Worker::Channel Worker::read_some() {
  char buffer[1 << 17];
  while (true) {
    ssize_t got = ::recv(fd_, buffer, sizeof buffer, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN ? Channel::Open : Channel::Closed;
    if (got == 0) return Channel::Closed;
    input_.append(buffer, static_cast<size_t>(got));
    if (input_.size() < kHeader) continue;
    uint64_t size = ByteReader(input_).fixed64();
    if (size > kMaxMessage) return Channel::Closed;
    if (size > input_.capacity()) input_.reserve(kHeader + size);
  }
}

bool Worker::receive(Bytes& message) {
  if (input_.size() < kHeader) return false;
  uint64_t size = ByteReader(input_).fixed64();
  if (input_.size() - kHeader < size) return false;
  Bytes rest = input_.substr(kHeader + size);
  message = std::move(input_);
  message.resize(kHeader + size);
  message.erase(0, kHeader);
  input_ = std::move(rest);
  return true;
}

uint64_t Worker::resident_bytes() const {
  std::string path = fmt::format("/proc/{}/statm", pid_);
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  char text[128] = {};
  ssize_t size = ::read(fd, text, sizeof text - 1);
  ::close(fd);
  unsigned long long total = 0, resident = 0;
  if (size <= 0 || std::sscanf(text, "%llu %llu", &total, &resident) != 2) return 0;
  static const long page = ::sysconf(_SC_PAGESIZE);
  return resident * static_cast<uint64_t>(page);
}

std::chrono::nanoseconds Worker::processor_time() const {
  clockid_t clock{};
  timespec used{};
  if (pid_ < 0 || ::clock_getcpuclockid(pid_, &clock) != 0 || ::clock_gettime(clock, &used) != 0)
    return {};
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

void Worker::dismiss() {
  if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  // One that is dying already keeps the end it has.
  if (pid_ >= 0) ::kill(pid_, SIGKILL);
}

std::string Worker::end() {
  dismiss();
  if (pid_ < 0) return "";
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return describe_end(status);
}

std::string human_bytes(uint64_t bytes) {
  double value = static_cast<double>(bytes);
  const char* unit = "bytes";
  for (const char* next : {"KiB", "MiB", "GiB"}) {
    if (value < 1024) break;
    value /= 1024;
    unit = next;
  }
  return fmt::format("{:.4g} {}", value, unit);
}

}  // namespace assay::schedule
