// Runs: written whole, read as lists.
#include <unordered_set>

#include "findings/match.h"
#include "store/finding_log.h"
#include "store/sqlite_impl.h"
#include "store/trace_bytes.h"

namespace assay::store {
namespace {

// Where a run stopped short is asked about the latest runs only.
constexpr int64_t kRunsWithStops = 20;

Result<RunId> insert_run(Database& database, const RunRecord& run) {
  Query insert = TRY(database.query(
      "INSERT INTO runs(began, milliseconds, version, options, revision, engines, exit_code, units,"
      " units_failed, functions, functions_failed, functions_out_of_budget, findings)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  TRY(insert.run(run.began, run.milliseconds, run.version, run.options, run.revision, run.engines,
                 run.exit_code, run.units, run.units_failed, run.functions, run.functions_failed,
                 run.functions_out_of_budget, run.findings));
  RunId id = database.last_row();
  Query phase = TRY(
      database.query("INSERT INTO phases(run, ordinal, name, milliseconds) VALUES (?, ?, ?, ?)"));
  for (size_t i = 0; i < run.phases.size(); ++i)
    TRY(phase.run(id, i, run.phases[i].name, run.phases[i].milliseconds));
  Query stop =
      TRY(database.query("INSERT INTO stops(run, ordinal, file, why) VALUES (?, ?, ?, ?)"));
  for (size_t i = 0; i < run.stops.size(); ++i)
    TRY(stop.run(id, i, run.stops[i].file, run.stops[i].why));
  Query forget = TRY(database.query("DELETE FROM stops WHERE run <= ?"));
  TRY(forget.run(id - kRunsWithStops));
  return id;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

// The same columns for a new row and for one that goes on: `sql` binds first what it is about.
template <class... First>
Result<void> bind_finding(Query& query, const RunFinding& each, const First&... first) {
  const findings::Finding& finding = each.finding->finding;
  const findings::Status& status = each.finding->status;
  std::string variables = findings::joined_variables(finding.variables);
  std::string engines = joined(findings::engines_of(*each.finding));
  return query.run(
      first..., each.finding->identity, static_cast<int64_t>(each.context), finding.kind,
      each.level, finding.rank.severity, each.cwe, finding.message, finding.where.file,
      finding.where.line, finding.where.column, finding.where.end_line, finding.where.end_column,
      finding.function, finding.function_symbol, variables, engines, each.finding->others,
      each.place, finding.rank.distance, finding.rank.conditionals, finding.rank.indirection,
      finding.rank.call_chain, finding.rank.group, status.silenced ? 1 : 0, status.reason);
}

// What the last run had, but for `missing`, is there in this one.
Result<void> carry_over(Database& database, RunId before, RunId run,
                        const std::vector<FindingId>& missing) {
  Query carry = TRY(database.query("UPDATE findings SET last_run = ?2 WHERE last_run = ?1"));
  if (before > 0) TRY(carry.run(before, run));
  Query leave = TRY(database.query("UPDATE findings SET last_run = ? WHERE id = ?"));
  for (FindingId id : missing) TRY(leave.run(before, id));
  return {};
}

}  // namespace

Result<void> FindingLog::put_finding(const RunFinding& each, RunId run, RunId before) {
  Database& database = store_->impl_->database;
  FindingId id = each.continues;
  if (id != 0) {
    Query update = TRY(database.query(
        "UPDATE findings SET reopened_run = CASE WHEN last_run < ?1 AND last_run > 0 THEN ?2"
        " ELSE reopened_run END, first_run = CASE WHEN first_run = 0 THEN ?2 ELSE first_run END,"
        " last_run = ?2, fingerprint = ?4, context = ?5, kind = ?6,"
        " level = ?7, severity = ?8, cwe = ?9, message = ?10, file = ?11, line = ?12,"
        " start_column = ?13, end_line = ?14, end_column = ?15, function = ?16, symbol = ?17,"
        " variables = ?18, engines = ?19, others = ?20, place = ?21, distance = ?22,"
        " conditionals = ?23, indirection = ?24, call_chain = ?25, rank_group = ?26,"
        " silenced = ?27, reason = ?28 WHERE id = ?3"));
    TRY(bind_finding(update, each, before, run, id));
  } else {
    Hash identity = each.finding->identity;
    Query taken = TRY(database.query("SELECT 1 FROM findings WHERE identity = ?"));
    while (TRY(taken.bind(identity).next())) {
      // An equal that stood before it has gone, or goes on under this name.
      identity = hash_bytes(identity.bytes());
      taken.reset();
    }
    Query insert = TRY(database.query(
        "INSERT INTO findings(first_run, last_run, reopened_run, state, identity, fingerprint,"
        " context, kind, level, severity, cwe, message, file, line, start_column, end_line,"
        " end_column, function, symbol, variables, engines, others, place, distance, conditionals,"
        " indirection, call_chain, rank_group, silenced, reason)"
        " VALUES (?1, ?1, 0, 0, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,"
        " ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27)"));
    TRY(bind_finding(insert, each, run, identity));
    id = database.last_row();
  }
  Query trace = TRY(database.query("INSERT OR REPLACE INTO traces(finding, data) VALUES (?, ?)"));
  Bytes data = encode_traces(*each.finding);
  return trace.run(id, Blob{data});
}

Result<RunId> FindingLog::put_run(const RunRecord& run, const std::vector<RunFinding>& findings,
                                  const std::optional<std::vector<FindingId>>& missing) {
  RunId id = 0;
  TRY(store_->impl_->write([&]() -> Result<void> {
    RunId before = TRY(last_run());
    id = TRY(insert_run(store_->impl_->database, run));
    if (missing) TRY(carry_over(store_->impl_->database, before, id, *missing));
    for (const RunFinding& each : findings) TRY(put_finding(each, id, before));
    return {};
  }));
  TRY(store_->commit());
  return id;
}

Result<RunId> FindingLog::last_run() {
  return store_->impl_->database.integer("SELECT max(id) FROM runs");
}

Result<std::vector<RunRecord>> FindingLog::runs(size_t limit) {
  Query query = TRY(store_->impl_->database.query(
      "SELECT id, began, milliseconds, version, options, revision, engines, exit_code, units,"
      " units_failed, functions, functions_failed, functions_out_of_budget, findings"
      " FROM runs ORDER BY id DESC LIMIT ?"));
  query.bind(limit == 0 ? int64_t{-1} : static_cast<int64_t>(limit));
  std::vector<RunRecord> runs;
  while (TRY(query.next())) {
    RunRecord run;
    run.id = query.integer(0);
    run.began = query.integer(1);
    run.milliseconds = query.integer(2);
    run.version = query.text(3);
    run.options = query.text(4);
    run.revision = query.text(5);
    run.engines = query.text(6);
    run.exit_code = static_cast<int>(query.integer(7));
    run.units = query.integer(8);
    run.units_failed = query.integer(9);
    run.functions = query.integer(10);
    run.functions_failed = query.integer(11);
    run.functions_out_of_budget = query.integer(12);
    run.findings = query.integer(13);
    runs.push_back(std::move(run));
  }
  return runs;
}

Result<std::vector<Phase>> FindingLog::phases(RunId run) {
  Query query = TRY(store_->impl_->database.query(
      "SELECT name, milliseconds FROM phases WHERE run = ? ORDER BY ordinal"));
  query.bind(run);
  std::vector<Phase> phases;
  while (TRY(query.next()))
    phases.push_back({std::string(query.text(0)), static_cast<uint64_t>(query.integer(1))});
  return phases;
}

Result<std::vector<Stop>> FindingLog::stops(RunId run) {
  Query query = TRY(
      store_->impl_->database.query("SELECT file, why FROM stops WHERE run = ? ORDER BY ordinal"));
  query.bind(run);
  std::vector<Stop> stops;
  while (TRY(query.next()))
    stops.push_back({std::string(query.text(0)), std::string(query.text(1))});
  return stops;
}

}  // namespace assay::store
