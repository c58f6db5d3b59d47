// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/measured/measure/published/validated_row.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// How far the predictions of published runs are off that have something in common with a scenario.
struct PublishedErrors {
    std::string of;                 ///< "of this software (Megatron-Core / NeMo)", "all"
    std::optional<Figures> figures; ///< none: no such run was published

    /// "4.7 %": the error that half of the runs keep within, where each series of runs weighs the same.
    std::string median_error() const;
    /// "26.9 %": the error that nine of ten keep within, weighed likewise; of fewer than ten runs it says
    /// that they are too few.
    std::string nine_of_ten() const;
    /// "3 of 4": runs in their bands, each counted once.
    std::string in_their_bands() const;
    /// Fewer than ten: too few for a median, or a share in their bands, that says much.
    bool is_of_few() const;
};
/// What is held against what, as sentences.
inline constexpr const char* published_errors_meaning =
    "Held against each other are the step that was published of a run and the one predicted of the same "
    "run. The error is by how much they differ; a run is in its band where the published step lies in the "
    "80 % band of the prediction.";
/// "Too few to tell how far predictions are off: 3 runs of …": what is to be said of rows that have few runs;
/// empty where none has.
std::string few_runs_note(const std::vector<PublishedErrors>& errors);
/// How median_error() and nine_of_ten() weigh the runs, as a sentence.
inline constexpr const char* published_errors_note =
    "Each series of runs weighs the same in the errors; those in their bands are counted.";

/// Published runs of the same software, on the same generation of GPUs, of that software on that generation,
/// and all, as the validation found them; nothing where the scenario cannot be understood.
std::vector<PublishedErrors> published_errors(const Answers& answers);

} // namespace roofrack
