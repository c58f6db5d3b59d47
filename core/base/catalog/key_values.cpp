// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/key_values.h"

#include "core/base/catalog/announced.h"
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/part_name.h"

#include <fmt/format.h>

namespace roofrack {
namespace {

class Line {
public:
    explicit Line(const Part& part)
        : m_part(part) {}

    void add(const std::string& text) {
        if (!text.empty()) m_text += (m_text.empty() ? "" : " · ") + text;
    }
    void add(std::string_view key, Dimension dimension, std::string_view suffix = {}) {
        if (const auto value = m_part.value(key); value && *value > 0)
            add(format_quantity(*value, dimension) + std::string(suffix));
    }
    std::string text() const { return m_text; }

private:
    const Part& m_part;
    std::string m_text;
};

std::string gpus(const Part& server, const Catalog& catalog) {
    const auto count = server.value("gpus");
    if (!count || *count <= 0) return {};
    const Part* chip = server.own_accelerator
                           ? server.own_accelerator.get()
                           : catalog.part(PartKind::accelerator, server.text_or("accelerator", ""));
    return fmt::format("{} × {}", format_count(*count), chip ? family_name(chip->name) : "GPU");
}

std::string ports(const Part& box) {
    const auto count = box.value("ports"), rate = box.value("port_rate");
    if (!count) return rate ? gigabit_text(*rate) : std::string();
    return rate ? fmt::format("{} × {}", format_count(*count), gigabit_text(*rate))
                : format_count(*count) + " ports";
}

} // namespace

std::string gigabit_text(double bytes_per_second) {
    return fmt::format("{:.4g}G", bytes_per_second * 8 / 1e9);
}

std::string key_values(const Part& part, const Catalog& catalog) {
    using enum Dimension;
    Line line(part);
    switch (part.kind) {
    case PartKind::accelerator:
        line.add("hbm_capacity", bytes);
        line.add("dense_bf16", flop_rate);
        break;
    case PartKind::server:
        line.add(gpus(part, catalog));
        line.add("max_power", power, " at most");
        break;
    case PartKind::switch_:
        line.add(ports(part));
        line.add("max_power", power, " at most");
        break;
    case PartKind::nic:
    case PartKind::cable:
        if (const auto rate = part.value("rate")) line.add(gigabit_text(*rate));
        line.add("length_max", length);
        break;
    case PartKind::storage:
        line.add("capacity", bytes);
        line.add("read_rate", byte_rate);
        break;
    case PartKind::rack:
        line.add("height_u", number, " U");
        line.add("power_max", power);
        break;
    case PartKind::cooling: line.add("capacity", power); break;
    case PartKind::feed:
        // Apparent power is in VA, which the units of power do not tell from W.
        if (const auto apparent = part.value("apparent_power"); apparent && *apparent > 0) {
            std::string text = format_quantity(*apparent, power);
            if (text.ends_with('W')) text.replace(text.size() - 1, 1, "VA");
            line.add(text);
        }
        break;
    }
    if (is_announced(part, catalog)) line.add("announced");
    return line.text();
}

} // namespace roofrack
