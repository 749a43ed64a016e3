#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "schedule/machines_task.h"

namespace assay::schedule {
namespace {

// A process is started for a task, and a task is tried twice.
size_t cell_count(size_t tasks) { return 2 * tasks + 1; }

size_t head_bytes(size_t tasks) {
  constexpr size_t kAlign = alignof(metal::ActionCell) > 64 ? alignof(metal::ActionCell) : 64;
  size_t bytes = sizeof(uint32_t) * (tasks + 1);
  return (bytes + kAlign - 1) / kAlign * kAlign;
}

}  // namespace

Result<WorkerCells> WorkerCells::make(size_t tasks) {
  size_t bytes = head_bytes(tasks) + cell_count(tasks) * sizeof(metal::ActionCell);
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return input_error("cannot share memory with workers: {}", std::strerror(errno));
  return WorkerCells(memory, bytes, tasks);
}

WorkerCells::WorkerCells(WorkerCells&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), bytes_(other.bytes_), tasks_(other.tasks_) {}

WorkerCells::~WorkerCells() {
  if (memory_ != nullptr) ::munmap(memory_, bytes_);
}

metal::ActionCell* WorkerCells::actions() {
  return reinterpret_cast<metal::ActionCell*>(static_cast<char*>(memory_) + head_bytes(tasks_));
}

uint32_t WorkerCells::take() {
  return next().fetch_add(1) % static_cast<uint32_t>(cell_count(tasks_));
}

std::string WorkerCells::running(size_t task) {
  return metal::running_action(actions()[owners()[task]]);
}

}  // namespace assay::schedule
