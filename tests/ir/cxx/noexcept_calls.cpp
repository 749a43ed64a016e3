// Only what may throw has an unwinding edge.
struct Guard {
  ~Guard();
};
void safe() noexcept;
void unsafe();
void both() {
  Guard g;
  safe();
  unsafe();
}
