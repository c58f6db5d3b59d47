// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/project_file.h"

#include "core/base/catalog/catalog.h"
#include "core/base/files/atomic_file.h"
#include "core/base/files/foreign_file.h"
#include "core/drawing/project/json_text.h"
#include "core/drawing/project/project_reader.h"
#include "core/drawing/project/project_writer.h"

#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>

namespace roofrack {

namespace fs = std::filesystem;

namespace {

/// The version that the file says it is of; the current one when it does not say.
double schema_of(const nlohmann::ordered_json& json) {
    if (!json.is_object()) return Project::current_schema;
    const auto it = json.find("schema");
    return it != json.end() && it->is_number() ? it->get<double>() : Project::current_schema;
}

Result<LoadedProject> parse(std::string_view text, const Catalog& catalog, std::string_view where) {
    const auto json = parse_json_text(text, where);
    if (!json) return tl::unexpected(json.error());
    LoadedProject loaded;
    if (schema_of(*json) > Project::current_schema) {
        loaded.read_only = true;
        loaded.warnings.push_back({std::string(where),
                                   fmt::format("the file is of schema {}, newer than this program's {}",
                                               schema_of(*json), Project::current_schema),
                                   "it is opened read-only; update Roofrack to change it"});
    }
    auto project = project_from_json(*json, catalog, where, loaded.warnings);
    if (!project) {
        if (loaded.read_only)
            project.error().fix += fmt::format("{}the file is of schema {}, newer than this program's {}",
                                               project.error().fix.empty() ? "" : "; ", schema_of(*json),
                                               Project::current_schema);
        return tl::unexpected(std::move(project.error()));
    }
    loaded.project = std::move(*project);
    return loaded;
}

} // namespace

Result<LoadedProject> parse_project(std::string_view json, const Catalog& catalog, std::string_view where) {
    try {
        return parse(json, catalog, where);
    } catch (const std::bad_alloc&) {
        return fail(std::string(where), "there is not enough memory to read it", "close other programs");
    }
}

namespace {

/// What a write in place that was interrupted left cannot be read; what the file held before is kept.
Diagnostic with_kept_copy(Diagnostic error, const fs::path& path) {
    std::error_code failed;
    const fs::path kept = kept_copy_of(behind_links(path, failed));
    if (!kept.empty() && fs::exists(kept, failed))
        error.fix = fmt::format("a save was interrupted: what the file held before is whole in {}, copy it "
                                "over the file",
                                kept.string());
    return error;
}

} // namespace

Result<LoadedProject> read_project(const fs::path& path, const Catalog& catalog) {
    const auto text = read_foreign_file(path, largest_text_file, "a project");
    if (!text) return tl::unexpected(text.error());
    auto loaded = parse_project(*text, catalog, path.string());
    if (!loaded) return tl::unexpected(with_kept_copy(std::move(loaded.error()), path));
    // The hash is of what was read; a file that was written meanwhile differs from it.
    loaded->file.hash = content_hash(*text);
    loaded->file.size = text->size();
    loaded->file.is_known = true;
    (void)file_change(path, loaded->file, true);
    return loaded;
}

std::string project_text(const Project& project, const Catalog& catalog) {
    return pretty_text(project_json(project, catalog));
}

Result<FileState> write_project(const Project& project, const fs::path& path, const Catalog& catalog) {
    if (project.schema > Project::current_schema)
        return fail(path.string(),
                    fmt::format("the project is of schema {}, newer than this program's {}", project.schema,
                                Project::current_schema),
                    "update Roofrack to change it; the file is left as it was");
    const std::string text = project_text(project, catalog);
    if (text.size() > largest_text_file)
        return fail(
            path.string(),
            fmt::format(
                "is not saved, as it could not be opened again: {} MiB, more than the {} MiB of a project",
                text.size() >> 20, largest_text_file >> 20),
            "leave out frozen slides with pictures");
    // A drawing in memory may hold what no file may, a link to nothing say: better refused than lost at the
    // next start.
    if (const auto again = parse_project(text, catalog, ""); !again)
        return fail(path.string(),
                    fmt::format("is not saved, as it could not be opened again: {}: {}", again.error().where,
                                again.error().what),
                    again.error().fix);
    if (auto kept = keep_older_version(path, Project::current_schema); !kept)
        return tl::unexpected(std::move(kept.error()));
    return replace_file(path, text);
}

namespace {

namespace fs = std::filesystem;

std::string text_of_version(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The schema that a project's text names first. The program writes it before everything else.
std::optional<int> schema_in(std::string_view text) {
    constexpr std::string_view key = "\"schema\"";
    size_t at = text.find(key);
    if (at == std::string_view::npos) return {};
    at = text.find_first_not_of(" \t\r\n:", at + key.size());
    if (at == std::string_view::npos) return {};
    int schema = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), schema);
    return error == std::errc() ? std::optional(schema) : std::nullopt;
}

} // namespace

Result<void> keep_older_version(const fs::path& path, int schema) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    constexpr size_t head = 4096; // bytes
    std::ifstream stream(path, std::ios::binary);
    std::string start(head, '\0');
    stream.read(start.data(), head);
    start.resize(static_cast<size_t>(stream.gcount()));
    const auto old = schema_in(start);
    if (!old || *old >= schema) return {};
    const std::string text = text_of_version(path);
    fs::path kept = path;
    kept += fmt::format(".v{}.bak", *old);
    for (int i = 2; fs::exists(kept, error); ++i) {
        if (text_of_version(kept) == text) return {};
        kept = path;
        kept += fmt::format(".v{}.{}.bak", *old, i);
    }
    auto written = write_file_atomically(kept, text, Permissions::like(path));
    if (!written) written.error().what = "the old version could not be kept: " + written.error().what;
    return written;
}

} // namespace roofrack
