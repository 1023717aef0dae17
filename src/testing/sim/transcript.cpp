// SPDX-License-Identifier: MIT
#include "pintle/testing/transcript.hpp"

#include <exception>

#include "testing/sim/transcript_reader.hpp"

namespace pintle::testing {

Transcript read_transcript(WireDialect dialect, std::string_view body) {
  Transcript out;
  TranscriptReader reader(out);
  try {
    const nlohmann::json request = nlohmann::json::parse(body);
    out.model = TranscriptReader::text_at(request, "model");
    reader.require(!out.model.empty(), "no model");
    reader.require(request.at("stream") == true, "no stream was asked for");
    switch (dialect) {
      case WireDialect::anthropic: read_anthropic(reader, request); break;
      case WireDialect::openai_chat: read_openai_chat(reader, request); break;
    }
    reader.require(out.max_tokens > 0, "max_tokens is not positive");
  } catch (const std::exception& thrown) {
    reader.require(false, std::string("it cannot be read: ") + thrown.what());
  }
  return out;
}

}  // namespace pintle::testing
