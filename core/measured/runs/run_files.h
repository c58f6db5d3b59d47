// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/measured/kept_run.h"
#include "core/base/units/diagnostic.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// What has become of a file since its run was put into the project.
enum class RunFileState { there, missing, changed, unreadable };
std::string_view name_of(RunFileState state); ///< "there", "missing", "changed", "unreadable"

/// Bytes done and bytes in all of the files that are read for their digests.
using RunProgress = std::function<void(int64_t done, int64_t total)>;

/// A run of these files, and of all files in these folders, with their sizes and digests. Its name is that of
/// its file, or of its folder. Fails when a file cannot be read, there are none or more than
/// `most_run_files`, or when stopped ("cancelled").
Result<KeptRun> make_run(const std::vector<std::filesystem::path>& paths, const RunProgress& progress = {},
                         const std::stop_token& stop = {});

/// Where a file of a run is: at its path, taken from `folder` where it is relative; else under its name in
/// `folder`, where that has a file of its size, so that a project that is handed on with its traces finds
/// them.
std::filesystem::path place_of(const RunFile& file, const std::filesystem::path& folder);
std::vector<std::filesystem::path> places_of(const KeptRun& run, const std::filesystem::path& folder);

/// Names files of runs of a project in the folder `from` as those of one in the folder `to`: what lies in
/// that or below it from there, so that the folder may move with its traces, anything else by its whole path.
void move_runs(std::vector<KeptRun>& runs, const std::filesystem::path& from,
               const std::filesystem::path& to);

/// What became of each file of a run, in their order.
struct RunCheck {
    std::vector<RunFileState> files;
    bool stopped = false; ///< some were not looked at
    size_t count(RunFileState state) const;
    bool is_whole() const { return count(RunFileState::there) == files.size(); }
};

enum class RunCheckDepth {
    sizes,  ///< a file of another size is another file
    digests ///< the files are read
};
RunCheck check_run(const KeptRun& run, const std::filesystem::path& folder, RunCheckDepth depth,
                   const std::stop_token& stop = {});

/// "2 of 8 files are missing (rank3.json and 1 more), 1 has changed (rank0.json)"; empty where all are there.
std::string fault_text(const KeptRun& run, const RunCheck& check);

/// Adds a run to those of a project under a name that no other has. Files that are those of a run that is
/// there already, by their digests and sizes, are that run at its new place. Returns its name; fails when the
/// project has `most_kept_runs`.
Result<std::string> add_run(std::vector<KeptRun>& to, KeptRun run);

} // namespace roofrack
