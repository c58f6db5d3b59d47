// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/imports/foreign_kind.h"
#include "core/answers/imports/imported_changes.h"
#include "core/drawing/templates/templates.h"

#include <span>

namespace roofrack {

class Catalog;

/// Whether several files of the kind make one project: the tables of a site, the two of a server. Where they
/// do not, each file is imported by itself.
bool make_one_project(ForeignKind kind);

/// The project that files of one kind make. `template_name`: how it is drawn where the files say no more than
/// a model and its plan; `settings`: those of the template, or of the kind ("server", "page"). Fails on a
/// workbook, which changes the project that it was written of, and on more files than the kind takes.
Result<Imported> import_foreign(ForeignKind kind, std::span<const NamedText> files, const Catalog& catalog,
                                const std::string& template_name, const TemplateSettings& settings);

/// What the drawing in a file of draw.io changes in the scenario of the project that is called as `given` is.
/// The first 1,000 changes are listed.
Result<ImportedChanges> drawing_changes(const NamedText& file, const Project& project, const Scenario& given,
                                        const Catalog& catalog, const std::string& page);
/// What a Hugging Face config.json, whose model the scenario trains then, changes in it.
Result<ImportedChanges> model_changes(std::span<const NamedText> files, const Project& project,
                                      const Scenario& given, const Catalog& catalog);

} // namespace roofrack
