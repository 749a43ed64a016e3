// Running the program and keeping what it said.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace assay::test {

struct ProcessResult {
  int exit_code = 0;  // 128 + n: ended by signal n
  std::string out;
  std::string err;
};

/// Runs `arguments` in `directory` with the environment changed by `environment`.  A process that
/// takes longer than ten minutes is killed, with all it started.
ProcessResult run_process(const std::vector<std::string>& arguments,
                          const std::filesystem::path& directory,
                          const std::map<std::string, std::string>& environment = {});

/// A folder that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace assay::test
