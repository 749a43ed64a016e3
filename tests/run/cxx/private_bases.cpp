// A base that is not public is no base to whoever looks from outside: neither a handler nor a
// dynamic_cast finds it.
#include <cstdio>

struct Plain {
  virtual ~Plain() {}
};
struct Other {
  virtual ~Other() {}
};

struct Open : Plain {};
class Hidden : Plain {};
struct Shielded : protected Plain {};
struct Below : Hidden {};
struct Both : private virtual Plain {};
struct Public : virtual Plain {};
struct Diamond : Both, Public {};  // one way to the virtual base is public

template <class Thrown>
static const char *caught(Thrown thrown) {
  try {
    throw thrown;
  } catch (Plain &) {
    return "Plain";
  } catch (Hidden &) {
    return "Hidden";
  } catch (Plain *) {
    return "Plain *";
  } catch (...) {
    return "something else";
  }
}

struct HasBoth : Plain, private Other {
  Other *other() { return this; }
};
struct Complete : private Plain, public Other {
  Plain *plain() { return this; }
};
struct Within : Complete {};

static const char *found(const void *pointer) { return pointer ? "found" : "not found"; }

int main() {
  std::printf("%s\n", caught(Open()));
  std::printf("%s\n", caught(Hidden()));
  std::printf("%s\n", caught(Shielded()));
  std::printf("%s\n", caught(Below()));
  std::printf("%s\n", caught(Both()));
  std::printf("%s\n", caught(Diamond()));
  static Open open;
  static Hidden hidden;
  std::printf("%s\n", caught(&open));
  std::printf("%s\n", caught(&hidden));

  HasBoth has_both;
  Plain *plain = &has_both;
  Other *other = has_both.other();
  std::printf("across to a private base: %s\n", found(dynamic_cast<Other *>(plain)));
  std::printf("across from a private base: %s\n", found(dynamic_cast<Plain *>(other)));
  std::printf("down from a private base: %s\n", found(dynamic_cast<HasBoth *>(other)));
  std::printf("down from a public base: %s\n", found(dynamic_cast<HasBoth *>(plain)));
  std::printf("to the whole: %s\n",
              dynamic_cast<void *>(other) == &has_both ? "found" : "not found");

  Within within;
  Other *part = &within;
  std::printf("up past a private base: %s\n", found(dynamic_cast<Plain *>(part)));
  std::printf("down to the middle: %s\n", found(dynamic_cast<Complete *>(part)));
  std::printf("down from the middle's own: %s\n", found(dynamic_cast<Complete *>(within.plain())));

  Diamond diamond;
  Plain *shared = static_cast<Public *>(&diamond);
  std::printf("down one way of two: %s\n", found(dynamic_cast<Diamond *>(shared)));
  std::printf("across the hidden way: %s\n", found(dynamic_cast<Both *>(shared)));
}
