// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/part_json.h"

#include "core/base/units/json_fields.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

/// Dense peaks of one GPU by architecture, FLOP/s: the largest that any part of it is sold with.
struct DensePeak {
    std::string_view architecture;
    double bf16, fp8, fp4;
};
constexpr DensePeak dense_peaks[] = {
    {"volta", 130e12, 0, 0},
    {"ampere", 312e12, 0, 0},
    {"hopper", 990e12, 1980e12, 0},
    {"blackwell", 2500e12, 5000e12, 10000e12},
    {"blackwell-ultra", 2500e12, 5000e12, 15000e12},
    {"cdna2", 383e12, 0, 0},
    {"cdna3", 1308e12, 2615e12, 0},
    {"cdna4", 2517e12, 5034e12, 10100e12},
    {"rubin", 4000e12, 17500e12, 100000e12},
    {"cdna5", 5000e12, 20000e12, 40000e12},
    {"trainium3", 671e12, 2517e12, 2517e12},
};

bool may_be_negative(Dimension dimension) { return dimension == Dimension::temperature; }

bool says_sparse(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text.find("spars") != std::string::npos;
}

/// What others say of the figure.
void read_spread(JsonFields& fields, const ValueSpec& spec, SourcedValue& figure) {
    if (!fields.has("low") && !fields.has("high")) return;
    figure.low = fields.has("low") ? fields.quantity("low", spec.dimension) : figure.value;
    figure.high = fields.has("high") ? fields.quantity("high", spec.dimension) : figure.value;
    if (!(*figure.low <= *figure.value && *figure.value <= *figure.high))
        fields.fail_at("low", "the figure is not between what others say of it",
                       "give the least and the most, the figure included");
}

void set_source(const CatalogSource& source, JsonFields& fields, SourcedValue& figure) {
    figure.source = source.text;
    if (figure.date.empty()) figure.date = source.date;
    if (source.is_unsure && figure.status == Status::confirmed)
        fields.fail_at("source", "a source that names none itself confirms nothing",
                       "name another, or lower the status");
}

Result<SourcedValue> read_figure(const nlohmann::json& value, const ValueSpec& spec,
                                 const CatalogSources& sources, const std::string& where) {
    JsonFields fields(value, where);
    if (spec.dimension == Dimension::flop_rate) {
        const nlohmann::json* text = fields.member("value");
        if (fields.flag("sparse") || (text && text->is_string() && says_sparse(text->get<std::string>())))
            return fail(where, "a FLOP/s figure with structured sparsity", "give the dense figure");
    }
    fields.require({"status"});
    fields.only({"value", "status", "source", "date", "low", "high", "note", "sparse"});
    SourcedValue figure;
    const std::string status = fields.text("status");
    const auto known = status_named(status);
    if (!known && !status.empty())
        fields.fail_at("status", fmt::format("unknown status '{}'", status),
                       "use confirmed, derived, announced, from_memory, judgement or unknown");
    figure.status = known.value_or(Status::unknown);
    figure.note = fields.text("note");
    figure.date = fields.text("date");
    if (fields.has("value")) {
        figure.value = fields.quantity("value", spec.dimension);
        if (*figure.value < 0 && !may_be_negative(spec.dimension))
            fields.fail_at("value", "the figure is negative", "give a figure that is not");
        if (figure.status == Status::unknown)
            fields.fail_at("status", "a figure with a value is not unknown", "say how sure it is");
        read_spread(fields, spec, figure);
    } else if (figure.status == Status::from_memory || figure.status == Status::judgement ||
               figure.status == Status::announced) {
        fields.fail_at("value", "the value is missing", "give it, or set the status to unknown");
    }
    const std::string source = fields.text("source");
    if (!source.empty()) {
        const auto it = sources.find(source);
        if (it == sources.end())
            fields.fail_at("source", fmt::format("unknown source '{}'", source),
                           "add it to resources/catalog/sources.json");
        else
            set_source(it->second, fields, figure);
    } else if (figure.status == Status::confirmed || figure.status == Status::derived ||
               figure.status == Status::announced) {
        fields.fail_at("source", "a confirmed, derived or announced figure names no source",
                       "name one, or lower the status");
    }
    if (fields.error()) return tl::unexpected(*fields.error());
    return figure;
}

} // namespace

