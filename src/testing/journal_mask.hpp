// SPDX-License-Identifier: MIT
// Masks the secrets of a journal. Private.
#pragma once

#include "pintle/testing/journal.hpp"

#include "core/redact.hpp"

namespace pintle::testing {

/// Masks every text in the journal's configuration, log and inputs; the deltas of one
/// generation are looked at as one text. Lengths stay. The digests are not made anew.
/// True: something was masked.
bool mask_secrets(Journal& journal, const SecretFinder& finder);

}  // namespace pintle::testing
