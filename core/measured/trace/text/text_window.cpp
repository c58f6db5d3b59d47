// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/text_window.h"

#include "core/measured/trace/text/event_edges.h"

#include <algorithm>
#include <cstring>

namespace roofrack {

void TextWindow::make_room(size_t size) {
    if (m_buffer.size() < size + 2 + EventWindow::padding) m_buffer.resize(size + 2 + EventWindow::padding);
}

void TextWindow::fill(TextSource& source, size_t target) {
    m_stored_read = source.stored_read();
    if (m_at_end || m_end - m_begin >= target) return;
    m_prepared = false;
    if (m_begin > 0) {
        std::memmove(m_buffer.data() + 1, m_buffer.data() + 1 + m_begin, m_end - m_begin);
        m_end -= m_begin;
        m_begin = 0;
    }
    make_room(target);
    const size_t got = source.read(m_buffer.data() + 1 + m_end, target - m_end);
    m_at_end = got < target - m_end;
    m_end += got;
    m_bytes += static_cast<int64_t>(got);
    m_stored_read = source.stored_read();
}

void TextWindow::restart(std::string_view text, int64_t bytes) {
    m_prepared = false;
    make_room(text.size());
    std::memcpy(m_buffer.data() + 1, text.data(), text.size());
    m_begin = 0;
    m_end = text.size();
    m_bytes = bytes;
    m_at_end = false;
}

size_t TextWindow::sound_end() const { return m_at_end ? m_end - m_begin : find_last_event_end(waiting()); }

std::optional<EventWindow::Outcome> TextWindow::parse(size_t from, size_t to, TraceEventSink& sink) {
    char* const first = m_buffer.data() + 1 + from;
    const std::string_view text(first, to - from);
    if (EventWindow::suspicious(text)) return std::nullopt;
    const int64_t before = m_bytes - static_cast<int64_t>(m_end - from) - 1;
    const char left = first[-1], right = first[text.size()];
    first[-1] = '[';
    first[text.size()] = ']';
    if (to == m_end) first[text.size() + 1] = '\0'; // what stood there before decides nothing
    const auto outcome = m_parser.parse({first - 1, text.size() + 2}, before, sink);
    first[-1] = left;
    first[text.size()] = right;
    return outcome;
}

bool TextWindow::prepare(size_t from, size_t to) {
    m_from = m_begin + from;
    m_to = m_begin + to;
    m_kept.clear();
    m_outcome = parse(m_from, m_to, m_kept);
    m_prepared = !m_kept.too_many();
    return m_outcome && m_outcome->end == EventWindow::End::consumed;
}

std::optional<EventWindow::Outcome> TextWindow::send(size_t end, TraceEventSink& sink) {
    const bool prepared = m_prepared && m_from == m_begin && m_to == m_begin + end;
    m_prepared = false;
    if (!prepared) return parse(m_begin, m_begin + end, sink);
    m_kept.send(sink);
    return m_outcome;
}

} // namespace roofrack
