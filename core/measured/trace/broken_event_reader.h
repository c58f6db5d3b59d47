// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/text/trace_event.h"
#include "core/measured/trace/warning_log.h"

#include <cstdint>
#include <string_view>

namespace roofrack {

/// What stood last in the array of events: decides whether a comma is missing or one too many.
enum class ArrayPlace { start, behind_event, behind_comma };

/// Reads events from a piece of the array that may be broken, event by event: what is whole is sent, what is
/// not is dropped with a warning, and reading goes on at the next place that looks like an event.
class BrokenEventReader {
public:
    BrokenEventReader(WarningLog& warnings, TraceEventSink& sink)
        : m_warnings(warnings)
        , m_sink(sink) {}

    struct Options {
        bool at_end = false;        ///< no text follows this piece
        bool give_up_first = false; ///< the first event is too long to wait for
        bool first_was_sent = false;
    };
    struct Outcome {
        const char* at = nullptr; ///< where the next piece begins
        bool array_ended = false;
    };
    /// `offset` is the file's offset of the first byte of `text`.
    Outcome parse(std::string_view text, int64_t offset, ArrayPlace& place, Options options);

    /// Skips space and commas up to an event, the array's end or the text's end, and warns of missing or
    /// stray commas.
    const char* next_event(std::string_view text, int64_t offset, ArrayPlace& place);

    /// True while looking for the next event behind a fault: the next piece must come here too.
    bool lost() const { return m_lost; }

private:
    WarningLog& m_warnings;
    TraceEventSink& m_sink;
    bool m_lost = false;
};

} // namespace roofrack
