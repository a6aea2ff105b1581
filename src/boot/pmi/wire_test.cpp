// The PMI-1 line format is tested: a line that is written is read back unchanged, and no input of a peer can do harm.
#include "boot/pmi/wire.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

namespace penstock::boot::pmi {
namespace {

using Field = std::pair<std::string_view, std::string_view>;

TEST(Wire, LineRoundTrip) {
  const std::string line = format_line("put", std::array{Field{"key", "P0.address"}, Field{"value", "a=b=="}});
  EXPECT_EQ(line, "cmd=put key=P0.address value=a=b==\n");
  Message message;
  ASSERT_TRUE(parse_line(line.substr(0, line.size() - 1), &message).is_ok());
  EXPECT_EQ(message.command, "put");
  EXPECT_EQ(message.text("key"), "P0.address");
  EXPECT_EQ(message.text("value"), "a=b==");
  EXPECT_EQ(message.text("absent"), "");
  EXPECT_EQ(message.find("absent"), nullptr);
}

TEST(Wire, WordsWithoutEqualsBelongToTheValueBefore) {
  Message message;
  ASSERT_TRUE(parse_line("cmd=put_result rc=-1 msg=no such key  here", &message).is_ok());
  EXPECT_EQ(message.text("msg"), "no such key here");
}

TEST(Wire, BadLinesAreRefused) {
  std::string many = "cmd=x";
  for (std::size_t i = 0; i <= kMaxFields; ++i) many += " k=v";
  const std::array<std::string, 8> bad = {"", "   ", "hello", "key=value cmd=x", "=x", "cmd=a\tb=c", "cmd=a\x01 b=c", many};
  for (const std::string& line : bad) {
    Message message;
    EXPECT_EQ(parse_line(line, &message).code(), Code::kProtocol) << line;
  }
}

TEST(Wire, IntegersAreBounded) {
  Message message;
  ASSERT_TRUE(parse_line("cmd=maxes a=5 b=-7 c=5x d= e=99999999999999999999 f=11", &message).is_ok());
  long number = 0;
  EXPECT_TRUE(message.integer("a", 0, 10, &number).is_ok());
  EXPECT_EQ(number, 5);
  EXPECT_TRUE(message.integer("b", -10, 10, &number).is_ok());
  EXPECT_EQ(number, -7);
  for (const char* key : {"c", "d", "e", "f", "absent"}) {
    EXPECT_EQ(message.integer(key, 0, 10, &number).code(), Code::kProtocol) << key;
  }
}

TEST(Wire, BytesRoundTrip) {
  std::vector<std::byte> bytes;
  for (int i = 0; i < 256; ++i) bytes.push_back(static_cast<std::byte>(i));
  const std::string text = encode(bytes);
  EXPECT_EQ(text.find_first_not_of("0123456789abcdef"), std::string::npos);
  std::vector<std::byte> back;
  ASSERT_TRUE(decode(text, &back).is_ok());
  EXPECT_EQ(back, bytes);
  for (const char* bad : {"0", "0g", "zz", " 00", "0x"}) EXPECT_EQ(decode(bad, &back).code(), Code::kProtocol) << bad;
}

TEST(LineBuffer, LinesComeOutHoweverTheyCameIn) {
  std::mt19937 random(7);
  std::string stream;
  std::vector<std::string> lines;
  for (int i = 0; i < 300; ++i) {
    lines.emplace_back(random() % 40, static_cast<char>('a' + i % 26));
    stream += lines.back() + "\n";
  }
  LineBuffer buffer;
  std::vector<std::string> seen;
  for (std::size_t at = 0; at < stream.size();) {
    const std::size_t n = std::min<std::size_t>(1 + random() % 60, stream.size() - at);
    ASSERT_TRUE(buffer.append(std::string_view(stream).substr(at, n)).is_ok());
    at += n;
    for (std::string line; random() % 3 != 0 && buffer.next(&line);) seen.push_back(line);
  }
  for (std::string line; buffer.next(&line);) seen.push_back(line);
  EXPECT_EQ(seen, lines);
}

TEST(LineBuffer, EndlessLineIsRefused) {
  LineBuffer buffer;
  const std::string piece(1000, 'x');
  Status status;
  std::size_t sent = 0;
  for (; status.is_ok() && sent < 10 * kMaxLine; sent += piece.size()) status = buffer.append(piece);
  EXPECT_EQ(status.code(), Code::kProtocol);
  EXPECT_LE(sent, kMaxLine + 2 * piece.size());
}

// Any bytes are accepted or refused; an accepted line survives being written again.
TEST(Wire, FuzzedLinesParseOrAreRefused) {
  std::mt19937 random(11);
  const std::string alphabet = "cmd= abc=0123\x01\xff\t-=  ";
  int accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string line = i % 2 == 0 ? "cmd=" : "";
    for (unsigned n = random() % 60; n > 0; --n) line += alphabet[random() % alphabet.size()];
    Message message;
    if (!parse_line(line, &message).is_ok()) continue;
    ++accepted;
    std::vector<Field> fields;
    for (const auto& [key, value] : message.fields) fields.emplace_back(key, value);
    std::string again = format_line(message.command, fields);
    again.pop_back();
    Message second;
    ASSERT_TRUE(parse_line(again, &second).is_ok()) << line;
    EXPECT_EQ(second.fields, message.fields);
  }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace penstock::boot::pmi
