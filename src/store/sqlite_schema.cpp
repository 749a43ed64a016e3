#include "store/sqlite_schema.h"

#include <array>

namespace assay::store {
namespace {

// docs/SCHEMA.md explains each table.  Rows that are many hold integers only; names are kept once.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE meta(
  key TEXT PRIMARY KEY,
  value NOT NULL
) WITHOUT ROWID;
CREATE TABLE objects(
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  kind INTEGER NOT NULL,
  data BLOB NOT NULL
);
CREATE TABLE files(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  content BLOB NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  UNIQUE(path, content)
);
CREATE TABLE units(
  id INTEGER PRIMARY KEY,
  position INTEGER NOT NULL,
  key BLOB NOT NULL UNIQUE,
  main_file TEXT NOT NULL,
  language INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  failure TEXT NOT NULL,
  fatal INTEGER NOT NULL,
  first_error TEXT NOT NULL,
  functions INTEGER NOT NULL,
  system_functions INTEGER NOT NULL,
  failed_functions INTEGER NOT NULL,
  points INTEGER NOT NULL,
  unsupported_points INTEGER NOT NULL,
  objects BLOB NOT NULL,
  types BLOB NOT NULL,
  symbols BLOB NOT NULL,
  record BLOB NOT NULL
);
CREATE TABLE losses(
  unit INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY(unit, kind, reason)
) WITHOUT ROWID;
CREATE TABLE unit_files(
  unit INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  file INTEGER NOT NULL,
  included_by INTEGER NOT NULL,
  is_system INTEGER NOT NULL,
  keep_text INTEGER NOT NULL,
  PRIMARY KEY(unit, ordinal)
) WITHOUT ROWID;
CREATE TABLE names(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  display TEXT
);
CREATE INDEX names_by_display ON names(display) WHERE display IS NOT NULL;
CREATE TABLE functions(
  unit INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  name INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  linkage INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  body INTEGER NOT NULL,
  places INTEGER NOT NULL,
  file INTEGER,
  line INTEGER NOT NULL,
  points INTEGER NOT NULL,
  unsupported INTEGER NOT NULL,
  PRIMARY KEY(unit, ordinal)
) WITHOUT ROWID;
CREATE INDEX functions_by_name ON functions(name);
CREATE TABLE symbols(
  unit INTEGER NOT NULL,
  name INTEGER NOT NULL,
  linkage INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  PRIMARY KEY(unit, name, linkage)
) WITHOUT ROWID;
CREATE INDEX symbols_by_name ON symbols(name);
)sql";

// Objects in packs, and what units share of their functions once.  What was captured before is
// captured again: content is not worth a conversion that would outlive it.
constexpr const char* kVersion2 = R"sql(
DROP TABLE meta;
DROP TABLE objects;
DROP TABLE files;
DROP TABLE units;
DROP TABLE losses;
DROP TABLE unit_files;
DROP TABLE names;
DROP TABLE functions;
DROP TABLE symbols;
CREATE TABLE meta(
  key TEXT PRIMARY KEY,
  value NOT NULL
) WITHOUT ROWID;
CREATE TABLE packs(
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  live INTEGER NOT NULL,
  hashes BLOB NOT NULL,
  sizes BLOB NOT NULL,
  data BLOB NOT NULL
);
CREATE TABLE files(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL,
  content BLOB NOT NULL,
  size INTEGER NOT NULL,
  mtime_ns INTEGER NOT NULL,
  text INTEGER NOT NULL
);
CREATE TABLE units(
  id INTEGER PRIMARY KEY,
  position INTEGER NOT NULL,
  key BLOB NOT NULL,
  main_file TEXT NOT NULL,
  language INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  failure TEXT NOT NULL,
  fatal INTEGER NOT NULL,
  first_error TEXT NOT NULL,
  functions INTEGER NOT NULL,
  system_functions INTEGER NOT NULL,
  failed_functions INTEGER NOT NULL,
  points INTEGER NOT NULL,
  unsupported_points INTEGER NOT NULL,
  file_list BLOB NOT NULL,
  absent_list BLOB NOT NULL,
  function_list BLOB NOT NULL,
  type_list BLOB NOT NULL,
  symbol_list BLOB NOT NULL,
  record BLOB NOT NULL
);
CREATE TABLE losses(
  unit INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  reason TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY(unit, kind, reason)
) WITHOUT ROWID;
CREATE TABLE functions(
  id INTEGER PRIMARY KEY,
  name INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  linkage INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  body INTEGER NOT NULL,
  places INTEGER NOT NULL,
  file INTEGER NOT NULL,
  line INTEGER NOT NULL,
  points INTEGER NOT NULL,
  unsupported INTEGER NOT NULL
);
CREATE INDEX functions_by_name ON functions(name);
CREATE TABLE names(
  key INTEGER NOT NULL,
  name INTEGER NOT NULL,
  PRIMARY KEY(key, name)
) WITHOUT ROWID;
CREATE TABLE symbols(
  unit INTEGER NOT NULL,
  name INTEGER NOT NULL,
  linkage INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  PRIMARY KEY(unit, name, linkage)
) WITHOUT ROWID;
CREATE INDEX symbols_by_name ON symbols(name);
CREATE TABLE absent(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL
);
CREATE TABLE compilers(
  question BLOB PRIMARY KEY,
  answer BLOB NOT NULL
) WITHOUT ROWID;
)sql";

