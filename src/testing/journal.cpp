// SPDX-License-Identifier: MIT
// The journal's text: lines, checksums, and what stands in them.
#include "pintle/testing/journal.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "pintle/hash.hpp"
#include "pintle/version.hpp"

#include "core/excerpt.hpp"
#include "core/field_json.hpp"
#include "core/hex.hpp"
#include "core/record_json.hpp"
#include "loop/contract.hpp"
#include "testing/input_fields.hpp"

namespace pintle::testing {

namespace {

constexpr std::string_view format_name = "pintle journal";
constexpr std::string_view sum_key = R"(,"sum":")";
constexpr std::size_t sum_bytes = sum_key.size() + 16 + 2;  // with `"}`

std::uint64_t chained(std::uint64_t before, std::string_view line) {
  Hasher hasher;
  hasher.number(before);
  hasher.text(line);
  return hasher.digest();
}

class TextWriter {
 public:
  /// `body` writes the members of one object.
  template <class Body>
  void line(Body body) {
    JsonWriter json;
    json.begin_object();
    body(json);
    std::string text = std::move(json).take();
    sum_ = chained(sum_, text);
    text.append(sum_key).append(hex64(sum_)).append("\"}\n");
    text_ += text;
  }
  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  std::uint64_t sum_ = 0;
  std::string text_;
};

void write_step(JsonWriter& json, const JournalStep& step, std::size_t number) {
  FieldWriter writer(json);
  json.key("step");
  json.natural(number);
  json.key("now");
  writer.put(step.now);
  json.key("input");
  writer.put(step.input);
  json.key("after");
  json.string(to_string(step.after));
  json.key("effects");
  json.begin_array();
  for (const std::string_view kind : step.effects) json.string(kind);
  json.end_array();
  json.key("digest");
  json.string(hex64(step.digest));
}

// Reads line by line; the first fault stays.
class TextReader {
 public:
  explicit TextReader(std::string_view text) : left_(text) {}

  [[nodiscard]] const std::string& fault() const { return fault_; }
  [[nodiscard]] bool at_end() const { return left_.empty(); }
  bool fail(const std::string& what) {
    if (fault_.empty()) fault_ = "journal line " + std::to_string(number_) + ": " + what;
    return false;
  }

  /// Goes to the next line and checks its checksum; gives the object without it.
  bool next() {
    ++number_;
    const std::size_t end = left_.find('\n');
    if (left_.empty()) return fail("missing: the text ends before its end line");
    if (end == std::string_view::npos) return fail("cut: it does not end");
    const std::string_view line = left_.substr(0, end);
    left_.remove_prefix(end + 1);
    if (line.size() < sum_bytes) return fail("has no checksum");
    const std::string_view body = line.substr(0, line.size() - sum_bytes);
    const std::string_view tail = line.substr(body.size());
    const std::uint64_t sum = chained(sum_, body);
    if (tail != std::string(sum_key) + hex64(sum) + "\"}") {
      return fail(
          "the checksum differs: the line was changed, or lines before it are missing, "
          "doubled or moved");
    }
    sum_ = sum;
    object_ = std::string(body) + "}";
    reader_.emplace(object_);
    return checked();
  }

  JsonReader& json() { return *reader_; }
  bool checked() { return json().fault().empty() || fail(json().fault()); }
  [[nodiscard]] bool has(const char* field) {
    const bool found = json().enter(field);
    if (found) json().leave();
    return found;
  }
  template <class T>
  bool field(const char* name, T& out, FieldReader::Bytes& bytes) {
    if (!json().enter(name)) return json().missing(name) || checked();
    FieldReader(json(), bytes).get(out);
    json().leave();
    return checked();
  }
  template <class T>
  bool field(const char* name, T& out) {
    FieldReader::Bytes bytes;
    return field(name, out, bytes);
  }
  bool digest(const char* name, std::uint64_t& out) {
    std::string text;
    if (!field(name, text)) return false;
    const std::optional<std::uint64_t> value = hex64_of(text);
    if (!value) return fail(std::string(name) + " is no 16 hexadecimal digits");
    out = *value;
    return true;
  }

