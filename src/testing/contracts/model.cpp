// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/model.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "testing/contracts/model_listener.hpp"
#include "testing/contracts/support.hpp"

namespace pintle::testing {

namespace {

// An answer of more events than this is dropped at the first ones only.
constexpr std::size_t drops_max = 32;
constexpr int passes_max = 100;

class Suite {
 public:
  Suite(Stage& stage, const UniqueFunction<std::shared_ptr<Model>()>& make)
      : stage_(stage), model_(make()) {
    stage_.is.expect(model_ != nullptr, "there is a model");
  }
  [[nodiscard]] bool ready() const noexcept { return model_ != nullptr; }

  void info() {
    const ModelInfo& info = model_->info();
    const ModelInfo before = info;
    stage_.is.expect(!before.name.empty(), "a model has a name");
    (void)answer_to("Hello");
    stage_.is.expect(&info == &model_->info() && info == before,
                     "info stays the same for the model's life");
  }

  void odd_requests() {
    listen_to(RequestStorage(model_->info().name));
    listen_to(RequestStorage(""));
    listen_to(RequestStorage::full("no such model, surely", "Hello"));
    listen_to(RequestStorage::full(model_->info().name, ""));
    listen_to(RequestStorage::after_a_call(model_->info().name));
  }

  /// Two answers, one after the other.
  std::pair<std::string, std::string> one_by_one() {
    std::string first = answer_to("one");
    return {std::move(first), answer_to("two")};
  }
  /// The same, event by event in turns.
  std::pair<std::string, std::string> at_once() {
    Listener one = ask("one");
    Listener two = ask("two");
    for (bool more = true; more;) {
      const bool first = one.advance();
      more = two.advance() || first;
    }
    return {one.said(), two.said()};
  }
  /// The second of them, when the first is dropped at its first event.
  std::string beside_a_dropped_one() {
    std::optional<Listener> one(std::in_place, stage_, *model_, request("one"));
    Listener two = ask("two");
    one->advance();
    two.advance();
    one.reset();
    two.listen();
    return two.said();
  }

  void drops() {
    Listener whole = ask("Hello");
    whole.listen();
    const std::size_t count = std::min(whole.events(), drops_max);
    for (std::size_t events = 0; events < count; ++events) {
      Listener dropped = ask("Hello");
      while (dropped.events() < events && dropped.advance()) {
      }
    }
    { ask("Hello").poll_and_leave(); }
    for (int i = 0; i < passes_max && stage_.executor.poll(); ++i) {
    }
    (void)answer_to("Hello again");
  }

 private:
  [[nodiscard]] RequestStorage request(std::string text) const {
    return RequestStorage::full(model_->info().name, std::move(text));
  }
  Listener ask(std::string text) {
    return Listener(stage_, *model_, request(std::move(text)));
  }
  std::string answer_to(std::string text) {
    Listener listener = ask(std::move(text));
    listener.listen();
    return listener.said();
  }
  void listen_to(RequestStorage odd) {
    Listener(stage_, *model_, std::move(odd)).listen();
  }

  Stage& stage_;
  std::shared_ptr<Model> model_;
};

}  // namespace

Faults check_model(UniqueFunction<std::shared_ptr<Model>()> make, Executor& executor) {
  Findings is;
  Stage stage{is, executor};
  const auto run = [&](const char* name, auto part) {
    is.run(name, [&](Findings&) {
      if (stage.stuck) return;
      Suite suite(stage, make);
      if (suite.ready()) part(suite);
    });
  };
  run("info", [](Suite& suite) { suite.info(); });
  run("odd requests", [](Suite& suite) { suite.odd_requests(); });
  run("two at once", [&](Suite& suite) {
    const auto apart = suite.one_by_one();
    const bool alike = Suite(stage, make).one_by_one() == apart;
    const auto together = Suite(stage, make).at_once();
    const std::string left = Suite(stage, make).beside_a_dropped_one();
    if (!alike || stage.stuck) return;
    is.expect(together == apart, "answers that come at once do not mix");
    is.expect(left == apart.second, "dropping a stream does not disturb another");
  });
  run("dropping", [](Suite& suite) { suite.drops(); });
  return is.take();
}

}  // namespace pintle::testing
