// SPDX-License-Identifier: MIT
// Executor: a small cooperative scheduler for one thread. Fair (round robin), with timers
// and wakers, and one wait point, the reactor. One executor per core is how a process
// uses many.
//
// Thread rule for all of pintle: an object belongs to its executor's thread; only what
// says so may be called from others. `const` does not mean thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "pintle/export.hpp"
#include "pintle/function.hpp"
#include "pintle/reactor.hpp"
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

/// Something that the executor steps. Never blocks, never throws.
class PINTLE_API Job {
 public:
  Job() = default;
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;
  virtual ~Job() = default;
  virtual Step step(const Waker& waker) = 0;
};

/// What is injected. Unset ones are the real ones: monotonic clock, epoll, first in first
/// out.
struct Seams {
  std::shared_ptr<Clock> clock;
  std::shared_ptr<Reactor> reactor;
  std::shared_ptr<Random> order;   ///< Set: ready jobs are stepped in this random order.
  std::shared_ptr<Random> random;  ///< Session ids, jitter.
};

/// Joins or cancels a job. Destroying it cancels the job, unless it was detached.
class [[nodiscard]] PINTLE_API JobHandle {
 public:
  JobHandle() = default;
  JobHandle(JobHandle&&) noexcept;
  JobHandle& operator=(JobHandle&&) noexcept;
  ~JobHandle();
  void cancel();                             ///< Destroys the job, now or after its step.
  [[nodiscard]] bool done() const noexcept;  ///< Finished or cancelled.
  void detach();                             ///< Lets it run on without this handle.

 private:
  friend class Executor;
  struct Slot;
  std::shared_ptr<Slot> slot_;
};

/// Remembers that it was fired, and makes its executor's wait return. Any thread.
class PINTLE_API WakeFlag : public WakeTarget {
 public:
  /// Was it fired since the last `take`?
  [[nodiscard]] virtual bool take() noexcept = 0;
};

class PINTLE_API Executor {
 public:
  explicit Executor(Seams seams = {});
  ~Executor();  ///< Destroys the jobs that are left.
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Takes a job and steps it from the next pass on.
  JobHandle spawn(std::unique_ptr<Job> job);
  /// Runs `work` once on the executor's thread. Any thread.
  void post(UniqueFunction<void()> work);

  /// One fair pass: takes what the reactor has, fires due timers, steps each ready job
  /// once. Never waits. False: nothing was ready.
  bool poll();
  /// Polls and waits until no job is left.
  void run();
  /// Polls and waits until `flag` was fired (takes it) or `until` is reached.
  void run_until(WakeFlag& flag, std::optional<MonoTime> until);
  /// A wake target for code that drives something by hand instead of as a job.
  [[nodiscard]] std::shared_ptr<WakeFlag> make_flag();

  /// The earliest timer of parked jobs; empty when there is none. For foreign event
  /// loops.
  [[nodiscard]] std::optional<MonoTime> next_deadline() const;
  /// Readable = call `poll()`. -1 when the reactor has none.
  [[nodiscard]] int native_handle() const noexcept;
  [[nodiscard]] Now now() const noexcept;
  [[nodiscard]] std::uint64_t random() noexcept;
  [[nodiscard]] Reactor& reactor() noexcept;
  [[nodiscard]] std::size_t jobs() const noexcept;

 private:
  friend class JobHandle;
  struct Core;
  std::shared_ptr<Core> core_;
};

}  // namespace pintle
