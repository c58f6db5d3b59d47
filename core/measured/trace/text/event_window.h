// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/text/trace_event.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace roofrack {

/// Parses a window of sound JSON at full speed: simdjson finds its tokens.
class EventWindow {
public:
    /// Bytes that must be readable behind the window.
    static const size_t padding;

    enum class End {
        consumed,    ///< every event of the window was sent
        array_ended, ///< so did the array, at `at`
        failed,      ///< the event at `at` is not sound JSON; those before it were sent
    };
    struct Outcome {
        End end = End::failed;
        const char* at = nullptr;
        bool sent = false; ///< failed: the event at `at` itself was sent, the fault lies behind it
    };

    EventWindow();
    ~EventWindow();

    /// `text` starts with '[' and ends with ']', `offset` is the file's offset of its first byte.
    Outcome parse(std::string_view text, int64_t offset, TraceEventSink& sink);

    /// True where skipping over values would miss a fault: an invalid escape, or NaN and infinity written
    /// bare.
    static bool suspicious(std::string_view text);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
};

} // namespace roofrack
