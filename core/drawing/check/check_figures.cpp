// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "core/base/catalog/inherited_values.h"
#include "core/base/catalog/unlikely_figures.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/check/check_rules.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"

#include <array>
#include <fmt/format.h>
#include <set>

namespace roofrack {

namespace {

const SourcedValue* figure_in(const Part& part, std::string_view key) {
    const auto found = part.figures.find(key);
    return found == part.figures.end() ? nullptr : &found->second;
}

/// A figure without which a number is guessed, or left out.
struct NeededFigure {
    ElementKind of;
    std::string_view key, name;
    Severity severity;
    std::string_view feeds;
};

constexpr std::array needed_figures{
    NeededFigure{ElementKind::server, "nic_rate", "NIC bandwidth", Severity::warning,
                 "How fast it exchanges gradients is unknown."},
    NeededFigure{ElementKind::server, "max_power", "maximum power", Severity::info,
                 "Its power and heat are guessed from its GPUs."},
    NeededFigure{ElementKind::switch_, "port_rate", "port bandwidth", Severity::warning,
                 "What its links carry is told by their other ends alone."},
    NeededFigure{ElementKind::switch_, "ports", "number of ports", Severity::info,
                 "Whether its cables find ports cannot be told."},
    NeededFigure{ElementKind::storage, "read_rate", "read bandwidth", Severity::warning,
                 "How fast samples are read is unknown."},
    NeededFigure{ElementKind::feed, "apparent_power", "power", Severity::warning,
                 "What its racks may draw is unknown, so no limit is set."},
    NeededFigure{ElementKind::cooling, "capacity", "capacity", Severity::warning,
                 "What heat it takes is unknown, so no limit is set."},
};

constexpr std::array needed_of_gpus{
    NeededFigure{ElementKind::server, "dense_bf16", "BF16 speed", Severity::warning,
                 "How long arithmetic takes is unknown."},
    NeededFigure{ElementKind::server, "hbm_rate", "HBM bandwidth", Severity::warning,
                 "How long memory takes is unknown."},
    NeededFigure{ElementKind::server, "hbm_capacity", "HBM capacity", Severity::warning,
                 "Whether the model fits is unknown."},
};

void say_missing(CheckContext& context, const Element& element, const NeededFigure& figure,
                 std::string_view of) {
    context.findings.push_back({figure.severity,
                                "part-without-figure",
                                fmt::format("{}: {} has no {}", context.title(element), of, figure.name),
                                std::string(figure.feeds),
                                "Complete the part's figures, or choose another.",
                                {element.id}});
}

/// A switch without a figure of its power has that of its class, Defaults::Power::switch_.
void say_class_power(CheckContext& context, const Element& element, const Part& part) {
    if (part.kind != PartKind::switch_ || part.value("typical_power") || part.value("max_power")) return;
    const std::string feeds =
        fmt::format("Its power and heat are an estimate of its class: {} each, and what optics take.",
                    format_quantity(context.catalog.defaults().power.switch_, Dimension::power, 3));
    say_missing(context, element, {ElementKind::switch_, "typical_power", "power", Severity::info, feeds},
                part.name);
}

/// What the project gives of its own that cannot be right.
void say_unlikely(CheckContext& context, const Element& element, const Part& part, const Part* base,
                  const Part* accelerator) {
    for (const UnlikelyFigure& each : unlikely_figures(part, accelerator, context.catalog)) {
        const SourcedValue* const is = figure_in(part, each.key);
        if (const SourcedValue* const was = base ? figure_in(*base, each.key) : nullptr;
            is && ((was && *was == *is) || is_settled(*is)))
            continue;
        context.findings.push_back(
            {Severity::warning,
             "unlikely-figure",
             fmt::format("{}: {}: {}", context.title(element), part.name, each.what),
             each.usual.empty() ? "All that rests on it is as far off." : "Usual: " + each.usual + ".",
             "Look at its unit and its source, and correct it.",
             {element.id}});
    }
}

bool is_given(const Element& element, const Part& part, std::string_view key) {
    if (element.kind == ElementKind::storage && element.bandwidth) return true;
    // A server without NICs needs no rate of them.
    if (key == "nic_rate" && part.value_or("nics", 1) <= 0) return true;
    return part.value(key).has_value();
}

} // namespace

void check_figures(CheckContext& context) {
    std::set<std::string_view> said; // own parts, by id
    for (size_t i = 0; i < context.cluster.elements.size(); ++i) {
        const Element& element = context.cluster.elements[i];
        const Part* part = context.parts.at(static_cast<int>(i));
        if (!part) continue;
        for (const NeededFigure& figure : needed_figures)
            if (figure.of == element.kind && !is_given(element, *part, figure.key))
                say_missing(context, element, figure, part->name);
        say_class_power(context, element, *part);
        const Part* const named =
            part->kind == PartKind::server ? named_accelerator(*part, context.catalog) : nullptr;
        if (element.part.inline_part && said.insert(element.part.id).second) {
            say_unlikely(context, element, *part, base_of(element.part, context.catalog), named);
            if (part->own_accelerator)
                say_unlikely(context, element, *part->own_accelerator, nullptr, nullptr);
        }
        if (element.kind != ElementKind::server || part->value_or("gpus", 0) <= 0) continue;
        const auto gpu = accelerator_of(*part, context.catalog);
        if (!gpu) continue; // said by unknown-part
        for (const NeededFigure& figure : needed_of_gpus)
            if (!gpu->value(figure.key)) say_missing(context, element, figure, gpu->name);
    }
}

} // namespace roofrack
