// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/lanes/lane_builder.h"

#include <algorithm>
#include <numeric>

namespace roofrack {

namespace {

constexpr size_t most_lane_texts = 1'000'000, most_lanes_of_a_kind = 65'535;

template<typename Column>
void put_in_order(Column& column, const std::vector<uint32_t>& order) {
    Column out;
    out.reserve(column.size());
    for (const uint32_t row : order) out.push_back(column[row]);
    column = std::move(out);
}

void put_in_order(LaneColumns& columns, const std::vector<uint32_t>& order) {
    put_in_order(columns.start_ns, order);
    put_in_order(columns.duration_ns, order);
    put_in_order(columns.name, order);
    put_in_order(columns.lane, order);
    put_in_order(columns.category, order);
}

void append_row(LaneColumns& columns, LaneCategory category, uint32_t name, int64_t start, int64_t duration,
                uint16_t lane) {
    columns.start_ns.push_back(start);
    columns.duration_ns.push_back(duration);
    columns.name.push_back(name);
    columns.lane.push_back(lane);
    columns.category.push_back(category);
}

/// By start; of those that start together the longer, which holds the others, comes first.
std::vector<uint32_t> rows_by_start(const LaneColumns& columns) {
    std::vector<uint32_t> order(columns.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, [&](uint32_t a, uint32_t b) {
        if (columns.start_ns[a] != columns.start_ns[b]) return columns.start_ns[a] < columns.start_ns[b];
        return columns.duration_ns[a] > columns.duration_ns[b];
    });
    return order;
}

} // namespace

uint32_t LaneBuilder::name(std::string_view text) {
    if (const auto found = m_numbers.find(text); found != m_numbers.end()) return found->second;
    if (m_names->size() >= most_lane_texts) return static_cast<uint32_t>(m_names->size() - 1);
    const auto number = static_cast<uint32_t>(m_names->size());
    m_names->emplace_back(number + 1 == most_lane_texts ? "other" : text);
    m_numbers.emplace(text, number);
    return number;
}

void LaneBuilder::host(LaneCategory category, std::string_view text, int64_t start_ns, int64_t duration_ns,
                       std::string_view thread, std::optional<int64_t> correlation) {
    if (m_host->events.size() >= LaneColumns::no_row) return;
    auto lane = m_thread_numbers.find(thread);
    if (lane == m_thread_numbers.end()) {
        if (m_host->threads.size() < most_lanes_of_a_kind) m_host->threads.emplace_back(thread);
        lane = m_thread_numbers.emplace(thread, static_cast<uint32_t>(m_host->threads.size() - 1)).first;
    }
    if (correlation && *correlation >= 0)
        m_launches.emplace_back(*correlation, static_cast<uint32_t>(m_host->events.size()));
    append_row(m_host->events, category, name(text), start_ns, duration_ns,
               static_cast<uint16_t>(lane->second));
    m_host->shape.push_back(HostLanes::no_shape);
}

void LaneBuilder::shape(OpShape shape) {
    if (m_host->shape.empty()) return;
    const std::string key = shape.dims + '\n' + shape.types;
    auto known = m_shape_numbers.find(key);
    if (known == m_shape_numbers.end()) {
        if (m_host->shapes.size() >= most_lane_texts) return;
        known = m_shape_numbers.emplace(key, static_cast<uint32_t>(m_host->shapes.size())).first;
        m_host->shapes.push_back(std::move(shape));
    }
    m_host->shape.back() = known->second;
}

void LaneBuilder::close_host() {
    if (m_closed) return;
    m_closed = true;
    const std::vector<uint32_t> order = rows_by_start(m_host->events);
    put_in_order(m_host->events, order);
    put_in_order(m_host->shape, order);
    std::vector<uint32_t> place(order.size());
    for (uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    for (auto& [correlation, row] : m_launches) row = place[row];
    // The first call of a correlation launched it.
    std::ranges::sort(m_launches);
}

uint32_t LaneBuilder::launch_of(int64_t correlation) const {
    if (correlation < 0) return LaneColumns::no_row;
    const auto found = std::ranges::lower_bound(m_launches, correlation, {},
                                                [](const auto& launch) { return launch.first; });
    return found != m_launches.end() && found->first == correlation ? found->second : LaneColumns::no_row;
}

std::shared_ptr<const TraceLanes> LaneBuilder::device(std::span<const LaneActivity> activities,
                                                      std::vector<LaneStep> steps) {
    close_host();
    auto out = std::make_shared<TraceLanes>();
    std::unordered_map<uint32_t, uint16_t> lanes;
    for (const LaneActivity& activity : activities) {
        const auto number =
            lanes
                .emplace(activity.stream, static_cast<uint16_t>(std::min(lanes.size(), most_lanes_of_a_kind)))
                .first->second;
        append_row(out->device, activity.category, name(activity.name), activity.start_ns,
                   activity.end_ns - activity.start_ns, number);
        out->launch.push_back(launch_of(activity.correlation));
    }
    out->streams = std::min(lanes.size(), most_lanes_of_a_kind + 1);
    std::vector<uint32_t> order(activities.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](uint32_t row) { return activities[row].start_ns; });
    put_in_order(out->device, order);
    put_in_order(out->launch, order);
    for (uint32_t row = 0; row < out->device.size(); ++row)
        if (out->device.category[row] == LaneCategory::communication) out->collectives.push_back(row);
    out->steps = std::move(steps);
    std::ranges::stable_sort(out->steps, {}, &LaneStep::start_ns);
    out->names = m_names;
    out->host = m_host;
    return out;
}

} // namespace roofrack
