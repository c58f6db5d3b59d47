// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/text/profile_notes.h"

#include "core/measured/trace/text/json_scanner.h"

#include <utility>

namespace roofrack {

namespace {

constexpr size_t most_noted_calls = 1'000'000;

} // namespace

std::optional<NotedCall> noted_call(const TraceEvent& event) {
    const std::string_view category = unquoted(event.cat);
    NotedCall call{unquoted(event.name), {}, {}, category == "cpu_op" || category == "Operator"};
    if (!call.is_operator && category != "user_annotation") return std::nullopt;
    if (!call.is_operator || event.args.find("nput") == std::string_view::npos) return call;
    JsonScanner scanner(event.args);
    scanner.members([&](std::string_view key, std::string_view token) {
        if (key == "\"Input Dims\"" || key == "\"Input dims\"") call.dims = token;
        if (key == "\"Input type\"") call.types = token;
    });
    return call;
}

bool is_tf32_kernel(const TraceEvent& event) {
    const std::string_view category = unquoted(event.cat);
    return (category == "kernel" || category == "Kernel") &&
           unquoted(event.name).find("tf32") != std::string_view::npos;
}

void ProfileNoter::event(const TraceEvent& event, int64_t offset) {
    m_next.event(event, offset);
    if (!m_notes) return;
    if (!m_notes->has_tf32) m_notes->has_tf32 = is_tf32_kernel(event);
    const auto call = noted_call(event);
    if (!call) return;
    m_key.assign(1, call->is_operator ? 'o' : 'm').append(call->name).append(1, '\n');
    m_key.append(call->dims).append(1, '\n').append(call->types);
    auto place = m_places.find(m_key);
    if (place == m_places.end()) {
        if (m_notes->calls.size() >= most_noted_calls) {
            m_notes.reset();
            m_places.clear();
            return;
        }
        place = m_places.emplace(m_key, static_cast<uint32_t>(m_notes->calls.size())).first;
        m_notes->calls.push_back(
            {std::string(call->name), std::string(call->dims), std::string(call->types), call->is_operator});
    }
    m_notes->order.push_back(place->second);
}

std::shared_ptr<const ProfileNotes> ProfileNoter::take(std::string header, std::string trailer) {
    m_places.clear();
    if (!m_notes) return nullptr;
    m_notes->header = std::move(header);
    m_notes->trailer = std::move(trailer);
    return std::exchange(m_notes, nullptr);
}

} // namespace roofrack
