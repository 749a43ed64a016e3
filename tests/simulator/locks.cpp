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
  void again_ok() {
    for (;;) {
      std::unique_lock<std::mutex> lock(mutex);
      wake.wait(lock, [this] { return is_over || number; });
      if (is_over && number) return;
      number++;
    }
  }
};
void waits(Waiting &one) {
  {
    std::unique_lock<std::mutex> lock(one.mutex);
    one.wake.wait(lock);
  }
  {
    std::unique_lock<std::mutex> lock(one.mutex);
    one.wake.wait(lock);
  }
  one.once_ok();
  one.again_ok();
}
