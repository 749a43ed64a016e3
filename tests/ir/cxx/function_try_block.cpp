// The handlers of a constructor see what its initialisers throw, after what was built is destroyed,
// and what they caught goes on; a destructor's see what the destructors of its members throw.
struct Part {
  Part(int);
  ~Part() noexcept(false);
};
void note();
struct Whole {
  Part first, second;
  Whole(int n) try : first(n), second(n + 1) {
    note();
  } catch (int code) {
    note();
  }
  ~Whole() noexcept(false) try {
    note();
  } catch (...) {
  }
};
void plain() try { note(); } catch (int) {
}
