#include "schedule/capture.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <unordered_map>
#include <unordered_set>

#include "frontend/parse.h"
#include "schedule/capture_task.h"
#include "schedule/freshness.h"
#include "schedule/kept_units.h"

namespace assay::schedule {
namespace {

using Clock = std::chrono::steady_clock;

// What a kill may cost: the work of a second, or a few units.
constexpr auto kCommitEvery = std::chrono::seconds(1);
constexpr size_t kCommitUnits = 32;
// The last and smallest are stored with the end of the capture, which follows at once.
constexpr size_t kLastUnits = 4;

// Units stored in another format, or by another front end, are strangers, whatever their command.
Hash unit_key(const Hash& command) {
  return hash_bytes(command.bytes() + fmt::format(" format {} lowering {}", ir::kFormatVersion,
                                                  frontend::kLoweringVersion));
}

// Of a command that could not even be prepared.
Hash raw_key(const frontend::CompileCommand& command) {
  ByteWriter writer;
  writer.text("unprepared");
  writer.text(command.directory);
  writer.text(command.file);
  for (const std::string& argument : command.arguments) writer.text(argument);
  return hash_bytes(writer.bytes());
}

struct PendingUnit {
  uint32_t position = 0;
  Hash key;
  frontend::PreparedCommand command;
  uint64_t size = 0;  // of its file
};

class Capture {
 public:
  Capture(store::Store& store, const CaptureOptions& options)
      : store_(store),
        options_(options),
        start_(now_ns()),
        kept_(options.units, start_),
        committed_(Clock::now()) {}

  Result<CaptureReport> run(const std::vector<frontend::CompileCommand>& commands) {
    TRY(plan(commands));
    show("");
    if (!pending_.empty() && !interrupted()) TRY(parse());
    report_.interrupted |= interrupted();
    if (report_.interrupted) {
      TRY(store_.commit());
    } else {
      TRY(store_.finish_capture());
    }
    report_.failures = in_order(failures_);
    report_.with_errors = in_order(with_errors_);
    return std::move(report_);
  }

 private:
  // By position: the same list whether a unit was parsed now or kept.
  using Failures = std::map<uint32_t, UnitFailure>;
  static std::vector<UnitFailure> in_order(const Failures& failures) {
    std::vector<UnitFailure> result;
    for (const auto& [position, failure] : failures) result.push_back(failure);
    return result;
  }

  bool interrupted() const { return options_.interrupted && options_.interrupted(); }

  // What an earlier run left.
  struct Earlier {
    std::vector<store::StoredUnit> units;
    std::unordered_map<Hash, const store::StoredUnit*> by_key;
    std::unordered_map<std::string_view, std::vector<size_t>> by_file;  // units, in their order
    store::StoredInputs inputs;
    std::vector<bool> claimed;  // by unit: one of the commands stands in its place
  };
  Result<void> load(Earlier& earlier) {
    earlier.units = TRY(store_.units());
    earlier.inputs = TRY(store_.inputs());
    for (size_t i = 0; i < earlier.units.size(); ++i) {
      const store::StoredUnit& unit = earlier.units[i];
      earlier.by_key.emplace(unit.key, &unit);
      earlier.by_file[unit.main_file].push_back(i);
    }
    earlier.claimed.resize(earlier.units.size());
    return {};
  }

  // Sorts the commands into units to keep, units to parse, and commands that cannot be.
  Result<void> plan(const std::vector<frontend::CompileCommand>& commands) {
    Earlier earlier;
    TRY(load(earlier));
    Freshness freshness(earlier.inputs, start_);
    frontend::CommandAdapter own(options_.project);
    frontend::CommandAdapter& adapter = options_.adapter != nullptr ? *options_.adapter : own;
    adapter.remember_in(compiler_memory());
    std::vector<frontend::CommandPlan> plans =
        adapter.plan(commands, [this] { return interrupted(); });
    std::unordered_set<Hash> seen;
    uint32_t position = options_.keep_others ? static_cast<uint32_t>(earlier.units.size()) : 0;
    for (size_t i = 0; i < plans.size() && !interrupted(); ++i) {
      frontend::CommandPlan& plan = plans[i];
      Hash key = plan.problem.empty() ? unit_key(plan.key) : raw_key(commands[i]);
      if (!seen.insert(key).second) continue;
      uint32_t here =
          options_.keep_others ? place_of(earlier, key, commands[i].file, position) : position++;
      ++report_.units;
      if (!plan.problem.empty()) {
        TRY(fail(here, key, commands[i].file, plan.problem));
        continue;
      }
      for (const auto& [flag, count] : plan.dropped) report_.dropped_flags[flag] += count;
      std::string why = why_parse(earlier, freshness, key, commands[i].file);
      if (why.empty()) {
        TRY(keep(*earlier.by_key.at(key), here));
        continue;
      }
      if (std::string problem = why_unreadable(commands[i]); !problem.empty()) {
        TRY(fail(here, key, commands[i].file, problem));
        continue;
      }
      if (std::optional<CapturedUnit> kept = kept_.find(key)) {
        TRY(put(here, key, *kept));
        ++report_.reused;
        continue;
      }
      report_.reparsed.push_back({.file = commands[i].file, .why = std::move(why)});
      if (!plan.prepared) {
        Result<frontend::PreparedCommand> prepared = adapter.prepare(commands[i]);
        if (!prepared.ok()) {
          TRY(fail(here, key, commands[i].file, prepared.error()));
          continue;
        }
        plan.prepared = prepared.take();
      }
      pending_.push_back({.position = here,
                          .key = key,
                          .command = std::move(*plan.prepared),
                          .size = size_of(commands[i].file)});
    }
    // The largest first: a capture should not end with all cores but one idle.
    std::stable_sort(pending_.begin(), pending_.end(),
                     [](const PendingUnit& a, const PendingUnit& b) { return a.size > b.size; });
    for (const store::StoredFile& file : freshness.take_refreshed()) TRY(store_.refresh_file(file));
    return options_.keep_others ? keep_others(earlier, commands) : Result<void>();
  }

