// SPDX-License-Identifier: MIT
// UniqueFunction: a move-only callable. It exists because <functional> is heavy and C++20
// has no std::move_only_function. Threads: an object belongs to whoever holds it.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace pintle {

template <class Signature>
class UniqueFunction;

/// Holds any callable of this signature, move-only ones included. Empty after a move.
/// Requires: not empty when it is called.
template <class R, class... Args>
class UniqueFunction<R(Args...)> {
 public:
  UniqueFunction() = default;

  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, UniqueFunction> &&
           std::is_invocable_r_v<R, std::decay_t<F>&, Args...>)
      UniqueFunction(
          F&& callable)  // NOLINT(google-explicit-constructor): a callable is one
      : target_(std::make_unique<Model<std::decay_t<F>>>(std::forward<F>(callable))) {}

  R operator()(Args... args) const { return target_->call(std::forward<Args>(args)...); }
  explicit operator bool() const noexcept { return target_ != nullptr; }

 private:
  struct Concept {
    Concept() = default;
    Concept(const Concept&) = delete;
    Concept& operator=(const Concept&) = delete;
    virtual ~Concept() = default;
    virtual R call(Args... args) = 0;
  };

  template <class F>
  struct Model final : Concept {
    template <class G>
    explicit Model(G&& g) : callable(std::forward<G>(g)) {}
    R call(Args... args) override { return callable(std::forward<Args>(args)...); }
    F callable;
  };

  std::unique_ptr<Concept> target_;
};

}  // namespace pintle
