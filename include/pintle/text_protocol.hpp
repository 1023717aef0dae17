// SPDX-License-Identifier: MIT
// Tool calls that a model writes into its text, as local models are prompted to do:
// <ToolCall>{"name": …, "arguments": {…}}</ToolCall>. The markup never reaches the
// reader; in code fences and code spans it is text.
#pragma once

#include <memory>

#include "pintle/export.hpp"
#include "pintle/model.hpp"

namespace pintle {

/// `inner` with such calls made into real ones, while it streams. Once the model has made
/// a native call, its text is passed on unchanged. Threads: as ModelStream.
[[nodiscard]] PINTLE_API std::unique_ptr<ModelStream> text_protocol_stream(
    std::unique_ptr<ModelStream> inner);

}  // namespace pintle
