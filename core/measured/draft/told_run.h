// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/model_spec.h"
#include "core/base/model/plan.h"
#include "core/base/units/diagnostic.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// One thing that is known of a run, and from where.
struct ToldFact {
    std::string value;
    bool is_guess = false;
    std::string reason; ///< what in the file says it
    std::string file;   ///< name without its folder
};

/// All that the files of a run tell of it, by the keys of draft_keys() and some that no row shows
/// ("accumulation": micro-batches a step and replica; "lora_rank"). What is told first stays; a guess makes
/// way for what is told.
class ToldRun {
public:
    void tell(std::string_view key, std::string value, std::string reason, std::string file);
    void guess(std::string_view key, std::string value, std::string reason, std::string file);

    /// Null where nothing is known.
    const ToldFact* find(std::string_view key) const;
    bool knows(std::string_view key) const { return find(key) != nullptr; }
    /// Empty, or 0, where nothing is known.
    std::string text(std::string_view key) const;
    double number(std::string_view key) const;
    /// Two files that say different things, as sentences.
    const std::vector<std::string>& contradictions() const { return m_contradictions; }

    std::optional<TransformerShape> shape; ///< with layers, hidden size and heads at least
    std::optional<Plan> plan;              ///< as arguments say it; the files' keys name what is of it
    std::optional<GenericProfile> profile; ///< measured, where no transformer is recognised
    std::string profile_name;              ///< what the profile is of: "DLRM", or `unnamed_profile`
    /// The name of a profile whose operators do not tell what kind of model it is.
    static constexpr const char* unnamed_profile = "Model as profiled";
    bool is_inference = false;               ///< operators run, but none backwards
    std::vector<std::string> not_understood; ///< keys of arguments
    std::vector<Diagnostic> unread;          ///< files that could not be read again

private:
    void put(std::string_view key, ToldFact fact);

    std::map<std::string, ToldFact, std::less<>> m_facts;
    std::vector<std::string> m_contradictions;
};

} // namespace roofrack
