// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalog/catalog.h"
#include "app/cli/base/columns.h"
#include "app/cli/base/commands.h"
#include "app/cli/base/output.h"
#include "app/cli/base/project_input.h"
#include "app/cli/lookup/catalog_lists.h"
#include "core/answers/report/catalog_json.h"
#include "core/base/catalog/key_values.h"
#include "core/base/catalog/missing.h"
#include "core/base/catalog/numerics.h"
#include "core/base/catalog/unlikely_figures.h"
#include "core/base/model/part.h"
#include "core/base/units/quantity_text.h"
#include "core/drawing/drawn_parts.h"
#include "core/drawing/own_accelerator.h"
#include "core/drawing/project/own_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>

namespace roofrack::cli {

namespace {

std::string fact_text(const NumericFact& fact) {
    if (fact.text.empty()) return "not known";
    return fmt::format("{} ({}: {})", fact.text, name_of(fact.status), fact.source);
}

void print_numerics(const Part& from, const Part& to) {
    const auto changes = numeric_changes(from, to);
    const bool any = std::ranges::any_of(changes, &NumericChange::changes);
    print_text("{}\n",
               any ? "Changes the results of a run, if nothing is set:" : "No known change of results:");
    for (const NumericChange& each : changes) {
        if (each.changes())
            print_text("  {}\n    {}: {}\n    {}: {}\n", label_of(each.topic), from.id, fact_text(each.from),
                       to.id, fact_text(each.to));
        else
            print_text("  {}: {}\n", label_of(each.topic),
                       each.is_known() ? "as before, " + each.from.text : "not known of both");
    }
    print_text(
        "Another accelerator, another count of them, or another release adds in another order: bits are not "
        "the same.\n\n");
}

std::string figure_text(const SourcedValue* figure, Dimension dimension) {
    if (!figure) return "-";
    if (!figure->value) return figure->status == Status::unknown ? "unknown" : "none";
    return format_quantity(*figure->value, dimension, dimension == Dimension::number ? 6 : 4);
}

/// `catalog compare`: figures beside each other, and of accelerators what changes the results of a run.
void print_compared_parts(const Part& from, const Part& to, bool json) {
    if (json) {
        print_json(catalog_comparison_json(from, to));
        return;
    }
    print_text("{} to {}\n\n", from.name, to.name);
    if (from.kind == PartKind::accelerator) print_numerics(from, to);
    const size_t width = std::max({size_t{18}, from.id.size(), to.id.size()});
    print_text("{:<40} {:>{}} {:>{}} {:>9}\n", "", from.id, width, to.id, width, "times");
    for (const FigurePair& pair : figure_pairs(from, to)) {
        const auto ratio = pair.ratio();
        print_text("{:<40} {:>{}} {:>{}} {:>9}\n", pair.spec->label,
                   figure_text(pair.from, pair.spec->dimension), width,
                   figure_text(pair.to, pair.spec->dimension), width,
                   ratio ? fmt::format("{:.2f}", *ratio) : "-");
    }
}

using Json = nlohmann::ordered_json;

struct CatalogArguments : CatalogTarget {
    std::string id, other;
    std::string kind;