  // A unit stays where it was among the others, though its command changed.
  static uint32_t place_of(Earlier& earlier, const Hash& key, const std::string& file,
                           uint32_t& next) {
    std::optional<size_t> found;
    auto units = earlier.by_file.find(file);
    if (units == earlier.by_file.end()) return next++;
    for (size_t i : units->second)
      if (!earlier.claimed[i] && (!found || earlier.units[i].key == key)) found = i;
    if (!found) return next++;
    earlier.claimed[*found] = true;
    return static_cast<uint32_t>(*found);
  }

  Result<void> keep_others(const Earlier& earlier,
                           const std::vector<frontend::CompileCommand>& commands) {
    std::unordered_set<std::string_view> named;
    for (const frontend::CompileCommand& command : commands) named.insert(command.file);
    for (size_t i = 0; i < earlier.units.size(); ++i) {
      const store::StoredUnit& unit = earlier.units[i];
      std::error_code error;
      if (named.contains(unit.main_file) || !std::filesystem::exists(unit.main_file, error))
        continue;
      TRY(store_.keep_unit(unit.row, static_cast<uint32_t>(i)));
    }
    return {};
  }

  // A list of commands may be older than what it speaks of.
  static std::string why_unreadable(const frontend::CompileCommand& command) {
    if (::access(command.directory.c_str(), X_OK) != 0)
      return fmt::format("its folder {} cannot be entered: {}", command.directory,
                         std::strerror(errno));
    struct stat info{};
    bool is_readable =
        ::stat(command.file.c_str(), &info) == 0 && ::access(command.file.c_str(), R_OK) == 0;
    if (!is_readable) return fmt::format("cannot be read: {}", std::strerror(errno));
    if (S_ISDIR(info.st_mode)) return "is a folder";
    // Nobody may be at the other end, and the text could not be read again.
    if (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode)) return "a pipe, not a file";
    return "";
  }

  static uint64_t size_of(const std::string& file) {
    std::error_code error;
    uint64_t size = std::filesystem::file_size(file, error);
    return error ? 0 : size;
  }

  // Empty: what an earlier run made of it still stands.
  static std::string why_parse(const Earlier& earlier, Freshness& freshness, const Hash& key,
                               const std::string& file) {
    auto stored = earlier.by_key.find(key);
    if (stored == earlier.by_key.end())
      return earlier.by_file.contains(file) ? "its command changed" : "new";
    if (stored->second->failed) return "it failed before";
    if (stored->second->fatal) return "its compilation stopped early before";
    return freshness.why_stale(stored->second->row);
  }

  // A compiler is asked anew when neither the database nor the user's cache can tell.
  frontend::CompilerMemory compiler_memory() {
    return {.recall = [this](const Hash& question) -> std::optional<Bytes> {
              Result<std::optional<Bytes>> stored = store_.compiler_answer(question);
              if (stored.ok() && stored.value()) return stored.take();
              std::optional<Bytes> kept = options_.compilers.read(question);
              if (kept) (void)store_.put_compiler_answer(question, *kept);
              return kept;
            },
            .keep =
                [this](const Hash& question, const Bytes& answer) {
                  (void)store_.put_compiler_answer(question, answer);
                  options_.compilers.write(question, answer);
                },
            .keep_plan =
                [this](const Hash& question, const Bytes& answer) {
                  (void)store_.put_compiler_answer(question, answer);
                }};
  }

  Result<void> keep(const store::StoredUnit& unit, uint32_t position) {
    TRY(store_.keep_unit(unit.row, position));
    ++report_.reused;
    functions_ += unit.functions;
    if (!unit.first_error.empty())
      with_errors_[position] = {.file = unit.main_file, .why = unit.first_error};
    return {};
  }

