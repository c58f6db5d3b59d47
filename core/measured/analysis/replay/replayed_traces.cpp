// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/replay/replayed_traces.h"

#include "core/measured/analysis/replay/pipeline_graph.h"

#include <filesystem>

namespace roofrack {

namespace {

Result<StragglerStudy> study_pipeline(const std::string& file, const std::stop_token& stop) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return fail(file,
                    "the timeline is not here, and a digest or an archive does not hold its order of events",
                    "give the timeline itself, unpacked");
    const auto timeline = read_pipeline_timeline(file, stop);
    if (!timeline) return tl::unexpected(timeline.error());
    const auto run = replay_pipeline(*timeline);
    if (!run) return fail(file, run.error().what, run.error().fix);
    auto study = study_stragglers(*run, stop);
    if (study) study->file = file;
    return study;
}

} // namespace

ReplayedTraces replay_traces(const TraceResult& traces, const std::stop_token& stop) {
    ReplayedTraces out;
    for (const MeasuredFile& file : traces.files) {
        if (stop.stop_requested()) break;
        // a stage's own dump (ITERATION: fwd_start) does not say who it waited for
        if (file.kind != MeasuredKind::pipeline_timeline || !file.steps.empty()) continue;
        auto study = study_pipeline(file.file, stop);
        if (study)
            out.studies.push_back(std::move(*study));
        else
            out.refused.push_back(study.error());
    }
    return out;
}

} // namespace roofrack
