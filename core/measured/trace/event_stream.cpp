// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/event_stream.h"

#include "core/measured/trace/text/json_space.h"

#include <algorithm>
#include <cstring>

namespace roofrack {

EventStream::EventStream(TextSource& source, std::string array_key, WarningLog& warnings, size_t window_bytes)
    : m_source(source)
    , m_key('"' + std::move(array_key) + '"')
    , m_warnings(warnings)
    , m_window(std::max<size_t>(window_bytes, 64)) {}

void EventStream::fill(size_t target) {
    if (m_at_end || m_end - m_begin >= target) return;
    if (m_begin > 0) {
        std::memmove(m_buffer.data() + 1, m_buffer.data() + 1 + m_begin, m_end - m_begin);
        m_end -= m_begin;
        m_begin = 0;
    }
    if (m_buffer.size() < target + 2 + EventWindow::padding)
        m_buffer.resize(target + 2 + EventWindow::padding);
    const size_t got = m_source.read(m_buffer.data() + 1 + m_end, target - m_end);
    m_at_end = got < target - m_end;
    m_end += got;
    m_bytes += static_cast<int64_t>(got);
}

void EventStream::consume(size_t count) { m_begin += count; }

Result<void> EventStream::find_array(const Tick& tick) {
    fill(m_window);
    size_t start = waiting().substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
    start = skip_space(waiting(), start);
    if (start == waiting().size())
        return fail({}, m_bytes == 0 ? "the file is empty" : "the file holds nothing but space",
                    "record it again");
    if (waiting()[start] == '[') {
        consume(start + 1);
        return {};
    }
    if (waiting()[start] != '{') return fail({}, "not JSON: neither an object nor an array begins here");
    m_is_object = true;
    for (size_t from = start;;) {
        if (!tick()) return fail({}, "cancelled");
        const std::string_view text = waiting();
        const size_t key = text.find(m_key, from);
        if (key != std::string_view::npos) {
            const size_t colon = skip_space(text, key + m_key.size());
            const size_t open = colon < text.size() ? skip_space(text, colon + 1) : text.size();
            if (open < text.size()) {
                if (text[colon] == ':' && text[open] == '[') {
                    m_header = text.substr(0, key);
                    consume(open + 1);
                    return {};
                }
                from = key + 1;
                continue;
            }
            from = key;
        } else {
            from = text.size() - std::min(text.size(), m_key.size());
        }
        if (m_at_end || text.size() >= longest_header)
            return fail({}, "no array " + m_key + " in this JSON file",
                        "give a trace written by the PyTorch profiler");
        fill(std::min(longest_header, text.size() * 2 + m_window));
    }
}

EventStream::Progress EventStream::parse_sound_part(TraceEventSink& sink, ArrayPlace& place) {
    const std::string_view text = waiting();
    const size_t cut = m_at_end ? text.size() : find_last_event_end(text);
    if (cut == std::string_view::npos || cut == 0) return {};
    const std::string_view part = text.substr(0, cut);
    if (EventWindow::suspicious(part)) return {};

    char* const first = m_buffer.data() + 1 + m_begin;
    const char before = first[-1], behind = first[cut];
    first[-1] = '[';
    first[cut] = ']';
    const auto outcome = m_parser.parse({first - 1, cut + 2}, offset() - 1, sink);
    first[-1] = before;
    first[cut] = behind;

    const size_t done = std::min<size_t>(static_cast<size_t>(outcome.at - first), cut);
    if (outcome.end != EventWindow::End::failed || outcome.at != first) place = ArrayPlace::behind_event;
    consume(done);
    if (outcome.end != EventWindow::End::failed)
        return {outcome.end == EventWindow::End::array_ended, false, false};
    if (outcome.sent || done > 0)
        place = ArrayPlace::behind_comma; // the place of the event that salvage begins with
    return {false, true, outcome.sent};
}

bool EventStream::closes_array(ArrayPlace& place) {
    constexpr size_t look_ahead = 4096;
    fill(look_ahead);
    const std::string_view text = waiting();
    size_t at = skip_space(text, 0);
    if (at < text.size() && text[at] == ',') at = skip_space(text, at + 1);
    if (at == text.size() || text[at] != '{') return true;
    m_warnings.add("stray brackets", offset() - 1, "more events follow this closing bracket: read on");
    place = ArrayPlace::behind_event;
    return false;
}

bool EventStream::read_array(TraceEventSink& sink, const Tick& tick) {
    BrokenEventReader salvage(m_warnings, sink);
    ArrayPlace place = ArrayPlace::start;
    for (size_t target = m_window;;) {
        if (!tick()) return false;
        fill(target);
        Progress progress;
        if (!salvage.lost()) {
            consume(static_cast<size_t>(salvage.next_event(waiting(), offset(), place) - waiting().data()));
            if (!waiting().empty() && waiting().front() == ']') {
                consume(1);
                progress = {true, false, false};
            } else if (!waiting().empty()) {
                progress = parse_sound_part(sink, place);
            }
        }
        const size_t before = m_end - m_begin;
        if (progress.salvage && before > 0) {
            BrokenEventReader::Options options;
            options.at_end = m_at_end;
            options.give_up_first = before >= longest_event;
            options.first_was_sent = progress.first_was_sent;
            const auto outcome = salvage.parse(waiting(), offset(), place, options);
            consume(static_cast<size_t>(outcome.at - waiting().data()));
            progress.ended = outcome.array_ended;
        }
        if (progress.ended && closes_array(place)) return true;
        if (m_at_end && m_end == m_begin) break;
        // an event longer than the window: wait for more of it
        target = progress.salvage && m_end - m_begin == before
                     ? std::min(before * 2 + m_window, longest_event)
                     : m_window;
    }
    if (!salvage.lost())
        m_warnings.add("unfinished", m_bytes,
                       "the file ends inside its array of events: every whole event is used");
    return true;
}

bool EventStream::read_trailer(const Tick& tick) {
    while (true) {
        if (!tick()) return false;
        const std::string_view text = waiting();
        m_trailer.append(text.substr(0, longest_header - std::min(longest_header, m_trailer.size())));
        consume(text.size());
        if (m_at_end) break;
        fill(m_window);
    }
    const size_t last = m_trailer.find_last_not_of(" \t\r\n");
    if (m_is_object && m_trailer.size() < longest_header &&
        (last == std::string::npos || m_trailer[last] != '}'))
        m_warnings.add("unfinished", m_bytes, "the file ends before its closing brace", 1);
    return true;
}

Result<void> EventStream::read(TraceEventSink& sink, const Tick& tick) {
    if (auto found = find_array(tick); !found) return found;
    if (!read_array(sink, tick) || !read_trailer(tick)) return fail({}, "cancelled");
    if (!m_source.fault().empty())
        m_warnings.add("storage", m_bytes, m_source.fault() + ": what came before is used");
    return {};
}

} // namespace roofrack
