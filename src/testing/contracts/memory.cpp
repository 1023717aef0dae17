// SPDX-License-Identifier: MIT
#include "pintle/testing/contracts/memory.hpp"

#include "testing/contracts/support.hpp"

namespace pintle::testing {

namespace {

MemoryTrigger due(MemoryHierarchy& memory, const Idle& idle) {
  const auto trigger = finish(memory.check_triggers(), idle);
  return trigger && trigger->ok() ? trigger->value() : MemoryTrigger::none;
}

bool shows(const std::vector<Message>& tiers, std::string_view text) {
  for (const Message& tier : tiers) {
    if (text_of(tier).find(text) != std::string::npos) return true;
  }
  return false;
}

void check_fresh(Findings& is, MemoryHierarchy& memory, const Idle& idle) {
  is.expect(memory.render().empty(), "a fresh memory shows nothing");
  const auto trigger = finish(memory.check_triggers(), idle);
  is.expect(trigger && trigger->ok(), "check_triggers is answered");
  is.expect(due(memory, idle) == MemoryTrigger::none, "nothing is due in a fresh memory");
}

void check_fold(Findings& is,
                MemoryHierarchy& whole,
                MemoryHierarchy& in_pieces,
                const Idle& idle) {
  feed(whole, sample_log());
  for (const SessionRecord& record : sample_log()) {
    in_pieces.on_record(record);
    (void)in_pieces.render();
    (void)in_pieces.render_epoch();
    (void)due(in_pieces, idle);
  }
  is.expect(whole.render() == in_pieces.render(),
            "tiers follow from records alone, whatever was asked between them");
  is.expect(whole.render_epoch() == in_pieces.render_epoch(),
            "the epoch's tiers follow from records alone");
  is.expect(due(whole, idle) == due(in_pieces, idle),
            "what is due follows from records alone");
}

void check_tiers(Findings& is, MemoryHierarchy& memory) {
  memory.on_record(record::Observation{1, {"observed-early"}, 10, {}});
  is.expect(shows(memory.render(), "observed-early"), "an observation is shown");
  memory.on_record(record::Observation{2, {"observed-next"}, 10, {}});
  is.expect(shows(memory.render(), "observed-early"),
            "observations add up until a reflection");
  memory.on_record(record::Reflection{1, {"reflected"}, 20, 5});
  is.expect(!shows(memory.render(), "observed"),
            "a reflection takes the place of the observations before it");
  memory.on_record(record::WorkingMemory{1, {"worked"}});
  const std::vector<Message> tiers = memory.render();
  if (!is.expect(tiers.size() >= 2, "working memory and reflection are shown")) return;
  is.expect(shows({tiers[0]}, "worked") && shows({tiers[1]}, "reflected"),
            "working memory stands before the reflection");
  for (const Message& tier : tiers) {
    is.expect(tier.role == Role::system && has_content(tier),
              "a tier is a system-role message with content");
  }
  memory.on_record(record::WorkingMemory{2, {}});
  is.expect(!shows(memory.render(), "worked"), "an empty tier is left out");
}

void check_epoch(Findings& is, MemoryHierarchy& memory) {
  memory.on_record(record::WorkingMemory{1, {"old"}});
  is.expect(memory.render_epoch() == memory.render(),
            "before the first epoch its tiers are those of now");
  memory.on_record(record::EpochStarted{1, 0, "first_request"});
  const std::vector<Message> begun = memory.render_epoch();
  memory.on_record(record::WorkingMemory{2, {"old", "new"}});
  is.expect(memory.render_epoch() == begun, "within an epoch its tiers stay");
  is.expect(shows(memory.render(), "new"), "render shows memory as it is now");
  memory.on_record(record::EpochStarted{2, 0, "preflight"});
  is.expect(memory.render_epoch() == memory.render(), "a new epoch takes newer tiers");
}

void check_due(Findings& is, MemoryHierarchy& memory, const Idle& idle) {
  record::GenerationEnded end;
  end.usage = Usage{};
  end.usage->input = 1'000'000'000;
  memory.on_record(record::Observation{1, {"o"}, 1'000'000'000, {}});
  memory.on_record(end);
  is.expect(due(memory, idle) != MemoryTrigger::reflection,
            "an observation comes before a reflection");
  memory.on_record(record::Observation{2, {"p"}, 1, {}});
  is.expect(due(memory, idle) != MemoryTrigger::observation,
            "after an observation the count begins again");
  memory.on_record(record::Reflection{1, {"r"}, 1, 1});
  is.expect(due(memory, idle) == MemoryTrigger::none,
            "after observation and reflection nothing is due");
}

}  // namespace

Faults check_memory(UniqueFunction<std::shared_ptr<MemoryHierarchy>()> make,
                    UniqueFunction<void()> idle) {
  Findings is;
  is.run("fresh", [&](Findings& f) { check_fresh(f, *make(), idle); });
  is.run("fold", [&](Findings& f) {
    const auto whole = make();
    check_fold(f, *whole, *make(), idle);
  });
  is.run("tiers", [&](Findings& f) { check_tiers(f, *make()); });
  is.run("epoch", [&](Findings& f) { check_epoch(f, *make()); });
  is.run("due", [&](Findings& f) { check_due(f, *make(), idle); });
  return is.take();
}

}  // namespace pintle::testing
