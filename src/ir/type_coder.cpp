#include "ir/type_coder.h"

#include "base/check.h"

namespace assay::ir {

namespace {

// Which parts follow, so that a plain `int` takes seven bytes.
enum Parts : uint8_t {
  kHasName = 1,
  kHasInner = 2,
  kHasOwner = 4,
  kHasParams = 8,
  kHasFields = 16,
  kHasBases = 32,
  kHasEnumerators = 64,
  kHasCount = 128,
};

uint8_t parts_of(const Type& type) {
  uint8_t parts = 0;
  if (!type.name.empty()) parts |= kHasName;
  if (type.inner.valid()) parts |= kHasInner;
  if (type.owner.valid()) parts |= kHasOwner;
  if (!type.params.empty()) parts |= kHasParams;
  if (!type.fields.empty()) parts |= kHasFields;
  if (!type.bases.empty()) parts |= kHasBases;
  if (!type.enumerators.empty()) parts |= kHasEnumerators;
  if (type.count != 0) parts |= kHasCount;
  return parts;
}

void write_scalars(ByteWriter& out, const Type& type, uint8_t parts) {
  out.u8(static_cast<uint8_t>(type.kind));
  out.u8(parts);
  out.u8(type.quals);
  out.varint(type.flags);
  out.varint(type.width);
  out.varint(type.align);
  out.varint(type.size);
  if (parts & kHasCount) out.varint(type.count);
  if (parts & kHasName) out.text(type.name);
}

// `full` and `shallow` give the hash of a type that this one contains or speaks of.
template <class Full, class Shallow>
void write_type(ByteWriter& out, const Type& type, Full&& full, Shallow&& shallow) {
  uint8_t parts = parts_of(type);
  write_scalars(out, type, parts);
  if (parts & kHasInner)
    out.hash(holds_inner_by_value(type.kind) ? full(type.inner) : shallow(type.inner));
  if (parts & kHasOwner) out.hash(shallow(type.owner));
  if (parts & kHasParams) {
    out.varint(type.params.size());
    for (TypeId param : type.params) out.hash(shallow(param));
  }
  if (parts & kHasFields) {
    out.varint(type.fields.size());
    for (const Field& field : type.fields) {
      out.text(field.name);
      out.hash(full(field.type));
      out.varint(field.bit_offset);
      out.varint(field.is_bit_field ? uint64_t{field.bit_width} + 1 : 0);
    }
  }
  if (parts & kHasBases) {
    out.varint(type.bases.size());
    for (const Base& base : type.bases) {
      out.hash(full(base.type));
      out.varint(base.offset << 2 | (base.is_public ? 0 : 2) | (base.is_virtual ? 1 : 0));
    }
  }
  if (parts & kHasEnumerators) {
    out.varint(type.enumerators.size());
    for (const Enumerator& each : type.enumerators) {
      out.text(each.name);
      out.signed_varint(each.value);
    }
  }
}

// Types whose shallow form differs from their full one: those that may contain a record.
bool has_own_shallow_form(TypeKind kind) {
  switch (kind) {
    case TypeKind::Array:
    case TypeKind::IncompleteArray:
    case TypeKind::VariableArray:
    case TypeKind::Alias:
    case TypeKind::Qualified:
    case TypeKind::Record:
      return true;
    default:
      return false;
  }
}

// Neither size nor alignment: they are unknown where the record was only declared.
Hash shallow_form(const Type& type, const Hash& inner) {
  constexpr uint8_t kShallowMark = 0xff;  // no ObjectKind: never the hash of an object
  ByteWriter out;
  out.u8(kShallowMark);
  out.u8(static_cast<uint8_t>(type.kind));
  out.u8(type.quals);
  out.u8(type.kind == TypeKind::Record && type.has(kUnion) ? 1 : 0);
  out.varint(type.count);
  out.text(type.name);
  out.hash(inner);
  return hash_bytes(out.bytes());
}

}  // namespace

bool holds_inner_by_value(TypeKind kind) {
  switch (kind) {
    case TypeKind::Pointer:
    case TypeKind::LValueRef:
    case TypeKind::RValueRef:
    case TypeKind::MemberPointer:
    case TypeKind::Function:
      return false;
    default:
      return true;
  }
}

TypeHasher::TypeHasher(const TypeTable& types, std::vector<Hash>& full, std::vector<Hash>& shallow,
                       const std::vector<bool>* opaque, Emit emit)
    : types_(types), full_(full), shallow_(shallow), opaque_(opaque), emit_(std::move(emit)) {
  full_.resize(types.size());
  shallow_.resize(types.size());
}

Hash TypeHasher::full(TypeId id) { return compute({id, Mode::Full}); }
Hash TypeHasher::shallow(TypeId id) { return compute({id, Mode::Shallow}); }

Hash TypeHasher::known(TypeId id, Mode mode) const {
  if (!id.valid()) return Hash();
  return mode == Mode::Full ? full_[id.index()] : shallow_[id.index()];
}

Hash TypeHasher::compute(Want goal) {
  if (!goal.id.valid()) return Hash();
  if (Hash hash = known(goal.id, goal.mode); !hash.is_zero()) return hash;
  stack_.assign(1, goal);
  size_t steps_left = 4 * types_.size() + 4;  // each form of each type is looked at twice at most
  while (!stack_.empty()) {
    Want top = stack_.back();
    if (!known(top.id, top.mode).is_zero()) {
      stack_.pop_back();
      continue;
    }
    ASSAY_CHECK(steps_left-- > 0, "no type should contain itself by value");
    if (push_missing(top)) continue;
    Hash hash = finish(top);
    (top.mode == Mode::Full ? full_ : shallow_)[top.id.index()] = hash;
    stack_.pop_back();
  }
  return known(goal.id, goal.mode);
}

void TypeHasher::want(TypeId id, Mode mode) {
  if (known(id, mode).is_zero()) stack_.push_back({id, mode});
}

bool TypeHasher::push_missing(Want wanted) {
  size_t before = stack_.size();
  const Type& type = types_[wanted.id];
  bool hidden = opaque_ != nullptr && (*opaque_)[wanted.id.index()];
  if (wanted.mode == Mode::Full) {
    if (!hidden) {
      for_each_by_value(type, [&](TypeId id) { want(id, Mode::Full); });
      for_each_behind(type, [&](TypeId id) { want(id, Mode::Shallow); });
    }
  } else if (!has_own_shallow_form(type.kind)) {
    want(wanted.id, Mode::Full);
  } else if (type.kind != TypeKind::Record && type.inner.valid()) {
    want(type.inner, Mode::Shallow);
  }
  return stack_.size() != before;
}

Type TypeHasher::opaque_view(const Type& record) const {
  Type view;
  view.kind = TypeKind::Record;
  view.name = record.name;
  view.flags = record.flags & (kUnion | kClass);  // what its spelling depends on
  return view;
}

Hash TypeHasher::finish(Want wanted) {
  const Type& type = types_[wanted.id];
  if (wanted.mode == Mode::Shallow) {
    if (!has_own_shallow_form(type.kind)) return known(wanted.id, Mode::Full);
    bool has_inner = type.kind != TypeKind::Record;
    return shallow_form(type, has_inner ? known(type.inner, Mode::Shallow) : Hash());
  }
  ByteWriter out;
  out.u8(static_cast<uint8_t>(ObjectKind::Type));
  auto full = [this](TypeId id) { return known(id, Mode::Full); };
  auto shallow = [this](TypeId id) { return known(id, Mode::Shallow); };
  if (opaque_ != nullptr && (*opaque_)[wanted.id.index()])
    write_type(out, opaque_view(type), full, shallow);
  else
    write_type(out, type, full, shallow);
  Hash hash = hash_bytes(out.bytes());
  if (emit_) emit_(wanted.id, hash, std::string_view(out.bytes()).substr(1));
  return hash;
}

namespace {

class TableReader {
 public:
  Result<void> read(const Hash& hash, std::string_view data);
  Result<void> resolve();

