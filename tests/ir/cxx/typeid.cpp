// typeid names the type; of a polymorphic object, the static one, and the object is evaluated.
namespace std {
class type_info {
 public:
  const char *name() const;
};
}  // namespace std
struct Shape {
  virtual ~Shape();
};
struct Plain {};
const char *of_type() { return typeid(const Plain &).name(); }
const char *of_value(Plain plain) { return typeid(plain).name(); }
const char *of_object(Shape *shape) { return typeid(*shape).name(); }
