// args: -- -std=gnu++20
// A coroutine is not supported yet: it says so, and the rest of the file is kept.
namespace std {
template <class R, class...>
struct coroutine_traits {
  using promise_type = typename R::promise_type;
};
template <class P = void>
struct coroutine_handle {
  static coroutine_handle from_address(void *) noexcept;
  void *address() const noexcept;
  operator coroutine_handle<void>() const noexcept;
};
}
struct Never {
  bool await_ready() noexcept;
  void await_suspend(std::coroutine_handle<>) noexcept;
  void await_resume() noexcept;
};
struct Task {
  struct promise_type {
    Task get_return_object();
    Never initial_suspend();
    Never final_suspend() noexcept;
    void return_void();
    void unhandled_exception();
  };
};
Task run() { co_return; }
int plain() { return 1; }
