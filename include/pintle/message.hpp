// SPDX-License-Identifier: MIT
// Messages: what users, models and tools said, as parts. Values: copy, move, compare.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pintle/export.hpp"
#include "pintle/ids.hpp"
#include "pintle/json_text.hpp"

namespace pintle {

enum class Role : std::uint8_t {
  system,     ///< Rendered memory; the system prompt itself rides on the request.
  user,       ///< The user, or a note to the model in the user's place.
  assistant,  ///< A model's answer.
  tool        ///< The results of the calls of the assistant message before it.
};
[[nodiscard]] PINTLE_API std::string_view to_string(Role role) noexcept;

/// Why a model stopped.
enum class StopKind : std::uint8_t {
  end_turn,
  tool_use,
  max_tokens,
  stop_sequence,
  content_filter,
  refusal,
  pause,             ///< The provider asks to be called again with what it said so far.
  context_overflow,  ///< The window was full before the answer was done.
  other
};
[[nodiscard]] PINTLE_API std::string_view to_string(StopKind kind) noexcept;

/// The stop, and the provider's own word for it (empty when there was none).
struct StopReason {
  StopKind kind = StopKind::end_turn;
  std::string raw;
  friend bool operator==(const StopReason&, const StopReason&) = default;
};

struct TextPart {
  std::string text;
  friend bool operator==(const TextPart&, const TextPart&) = default;
};
/// An image, either by its bytes in base64 or by its address.
struct ImagePart {
  std::string media_type;  ///< As "image/png".
  std::string base64;
  std::string url;
  friend bool operator==(const ImagePart&, const ImagePart&) = default;
};
/// Reasoning. `signature` and redacted data are opaque, kept byte for byte, and sent back
/// to the model that made them only.
struct ThinkingPart {
  std::string text;
  std::string signature;
  bool redacted = false;  ///< `signature` then holds the encrypted reasoning.
  friend bool operator==(const ThinkingPart&, const ThinkingPart&) = default;
};
/// A tool call. `arguments` is always valid JSON; `malformed` keeps what the model wrote
/// when that was something else. On the wire the id is made from `call`, never from
/// `provider_id`.
struct CallPart {
  CallId call;
  std::string provider_id;
  std::string name;
  JsonText arguments = "{}";
  std::string malformed;
  bool usable =
      true;  ///< false: the arguments could not be read; the call gets an error.
  std::string signature;  ///< Opaque; goes back with the call.
  friend bool operator==(const CallPart&, const CallPart&) = default;
};

/// What became of a call. Everything but `pending` is final.
enum class ResultStatus : std::uint8_t {
  pending,
  ok,
  error,
  denied,
  cancelled,
  interrupted,  ///< The process ended while it ran.
  in_doubt,     ///< It may or may not have had its effect.
  skipped       ///< It was never started.
};
[[nodiscard]] PINTLE_API std::string_view to_string(ResultStatus status) noexcept;

/// The result slot of one call; text and images, in the order of the calls.
struct ResultPart {
  CallId call;
  std::string provider_id;
  std::string name;
  ResultStatus status = ResultStatus::pending;
  std::string content;
  std::vector<ImagePart> images;
  friend bool operator==(const ResultPart&, const ResultPart&) = default;
};
/// A provider's own block (server-side tool and the like), replayed verbatim to it.
struct OpaquePart {
  std::string provider;
  JsonText json;
  friend bool operator==(const OpaquePart&, const OpaquePart&) = default;
};

using Part =
    std::variant<TextPart, ImagePart, ThinkingPart, CallPart, ResultPart, OpaquePart>;

struct Message {
  MessageId id;
  Role role = Role::user;
  std::vector<Part> parts;
  GenerationId generation;   ///< Which attempt made it; only of the assistant.
  std::string model;         ///< Which model made it; only of the assistant.
  bool interrupted = false;  ///< The answer was cut short by an abort or an error.
  friend bool operator==(const Message&, const Message&) = default;
};

/// A user's message of one text part.
[[nodiscard]] PINTLE_API Message user_message(std::string text);
[[nodiscard]] PINTLE_API Message system_message(std::string text);

/// The text parts, joined.
[[nodiscard]] PINTLE_API std::string text_of(const Message& message);
/// Has it anything that a reader would see: a non-blank text, an image, a call, a result?
[[nodiscard]] PINTLE_API bool has_content(const Message& message) noexcept;
/// The calls in it, in order.
[[nodiscard]] PINTLE_API std::vector<const CallPart*> calls_of(const Message& message);
/// Rough size in tokens: 4 bytes each, 4 a message, 1,000 an image.
[[nodiscard]] PINTLE_API std::int64_t estimate_tokens(const Message& message) noexcept;
/// Bytes of all text in it; what `Limits::message_bytes` counts.
[[nodiscard]] PINTLE_API std::size_t size_bytes(const Message& message) noexcept;

}  // namespace pintle
