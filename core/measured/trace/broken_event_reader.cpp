// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/broken_event_reader.h"

#include "core/measured/trace/text/event_edges.h"
#include "core/measured/trace/text/json_scanner.h"
#include "core/measured/trace/text/json_space.h"

#include <algorithm>

namespace roofrack {

namespace {

struct FaultText {
    std::string_view kind, message;
};

FaultText describe(Fault fault) {
    switch (fault) {
    case Fault::bad_escape: return {"invalid escapes", "invalid escape in a string: read as written"};
    case Fault::control_character:
        return {"line breaks in strings",
                "unescaped line break or control character in a string: read as written"};
    case Fault::bad_utf8: return {"invalid UTF-8", "invalid UTF-8 in a string: the bytes are replaced"};
    case Fault::not_finite: return {"NaN or infinity", "NaN or infinity is not JSON: the value is left out"};
    case Fault::trailing_comma: return {"trailing commas", "comma before a closing bracket: ignored"};
    }
    return {"faults", "not JSON"};
}

} // namespace

const char* BrokenEventReader::next_event(std::string_view text, int64_t offset, ArrayPlace& place) {
    size_t at = skip_json_space(text, 0);
    const auto here = [&] { return offset + static_cast<int64_t>(at); };
    for (; at < text.size() && text[at] == ','; at = skip_json_space(text, at + 1)) {
        if (place != ArrayPlace::behind_event)
            m_warnings.add("stray commas", here(), "a comma without an event before it: ignored");
        place = ArrayPlace::behind_comma;
    }
    if (at < text.size() && text[at] == '{' && place == ArrayPlace::behind_event) {
        m_warnings.add("missing commas", here(), "the comma before this event is missing: read on");
        place = ArrayPlace::behind_comma;
    } else if (at < text.size() && text[at] == ']' && place == ArrayPlace::behind_comma) {
        m_warnings.add("trailing commas", here(), "comma before the end of the events: ignored");
        place = ArrayPlace::behind_event;
    }
    return text.data() + at;
}

BrokenEventReader::Outcome BrokenEventReader::parse(std::string_view text, int64_t offset, ArrayPlace& place,
                                                    Options options) {
    size_t at = 0;
    for (bool first = true;; first = false) {
        if (m_lost) {
            const size_t next = find_event_start(text, at);
            if (next == std::string_view::npos) {
                // keep what may be the start of an event that the next piece completes
                const size_t tail = text.size() - std::min<size_t>(text.size(), 256);
                return {text.data() + (options.at_end ? text.size() : std::max(at, tail)), false};
            }
            m_lost = false;
            at = next;
            place = ArrayPlace::behind_comma;
        }
        const std::string_view rest = text.substr(at);
        at = static_cast<size_t>(next_event(rest, offset + static_cast<int64_t>(at), place) - text.data());
        if (at == text.size()) return {text.data() + at, false};
        if (text[at] == ']') return {text.data() + at + 1, true};
        const int64_t here = offset + static_cast<int64_t>(at);
        if (text[at] != '{') {
            m_warnings.add("text between events", here, "text that is no event: skipped to the next one");
            m_lost = true;
            ++at;
            continue;
        }
        JsonScanner scanner(text.substr(at));
        TraceEvent event;
        const Scan scan = scanner.members([&](std::string_view key, std::string_view token) {
            assign_member(event, key.data() + 1, token);
        });
        if (scan == Scan::incomplete && !options.at_end && !(first && options.give_up_first))
            return {text.data() + at, false};
        if (scan != Scan::ok) {
            m_warnings.add("broken events", here,
                           scan == Scan::incomplete ? "the text ends inside this event: dropped"
                                                    : "this event is not JSON: dropped");
            m_lost = true;
            ++at;
            continue;
        }
        for (const JsonScanner::Note& note : scanner.notes()) {
            const FaultText words = describe(note.fault);
            m_warnings.add(words.kind, offset + (note.at - text.data()), std::string(words.message));
        }
        if (!(first && options.first_was_sent)) m_sink.event(event, here);
        place = ArrayPlace::behind_event;
        at = static_cast<size_t>(scanner.at() - text.data());
    }
}

} // namespace roofrack
