// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"
#include "core/measured/trace/trace.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// How sure something is of a run that is drawn from what it left behind.
enum class DraftStanding {
    told,    ///< a file says it, or the user
    guessed, ///< follows from what a file says, for the reason given
    missing  ///< no file says it: something stands in, and is asked for
};
std::string_view name_of(DraftStanding standing);

/// What a draft says of a run, one a row, and what answers it.
struct DraftKey {
    std::string_view key;   ///< setting: "gpu"
    std::string_view label; ///< for people: "GPU"
    std::string_view takes; ///< what the setting takes: "an accelerator of the catalogue"
};
/// In the order in which they are shown.
std::span<const DraftKey> draft_keys();

/// One row of a draft.
struct DraftEntry {
    std::string key;   ///< one of those in draft_keys()
    std::string label; ///< as draft_keys() has it
    std::string value; ///< as it is drawn: "V100 SXM2 32GB"
    DraftStanding standing = DraftStanding::missing;
    std::string reason; ///< what in the file says it, why it is guessed, what stands in and why
    std::string file;   ///< name of the file that says it; empty: none
};

/// What the user says of a run, by key: {"gpu", "v100-sxm2-32gb"}. Goes before what files say.
using DraftAnswers = std::map<std::string, std::string, std::less<>>;

/// A project of what ran, drawn from what it left behind.
struct DraftedProject {
    Project project;                       ///< one scenario; where it is the same job, with the measured step
    std::vector<DraftEntry> entries;       ///< one a key that the run has
    std::optional<double> measured_step_s; ///< median s of a step; none where no file times one
    std::string not_compared; ///< why the measured step does not stand beside the prediction; empty: it does
    std::vector<Diagnostic> warnings;
};

/// Draws the cluster, model, plan and batch that the files of `trace` tell of: their metadata, arguments and
/// the shapes of their operators, read again from the files where they lie. What no file tells is drawn as
/// what is usual and listed as missing. Fails on an answer that cannot be understood (`where`: its key), and
/// where the files tell of no run at all.
Result<DraftedProject> draft_project(const TraceResult& trace, const DraftAnswers& answers,
                                     const Catalog& catalog);

} // namespace roofrack
