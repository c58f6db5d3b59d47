// SPDX-License-Identifier: GPL-3.0-or-later
#include "samples.h"

#include "catalog/embedded.h"
#include "fields/text.h"
#include "project/project_file.h"

namespace roofrack {

namespace {

constexpr std::string_view folder = "samples/", suffix = ".roofrack.json";

} // namespace

QString Sample::id() const {
    return to_qt(path.substr(folder.size(), path.size() - folder.size() - suffix.size()));
}

Result<Project> Sample::read(const Catalog& catalog) const {
    auto loaded = parse_project(contents, catalog, path);
    if (!loaded) return tl::unexpected(loaded.error());
    return std::move(loaded->project);
}

std::vector<Sample> samples() {
    std::vector<Sample> found;
    for (const EmbeddedFile& file : embedded_files())
        if (file.path.starts_with(folder) && file.path.ends_with(suffix))
            found.push_back({file.path, file.contents});
    return found;
}

} // namespace roofrack
