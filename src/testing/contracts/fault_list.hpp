// SPDX-License-Identifier: MIT
// Collects what a contract suite finds.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "pintle/testing/faults.hpp"

namespace pintle::testing {

class FaultList {
 public:
  /// Notes `rule` as broken unless `kept`, once. Gives `kept`, to leave out what builds
  /// on it.
  bool require(bool kept, std::string rule) {
    const bool known =
        kept || std::find(faults_.begin(), faults_.end(), rule) != faults_.end();
    if (!known) faults_.push_back(std::move(rule));
    return kept;
  }
  [[nodiscard]] Faults take() && { return std::move(faults_); }

 private:
  Faults faults_;
};

}  // namespace pintle::testing
