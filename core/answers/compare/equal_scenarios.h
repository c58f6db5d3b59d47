// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/answers/compare/cautions.h"
#include "core/answers/compare/equal_size.h"
#include "core/base/model/decide/comparison_choice.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// How scenarios are made equal before anything is asked of them.
struct EqualRequest {
    size_t reference = 0;            ///< place of the scenario that the others are held against
    bool same_work = false;          ///< the others take its model, batch and token budget first
    std::optional<EqualBy> at_equal; ///< all are resized until they meet in it
    std::optional<double> amount;    ///< what all meet; none: what the reference has
    bool operator==(const EqualRequest&) const = default;
};

/// What a project keeps of it, for scenarios of these names. Where the reference is not among them, the first
/// stands for it. Fails on an amount that cannot be read, naming its place in the file.
Result<EqualRequest> equal_request(const ComparisonChoice& choice, const std::vector<std::string>& names);
/// The part of what a project keeps that makes scenarios equal; what says nothing in it is left out.
ComparisonChoice equal_part(const ComparisonChoice& choice);

/// How large the scenarios of a comparison are, and what is to be known of them before their figures are
/// read.
struct ComparedSizes {
    /// For people: of resized ones "at 20 MW each", where some stop below that "at most 20 MW each".
    std::string text = "all as drawn";
    std::vector<EqualSize> resized;      ///< what each that was resized is then
    std::vector<std::string> shortfalls; ///< one a scenario: why it does not meet the amount; empty: it does
    std::vector<std::string>
        vanished;                   ///< one a scenario: why nothing is left of what it adds; empty: some is
    std::vector<std::string> notes; ///< sentences: what could not be done as asked, and what was done instead
    std::vector<ScenarioCaution> cautions; ///< scenarios that have some

    /// The cautions of the scenario of this name; empty: it has none.
    std::vector<Caution> cautions_about(std::string_view scenario) const;
    bool misses(size_t scenario) const { return !shortfall(scenario).empty(); }
    /// Why a scenario does not meet the amount; empty: it does, or there is none to meet.
    std::string shortfall(size_t scenario) const;
    /// "nothing of what it adds fits: the same as “Baseline”"; empty: something fits, or it adds nothing.
    std::string vanishing(size_t scenario) const;
    /// It misses the amount, or nothing is left of what it adds. Such a one is never the best.
    bool is_barred(size_t scenario) const { return misses(scenario) || !vanishing(scenario).empty(); }
    /// Why: "it does not meet that, and is never the best: one rack already takes 21 kW", "it is never the
    /// best: nothing of what it adds fits: the same as “Baseline”"; empty: it is not barred.
    std::string barred_text(size_t scenario) const;
    /// Sentences on what was done to the scenarios: size_sentence() of each, what
    /// base_text() says of power, and the notes; then the cautions, "“Hall B”: announced; may not fit in
    /// memory: needs 83 GB (74 GB to 93.2 GB) of 85.5 GB".
    std::vector<std::string> sentences() const;
};

/// Scenarios as a comparison takes them, each once for all that is asked of them.
struct EqualScenarios {
    std::vector<std::shared_ptr<const Answers>> scenarios; ///< in the order that was asked
    ComparedSizes sizes;
};

/// The scenarios doing the same work and as large as was asked. What cannot be resized stays as it is drawn,
/// with a note. One scenario alone is resized to an amount, but to no reference. Fails where there is no such
/// reference, and where it has nothing of what all shall meet in. Stopped: fails.
Result<EqualScenarios> made_equal(std::vector<std::shared_ptr<const Answers>> scenarios,
                                  const EqualRequest& request, const std::stop_token& stop = {});

/// The same as a project keeps it: what all that compares its scenarios takes them at, whichever it is of.
Result<EqualScenarios> made_equal_as_kept(std::vector<std::shared_ptr<const Answers>> scenarios,
                                          const ComparisonChoice& kept, const std::stop_token& stop = {});

/// Ends what is being found for them; they are asked no more.
void stop_all(const EqualScenarios& equal);

/// In what the work of a scenario differs from that of another, work_differences(); none where one of them
/// cannot be understood.
std::vector<std::string> work_beside(const Answers& reference, const Answers& other);
/// In what their sites do, term_differences(); likewise.
std::vector<std::string> terms_beside(const Answers& reference, const Answers& other);

} // namespace roofrack
