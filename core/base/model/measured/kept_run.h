// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/unknown_keys.h"
#include "core/base/units/value_type.h"

#include <string>
#include <vector>

namespace roofrack {

/// A file that a run left behind, as it was when it was put into the project.
struct RunFile {
    std::string path;   ///< absolute, or from the folder of the project
    double bytes = 0;   ///< as stored
    std::string digest; ///< 16 hexadecimal digits, RunDigest of core/base/files; empty: not known
    UnknownKeys unknown;
    bool operator==(const RunFile&) const = default;
};

/// A run that was measured. The project keeps where its files are and what they were, never their contents.
struct KeptRun {
    KeptRun();
    ROOFRACK_DECLARE_VALUE(KeptRun)

    std::string name;    ///< unique in the project
    std::string summary; ///< what its files said when they were read: "PyTorch profile, 8 GPUs, 3 steps"
    std::vector<RunFile> files; ///< one at least
    UnknownKeys unknown;
    bool operator==(const KeptRun&) const;
};

/// Most runs of a project, and most files of a run.
inline constexpr size_t most_kept_runs = 64, most_run_files = 10'000;

} // namespace roofrack
