// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/event_stream.h"

#include "core/measured/trace/text/json_space.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace roofrack {

namespace {
constexpr int lasting_windows = 8; // reading ahead pays where it goes on for so many
constexpr int longest_pause = 64;
} // namespace

EventStream::EventStream(TextSource& source, std::string array_key, WarningLog& warnings, size_t window_bytes,
                         bool read_ahead)
    : m_source(source)
    , m_key('"' + std::move(array_key) + '"')
    , m_warnings(warnings)
    , m_window(std::max<size_t>(window_bytes, 64))
    , m_read_ahead(read_ahead) {}

void EventStream::fill(size_t target) {
    if (m_ahead) {
        auto next = target == m_window ? m_ahead->next() : nullptr;
        if (next && next->offset() == offset()) {
            std::swap(m_text, next);
            m_ahead->give_back(std::move(next));
            ++m_taken;
            return;
        }
        end_ahead(std::move(next));
    }
    m_text->fill(m_source, target);
}

void EventStream::start_ahead() {
    if (!m_read_ahead || m_ahead || m_text->at_end() || --m_pause > 0) return;
    m_taken = 0;
    try {
        m_ahead = std::make_unique<WindowsAhead>(m_source, m_window, waiting(), bytes());
    } catch (const std::system_error&) { // the system gives no more threads
        m_read_ahead = false;
    }
}

void EventStream::end_ahead(std::unique_ptr<TextWindow> next) {
    if (!m_ahead) return;
    m_ahead->stop();
    std::string later;
    int64_t end = bytes();
    for (; next || (next = m_ahead->next()); next.reset()) {
        const auto more = static_cast<size_t>(std::max<int64_t>(next->bytes() - end, 0));
        const std::string_view text = next->waiting();
        later.append(text.substr(text.size() - std::min(more, text.size())));
        end = next->bytes();
    }
    m_source.put_back(std::move(later));
    m_ahead.reset();
    m_next_pause = m_taken >= lasting_windows ? 1 : std::min(2 * m_next_pause, longest_pause);
    m_pause = m_next_pause;
}

Result<void> EventStream::find_array(const Tick& tick) {
    fill(m_window);
    size_t start = waiting().substr(0, 3) == "\xEF\xBB\xBF" ? 3 : 0;
    start = skip_json_space(waiting(), start);
    if (start == waiting().size())
        return fail({}, bytes() == 0 ? "the file is empty" : "the file holds nothing but space",
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
            const size_t colon = skip_json_space(text, key + m_key.size());
            const size_t open = colon < text.size() ? skip_json_space(text, colon + 1) : text.size();
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
        if (m_text->at_end() || text.size() >= longest_header)
            return fail({}, "no array " + m_key + " in this JSON file",
                        "give a trace written by the PyTorch profiler");
        fill(std::min(longest_header, text.size() * 2 + m_window));
    }
}

EventStream::Progress EventStream::parse_sound_part(TraceEventSink& sink, ArrayPlace& place) {
    const size_t end = m_text->sound_end();
    if (end == std::string_view::npos || end == 0) return {};
    const auto outcome = m_text->send(end, sink);
    if (!outcome) return {};
    const char* const first = waiting().data();
    const bool failed = outcome->end == EventWindow::End::failed;
    const size_t done = std::min<size_t>(static_cast<size_t>(outcome->at - first), end);
    if (!failed || done > 0) place = ArrayPlace::behind_event;
    consume(done);
    if (!failed) return {outcome->end == EventWindow::End::array_ended, false, false};
    if (outcome->sent || done > 0)
        place = ArrayPlace::behind_comma; // the place of the event that salvage begins with
    return {false, true, outcome->sent};
}

bool EventStream::closes_array(ArrayPlace& place) {
    constexpr size_t look_ahead = 4096;
    fill(look_ahead);
    const std::string_view text = waiting();
    size_t at = skip_json_space(text, 0);
    if (at < text.size() && text[at] == ',') at = skip_json_space(text, at + 1);
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
        if (target == m_window && !salvage.lost()) start_ahead();
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
        const size_t before = waiting().size();
        if (progress.salvage && before > 0) {
            BrokenEventReader::Options options;
            options.at_end = m_text->at_end();
            options.give_up_first = before >= longest_event;
            options.first_was_sent = progress.first_was_sent;
            const auto outcome = salvage.parse(waiting(), offset(), place, options);
            consume(static_cast<size_t>(outcome.at - waiting().data()));
            progress.ended = outcome.array_ended;
        }
        if (progress.ended && closes_array(place)) return true;
        if (m_text->at_end() && waiting().empty()) break;
        // an event longer than the window: wait for more of it
        target = progress.salvage && waiting().size() == before
                     ? std::min(before * 2 + m_window, longest_event)
                     : m_window;
    }
    if (!salvage.lost())
        m_warnings.add("unfinished", bytes(),
                       "the file ends inside its array of events: every whole event is used");
    return true;
}

bool EventStream::read_trailer(const Tick& tick) {
    while (true) {
        if (!tick()) return false;
        const std::string_view text = waiting();
        m_trailer.append(text.substr(0, longest_header - std::min(longest_header, m_trailer.size())));
        consume(text.size());
        if (m_text->at_end()) break;
        fill(m_window);
    }
    const size_t last = m_trailer.find_last_not_of(" \t\r\n");
    if (m_is_object && m_trailer.size() < longest_header &&
        (last == std::string::npos || m_trailer[last] != '}'))
        m_warnings.add("unfinished", bytes(), "the file ends before its closing brace", 1);
    return true;
}

Result<void> EventStream::read(TraceEventSink& sink, const Tick& tick) {
    if (auto found = find_array(tick); !found) return found;
    if (!read_array(sink, tick) || !read_trailer(tick)) return fail({}, "cancelled");
    end_ahead();
    if (!m_source.fault().empty())
        m_warnings.add("storage", bytes(), m_source.fault() + ": what came before is used");
    return {};
}

} // namespace roofrack
