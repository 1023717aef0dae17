// SPDX-License-Identifier: MIT
#include "testing/journal_mask.hpp"

#include <map>
#include <tuple>
#include <utility>

#include "testing/input_fields.hpp"

namespace pintle::testing {

namespace {

using Bytes = std::vector<std::shared_ptr<const std::string>>;

// Masks all strings of a value.
class Masker {
 public:
  Masker(const SecretFinder& finder, Bytes& bytes) : finder_(&finder), bytes_(&bytes) {}

  void mask(std::string& text) { masked_ = finder_->mask(text) || masked_; }
  void mask(std::string_view& view) {
    std::string text(view);
    if (!finder_->mask(text)) return;
    bytes_->push_back(std::make_shared<const std::string>(std::move(text)));
    view = *bytes_->back();
    masked_ = true;
  }
  template <class T>
  void mask(std::optional<T>& value) {
    if (value) mask(*value);
  }
  template <class T>
  void mask(std::vector<T>& values) {
    for (T& value : values) mask(value);
  }
  template <class... Ts>
  void mask(std::variant<Ts...>& value) {
    std::visit([this](auto& each) { this->mask(each); }, value);
  }
  template <class T>
  void mask(Result<T>& result) {
    if (result.ok()) return mask(result.value());
    AgenticError error = result.error();
    mask(error);
    result = Err{std::move(error)};
  }
  template <Fielded T>
  void mask(T& object) {
    each_field(object, [this](const char*, auto& value) { this->mask(value); });
  }
  // Numbers, ids and enums say nothing.
  template <class T>
  requires(std::is_scalar_v<T>) void mask(T&) {}
  template <class Tag>
  void mask(Id<Tag>&) {}
  void mask(MonoTime&) {}

  [[nodiscard]] bool masked() const { return masked_; }

 private:
  const SecretFinder* finder_;
  Bytes* bytes_;
  bool masked_ = false;
};

// A text that came in pieces.
struct Joined {
  std::string text;
  std::vector<JournalStep*> steps;
};

// The length is the same: each piece gets what stands in its place.
void part_again(Joined& joined) {
  std::string_view left = joined.text;
  for (JournalStep* step : joined.steps) {
    auto& delta = *std::get_if<input::Delta>(&step->input);
    const std::string piece(left.substr(0, delta.bytes.size()));
    left.remove_prefix(piece.size());
    step->bytes = {std::make_shared<const std::string>(piece)};
    delta.bytes = *step->bytes.front();
  }
}

bool mask_deltas(Journal& journal, const SecretFinder& finder) {
  using Key = std::tuple<GenerationId, DeltaKind, std::uint32_t>;
  std::map<Key, Joined> texts;
  for (JournalStep& step : journal.steps) {
    const auto* delta = std::get_if<input::Delta>(&step.input);
    if (delta == nullptr) continue;
    Joined& joined = texts[Key{delta->generation, delta->kind, delta->index}];
    joined.text += delta->bytes;
    joined.steps.push_back(&step);
  }
  bool masked = false;
  for (auto& [key, joined] : texts) {
    if (!finder.mask(joined.text)) continue;
    part_again(joined);
    masked = true;
  }
  return masked;
}

}  // namespace

bool mask_secrets(Journal& journal, const SecretFinder& finder) {
  bool masked = mask_deltas(journal, finder);
  Bytes none;  // configuration and records hold no views
  Masker masker(finder, none);
  masker.mask(journal.config);
  masker.mask(journal.log);
  for (JournalStep& step : journal.steps) {
    Masker each(finder, step.bytes);
    each.mask(step.input);
    masked = masked || each.masked();
  }
  return masked || masker.masked();
}

}  // namespace pintle::testing
