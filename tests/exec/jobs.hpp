// SPDX-License-Identifier: MIT
// Jobs made of lambdas, for tests.
#pragma once

#include <memory>
#include <utility>

#include "pintle/executor.hpp"

namespace pintle {

class LambdaJob final : public Job {
 public:
  using Body = UniqueFunction<Step(const Waker&)>;
  explicit LambdaJob(Body body) : body_(std::move(body)) {}
  Step step(const Waker& waker) override { return body_(waker); }

 private:
  Body body_;
};

inline std::unique_ptr<Job> job(LambdaJob::Body body) {
  return std::make_unique<LambdaJob>(std::move(body));
}

/// Counts `steps` and is ready again at once, `times` times in all.
inline std::unique_ptr<Job> counting_job(int& steps, int times) {
  return job([&steps, times](const Waker&) -> Step {
    if (++steps < times) return step::Again{};
    return step::Finished{};
  });
}

}  // namespace pintle
