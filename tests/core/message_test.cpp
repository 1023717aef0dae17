// SPDX-License-Identifier: MIT
#include "pintle/message.hpp"

#include <gtest/gtest.h>

namespace pintle {
namespace {

Message assistant(std::vector<Part> parts) {
  Message message;
  message.role = Role::assistant;
  message.parts = std::move(parts);
  return message;
}

CallPart call_part(std::uint64_t call, std::string name) {
  CallPart part;
  part.call = CallId{call};
  part.name = std::move(name);
  return part;
}

TEST(Message, OfAUserHasOneTextPart) {
  const Message message = user_message("Hi");
  EXPECT_EQ(message.role, Role::user);
  EXPECT_EQ(message.parts, std::vector<Part>{TextPart{"Hi"}});
  EXPECT_EQ(system_message("Be brief").role, Role::system);
}

TEST(Message, JoinsItsTextPartsOnly) {
  const Message message = assistant(
      {TextPart{"a"}, ThinkingPart{"hmm", "", false}, TextPart{"b"}, call_part(1, "t")});
  EXPECT_EQ(text_of(message), "ab");
  EXPECT_EQ(text_of(assistant({})), "");
}

TEST(Message, HasContentWhenAReaderWouldSeeSomething) {
  EXPECT_FALSE(has_content(assistant({})));
  EXPECT_FALSE(has_content(assistant({TextPart{" \n\t"}})));
  EXPECT_FALSE(has_content(assistant({ThinkingPart{"long thought", "", false}})));
  EXPECT_TRUE(has_content(assistant({TextPart{" x "}})));
  EXPECT_TRUE(has_content(assistant({call_part(1, "t")})));
  EXPECT_TRUE(has_content(assistant({ImagePart{"image/png", "AAAA", ""}})));
}

TEST(Message, ListsItsCallsInOrder) {
  const Message message =
      assistant({call_part(2, "b"), TextPart{"and"}, call_part(1, "a")});
  const std::vector<const CallPart*> calls = calls_of(message);
  ASSERT_EQ(calls.size(), 2U);
  EXPECT_EQ(calls[0]->name, "b");
  EXPECT_EQ(calls[1]->call, CallId{1});
}

TEST(Message, IsEstimatedAtFourBytesAToken) {
  EXPECT_EQ(estimate_tokens(assistant({})), 4);
  EXPECT_EQ(estimate_tokens(user_message("12345678")), 4 + 2);
  EXPECT_EQ(estimate_tokens(user_message("123456789")), 4 + 3);
  const std::string big(1'000'000, 'A');
  EXPECT_EQ(estimate_tokens(assistant({ImagePart{"image/png", big, ""}})), 4 + 1'000);
}

TEST(Message, CountsTheBytesOfAllItsText) {
  CallPart call = call_part(1, "read");
  call.arguments = R"({"a":1})";
  ResultPart result;
  result.content = "12345";
  result.images.push_back(ImagePart{"image/png", "AAAA", ""});
  EXPECT_EQ(size_bytes(assistant({TextPart{"abc"}, call})), 3U + 4U + 7U);
  EXPECT_EQ(size_bytes(assistant({result})), 9U);
}

TEST(CallPart, HasValidArgumentsFromTheStart) {
  EXPECT_TRUE(is_json(CallPart{}.arguments));
  EXPECT_TRUE(CallPart{}.usable);
}

}  // namespace
}  // namespace pintle
