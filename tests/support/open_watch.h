// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace roofrack::test {

/// Tells whether anybody opens a file that exists.
class OpenWatch {
public:
    explicit OpenWatch(const QString& file)
        : m_queue(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
        m_watches = inotify_add_watch(m_queue, QFile::encodeName(file).constData(), IN_OPEN) >= 0;
    }
    ~OpenWatch() { ::close(m_queue); }
    OpenWatch(const OpenWatch&) = delete;
    OpenWatch& operator=(const OpenWatch&) = delete;

    bool watches() const { return m_watches; }
    /// Since the last call.
    bool was_opened() {
        char events[4096];
        bool any = false;
        while (::read(m_queue, events, sizeof events) > 0) any = true;
        return any;
    }

private:
    int m_queue;
    bool m_watches = false;
};

/// Makes a FIFO, lets go at once whoever opens it to read, and remembers it.
class FifoWatch {
public:
    explicit FifoWatch(const QString& file)
        : m_name(QFile::encodeName(file)) {
        m_watches = ::mkfifo(m_name.constData(), 0600) == 0;
        m_thread = std::jthread([this](const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                const int writer = ::open(m_name.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
                if (writer >= 0) {
                    m_opened = true;
                    ::close(writer);
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(2));
            }
        });
    }
    bool watches() const { return m_watches; }
    bool was_opened() const { return m_opened; }

private:
    QByteArray m_name;
    bool m_watches = false;
    std::atomic<bool> m_opened = false;
    std::jthread m_thread;
};

} // namespace roofrack::test
