// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/windows_ahead.h"

#include "core/measured/trace/text/json_space.h"

#include <utility>

namespace roofrack {

namespace {

constexpr size_t windows_under_way = 3; // with the one whose events are taken, some megabytes

/// Behind the space and commas that stand between two events.
size_t next_event_at(std::string_view text) {
    size_t at = 0;
    while (at < text.size() && (is_json_space(text[at]) || text[at] == ',')) ++at;
    return at;
}

} // namespace

WindowsAhead::WindowsAhead(TextSource& source, size_t window_bytes, std::string_view rest, int64_t bytes)
    : m_source(source)
    , m_window(window_bytes)
    , m_rest(rest)
    , m_bytes(bytes)
    , m_free(windows_under_way + 1) // and the first one that is given back
    , m_ready(windows_under_way + 1) {
    for (size_t i = 0; i < windows_under_way; ++i) m_free.push(std::make_unique<TextWindow>());
    m_thread = std::jthread([this](const std::stop_token& stopped) { work(stopped); });
}

WindowsAhead::~WindowsAhead() { stop(); }

void WindowsAhead::stop() {
    m_thread.request_stop();
    m_free.close();
    if (m_thread.joinable()) m_thread.join();
}

void WindowsAhead::work(const std::stop_token& stopped) {
    try {
        for (bool more = true; more && !stopped.stop_requested();) {
            auto window = m_free.pop();
            if (!window) break;
            more = read(**window);
            m_ready.push(std::move(*window));
        }
    } catch (...) {
        m_failure = std::current_exception();
    }
    m_ready.close();
}

bool WindowsAhead::read(TextWindow& window) {
    window.restart(m_rest, m_bytes);
    window.fill(m_source, m_window);
    m_bytes = window.bytes();
    const std::string_view text = window.waiting();
    const size_t begin = next_event_at(text), end = window.sound_end();
    if (end == std::string_view::npos || begin >= end || text[begin] != '{') return false;
    // Who waits for this window takes its events apart faster than this thread does it for him.
    const bool sound = m_ready.empty() || window.prepare(begin, end);
    m_rest.assign(text.substr(end));
    return sound && !window.at_end();
}

std::unique_ptr<TextWindow> WindowsAhead::next() {
    if (auto window = m_ready.pop()) return std::move(*window);
    if (m_failure) std::rethrow_exception(std::exchange(m_failure, nullptr));
    return nullptr;
}

void WindowsAhead::give_back(std::unique_ptr<TextWindow> window) { m_free.push(std::move(window)); }

} // namespace roofrack
