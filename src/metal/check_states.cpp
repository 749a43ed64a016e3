// Names of states to ids; states that are misspelt, never reached, or never left.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <utility>

#include "base/nearest.h"
#include "metal/check.h"

namespace assay::metal {
namespace {

class StateChecker {
 public:
  StateChecker(Machine& machine, const Program& program, Diagnostics& diagnostics)
      : machine_(machine), program_(program), diagnostics_(diagnostics) {}

  void run() {
    for (Guard& guard : machine_.guards) {
      for (StateName& source : guard.sources) resolve_source(source);
    }
    choose_initial();
    for (Guard& guard : machine_.guards) {
      for (Rule& rule : guard.rules) {
        for (Target& target : rule.targets) resolve_target(target.state);
      }
    }
    if (!failed_) check_reached();
    if (!failed_) check_loops();
    add_stops();
  }

 private:
  bool error(Place place, std::string message) {
    failed_ = true;
    return diagnostics_.error(place, "{}", message);
  }

  /// False: reported.
  bool find_variable(const StateName& state, HoleId& variable) {
    std::vector<std::string_view> names;
    for (size_t i = 0; i < machine_.holes.size(); ++i) {
      const Hole& hole = machine_.holes[i];
      if (hole.role == Role::StateVariable) names.push_back(hole.name);
      if (hole.name == state.variable) variable = HoleId(i);
    }
    if (variable.valid() && machine_.hole(variable).role == Role::StateVariable) return true;
    if (variable.valid())
      return error(state.place, fmt::format("'{0}' has no states; 'state decl' instead of 'decl' "
                                            "in line {1} makes it a state variable",
                                            state.variable, machine_.hole(variable).place.line));
    // With a single state variable there is little doubt, even if the names are short.
    std::string hint = names.size() == 1 ? fmt::format("; did you mean '{}'?", names[0])
                                         : suggestion(state.variable, names);
    return error(state.place,
                 fmt::format("state variable '{}' is not declared{}", state.variable, hint));
  }

  bool resolve(StateName& state) {
    HoleId variable;
    if (!state.variable.empty()) {
      if (!find_variable(state, variable)) return false;
      if (state.name == "start")
        return error(state.place,
                     fmt::format("'start' is no state of '{}': it is the machine's, in which "
                                 "nothing is tracked yet",
                                 state.variable));
    } else if (std::any_of(machine_.holes.begin(), machine_.holes.end(),
                           [&](const Hole& hole) { return hole.name == state.name; })) {
      return error(state.place, fmt::format("'{0}' is a hole, not a state; a state of it is "
                                            "written '{0}.NAME'",
                                            state.name));
    }
    auto [known, is_new] =
        ids_.try_emplace({variable, state.name}, StateId(machine_.states.size()));
    if (is_new) machine_.states.push_back({state.name, variable, state.place});
    state.id = known->second;
    return true;
  }

  void resolve_source(StateName& source) {
    if (source.name == "stop") {
      error(source.place, "no rule applies in 'stop': it ends the tracking");
      return;
    }
    if (resolve(source)) sources_.insert(source.id);
  }

  /// `start` where a rule starts from it; else the first global state, as a global machine has it.
  void choose_initial() {
    StateName start;
    for (const Guard& guard : machine_.guards) {
      for (const StateName& source : guard.sources) {
        if (!source.variable.empty() || !source.id.valid()) continue;
        if (source.name == "start") machine_.initial = source.id;
        if (start.name.empty()) start = source;
      }
    }
    if (machine_.initial.valid()) return;
    if (start.name.empty()) {
      start.name = "start";
      start.place = machine_.place;
      resolve(start);
    }
    machine_.initial = start.id;
  }

  void resolve_target(StateName& target) {
    size_t known = machine_.states.size();
    if (!resolve(target) || target.id.index() < known) return;
    // A state without rules of its own is good, unless it looks like one that has some.
    if (target.name == "stop" || target.name == "start") return;
    for (StateId id : sources_) {
      const State& source = machine_.state(id);
      if (source.variable != machine_.state(target.id).variable) continue;
      if (!looks_misspelt(target.name, source.name)) continue;
      error(target.place, fmt::format("state '{}' is not declared; did you mean '{}'?",
                                      target.text(), spelled(id)));
      return;
    }
  }

  /// Code in C may end the tracking, whether a rule does or not.
  void add_stops() {
    auto add = [&](HoleId variable) {
      bool is_new = ids_.try_emplace({variable, "stop"}, StateId(machine_.states.size())).second;
      if (is_new) machine_.states.push_back({"stop", variable, machine_.place});
    };
    add(HoleId());
    for (size_t i = 0; i < machine_.holes.size(); ++i)
      if (machine_.holes[i].role == Role::StateVariable) add(HoleId(i));
  }

  /// One letter apart, and not just numbered: `closd`, but neither `held1` nor `up`.
  static bool looks_misspelt(std::string_view word, std::string_view known) {
    if (word == known || std::max(word.size(), known.size()) < 4 ||
        edit_distance(word, known) > kOneLetter)
      return false;
    auto digits = [](std::string_view text) {
      return std::count_if(text.begin(), text.end(), [](unsigned char c) { return isdigit(c); });
    };
    return digits(word) == 0 && digits(known) == 0;
  }

