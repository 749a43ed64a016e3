#include "schedule/settled.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <set>

#include "frontend/remembered_plan.h"
#include "schedule/freshness.h"
#include "store/note.h"

namespace assay::schedule {
namespace {

// Of the folder's inode: it changes with every name that comes or goes, and cannot be set back.
// 0: too young to prove anything.
struct FolderState {
  uint64_t device = 0, inode = 0;
  int64_t changed_ns = 0;
  bool operator==(const FolderState&) const = default;
};

FolderState state_of(const struct stat& info) {
  return {.device = info.st_dev,
          .inode = info.st_ino,
          .changed_ns = int64_t{info.st_ctim.tv_sec} * 1'000'000'000 + info.st_ctim.tv_nsec};
}

int64_t mtime_of(const struct stat& info) {
  return int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
}

struct Group {
  std::vector<const store::StoredFile*> files;
  std::vector<std::string_view> absent;  // names that were looked for in vain
};
using Groups = std::map<std::string_view, Group>;  // by folder

// False: a path without a folder, or a file whose time proves nothing.
bool group_inputs(const store::StoredInputs& inputs, Groups& groups) {
  std::vector<bool> files(inputs.files.size()), absent(inputs.absent.size());
  for (const auto& [unit, list] : inputs.of_unit)
    for (uint32_t index : list) files[index] = true;
  for (const auto& [unit, list] : inputs.absent_of_unit)
    for (uint32_t index : list) absent[index] = true;
  for (size_t i = 0; i < files.size(); ++i) {
    const store::StoredFile& file = inputs.files[i];
    if (!files[i]) continue;
    if (file.mtime_ns == 0 || !file.path.starts_with('/')) return false;
    groups[std::string_view(file.path).substr(0, file.path.rfind('/'))].files.push_back(&file);
  }
  for (size_t i = 0; i < absent.size(); ++i) {
    std::string_view path = inputs.absent[i];
    if (!absent[i]) continue;
    if (!path.starts_with('/')) return false;
    groups[path.substr(0, path.rfind('/'))].absent.push_back(path.substr(path.rfind('/') + 1));
  }
  return true;
}

std::string folder_path(std::string_view folder) {
  return folder.empty() ? "/" : std::string(folder);
}

// A link that leads nowhere may lead somewhere without its folder changing: such names are looked
// at whatever the folder says.  False: a name is there by now.
bool tell_links_apart(std::string_view folder, const std::vector<std::string_view>& absent,
                      std::vector<std::string_view>& plain, std::vector<std::string_view>& links) {
  for (std::string_view name : absent) {
    std::string path = folder_path(folder) + "/" + std::string(name);
    struct stat info{};
    if (::stat(path.c_str(), &info) == 0) return false;
    (::lstat(path.c_str(), &info) == 0 ? links : plain).push_back(name);
  }
  return true;
}

void write_names(ByteWriter& writer, const std::vector<std::string_view>& names) {
  writer.varint(names.size());
  for (std::string_view name : names) {
    writer.text(name);
    writer.u8(0);  // so that it can be handed to the system where it stands
  }
}

bool write_group(ByteWriter& writer, std::string_view folder, const Group& group) {
  writer.text(folder_path(folder));
  writer.u8(0);
  struct stat info{};
  FolderState state;
  int64_t now = now_ns();
  bool exists = ::stat(folder_path(folder).c_str(), &info) == 0;
  if (exists) state = state_of(info);
  if (trusted_mtime(state.changed_ns, now) == 0) state.changed_ns = 0;
  writer.varint(state.device);
  writer.varint(state.inode);
  writer.signed_varint(state.changed_ns);
  writer.varint(group.files.size());
  for (const store::StoredFile* file : group.files) {
    writer.text(std::string_view(file->path).substr(folder.size() + 1));
    writer.u8(0);
    writer.varint(file->size);
    writer.signed_varint(file->mtime_ns);
  }
  std::vector<std::string_view> plain, links;
  if (!tell_links_apart(folder, group.absent, plain, links)) return false;
  write_names(writer, links);
  write_names(writer, plain);
  return true;
}

// One that could not be asked is asked again every time.
bool are_settled(const frontend::RememberedPlan& plan) {
  return std::none_of(
      plan.asked.begin(), plan.asked.end(),
      [](const frontend::AskedCompiler& compiler) { return compiler.state.is_zero(); });
}

class GroupReader {
 public:
  explicit GroupReader(ByteReader& reader) : reader_(reader) {}

  /// Reads one group; whether all in it is as it was.
  bool is_unchanged() {
    const char* folder = name();
    FolderState before{.device = reader_.varint(), .inode = reader_.varint()};
    before.changed_ns = reader_.signed_varint();
    if (!reader_.ok()) return false;
    int fd = ::open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    // What is in it is missing as well; a file that should be there is found so below.
    bool is_missing = fd < 0 && errno == ENOENT;
    bool same = (fd >= 0 || is_missing) && look(fd, before);
    if (fd >= 0) ::close(fd);
    return same;
  }

 private:
  bool look(int fd, const FolderState& before) {
    size_t files = reader_.count();
    for (size_t i = 0; i < files; ++i)
      if (!is_same_file(fd)) return false;
    if (!are_absent(fd)) return false;
    struct stat info{};
    bool is_known =
        before.changed_ns != 0 && fd >= 0 && ::fstat(fd, &info) == 0 && state_of(info) == before;
    return are_absent(is_known ? -1 : fd);
  }

  bool is_same_file(int fd) {
    const char* file = name();
    uint64_t size = reader_.varint();
    int64_t mtime = reader_.signed_varint();
    struct stat info{};
    return reader_.ok() && fd >= 0 && ::fstatat(fd, file, &info, 0) == 0 &&
           static_cast<uint64_t>(info.st_size) == size && mtime_of(info) == mtime;
  }

  /// `fd` -1: that is known, and the names are only read.
  bool are_absent(int fd) {
    size_t names = reader_.count();
    for (size_t i = 0; i < names; ++i) {
      const char* each = name();
      struct stat info{};
      if (!reader_.ok() || (fd >= 0 && ::fstatat(fd, each, &info, 0) == 0)) return false;
    }
    return reader_.ok();
  }

  // Ends with a zero, where it is sound.
  const char* name() {
    std::string_view text = reader_.text();
    if (reader_.u8() != 0) reader_.fail();
    return reader_.ok() ? text.data() : "";
  }

  ByteReader& reader_;
};

}  // namespace

Result<std::optional<Bytes>> settled_note(store::Store& store,
                                          const std::vector<frontend::CompileCommand>& commands,
                                          std::string_view told) {
  std::optional<Bytes> none;
  Hash question = frontend::plan_question(commands, "");
  std::optional<Bytes> plan = TRY(store.compiler_answer(question));
  if (!plan) return none;
  std::optional<frontend::RememberedPlan> known = frontend::read_plan(*plan);
  if (!known || !are_settled(*known)) return none;
  store::StoredInputs inputs = TRY(store.inputs());
  Groups groups;
  if (!group_inputs(inputs, groups)) return none;
  ByteWriter writer;
  writer.hash(question);
  writer.text(*plan);
  writer.text(told);
  writer.varint(groups.size());
  for (const auto& [folder, group] : groups)
    if (!write_group(writer, folder, group)) return none;
  return std::optional<Bytes>(writer.take());
}

std::optional<Bytes> recall_settled(const std::string& database,
                                    const std::vector<frontend::CompileCommand>& commands) {
  std::optional<Bytes> note = store::read_note(database);
  if (!note) return std::nullopt;
  ByteReader reader(*note);
  Hash question = reader.hash();
  std::string_view plan = reader.text();
  std::string_view told = reader.text();
  if (!reader.ok()) return std::nullopt;
  frontend::CommandAdapter adapter;
  adapter.remember_in({.recall =
                           [&](const Hash& asked) {
                             return asked == question ? std::optional<Bytes>(plan) : std::nullopt;
                           },
                       .keep = {}});
  if (!adapter.remembered_plan(commands)) return std::nullopt;
  size_t groups = reader.count();
  GroupReader group(reader);
  for (size_t i = 0; i < groups; ++i)
    if (!group.is_unchanged()) return std::nullopt;
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return Bytes(told);
}

}  // namespace assay::schedule
