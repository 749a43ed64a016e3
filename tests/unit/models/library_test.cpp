// Layers, aliases, includes, and the models that ship.
#include "models/library.h"

#include <gtest/gtest.h>

#include <map>

#include "models/in_common.h"
#include "models/parse.h"
#include "models/print.h"
#include "unit/models/read_text.h"

namespace assay::models {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;

Library library_of(Files files) {
  return Library([files = std::move(files)](const std::string& path) -> Result<std::string> {
    auto found = files.find(path);
    if (found == files.end()) return input_error("no such file or directory");
    return found->second;
  });
}

std::string error_of(Library& library, const std::string& path) {
  Result<void> added = library.add_file(path);
  return added.ok() ? "" : added.error();
}

TEST(ModelLibrary, later_layer_wins) {
  Library library =
      library_of({{"a", "(f (normal return_0)) (g (normal))"}, {"b", "(f (normal return_1))"}});
  ASSERT_TRUE(library.add_file("a").ok());
  ASSERT_TRUE(library.add_file("b").ok());
  EXPECT_EQ(library.find("f")->outcomes[0].return_type, ReturnType::One);
  EXPECT_NE(library.find("g"), nullptr);
  EXPECT_EQ(library.find("h"), nullptr);
}

TEST(ModelLibrary, alias_leads_to_a_model_of_this_or_an_earlier_layer) {
  Library library = library_of({{"a", "(f (normal)) (alias g f)"},
                                {"b", "(alias h f)"},
                                {"c", "(alias i j)"},
                                {"d", "(alias i i)"}});
  ASSERT_TRUE(library.add_file("a").ok());
  ASSERT_TRUE(library.add_file("b").ok());
  EXPECT_EQ(library.find("g"), library.find("f"));
  EXPECT_EQ(library.find("h"), library.find("f"));
  EXPECT_EQ(error_of(library, "c"), "c:1:1: alias 'i' of 'j', which has no model of its own");
  EXPECT_EQ(error_of(library, "d"), "d:1:1: alias 'i' of itself");
}

TEST(ModelLibrary, result_range_is_that_of_all_outcomes) {
  Library library = library_of({{"a",
                                 "(f (normal return_0) (normal (result igt return 4)) (error "
                                 "return_minus1) (normal exit))"
                                 "(g (normal (result ile return 3)) (normal (result ieq return 9)))"
                                 "(h (normal return_0) (normal))"
                                 "(i (normal return_0) (rest))"
                                 "(j (normal (result memory_valid_pointer return)) (error throw))"}});
  ASSERT_TRUE(library.add_file("a").ok());
  std::optional<ResultRange> f = result_range(*library.find("f")),
                             g = result_range(*library.find("g"));
  ASSERT_TRUE(f && g);
  EXPECT_EQ(f->low, -1);
  EXPECT_EQ(f->high, INT64_MAX);
  EXPECT_EQ(g->low, INT64_MIN);
  EXPECT_EQ(g->high, 9);
  EXPECT_FALSE(result_range(*library.find("h")));
  EXPECT_FALSE(result_range(*library.find("i")));
  ASSERT_TRUE(result_range(*library.find("j")));
  EXPECT_EQ(result_range(*library.find("j"))->low, 1);
}

TEST(ModelLibrary, only_frees_is_what_frees_and_sets_nothing) {
  Library library =
      library_of({{"a",
                   "(f (param p) (normal (guard peq p NULL)) (normal (result memory_freed p)))"
                   "(g (param p) (normal (result memory_freed p) (result ieq return 4)))"
                   "(h (param p) (normal (constraint memory_initialized p)))"
                   "(i (param p) (normal (result memory_freed p)) (rest))"}});
  ASSERT_TRUE(library.add_file("a").ok());
  EXPECT_TRUE(only_frees(*library.find("f")));
  EXPECT_FALSE(only_frees(*library.find("g")));
  EXPECT_FALSE(only_frees(*library.find("h")));
  EXPECT_FALSE(only_frees(*library.find("i")));
}

TEST(ModelLibrary, includes_are_read_once) {
  Library library = library_of({{"x/a", "(include \"b\") (include \"../c\")"},
                                {"x/b", "(include \"../c\") (f (normal))"},
                                {"c", "(g (normal))"}});
  EXPECT_EQ(error_of(library, "x/a"), "");
  EXPECT_NE(library.find("f"), nullptr);
  EXPECT_NE(library.find("g"), nullptr);
}

TEST(ModelLibrary, bad_includes_say_where) {
  Library library = library_of({{"a", "(include \"b\")"},
                                {"b", "\n (include \"a\")"},
                                {"c", "(include \"d\")"},
                                {"e", "(include \"f\")"},
                                {"f", "(f (normal) (nrmal))"}});
  EXPECT_EQ(error_of(library, "a"), "b:2:2: a file that includes itself: a -> b -> a");
  EXPECT_EQ(error_of(library, "c"), "c:1:1: included file d: no such file or directory");
  EXPECT_EQ(error_of(library, "d"), "d: no such file or directory");
  EXPECT_EQ(error_of(library, "e"),
            "f:1:14: 'nrmal' is no kind of outcome; did you mean 'normal'?");
}

TEST(ModelLibrary, a_failed_layer_changes_nothing) {
  Library library =
      library_of({{"a", "(include \"b\") (f (normal return_1))"}, {"b", "(f (normal return_0))"}});
  EXPECT_EQ(error_of(library, "a"), "b:1:2: 'f' is modelled in a too");
  EXPECT_EQ(library.find("f"), nullptr);
}

TEST(ModelLibrary, resources_are_shared_by_all_layers) {
  Library library =
      library_of({{"a", "(resource FILE (held open) (released closed))"},
                  {"b", "(f (param s) (normal (result resource_state *s (FILE closd))))"},
                  {"c", "(resource FILE (held ajar))"}});
  ASSERT_TRUE(library.add_file("a").ok());
  EXPECT_TRUE(library.find_resource("FILE")->states[0].is_held);
  EXPECT_EQ(error_of(library, "b"),
            "b:1:48: 'closd' is no state of 'FILE'; did you mean 'closed'?");
  EXPECT_EQ(error_of(library, "c"), "c:1:1: resource 'FILE' is already declared");
}

TEST(ModelParser, operands_nest_without_bound) {
  constexpr size_t kDepth = 100'000;
  std::string text = "(f (param p) (normal (result ieq return ";
  for (size_t i = 0; i < kDepth; ++i) text += "*(add 1 ";
  text += "p";
  text.append(kDepth, ')');
  text += ")))\n";
  Result<ModelFile> file = parse_models("deep", text);
  ASSERT_TRUE(file.ok()) << file.error();
  Result<ModelFile> again = parse_models("deep", print_models(file.value()));
  ASSERT_TRUE(again.ok()) << again.error();
  EXPECT_EQ(print_models(again.value()), print_models(file.value()));
}

TEST(ModelParser, a_callback_has_any_number_of_arguments) {
  std::string text = "(f (param p) (normal (result calls p";
  for (int i = 0; i < 1000; ++i) text += " 0";
  Result<ModelFile> file = parse_models("long", text + ")))");
  ASSERT_TRUE(file.ok()) << file.error();
  EXPECT_EQ(file.value().models[0].outcomes[0].operations[0].operands.size(), 1001u);
}

// A prefix of a file is an error or a file: nothing is read past its end.
TEST(ModelParser, truncated_files_are_errors_with_a_place) {
  std::string text = read_text(fs::path(ASSAY_TESTS_DIR) / "models" / "everything.model").take();
  for (size_t size = 0; size < text.size(); size += 5) {
    Result<ModelFile> file = parse_models("cut", std::string_view(text).substr(0, size));
    if (!file.ok()) {
      EXPECT_TRUE(file.error().starts_with("cut:")) << file.error();
    }
  }
}

TEST(ModelParser, damaged_files_are_errors_with_a_place) {
  std::string text = read_text(fs::path(ASSAY_TESTS_DIR) / "models" / "everything.model").take();
  constexpr std::string_view kBytes = "()<>:@*-.|\"\\ a0\n\x01\xff";
  for (size_t at = 0; at < text.size(); at += 5) {
    std::string damaged = text;
    damaged[at] = kBytes[at % kBytes.size()];
    Result<ModelFile> file = parse_models("bad", damaged);
    if (!file.ok()) {
      EXPECT_TRUE(file.error().starts_with("bad:")) << file.error();
      continue;
    }
    std::string printed = print_models(file.value());
    Result<ModelFile> again = parse_models("again", printed);
    ASSERT_TRUE(again.ok()) << again.error() << "\n" << printed;
    EXPECT_EQ(print_models(again.value()), printed);
  }
}

TEST(ShippedModels, are_read_together) {
  Library library(read_text);
  Result<void> added = library.add_folder(fs::path(ASSAY_TESTS_DIR) / ".." / "models");
  ASSERT_TRUE(added.ok()) << added.error();
  EXPECT_NE(library.find("malloc"), nullptr);
}

// Found by name and read one by one, they are what they are when the file is read as a whole.
TEST(ShippedModels, are_the_same_when_read_one_by_one) {
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(ASSAY_TESTS_DIR) / ".." / "models")) {
    if (entry.path().extension() != ".model") continue;
    std::string text = read_text(entry.path()).take();
    ModelFile whole = parse_models("whole", text).take();
    Library library(read_text);
    library.add_shipped("shipped", text);
    EXPECT_EQ(library.names().size(), whole.models.size()) << entry.path();
    EXPECT_EQ(library.aliases().size(), whole.aliases.size()) << entry.path();
    EXPECT_EQ(library.resources().size(), whole.resources.size()) << entry.path();
    for (const Model& model : whole.models) {
      const Model* found = library.find(model.name);
      ASSERT_NE(found, nullptr) << model.name;
      EXPECT_EQ(print_model(*found), print_model(model));
      EXPECT_EQ(found->place.line, model.place.line) << model.name;
      EXPECT_EQ(found->place.column, model.place.column) << model.name;
    }
  }
}

TEST(ShippedModels, are_hidden_by_the_users_own) {
  Library library = library_of({{"own", "(f (normal return_1)) (alias g h)"}});
  library.add_shipped("shipped", R"models(
    (f (param p) /* ) */ (normal return_0 "( )" (result ieq return 0)))  // (
    (|operator(| (normal return_0)) (h (normal)) (alias g f))models");
  EXPECT_EQ(library.names(), (std::vector<std::string>{"f", "h", "operator("}));
  EXPECT_EQ(library.find("g")->outcomes[0].return_type, ReturnType::Zero);
  ASSERT_EQ(error_of(library, "own"), "");
  EXPECT_EQ(library.find("f")->outcomes[0].return_type, ReturnType::One);
  EXPECT_EQ(library.find("g")->name, "h");
}

}  // namespace
}  // namespace assay::models
