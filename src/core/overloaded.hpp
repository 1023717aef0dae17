// SPDX-License-Identifier: MIT
// A visitor made of lambdas. The deduction guide is for clang 14.
#pragma once

namespace pintle {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

}  // namespace pintle
