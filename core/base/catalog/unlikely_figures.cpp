// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/unlikely_figures.h"

#include "core/base/catalog/catalog.h"
#include "core/base/catalog/part_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double far_off = 10; // times the most, or below the least, of the catalogue
constexpr double rounding = 1.02;

/// A figure that is never above another of its part.
struct AtMost {
    PartKind kind = PartKind::server;
    std::string_view less, more;
};
constexpr std::array at_most{
    AtMost{PartKind::accelerator, "dense_bf16", "dense_fp8"},
    AtMost{PartKind::accelerator, "dense_fp8", "dense_fp4"},
    AtMost{PartKind::accelerator, "dense_fp32", "dense_bf16"},
    AtMost{PartKind::accelerator, "scale_up_peer_rate", "scale_up_rate"},
    AtMost{PartKind::accelerator, "scale_up_rate", "hbm_rate"},
    AtMost{PartKind::accelerator, "idle", "tdp"},
    AtMost{PartKind::accelerator, "measured_power_median", "measured_power_max"},
    AtMost{PartKind::accelerator, "max_operating", "shutdown"},
    AtMost{PartKind::server, "gpu_dense_bf16", "gpu_dense_fp8"},
    AtMost{PartKind::server, "gpu_scale_up_rate", "gpu_hbm_rate"},
    AtMost{PartKind::server, "gpu_idle", "gpu_tdp"},
    AtMost{PartKind::server, "typical_power", "max_power"},
    AtMost{PartKind::server, "idle_power", "max_power"},
    AtMost{PartKind::server, "cpu_idle", "cpu_max"},
    AtMost{PartKind::server, "psu_needed", "psu_count"},
    AtMost{PartKind::server, "inlet_min", "inlet_max"},
    AtMost{PartKind::server, "coolant_min", "coolant_max"},
    AtMost{PartKind::server, "coolant_max", "coolant_return"},
    AtMost{PartKind::switch_, "typical_power", "max_power"},
    AtMost{PartKind::cooling, "own_power", "capacity"},
};

/// Figures that are shares: more than all there is cannot be.
constexpr std::array<std::string_view, 5> shares{"gemm_efficiency", "air_heat_share", "continuous_share",
                                                 "power_factor", "effectiveness"};

class Doubts {
public:
    Doubts(const Part& part, const Part* accelerator, const Catalog& catalog)
        : m_part(part)
        , m_accelerator(accelerator)
        , m_catalog(catalog) {}

    std::vector<UnlikelyFigure> find() {
        compare_pairs();
        if (m_part.kind == PartKind::accelerator) check_sparse();
        if (m_part.kind == PartKind::server) check_server();
        if (m_part.kind == PartKind::feed) check_feed();
        for (const ValueSpec& spec : value_specs(m_part.kind)) check_range(spec);
        std::ranges::stable_sort(m_out, {}, [&](const UnlikelyFigure& each) { return place(each.key); });
        return std::move(m_out);
    }

private:
    size_t place(std::string_view key) const {
        const auto& specs = value_specs(m_part.kind);
        return static_cast<size_t>(std::ranges::find(specs, key, &ValueSpec::key) - specs.begin());
    }

    std::string text(std::string_view key, double value) const {
        const ValueSpec* spec = value_spec(m_part.kind, key);
        return format_quantity(value, spec ? spec->dimension : Dimension::number, 4);
    }
    std::string_view label(std::string_view key) const {
        const ValueSpec* spec = value_spec(m_part.kind, key);
        return spec ? spec->label : key;
    }

    void add(std::string_view key, std::string what) {
        if (std::ranges::find(m_out, key, &UnlikelyFigure::key) != m_out.end()) return;
        m_out.push_back({std::string(key), std::move(what), usual(key)});
    }

    /// Least and most of the catalogue's parts; nothing when too few have the figure.
    std::optional<ValueLimits> range(std::string_view key) const {
        PartKind kind = m_part.kind;
        if (kind == PartKind::server && key.starts_with("gpu_")) {
            kind = PartKind::accelerator;
            key.remove_prefix(4);
        }
        return m_catalog.usual_range(kind, key);
    }

    std::string usual(std::string_view key) const {
        const auto known = range(key);
        return known ? fmt::format("parts of the catalogue have {} to {}", text(key, known->low),
                                   text(key, known->high))
                     : std::string();
    }

