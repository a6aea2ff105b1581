// The watch detects a library that is loaded; unloading one does no harm.
#include "accel/driver/library_watch.hpp"

#include <gtest/gtest.h>

#include <dlfcn.h>

namespace penstock::accel {
namespace {

// The library belongs to glibc, and this program does not link it.
constexpr const char* kOther = "libanl.so.1";
constexpr const char* kThird = "libBrokenLocale.so.1";

TEST(LibraryWatch, KnowsNothingAtFirst) {
  const LibraryWatch watch;
  EXPECT_FALSE(watch.unchanged());
}

TEST(LibraryWatch, NoticesALibrary) {
  LibraryWatch watch;
  watch.renew();
  ASSERT_TRUE(watch.unchanged());
  void* other = dlopen(kOther, RTLD_LAZY | RTLD_LOCAL);
  ASSERT_NE(other, nullptr) << dlerror();
  EXPECT_FALSE(watch.unchanged());
  watch.renew();
  EXPECT_TRUE(watch.unchanged());
  dlclose(other);
  EXPECT_TRUE(watch.unchanged());  // the watch itself keeps the library loaded last
  void* third = dlopen(kThird, RTLD_LAZY | RTLD_LOCAL);
  ASSERT_NE(third, nullptr) << dlerror();
  EXPECT_FALSE(watch.unchanged());
  watch.renew();
  EXPECT_TRUE(watch.unchanged());
  dlclose(third);
  watch.let_go();
  EXPECT_FALSE(watch.unchanged());
}

}  // namespace
}  // namespace penstock::accel
