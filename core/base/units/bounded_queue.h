// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace roofrack {

/// Hands things from one thread to another in order. Whoever is ahead waits: no more than `most` things are
/// under way.
template<typename T>
class BoundedQueue {
public:
    explicit BoundedQueue(size_t most)
        : m_most(most) {}

    /// Waits while the queue is full. False once it is closed: the thing stays where it is.
    bool push(T&& thing) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_closed || m_things.size() < m_most; });
        if (m_closed) return false;
        m_things.push_back(std::move(thing));
        m_changed.notify_all();
        return true;
    }

    /// Waits for the next thing. None once the queue is closed and empty.
    std::optional<T> pop() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_closed || !m_things.empty(); });
        if (m_things.empty()) return std::nullopt;
        std::optional<T> out(std::move(m_things.front()));
        m_things.pop_front();
        m_changed.notify_all();
        return out;
    }

    /// Nothing more comes; who waits goes on, and what is under way can still be taken.
    void close() {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        m_changed.notify_all();
    }

    /// At this moment; another thread may change it at once.
    bool empty() const {
        const std::lock_guard lock(m_mutex);
        return m_things.empty();
    }

private:
    const size_t m_most;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<T> m_things;
    bool m_closed = false;
};

} // namespace roofrack