  std::vector<Type> types;
  std::vector<Hash> shallow;

 private:
  // A reference through a pointer, to a type that may come later.
  enum class Slot : uint8_t { Inner, Owner, Param };
  struct Pending {
    uint32_t type;
    Slot slot;
    uint32_t param;
    Hash target;
  };
  TypeId contained(ByteReader& in);
  void behind(ByteReader& in, Slot slot, uint32_t param);
  void read_members(ByteReader& in, Type& type, uint8_t parts);
  bool chains_end() const;

  std::unordered_map<Hash, TypeId> by_full_;
  std::unordered_map<Hash, TypeId> by_shallow_;
  std::vector<Pending> pending_;
};

// Containers come after what they contain, so no damage can make a type contain itself.
TypeId TableReader::contained(ByteReader& in) {
  Hash hash = in.hash();
  if (hash.is_zero()) return TypeId();
  auto found = by_full_.find(hash);
  if (found == by_full_.end()) {
    in.fail();
    return TypeId();
  }
  return found->second;
}

void TableReader::behind(ByteReader& in, Slot slot, uint32_t param) {
  pending_.push_back({static_cast<uint32_t>(types.size()), slot, param, in.hash()});
}

void TableReader::read_members(ByteReader& in, Type& type, uint8_t parts) {
  if (parts & kHasFields) {
    size_t count = in.count();
    for (size_t i = 0; i < count && in.ok(); ++i) {
      Field field;
      field.name = in.text();
      field.type = contained(in);
      field.bit_offset = in.varint();
      uint64_t width = in.varint();
      field.is_bit_field = width != 0;
      field.bit_width = width == 0 ? 0 : static_cast<uint32_t>(width - 1);
      type.fields.push_back(std::move(field));
    }
  }
  if (parts & kHasBases) {
    size_t count = in.count();
    for (size_t i = 0; i < count && in.ok(); ++i) {
      Base base;
      base.type = contained(in);
      uint64_t offset = in.varint();
      base.offset = offset >> 2;
      base.is_public = (offset & 2) == 0;
      base.is_virtual = (offset & 1) != 0;
      type.bases.push_back(base);
    }
  }
  if (parts & kHasEnumerators) {
    size_t count = in.count();
    for (size_t i = 0; i < count && in.ok(); ++i) {
      Enumerator each;
      each.name = in.text();
      each.value = in.signed_varint();
      type.enumerators.push_back(std::move(each));
    }
  }
}

Result<void> TableReader::read(const Hash& hash, std::string_view data) {
  if (object_hash(ObjectKind::Type, data) != hash)
    return input_error("type {}: its content is damaged", hash.hex());
  ByteReader in(data);
  Type type;
  uint8_t kind = in.u8();
  if (kind > static_cast<uint8_t>(TypeKind::Other)) in.fail();
  type.kind = static_cast<TypeKind>(kind);
  uint8_t parts = in.u8();
  type.quals = in.u8();
  type.flags = static_cast<uint16_t>(in.varint());
  type.width = static_cast<uint32_t>(in.varint());
  type.align = static_cast<uint32_t>(in.varint());
  type.size = in.varint();
  if (parts & kHasCount) type.count = in.varint();
  if (parts & kHasName) type.name = in.text();
  if (parts & kHasInner) {
    if (holds_inner_by_value(type.kind))
      type.inner = contained(in);
    else
      behind(in, Slot::Inner, 0);
  }
  if (parts & kHasOwner) behind(in, Slot::Owner, 0);
  if (parts & kHasParams) {
    size_t count = in.count();
    for (size_t i = 0; i < count && in.ok(); ++i) behind(in, Slot::Param, static_cast<uint32_t>(i));
    type.params.resize(in.ok() ? count : 0);
  }
  read_members(in, type, parts);
  if (!in.ok() || !in.at_end()) return input_error("type {}: its content is damaged", hash.hex());

  TypeId id(types.size());
  if (!by_full_.emplace(hash, id).second) return input_error("type {}: listed twice", hash.hex());
  bool has_inner = type.kind != TypeKind::Record && type.inner.valid();
  Hash short_hash = !has_own_shallow_form(type.kind)
                        ? hash
                        : shallow_form(type, has_inner ? shallow[type.inner.index()] : Hash());
  // APPROX(under): where one unit has two records of one name, what is behind a pointer is the
  // first that has a body.
  auto [entry, is_new] = by_shallow_.emplace(short_hash, id);
  if (!is_new && type.has(kComplete) && !types[entry->second.index()].has(kComplete))
    entry->second = id;
  shallow.push_back(short_hash);
  types.push_back(std::move(type));
  return {};
}

Result<void> TableReader::resolve() {
  for (const Pending& each : pending_) {
    Type& type = types[each.type];
    if (each.target.is_zero()) continue;
    auto found = by_shallow_.find(each.target);
    if (found == by_shallow_.end())
      return input_error("type {}: not listed by its unit", each.target.hex());
    if (each.slot == Slot::Inner) type.inner = found->second;
    if (each.slot == Slot::Owner) type.owner = found->second;
    if (each.slot == Slot::Param) type.params[each.param] = found->second;
  }
  if (!chains_end()) return input_error("a type of the unit is made of itself");
  return {};
}

// Only through a record may a type come back to itself: whoever follows pointers and arrays
// counts on coming to an end.
bool TableReader::chains_end() const {
  enum : uint8_t { kNew, kOpen, kDone };
  std::vector<uint8_t> state(types.size(), kNew);
  std::vector<TypeId> stack;
  for (size_t root = 0; root < types.size(); ++root) {
    if (state[root] != kNew) continue;
    stack.assign(1, TypeId(root));
    while (!stack.empty()) {
      TypeId id = stack.back();
      uint8_t& mine = state[id.index()];
      if (mine != kNew) {
        mine = kDone;
        stack.pop_back();
        continue;
      }
      mine = kOpen;
      const Type& type = types[id.index()];
      if (type.kind == TypeKind::Record) continue;
      bool comes_back = false;
      auto visit = [&](TypeId next) {
        if (state[next.index()] == kOpen) comes_back = true;
        if (state[next.index()] == kNew) stack.push_back(next);
      };
      for_each_by_value(type, visit);
      for_each_behind(type, visit);
      if (comes_back) return false;
    }
  }
  return true;
}

}  // namespace

Result<TypeTable> TypeCoder::decode(const std::vector<Hash>& hashes, const FetchObject& fetch) {
  TableReader reader;
  reader.types.reserve(hashes.size());
  for (const Hash& hash : hashes) {
    Bytes data = TRY(fetch(hash));
    TRY(reader.read(hash, data));
  }
  TRY(reader.resolve());
  TypeTable table;
  table.types_ = std::move(reader.types);
  table.full_ = hashes;
  table.shallow_ = std::move(reader.shallow);
  table.interned_.reserve(table.types_.size());
  for (size_t i = 0; i < table.types_.size(); ++i)
    table.interned_.emplace(TypeTable::intern_key(table.types_[i]), TypeId(i));
  return table;
}

}  // namespace assay::ir
