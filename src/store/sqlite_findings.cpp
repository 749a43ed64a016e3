// Findings: as a list, one in full, what people say of them.
#include "store/finding_log.h"
#include "store/sqlite_impl.h"
#include "store/trace_bytes.h"

namespace assay::store {
namespace {

#define ASSAY_LIST_COLUMNS                                                                        \
  "SELECT id, identity, kind, level, severity, cwe, message, file, line, start_column, end_line," \
  " end_column, function, symbol, engines, place, first_run, last_run, reopened_run, state,"      \
  " silenced, reason FROM findings"
// The index has this order already: nothing is sorted.
constexpr std::string_view kListPresent = ASSAY_LIST_COLUMNS
    " WHERE last_run = (SELECT max(id) FROM runs) AND kind GLOB ? ORDER BY place, id";
constexpr std::string_view kListAll =
    ASSAY_LIST_COLUMNS " WHERE last_run > 0 AND kind GLOB ? ORDER BY last_run DESC, place, id";
#undef ASSAY_LIST_COLUMNS

findings::State state_of(int64_t number) {
  bool known = number >= 0 && number < static_cast<int64_t>(findings::kStates.size());
  return known ? static_cast<findings::State>(number) : findings::State::Unreviewed;
}

findings::Level level_of(int64_t number) {
  if (number == 0) return findings::Level::Note;
  return number == 2 ? findings::Level::Error : findings::Level::Warning;
}

findings::Severity severity_of(int64_t number) {
  if (number == 0) return findings::Severity::Security;
  return number == 2 ? findings::Severity::Minor : findings::Severity::Error;
}

uint32_t small(const Query& query, int column) {
  return static_cast<uint32_t>(query.integer(column));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

Result<FindingRow> row_of(const Query& query) {
  FindingRow row;
  row.id = query.integer(0);
  row.identity = TRY(query.hash(1));
  row.kind = query.text(2);
  row.level = level_of(query.integer(3));
  row.severity = severity_of(query.integer(4));
  row.cwe = static_cast<int>(query.integer(5));
  row.message = query.text(6);
  row.file = query.text(7);
  row.line = small(query, 8);
  row.column = small(query, 9);
  row.end_line = small(query, 10);
  row.end_column = small(query, 11);
  row.function = query.text(12);
  row.symbol = query.text(13);
  row.engines = query.text(14);
  row.place = small(query, 15);
  row.first_run = query.integer(16);
  row.last_run = query.integer(17);
  row.reopened_run = query.integer(18);
  row.state = state_of(query.integer(19));
  row.silenced = query.integer(20) != 0;
  row.reason = query.text(21);
  return row;
}

/// The hashes that begin with some hexadecimal digits, as bounds of 16 bytes each.
struct Bounds {
  std::string low, high;
};

std::optional<Bounds> bounds_of(std::string_view digits) {
  if (digits.empty() || digits.size() > 32) return std::nullopt;
  std::string low, high;
  for (size_t i = 0; i < 32; ++i) {
    char c = i < digits.size() ? digits[i] : '\0';
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
    bool is_digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
    if (c != '\0' && !is_digit) return std::nullopt;
    unsigned value =
        c >= 'a' ? static_cast<unsigned>(c - 'a' + 10) : static_cast<unsigned>(c - '0');
    auto add = [i](std::string& text, unsigned nibble) {
      if (i % 2 == 0)
        text.push_back(static_cast<char>(nibble << 4));
      else
        text.back() = static_cast<char>(static_cast<unsigned char>(text.back()) | nibble);
    };
    add(low, c == '\0' ? 0 : value);
    add(high, c == '\0' ? 15 : value);
  }
  return Bounds{low, high};
}

}  // namespace

Result<void> FindingLog::list(Which which, const std::function<bool(const FindingRow&)>& visit,
                              std::string_view kinds) {
  Query query =
      TRY(store_->impl_->database.query(which == Which::Present ? kListPresent : kListAll));
  // A bracket has a meaning for SQLite, and none for us.
  query.bind(kinds.find('[') == std::string_view::npos ? kinds : std::string_view("*"));
  while (TRY(query.next())) {
    FindingRow row = TRY(row_of(query));
    if (!visit(row)) break;
  }
  return {};
}

Result<std::vector<LoggedFinding>> FindingLog::known() {
  Query query = TRY(store_->impl_->database.query(
      "SELECT id, identity, fingerprint, context, kind, file, line, symbol, function, variables,"
      " state, first_run, last_run FROM findings"));
  std::vector<LoggedFinding> known;
  std::map<FindingId, size_t> reviewed;
  while (TRY(query.next())) {
    LoggedFinding each;
    each.id = query.integer(0);
    findings::Likeness& likeness = each.likeness;
    likeness.identity = TRY(query.hash(1));
    likeness.fingerprint = TRY(query.hash(2));
    likeness.context = static_cast<uint64_t>(query.integer(3));
    likeness.kind = query.text(4);
    likeness.file = query.text(5);
    likeness.line = small(query, 6);
    likeness.function = query.text(7).empty() ? query.text(8) : query.text(7);
    likeness.variables = query.text(9);
    each.state = state_of(query.integer(10));
    each.first_run = query.integer(11);
    each.last_run = query.integer(12);
    known.push_back(std::move(each));
    reviewed.emplace(known.back().id, known.size() - 1);
  }
  Query marks =
      TRY(store_->impl_->database.query("SELECT finding, time, note FROM marks ORDER BY id"));
  while (TRY(marks.next())) {
    auto found = reviewed.find(marks.integer(0));
    if (found == reviewed.end()) continue;
    known[found->second].marked = marks.integer(1);
    known[found->second].note = marks.text(2);
  }
  return known;
}

Result<std::vector<FindingId>> FindingLog::find(std::string_view digits) {
  std::vector<FindingId> ids;
  std::optional<Bounds> bounds = bounds_of(digits);
  if (!bounds) return ids;
  for (std::string_view sql :
       {"SELECT id FROM findings WHERE identity BETWEEN ? AND ? ORDER BY last_run DESC, id",
        "SELECT id FROM findings WHERE fingerprint BETWEEN ? AND ? ORDER BY last_run DESC, id"}) {
    Query query = TRY(store_->impl_->database.query(sql));
    query.bind(Blob{bounds->low}, Blob{bounds->high});
    while (TRY(query.next())) ids.push_back(query.integer(0));
    if (!ids.empty()) break;
  }
  return ids;
}

Result<StoredFinding> FindingLog::load(FindingId id) {
  Database& database = store_->impl_->database;
  StoredFinding stored;
  stored.id = id;
  {
    Query query = TRY(database.query(
        "SELECT identity, kind, level, severity, cwe, message, file, line, start_column, end_line,"
        " end_column, function, symbol, variables, engines, others, place, distance, conditionals,"
        " indirection, call_chain, rank_group, first_run, last_run, reopened_run, state, silenced,"
        " reason FROM findings WHERE id = ?"));
    if (!TRY(query.bind(id).next())) return input_error("{}: no such finding", database.path());
    findings::Finding& finding = stored.finding.finding;
    stored.finding.identity = TRY(query.hash(0));
    finding.kind = query.text(1);
    stored.level = level_of(query.integer(2));
    finding.rank.severity = severity_of(query.integer(3));
    stored.cwe = static_cast<int>(query.integer(4));
    finding.message = query.text(5);
    finding.where = {std::string(query.text(6)), small(query, 7), small(query, 8), small(query, 9),
                     small(query, 10)};
    finding.function = query.text(11);
    finding.function_symbol = query.text(12);
    finding.variables = split(query.text(13), '\n');
    stored.engines = split(query.text(14), ',');
    stored.finding.others = small(query, 15);
    stored.place = small(query, 16);
    finding.rank.distance = small(query, 17);
    finding.rank.conditionals = small(query, 18);
    finding.rank.indirection = small(query, 19);
    finding.rank.call_chain = small(query, 20);
    finding.rank.group = query.text(21);
    stored.first_run = query.integer(22);
    stored.last_run = query.integer(23);
    stored.reopened_run = query.integer(24);
    stored.finding.status.state = state_of(query.integer(25));
    stored.finding.status.silenced = query.integer(26) != 0;
    stored.finding.status.reason = query.text(27);
  }
  Query trace = TRY(database.query("SELECT data FROM traces WHERE finding = ?"));
  if (TRY(trace.bind(id).next()) && !decode_traces(trace.text(0), stored.finding))
    return database.failure(SQLITE_CORRUPT);
  Query marks =
      TRY(database.query("SELECT state, time, note FROM marks WHERE finding = ? ORDER BY id"));
  marks.bind(id);
  while (TRY(marks.next())) {
    stored.marks.push_back(
        {state_of(marks.integer(0)), marks.integer(1), std::string(marks.text(2))});
    stored.finding.status.note = marks.text(2);
    stored.finding.status.marked = true;
  }
  return stored;
}

Result<void> FindingLog::mark(FindingId id, const Mark& mark) {
  return store_->impl_->write([&]() -> Result<void> {
    Database& database = store_->impl_->database;
    Query insert =
        TRY(database.query("INSERT INTO marks(finding, state, time, note) VALUES (?, ?, ?, ?)"));
    TRY(insert.run(id, mark.state, mark.time, mark.note));
    Query update = TRY(database.query("UPDATE findings SET state = ? WHERE id = ?"));
    return update.run(mark.state, id);
  });
}

Result<FindingId> FindingLog::put_unseen(const findings::KnownFinding& known) {
  FindingId id = 0;
  TRY(store_->impl_->write([&]() -> Result<void> {
    Database& database = store_->impl_->database;
    const findings::Likeness& likeness = known.likeness;
    Query insert = TRY(database.query(
        "INSERT INTO findings(first_run, last_run, reopened_run, state, identity, fingerprint,"
        " context, kind, level, severity, cwe, message, file, line, start_column, end_line,"
        " end_column, function, symbol, variables, engines, others, place, distance, conditionals,"
        " indirection, call_chain, rank_group, silenced, reason)"
        " VALUES (0, 0, 0, 0, ?1, ?1, ?2, ?3, 1, 1, 0, '', ?4, 0, 0, 0, 0, ?5, ?5, ?6, '', 0, 0, 0,"
        " 0, 0, 0, '', 0, '')"));
    TRY(insert.run(likeness.identity, static_cast<int64_t>(likeness.context), likeness.kind,
                   likeness.file, likeness.function, likeness.variables));
    id = database.last_row();
    return {};
  }));
  return id;
}

}  // namespace assay::store
