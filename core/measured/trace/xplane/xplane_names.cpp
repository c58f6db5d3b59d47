// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/trace/xplane/xplane_names.h"

#include "core/measured/trace/text/decimal_time.h"
#include "core/measured/trace/text/xla_lanes.h"

#include <fmt/format.h>
#include <vector>

namespace roofrack {

namespace {
constexpr size_t most_names = 10'000'000;
}

XplaneNames XplaneNames::read(ProtobufStream& stream, int64_t end) {
    XplaneNames out;
    std::vector<std::string> statistics; // their names stand before or behind them
    while (const auto field = stream.next(end)) {
        if (field->type != WireType::bytes) continue;
        const bool is_of_interest = out.is_host() || out.device();
        const bool is_read = field->number == xplane::plane_name ||
                             (is_of_interest && (field->number == xplane::plane_event_names ||
                                                 field->number == xplane::plane_stat_names ||
                                                 field->number == xplane::plane_stat));
        if (!is_read) {
            stream.skip(field->value);
            continue;
        }
        const auto bytes = stream.take(field->value);
        if (!bytes) continue; // one name of megabytes
        switch (field->number) {
        case xplane::plane_name: out.m_name = *bytes; break;
        case xplane::plane_event_names: out.take_name(*bytes, out.m_events); break;
        case xplane::plane_stat_names: out.take_name(*bytes, out.m_stats); break;
        default:
            if (statistics.size() < 1000) statistics.emplace_back(*bytes);
        }
    }
    for (const std::string& each : statistics) out.take_statistic(each);
    return out;
}

void XplaneNames::take_name(std::string_view entry, std::unordered_map<int64_t, std::string>& names) {
    int64_t key = 0;
    std::string_view name;
    for (ProtobufFields field(entry); field.next();) {
        if (field.number() == xplane::map_key) key = field.signed_integer();
        if (field.number() != xplane::map_value) continue;
        for (ProtobufFields inner(field.bytes()); inner.next();)
            if (inner.number() == xplane::metadata_name) name = inner.bytes();
    }
    if (names.size() < most_names) names.emplace(key, name);
}

void XplaneNames::take_statistic(std::string_view statistic) {
    std::string_view what, text;
    int64_t number = 0;
    for (ProtobufFields field(statistic); field.next();) switch (field.number()) {
        case xplane::stat_name_id: what = stat_name(field.signed_integer()); break;
        case xplane::stat_uint:
        case xplane::stat_int: number = field.signed_integer(); break;
        case xplane::stat_text: text = field.bytes(); break;
        default: break;
        }
    if (what == "device_vendor") m_vendor = text;
    if (what == "device_type_string") m_type = text;
    if (what == "core_count") m_cores = number;
    if (what == "memory_size") m_memory = number;
}

bool XplaneNames::is_host() const { return m_name.starts_with("/host:") && m_name != "/host:metadata"; }

std::optional<int> XplaneNames::device() const { return xla_device_number(m_name); }

std::string XplaneNames::gpu() const {
    if (!m_type.empty()) return m_type;
    if (m_vendor.empty() || m_cores <= 0 || m_memory <= 0) return m_vendor;
    return fmt::format("{} GPU ({} compute units, {:.0f} GB)", m_vendor, m_cores,
                       static_cast<double>(m_memory) * 1e-9);
}

std::string_view XplaneNames::event_name(int64_t id) const {
    const auto found = m_events.find(id);
    return found == m_events.end() ? std::string_view() : found->second;
}

std::string_view XplaneNames::stat_name(int64_t id) const {
    const auto found = m_stats.find(id);
    return found == m_stats.end() ? std::string_view() : found->second;
}

} // namespace roofrack
