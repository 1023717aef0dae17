// SPDX-License-Identifier: MIT
#include "http/trace.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "pintle/json_text.hpp"

#include "http/url.hpp"

namespace pintle::http {
namespace {

constexpr std::size_t body_bytes_max = 67'108'864;  // the rest of an answer is left out
constexpr int names_max = 10'000;                   // at the same millisecond

// What a replay needs of an answer's headers; others may name accounts or cookies.
constexpr std::array<std::string_view, 6> kept_headers = {"content-type",
                                                          "retry-after",
                                                          "retry-after-ms",
                                                          "x-should-retry",
                                                          "request-id",
                                                          "x-request-id"};

struct Kind {
  std::string_view name;
  std::string_view suffix;
};

Kind kind_of(const HttpHeaders& headers) {
  for (const auto& [name, value] : headers) {
    if (name != "content-type") continue;
    if (value.find("event-stream") != std::string::npos) return {"sse", ".sse"};
    if (value.find("json") != std::string::npos) return {"json", ".json"};
  }
  return {"text", ".txt"};
}

bool append(const std::string& file, const char* mode, std::string_view bytes) {
  std::FILE* out = std::fopen(file.c_str(), mode);
  if (out == nullptr) return false;
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), out) == bytes.size();
  return std::fclose(out) == 0 && whole;
}

/// Without user, password and query.
std::string public_url(std::string_view url) {
  const std::size_t scheme_end = url.find("://");
  if (scheme_end == std::string_view::npos) return {};
  std::string_view rest = url.substr(scheme_end + 3);
  rest = rest.substr(0, rest.find_first_of("?#"));
  const std::size_t path = rest.find('/');
  std::string text(url.substr(0, scheme_end + 3));
  text += host_of(url);
  if (path != std::string_view::npos) text += rest.substr(path);
  return text;
}

void add_field(std::string& json, std::string_view name, std::string_view value) {
  json += json.size() > 1 ? "," : "";
  json += json_quote(name) + ":" + json_quote(value);
}

}  // namespace

TraceEntry::TraceEntry(const Tracer& tracer, std::string name, std::string url)
    : tracer_(&tracer), name_(std::move(name)), url_(std::move(url)) {}

TraceEntry::~TraceEntry() {
  tracer_->write_answer(*this);
}

void TraceEntry::head(const Head& head) {
  head_ = head;
}

void TraceEntry::body(std::string_view bytes) {
  body_ += bytes.substr(0, body_bytes_max - std::min(body_bytes_max, body_.size()));
}

Tracer::Tracer(Options options) : options_(std::move(options)) {
  std::error_code ignored;  // the first file that cannot be written is named
  std::filesystem::create_directories(options_.folder, ignored);
}

bool Tracer::write(const std::string& file, std::string_view bytes) const {
  return append(options_.folder + "/" + file, "wxe", options_.secrets.redact(bytes));
}

void Tracer::complain(const std::string& file) const {
  if (options_.log == nullptr) return;
  options_.log->write(LogLevel::warning,
                      "http",
                      "cannot write the trace file " + options_.folder + "/" + file);
}

std::unique_ptr<TraceEntry> Tracer::begin(const HttpRequest& request,
                                          std::int64_t wall_ms) const {
  // Several models, and processes, may share the folder: a name that is taken is not
  // written over.
  for (int number = 1; number <= names_max; ++number) {
    const std::string name = std::to_string(wall_ms) + "-" + std::to_string(number);
    if (write(name + ".req.json", request.body)) {
      return std::make_unique<TraceEntry>(*this, name, public_url(request.url));
    }
    if (!std::filesystem::exists(options_.folder + "/" + name + ".req.json")) break;
  }
  complain(std::to_string(wall_ms) + "-1.req.json");
  return nullptr;
}

void Tracer::write_answer(const TraceEntry& entry) const {
  const Kind kind = kind_of(entry.head_.headers);
  const std::string file = entry.name_ + std::string(kind.suffix);
  std::string headers = "{";
  for (const auto& [name, value] : entry.head_.headers) {
    const bool kept =
        std::find(kept_headers.begin(), kept_headers.end(), name) != kept_headers.end();
    if (kept) add_field(headers, name, value);
  }
  std::string line = "{";
  add_field(line, "file", file);
  add_field(line, "request", entry.name_ + ".req.json");
  add_field(line, "provider", options_.provider);
  add_field(line, "api", options_.api);
  add_field(line, "kind", kind.name);
  line += ",\"status\":" + std::to_string(entry.head_.status);
  add_field(line, "method", "POST");
  add_field(line, "url", entry.url_);
  line += ",\"headers\":" + headers + "}";
  line += ",\"bytes\":" + std::to_string(entry.body_.size()) + "}\n";
  const std::string manifest = options_.folder + "/manifest.jsonl";
  if (!write(file, entry.body_)) complain(file);
  if (!append(manifest, "ae", options_.secrets.redact(line))) complain("manifest.jsonl");
}

}  // namespace pintle::http
