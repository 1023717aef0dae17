// SPDX-License-Identifier: MIT
#include "http/curl_loop.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace pintle::http {
namespace {

constexpr std::size_t sockets_per_step = 64;  // then the other jobs have their turn
constexpr long idle_connections = 64;         // kept for later requests
constexpr MonoTime drain_time = std::chrono::seconds(1);

class Pump final : public Job {
 public:
  explicit Pump(std::weak_ptr<CurlLoop> loop) : loop_(std::move(loop)) {}
  Step step(const Waker& waker) override {
    const std::shared_ptr<CurlLoop> loop = loop_.lock();
    return loop ? loop->step(waker) : Step(step::Finished{});
  }

 private:
  std::weak_ptr<CurlLoop> loop_;
};

/// libcurl's own state of the process; the first transport makes it.
bool global_init() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  return code == CURLE_OK;
}

}  // namespace

/// The sockets whose watches fired. Watches share it, so that a late one finds it after
/// the loop is gone.
struct CurlLoop::Inbox {
  std::vector<int> fired;
  Waker pump;
};

struct CurlLoop::Watch final : public WakeTarget {
  Watch(std::shared_ptr<Inbox> where, int descriptor)
      : inbox(std::move(where)), fd(descriptor) {}
  // The reactor fires it, on the executor's thread.
  void wake() noexcept override {
    if (std::exchange(fired, true)) return;
    inbox->fired.push_back(fd);
    inbox->pump.wake();
  }

  std::shared_ptr<Inbox> inbox;
  int fd;
  bool read = false;
  bool write = false;
  bool fired = false;
  CURL* owner = nullptr;  // whose it was at first; looked up before use
};

CurlLoop::CurlLoop(Executor& executor)
    : executor_(&executor), inbox_(std::make_shared<Inbox>()) {
  if (!global_init()) return;
  multi_.reset(curl_multi_init());
  if (multi_ == nullptr) return;
  CURLM* multi = multi_.get();
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, &CurlLoop::on_socket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, &CurlLoop::on_timer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, this);
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, idle_connections);
}

CurlLoop::~CurlLoop() {
  while (!draining_.empty()) {
    remove(*draining_.front().transfer);
    draining_.pop_front();
  }
}

void CurlLoop::add(Transfer& transfer) {
  if (transfer.over()) return;
  if (multi_ == nullptr ||
      curl_multi_add_handle(multi_.get(), transfer.easy()) != CURLM_OK) {
    transfer.finish(CURLE_FAILED_INIT);
    return;
  }
  open_.emplace(transfer.easy(), &transfer);
  transfer.throttle = this;
  start_pump();
}

void CurlLoop::remove(Transfer& transfer) noexcept {
  if (open_.erase(transfer.easy()) == 0) return;
  transfer.throttle = nullptr;
  transfer.hold.end();
  curl_multi_remove_handle(multi_.get(), transfer.easy());
  if (open_.empty() && !stepping_) inbox_->pump.wake();  // so that it ends
}

void CurlLoop::hold(Transfer& transfer) {
  if (transfer.hold.holds() || transfer.fd < 0 || !transfer.sent()) return;
  executor_->reactor().unwatch(transfer.fd);
  transfer.hold.begin(transfer.fd, idle_);
}

void CurlLoop::resume(Transfer& transfer) {
  if (!transfer.hold.holds()) return;
  const auto found = watches_.find(transfer.hold.fd());
  transfer.hold.end();
  if (found != watches_.end()) found->second->wake();
}

void CurlLoop::drain(std::unique_ptr<Transfer> transfer) {
  if (!open_.contains(transfer->easy())) return;
  transfer->discard();
  resume(*transfer);
  draining_.push_back({std::move(transfer), now() + drain_time});
  inbox_->pump.wake();
}

std::size_t CurlLoop::buffered_bytes() const noexcept {
  std::size_t sum = 0;
  for (const auto& [easy, transfer] : open_) sum += transfer->buffered();
  return sum;
}

void CurlLoop::start_pump() {
  if (std::exchange(pumping_, true)) {
    inbox_->pump.wake();
    return;
  }
  pump_ = executor_->spawn(std::make_unique<Pump>(weak_from_this()));
}

