// SPDX-License-Identifier: MIT
// Walk: goes through what matters of a world and makes a Mark of it, with ids renamed in
// the order in which they are met.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "loop/inside.hpp"
#include "testing/explore/fingerprint.hpp"

namespace pintle::testing {

// Names for ids, in order of appearance; 0 stays 0.
class Names {
 public:
  std::uint64_t of(std::uint64_t id) {
    if (id == 0) return 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (ids_[i] == id) return i + 1;
    }
    if (count_ < ids_.size()) ids_[count_++] = id;
    return count_;
  }

 private:
  std::array<std::uint64_t, 32> ids_{};
  std::size_t count_ = 0;
};

class Walk {
 public:
  explicit Walk(Now now) : wall_ms_(now.wall_ms) {}

  void add(std::uint64_t value) { mark.add(value); }
  template <class Tag>
  void call_or_message(Names& names, Id<Tag> id) {
    add(names.of(id.value));
  }
  void call(CallId id) { add(calls.of(id.value)); }
  void message(MessageId id) { add(messages.of(id.value)); }
  void generation(GenerationId id) { add(generations.of(id.value)); }
  void run(CallId id, std::uint32_t number) {
    add(runs.of(number == 0 ? 0 : (id.value << 16U) + number));
  }
  void letter(const std::string& name) {
    add(name.empty() ? 0 : static_cast<unsigned char>(name.front()));
  }

  void breaker(const CircuitBreaker& breaker, int threshold);
  void open_calls(const Durable& durable);
  void durable(const MachineInside::State& inside, bool queue_modes);
  void record(const SessionRecord& record, int threshold);

  Mark mark;
  Names calls;
  Names messages;
  Names generations;
  Names runs;

 private:
  std::int64_t wall_ms_;
};

}  // namespace pintle::testing