    /// The parts that the project's scenario defines itself; none without a project.
    std::vector<OwnPart> own() const {
        if (project.empty()) return {};
        return own_parts(ProjectInput{project, scenario, {}}.load(Catalog::built_in()).given);
    }
};

/// Bytes of UTF-8 text that are not continuation bytes: what a terminal shows as columns.
size_t columns(std::string_view text) {
    return static_cast<size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(std::string_view text, size_t width) {
    return std::string(text) + std::string(width > columns(text) ? width - columns(text) : 0, ' ');
}

/// Counts of parameters as the field writes them: 405.9B.
std::string parameters_text(double count) {
    if (count >= 1e9) return fmt::format("{:.4g}B", count / 1e9);
    return count >= 1e6 ? fmt::format("{:.4g}M", count / 1e6) : format_count(count);
}

std::vector<CatalogRow> rows(const Catalog& catalog, const std::string& kind,
                             const std::vector<OwnPart>& own) {
    std::vector<CatalogRow> out;
    for (const OwnPart& one : own) {
        const Part& part = *one.part.inline_part;
        if (kind.empty() || kind == name_of(part.kind))
            out.push_back({one.part.id, std::string(name_of(part.kind)), part.name, key_values(part, catalog),
                           one.part.base, true});
    }
    for (const Part& part : catalog.parts())
        if (kind.empty() || kind == name_of(part.kind))
            out.push_back(
                {part.id, std::string(name_of(part.kind)), part.name, key_values(part, catalog), {}});
    if (kind.empty() || kind == "model")
        for (const ModelSpec& model : catalog.models())
            out.push_back(
                {model.id, "model", model.name, parameters_text(parameter_count(model)) + " parameters", {}});
    return out;
}

int list(const CatalogArguments& arguments) {
    if (!arguments.kind.empty() && arguments.kind != "model" && !part_kind(arguments.kind)) {
        report({"--kind", fmt::format("unknown kind '{}'", arguments.kind),
                "use accelerator, server, switch, nic, cable, storage, rack, cooling, feed or model"});
        return Exit::usage;
    }
    const auto own = arguments.own();
    const auto found = rows(Catalog::built_in(), arguments.kind, own);
    if (arguments.json) {
        print_json(catalog_list_json(found));
        return Exit::done;
    }
    size_t width = 0, name_width = 0;
    for (const CatalogRow& row : found) {
        width = std::max(width, row.id.size());
        name_width = std::max(name_width, columns(row.name));
    }
    for (const CatalogRow& row : found) {
        const std::string origin = !row.own ? std::string()
                                   : row.base.empty()
                                       ? "  (the project's own)"
                                       : fmt::format("  (the project's own, from {})", row.base);
        print_text("{}  {}  {}  {}{}\n", padded(row.id, width), padded(row.kind, 11),
                   padded(row.name, name_width), row.figures, origin);
    }
    return Exit::done;
}

/// "9 of its 24 figures are estimates (judgement) and 4 are from memory: no page was read that says them";
/// empty where there is none.
std::string estimated_text(const Part& part) {
    const auto count = [&](Status status) {
        return std::ranges::count_if(part.figures, [&](const auto& figure) {
            return figure.second.status == status && figure.second.value;
        });
    };
    const auto known =
        std::ranges::count_if(part.figures, [](const auto& f) { return f.second.value.has_value(); });
    const auto estimates = count(Status::judgement), remembered = count(Status::from_memory);
    if (estimates + remembered == 0) return {};
    std::string what;
    if (estimates > 0) what = fmt::format("{} estimated (judgement)", estimates);
    if (remembered > 0) what += fmt::format("{}{} from memory", what.empty() ? "" : ", ", remembered);
    return fmt::format("Of its {} figures are {}: no page was read that says them", known, what);
}

/// `base`: the catalogue's part that an own one changes, else null.
void show_part(const Part& part, const Part* base, bool json) {
    if (json) {
        print_json(catalog_part_json(part, base));
        return;
    }
    print_text("{}  ({}, {}{}{})\n", part.name, part.id, name_of(part.kind), part.vendor.empty() ? "" : ", ",
               part.vendor);
    for (const auto& [key, value] : part.text) print_text("  {} {}\n", padded(key, 38), value);
    for (const ValueSpec& spec : value_specs(part.kind)) {
        const auto it = part.figures.find(spec.key);
        if (it == part.figures.end()) continue;
        const SourcedValue& figure = it->second;
        const std::string value =
            figure.value
                ? format_quantity(*figure.value, spec.dimension, spec.dimension == Dimension::number ? 6 : 4)
                : std::string(figure.status == Status::unknown ? "unknown" : "none");
        std::string why = figure.source;
        if (!figure.date.empty()) why += (why.empty() ? "" : ", ") + figure.date;
        if (figure.low && figure.high)
            why += fmt::format("; {} {} to {}",
                               figure.status == Status::announced ? "others say" : "somewhere in",
                               format_quantity(*figure.low, spec.dimension, 4),
                               format_quantity(*figure.high, spec.dimension, 4));
        if (!figure.note.empty()) why += (why.empty() ? "" : " — ") + figure.note;
        if (const SourcedValue* catalogue = changed_from(base, spec.key, figure);
            catalogue && catalogue->value)
            why += fmt::format("{}{}'s is {}", why.empty() ? "" : "; ", base->id,
                               format_quantity(*catalogue->value, spec.dimension));
        print_text("  {} {} {} {}\n", padded(spec.label, 38), padded(value, 15),
                   padded(name_of(figure.status), 12), why);
    }
    if (!part.note.empty()) print_text("  {}\n", part.note);
    if (const std::string doubts = estimated_text(part); !doubts.empty()) print_text("  {}\n", doubts);
}

void show_model(const ModelSpec& model, bool json) {
    if (json) {
        print_json(catalog_model_json(model));
        return;
    }
    print_text("{}  ({}, model)\n", model.name, model.id);
    const auto line = [](std::string_view key, const std::string& value) {
        print_text("  {} {}\n", padded(key, 38), value);
    };
    line("parameters", parameters_text(parameter_count(model)));
    if (active_parameter_count(model) != parameter_count(model))
        line("active parameters", parameters_text(active_parameter_count(model)));
    if (model.published_parameters > 0)
        line("parameters as published", parameters_text(model.published_parameters));
    line("sequence", format_count(model.default_sequence));
    const Json shape = model_shape_json(model);
    for (const auto& [key, value] : shape.items()) line(key, value.dump());
    line("source", model.source);
    if (!model.note.empty()) line("note", model.note);
}

int show(const CatalogArguments& arguments) {
    const Catalog& catalog = Catalog::built_in();
    const auto own = arguments.own();
    const auto mine = std::ranges::find(own, arguments.id, [](const OwnPart& one) { return one.part.id; });
    if (mine != own.end()) {
        const Part& part = *mine->part.inline_part;
        show_part(part, base_of(mine->part, catalog), arguments.json);
        const Part* const named = part.kind == PartKind::server ? named_accelerator(part, catalog) : nullptr;
        const auto changed = changed_figures(mine->part, catalog);
        for (const UnlikelyFigure& each : unlikely_figures(part, named, catalog))
            if (std::ranges::find(changed, each.key) != changed.end())
                warn({each.key, each.what, each.usual.empty() ? "look at its unit" : each.usual});
    } else if (const Part* part = catalog.part(arguments.id)) {
        if (const auto note = taken_as(catalog, *part, {}, arguments.id)) warn(*note);
        show_part(*part, nullptr, arguments.json);
    } else if (const ModelSpec* model = catalog.model(arguments.id)) {
        show_model(*model, arguments.json);
    } else {
        if (const auto called = catalog.called({}, arguments.id); !called.empty())
            return report(several_parts(called, arguments.id));
        std::string near = catalog.nearest_part(arguments.id);
        if (near.empty()) near = catalog.nearest_model(arguments.id);
        return report(
            {"", fmt::format("unknown part or model '{}'", arguments.id),
             near.empty() ? "see `roofrack-cli catalog list`" : fmt::format("did you mean '{}'?", near)});
    }
    return Exit::done;
}

/// A part of the project's own or of the catalogue; null: none, and it is said.
/// `like`: what it is compared with, whose kind is meant where several are called so; null: any.
const Part* named_part(const std::vector<OwnPart>& own, const std::string& id, const Part* like) {
    const auto mine = std::ranges::find(own, id, [](const OwnPart& one) { return one.part.id; });
    if (mine != own.end()) return &*mine->part.inline_part;
    const Catalog& catalog = Catalog::built_in();
    const auto alike = like ? catalog.called(like->kind, id) : std::vector<const Part*>();
    const auto kind = alike.empty() ? std::nullopt : std::optional(like->kind);
    const Part* const part = kind ? catalog.part(*kind, id) : catalog.part(id);
    if (part)
        if (const auto note = taken_as(catalog, *part, kind, id)) warn(*note);
    if (part) return part;
    if (const auto called = catalog.called(kind, id); !called.empty()) {
        report(several_parts(called, id));
        return nullptr;
    }
    const std::string near = Catalog::built_in().nearest_part(id);
    report({"", fmt::format("unknown part '{}'", id),
            near.empty() ? "see `roofrack-cli catalog list`" : fmt::format("did you mean '{}'?", near)});
    return nullptr;
}

int compare(const CatalogArguments& arguments) {
    const auto own = arguments.own();
    const Part* from = named_part(own, arguments.id, nullptr);
    const Part* to = from ? named_part(own, arguments.other, from) : nullptr;
    if (!to) return Exit::bad_input;
    if (from->kind != to->kind)
        return report({"",
                       fmt::format("'{}' is of kind {}, '{}' of kind {}", from->id, name_of(from->kind),
                                   to->id, name_of(to->kind)),
                       "compare two parts of one kind"});
    print_compared_parts(*from, *to, arguments.json);
    return Exit::done;
}

} // namespace

void add_catalog(const Command& program) {
    const Command command =
        program.add_subcommand("catalog", "What can be bought and trained, with the source of every figure");
    const auto arguments = std::make_shared<CatalogArguments>();
    command.require_subcommand();
    command.add_flag("--json", arguments->json, "Print JSON, SI units; unknown is null");
    command.add_option("--project", arguments->project, "Also the parts of a project's own");
    command.add_option("--scenario", arguments->scenario, "Of the project, by name; the first without it");
    command.footer(
        "Examples:\n  roofrack-cli catalog list --kind server\n  roofrack-cli catalog show dgx-h100 --json\n"
        "  roofrack-cli catalog list --project hall.roofrack.json");

    const Command list_command = command.add_subcommand("list", "Prints id, kind and name of everything");
    list_command.fallthrough();
    list_command.add_option(
        "--kind", arguments->kind,
        "Only this kind: accelerator, server, switch, nic, cable, storage, rack, cooling, feed or model");
    list_command.footer("Example:\n  roofrack-cli catalog list --kind accelerator --json");
    list_command.callback([arguments] { return list(*arguments); });

    const Command show_command =
        command.add_subcommand("show", "Prints a part or a model with all its figures");
    show_command.fallthrough();
    show_command.add_option("ID", arguments->id, "Its id or another name, such as H100-SXM5-80GB").required();
    show_command.footer("Example:\n  roofrack-cli catalog show h100-sxm5 --json");
    show_command.callback([arguments] { return show(*arguments); });

    const Command compare_command = command.add_subcommand(
        "compare", "Two parts of a kind: figures, and what changes the results of a run");
    compare_command.fallthrough();
    compare_command.add_option("FROM", arguments->id, "A part by its id or another name").required();
    compare_command.add_option("TO", arguments->other, "The part that replaces it").required();
    compare_command.footer("Example:\n  roofrack-cli catalog compare a100-sxm4-80gb h100-sxm5");
    compare_command.callback([arguments] { return compare(*arguments); });
    add_catalog_lists(command, arguments);
}

} // namespace roofrack::cli