 private:
  std::string_view left_;
  std::size_t number_ = 0;
  std::uint64_t sum_ = 0;
  std::string object_;
  std::optional<JsonReader> reader_;
  std::string fault_;
};

bool read_head(TextReader& text) {
  std::string format;
  std::int64_t version = 0;
  if (!text.next() || !text.field("format", format)) return false;
  if (format != format_name) return text.fail("this is no journal of pintle");
  if (!text.field("version", version)) return false;
  if (version < 1 || version > Journal::version) {
    return text.fail("version " + std::to_string(version) + " is not known to pintle " +
                     std::string(pintle::version()) + ", which reads 1 to " +
                     std::to_string(Journal::version));
  }
  return true;
}

std::optional<std::string_view> known_effect(std::string_view name) {
  for (std::size_t index = 0; index < effect_count; ++index) {
    if (effect_name(index) == name) return effect_name(index);
  }
  return std::nullopt;
}

bool read_step(TextReader& text, Journal& journal) {
  JournalStep step;
  std::size_t number = 0;
  std::vector<std::string> effects;
  std::string after;
  const bool read = text.field("step", number) && text.field("now", step.now) &&
                    text.field("input", step.input, step.bytes) &&
                    text.field("after", after) && text.field("effects", effects) &&
                    text.digest("digest", step.digest);
  if (!read) return false;
  if (number != journal.steps.size() + 1) {
    return text.fail("step " + std::to_string(journal.steps.size() + 1) +
                     " should stand here");
  }
  const std::optional<StateKind> state = enum_of<StateKind>(after);
  if (!state) return text.fail("no state is called " + json_quote(excerpt(after, 40)));
  step.after = *state;
  for (const std::string& name : effects) {
    const auto kind = known_effect(name);
    if (!kind) return text.fail("no effect is called " + json_quote(excerpt(name, 40)));
    step.effects.push_back(*kind);
  }
  journal.steps.push_back(std::move(step));
  return true;
}

bool read_end(TextReader& text, Journal& journal) {
  std::size_t steps = 0;
  std::size_t records = 0;
  const bool read = text.field("end", steps) && text.field("records", records) &&
                    text.field("cut", journal.cut) &&
                    text.digest("digest", journal.digest);
  if (!read) return false;
  if (steps != journal.steps.size() || records != journal.log.size()) {
    return text.fail("the counts of steps and records are not those of the text");
  }
  return text.at_end() || text.fail("the end line is not the last");
}

bool read_body(TextReader& text, Journal& journal) {
  if (!text.next() || !text.field("config", journal.config)) return false;
  while (text.next()) {
    if (!text.has("record")) break;
    SessionRecord record;
    if (!text.field("record", record)) return false;
    journal.log.push_back(std::move(record));
  }
  if (!text.fault().empty() || !text.digest("begin", journal.begin_digest)) return false;
  while (text.next()) {
    if (text.has("end")) return read_end(text, journal);
    if (!read_step(text, journal)) return false;
  }
  return false;
}

}  // namespace

std::string_view input_name(const LoopInput& input) noexcept {
  return std::visit([]<class T>(const T&) { return FieldsOf<T>::name; }, input);
}

std::string Journal::to_text() const {
  TextWriter text;
  text.line([](JsonWriter& json) {
    json.key("format");
    json.string(format_name);
    json.key("version");
    json.integer(version);
    json.key("pintle");
    json.string(PINTLE_VERSION);
  });
  text.line([this](JsonWriter& json) {
    json.key("config");
    FieldWriter(json).put(config);
  });
  for (const SessionRecord& record : log) {
    text.line([&](JsonWriter& json) {
      json.key("record");
      FieldWriter(json).put(record);
    });
  }
  text.line([this](JsonWriter& json) {
    json.key("begin");
    json.string(hex64(begin_digest));
  });
  for (std::size_t i = 0; i < steps.size(); ++i) {
    text.line([&](JsonWriter& json) { write_step(json, steps[i], i + 1); });
  }
  text.line([this](JsonWriter& json) {
    json.key("end");
    json.natural(steps.size());
    json.key("records");
    json.natural(log.size());
    json.key("cut");
    json.boolean(cut);
    json.key("digest");
    json.string(hex64(digest));
  });
  return std::move(text).take();
}

Result<Journal> Journal::parse(std::string_view text) {
  TextReader reader(text);
  Journal journal;
  if (read_head(reader) && read_body(reader, journal)) return journal;
  return Err{StoreError{StoreFault::corrupt, reader.fault()}};
}

}  // namespace pintle::testing
