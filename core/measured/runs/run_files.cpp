// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/runs/run_files.h"

#include "core/base/files/foreign_file.h"
#include "core/base/files/run_digest.h"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace roofrack {

namespace fs = std::filesystem;

namespace {

/// The digest of a file, or why it cannot be read; "cancelled" when `go_on` says no.
Result<std::string> digest_of(const fs::path& path, const std::function<bool(size_t)>& go_on) {
    auto file = ForeignFile::open(path);
    if (!file) return tl::unexpected(file.error());
    constexpr size_t piece = size_t{1} << 20;
    std::string buffer(piece, '\0');
    RunDigest digest;
    while (true) {
        const size_t got = file->read(buffer.data(), buffer.size());
        digest.add(std::string_view(buffer).substr(0, got));
        if (!go_on(got)) return fail({}, "cancelled");
        if (got < buffer.size()) break;
    }
    if (file->failed()) return fail(path.string(), "could not be read to its end", "check the disk");
    return digest.text();
}

Result<std::vector<fs::path>> files_of(const std::vector<fs::path>& paths) {
    std::vector<fs::path> out;
    for (const fs::path& path : paths) {
        std::error_code error;
        if (!fs::is_directory(path, error)) {
            out.push_back(fs::absolute(path, error).lexically_normal());
            continue;
        }
        auto found = files_in_folder(fs::absolute(path, error).lexically_normal(), most_run_files + 1);
        if (!found) return tl::unexpected(found.error());
        out.insert(out.end(), found->files.begin(), found->files.end());
    }
    const std::string where = paths.empty() ? std::string() : paths.front().string();
    if (out.empty()) return fail(where, "there is no file", "name the files of the run");
    if (out.size() > most_run_files)
        return fail(where, fmt::format("there are more than {} files", most_run_files),
                    "name those that were measured");
    return out;
}

std::string name_of_paths(const std::vector<fs::path>& paths) {
    fs::path first = paths.front().lexically_normal();
    if (!first.has_filename()) first = first.parent_path(); // "folder/"
    std::string name = first.filename().string();
    if (name.empty() || name == "." || name == "..") name = "run";
    return paths.size() == 1 ? name : fmt::format("{} and {} more", name, paths.size() - 1);
}

int64_t size_of(const fs::path& path) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    return error ? -1 : static_cast<int64_t>(size);
}

bool is_file_of_size(const fs::path& path, double bytes) {
    return static_cast<double>(size_of(path)) == bytes;
}

RunFileState state_of(const RunFile& file, const fs::path& place, RunCheckDepth depth,
                      const std::stop_token& stop) {
    std::error_code error;
    const fs::file_status status = fs::status(place, error);
    if (status.type() == fs::file_type::not_found) return RunFileState::missing;
    if (error) return RunFileState::unreadable;
    if (!is_file_of_size(place, file.bytes)) return RunFileState::changed;
    if (depth == RunCheckDepth::sizes || file.digest.empty()) return RunFileState::there;
    const auto digest = digest_of(place, [&](size_t) { return !stop.stop_requested(); });
    if (!digest) return RunFileState::unreadable;
    return *digest == file.digest ? RunFileState::there : RunFileState::changed;
}

/// The same contents, wherever they lie.
bool are_same_files(const KeptRun& a, const KeptRun& b) {
    return std::ranges::equal(a.files, b.files, [](const RunFile& x, const RunFile& y) {
        return !x.digest.empty() && x.digest == y.digest && x.bytes == y.bytes;
    });
}

} // namespace

std::string_view name_of(RunFileState state) {
    switch (state) {
    case RunFileState::there: return "there";
    case RunFileState::missing: return "missing";
    case RunFileState::changed: return "changed";
    case RunFileState::unreadable: return "unreadable";
    }
    return {};
}

