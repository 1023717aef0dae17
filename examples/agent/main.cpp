// SPDX-License-Identifier: MIT
// agent_example "QUESTION": an agent with read-only tools answers a question about the
// current folder. With ANTHROPIC_API_KEY or OPENAI_API_KEY it asks that provider; with
// none, a rule-based model behind a loopback server. Ends with 0 when the answer is
// complete, 130 when it was aborted, else 1.
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "pintle/http/providers.hpp"
#include "pintle/pintle.hpp"

#include "file_tools.hpp"
#include "interrupt.hpp"
#include "rule_server.hpp"

namespace {

constexpr std::string_view instructions =
    "You answer questions about the folder that your tools can read. Look before you "
    "answer, read what matters, and name the files that your answer comes from. Be "
    "brief.";
constexpr std::size_t result_shown = 160;

void show(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

/// Prints events as they come, each of its own on a line of its own.
class Printer {
 public:
  void print(const pintle::TurnEvent& event) {
    pintle::match(
        event,
        [this](const pintle::Text& t) { add(t.bytes); },
        [this](const pintle::ToolCall& c) { line("-> " + c.name + " " + c.arguments); },
        [this](const pintle::ToolResult& r) {
          line("<- " + r.name + " " + std::string(to_string(r.status)) + ": " +
               r.summary(result_shown));
        },
        [this](const pintle::Retract& r) {
          line("(dropped: " + std::string(to_string(r.reason)) + ")");
        },
        [this](const pintle::Notice& n) { line("(" + n.message + ")"); },
        [this](const pintle::Failed& f) { end(f.finish, f.usage); },
        [this](const pintle::Done& d) { end(d.finish, d.usage); },
        [](const auto&) {});
  }

 private:
  void add(std::string_view text) {
    if (text.empty()) return;
    show(text);
    at_line_start_ = text.back() == '\n';
  }
  void line(const std::string& text) {
    if (!at_line_start_) show("\n");
    show(text + "\n");
    at_line_start_ = true;
  }
  void end(const pintle::FinishReason& finish, const pintle::TokenSnapshot& usage) {
    line("finish: " + to_string(finish));
    line("tokens: " + to_string(usage));
  }
  bool at_line_start_ = true;
};

int fail(const pintle::AgenticError& error) {
  std::fprintf(stderr, "failed: %s\n", to_string(error).c_str());
  return 1;
}

int exit_code(const pintle::TurnEvent& last) {
  if (const auto* failed = std::get_if<pintle::Failed>(&last)) return fail(failed->error);
  const auto* done = std::get_if<pintle::Done>(&last);
  if (done == nullptr) return 1;
  if (std::holds_alternative<pintle::finish::Completed>(done->finish)) return 0;
  return std::holds_alternative<pintle::finish::Cancelled>(done->finish) ? 130 : 1;
}

/// The environment that the rule model is reached by.
pintle::Environment rules_environment(std::string base_url) {
  return
      [url = std::move(base_url)](std::string_view name) -> std::optional<std::string> {
        if (name == "ANTHROPIC_API_KEY") return "none needed";
        if (name == "ANTHROPIC_BASE_URL") return url;
        if (name == "PINTLE_MODEL") return "pintle-rules";
        return std::nullopt;
      };
}

bool has_key() {
  pintle::Environment environment = pintle::process_environment();
  return !environment("ANTHROPIC_API_KEY").value_or("").empty() ||
         !environment("OPENAI_API_KEY").value_or("").empty();
}

int answer(pintle::AgentSession& agent, const std::string& question) {
  auto turn = agent.run_turn_stream(question);
  if (!turn) return fail(turn.error());
  Printer printer;
  int code = 1;
  for (const pintle::TurnEvent& event : turn->events()) {
    printer.print(event);
    if (event.terminal()) code = exit_code(event);
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 || std::string_view(argv[1]).empty()) {
    std::fprintf(stderr, "usage: %s \"QUESTION about the current folder\"\n", argv[0]);
    return 2;
  }
  std::unique_ptr<agent_example::RuleServer> server;
  pintle::Environment environment = pintle::process_environment();
  if (!has_key()) {
    server = std::make_unique<agent_example::RuleServer>();
    std::fprintf(
        stderr,
        "no ANTHROPIC_API_KEY or OPENAI_API_KEY: a rule-based model at %s answers\n",
        server->base_url().c_str());
    environment = rules_environment(server->base_url());
  }
  auto router = pintle::router_from_env(std::move(environment));
  if (!router) return fail(router.error());
  pintle::Executor executor;
  auto agent = pintle::AgentSession::builder(router.value())
                   .with_executor(executor)
                   .with_system_prompt(std::string(instructions))
                   .with_tools(agent_example::file_tools(std::filesystem::current_path()))
                   .with_worker_pool(pintle::thread_pool(2))
                   .build();
  if (!agent) return fail(agent.error());
  const pintle::JobHandle signals = agent_example::on_interrupt(
      executor, [handle = agent->handle()] { handle.abort(); });
  return answer(*agent, argv[1]);
}
