// What is alive is destroyed on the way to the handler.
struct Guard {
  Guard();
  ~Guard();
};
struct Error {
  int code;
};
void risky(int);
int attempt(int n) {
  try {
    Guard g;
    risky(n);
    if (n > 3) throw Error{n};
  } catch (const Error &e) {
    return e.code;
  } catch (...) {
    throw;
  }
  return 0;
}
