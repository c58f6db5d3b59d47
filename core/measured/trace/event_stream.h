// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/measured/trace/broken_event_reader.h"
#include "core/measured/trace/event_window.h"
#include "core/measured/trace/text/text_source.h"
#include "core/measured/trace/text/trace_event.h"
#include "core/measured/trace/warning_log.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Streams the elements of one array of a JSON file ("traceEvents", "nodes", or a bare array) through windows
/// cut between events. Sound windows go through EventWindow, the rest through BrokenEventReader.
class EventStream {
public:
    /// Called between windows; false stops the reading.
    using Tick = std::function<bool()>;
    static constexpr size_t longest_header = size_t{16} << 20;
    static constexpr size_t longest_event = size_t{16} << 20;

    EventStream(TextSource& source, std::string array_key, WarningLog& warnings, size_t window_bytes);

    /// Fails (with an empty `where`) when the text has no such array, or with "cancelled".
    Result<void> read(TraceEventSink& sink, const Tick& tick);

    /// What stands before and behind the array, for its other members.
    const std::string& header() const { return m_header; }
    const std::string& trailer() const { return m_trailer; }
    /// Bytes of inflated text.
    int64_t bytes() const { return m_bytes; }

private:
    Result<void> find_array(const Tick& tick);
    bool read_array(TraceEventSink& sink, const Tick& tick);
    /// Behind a ']': false when more events follow it, as where traces were glued together.
    bool closes_array(ArrayPlace& place);
    /// Parses what is sound up to a cut; what it leaves begins with the event that needs salvage, if any.
    struct Progress {
        bool ended = false, salvage = true, first_was_sent = false;
    };
    Progress parse_sound_part(TraceEventSink& sink, ArrayPlace& place);
    bool read_trailer(const Tick& tick);

    /// Reads until `target` bytes wait, or the end.
    void fill(size_t target);
    void consume(size_t count);
    std::string_view waiting() const { return {m_buffer.data() + 1 + m_begin, m_end - m_begin}; }
    int64_t offset() const { return m_bytes - static_cast<int64_t>(m_end - m_begin); }

    TextSource& m_source;
    std::string m_key;
    WarningLog& m_warnings;
    size_t m_window;
    EventWindow m_parser;
    std::vector<char> m_buffer; ///< one spare byte, the text, EventWindow::padding spare bytes
    size_t m_begin = 0, m_end = 0;
    int64_t m_bytes = 0;
    bool m_at_end = false, m_is_object = false;
    std::string m_header, m_trailer;
};

} // namespace roofrack
