// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/text/event_window.h"
#include "core/measured/trace/text/text_source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace roofrack {

/// The piece of a text of events that is looked at.
class TextWindow {
public:
    TextWindow() = default;
    TextWindow(const TextWindow&) = delete;
    TextWindow& operator=(const TextWindow&) = delete;

    /// The text that is not used up.
    std::string_view waiting() const { return {m_buffer.data() + 1 + m_begin, m_end - m_begin}; }
    void consume(size_t count) { m_begin += count; }
    /// False where the source has no more text.
    bool at_end() const { return m_at_end; }
    /// Bytes of text up to the window's end, from the beginning of the source on.
    int64_t bytes() const { return m_bytes; }
    /// Bytes of the file as stored that were read for it.
    int64_t stored_read() const { return m_stored_read; }
    /// Where the first byte that waits stands in the source.
    int64_t offset() const { return m_bytes - static_cast<int64_t>(m_end - m_begin); }

    /// Reads until `target` bytes wait, or the end.
    void fill(TextSource& source, size_t target);
    /// Drops what waits and begins again with the text that ends at `bytes` of the source.
    void restart(std::string_view text, int64_t bytes);
    /// Behind the last event that is whole for sure, counted from what waits; npos where none is.
    size_t sound_end() const;
    /// Takes what waits between the two places apart, which begins with an event, so that send() finds it
    /// done. False where not all of it is sound.
    bool prepare(size_t from, size_t to);
    /// Sends the events up to `end`, which is sound_end(), as far as they are sound JSON; `at` of the outcome
    /// lies in what waits. None where all of it must be read event by event.
    std::optional<EventWindow::Outcome> send(size_t end, TraceEventSink& sink);

private:
    /// Events that were taken apart and wait to be sent; more than a window mostly has are not kept.
    class KeptEvents final : public TraceEventSink {
    public:
        static constexpr size_t most = 16'384; // 2.5 MB
        void event(const TraceEvent& event, int64_t offset) override {
            m_too_many = m_events.size() == most;
            if (!m_too_many) m_events.push_back({event, offset});
        }
        bool too_many() const { return m_too_many; }
        void send(TraceEventSink& sink) const {
            for (const auto& [event, offset] : m_events) sink.event(event, offset);
        }
        void clear() {
            m_events.clear();
            m_too_many = false;
        }

    private:
        struct Kept {
            TraceEvent event;
            int64_t offset;
        };
        std::vector<Kept> m_events;
        bool m_too_many = false;
    };

    void make_room(size_t size);
    std::optional<EventWindow::Outcome> parse(size_t from, size_t to, TraceEventSink& sink);

    std::vector<char> m_buffer; ///< one spare byte, the text, EventWindow::padding spare bytes
    size_t m_begin = 0, m_end = 0;
    bool m_at_end = false;
    int64_t m_bytes = 0, m_stored_read = 0;
    EventWindow m_parser;
    bool m_prepared = false;
    size_t m_from = 0, m_to = 0; ///< what was prepared, counted as m_begin is
    KeptEvents m_kept;
    std::optional<EventWindow::Outcome> m_outcome;
};

} // namespace roofrack
