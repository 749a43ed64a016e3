// A member's value may stand in its class: then it is constant, wherever its definition is.
extern int use(const int *);
struct Limits {
  static const int size = 4;
  static const int twice;
};
const int Limits::twice = Limits::size * 2;
int first = use(&Limits::size);
const int Limits::size;
template <class T>
struct Traits {
  static const int bytes = sizeof(T);
};
template <class T>
const int Traits<T>::bytes;
int second = use(&Traits<long>::bytes);
