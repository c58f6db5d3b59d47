// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files/file_state.h"
#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <filesystem>

namespace roofrack {

class Catalog;

/// A project as read, and whether it may be written back.
struct LoadedProject {
    Project project;
    bool read_only = false; ///< the file is of a newer schema version
    std::vector<Diagnostic> warnings;
    FileState file; ///< what was read; not known of a text
};

/// Reads a project. Diagnostics name the file with the line (syntax) or the JSON pointer (content), and what
/// to do. Quantities may be SI numbers or strings with units. Unknown keys are kept,
/// except in definitions of parts and models, where they are errors. Files over 64 MiB are
/// refused unread.
Result<LoadedProject> read_project(const std::filesystem::path& path, const Catalog& catalog);
Result<LoadedProject> parse_project(std::string_view json, const Catalog& catalog,
                                    std::string_view where = "project");

/// The file's text: keys in a fixed order, defaults left out, two-space indent, ends with a newline. Own
/// parts are written by what differs from those of `catalog` that they are based on: read it back with the
/// same.
std::string project_text(const Project& project, const Catalog& catalog);

/// By `replace_file`: the old file stays whole on any failure. Refuses a project whose schema is newer than
/// this program's, and one that it could not read again. A file of an older schema is kept beside it first
/// (`keep_older_version`). Returns what was written.
Result<FileState> write_project(const Project& project, const std::filesystem::path& path,
                                const Catalog& catalog);

/// Before a file of an older schema N is overwritten by one of `schema`, it is kept as NAME.vN.bak, or
/// NAME.vN.2.bak … where that name is taken by another. Nothing to do for all other files. Fails when it
/// cannot be kept.
Result<void> keep_older_version(const std::filesystem::path& path, int schema);

} // namespace roofrack
