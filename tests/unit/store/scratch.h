// A directory for one test, gone afterwards; and units made by hand.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "store/store.h"

namespace assay::store {

class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "assay-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  Scratch(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(*this / name) << text;
    return *this / name;
  }

 private:
  std::string path_;
};

inline Hash hash_of(const std::string& text) { return hash_bytes(text); }

inline ir::Object made_object(const std::string& text, ir::ObjectKind kind = ir::ObjectKind::Body) {
  return {.hash = hash_of(text), .kind = kind, .data = text};
}

/// A unit of one file with one function, whose body is `body`.
inline ir::EncodedUnit made_unit(const std::string& file, const std::string& function,
                                 const std::string& body) {
  ir::EncodedUnit unit;
  unit.record.main_file = file;
  unit.record.files.push_back(
      {.path = file, .content = hash_of("text of " + file), .size = 7, .mtime_ns = 42});
  ir::Object places = made_object("places of " + body, ir::ObjectKind::Places);
  unit.objects = {made_object(body), places, made_object("int", ir::ObjectKind::Type)};
  unit.record.types = {hash_of("int")};
  ir::FunctionEntry entry;
  entry.name = function;
  entry.display = function;
  entry.body = hash_of(body);
  entry.places = places.hash;
  entry.file = file;
  entry.line = 3;
  entry.points = 5;
  unit.record.functions = {entry};
  unit.record.ledger.functions = 1;
  unit.record.ledger.points = 5;
  return unit;
}

template <class T>
T must(Result<T> result) {
  EXPECT_TRUE(result.ok()) << result.error();
  return result.take();
}
inline void must(Result<void> result) { EXPECT_TRUE(result.ok()) << result.error(); }

inline Store open_for_writing(const std::string& path) {
  return must(Store::open(path, Store::Mode::Write));
}

}  // namespace assay::store
