// SPDX-License-Identifier: MIT
#include <array>
#include <utility>

#include "pintle/ledger.hpp"
#include "pintle/session.hpp"

#include "driver/block_on.hpp"
#include "driver/session_core.hpp"

namespace pintle {

struct AgentSessionBuilder::Parts {
  Plugins plugins;
  std::vector<std::shared_ptr<Tool>> tools;
  std::shared_ptr<SessionStore> store;
  SessionId id;
  SteerMode mode = SteerMode::interrupt_generation;
};

AgentSessionBuilder::AgentSessionBuilder(std::shared_ptr<ModelRouter> router)
    : parts_(std::make_unique<Parts>()) {
  parts_->plugins.router = std::move(router);
}
AgentSessionBuilder::~AgentSessionBuilder() = default;
AgentSessionBuilder::AgentSessionBuilder(AgentSessionBuilder&&) noexcept = default;
AgentSessionBuilder& AgentSessionBuilder::operator=(AgentSessionBuilder&&) noexcept =
    default;

using Self = AgentSessionBuilder;

Self& Self::with_model(std::string name) {
  parts_->plugins.config.models.primary = std::move(name);
  return *this;
}
Self& Self::with_fallback_models(std::vector<std::string> names) {
  parts_->plugins.config.models.fallbacks = std::move(names);
  return *this;
}
Self& Self::with_memory_model(std::string name) {
  parts_->plugins.config.models.memory = std::move(name);
  return *this;
}
Self& Self::with_system_prompt(std::string prompt) {
  parts_->plugins.system_prompt = std::move(prompt);
  return *this;
}
Self& Self::with_tools(std::vector<std::shared_ptr<Tool>> tools) {
  for (auto& tool : tools) parts_->tools.push_back(std::move(tool));
  return *this;
}
Self& Self::with_tool_manager(std::shared_ptr<ToolCallManager> manager) {
  parts_->plugins.tools = std::move(manager);
  return *this;
}
Self& Self::with_config(AgentConfig config) {
  parts_->plugins.config.agent = std::move(config);
  return *this;
}
Self& Self::with_budget(Budget budget) {
  parts_->plugins.config.agent.budget = budget;
  return *this;
}
Self& Self::with_access(std::shared_ptr<SessionAccessProvider> access) {
  parts_->plugins.access = std::move(access);
  return *this;
}
Self& Self::with_user(std::string user) {
  parts_->plugins.config.user = std::move(user);
  return *this;
}
Self& Self::with_error_policy(std::shared_ptr<ErrorPolicy> policy) {
  parts_->plugins.policy = std::move(policy);
  return *this;
}
Self& Self::with_loop_detector(std::shared_ptr<LoopDetector> detector) {
  parts_->plugins.detector = std::move(detector);
  return *this;
}
Self& Self::with_ledger(std::shared_ptr<TokenLedger> ledger) {
  parts_->plugins.ledger = std::move(ledger);
  return *this;
}
Self& Self::with_context_provider(std::shared_ptr<ContextProvider> provider) {
  parts_->plugins.context = std::move(provider);
  return *this;
}
Self& Self::with_memory(std::shared_ptr<MemoryHierarchy> memory) {
  parts_->plugins.memory = std::move(memory);
  return *this;
}
Self& Self::with_store(std::shared_ptr<SessionStore> store) {
  parts_->store = std::move(store);
  return *this;
}
Self& Self::with_session_id(SessionId id) {
  parts_->id = std::move(id);
  return *this;
}
Self& Self::with_executor(Executor& executor) {
  parts_->plugins.executor = &executor;
  return *this;
}
Self& Self::with_worker_pool(std::shared_ptr<WorkerPool> pool) {
  parts_->plugins.pool = std::move(pool);
  return *this;
}
Self& Self::with_default_steer_mode(SteerMode mode) {
  parts_->mode = mode;
  return *this;
}
Self& Self::with_log_sink(std::shared_ptr<LogSink> sink) {
  parts_->plugins.sink = std::move(sink);
  return *this;
}
Self& Self::with_step_observer(std::shared_ptr<StepObserver> observer) {
  parts_->plugins.observer = std::move(observer);
  return *this;
}

namespace {

template <class T, class Make>
void default_to(std::shared_ptr<T>& part, Make make) {
  if (!part) part = make();
}

SessionId random_id(Executor& executor) {
  constexpr std::string_view digits = "0123456789abcdef";
  SessionId id;
  for (int word = 0; word < 2; ++word) {
    std::uint64_t bits = executor.random();
    for (int i = 0; i < 16; ++i, bits >>= 4) id += digits[bits & 0xFU];
  }
  return id;
}

Result<Unit> add_tools(Plugins& plugins, std::vector<std::shared_ptr<Tool>>& tools) {
  for (std::shared_ptr<Tool>& tool : tools) {
    if (!tool)
      return Err{SessionError{SessionFault::invalid, "with_tools: a tool is null"}};
    if (tool->spec().blocking && !plugins.pool) {
      return Err{SessionError{SessionFault::invalid,
                              "tool '" + tool->spec().name +
                                  "' blocks: call with_worker_pool(thread_pool(n))"}};
    }
    if (Result<Unit> added = plugins.tools->add(std::move(tool)); !added) return added;
  }
  tools.clear();
  return Unit{};
}

// The primary may be left to the router; every name must be known to it.
Result<Unit> resolve_models(Plugins& plugins) {
  if (!plugins.router) {
    return Err{SessionError{SessionFault::incomplete,
                            "no model: pass a router to AgentSession::builder(), as "
                            "single_model(model) or router_from_env()"}};
  }
  ModelSelection& models = plugins.config.models;
  Result<std::shared_ptr<Model>> primary = plugins.router->get_model(models.primary);
  if (!primary && models.primary.empty()) {
    return Err{
        SessionError{SessionFault::incomplete, "no model set: call with_model(name)"}};
  }
  if (!primary) return Err{primary.error()};
  models.primary = (*primary)->info().name;
  std::vector<std::string> others = models.fallbacks;
  if (!models.memory.empty()) others.push_back(models.memory);
  for (const std::string& name : others) {
    Result<std::shared_ptr<Model>> model = plugins.router->get_model(name);
    if (!model) return Err{model.error()};
  }
  return Unit{};
}

Result<Unit> check_access(Plugins& plugins, const SessionId& id) {
  const std::string& user = plugins.config.user;
  const std::string& model = plugins.config.models.primary;
  Executor& executor = *plugins.executor;
  const Result<bool> session =
      block_on<bool>(executor, plugins.access->can_access_session(user, id));
  if (!session) return Err{session.error()};
  if (!*session) {
    return Err{AuthError{"user '" + user + "' may not use session '" + id + "'"}};
  }
  const Result<bool> may =
      block_on<bool>(executor, plugins.access->can_use_model(user, model));
  if (!may) return Err{may.error()};
  if (!*may)
    return Err{AuthError{"user '" + user + "' may not use model '" + model + "'"}};
  const Result<TokenBudget> budget =
      block_on<TokenBudget>(executor, plugins.access->token_budget(user));
  if (!budget) return Err{budget.error()};
  std::optional<std::int64_t>& tokens = plugins.config.agent.budget.tokens;
  if (const auto left = budget->remaining())
    tokens = std::min(tokens.value_or(*left), *left);
  return Unit{};
}

void default_parts(Plugins& plugins) {
  default_to(plugins.tools, [] { return tool_manager(); });
  default_to(plugins.context, [] { return context_provider(); });
  default_to(plugins.memory, [] { return memory_hierarchy(); });
  default_to(plugins.policy, [] { return std::make_shared<ErrorPolicy>(); });
  default_to(plugins.detector, [] { return loop_detector(); });
  default_to(plugins.access, [] { return std::make_shared<AllowAllAccess>(); });
}

Result<std::vector<SessionRecord>> read_all(Executor& executor, SessionLog& log) {
  constexpr std::size_t at_a_time = 1'000;
  std::vector<SessionRecord> all;
  for (;;) {
    Result<std::vector<SessionRecord>> some =
        block_on<std::vector<SessionRecord>>(executor, log.read(all.size(), at_a_time));
    if (!some) return some;
    const bool last = some->size() < at_a_time;
    for (SessionRecord& record : *some) all.push_back(std::move(record));
    if (last) return all;
  }
}

Result<AgentSession> open_session(Plugins plugins,
                                  std::unique_ptr<Executor> own,
                                  SessionStore& store,
                                  SessionId id,
                                  OpenMode open_mode,
                                  SteerMode steer_mode) {
  Executor& executor = *plugins.executor;
  auto log = block_on<std::unique_ptr<SessionLog>>(executor, store.open(id, open_mode));
  if (!log) return Err{log.error()};
  plugins.log = std::move(*log);
  Result<std::vector<SessionRecord>> records = read_all(executor, *plugins.log);
  if (!records) return Err{records.error()};
  std::vector<std::pair<std::string, MessageId>> keys;
  for (const SessionRecord& record : *records) {
    const auto* accepted = std::get_if<record::InputAccepted>(&record);
    if (accepted != nullptr && !accepted->dedup.empty()) {
      keys.emplace_back(accepted->dedup, accepted->id);
    }
  }
  auto core =
      std::make_shared<SessionCore>(std::move(plugins), std::move(own), std::move(id));
  core->default_mode = steer_mode;
  core->keys = std::move(keys);
  core->loop.reopen(std::move(*records));
  core->next_message = core->loop.machine().last_message().value + 1;
  return AgentSession(std::move(core));
}

}  // namespace

Result<AgentSession> AgentSessionBuilder::build() {
  const bool named = !parts_->id.empty();
  return open(named ? OpenMode::create_or_existing : OpenMode::create);
}

Result<AgentSession> AgentSessionBuilder::resume(SessionId id) {
  parts_->id = std::move(id);
  return open(OpenMode::existing);
}

Result<AgentSession> AgentSessionBuilder::open(OpenMode mode) {
  Plugins plugins = parts_->plugins;
  std::unique_ptr<Executor> own;
  if (plugins.executor == nullptr) {
    own = std::make_unique<Executor>();
    plugins.executor = own.get();
  }
  default_parts(plugins);
  SessionId id = parts_->id.empty() ? random_id(*plugins.executor) : parts_->id;
  plugins.config.session = id;
  if (Result<Unit> fine = resolve_models(plugins); !fine) return Err{fine.error()};
  std::vector<std::shared_ptr<Tool>> tools = parts_->tools;
  if (Result<Unit> fine = add_tools(plugins, tools); !fine) return Err{fine.error()};
  if (Result<Unit> fine = check_access(plugins, id); !fine) return Err{fine.error()};
  const Budget budget = plugins.config.agent.budget;
  default_to(plugins.ledger, [&] { return token_ledger(budget); });
  default_to(parts_->store, [] { return memory_store(); });
  return open_session(std::move(plugins),
                      std::move(own),
                      *parts_->store,
                      std::move(id),
                      mode,
                      parts_->mode);
}

}  // namespace pintle