Result<CatalogSource> read_catalog_source(const nlohmann::json& value, std::string_view where) {
    if (value.is_string()) return CatalogSource{value.get<std::string>(), {}};
    JsonFields fields(value, std::string(where));
    fields.require({"text"});
    fields.only({"text", "date", "unsure"});
    CatalogSource out{fields.text("text"), fields.text("date"), fields.flag("unsure")};
    if (fields.error()) return tl::unexpected(*fields.error());
    return out;
}

Result<void> check_dense(const Part& part, std::string_view where) {
    const std::string_view architecture = part.text_or("architecture", "");
    double most = 2; // highest ratio of the FP8 rate to the BF16 rate
    for (const DensePeak& peak : dense_peaks) {
        if (peak.architecture != architecture) continue;
        most = std::max(most, peak.fp8 / peak.bf16);
        const std::pair<std::string_view, double> limits[] = {{"dense_bf16", peak.bf16},
                                                              {"dense_fp8", peak.fp8},
                                                              {"dense_fp4", peak.fp4},
                                                              {"dense_tf32", peak.bf16}};
        for (const auto& [key, limit] : limits) {
            const double value = part.value_or(key, 0);
            if (value > limit * 1.01)
                return fail(
                    fmt::format("{}/figures/{}", where, key),
                    fmt::format("{} is above the dense peak of {} ({}): it looks like the figure with "
                                "structured sparsity",
                                format_quantity(value, Dimension::flop_rate), architecture,
                                limit > 0 ? format_quantity(limit, Dimension::flop_rate) : "none"),
                    "give the dense figure");
        }
    }
    // Each halving of the precision at most doubles the dense rate, but where eight bits have units of their
    // own.
    const double bf16 = part.value_or("dense_bf16", 0), fp8 = part.value_or("dense_fp8", 0);
    if (bf16 > 0 && fp8 > bf16 * most * (most > 2 ? 1.1 : 1.05))
        return fail(fmt::format("{}/figures/dense_fp8", where),
                    fmt::format("more than {} the BF16 rate: one of the two is not dense",
                                most > 2 ? fmt::format("{:.2g} times", most) : "twice"),
                    "give both figures dense");
    return {};
}

Result<CatalogPart> read_catalog_part(const nlohmann::json& value, const CatalogSources& sources,
                                      std::string_view where) {
    JsonFields fields(value, std::string(where));
    fields.require({"id", "kind", "name", "figures"});
    fields.only({"id", "kind", "name", "vendor", "aliases", "text", "figures", "note"});
    CatalogPart out;
    Part& part = out.part;
    part.id = fields.text("id");
    part.name = fields.text("name");
    part.vendor = fields.text("vendor");
    part.note = fields.text("note");
    out.aliases = fields.texts("aliases");
    const std::string kind = fields.text("kind");
    if (const auto known = part_kind(kind))
        part.kind = *known;
    else if (!fields.error())
        fields.fail_at("kind", fmt::format("unknown kind '{}'", kind),
                       "use accelerator, server, switch, nic, cable, storage, rack, cooling or feed");
    if (const nlohmann::json* texts = fields.member("text")) {
        JsonFields members(*texts, fields.where("text"));
        if (texts->is_object())
            for (const auto& [key, text] : texts->items()) part.text[key] = members.text(key);
        if (members.error()) return tl::unexpected(*members.error());
    }
    if (fields.error()) return tl::unexpected(*fields.error());

    const nlohmann::json& figures = *fields.member("figures");
    JsonFields members(figures, fields.where("figures"));
    if (members.error()) return tl::unexpected(*members.error());
    for (const auto& [key, figure] : figures.items()) {
        const ValueSpec* spec = value_spec(part.kind, key);
        if (!spec)
            return fail(members.where(key), fmt::format("a {} has no figure '{}'", name_of(part.kind), key),
                        "see value_specs in core/base/catalog/part.cpp");
        auto read = read_figure(figure, *spec, sources, {});
        // The place is made only where it is told: a catalogue has thousands of figures.
        if (!read) return tl::unexpected(read_figure(figure, *spec, sources, members.where(key)).error());
        part.figures.emplace(key, std::move(*read));
    }
    if (part.kind == PartKind::accelerator)
        if (const auto dense = check_dense(part, where); !dense) return tl::unexpected(dense.error());
    return out;
}

} // namespace roofrack