// Runs and what they found, what people say of it, and what is known of functions.
constexpr const char* kVersion3 = R"sql(
CREATE TABLE runs(
  id INTEGER PRIMARY KEY,
  began INTEGER NOT NULL,
  milliseconds INTEGER NOT NULL,
  version TEXT NOT NULL,
  options TEXT NOT NULL,
  revision TEXT NOT NULL,
  engines TEXT NOT NULL,
  exit_code INTEGER NOT NULL,
  units INTEGER NOT NULL,
  units_failed INTEGER NOT NULL,
  functions INTEGER NOT NULL,
  functions_failed INTEGER NOT NULL,
  functions_out_of_budget INTEGER NOT NULL,
  findings INTEGER NOT NULL
);
CREATE TABLE phases(
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  name TEXT NOT NULL,
  milliseconds INTEGER NOT NULL,
  PRIMARY KEY(run, ordinal)
) WITHOUT ROWID;
CREATE TABLE stops(
  run INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  file TEXT NOT NULL,
  why TEXT NOT NULL,
  PRIMARY KEY(run, ordinal)
) WITHOUT ROWID;
CREATE TABLE findings(
  id INTEGER PRIMARY KEY,
  identity BLOB NOT NULL UNIQUE,
  fingerprint BLOB NOT NULL,
  context INTEGER NOT NULL,
  kind TEXT NOT NULL,
  level INTEGER NOT NULL,
  severity INTEGER NOT NULL,
  cwe INTEGER NOT NULL,
  message TEXT NOT NULL,
  file TEXT NOT NULL,
  line INTEGER NOT NULL,
  start_column INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  end_column INTEGER NOT NULL,
  function TEXT NOT NULL,
  symbol TEXT NOT NULL,
  variables TEXT NOT NULL,
  engines TEXT NOT NULL,
  others INTEGER NOT NULL,
  place INTEGER NOT NULL,
  distance INTEGER NOT NULL,
  conditionals INTEGER NOT NULL,
  indirection INTEGER NOT NULL,
  call_chain INTEGER NOT NULL,
  rank_group TEXT NOT NULL,
  first_run INTEGER NOT NULL,
  last_run INTEGER NOT NULL,
  reopened_run INTEGER NOT NULL,
  state INTEGER NOT NULL,
  silenced INTEGER NOT NULL,
  reason TEXT NOT NULL
);
CREATE INDEX findings_by_run ON findings(last_run, place);
CREATE TABLE traces(
  finding INTEGER PRIMARY KEY,
  data BLOB NOT NULL
);
CREATE TABLE marks(
  id INTEGER PRIMARY KEY,
  finding INTEGER NOT NULL,
  state INTEGER NOT NULL,
  time INTEGER NOT NULL,
  note TEXT NOT NULL
);
CREATE INDEX marks_by_finding ON marks(finding);
CREATE TABLE summaries(
  key INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,
  run INTEGER NOT NULL,
  value BLOB NOT NULL
);
)sql";

constexpr std::array kSteps = {kVersion1, kVersion2, kVersion3};

}  // namespace

std::span<const char* const> schema_steps() { return kSteps; }

Result<FileState> inspect(Database& database, std::span<const char* const> steps) {
  int64_t application = TRY(database.integer("PRAGMA application_id"));
  int64_t version = TRY(database.integer("PRAGMA user_version"));
  int64_t things = TRY(database.integer("SELECT count(*) FROM sqlite_schema"));
  if (application == 0 && version == 0 && things == 0) return FileState::Fresh;
  if (application != kApplicationId)
    return input_error("{}: a database of another program, not of assay", database.path());
  int64_t newest = static_cast<int64_t>(steps.size());
  if (version > newest)
    return input_error(
        "{}: written by a newer assay (schema version {}, this one knows {}); use that one, or "
        "remove the file and capture again",
        database.path(), version, newest);
  if (version < 0)
    return input_error("{}: the database is damaged; remove it and capture again", database.path());
  return version == newest ? FileState::Ours : FileState::Older;
}

Result<void> migrate(Database& database, std::span<const char* const> steps) {
  TRY(database.execute("BEGIN EXCLUSIVE"));
  int64_t version = TRY(database.integer("PRAGMA user_version"));
  Result<void> result;
  for (size_t i = version; i < steps.size() && result.ok(); ++i)
    result = database.execute(steps[i]);
  if (result.ok())
    result = database.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                                          kApplicationId, steps.size()));
  if (result.ok()) result = database.execute("COMMIT");
  if (!result.ok()) database.roll_back();
  return result;
}

}  // namespace assay::store
