// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/imports/foreign_import.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_difference.h"
#include "core/measured/diagrams/drawio_import.h"
#include "core/measured/inside/inside_import.h"
#include "core/measured/interchange/huggingface.h"
#include "core/measured/interchange/weight_index.h"
#include "core/measured/netbox/netbox_import.h"
#include "core/measured/p2p/p2p_import.h"
#include "core/measured/recipes/recipe.h"

namespace roofrack {

namespace {

/// A config.json, and the index of its weights, which was given with it or lies beside it.
struct ModelFiles {
    const NamedText* config;
    std::optional<NamedText> index;

    const NamedText* index_or_null() const { return index ? &*index : nullptr; }
};

Result<ModelFiles> model_files(std::span<const NamedText> files) {
    if (files.size() > 2)
        return fail(files[2].name, "one config.json makes one model",
                    "give one at a time, and the index of its weights if you like");
    const bool index_first = is_weight_index(files.front());
    ModelFiles out{index_first ? &files.back() : &files.front(), {}};
    if (files.size() == 2) {
        out.index = index_first ? files.front() : files.back();
        return out;
    }
    auto beside = weight_index_beside(out.config->name);
    if (!beside) return tl::unexpected(beside.error());
    out.index = std::move(*beside);
    return out;
}

ImportedChanges changes_to(Scenario changed, const Project& project, const Scenario& given,
                           std::vector<Diagnostic> warnings, const Catalog& catalog) {
    Project after = project;
    for (Scenario& each : after.scenarios)
        if (each.name == given.name) each = changed;
    const ProjectDifference differs = difference(project, after, catalog);
    ImportedChanges out;
    for (const Difference& each : differs.values)
        out.list.push_back({each.place, each.pointer, each.mine, each.theirs, {}});
    out.more = differs.count - differs.values.size();
    out.scenario = std::move(changed);
    out.warnings = std::move(warnings);
    return out;
}

} // namespace

bool make_one_project(ForeignKind kind) {
    return kind == ForeignKind::topology || kind == ForeignKind::netbox || kind == ForeignKind::recipe ||
           kind == ForeignKind::calculon || kind == ForeignKind::huggingface;
}

Result<Imported> import_foreign(ForeignKind kind, std::span<const NamedText> files, const Catalog& catalog,
                                const std::string& template_name, const TemplateSettings& settings) {
    switch (kind) {
    case ForeignKind::calculon: return import_calculon(files, catalog);
    case ForeignKind::p2p: return import_p2p(files.front(), catalog, settings);
    case ForeignKind::topology: return import_inside(files, catalog, settings);
    case ForeignKind::netbox: return import_netbox(files, catalog, settings);
    case ForeignKind::recipe: return import_recipes(files, catalog, template_name, settings);
    case ForeignKind::drawio: {
        const auto page = settings.find("page");
        return import_drawio(files.front(), catalog, page == settings.end() ? "" : page->second);
    }
    case ForeignKind::huggingface: {
        const auto read = model_files(files);
        if (!read) return tl::unexpected(read.error());
        return import_huggingface(*read->config, catalog, template_name, settings, read->index_or_null());
    }
    case ForeignKind::workbook: break;
    }
    return fail(files.front().name, "a workbook changes the project that it was written of",
                "open that project, then import the workbook");
}

Result<ImportedChanges> drawing_changes(const NamedText& file, const Project& project, const Scenario& given,
                                        const Catalog& catalog, const std::string& page) {
    std::vector<Diagnostic> warnings;
    auto drawn = drawio_into(file, given, catalog, page, warnings);
    if (!drawn) return tl::unexpected(drawn.error());
    return changes_to(std::move(*drawn), project, given, std::move(warnings), catalog);
}

Result<ImportedChanges> model_changes(std::span<const NamedText> files, const Project& project,
                                      const Scenario& given, const Catalog& catalog) {
    const auto read = model_files(files);
    if (!read) return tl::unexpected(read.error());
    auto model = read_huggingface_model(*read->config, read->index_or_null());
    if (!model) return tl::unexpected(model.error());
    Scenario changed = given;
    set_model(changed, model->model);
    return changes_to(std::move(changed), project, given, std::move(model->warnings), catalog);
}

} // namespace roofrack
