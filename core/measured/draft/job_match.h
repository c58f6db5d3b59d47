// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/measured/trace/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// What the files of a run tell of its job. A guess is kept as such: it does not make the job another one.
struct ToldJob {
    std::string gpu;                       ///< "Tesla V100-SXM2-32GB"; empty: not told
    std::optional<double> gpus;            ///< that took part
    std::optional<double> global_batch;    ///< sequences (samples) a step
    std::string model;                     ///< for people; empty: not told
    std::optional<TransformerShape> shape; ///< The shape of `model`, or of `guessed_model`.
    std::string guessed_model;             ///< what operators look like, where no file tells the model

    /// Takes from another file of the same run what is not known yet.
    void add(const ToldJob& other);
    bool operator==(const ToldJob&) const = default;
};

/// By what was read of the files, which are not read again: GPU, their number and the batch.
ToldJob told_job(const TraceResult& trace);
/// Also by the files' own facts, as draft_project() does: a launcher's table, arguments, operators. Reads
/// files again but the profile of which notes were kept (TraceOptions::keep_notes).
ToldJob told_job(const TraceResult& trace, const Catalog& catalog);

/// What is drawn, as far as a run can be held against it.
struct DrawnJob {
    std::vector<std::string> accelerators; ///< ids or names; empty: nothing is drawn
    double gpus = 0;
    std::string model;                     ///< name; empty: not to be compared
    std::optional<TransformerShape> shape; ///< none: no transformer
    double global_batch = 0;               ///< 0: not to be compared
};
DrawnJob drawn_job(const Scenario& scenario, const Catalog& catalog, std::vector<std::string> accelerators,
                   double gpus);

/// Why what was measured is of another job than the drawn one, with all that differs: "a model of 52.6
/// billion parameters (64 layers of width 8192) ran on V100, drawn is Llama 3 8B on H100". Empty where it may
/// be the same, as far as files tell, or where nothing is drawn.
std::string job_mismatch_text(const ToldJob& told, const DrawnJob& drawn);

} // namespace roofrack
