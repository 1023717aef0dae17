// SPDX-License-Identifier: MIT
// Requests of check_model, with storage that is spoiled as soon as the stream began.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pintle/model.hpp"

#include "testing/contracts/spoil.hpp"

namespace pintle::testing {

class RequestStorage {
 public:
  /// Nothing but a model's name: the history is empty.
  explicit RequestStorage(std::string model) : model_(std::move(model)) {}

  /// A request with something in each of its places.
  static RequestStorage full(std::string model, std::string text) {
    RequestStorage made(std::move(model));
    made.system_ = "You answer in one sentence.";
    made.memory_ = {system_message("The user is called Ada.")};
    made.messages_ = {user_message(std::move(text))};
    made.notes_ = {user_message("This is a check.")};
    made.spec_.name = "add";
    made.spec_.description = "Adds two numbers.";
    made.tools_ = 1;
    made.params_.max_tokens = 1'000;
    return made;
  }

  /// A request behind a call and its result.
  static RequestStorage after_a_call(std::string model) {
    RequestStorage made = full(std::move(model), "What is 1 + 2?");
    Message answer;
    answer.role = Role::assistant;
    answer.parts = {TextPart{"I add them."},
                    CallPart{CallId{1}, "c-1", "add", R"({"a":1,"b":2})", {}, true, {}}};
    Message result;
    result.role = Role::tool;
    result.parts = {ResultPart{CallId{1}, "c-1", "add", ResultStatus::ok, "3", {}}};
    made.messages_.push_back(std::move(answer));
    made.messages_.push_back(std::move(result));
    made.params_ = {};
    return made;
  }

  /// Starts a stream, and spoils all that it was shown. Requires: it is called once.
  std::unique_ptr<ModelStream> start(Model& model, Executor& executor) {
    const ToolSpec* tools[] = {&spec_};
    ModelRequest request;
    request.model = model_;
    request.system = system_;
    request.memory = memory_;
    request.messages = messages_;
    request.notes = notes_;
    request.tools = std::span(tools, tools_);
    request.params = params_;
    request.executor = &executor;
    std::unique_ptr<ModelStream> stream = model.stream(request);
    spoil_all();
    return stream;
  }

 private:
  void spoil_all() {
    for (std::string* text : {&model_, &system_, &spec_.name, &spec_.description}) {
      spoil(*text);
    }
    for (std::vector<Message>* list : {&memory_, &messages_, &notes_}) {
      for (Message& message : *list) {
        for (Part& part : message.parts) spoil_part(part);
      }
    }
  }
  static void spoil_part(Part& part) {
    if (auto* text = std::get_if<TextPart>(&part)) spoil(text->text);
    if (auto* result = std::get_if<ResultPart>(&part)) spoil(result->content);
    if (auto* call = std::get_if<CallPart>(&part)) {
      spoil(call->name);
      spoil(call->arguments);
    }
  }

  std::string model_;
  std::string system_;
  std::vector<Message> memory_;
  std::vector<Message> messages_;
  std::vector<Message> notes_;
  ToolSpec spec_;
  std::size_t tools_ = 0;
  ModelParams params_;
};

}  // namespace pintle::testing