Step CurlLoop::step(const Waker& waker) {
  if (!inbox_->pump.same_as(waker)) inbox_->pump = waker;
  stepping_ = true;
  if (timer_ && *timer_ <= now()) {
    timer_.reset();
    act(CURL_SOCKET_TIMEOUT, 0);
  }
  const std::size_t count = std::min(inbox_->fired.size(), sockets_per_step);
  const std::vector<int> batch(
      inbox_->fired.begin(), inbox_->fired.begin() + static_cast<std::ptrdiff_t>(count));
  inbox_->fired.erase(inbox_->fired.begin(),
                      inbox_->fired.begin() + static_cast<std::ptrdiff_t>(count));
  for (const int fd : batch) handle(fd);
  end_drained();
  stepping_ = false;
  if (open_.empty()) {
    inbox_->pump = {};
    pumping_ = false;
    return step::Finished{};
  }
  if (!inbox_->fired.empty()) return step::Again{};
  std::optional<MonoTime> until = timer_;
  if (!draining_.empty()) {
    until = std::min(until.value_or(MonoTime::max()), draining_.front().until);
  }
  if (!until) return step::Parked{};
  return step::ParkedUntil{*until};
}

void CurlLoop::handle(int fd) {
  const auto found = watches_.find(fd);
  if (found == watches_.end() || !found->second->fired) return;
  const std::shared_ptr<Watch> watch = found->second;  // libcurl may drop it meanwhile
  watch->fired = false;
  act(fd, (watch->read ? CURL_CSELECT_IN : 0) | (watch->write ? CURL_CSELECT_OUT : 0));
  const auto again = watches_.find(fd);
  if (again != watches_.end() && again->second == watch) arm(fd, watch);
}

void CurlLoop::act(curl_socket_t fd, int events) {
  int running = 0;
  curl_multi_socket_action(multi_.get(), fd, events, &running);
  collect();
}

void CurlLoop::collect() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_.get(), &left)) {
    if (message->msg != CURLMSG_DONE) continue;
    CURL* easy = message->easy_handle;
    const CURLcode code = message->data.result;  // the message dies with the removal
    const auto found = open_.find(easy);
    if (found == open_.end()) continue;
    Transfer& transfer = *found->second;
    remove(transfer);
    transfer.finish(code);
  }
}

void CurlLoop::end_drained() {
  const MonoTime time = now();
  draining_.remove_if([this, time](const Draining& item) {
    const bool end = item.transfer->over() || item.until <= time;
    if (end) remove(*item.transfer);
    return end;
  });
}

int CurlLoop::on_socket(CURL* easy, curl_socket_t fd, int what, void* self, void*) {
  try {
    static_cast<CurlLoop*>(self)->set_watch(easy, fd, what);
    return 0;
  } catch (...) {
    return -1;
  }
}

void CurlLoop::set_watch(CURL* easy, int fd, int what) {
  const auto owner = open_.find(easy);
  Transfer* transfer = owner == open_.end() ? nullptr : owner->second;
  if (what == CURL_POLL_REMOVE) {
    if (transfer != nullptr && transfer->fd == fd) {
      transfer->hold.end();  // libcurl keeps or closes the socket itself
      transfer->fd = -1;
    }
    if (watches_.erase(fd) > 0) executor_->reactor().unwatch(fd);
    return;
  }
  if (transfer != nullptr) transfer->fd = fd;
  std::shared_ptr<Watch>& watch = watches_[fd];
  if (watch == nullptr) {
    watch = std::make_shared<Watch>(inbox_, fd);
    watch->owner = easy;
  }
  watch->read = (what & CURL_POLL_IN) != 0;
  watch->write = (what & CURL_POLL_OUT) != 0;
  arm(fd, watch);
}

void CurlLoop::arm(int fd, const std::shared_ptr<Watch>& watch) {
  if (watch->fired) return;  // it is armed again when it has been handled
  const auto owner = open_.find(watch->owner);
  if (owner != open_.end() && owner->second->hold.holds()) return;
  if (watch->read || watch->write) {
    executor_->reactor().watch(fd, watch->read, watch->write, Waker(watch));
  }
}

int CurlLoop::on_timer(CURLM*, long ms, void* self) {
  CurlLoop& loop = *static_cast<CurlLoop*>(self);
  loop.timer_.reset();
  if (ms >= 0) loop.timer_ = loop.now() + std::chrono::milliseconds(ms);
  if (!loop.stepping_) loop.inbox_->pump.wake();
  return 0;
}

}  // namespace pintle::http
