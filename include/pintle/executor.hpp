// SPDX-License-Identifier: MIT
// Executor: a small cooperative scheduler for one thread. Fair (round robin), with timers
// and wakers, and one wait point, the reactor. One executor per core is how a process
// uses many.
//
// Thread rule for all of pintle: an object belongs to its executor's thread; only what
// says so may be called from others. `const` does not mean thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/reactor.hpp"
#include "pintle/result.hpp"
#include "pintle/task.hpp"
#include "pintle/time.hpp"
#include "pintle/waker.hpp"

namespace pintle {

/// What one step of a job says of the next.
namespace step {
struct Again {};      ///< More to do at once.
struct Parked {};     ///< Wait for the waker.
struct ParkedUntil {  ///< Wait for the waker, at most until then.
  MonoTime at{};
};
struct Finished {};
}  // namespace step
using Step = std::variant<step::Again, step::Parked, step::ParkedUntil, step::Finished>;

/// Something that the executor steps. Never blocks, never throws. One that throws has a
/// bug: it is ended, `JobHandle::poll` says so, and the others go on; when it was
/// detached, a line on stderr says so.
class PINTLE_API Job {
 public:
  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  virtual ~Job() = default;
  virtual Step step(const Waker& waker) = 0;
};

/// What is injected. Unset ones are the real ones: monotonic clock, epoll, first in first
/// out, the machine's entropy.
struct Seams {
  std::shared_ptr<Clock> clock;
  std::shared_ptr<Reactor> reactor;
  std::shared_ptr<Random> order;   ///< Set: ready jobs are stepped in this random order.
  std::shared_ptr<Random> random;  ///< Session ids, jitter.
};

namespace detail {
class JobSlot;
}

/// Joins or cancels a job. Destroying it cancels the job, unless it was detached. An
/// empty handle is done. May outlive the executor, whose end cancels every job.
class [[nodiscard]] PINTLE_API JobHandle {
 public:
  JobHandle() = default;
  JobHandle(JobHandle&&) noexcept = default;
  JobHandle& operator=(JobHandle&& other) noexcept;
  ~JobHandle();
  void cancel();                             ///< Destroys the job, now or after its step.
  [[nodiscard]] bool done() const noexcept;  ///< Finished or cancelled.
  void detach();                             ///< Lets it run on without this handle.
  /// Joins from inside another task: `co_await from_poll<Result<Unit>>(handle)`.
  /// Empty: not done; `waker` fires when it is, unless a later `poll` replaces it.
  /// Errors: Unexpected, when the job threw.
  std::optional<Result<Unit>> poll(const Waker& waker);

 private:
  friend class Executor;
  explicit JobHandle(std::shared_ptr<detail::JobSlot> slot) : slot_(std::move(slot)) {}
  std::shared_ptr<detail::JobSlot> slot_;
};

/// Remembers that it was fired, and makes its executor's wait return. Any thread.
class PINTLE_API WakeFlag : public WakeTarget {
 public:
  /// Was it fired since the last `take`?
  [[nodiscard]] virtual bool take() noexcept = 0;
};

/// `poll`, `run` and their kin may also be called from inside a job's step; the jobs that
/// are in a step are then left out.
class PINTLE_API Executor {
 public:
  explicit Executor(Seams seams = {});
  ~Executor();  ///< Destroys the jobs that are left; drops posted work.
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Takes a job and steps it from the next pass on.
  JobHandle spawn(std::unique_ptr<Job> job);
  /// Runs a task as a job of its own.
  JobHandle spawn(Task<Unit> task);
  /// Runs `work` once on the executor's thread. It should not throw; what it throws is
  /// named on stderr. Any thread.
  void post(UniqueFunction<void()> work);

  /// One fair pass: takes what the reactor has, fires due timers, steps each ready job
  /// once. Never waits. False: nothing was ready.
  bool poll();
  /// Polls at least once, and waits until no job is left.
  void run();
  /// Polls at least once, and waits until `flag` was fired (takes it) or `until` is
  /// reached.
  void run_until(WakeFlag& flag, std::optional<MonoTime> until);
  /// Polls and waits until the job is done. Errors: as `JobHandle::poll`.
  Result<Unit> join(JobHandle& job);
  /// A wake target for code that drives something by hand instead of as a job.
  [[nodiscard]] std::shared_ptr<WakeFlag> make_flag();
  /// Done when `at` is reached; at once when it has passed. For tasks.
  [[nodiscard]] Task<Unit> sleep_until(MonoTime at);

  /// The earliest timer; empty when there is none. For foreign event
  /// loops.
  [[nodiscard]] std::optional<MonoTime> next_deadline() const;
  /// Readable = call `poll()`; stays readable while jobs are ready. -1 when the reactor
  /// has none.
  [[nodiscard]] int native_handle() const noexcept;
  [[nodiscard]] Now now() const noexcept;
  [[nodiscard]] std::uint64_t random() noexcept;
  [[nodiscard]] Reactor& reactor() noexcept;
  [[nodiscard]] std::size_t jobs() const noexcept;
  /// What other parts keep for each executor, as models over HTTP their connections: one
  /// object a `key` (the address of something static), empty at first. It dies with the
  /// executor: when the jobs are gone, and before the reactor. The reference dies at the
  /// next call.
  [[nodiscard]] std::shared_ptr<void>& attachment(const void* key);

 private:
  struct Core;
  std::unique_ptr<Core> core_;
};

}  // namespace pintle
