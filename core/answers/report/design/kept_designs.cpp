// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/design/kept_designs.h"

#include "core/base/files/atomic_file.h"
#include "core/base/files/companion_name.h"
#include "core/base/files/file_digest.h"
#include "core/base/files/foreign_file.h"
#include "core/base/model/scale_metric.h"
#include "core/base/units/json_fields.h"
#include "core/drawing/project/project_writer.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int designs_version = 1;
constexpr std::string_view designs_suffix = ".designs";
constexpr size_t longest_head = 1000; // B

std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Digest of a file of weather; null: there is none.
Json weather_digest(const fs::path& path) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return nullptr;
    // What is larger is read as no weather.
    const bool is_read = fs::file_size(path, error) <= largest_text_file && !error;
    return is_read ? file_digest(path).value_or("unreadable") : std::string("too large");
}

/// Digests of the files that the site and the axes name, each at its place: a year of weather may stand
/// beside the project.
Json named_files(const Snapshot& of, const DesignAsked& asked) {
    Json out = Json::array();
    const auto add = [&](const std::string& name) {
        out.push_back(name.empty() ? Json() : weather_digest(of.folder / name)); // an absolute one stays
    };
    add(of.scenario->site.climate);
    for (const std::string& axis : asked.vary)
        for (size_t at = axis.find('='); at < axis.size();) {
            const size_t end = std::min(axis.find(',', at + 1), axis.size());
            add(axis.substr(at + 1, end - at - 1));
            at = end;
        }
    return out;
}

std::string project_digest(const fs::path& project) {
    if (project.empty()) return std::string(16, '0');
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(project, error);
    return fmt::format("{:016x}", content_hash((error ? project : whole).native()));
}

struct KeptFile {
    fs::path path;
    fs::file_time_type written;
    uintmax_t size = 0; ///< B

    bool is_of(const std::string& project) const {
        return path.filename().native().starts_with(project + "-");
    }
    bool is_of_search(const std::string& search) const {
        return path.filename().native().ends_with("-" + search + std::string(designs_suffix));
    }
};

/// The newest first; what killed saves have left is among them.
std::vector<KeptFile> kept_files(const fs::path& folder) {
    std::vector<KeptFile> out;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        std::error_code gone;
        if (entry->path().filename().native().find(designs_suffix) == std::string::npos ||
            !entry->is_regular_file(gone))
            continue;
        KeptFile file{entry->path(), entry->last_write_time(gone), 0};
        if (!gone) file.size = entry->file_size(gone);
        if (!gone) out.push_back(std::move(file));
    }
    std::ranges::sort(out, std::ranges::greater(), &KeptFile::written);
    return out;
}

void remove_oldest(const fs::path& folder) {
    size_t files = 0;
    uintmax_t bytes = 0;
    std::error_code error;
    for (const KeptFile& each : kept_files(folder)) {
        bytes += each.size;
        if (++files > DesignsFolder::most_files || bytes > DesignsFolder::most_bytes)
            fs::remove(each.path, error);
    }
}

/// A file: a line that says what it is, then what was found.
struct KeptText {
    nlohmann::json head;
    std::string found;

    double seconds() const { return head["seconds"].get<double>(); }
};

std::optional<KeptText> read_kept(const fs::path& path) {
    auto text = read_foreign_file(path, DesignsFolder::largest_file, "designs that were found");
    if (!text) return std::nullopt;
    const size_t line = text->find('\n');
    if (line > longest_head) return std::nullopt; // there is none, or it is none of ours
    KeptText out{json_or_discarded(std::string_view(*text).substr(0, line)), {}};
    text->erase(0, line + 1);
    out.found = std::move(*text);
    const auto is = [&](const char* key, const nlohmann::json& value) {
        return out.head.is_object() && out.head.contains(key) && out.head[key] == value;
    };
    const bool is_whole = is("roofrack_designs", designs_version) &&
                          is("hash", fmt::format("{:016x}", content_hash(out.found))) &&
                          out.head.contains("seconds") && out.head["seconds"].is_number();
    return is_whole ? std::optional(std::move(out)) : std::nullopt;
}

/// What JSON of a search leaves out: servers, and the numbers behind what is said of a design.
Json unprinted(const std::vector<DesignRow>& rows) {
    Json servers = Json::array(), details = Json::array();
    for (const DesignRow& row : rows) {
        servers.push_back(row.server);
        Json of_row = Json::array();
        for (const Caution& each : row.cautions) of_row.push_back(each.detail);
        details.push_back(std::move(of_row));
    }
    return {{"servers", servers}, {"details", details}};
}

bool take_unprinted(const nlohmann::json& json, std::vector<DesignRow>& rows) {
    const auto is_list = [](const nlohmann::json& list, size_t size) {
        return list.is_array() && list.size() == size;
    };
    const auto is_text = [](const nlohmann::json& each) { return each.is_string(); };
    if (!json.is_object() || !json.contains("servers") || !json.contains("details")) return false;
    const nlohmann::json &servers = json["servers"], &details = json["details"];
    if (!is_list(servers, rows.size()) || !is_list(details, rows.size()) ||
        !std::ranges::all_of(servers, is_text))
        return false;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (!is_list(details[i], rows[i].cautions.size()) || !std::ranges::all_of(details[i], is_text))
            return false;
        rows[i].server = servers[i].get<std::string>();
        for (size_t k = 0; k < details[i].size(); ++k)
            rows[i].cautions[k].detail = details[i][k].get<std::string>();
    }
    return true;
}

