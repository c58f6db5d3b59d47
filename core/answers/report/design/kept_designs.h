// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/report/design/asked_designs.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace roofrack {

/// Where designs that were found are kept between runs of the program, one file a search.
struct DesignsFolder {
    std::filesystem::path path; ///< it need not exist
    /// Digest of the program that searches: what another one has found is not taken. Empty: nothing is kept.
    std::string program;

    static constexpr size_t most_files = 24;
    static constexpr size_t largest_file = size_t{32} << 20, most_bytes = size_t{128} << 20; ///< B
};

/// Digest of all that the designs of a question rest on as it is now, files of weather among it, which it
/// reads. The day of the order is none of it: it moves no figure, only the dates that weeks are counted to.
std::string designs_digest(const DesignsFolder& folder, const Snapshot& of, const DesignAsked& asked,
                           const Catalog& catalog);

/// Keeps what was found of `base` by this program for this question, readable by nobody but the user; what
/// was found until a search was stopped takes no place of all that is kept of the same. `project`: its file,
/// empty where it has none. `seconds` is what the search took, `digest` what designs_digest() was before it.
/// The oldest files go where there are more than DesignsFolder says. Fails where the file would be too large
/// or cannot be written, and where designs_digest() is another one by now.
Result<void> keep_designs(const DesignsFolder& folder, const std::filesystem::path& project,
                          const Answers& base, const DesignAsked& asked, const DesignStudy& study,
                          double seconds, const std::string& digest);

/// What is kept of a project.
struct RecalledDesigns {
    std::shared_ptr<const Answers> base{}; ///< answers of the searched scenario, asked as they were
    std::shared_ptr<const DesignStudy>
        study{};          ///< null: none is kept of the project and question as they are
    double seconds = 0;   ///< what its search took, s; 0: it was stopped
    std::string digest{}; ///< designs_digest() of it
    /// Where there is no study, but the same file has one in another state, of another question or by another
    /// program: what the newest of them took, s; 0 where it was stopped.
    std::optional<double> older_s{};
};

/// The newest search of one of these scenarios for this question, each figure as it was found; what stands in
/// the ranking is judged again, dates counted from the day of the order that `asked` says. A file that is
/// broken, or of which any byte is another one, is passed over.
RecalledDesigns recall_designs(const DesignsFolder& folder, const std::filesystem::path& project,
                               const std::vector<Snapshot>& scenarios, const DesignAsked& asked,
                               const Catalog& catalog, const std::stop_token& stop = {});

} // namespace roofrack
