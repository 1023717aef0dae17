// SPDX-License-Identifier: MIT
#include "core/answer_draft.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pintle {
namespace {

using ::testing::ElementsAre;

TEST(AnswerDraft, KeepsTheSignaturesOfThinkingThatIsNotShownApart) {
  AnswerDraft draft;
  draft.begin(CallId{});
  draft.thinking("shown");
  draft.opaque(model::OpaqueKind::thinking_signature, 0, "one");
  draft.opaque(model::OpaqueKind::thinking_signature, 0, "two");
  draft.opaque(model::OpaqueKind::thinking_signature, 0, "three");
  EXPECT_THAT(draft.message(false).parts,
              ElementsAre(Part(ThinkingPart{"shown", "one", false}),
                          Part(ThinkingPart{"", "two", false}),
                          Part(ThinkingPart{"", "three", false})));
}

}  // namespace
}  // namespace pintle