Result<KeptRun> make_run(const std::vector<fs::path>& paths, const RunProgress& progress,
                         const std::stop_token& stop) {
    const auto files = files_of(paths);
    if (!files) return tl::unexpected(files.error());
    int64_t total = 0, done = 0;
    for (const fs::path& path : *files) total += std::max<int64_t>(0, size_of(path));
    KeptRun run;
    run.name = name_of_paths(paths);
    for (const fs::path& path : *files) {
        int64_t bytes = 0;
        auto digest = digest_of(path, [&](size_t got) {
            bytes += static_cast<int64_t>(got);
            done += static_cast<int64_t>(got);
            if (progress) progress(done, total);
            return !stop.stop_requested();
        });
        if (!digest) return tl::unexpected(digest.error());
        RunFile& file = run.files.emplace_back();
        file.path = path.string();
        file.bytes = static_cast<double>(bytes);
        file.digest = std::move(*digest);
    }
    return run;
}

fs::path place_of(const RunFile& file, const fs::path& folder) {
    fs::path place = file.path;
    if (place.is_relative() && !folder.empty()) place = folder / place;
    std::error_code error;
    if (folder.empty() || fs::exists(place, error)) return place;
    const fs::path beside = folder / place.filename();
    return is_file_of_size(beside, file.bytes) ? beside : place;
}

std::vector<fs::path> places_of(const KeptRun& run, const fs::path& folder) {
    std::vector<fs::path> out;
    for (const RunFile& file : run.files) out.push_back(place_of(file, folder));
    return out;
}

void move_runs(std::vector<KeptRun>& runs, const fs::path& from, const fs::path& to) {
    for (KeptRun& run : runs)
        for (RunFile& file : run.files) {
            const fs::path whole = (from / file.path).lexically_normal(); // an absolute path stays as it is
            const fs::path below = whole.lexically_relative(to);
            const bool is_below = !below.empty() && *below.begin() != "..";
            file.path = (is_below ? below : whole).string();
        }
}

size_t RunCheck::count(RunFileState state) const {
    return static_cast<size_t>(std::ranges::count(files, state));
}

RunCheck check_run(const KeptRun& run, const fs::path& folder, RunCheckDepth depth,
                   const std::stop_token& stop) {
    RunCheck out;
    for (const RunFile& file : run.files) {
        out.files.push_back(state_of(file, place_of(file, folder), depth, stop));
        if (stop.stop_requested()) {
            out.files.pop_back();
            out.stopped = true;
            break;
        }
    }
    return out;
}

std::string fault_text(const KeptRun& run, const RunCheck& check) {
    std::string out;
    for (const auto& [state, one, several] :
         {std::tuple{RunFileState::missing, "is missing", "are missing"},
          std::tuple{RunFileState::changed, "has changed", "have changed"},
          std::tuple{RunFileState::unreadable, "cannot be read", "cannot be read"}}) {
        const size_t count = check.count(state);
        if (count == 0) continue;
        const auto first = static_cast<size_t>(std::ranges::find(check.files, state) - check.files.begin());
        const std::string name = fs::path(run.files[first].path).filename().string();
        if (!out.empty()) out += ", ";
        if (run.files.size() == 1) {
            out += fmt::format("{} {}", name, one);
            continue;
        }
        out +=
            fmt::format("{} of {} files {} ({}", count, run.files.size(), count == 1 ? one : several, name);
        out += count == 1 ? ")" : fmt::format(" and {} more)", count - 1);
    }
    return out;
}

Result<std::string> add_run(std::vector<KeptRun>& to, KeptRun run) {
    for (KeptRun& known : to)
        if (are_same_files(known, run)) {
            for (size_t i = 0; i < run.files.size(); ++i) known.files[i].path = run.files[i].path;
            if (!run.summary.empty()) known.summary = run.summary;
            return known.name;
        }
    if (to.size() >= most_kept_runs)
        return fail({}, fmt::format("the project has {} measured runs", to.size()), "remove one of them");
    const std::string wanted = run.name;
    for (int number = 2; std::ranges::find(to, run.name, &KeptRun::name) != to.end(); ++number)
        run.name = fmt::format("{} ({})", wanted, number);
    to.push_back(std::move(run));
    return to.back().name;
}

} // namespace roofrack
