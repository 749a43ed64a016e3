// Unwinding never leaves a noexcept function.
struct Guard {
  ~Guard();
};
void risky();
void promised() noexcept {
  Guard g;
  risky();
}