  std::string spelled(StateId id) const {
    const State& state = machine_.state(id);
    return state.variable.valid() ? machine_.hole(state.variable).name + "." + state.name
                                  : state.name;
  }

  /// States that code in C names may be set by it.
  bool named_in_code(const std::string& name) const {
    auto has = [&](const RawCode& code) { return mentions(code.text, name); };
    for (const Guard& guard : machine_.guards) {
      for (const Rule& rule : guard.rules) {
        if (rule.action && has(*rule.action)) return true;
      }
    }
    return std::any_of(machine_.init.begin(), machine_.init.end(), has) ||
           std::any_of(machine_.final.begin(), machine_.final.end(), has) ||
           std::any_of(program_.headers.begin(), program_.headers.end(),
                       [&](const Header& header) { return has(header.code); });
  }

  std::set<StateId> reached() const {
    std::set<StateId> reached{machine_.initial};
    for (size_t i = 0; i < machine_.states.size(); ++i) {
      if (named_in_code(machine_.states[i].name)) reached.insert(StateId(i));
    }
    for (bool grows = true; grows;) {
      size_t before = reached.size();
      for (const Guard& guard : machine_.guards) {
        bool applies =
            std::any_of(guard.sources.begin(), guard.sources.end(),
                        [&](const StateName& source) { return reached.contains(source.id); });
        if (!applies) continue;
        for (const Rule& rule : guard.rules) {
          for (const Target& target : rule.targets) reached.insert(target.state.id);
        }
      }
      grows = reached.size() > before;
    }
    return reached;
  }

  void check_reached() {
    std::set<StateId> reached = this->reached();
    for (StateId id : sources_) {
      if (reached.contains(id)) continue;
      std::vector<std::string_view> others;
      for (StateId other : reached) {
        if (machine_.state(other).variable == machine_.state(id).variable)
          others.push_back(machine_.state(other).name);
      }
      error(machine_.state(id).place, fmt::format("no rule leads to state '{}'{}", spelled(id),
                                                  suggestion(machine_.state(id).name, others)));
    }
  }

  /// Whether code of a callout may do more than compare: it calls something, or writes.
  static bool may_act(std::string_view code) {
    for (size_t i = 1; i < code.size(); ++i) {
      char before = code[i - 1];
      bool calls = code[i] == '(' && (std::isalnum(static_cast<unsigned char>(before)) ||
                                      before == '_' || before == ' ' || before == ')');
      bool writes = code[i] == '=' && std::string_view("=!<>").find(before) == std::string::npos &&
                    code.substr(i + 1, 1) != "=";
      bool steps = (code[i] == '+' || code[i] == '-') && code[i] == before;
      if (calls || writes || steps) return true;
    }
    return false;
  }

  /// Whether something comes of a rule in itself: code of it runs, or the tracking ends, or comes
  /// to rest in a state without rules.
  bool does_something(const Rule& rule) const {
    if (rule.action) return true;
    std::vector<PatternId> parts;
    if (rule.pattern.valid()) parts = machine_.trees.subtree(rule.pattern);
    auto runs = [&](PatternId id) {
      const PatternNode& node = machine_.trees[id];
      return node.op == PatternOp::Callout && may_act(node.text);
    };
    return std::ranges::any_of(parts, runs) ||
           std::ranges::any_of(rule.targets, [&](const Target& target) {
             return !sources_.contains(target.state.id);
           });
  }

  /// States in which nothing is ever said: their rules lead to each other, and nowhere else.
  void check_loops() {
    std::set<StateId> leads;
    for (StateId id : sources_)
      if (named_in_code(machine_.state(id).name)) leads.insert(id);
    for (bool grows = true; grows;) {
      size_t before = leads.size();
      for (const Guard& guard : machine_.guards) {
        bool counts = std::ranges::any_of(guard.rules, [&](const Rule& rule) {
          return does_something(rule) || std::ranges::any_of(rule.targets, [&](const Target& to) {
                   return leads.contains(to.state.id);
                 });
        });
        if (!counts) continue;
        for (const StateName& source : guard.sources) leads.insert(source.id);
      }
      grows = leads.size() > before;
    }
    std::vector<StateId> stuck;
    std::ranges::set_difference(sources_, leads, std::back_inserter(stuck));
    if (stuck.empty()) return;
    std::string names;
    for (StateId id : stuck)
      if (id != machine_.initial || stuck.size() == 1)
        names += fmt::format("{}'{}'", names.empty() ? "" : ", ", spelled(id));
    StateId first = stuck.size() > 1 && stuck[0] == machine_.initial ? stuck[1] : stuck[0];
    error(machine_.state(first).place,
          fmt::format("from {} on nothing is reported and nothing ends: the rules lead round in a "
                      "circle; give one an action, or a way to 'stop'",
                      names));
  }

  Machine& machine_;
  const Program& program_;
  Diagnostics& diagnostics_;
  std::map<std::pair<HoleId, std::string>, StateId> ids_;
  std::set<StateId> sources_;
  bool failed_ = false;
};

}  // namespace

void check_states(Machine& machine, const Program& program, Diagnostics& diagnostics) {
  StateChecker(machine, program, diagnostics).run();
}

}  // namespace assay::metal
