// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/model_router.hpp"

#include "testing/contracts/spoil.hpp"
#include "testing/contracts/support.hpp"

namespace pintle::testing {

namespace {

using Found = Result<std::shared_ptr<Model>>;

class Suite {
 public:
  Suite(Findings& is, ModelRouter& router, const std::vector<std::string>& known)
      : is_(is), router_(router), known_(known) {}

  // Twice each, in turns, so that one name's model is not another's.
  void known_names() {
    for (int round = 0; round < 2; ++round) {
      for (const std::string& name : known_) expect_model(name);
    }
  }

  void default_model() {
    const Found first = ask("");
    if (known_.empty()) {
      if (!first.ok()) expect_refusal(first.error(), "");
      return;
    }
    if (!is_.expect(first.ok(), "the empty name has the default model")) return;
    if (*first == nullptr) return;
    const std::string name = (*first)->info().name;
    const Found again = ask("");
    is_.expect(again.ok() && *again && (*again)->info().name == name,
               "the default stays the same");
    expect_model(name);
  }

  void unknown_name(const std::string& name) {
    const Found found = ask(name);
    if (is_.expect(!found.ok(), "an unknown name is refused")) {
      expect_refusal(found.error(), name);
    }
  }

  // Any name has a model of that name or is refused; known ones are not disturbed.
  void odd_names() {
    for (const std::string& name : {std::string("no such model, surely"),
                                    std::string(" "),
                                    std::string("a\nb"),
                                    std::string("a\0b", 3),
                                    std::string("\xC3\x28"),
                                    std::string(100'000, 'x')}) {
      const Found found = ask(name);
      if (found.ok()) {
        is_.expect(*found && (*found)->info().name == name, misnamed);
      } else {
        expect_refusal(found.error(), name);
      }
    }
    known_names();
  }

 private:
  static constexpr const char* misnamed = "a model has the name that was asked for";

  // The name is gone when the call returns.
  Found ask(const std::string& name) {
    std::string lent = name;
    Found found = router_.get_model(lent);
    spoil(lent);
    if (found.ok()) is_.expect(*found != nullptr, "a model that was found is there");
    return found;
  }

  void expect_model(const std::string& name) {
    const Found found = ask(name);
    if (!is_.expect(found.ok(), "there is a model '" + name + "'")) return;
    if (*found) is_.expect((*found)->info().name == name, misnamed);
  }

  void expect_refusal(const AgenticError& error, const std::string& name) {
    const auto* routing = std::get_if<RoutingError>(&error);
    if (!is_.expect(routing != nullptr, "a name is refused with a RoutingError")) return;
    is_.expect(routing->model == name || name.empty(),
               "a refusal names what was asked for");
    is_.expect(!routing->reason.empty(), "a refusal gives a reason");
  }

  Findings& is_;
  ModelRouter& router_;
  const std::vector<std::string>& known_;
};

}  // namespace

Faults check_model_router(UniqueFunction<std::shared_ptr<ModelRouter>()> make,
                          std::vector<std::string> known,
                          std::optional<std::string> unknown) {
  Findings is;
  const auto run = [&](const char* name, auto part) {
    is.run(name, [&](Findings& f) {
      const std::shared_ptr<ModelRouter> router = make();
      if (!f.expect(router != nullptr, "there is a router")) return;
      part(Suite(f, *router, known));
    });
  };
  run("known names", [](Suite suite) { suite.known_names(); });
  run("the default", [](Suite suite) { suite.default_model(); });
  run("odd names", [](Suite suite) { suite.odd_names(); });
  if (unknown) {
    run("an unknown name", [&](Suite suite) { suite.unknown_name(*unknown); });
  }
  return is.take();
}

}  // namespace pintle::testing
