// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/context_provider.hpp"

#include "testing/contracts/support.hpp"

namespace pintle::testing {

namespace {

using Plan = Result<ContextPlan>;

/// A conversation of `exchanges` questions, each with one tool round and an answer.
History conversation(std::size_t exchanges, std::size_t bytes) {
  History history;
  for (std::size_t i = 1; i <= exchanges; ++i) {
    history.add(user_message("question " + std::string(bytes, 'q')));
    CallPart call;
    call.call = CallId{i};
    call.name = "read";
    Message calling;
    calling.role = Role::assistant;
    calling.parts.emplace_back(call);
    history.add(std::move(calling));
    history.fill(CallId{i}, text_outcome("result " + std::string(bytes, 'r')));
    Message answer;
    answer.role = Role::assistant;
    answer.parts.emplace_back(TextPart{"answer"});
    history.add(std::move(answer));
  }
  return history;
}

/// What a provider is asked in these checks; `request` views its members.
struct Scene {
  History history;
  AgentConfig config;
  std::shared_ptr<MemoryHierarchy> memory = memory_hierarchy();
  ContextRequest request;

  explicit Scene(History h) : history(std::move(h)) {
    memory->on_record(record::WorkingMemory{1, {"remember me"}});
    request.history = &history;
    request.memory = memory.get();
    request.config = &config;
    request.system = "Be brief.";
    request.model = "m";
    request.epoch_model = "m";
  }
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
};

class Suite {
 public:
  Suite(Findings& is, ContextProvider& provider, const Idle& idle)
      : is_(is), provider_(provider), idle_(idle) {}

  Plan ask(const ContextRequest& request) {
    std::optional<Plan> plan = finish(provider_.assemble(request), idle_);
    is_.expect(plan.has_value(), "assemble is answered");
    return plan ? std::move(*plan) : Plan(Err{UnexpectedError{"no answer"}});
  }

  void expect_valid(const ContextPlan& plan, const Scene& scene) {
    const History& history = scene.history;
    if (!is_.expect(plan.from < history.size(), "the last exchange is sent")) return;
    is_.expect(plan.from == history.exchange_start(plan.from),
               "what is sent begins with a whole exchange");
    const std::string fault = find_fault(history.messages().subspan(plan.from));
    is_.expect(fault.empty(), "what is sent is valid: " + fault);
    is_.expect(plan.tokens > 0, "the plan tells its size");
    is_.expect(!plan.memory.empty() && plan.memory.front().role == Role::system,
               "memory is sent, whatever is cut");
  }

  void first_request() {
    Scene scene(conversation(3, 100));
    const Plan plan = ask(scene.request);
    if (!is_.expect(plan.ok(), "a short conversation can be sent")) return;
    expect_valid(*plan, scene);
    is_.expect(plan->from == 0 && plan->notes.empty(),
               "without window and budget nothing is cut or noted");
    is_.expect(!plan->new_epoch_cause.empty(), "the first request begins an epoch");
    const Plan again = ask(scene.request);
    is_.expect(again.ok() && again.value() == plan.value(),
               "the same request has the same plan");
  }

  void goes_on() {
    Scene scene(conversation(3, 100));
    scene.request.window = 1'000'000;
    scene.request.epoch = 1;
    for (int i = 0; i < 5; ++i) {
      const Plan plan = ask(scene.request);
      is_.expect(plan.ok() && plan->from == 0 && plan->new_epoch_cause.empty(),
                 "an epoch goes on while there is room");
      scene.history.add(user_message("more"));
    }
    const auto begins = [&](const ContextRequest& request) {
      const Plan plan = ask(request);
      return plan.ok() && !plan->new_epoch_cause.empty();
    };
    ContextRequest changed = scene.request;
    changed.model = "other";
    is_.expect(begins(changed), "another model begins an epoch");
    changed = scene.request;
    changed.tools_changed = true;
    is_.expect(begins(changed), "other tools begin an epoch");
    changed = scene.request;
    changed.system_changed = true;
    is_.expect(begins(changed), "another system prompt begins an epoch");
  }

  void cuts() {
    Scene scene(conversation(200, 400));
    scene.config.model_params.max_tokens = 1'000;
    scene.request.window = 12'000;
    scene.request.epoch = 1;
    const Plan plan = ask(scene.request);
    if (!is_.expect(plan.ok(), "a long conversation can be cut")) return;
    expect_valid(*plan, scene);
    is_.expect(plan->from > 0 && plan->tokens <= 11'000, "a cut plan fits its room");
    is_.expect(!plan->new_epoch_cause.empty(), "a cut begins an epoch");
  }

  void shrinks() {
    Scene scene(conversation(60, 200));
    Plan plan = ask(scene.request);
    constexpr int most = 1'000;
    for (int i = 1; i <= most && plan.ok(); ++i) {
      expect_valid(*plan, scene);
      scene.request.last_tokens = plan->tokens;
      scene.request.reduction = i;
      plan = ask(scene.request);
      is_.expect(!plan.ok() || plan->tokens < scene.request.last_tokens,
                 "each reduction is strictly smaller");
    }
    if (!is_.expect(!plan.ok(), "reductions come to an end")) return;
    const auto* error = std::get_if<GenerationError>(&plan.error());
    is_.expect(error != nullptr && error->kind == GenerationKind::context_overflow,
               "when nothing smaller is left it is a context_overflow");
  }

 private:
  Findings& is_;
  ContextProvider& provider_;
  const Idle& idle_;
};

}  // namespace

Faults check_context_provider(UniqueFunction<std::shared_ptr<ContextProvider>()> make,
                              UniqueFunction<void()> idle) {
  Findings is;
  const auto run = [&](const char* name, void (Suite::*part)()) {
    is.run(name, [&](Findings& f) {
      const std::shared_ptr<ContextProvider> provider = make();
      Suite suite(f, *provider, idle);
      (suite.*part)();
    });
  };
  run("first request", &Suite::first_request);
  run("epoch", &Suite::goes_on);
  run("cut", &Suite::cuts);
  run("reductions", &Suite::shrinks);
  return is.take();
}

}  // namespace pintle::testing