  Result<void> fail(uint32_t position, const Hash& key, const std::string& file,
                    const std::string& why) {
    failures_[position] = {.file = file, .why = why};
    return store_.put_failed_unit(position, key, file, why);
  }

  Result<void> parse() {
    PoolOptions pool = options_.pool;
    pool.workers = options_.jobs;
    pool.is_long_work = true;
    pool.idle = [this] { return store_ahead(); };
    PoolReport done = TRY(WorkerPool::run(
        pending_.size(),
        [&](size_t task) {
          started_ = task + 1;
          return encode_command(pending_[task].command);
        },
        capture_unit,
        [&](size_t task, Result<Bytes> answer) {
          return finish(pending_[task], std::move(answer));
        },
        options_.interrupted, pool));
    report_.notes = done.notes;
    report_.interrupted = done.interrupted;
    return {};
  }

  Result<void> finish(const PendingUnit& pending, Result<Bytes> answer) {
    if (answer.ok()) {
      Result<CapturedUnit> captured = decode_captured_unit(answer.value());
      if (captured.ok()) {
        trust_times(captured.value().unit.record);
        TRY(put(pending.position, pending.key, captured.value()));
        kept_.keep(pending.key, captured.value());
        ++report_.parsed;
      } else {
        TRY(fail(pending.position, pending.key, pending.command.file, captured.error()));
      }
    } else {
      TRY(fail(pending.position, pending.key, pending.command.file, answer.error()));
    }
    ++finished_;
    ++uncommitted_;
    bool is_due = uncommitted_ >= kCommitUnits || Clock::now() - committed_ >= kCommitEvery;
    if (is_due && pending_.size() - finished_ > kLastUnits) {
      TRY(store_.commit());
      uncommitted_ = 0;
      committed_ = Clock::now();
    }
    show(pending.command.file);
    return {};
  }

  void trust_times(ir::UnitRecord& record) const {
    for (ir::SourceFile& file : record.files) file.mtime_ns = trusted_mtime(file.mtime_ns, start_);
  }

  Result<void> put(uint32_t position, const Hash& key, CapturedUnit& captured) {
    const ir::UnitRecord& record = captured.unit.record;
    TRY(add_texts(captured.unit));
    TRY(store_.put_unit(position, key, captured.unit, captured.symbols));
    functions_ += record.ledger.functions;
    for (const ir::Diagnostic& diagnostic : record.diagnostics) {
      if (diagnostic.severity < ir::Severity::Error) continue;
      with_errors_[position] = {.file = record.main_file, .why = describe(diagnostic)};
      break;
    }
    return {};
  }

  static std::string describe(const ir::Diagnostic& diagnostic) {
    if (diagnostic.file.empty()) return diagnostic.message;
    return fmt::format("{}:{}:{}: {}", diagnostic.file, diagnostic.line, diagnostic.column,
                       diagnostic.message);
  }

  // While a unit is parsed its source can be stored already; what becomes of it otherwise is
  // found out in add_texts, and a failure comes back there.
  bool store_ahead() {
    if (ahead_ >= started_) return false;
    std::optional<std::string> text = read_whole_file(pending_[ahead_++].command.file);
    if (text) (void)store_.put_text(hash_bytes(*text), *text);
    return ahead_ < started_;
  }

  // The text that was compiled, so that reports can quote it after the file has changed.  One
  // that has changed already is not that text.
  Result<void> add_texts(ir::EncodedUnit& unit) {
    std::unordered_set<Hash> added;
    for (const ir::SourceFile& file : unit.record.files) {
      if (!file.keep_text || !added.insert(file.content).second) continue;
      bool stored = TRY(store_.has_object(file.content));
      if (stored) continue;
      std::optional<std::string> text = read_whole_file(file.path);
      if (!text || hash_bytes(*text) != file.content) continue;
      unit.objects.push_back(
          {.hash = file.content, .kind = ir::ObjectKind::Text, .data = std::move(*text)});
    }
    return {};
  }

  void show(const std::string& current) const {
    if (!options_.progress) return;
    options_.progress({.units_done = report_.units - pending_.size() + finished_,
                       .units_total = report_.units,
                       .units_reused = report_.reused,
                       .functions = functions_,
                       .current = current});
  }

  store::Store& store_;
  const CaptureOptions& options_;
  int64_t start_;
  KeptUnits kept_;
  std::vector<PendingUnit> pending_;
  size_t started_ = 0;  // tasks that a worker has got
  size_t ahead_ = 0;    // tasks whose source was stored
  size_t finished_ = 0;
  size_t uncommitted_ = 0;
  Clock::time_point committed_;
  uint64_t functions_ = 0;
  Failures failures_;
  Failures with_errors_;
  CaptureReport report_;
};

}  // namespace

Result<CaptureReport> capture(store::Store& store,
                              const std::vector<frontend::CompileCommand>& commands,
                              const CaptureOptions& options) {
  return Capture(store, options).run(commands);
}

}  // namespace assay::schedule
