#include "schedule/sandbox.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace assay::schedule {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif
#else
constexpr bool kSanitized = false;
#endif

// By name, because not every architecture has every call: what is unknown there is skipped.
constexpr const char* kAllowed[] = {
    // Reading files that were opened for reading, and asking about them.
    "read",
    "pread64",
    "readv",
    "preadv",
    "lseek",
    "_llseek",
    "close",
    "stat",
    "lstat",
    "fstat",
    "stat64",
    "lstat64",
    "fstat64",
    "newfstatat",
    "fstatat64",
    "statx",
    "statfs",
    "fstatfs",
    "statfs64",
    "fstatfs64",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "getcwd",
    "chdir",
    "fchdir",
    "getdents",
    "getdents64",
    "fadvise64",
    "fadvise64_64",
    "readahead",
    "dup",
    // Writing to what is open already: the channel and stderr.
    "write",
    "writev",
    // Memory.
    "mmap",
    "mmap2",
    "munmap",
    "mremap",
    "mprotect",
    "madvise",
    "brk",
    "mincore",
    // Threads and signals of this process.
    "futex",
    "futex_time64",
    "set_robust_list",
    "set_tid_address",
    "rseq",
    "gettid",
    "getpid",
    "getppid",
    "exit",
    "exit_group",
    "sched_yield",
    "sched_getaffinity",
    "membarrier",
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "sigreturn",
    "sigaltstack",
    "rt_sigpending",
    "restart_syscall",
    "arch_prctl",
    "getcpu",
    // Time, identity, numbers about the machine.
    "clock_gettime",
    "clock_gettime64",
    "clock_getres",
    "clock_nanosleep",
    "clock_nanosleep_time64",
    "nanosleep",
    "gettimeofday",
    "time",
    "getrusage",
    "times",
    "uname",
    "sysinfo",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getrandom",
    "getrlimit",
    "ugetrlimit",
    "poll",
    "ppoll",
    "select",
    "pselect6",
};

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ERRNO(EPERM))) {
    if (context_ == nullptr) error_ = ENOMEM;
  }
  Filter(const Filter&) = delete;
  ~Filter() {
    if (context_ != nullptr) seccomp_release(context_);
  }

  void rule(uint32_t action, const char* name, std::initializer_list<scmp_arg_cmp> args = {}) {
    int call = seccomp_syscall_resolve_name(name);
    if (call < 0 || error_ != 0) return;  // below zero: not on this architecture
    int code = seccomp_rule_add_array(context_, action, call, static_cast<unsigned>(args.size()),
                                      args.begin());
    if (code != 0) error_ = -code;
  }
  void allow(const char* name, std::initializer_list<scmp_arg_cmp> args = {}) {
    rule(SCMP_ACT_ALLOW, name, args);
  }

  /// As the kernel takes it; empty, and errno says why, if it cannot be had.
  std::vector<sock_filter> program() {
    errno = error_;
    if (error_ != 0) return {};
    // A tree instead of a list: Clang asks about thousands of files.
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    int fd = ::memfd_create("assay filter", MFD_CLOEXEC);
    if (fd < 0) return {};
    std::vector<sock_filter> result;
    if (int code = seccomp_export_bpf(context_, fd); code != 0) {
      errno = -code;
    } else {
      result.resize(static_cast<size_t>(::lseek(fd, 0, SEEK_END)) / sizeof(sock_filter));
      size_t size = result.size() * sizeof(sock_filter);
      if (::pread(fd, result.data(), size, 0) != static_cast<ssize_t>(size)) result.clear();
    }
    ::close(fd);
    return result;
  }

 private:
  scmp_filter_ctx context_;
  int error_ = 0;
};

void allow_by_arguments(Filter& filter) {
  constexpr uint64_t kWriting = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  filter.allow("open", {SCMP_A1(SCMP_CMP_MASKED_EQ, kWriting, 0)});
  filter.allow("openat", {SCMP_A2(SCMP_CMP_MASKED_EQ, kWriting, 0)});
  // Threads, never processes.  clone3 hides its flags from us; told that it does not exist, the C
  // library uses clone.
  filter.allow("clone", {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)});
  filter.rule(SCMP_ACT_ERRNO(ENOSYS), "clone3");
  for (uint64_t command : {F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC}) {
    filter.allow("fcntl", {SCMP_A1(SCMP_CMP_EQ, command)});
    filter.allow("fcntl64", {SCMP_A1(SCMP_CMP_EQ, command)});
  }
  filter.allow("ioctl", {SCMP_A1(SCMP_CMP_EQ, TCGETS)});  // isatty
  filter.allow("prctl", {SCMP_A0(SCMP_CMP_EQ, PR_SET_NAME)});
  filter.allow("prctl", {SCMP_A0(SCMP_CMP_EQ, PR_GET_NAME)});
  filter.allow("prlimit64", {SCMP_A0(SCMP_CMP_EQ, 0)});
  filter.allow("setrlimit");
}

// In the place of a worker's own number, and larger than any.
constexpr uint32_t kThisProcess = 0x7fffa55a;

struct Program {
  std::vector<sock_filter> code;
  int error = 0;
};

Program make_program() {
  Filter filter;
  for (const char* name : kAllowed) filter.allow(name);
  allow_by_arguments(filter);
  // abort() signals its own process.
  filter.allow("tgkill", {SCMP_A0(SCMP_CMP_EQ, kThisProcess)});
  Program program{.code = filter.program()};
  if (program.code.empty()) program.error = errno;
  return program;
}

// Made once: what a process has before it forks, the child has too.
const Program& common_program() {
  static const Program program = make_program();
  return program;
}

int install(std::vector<sock_filter> code) {
  for (sock_filter& each : code)
    if (BPF_CLASS(each.code) == BPF_JMP && each.k == kThisProcess)
      each.k = static_cast<uint32_t>(::getpid());
  sock_fprog program{.len = static_cast<unsigned short>(code.size()), .filter = code.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  // No slower processor for a confined process, which older kernels thought it wanted; those that
  // are older still do not know the flag.
  for (unsigned long flags : {SECCOMP_FILTER_FLAG_SPEC_ALLOW, 0UL})
    if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) == 0) return 0;
  return errno;
}

}  // namespace

void prepare_sandbox() {
  if (!kSanitized) common_program();
}

std::string enter_sandbox() {
  if (kSanitized) return "worker without sandbox: built with sanitizers";
  const Program& program = common_program();
  int error = program.code.empty() ? program.error : install(program.code);
  if (error != 0) return std::string("worker without sandbox: ") + std::strerror(error);
  return "";
}

}  // namespace assay::schedule
