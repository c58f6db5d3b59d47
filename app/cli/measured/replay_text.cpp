// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/measured/replay_text.h"

#include "app/cli/base/output.h"

#include "core/base/units/quantity_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace roofrack::cli {

namespace {

constexpr size_t most_study_rows = 10, most_stretches = 40;

std::string time_cell(double seconds) { return format_quantity(seconds, Dimension::time, 4); }

double seconds_of_ns(int64_t ns) { return static_cast<double>(ns) * 1e-9; }

void print_questions(const StragglerStudy& study) {
    print_text("\n  {:<20} {:<40} {:>12} {:>12} {:>10}\n", "as fast as others", "", "step", "saved",
               "of all");
    std::optional<BlameKind> kind;
    size_t rows = 0;
    for (const ReplayQuestion& each : study.without) {
        if (kind != each.kind) rows = 0;
        if (++rows > most_study_rows) continue;
        print_text("  {:<20} {:<40} {:>12} {:>12} {:>8.1f} %\n", kind == each.kind ? "" : label_of(each.kind),
                   each.name, time_cell(each.step_s), time_cell(each.saved_s), 100 * each.share);
        kind = each.kind;
    }
}

void print_paths(const StragglerStudy& study) {
    print_text("\n  {:<12} {:>12} {:>12} {:>9} {:>9} {:>9} {:>9}  {}\n", "step", "recorded", "replayed",
               "slowdown", "compute", "transfer", "wait", "held by");
    const size_t skipped = study.steps.size() > most_study_rows ? study.steps.size() - most_study_rows : 0;
    if (skipped > 0) print_text("  {} earlier steps\n", skipped);
    for (size_t i = skipped; i < study.steps.size(); ++i) {
        const ReplayedStep& step = study.steps[i];
        const auto part = [&](int64_t ns) {
            return step.recorded_s > 0 ? fmt::format("{:.1f} %", 100 * seconds_of_ns(ns) / step.recorded_s)
                                       : std::string("-");
        };
        print_text("  {:<12} {:>12} {:>12} {:>9.3f} {:>9} {:>9} {:>9}  {}\n", step.name,
                   time_cell(step.recorded_s), time_cell(step.replayed_s), step.slowdown,
                   part(step.compute_ns), part(step.transfer_ns), part(step.wait_ns), step.held_by);
    }
    print_text("\n  {:<28} {:<40} {:>12} {:>10}\n", "on the critical paths", "", "time", "of all");
    for (size_t i = 0; i < std::min(most_study_rows, study.held.size()); ++i) {
        const PathShare& share = study.held[i];
        print_text("  {:<28} {:<40} {:>12} {:>8.1f} %\n", share.worker,
                   (share.waits ? "wait before " : "") + share.type, time_cell(seconds_of_ns(share.total_ns)),
                   100 * share.share);
    }
}

void print_path(const StragglerStudy& study) {
    print_text("\n  critical path of step {}\n  {:>12} {:>12}  {:<9} {:<28} {}\n", study.path_step, "from",
               "time", "does", "worker", "operation");
    for (size_t i = 0; i < std::min(most_stretches, study.path.size()); ++i) {
        const PathStretch& stretch = study.path[i];
        print_text("  {:>12} {:>12}  {:<9} {:<28} {}\n", time_cell(seconds_of_ns(stretch.start_ns)),
                   time_cell(seconds_of_ns(stretch.duration_ns)), stretch.does, stretch.worker, stretch.type);
    }
    if (study.path.size() > most_stretches)
        print_text("  {} more; all with --json\n", study.path.size() - most_stretches);
}

} // namespace

void print_study(const StragglerStudy& study) {
    print_text("\n{}: {}\n", study.file, summary_of(study));
    print_text(
        "  {} workers, {} steps; mean step recorded {}, replayed {}, without stragglers {}: {:.1f} % of all "
        "worker-hours wasted; the replay is off by {:.2f} %\n",
        study.workers, study.steps.size(), time_cell(study.recorded_s), time_cell(study.replayed_s),
        time_cell(study.ideal_s), 100 * study.wasted, 100 * study.replay_error);
    print_questions(study);
    print_paths(study);
    print_path(study);
}

} // namespace roofrack::cli
