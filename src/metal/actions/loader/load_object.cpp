#include "metal/actions/loader/load_object.h"

#include <llvm/ExecutionEngine/Orc/AbsoluteSymbols.h>
#include <llvm/ExecutionEngine/Orc/Core.h>
#include <llvm/ExecutionEngine/Orc/ObjectFileInterface.h>
#include <llvm/ExecutionEngine/Orc/RTDyldObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h>
#include <llvm/ExecutionEngine/Orc/TaskDispatch.h>
#include <llvm/ExecutionEngine/SectionMemoryManager.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstring>
#include <map>

namespace assay::metal {
namespace {

/// Writable memory of the object, and what stood in it when all was in place.
struct StaticData {
  struct Section {
    uint8_t* begin;
    size_t size;
    Bytes image;
  };
  std::vector<Section> sections;

  void take_image() {
    for (Section& section : sections)
      section.image.assign(reinterpret_cast<const char*>(section.begin), section.size);
  }
  void restore() {
    for (const Section& section : sections)
      std::memcpy(section.begin, section.image.data(), section.size);
  }
};

/// One block for all sections, so that they reach each other, with a record of the writable ones.
class Sections : public llvm::SectionMemoryManager {
 public:
  explicit Sections(StaticData& data) : SectionMemoryManager(nullptr, true), data_(data) {}

  uint8_t* allocateDataSection(uintptr_t size, unsigned alignment, unsigned id,
                               llvm::StringRef name, bool is_read_only) override {
    uint8_t* begin =
        SectionMemoryManager::allocateDataSection(size, alignment, id, name, is_read_only);
    if (begin != nullptr && !is_read_only) data_.sections.push_back({begin, size, {}});
    return begin;
  }
  // No exception goes through rules' code.
  void registerEHFrames(uint8_t*, uint64_t, size_t) override {}
  void deregisterEHFrames() override {}

 private:
  StaticData& data_;
};

class OrcObject : public LoadedObject {
 public:
  static Result<std::unique_ptr<LoadedObject>> load(std::string_view object,
                                                    std::span<const RuleSymbol> symbols) {
    std::unique_ptr<OrcObject> loaded(new OrcObject);
    if (llvm::Error error = loaded->start(object, symbols))
      return input_error("compiled rules cannot be loaded: {}", loaded->text(std::move(error)));
    return std::unique_ptr<LoadedObject>(std::move(loaded));
  }
  ~OrcObject() override {
    if (session_ == nullptr) return;
    llvm::consumeError(session_->endSession());
  }

  void* address(std::string_view symbol) const override {
    auto found = addresses_.find(symbol);
    return found == addresses_.end() ? nullptr : found->second;
  }
  void reset_static_data() override { data_.restore(); }
  size_t static_bytes() const override {
    size_t bytes = 0;
    for (const StaticData::Section& section : data_.sections) bytes += section.size;
    return bytes;
  }

 private:
  OrcObject() = default;

  std::string text(llvm::Error error) {
    std::string all = llvm::toString(std::move(error));
    return reported_.empty() ? all : reported_ + "; " + all;
  }

  llvm::Error start(std::string_view object, std::span<const RuleSymbol> symbols) {
    // In place: workers have no threads, and may not have any.
    auto control = llvm::orc::SelfExecutorProcessControl::Create(
        nullptr, std::make_unique<llvm::orc::InPlaceTaskDispatcher>());
    if (!control) return control.takeError();
    session_ = std::make_unique<llvm::orc::ExecutionSession>(std::move(*control));
    session_->setErrorReporter(
        [this](llvm::Error error) { reported_ = llvm::toString(std::move(error)); });
    layer_ = std::make_unique<llvm::orc::RTDyldObjectLinkingLayer>(
        *session_, [this](const llvm::MemoryBuffer&) { return std::make_unique<Sections>(data_); });
    llvm::orc::JITDylib& library = session_->createBareJITDylib("rules");
    if (llvm::Error error = define(library, symbols)) return error;
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(object), "rules.o");
    auto interface = llvm::orc::getObjectFileInterface(*session_, buffer->getMemBufferRef());
    if (!interface) return interface.takeError();
    llvm::orc::SymbolLookupSet defined;
    for (const auto& [name, flags] : interface->SymbolFlags) defined.add(name);
    if (llvm::Error error = layer_->add(library, std::move(buffer), std::move(*interface)))
      return error;
    return look_up(library, std::move(defined));
  }

  llvm::Error define(llvm::orc::JITDylib& library, std::span<const RuleSymbol> symbols) {
    llvm::orc::SymbolMap map;
    for (const RuleSymbol& symbol : symbols) {
      map[session_->intern(llvm::StringRef(symbol.name))] = {
          llvm::orc::ExecutorAddr::fromPtr(symbol.address),
          llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
    }
    return library.define(llvm::orc::absoluteSymbols(std::move(map)));
  }

  llvm::Error look_up(llvm::orc::JITDylib& library, llvm::orc::SymbolLookupSet defined) {
    auto found = session_->lookup({{&library, llvm::orc::JITDylibLookupFlags::MatchAllSymbols}},
                                  std::move(defined));
    if (!found) return found.takeError();
    for (const auto& [name, symbol] : *found)
      addresses_[(*name).str()] = symbol.getAddress().toPtr<void*>();
    data_.take_image();
    return llvm::Error::success();
  }

  StaticData data_;
  std::string reported_;
  std::map<std::string, void*, std::less<>> addresses_;
  std::unique_ptr<llvm::orc::ExecutionSession> session_;
  std::unique_ptr<llvm::orc::RTDyldObjectLinkingLayer> layer_;
};

}  // namespace

Result<std::unique_ptr<LoadedObject>> load_object(std::string_view object,
                                                  std::span<const RuleSymbol> symbols) {
  return OrcObject::load(object, symbols);
}

}  // namespace assay::metal
