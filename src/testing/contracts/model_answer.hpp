// SPDX-License-Identifier: MIT
// One answer as check_model hears it: event by event, each held against the rules.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/model.hpp"

#include "testing/contracts/support.hpp"

namespace pintle::testing {

/// All bytes that the event's views show.
[[nodiscard]] std::string bytes_of(const ModelEvent& event);

class HeardAnswer {
 public:
  explicit HeardAnswer(Findings& is) : is_(is) {}

  void hear(const ModelEvent& event);
  [[nodiscard]] bool over() const noexcept { return !ending_.empty(); }
  [[nodiscard]] std::size_t events() const noexcept { return events_; }
  /// What was said, for comparing: not the ids, not how it was cut into deltas.
  [[nodiscard]] std::string said() const;

 private:
  struct Block {
    std::string_view kind;
    std::string bytes;
  };
  struct Call {
    std::string name;
    std::string arguments;
    std::string signature;
  };

  void take(const model::Text& text) { append("text", text.bytes); }
  void take(const model::Thinking& thinking) { append("thinking", thinking.bytes); }
  void take(const model::CallStart& start);
  void take(const model::CallArguments& more);
  void take(const model::Opaque& opaque);
  void take(const model::End& end);
  void take(const model::Failed& failed);

  /// Goes on with the last block if it is of this kind.
  void append(std::string_view kind, std::string_view bytes);
  void finish(std::string ending, const std::optional<Usage>& usage);
  void check_usage(const Usage& usage);

  Findings& is_;
  std::vector<Block> blocks_;
  std::map<std::uint32_t, Call> calls_;
  std::string ending_;  // empty: none yet
  std::size_t events_ = 0;
};

}  // namespace pintle::testing
