// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace roofrack {

/// A thread that works on the latest job: one at work, one waiting. A newer one takes the place of the one
/// that waits; where jobs do different things, `join` says what is left of both. Destruction asks the work to
/// stop, which a job that waits still gets told, and joins it.
template<typename Job>
class LatestWorker {
public:
    /// `work` runs on the thread.
    using Work = std::function<void(Job&, const std::stop_token&)>;
    /// Puts a newer job to the one that waits, which then stands for both.
    using Join = std::function<void(Job& waiting, Job newer)>;

    explicit LatestWorker(Work work, Join join = {})
        : m_work(std::move(work))
        , m_join(std::move(join))
        , m_thread([this](const std::stop_token& stop) { run(stop); }) {}

    void post(Job job) {
        {
            const std::lock_guard lock(m_mutex);
            if (m_pending && m_join)
                m_join(*m_pending, std::move(job));
            else
                m_pending = std::move(job);
        }
        m_wake.notify_one();
    }

private:
    void run(const std::stop_token& stop) {
        while (true) {
            std::optional<Job> job;
            {
                std::unique_lock lock(m_mutex);
                if (!m_wake.wait(lock, stop, [this] { return m_pending.has_value(); })) return;
                std::swap(job, m_pending);
            }
            m_work(*job, stop);
        }
    }

    Work m_work;
    Join m_join;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::optional<Job> m_pending; ///< guarded by m_mutex
    std::jthread m_thread;        ///< last: it uses all of the above
};

} // namespace roofrack
