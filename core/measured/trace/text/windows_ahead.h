// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/bounded_queue.h"
#include "core/measured/trace/text/text_source.h"
#include "core/measured/trace/text/text_window.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

namespace roofrack {

/// Reads a text of events ahead on a thread of its own, cuts it between events, and takes the events apart
/// where there is time for it, while another thread looks at those before. Where the next window begins
/// follows from the text alone as long as that is sound; the thread ends at the first window that is not, and
/// at the end of the text. As long as it lives, nobody else reads the source.
class WindowsAhead {
public:
    /// `rest` is text that was read and is not used up; it ends at `bytes` of the source.
    WindowsAhead(TextSource& source, size_t window_bytes, std::string_view rest, int64_t bytes);
    WindowsAhead(const WindowsAhead&) = delete;
    WindowsAhead& operator=(const WindowsAhead&) = delete;
    ~WindowsAhead();

    /// The next window in order; null behind the last one. What went wrong on the thread is thrown here.
    std::unique_ptr<TextWindow> next();
    /// A window that is used up, to be filled again.
    void give_back(std::unique_ptr<TextWindow> window);
    /// Ends the thread. The windows that it has read are still given by next().
    void stop();

private:
    void work(const std::stop_token& stopped);
    /// Reads one window; false where it is not sure where the next one begins.
    bool read(TextWindow& window);

    TextSource& m_source;
    const size_t m_window;
    std::string m_rest; ///< what is read and not yet in a window that was handed over
    int64_t m_bytes;    ///< the source is read so far; m_rest ends there
    BoundedQueue<std::unique_ptr<TextWindow>> m_free, m_ready;
    std::exception_ptr m_failure; ///< set before m_ready is closed
    std::jthread m_thread;
};

} // namespace roofrack
