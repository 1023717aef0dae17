// SPDX-License-Identifier: MIT
#include "wire/random_history.hpp"

#include <array>
#include <utility>

namespace pintle::testing {

namespace {

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : random_(seed) {}

  RandomRequest request() {
    RandomRequest out;
    out.system = one_in(4) ? "" : text();
    fill(out.memory, below(3), [this] { return system_message(text()); });
    if (one_in(5)) exchange(out.messages);  // what trimming may leave at the front
    const std::size_t count = below(8);
    for (std::size_t i = 0; i < count; ++i) {
      fill(out.messages, 1 + below(2), [this] { return question(); });
      fill_exchanges(out.messages);
    }
    fill(out.notes, below(3), [this] { return user_message(text()); });
    if (out.messages.empty()) out.messages.push_back(user_message("hello"));
    const std::size_t tools = below(4);
    for (std::size_t i = 0; i < tools; ++i) out.specs.push_back(tool(i));
    out.params = params();
    return out;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool one_in(std::size_t count) { return below(count) == 0; }

  template <class Make>
  void fill(std::vector<Message>& out, std::size_t count, Make make) {
    for (std::size_t i = 0; i < count; ++i) out.push_back(make());
  }

  std::string text() {
    static const std::array<std::string, 10> texts = {"Hello",
                                                      "two\nlines ",
                                                      "quote \" and \\ back",
                                                      "caf\xC3\xA9 \xF0\x9F\x9A\x80",
                                                      "broken \xFF\xC3 end",
                                                      std::string("nul \0 byte", 10),
                                                      " ",
                                                      "\n\t",
                                                      "",
                                                      "ends with blanks  \n"};
    return texts[below(texts.size())];
  }

  ImagePart image() {
    if (one_in(2)) return ImagePart{"image/png", "QUJD", ""};
    return ImagePart{"", "", "https://example.com/a.png"};
  }

  Message question() {
    Message message = user_message(text());
    if (one_in(6)) message.parts.emplace_back(image());
    if (one_in(6)) message.parts.emplace_back(TextPart{text()});
    return message;
  }

  CallPart call() {
    static const std::array<std::string, 5> arguments = {
        "{}",
        R"({"path": "a.txt"})",
        R"({"n":12345678901234567890123,"list":[1,{"x":null}]})",
        " {\"spaced\":true} ",
        R"({"text":"quote \" \u00e9"})"};
    CallPart part;
    part.call = CallId{++last_call_};
    part.provider_id = one_in(3) ? "same-id" : "toolu_$/" + std::to_string(below(5));
    part.name = one_in(2) ? "read" : "write";
    part.arguments = arguments[below(arguments.size())];
    part.usable = !one_in(9);
    if (!part.usable) {
      part.malformed = "{\"cut";
      part.arguments = "{}";
    }
    return part;
  }

  ThinkingPart thinking() {
    ThinkingPart part;
    part.text = text();
    if (!one_in(3)) part.signature = "c2ln" + std::to_string(below(100));
    part.redacted = one_in(4) && !part.signature.empty();
    return part;
  }

  ResultPart result(const CallPart& call) {
    static const std::array<ResultStatus, 8> statuses = {ResultStatus::ok,
                                                         ResultStatus::ok,
                                                         ResultStatus::error,
                                                         ResultStatus::denied,
                                                         ResultStatus::cancelled,
                                                         ResultStatus::interrupted,
                                                         ResultStatus::in_doubt,
                                                         ResultStatus::skipped};
    ResultPart part;
    part.call = call.call;
    part.provider_id = call.provider_id;
    part.name = call.name;
    part.status = statuses[below(statuses.size())];
    part.content = text();
    if (one_in(6)) part.images.push_back(image());
    return part;
  }

  // An answer, and the results of its calls. Calls only where `with_calls`.
  void answer(std::vector<Message>& out, bool with_calls) {
    Message message;
    message.role = Role::assistant;
    message.model = one_in(3) ? "model-b" : "model-a";
    message.interrupted = one_in(8);
    if (one_in(2)) message.parts.emplace_back(thinking());
    if (!one_in(3)) message.parts.emplace_back(TextPart{text()});
    if (one_in(8)) message.parts.emplace_back(opaque());
    Message slots;
    slots.role = Role::tool;
    const std::size_t calls = with_calls ? 1 + below(3) : 0;
    for (std::size_t i = 0; i < calls; ++i) {
      CallPart part = call();
      slots.parts.emplace_back(result(part));
      message.parts.emplace_back(std::move(part));
      if (one_in(6)) message.parts.emplace_back(TextPart{text()});
    }
    out.push_back(std::move(message));
    if (calls > 0) out.push_back(std::move(slots));
  }

  OpaquePart opaque() {
    return {one_in(2) ? "anthropic" : "other",
            R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search",)"
            R"("input":{"query":"x"}})"};
  }

  void exchange(std::vector<Message>& out) { answer(out, one_in(2)); }

  void fill_exchanges(std::vector<Message>& out) {
    const std::size_t rounds = below(4);
    for (std::size_t i = 0; i < rounds; ++i) {
      answer(out, true);
      if (one_in(4)) out.push_back(user_message(text()));  // steering
    }
    if (!one_in(4)) answer(out, false);
  }

  ToolSpec tool(std::size_t number) {
    ToolSpec spec;
    spec.name = "tool_" + std::to_string(number);
    spec.description = text();
    if (one_in(2)) {
      spec.input_schema =
          R"({"type":"object","properties":{"p":{"type":"string"}},"required":["p"]})";
    }
    return spec;
  }

  ModelParams params() {
    ModelParams out;
    out.max_tokens = 1 + static_cast<std::int64_t>(below(10'000));
    if (one_in(2)) out.temperature = static_cast<double>(below(100)) / 100;
    if (one_in(3)) out.top_p = 0.9;
    if (one_in(3)) out.top_k = 40;
    if (one_in(4)) out.seed = 7;
    if (one_in(4)) out.frequency_penalty = 0.5;
    if (one_in(4)) out.stop_sequences = {"END", " "};
    if (one_in(4)) out.thinking_budget = static_cast<std::int64_t>(below(9'000));
    if (one_in(4)) out.thinking_level = "low";
    if (one_in(4)) out.output_schema = R"({"type":"object","properties":{}})";
    return out;
  }

  std::mt19937 random_;
  std::uint64_t last_call_ = 0;
};

}  // namespace

ModelRequest RandomRequest::view(std::vector<const ToolSpec*>& tools) const {
  tools.clear();
  for (const ToolSpec& spec : specs) tools.push_back(&spec);
  ModelRequest request;
  request.model = model;
  request.system = system;
  request.memory = memory;
  request.messages = messages;
  request.notes = notes;
  request.tools = tools;
  request.params = params;
  return request;
}

RandomRequest random_request(std::uint32_t seed) {
  return Generator(seed).request();
}

}  // namespace pintle::testing