/// The same goal, limits and axes; bounds may count from another day.
bool asks_the_same(const DesignStudy& one, const DesignStudy& other) {
    const DesignQuestion &mine = one.question, &theirs = other.question;
    if (mine.figures() != theirs.figures()) return false;
    for (size_t i = 0; i < mine.figures(); ++i)
        if (mine.figure(i).text != theirs.figure(i).text) return false;
    return std::ranges::equal(one.space.axes, other.space.axes, [](const DesignAxis& a, const DesignAxis& b) {
        return a.name == b.name && a.values == b.values;
    });
}

/// Nothing unless all that was printed is printed again as it was, the scenario as it is drawn with it, which
/// is evaluated anew.
std::shared_ptr<const DesignStudy> study_in(const KeptText& kept, const Answers& base,
                                            const DesignAsked& asked) {
    const size_t line = std::min(kept.found.find('\n'), kept.found.size());
    const DesignPartText part{"kept", kept.found.substr(std::min(line + 1, kept.found.size()))};
    auto read = merged_designs(base, {&part, 1});
    if (!read || text_of(design_json(*read)) != part.text) return nullptr;
    if (!take_unprinted(json_or_discarded(std::string_view(kept.found).substr(0, line)), read->found.rows))
        return nullptr;
    auto out = asked_designs(base, asked);
    if (!out || !asks_the_same(*out, *read)) return nullptr;
    judge_found(*out, base, std::move(read->found));
    return std::make_shared<const DesignStudy>(std::move(*out));
}

std::shared_ptr<const Answers> base_of(const KeptText& kept, Snapshot of, const Catalog& catalog) {
    of.best_plan = kept.head.value("best_plan", nlohmann::json()) == true;
    if (const auto metric = kept.head.find("metric"); metric != kept.head.end() && metric->is_string())
        of.metric = scale_metric(metric->get<std::string>());
    return std::make_shared<const Answers>(std::move(of), catalog);
}

} // namespace

std::string designs_digest(const DesignsFolder& folder, const Snapshot& of, const DesignAsked& asked,
                           const Catalog& catalog) {
    Json all = Json::array({folder.program, scenario_json(*of.scenario, catalog), named_files(of, asked),
                            asked.goal, asked.limits, asked.vary});
    if (!of.jobs.scenarios.empty()) all.push_back(project_json(of.jobs, catalog));
    return fmt::format("{:016x}", content_hash(text_of(all)));
}

Result<void> keep_designs(const DesignsFolder& folder, const fs::path& project, const Answers& base,
                          const DesignAsked& asked, const DesignStudy& study, double seconds,
                          const std::string& digest) {
    const Snapshot& of = base.snapshot();
    if (folder.path.empty() || folder.program.empty() || of.load)
        return fail("designs", "they are not kept", "search again");
    if (digest != designs_digest(folder, of, asked, base.catalog()))
        return fail("designs", "a file that they rest on has changed meanwhile", "search again");
    const fs::path path =
        folder.path / fmt::format("{}-{}{}", project_digest(project), digest, designs_suffix);
    if (study.found.is_cancelled)
        if (const auto kept = read_kept(path); kept && kept->seconds() > 0) return {}; // all of them
    const std::string found = text_of(unprinted(study.found.rows)) + "\n" + text_of(design_json(study));
    const Json head{{"roofrack_designs", designs_version},
                    {"seconds", seconds},
                    {"best_plan", of.best_plan},
                    {"metric", of.metric ? Json(std::string(name_of(*of.metric))) : Json()},
                    {"hash", fmt::format("{:016x}", content_hash(found))}};
    const std::string text = text_of(head) + "\n" + found;
    if (text.size() > DesignsFolder::largest_file)
        return fail("designs", "they are too many to be kept", "let less vary");
    make_own_folder(folder.path);
    auto written = write_file_atomically(path, text, Permissions::own());
    remove_oldest(folder.path);
    return written;
}

RecalledDesigns recall_designs(const DesignsFolder& folder, const fs::path& project,
                               const std::vector<Snapshot>& scenarios, const DesignAsked& asked,
                               const Catalog& catalog, const std::stop_token& stop) {
    const std::vector<KeptFile> files = kept_files(folder.path);
    if (files.empty() || folder.program.empty()) return {};
    std::vector<std::string> searches;
    for (const Snapshot& each : scenarios) searches.push_back(designs_digest(folder, each, asked, catalog));
    for (const KeptFile& file : files)
        for (size_t i = 0; i < searches.size(); ++i) {
            if (!file.is_of_search(searches[i])) continue;
            const auto kept = read_kept(file.path);
            if (!kept || stop.stop_requested()) continue;
            const auto base = base_of(*kept, scenarios[i], catalog);
            const std::stop_callback at_end(stop, [&base] { base->stop(); });
            if (auto study = study_in(*kept, *base, asked))
                return {base, std::move(study), kept->seconds(), searches[i], {}};
        }
    if (project.empty()) return {};
    const std::string same_file = project_digest(project);
    for (const KeptFile& file : files)
        if (const auto kept = file.is_of(same_file) ? read_kept(file.path) : std::nullopt)
            return {.older_s = kept->seconds()};
    return {};
}

} // namespace roofrack