    void compare_pairs() {
        for (const AtMost& pair : at_most) {
            const auto less = m_part.value(pair.less), more = m_part.value(pair.more);
            if (pair.kind != m_part.kind || !less || !more || *more == 0 || *less <= *more * rounding)
                continue;
            add(pair.less, fmt::format("{} {} is more than {} {}", label(pair.less), text(pair.less, *less),
                                       label(pair.more), text(pair.more, *more)));
        }
        for (const std::string_view key : shares)
            if (const auto value = m_part.value(key); value && *value > 1)
                add(key, fmt::format("{} {:g} is a share, and more than 1", label(key), *value));
    }

    void check_sparse() {
        if (const auto dense = check_dense(m_part, ""); !dense) {
            const std::string& where = dense.error().where; // "/figures/dense_fp8"
            const std::string key = where.substr(where.rfind('/') + 1);
            add(key, fmt::format("{}: {}", label(key), dense.error().what));
        }
    }

    void check_server() {
        const double gpus = m_part.value_or("gpus", 0);
        const auto nic = m_part.value("nic_rate");
        // Where there is one a GPU, it stands beside the GPU's link or has one of its own to it.
        const char* const key = m_part.value("nic_link_rate") ? "nic_link_rate" : "host_link_rate";
        const auto link = m_part.value(key);
        if (gpus > 0 && link && nic && m_part.value_or("nics", 0) >= gpus && *nic > *link * rounding)
            add("nic_rate", fmt::format("{} of a NIC are more than the PCIe link to its GPU carries, {}",
                                        text("nic_rate", *nic), text(key, *link)));
        const auto most = m_part.value("max_power");
        const double tdp = m_part.value_or("gpu_tdp", m_accelerator ? m_accelerator->value_or("tdp", 0) : 0);
        if (gpus > 0 && most && gpus * tdp > *most * rounding)
            add("max_power", fmt::format("{} {} is less than its {:g} GPUs of {} draw, {}",
                                         label("max_power"), text("max_power", *most), gpus,
                                         text("max_power", tdp), text("max_power", gpus * tdp)));
        const auto supply = m_part.value("psu_rated");
        const double supplies = m_part.value_or("psu_count", 0);
        if (most && supply && supplies > 0 && *most > *supply * supplies * rounding)
            add("max_power", fmt::format("{} {} is more than its {:g} supplies of {} give, {}",
                                         label("max_power"), text("max_power", *most), supplies,
                                         text("psu_rated", *supply), text("psu_rated", *supply * supplies)));
        const auto domain = m_part.value("scale_up_domain");
        if (gpus > 0 && domain && *domain > 0 && *domain < gpus &&
            m_part.text_or("scale_up", "") == "nvswitch")
            add("scale_up_domain",
                fmt::format("{:g} of its {:g} GPUs are on one scale-up fabric", *domain, gpus));
    }

    void check_feed() {
        const auto volts = m_part.value("voltage"), amperes = m_part.value("current");
        const auto apparent = m_part.value("apparent_power");
        if (!volts || !amperes || !apparent || *volts * *amperes <= 0) return;
        const double most = *volts * *amperes * (m_part.value_or("phases", 1) >= 3 ? std::sqrt(3.0) : 1);
        if (*apparent > most * rounding)
            add("apparent_power", fmt::format("{} {} is more than {:g} V and {:g} A carry, {}",
                                              label("apparent_power"), text("apparent_power", *apparent),
                                              *volts, *amperes, text("apparent_power", most)));
    }

    void check_range(const ValueSpec& spec) {
        const auto value = m_part.value(spec.key);
        if (!value || *value <= 0 || spec.dimension == Dimension::temperature) return;
        const auto known = range(spec.key);
        if (!known || (*value <= known->high * far_off && *value >= known->low / far_off)) return;
        const bool large = *value > known->high;
        const double mended = large ? *value / 1000 : *value * 1000;
        const bool by_thousand = mended >= known->low && mended <= known->high;
        add(spec.key, fmt::format("{} {} is far {} what such parts have{}", spec.label,
                                  text(spec.key, *value), large ? "above" : "below",
                                  by_thousand ? fmt::format(" ({} would be usual: a unit off by 1,000?)",
                                                            text(spec.key, mended))
                                              : ""));
    }

    const Part& m_part;
    const Part* const m_accelerator;
    const Catalog& m_catalog;
    std::vector<UnlikelyFigure> m_out;
};

} // namespace

std::vector<UnlikelyFigure> unlikely_figures(const Part& part, const Part* accelerator,
                                             const Catalog& catalog) {
    return Doubts(part, accelerator, catalog).find();
}

} // namespace roofrack
