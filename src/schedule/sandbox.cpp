#include "schedule/sandbox.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <initializer_list>

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

  int load() {
    if (error_ != 0) return error_;
    // A tree instead of a list: Clang asks about thousands of files.  And no slower processor for
    // a confined process, which older kernels thought it wanted.
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_SSB, 1);
    return -seccomp_load(context_);
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

// What a process has made of it before it forks, the child has too.
Filter& common_filter() {
  static Filter filter;
  static bool is_made = false;
  if (is_made) return filter;
  is_made = true;
  for (const char* name : kAllowed) filter.allow(name);
  allow_by_arguments(filter);
  return filter;
}

}  // namespace

void prepare_sandbox() {
  if (!kSanitized) common_filter();
}

std::string enter_sandbox() {
  if (kSanitized) return "worker without sandbox: built with sanitizers";
  Filter& filter = common_filter();
  // abort() signals its own process.
  filter.allow("tgkill", {SCMP_A0(SCMP_CMP_EQ, static_cast<uint64_t>(::getpid()))});
  int error = filter.load();
  if (error != 0) return std::string("worker without sandbox: ") + std::strerror(error);
  return "";
}

}  // namespace assay::schedule
