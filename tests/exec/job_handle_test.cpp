// SPDX-License-Identifier: MIT
// Joining, cancelling and detaching jobs, and jobs that throw.
#include <memory>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "pintle/executor.hpp"
#include "pintle/testing/virtual_time.hpp"

#include "exec/jobs.hpp"

namespace pintle {
namespace {

using testing::VirtualTime;

std::unique_ptr<Job> parked_job(std::shared_ptr<int> alive) {
  return job([alive](const Waker&) -> Step { return step::Parked{}; });
}

std::string text_of(const Result<Unit>& result) {
  return result ? "ok" : to_string(result.error());
}

TEST(Scenarios, S57_DroppingAHandleCancelsItsJob) {
  const VirtualTime time;
  Executor executor(time.seams());
  const auto alive = std::make_shared<int>(0);
  {
    const JobHandle handle = executor.spawn(parked_job(alive));
    executor.poll();
    EXPECT_EQ(alive.use_count(), 2);
    EXPECT_FALSE(handle.done());
  }
  EXPECT_EQ(alive.use_count(), 1);
  EXPECT_EQ(executor.jobs(), 0U);
  executor.run();
}

TEST(Scenarios, S57_ADetachedJobRunsOnWithoutItsHandle) {
  const VirtualTime time;
  Executor executor(time.seams());
  int steps = 0;
  executor.spawn(counting_job(steps, 3)).detach();
  executor.run();
  EXPECT_EQ(steps, 3);
}

TEST(JobHandle, CancelsBeforeTheFirstStep) {
  const VirtualTime time;
  Executor executor(time.seams());
  int steps = 0;
  JobHandle handle = executor.spawn(counting_job(steps, 1));
  handle.cancel();
  EXPECT_TRUE(handle.done());
  executor.run();
  EXPECT_EQ(steps, 0);
  handle.cancel();
}

TEST(JobHandle, CancelFromTheJobsOwnStepTakesEffectAfterIt) {
  const VirtualTime time;
  Executor executor(time.seams());
  JobHandle handle;
  int steps = 0;
  handle = executor.spawn(job([&](const Waker&) -> Step {
    ++steps;
    handle.cancel();
    EXPECT_FALSE(handle.done());
    return step::Again{};
  }));
  executor.run();
  EXPECT_EQ(steps, 1);
  EXPECT_TRUE(handle.done());
}

TEST(JobHandle, AnAssignedOneCancelsWhatItHeld) {
  const VirtualTime time;
  Executor executor(time.seams());
  const auto first = std::make_shared<int>(0);
  const auto second = std::make_shared<int>(0);
  JobHandle handle = executor.spawn(parked_job(first));
  handle = executor.spawn(parked_job(second));
  EXPECT_EQ(first.use_count(), 1);
  EXPECT_EQ(second.use_count(), 2);
  JobHandle moved = std::move(handle);
  EXPECT_TRUE(handle.done());  // NOLINT(bugprone-use-after-move): documented
  EXPECT_FALSE(moved.done());
}

TEST(JobHandle, OutlivesTheExecutorWhichEndsEveryJob) {
  const auto alive = std::make_shared<int>(0);
  JobHandle handle;
  {
    const VirtualTime time;
    Executor executor(time.seams());
    handle = executor.spawn(parked_job(alive));
    executor.spawn(parked_job(alive)).detach();
    executor.poll();
    EXPECT_EQ(alive.use_count(), 3);
  }
  EXPECT_EQ(alive.use_count(), 1);
  EXPECT_TRUE(handle.done());
  handle.cancel();
}

TEST(JobHandle, EndsJobsThatHoldHandlesToOthers) {
  const VirtualTime time;
  const auto alive = std::make_shared<int>(0);
  {
    Executor executor(time.seams());
    for (int i = 0; i < 10; ++i) {
      auto child = std::make_shared<JobHandle>(executor.spawn(parked_job(alive)));
      executor.spawn(job([child](const Waker&) -> Step { return step::Parked{}; }))
          .detach();
    }
    executor.poll();
    EXPECT_EQ(executor.jobs(), 20U);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(JobHandle, CancellingOneJobOutOfManyLeavesTheOthers) {
  const VirtualTime time;
  Executor executor(time.seams());
  std::vector<JobHandle> handles;
  std::vector<int> steps(100, 0);
  for (int& count : steps) handles.push_back(executor.spawn(counting_job(count, 2)));
  executor.poll();
  for (std::size_t i = 0; i < handles.size(); i += 2) handles[i].cancel();
  EXPECT_EQ(executor.jobs(), 50U);
  executor.run();
  for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i], i % 2 == 0 ? 1 : 2);
}

TEST(JobHandle, JoinWaitsForTheEnd) {
  const VirtualTime time;
  Executor executor(time.seams());
  int steps = 0;
  JobHandle handle = executor.spawn(counting_job(steps, 7));
  EXPECT_EQ(text_of(executor.join(handle)), "ok");
  EXPECT_EQ(steps, 7);
  EXPECT_EQ(text_of(executor.join(handle)), "ok");
  JobHandle empty;
  EXPECT_EQ(text_of(executor.join(empty)), "ok");
}

TEST(JobHandle, JoinEndsWhenTheJobIsCancelled) {
  const VirtualTime time;
  Executor executor(time.seams());
  const auto alive = std::make_shared<int>(0);
  JobHandle handle = executor.spawn(parked_job(alive));
  executor.post([&] { handle.cancel(); });
  EXPECT_EQ(text_of(executor.join(handle)), "ok");
}

TEST(Scenarios, S56_AJobThatThrowsIsReportedToItsParentAsAResult) {
  const VirtualTime time;
  Executor executor(time.seams());
  int steps = 0;
  JobHandle other = executor.spawn(counting_job(steps, 5));
  JobHandle bad = executor.spawn(
      job([](const Waker&) -> Step { throw std::runtime_error("child broke"); }));
  EXPECT_EQ(text_of(executor.join(bad)), "unexpected: a job threw: child broke");
  executor.run();
  EXPECT_EQ(steps, 5);
}

TEST(Scenarios, S56_ADetachedJobThatThrowsIsNamedOnStderr) {
  const VirtualTime time;
  Executor executor(time.seams());
  executor.spawn(job([](const Waker&) -> Step { throw 5; })).detach();
  ::testing::internal::CaptureStderr();
  executor.run();
  EXPECT_EQ(::testing::internal::GetCapturedStderr(),
            "pintle: a detached job threw: something that is no std::exception\n");
}

}  // namespace
}  // namespace pintle
