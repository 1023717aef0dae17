// SPDX-License-Identifier: MIT
// Tracer: writes each request and answer of a model to a folder, without keys, as files
// that can be served again: NAME.req.json, NAME.sse (or .json, .txt), and a line in
// manifest.jsonl. A tool for looking for faults: it writes on the executor's thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pintle/http/transport.hpp"
#include "pintle/log.hpp"

#include "http/redact.hpp"

namespace pintle::http {

class Tracer;

/// One exchange. Its answer is written when it is destroyed, as far as it came.
class TraceEntry {
 public:
  TraceEntry(const Tracer& tracer, std::string name, std::string url);
  TraceEntry(const TraceEntry&) = delete;
  TraceEntry& operator=(const TraceEntry&) = delete;
  ~TraceEntry();
  void head(const Head& head);
  void body(std::string_view bytes);

 private:
  friend class Tracer;
  const Tracer* tracer_;
  std::string name_;
  std::string url_;
  Head head_;
  std::string body_;
};

/// Lifetime: outlives its entries.
class Tracer {
 public:
  struct Options {
    std::string folder;    ///< Made when it is missing.
    std::string provider;  ///< For the manifest.
    std::string api;
    Secrets secrets;
    std::shared_ptr<LogSink> log;  ///< Told of files that cannot be written.
  };
  explicit Tracer(Options options);
  /// Writes the request; null when the folder cannot be written.
  [[nodiscard]] std::unique_ptr<TraceEntry> begin(const HttpRequest& request,
                                                  std::int64_t wall_ms) const;

 private:
  friend class TraceEntry;
  [[nodiscard]] bool write(const std::string& file, std::string_view bytes) const;
  void write_answer(const TraceEntry& entry) const;
  void complain(const std::string& file) const;

  Options options_;
};

}  // namespace pintle::http
