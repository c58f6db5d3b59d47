// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/imports/imported_changes.h"
#include "core/measured/interchange/interchange.h"

#include <nlohmann/json_fwd.hpp>

namespace roofrack {

/// What `import --json` prints of the project `file` that it wrote.
nlohmann::ordered_json import_json(const std::string& file, const Imported& imported);
/// What `import --json` prints of a workbook or a drawing whose changes went into a project.
nlohmann::ordered_json changes_json(const std::string& file, const std::string& name,
                                    const ImportedChanges& changes);
nlohmann::ordered_json import_schema();

/// What `export --json` prints of the files that it wrote into `folder`.
nlohmann::ordered_json export_json(const std::string& folder, const Exported& exported);
nlohmann::ordered_json export_schema();

} // namespace roofrack
