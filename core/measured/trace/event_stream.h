// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "core/measured/trace/broken_event_reader.h"
#include "core/measured/trace/text/text_source.h"
#include "core/measured/trace/text/text_window.h"
#include "core/measured/trace/text/trace_event.h"
#include "core/measured/trace/text/windows_ahead.h"
#include "core/measured/trace/warning_log.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace roofrack {

/// Streams the elements of one array of a JSON file ("traceEvents", "nodes", or a bare array) through windows
/// cut between events. Sound windows go through EventWindow, the rest through BrokenEventReader. With
/// `read_ahead` another thread reads and looks through the windows to come; what is sent is the same.
class EventStream {
public:
    /// Called between windows; false stops the reading.
    using Tick = std::function<bool()>;
    static constexpr size_t longest_header = size_t{16} << 20;
    static constexpr size_t longest_event = size_t{16} << 20;

    EventStream(TextSource& source, std::string array_key, WarningLog& warnings, size_t window_bytes,
                bool read_ahead = false);

    /// Fails (with an empty `where`) when the text has no such array, or with "cancelled".
    Result<void> read(TraceEventSink& sink, const Tick& tick);

    /// What stands before and behind the array, for its other members.
    const std::string& header() const { return m_header; }
    const std::string& trailer() const { return m_trailer; }
    /// Bytes of inflated text.
    int64_t bytes() const { return m_text->bytes(); }
    /// Bytes of the file as stored that were read; nobody may ask the source itself while it is read ahead.
    int64_t stored_read() const { return m_text->stored_read(); }

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
    void start_ahead();
    /// Goes on without reading ahead; what was read, `next` first, is read again.
    void end_ahead(std::unique_ptr<TextWindow> next = nullptr);
    void consume(size_t count) { m_text->consume(count); }
    std::string_view waiting() const { return m_text->waiting(); }
    int64_t offset() const { return m_text->offset(); }

    TextSource& m_source;
    std::string m_key;
    WarningLog& m_warnings;
    size_t m_window;
    bool m_read_ahead;
    std::unique_ptr<TextWindow> m_text = std::make_unique<TextWindow>();
    bool m_is_object = false;
    std::string m_header, m_trailer;
    int m_taken = 0;      ///< windows that were read ahead since that began
    int m_pause = 1;      ///< windows that are to be read before it begins again
    int m_next_pause = 1; ///< how long the next pause is, in windows
    std::unique_ptr<WindowsAhead> m_ahead;
};

} // namespace roofrack
