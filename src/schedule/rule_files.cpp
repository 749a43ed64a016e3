#include "schedule/rule_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "metal/actions/compile.h"
#include "schedule/freshness.h"

namespace assay::schedule {
namespace {

namespace fs = std::filesystem;

std::string cache_file(const std::string& folder, const Hash& key) {
  return folder + "/" + key.hex() + ".rule";
}

// Only what this user wrote, and nobody else could change since, is code that we run.
bool is_ours(const std::string& path) {
  struct stat info{};
  return ::lstat(path.c_str(), &info) == 0 && info.st_uid == ::geteuid() &&
         (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool read_cached(const std::string& folder, RuleFile& rule) {
  if (folder.empty() || !is_ours(folder)) return false;
  Result<Hash> key = metal::actions_key(rule.composition);
  if (!key.ok()) return false;
  std::string path = cache_file(folder, key.value());
  if (!is_ours(path)) return false;
  std::optional<std::string> bytes = read_whole_file(path);
  if (!bytes) return false;
  Result<metal::ActionObject> object = metal::decode_action_object(*bytes);
  if (!object.ok() || object.value().key != key.value()) return false;
  rule.object = std::move(*bytes);
  return true;
}

// A cache that cannot be written is no matter: the rule is compiled again next time.
void write_cached(const std::string& folder, const RuleFile& rule) {
  Result<Hash> key = metal::actions_key(rule.composition);
  if (folder.empty() || !key.ok()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  fs::permissions(folder, fs::perms::owner_all, error);
  if (error || !is_ours(folder)) return;
  std::string path = cache_file(folder, key.value());
  std::string fresh = path + ".XXXXXX";
  int fd = ::mkostemp(fresh.data(), O_CLOEXEC);
  if (fd < 0) return;
  bool written = ::write(fd, rule.object.data(), rule.object.size()) ==
                 static_cast<ssize_t>(rule.object.size());
  ::close(fd);
  // Renamed when it is whole: another run may be reading.
  if (!written || ::rename(fresh.c_str(), path.c_str()) != 0) ::unlink(fresh.c_str());
}

Bytes encode_answer(const Result<Bytes>& object) {
  ByteWriter writer;
  writer.u8(object.ok() ? 1 : 0);
  writer.raw(object.ok() ? object.value() : object.error());
  return writer.take();
}

// A mistake in the rule is an error with its text; a compiler that died is one with its end.
Result<Bytes> decode_answer(const std::string& name, Result<Bytes> answer) {
  if (!answer.ok()) return input_error("{}: cannot be compiled: {}", name, answer.error());
  if (answer.value().empty()) return input_error("{}: cannot be compiled", name);
  bool is_object = answer.value().front() != 0;
  Bytes rest = answer.value().substr(1);
  if (!is_object) return Error{rest};
  return rest;
}

}  // namespace

std::string rule_cache_folder() {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return std::string(cache) + "/assay/rules";
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return std::string(home) + "/.cache/assay/rules";
  return "";
}

Result<void> compile_rules(std::vector<RuleFile>& rules, const CompileOptions& options) {
  std::vector<RuleFile*> stale;
  for (RuleFile& rule : rules)
    if (!read_cached(options.cache, rule)) stale.push_back(&rule);
  std::string mistakes;
  PoolReport done = TRY(WorkerPool::run(
      stale.size(),
      [](size_t i) {
        ByteWriter task;
        task.varint(i);
        return task.take();
      },
      [&](std::string_view task) {
        const RuleFile& rule = *stale[ByteReader(task).varint()];
        return encode_answer(metal::compile_actions(rule.composition));
      },
      [&](size_t i, Result<Bytes> answer) -> Result<void> {
        Result<Bytes> object = decode_answer(stale[i]->name, std::move(answer));
        if (object.ok()) {
          stale[i]->object = object.take();
          write_cached(options.cache, *stale[i]);
        } else {
          mistakes += (mistakes.empty() ? "" : "\n") + object.error();
        }
        return {};
      },
      options.interrupted, options.pool));
  if (!mistakes.empty()) return Error{mistakes};
  if (done.interrupted) return input_error("interrupted");
  return {};
}

bool counts_examples(const metal::Composition& composition) {
  for (const metal::Program& program : composition.programs)
    for (const char* tag : {"[SUCCESS", "[FAIL", "[POP"})
      if (program.source.find(tag) != std::string::npos) return true;
  return false;
}

bool is_local(const metal::Composition& composition) {
  for (const metal::Part& part : composition.parts) {
    if (part.kind != metal::PartKind::Machine) continue;
    if (composition.programs[part.program].machines[part.index].scope != metal::Scope::Local)
      return false;
  }
  return true;
}

}  // namespace assay::schedule
