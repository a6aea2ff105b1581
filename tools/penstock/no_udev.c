/* hwloc's archive asks udev for models of disks and the like, which nobody here wants: it does without where udev_new() gives
 * nothing. So the program needs no libudev, and runs where there is none. */
#include <stddef.h>

struct udev;
struct udev_device;

struct udev* udev_new(void);
struct udev* udev_unref(struct udev* udev);
struct udev_device* udev_device_new_from_subsystem_sysname(struct udev* udev, const char* subsystem, const char* name);
struct udev_device* udev_device_unref(struct udev_device* device);
const char* udev_device_get_property_value(struct udev_device* device, const char* key);

struct udev* udev_new(void) {
  return NULL;
}
struct udev* udev_unref(struct udev* udev) {
  (void)udev;
  return NULL;
}
struct udev_device* udev_device_new_from_subsystem_sysname(struct udev* udev, const char* subsystem, const char* name) {
  (void)udev, (void)subsystem, (void)name;
  return NULL;
}
struct udev_device* udev_device_unref(struct udev_device* device) {
  (void)device;
  return NULL;
}
const char* udev_device_get_property_value(struct udev_device* device, const char* key) {
  (void)device, (void)key;
  return NULL;
}
