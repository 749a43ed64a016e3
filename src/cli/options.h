// What the command line asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engines/machines/infer.h"
#include "engines/simulator/options.h"

namespace assay::cli {

enum class Command {
  Check,
  Capture,
  Ir,
  Callgraph,
  Stats,
  Prove,
  Run,
  Rules,
  Machines,
  Model,
  Infer,
  Findings,
  Show,
  Mark,
  Marks,
  Runs,
  ListChecks,
  Explain
};
enum class RulesAction { List, Show, Test };
enum class Format { Text, Sarif, Json };
enum class MarksAction { Export, Import };
/// What `assay findings` sums up by.
enum class CountBy { Nothing, Kind, File, Function, Engine, State };
enum class ModelSet { None, System, All };
enum class Color { Auto, Always, Never };
enum class GraphFormat { Text, Dot, Json };

struct Options {
  Command command = Command::Check;

  std::vector<std::string> paths;  // check: inputs; callgraph, stats: the project's folder
  bool has_dashes = false;         // a `--` stood on the command line
  std::vector<std::string>
      after_dashes;  // check, ir: compiler flags; capture: the build; run: the program's

  unsigned jobs = 1;
  std::string db;         // empty: .assay/assay.db in the project
  std::string build_dir;  // -p: a folder with a compile_commands.json, or that file
  std::vector<std::string> extra_args;
  std::vector<std::string> extra_args_before;
  bool quiet = false;
  bool verbose = false;
  Color color = Color::Auto;

  // check
  Format format = Format::Text;
  std::string output;        // empty: standard output
  std::string sarif_output;  // a further copy, as SARIF
  std::string checks = "*";
  bool exit_zero = false;
  bool strict = false;
  bool brief = false;
  uint32_t top = 0;                     // the best so many; 0: all
  std::vector<std::string> exclude;     // globs of paths whose findings are not wanted
  std::vector<std::string> exceptions;  // `exceptions.h`: other settings for some functions
  std::string baseline;                 // a file: what stands in it is not new
  std::string baseline_commit;          // a revision: likewise
  std::string write_baseline;
  std::string marks_file;  // read before the findings are judged
  bool unused_comments = false;
  std::string config;
  bool no_config = false;
  bool trust_rules = false;
  std::vector<std::string> untrusted_rules;  // that a .assay.toml asks for
  std::string command_line;

  // check, machines
  std::vector<std::string> rules;  // files, folders, names; empty: those that ship
  bool run_escape = true;
  bool run_machines = true;
  bool run_simulator = true;
  bool notes = false;
  bool refute = true;
  bool check_rule = false;
  double min_z = 1.5;          // of what statistical rules report
  std::string record_queries;  // a folder

  // check, model
  std::vector<std::string> models;  // files, over what ships
  simulator::Options simulator;
  bool use_cache = true;  // of what earlier runs found out
  ModelSet model_set = ModelSet::All;
  bool automatic = false;  // model: what is learnt, though one is written by hand

  // rules
  RulesAction rules_action = RulesAction::List;
  std::string rule;  // show, test; machines: that is traced
  bool accept = false;

  // infer
  machines::InferKind infer_kind = machines::InferKind::Pairs;
  double chance = 0.8;  // p0: how often a rule that counts is kept to by chance
  std::optional<double> infer_min_z;
  std::string metal_folder;

  // capture
  bool force_wrapper = false;

  // ir
  std::string file;
  std::string function;
  bool tree = false;
  bool self_check = false;
  bool with_system = false;

  // ir, callgraph
  GraphFormat graph_format = GraphFormat::Text;
  bool roots_only = false;

  // stats
  bool list_functions = false;

  // prove
  bool with_model = false;
  int64_t conflicts = 100'000;

  // run
  uint64_t max_points = UINT64_MAX;

  // findings: globs, by comma; empty: all
  std::string kinds, states, files, functions, levels, engines;
  bool only_new = false;
  std::string since;  // a run's number or a revision
  bool all_findings = false;
  CountBy count_by = CountBy::Nothing;

  // show, mark, marks
  std::string finding;  // the first digits of its id, or FILE:LINE
  std::string state;
  std::string note;
  MarksAction marks_action = MarksAction::Export;

  // explain
  std::string explained;
};

/// Fills `options`.  An exit code means that there is nothing more to do: help was printed, or the
/// mistake on the command line was named.
std::optional<int> parse_options(int argc, char** argv, Options& options);

}  // namespace assay::cli
