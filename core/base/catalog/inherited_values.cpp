// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/inherited_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace roofrack {

namespace {

constexpr std::string_view settled_note = "the part was changed; its base's figure no longer holds";
constexpr std::string_view nic_note = "follows from the NIC that it names";

constexpr std::array inheritance{
    InheritanceRule{PartKind::server, "price", "",
                    "gpus accelerator gpu_* scale_up scale_up_domain nics nic nic_rate network"},
    InheritanceRule{PartKind::server, "max_power", "gpus", "accelerator gpu_tdp"},
    InheritanceRule{PartKind::server, "typical_power", "gpus", "accelerator gpu_tdp max_power"},
    InheritanceRule{PartKind::server, "peak_power", "gpus", "accelerator gpu_tdp max_power"},
    InheritanceRule{PartKind::server, "idle_power", "gpus", "accelerator gpu_idle"},
    InheritanceRule{PartKind::server, "nics", "gpus", ""},
    InheritanceRule{PartKind::server, "cpu_idle", "gpus", ""},
    InheritanceRule{PartKind::server, "cpu_max", "gpus", ""},
    InheritanceRule{PartKind::server, "memory_power", "gpus", ""},
    InheritanceRule{PartKind::server, "nic_power", "", "nic_rate network nic"},
    InheritanceRule{PartKind::server, "switch_power", "gpus", "scale_up scale_up_domain"},
    InheritanceRule{PartKind::server, "other_power", "gpus", ""},
    InheritanceRule{PartKind::server, "fan_power_max", "gpus", "accelerator"},
    InheritanceRule{PartKind::server, "air_flow", "gpus", "accelerator"},
    InheritanceRule{PartKind::server, "liquid_flow", "gpus", "accelerator"},
    InheritanceRule{PartKind::server, "thermal_resistance", "", "accelerator"},
    InheritanceRule{PartKind::server, "psu_rated", "", "gpus accelerator"},
    InheritanceRule{PartKind::server, "psu_count", "", "gpus accelerator"},
    InheritanceRule{PartKind::server, "psu_needed", "", "gpus accelerator"},
    InheritanceRule{PartKind::server, "height_u", "gpus", "accelerator"},
    InheritanceRule{PartKind::server, "mass", "gpus", "accelerator"},
    InheritanceRule{PartKind::switch_, "price", "", "ports port_rate network"},
    InheritanceRule{PartKind::switch_, "typical_power", "ports", "port_rate"},
    InheritanceRule{PartKind::switch_, "max_power", "ports", "port_rate"},
    InheritanceRule{PartKind::switch_, "optical_port_power", "", "port_rate"},
    InheritanceRule{PartKind::switch_, "height_u", "ports", ""},
    InheritanceRule{PartKind::accelerator, "price", "",
                    "dense_bf16 dense_fp8 dense_fp4 hbm_capacity hbm_rate scale_up_rate architecture form"},
    InheritanceRule{PartKind::accelerator, "rent", "",
                    "dense_bf16 dense_fp8 dense_fp4 hbm_capacity hbm_rate scale_up_rate architecture form"},
    InheritanceRule{PartKind::accelerator, "gemm_efficiency", "", "dense_bf16 architecture"},
    InheritanceRule{PartKind::accelerator, "measured_power_median", "", "tdp dense_bf16 architecture"},
    InheritanceRule{PartKind::accelerator, "measured_power_max", "", "tdp dense_bf16 architecture"},
    InheritanceRule{PartKind::nic, "price", "", "rate"},
    InheritanceRule{PartKind::nic, "power", "", "rate"},
    InheritanceRule{PartKind::cable, "price", "", "rate medium length_max"},
    InheritanceRule{PartKind::cable, "power_per_end", "", "rate medium"},
    InheritanceRule{PartKind::storage, "price", "", "capacity read_rate write_rate"},
    InheritanceRule{PartKind::storage, "power", "capacity", ""},
    InheritanceRule{PartKind::storage, "height_u", "capacity", ""},
    InheritanceRule{PartKind::rack, "price", "", "height_u power_max cooling"},
    InheritanceRule{PartKind::cooling, "price", "", "capacity cooling"},
    InheritanceRule{PartKind::cooling, "own_power", "capacity", ""},
    InheritanceRule{PartKind::cooling, "flow", "capacity", ""},
    InheritanceRule{PartKind::cooling, "air_flow", "capacity", ""},
    InheritanceRule{PartKind::feed, "price", "", "apparent_power voltage current phases"},
    InheritanceRule{PartKind::feed, "apparent_power", "voltage current continuous_share", "phases"},
};

using Keys = std::vector<std::string_view>;

Keys keys_of(std::string_view text) {
    Keys out;
    while (!text.empty()) {
        const size_t end = std::min(text.find(' '), text.size());
        if (end > 0) out.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

const SourcedValue* figure_at(const Part& part, std::string_view key) {
    const auto found = part.figures.find(key);
    return found == part.figures.end() ? nullptr : &found->second;
}

/// What the project itself changed; not what that made untrue.
bool differs(const Part& own, const Part& base, std::string_view key) {
    if (key.ends_with('*')) {
        key.remove_suffix(1);
        return std::ranges::any_of(own.figures, [&](const auto& figure) {
            return figure.first.starts_with(key) && differs(own, base, figure.first);
        });
    }
    const SourcedValue* const is = figure_at(own, key);
    if (is && is_settled(*is)) return false;
    if (own.value(key) != base.value(key)) return true;
    return own.text_or(key, "") != base.text_or(key, "");
}

std::string label_of(PartKind kind, std::string_view key) {
    const ValueSpec* spec = value_spec(kind, key);
    return std::string(spec ? spec->label : key == "gpu_*" ? "GPU figures" : key);
}

/// Whole units of a rack, whole cards.
double rounded(std::string_view figure, double value) {
    return figure == "height_u" || figure == "nics" ? std::max(1.0, std::ceil(value - 1e-9)) : value;
}

/// Share of a server's maximum power that is not its GPUs', by its own figures; nothing where one lacks.
std::optional<double> share_beside_gpus(const Part& server) {
    const auto most = server.value("max_power"), nic = server.value("nic_power");
    if (!most || !(*most > 0) || !nic) return std::nullopt;
    double beside = *nic * server.value_or("nics", 0);
    for (const char* key : {"cpu_max", "memory_power", "switch_power", "other_power", "fan_power_max"}) {
        const auto value = server.value(key);
        if (!value) return std::nullopt;
        beside += *value;
    }
    return beside < *most ? std::optional(beside / *most) : std::nullopt;
}

/// Power in proportion to the GPUs is one end: all that is beside them may also stay as it was.
void set_power_band(const InheritanceRule& rule, const Part& base, double before, double ratio,
                    SourcedValue& figure) {
    if (rule.kind != PartKind::server || !rule.figure.ends_with("_power") || rule.scales != "gpus") return;
    constexpr std::array whole{"max_power", "typical_power", "peak_power", "idle_power"};
    if (std::ranges::find(whole, rule.figure) == whole.end()) return;
    const auto beside = share_beside_gpus(base);
    if (!beside) return;
    const double other = before * (ratio + (1 - ratio) * *beside);
    figure.low = std::min(*figure.value, other);
    figure.high = std::max(*figure.value, other);
}

SourcedValue settled(const InheritanceRule& rule, const Part& own, const Part& base, const SourcedValue& was,
                     bool accelerators_mount_alike) {
    const auto unknown = [&](std::string_view key) {
        return SourcedValue{std::nullopt, Status::unknown,
                            fmt::format("{} has other {}", base.name, label_of(rule.kind, key)),
                            std::string(settled_note)};
    };
    for (const std::string_view key : keys_of(rule.voids)) {
        if (key == "accelerator" && accelerators_mount_alike && rule.figure != "price") continue;
        if (differs(own, base, key)) return unknown(key);
    }
    double ratio = 1;
    std::string by;
    for (const std::string_view key : keys_of(rule.scales)) {
        if (!differs(own, base, key)) continue;
        const double is = own.value_or(key, 0), before = base.value_or(key, 0);
        if (!(is > 0) || !(before > 0)) return unknown(key);
        ratio *= is / before;
        by += fmt::format("{}{}", by.empty() ? "" : " and ", label_of(rule.kind, key));
    }
    if (by.empty()) return was;
    SourcedValue out{rounded(rule.figure, *was.value * ratio), Status::judgement,
                     fmt::format("{}, in proportion to {}", base.name, by), std::string(settled_note)};
    set_power_band(rule, base, *was.value, ratio, out);
    return out;
}

/// GPUs that were all on one scale-up fabric still are; one that spans servers is as large as it was.
void settle_domain(Part& own, const Part& base) {
    const auto is = own.figures.find("scale_up_domain");
    const SourcedValue* const was = figure_at(base, "scale_up_domain");
    if (own.kind != PartKind::server || is == own.figures.end() || !was || !was->value) return;
    if (!(is->second == *was || is_settled(is->second))) return;
    const auto gpus = own.value("gpus"), before = base.value("gpus");
    if (!gpus || !before || *gpus == *before || *was->value != *before) {
        is->second = *was;
        return;
    }
    is->second = {*gpus, Status::judgement, fmt::format("all of them, as in {}", base.name),
                  std::string(settled_note)};
}

bool is_given(const Part& own, const Part* base, std::string_view key) {
    const SourcedValue* const is = figure_at(own, key);
    if (!is || is_settled(*is)) return false;
    const SourcedValue* const was = base ? figure_at(*base, key) : nullptr;
    return !was || !(*is == *was);
}

} // namespace

std::span<const InheritanceRule> inheritance_rules() { return inheritance; }

bool is_settled(const SourcedValue& figure) { return figure.note == settled_note || figure.note == nic_note; }

void take_from_nic(Part& server, const Part& nic, const Part* base) {
    for (const auto& [key, of] : {std::pair{"nic_rate", "rate"}, {"nic_power", "power"}}) {
        if (is_given(server, base, key)) continue;
        const auto value = nic.value(of);
        server.figures[key] = {value, value ? Status::derived : Status::unknown, "of " + nic.name,
                               std::string(nic_note)};
    }
}

bool mounts_alike(const Part& accelerator, const Part& other) {
    for (const char* key : {"tdp", "idle"})
        if (!accelerator.value(key) || accelerator.value(key) != other.value(key)) return false;
    for (const char* key : {"form", "architecture"})
        if (accelerator.text_or(key, "") != other.text_or(key, "")) return false;
    return true;
}

void settle_inherited(Part& own, const Part& base, bool accelerators_mount_alike) {
    for (const InheritanceRule& rule : inheritance_rules()) {
        const SourcedValue* const was = figure_at(base, rule.figure);
        if (rule.kind != own.kind || !was || !was->value) continue;
        const auto is = own.figures.find(rule.figure);
        if (is == own.figures.end() || !(is->second == *was || is_settled(is->second))) continue;
        is->second = settled(rule, own, base, *was, accelerators_mount_alike);
    }
    settle_domain(own, base);
}

Part rebased(const Part& own, const Part& was, const Part& is) {
    Part out = is;
    out.id = own.id;
    if (own.name != was.name) out.name = own.name;
    if (own.vendor != was.vendor) out.vendor = own.vendor;
    if (own.note != was.note) out.note = own.note;
    for (const auto& [key, text] : own.text)
        if (was.text_or(key, "") != text || !was.text.contains(key)) out.text[key] = text;
    for (const auto& [key, text] : was.text)
        if (!own.text.contains(key)) out.text.erase(key);
    for (const auto& [key, figure] : own.figures)
        if (is_given(own, &was, key)) out.figures[key] = figure;
    for (const auto& [key, figure] : was.figures)
        if (!own.figures.contains(key)) out.figures.erase(key);
    settle_inherited(out, is);
    return out;
}

} // namespace roofrack
