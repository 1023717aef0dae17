// SPDX-License-Identifier: MIT
// The contract of models, run on those that need no sockets, and on ones that break it.
#include <chrono>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pintle/testing/contracts/model.hpp"
#include "pintle/testing/scripted_model.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "policy/made_model.hpp"

// The example's model itself, not a copy of it.
#define main own_model_main
#include "../../examples/05_own_model.cpp"
#undef main

namespace pintle::model_test {
namespace {

using ::testing::Contains;
using testing::Faults;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::scripted_model;
using testing::ScriptedEvent;
using testing::ScriptedModel;
using What = ScriptedEvent::What;

ScriptedEvent event(What what, std::string bytes = {}, std::uint32_t index = 0) {
  ScriptedEvent made;
  made.what = what;
  made.bytes = std::move(bytes);
  made.index = index;
  return made;
}

ScriptedEvent call(std::string name, std::uint32_t index = 0) {
  ScriptedEvent made = event(What::call_start, "id", index);
  made.name = std::move(name);
  return made;
}

ScriptedEvent opaque(model::OpaqueKind kind, std::string bytes, std::uint32_t index = 0) {
  ScriptedEvent made = event(What::opaque, std::move(bytes), index);
  made.opaque = kind;
  return made;
}

ScriptedEvent failed(std::string message) {
  ScriptedEvent made = event(What::failed);
  made.error.message = std::move(message);
  return made;
}

ScriptedModel plays(std::vector<ScriptedEvent> events) {
  return scripted_model().plays(std::move(events)).for_ever();
}

/// Runs the suite in virtual time. `make` gets the executor that drives the streams.
template <class Make>
Faults check(Make make) {
  testing::VirtualTime time;
  Executor executor(time.seams());
  return testing::check_model([&] { return make(executor); }, executor);
}

template <class Script>
Faults check_script(Script script) {
  return check([&](Executor&) { return std::shared_ptr<Model>(script()); });
}

template <class MakeStart>
Faults check_made(MakeStart make_start) {
  return check([&](Executor&) { return std::make_shared<MadeModel>(make_start()); });
}

ScriptedModel rich_script() {
  return scripted_model()
      .streams({"Gr", "\xC3", "\xBC\xC3\x9F", "e"})
      .calls_all({{"add", R"({"a":1})"}, {"add", R"({"a":2})"}}, "I add.")
      .fails({.status = 429, .retry_after_ms = 10, .text_before = "part"})
      .plays({event(What::thinking, "hm"),
              opaque(model::OpaqueKind::thinking_signature, "s1"),
              opaque(model::OpaqueKind::redacted_thinking, "\x01\xFE"),
              opaque(model::OpaqueKind::provider_block, R"({"type":"search"})"),
              call("late", 7),
              call("early", 3),
              event(What::call_arguments, "{}", 7),
              opaque(model::OpaqueKind::call_signature, "s2", 3),
              event(What::end)})
      .ends_with(StopKind::max_tokens, "cut")
      .for_ever();
}

TEST(ModelContract, HoldsForTheScriptedModel) {
  EXPECT_THAT(check_script(rich_script), IsEmpty());
  EXPECT_THAT(check_script([] { return scripted_model().says("Hello").for_ever(); }),
              IsEmpty());
  EXPECT_THAT(check_script([] { return scripted_model(); }), IsEmpty())
      << "without answers left it fails each request";
}

TEST(ModelContract, HoldsForTheModelOfTheExample) {
  EXPECT_THAT(check([](Executor&) { return std::make_shared<::EchoModel>(); }),
              IsEmpty());
}

TEST(ModelContract, HoldsForModelsWhoseTextHoldsCalls) {
  const auto wrapped = [](auto script) {
    return check([&](Executor&) {
      return std::make_shared<TextCallModel>(std::shared_ptr<Model>(script()));
    });
  };
  EXPECT_THAT(wrapped(rich_script), IsEmpty());
  EXPECT_THAT(wrapped([] {
                return scripted_model()
                    .streams({"I <Tool",
                              "Call>{\"name\":\"add\",\"arg",
                              "uments\":{\"a\":1}}</ToolCall> add <Tool"})
                    .for_ever();
              }),
              IsEmpty());
  EXPECT_THAT(wrapped([] {
                return plays({event(What::text, "<ToolCall>\xC3"),
                              call("native"),
                              event(What::text, "\xBC"),
                              event(What::end)});
              }),
              IsEmpty());
}

TEST(TextProtocolStream, GivesWhatItHeldBackBeforeANativeCall) {
  const std::shared_ptr<Model> inner = plays({event(What::text, "say <Tool"),
                                              call("native"),
                                              event(What::text, " and on"),
                                              event(What::end)});
  TextCallModel model(inner);
  const auto stream = model.stream({});
  std::string said;
  for (bool over = false; !over;) {
    const std::optional<ModelEvent> next = stream->poll(Waker());
    ASSERT_TRUE(next);
    if (const auto* text = std::get_if<model::Text>(&*next)) said += text->bytes;
    if (std::holds_alternative<model::CallStart>(*next)) said += "[call]";
    over = std::holds_alternative<model::End>(*next);
  }
  EXPECT_EQ(said, "say <Tool[call] and on");
}

// Work that runs later makes an event; it fires the waker that `keep` chose to keep.
template <class Keep>
MadeModel::Start late(Executor& executor, Keep keep) {
  return [&executor, keep](const ModelRequest&) -> MadeStream::Poll {
    auto kept = std::make_shared<Waker>();
    auto ready = std::make_shared<int>(0);
    return [&executor, keep, kept, ready, taken = 0](
               const Waker& waker) mutable -> std::optional<ModelEvent> {
      if (*ready == taken) {
        keep(*kept, waker);
        executor.post([kept, ready] {
          ++*ready;
          kept->wake();
        });
        return std::nullopt;
      }
      if (++taken == 3) return ended();
      return model::Text{"a"};
    };
  };
}

TEST(ModelContract, HoldsForAModelThatWaitsForEachOfItsEvents) {
  const auto last = [](Waker& kept, const Waker& given) { kept = given; };
  EXPECT_THAT(check([&](Executor& executor) {
                return std::make_shared<MadeModel>(late(executor, last));
              }),
              IsEmpty());
}

struct BrokenScript {
  std::string rule;
  std::vector<ScriptedEvent> events;
};

std::vector<BrokenScript> broken_scripts() {
  const ScriptedEvent end = event(What::end);
  ScriptedEvent owed = end;
  owed.usage = Usage{};
  owed.usage->output = -1;
  ScriptedEvent thoughtful = end;
  thoughtful.usage = Usage{};
  thoughtful.usage->output = 1;
  thoughtful.usage->reasoning = 2;
  ScriptedEvent hurried = failed("busy");
  hurried.error.retry_after_ms = -1;
  const std::string nothing;
  return {
      {"has its name", {call(""), end}},
      {"names and ids are UTF-8", {call("\xFE"), end}},
      {"same index", {call("a", 1), call("b", 1), end}},
      {"arguments belong to a call", {event(What::call_arguments, "{}", 2), end}},
      {"arguments, put together, are UTF-8",
       {call("a"), event(What::call_arguments, "\"\xC3\""), end}},
      {"a call's signature belongs",
       {call("a"), opaque(model::OpaqueKind::call_signature, "s", 9), end}},
      {"signature is not empty",
       {opaque(model::OpaqueKind::thinking_signature, nothing), end}},
      {"block is JSON", {opaque(model::OpaqueKind::provider_block, "{"), end}},
      {"put together, are UTF-8", {event(What::text, "\xC3"), end}},
      {"put together, are UTF-8",
       {event(What::text, "\xC3"), event(What::thinking, "\xBC"), end}},
      {"not negative", {owed}},
      {"a time to wait is not negative", {hurried}},
      {"part of the output", {thoughtful}},
      {"says what went wrong", {failed("")}},
      {"goes on until it has ended", {event(What::text, "a"), event(What::hang)}},
      {"goes on until it has ended", {}},
  };
}

TEST(ModelContract, FindsEventsThatBreakIt) {
  for (const BrokenScript& broken : broken_scripts()) {
    EXPECT_THAT(check_script([&] { return plays(broken.events); }),
                Contains(HasSubstr(broken.rule)));
  }
}

TEST(ModelContract, FindsAModelThatGivesNoStreamOrThrows) {
  EXPECT_THAT(check_made([]() -> MadeModel::Start {
                return [](const ModelRequest&) { return MadeStream::Poll(); };
              }),
              Contains(HasSubstr("never null")));
  EXPECT_THAT(check_made([]() -> MadeModel::Start {
                return [](const ModelRequest& request) -> MadeStream::Poll {
                  if (request.messages.empty()) throw std::runtime_error("no message");
                  return [](const Waker&) { return ended(); };
                };
              }),
              Contains(HasSubstr("odd requests: it threw: no message")));
  EXPECT_THAT(check([](Executor&) { return std::shared_ptr<Model>(); }),
              Contains(HasSubstr("there is a model")));
}

TEST(ModelContract, FindsAModelThatIsCalledDifferentlyLater) {
  EXPECT_THAT(check([](Executor&) {
                auto made = std::make_shared<MadeModel>(MadeModel::Start());
                made->start = [model = made.get()](const ModelRequest&) {
                  model->known.name += "!";
                  return MadeStream::Poll([](const Waker&) { return ended(); });
                };
                return made;
              }),
              Contains(HasSubstr("info stays the same")));
}

// It repeats the user's words out of the request, which is gone.
TEST(ModelContract, FindsAStreamThatLooksAtItsRequestLater) {
  EXPECT_THAT(check_made([]() -> MadeModel::Start {
                return [](const ModelRequest& request) -> MadeStream::Poll {
                  return [system = request.system, said = false](
                             const Waker&) mutable -> std::optional<ModelEvent> {
                    if (std::exchange(said, true)) return ended();
                    return model::Text{system};
                  };
                };
              }),
              Contains(HasSubstr("does not look at its request")));
}

TEST(ModelContract, FindsViewsThatAnotherStreamOverwrites) {
  EXPECT_THAT(check_made([]() -> MadeModel::Start {
                // Long enough to be written again in place.
                return [buffer = std::make_shared<std::string>(100, ' '),
                        streams = 0](const ModelRequest&) mutable -> MadeStream::Poll {
                  return [buffer, name = std::to_string(++streams), left = 3](
                             const Waker&) mutable -> std::optional<ModelEvent> {
                    if (--left == 0) return ended();
                    buffer->assign("a delta of stream ").append(name);
                    return model::Text{*buffer};
                  };
                };
              }),
              Contains(HasSubstr("views stay as they are")));
}

TEST(ModelContract, FindsStreamsThatShareWhereTheyAre) {
  EXPECT_THAT(
      check_made([]() -> MadeModel::Start {
        return [at = std::make_shared<int>(0)](const ModelRequest&) -> MadeStream::Poll {
          *at = 0;
          return [at](const Waker&) -> std::optional<ModelEvent> {
            if (++*at > 4) return ended();
            return model::Text{
                std::string_view("abcd").substr(static_cast<std::size_t>(*at - 1), 1)};
          };
        };
      }),
      Contains(HasSubstr("do not mix")));
}

// A stream that is dropped cuts those short that are under way.
TEST(ModelContract, FindsAModelWhoseDroppedStreamsDisturbOthers) {
  struct Watch {
    std::shared_ptr<bool> dropped;
    bool ended = false;
    ~Watch() { *dropped = *dropped || !ended; }
  };
  EXPECT_THAT(check_made([]() -> MadeModel::Start {
                return [dropped = std::make_shared<bool>(false)](
                           const ModelRequest&) -> MadeStream::Poll {
                  *dropped = false;
                  auto watch = std::make_shared<Watch>();
                  watch->dropped = dropped;
                  return [watch,
                          left = 3](const Waker&) mutable -> std::optional<ModelEvent> {
                    watch->ended = left-- == 0 || *watch->dropped;
                    if (watch->ended) return ended();
                    return model::Text{"a"};
                  };
                };
              }),
              Contains(HasSubstr("dropping a stream does not disturb another")));
}

TEST(ModelContract, FindsALostWaker) {
  EXPECT_THAT(
      check([](Executor& executor) {
        return std::make_shared<MadeModel>(late(executor, [](Waker&, const Waker&) {}));
      }),
      Contains(HasSubstr("the waker of the last poll fires")));
}

TEST(ModelContract, FindsAStreamThatFiresTheFirstWakerOnly) {
  const auto first_only = [](Waker& kept, const Waker& given) {
    if (!kept) kept = given;
  };
  EXPECT_THAT(check([&](Executor& executor) {
                return std::make_shared<MadeModel>(late(executor, first_only));
              }),
              Contains(HasSubstr("the waker of the last poll fires")));
}

TEST(ModelContract, FindsAnAnswerWithoutAnEnd) {
  EXPECT_THAT(check_made([]() -> MadeModel::Start {
                return [](const ModelRequest&) -> MadeStream::Poll {
                  return [](const Waker&) { return model::Text{"and "}; };
                };
              }),
              Contains(HasSubstr("goes on until it has ended")));
}

TEST(ModelContract, FindsCallsThatWait) {
  const auto wait = [](Executor& executor) {
    executor.run_until(*executor.make_flag(),
                       executor.now().mono + std::chrono::seconds(10));
  };
  EXPECT_THAT(check([&](Executor& executor) {
                return std::make_shared<MadeModel>([&](const ModelRequest&) {
                  wait(executor);
                  return MadeStream::Poll([](const Waker&) { return ended(); });
                });
              }),
              Contains(HasSubstr("stream returns at once")));
  EXPECT_THAT(check([&](Executor& executor) {
                return std::make_shared<MadeModel>([&](const ModelRequest&) {
                  return MadeStream::Poll([&](const Waker&) {
                    wait(executor);
                    return ended();
                  });
                });
              }),
              Contains(HasSubstr("poll returns at once")));
}

}  // namespace
}  // namespace pintle::model_test
