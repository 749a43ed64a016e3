// Locks of the C++ library.
#include <condition_variable>
#include <mutex>

std::recursive_mutex again;
int taken_again_ok() {
  again.lock();
  again.lock();
  again.unlock();
  again.unlock();
  return 0;
}

std::mutex once;
int taken_twice_bad() {
  once.lock();
  once.lock();  // report lock-misuse
  once.unlock();
  return 0;
}

struct Waiting {
  std::mutex mutex;
  std::condition_variable wake;
  bool is_over = false;
  int number = 0;
  void once_ok() {
    std::unique_lock<std::mutex> lock(mutex);
    wake.wait(lock, [this] { return is_over || number; });
    if (is_over && number) return;
    number++;
  }
  void FP_again_ok() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex);  // false lock-misuse  // false lock-misuse
      wake.wait(lock, [this] { return is_over || number; });
      if (is_over && number) return;
      number++;
    }
  }
};
void waits(Waiting &one) {
  one.once_ok();
  one.FP_again_ok();
}
