// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"
#include "core/step/engine/evaluation.h"
#include "core/study/published_against.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <QString>

#include <optional>
#include <string_view>
#include <vector>

namespace roofrack {

struct ChartData;

/// One step as traces measured it: means over steps and ranks, in seconds. The four exclusive parts fill the
/// window. A log tells the parts that its program timed, or the whole alone.
struct MeasuredStep {
    double compute = 0, exposed_comm = 0, exposed_memory = 0, idle = 0;
    double whole = 0; ///< The whole step that a log tells, s; 0 if the parts are known.
    /// The parts by the timers of a log, with what no timer tells; empty if the log has no timers, or if they
    /// do not add up to a step.
    std::vector<TimedShare> timed;
    bool is_recording = false; ///< All that was recorded, as no step is marked.
    QString origin;            ///< "mean of 8 ranks, 3 steps each"

    double total() const;
    struct Piece {
        std::string_view key; ///< key of the table
        QString name;
        /// The part of a predicted step whose colour it takes; nullopt if it stands for several.
        std::optional<StepPart> part;
        double seconds = 0;
        QString note{}; ///< What else of a predicted step it holds; empty if nothing.
    };
    /// The parts from the bottom of the stack up.
    std::vector<Piece> pieces() const;
};

/// The colour of a part of the bar; backward has a shade of that of forward.
QColor piece_colour(const MeasuredStep::Piece& piece, const Theme& theme);
/// The same of what a timer timed; nullopt where step_part_of() is.
std::optional<QColor> timed_colour(LoggedWork work, const Theme& theme);

/// The part of a predicted step that holds most of what a timer timed; nullopt where it holds several alike.
std::optional<StepPart> step_part_of(LoggedWork work);

/// Nullopt if no rank had device activity and no log tells how long a step took, or if the traces are of
/// several runs, which have no common step (several_runs_text()). Timers of a log become
/// parts where they are of one rank or of each, so that they add up to a step, and one at least has a part.
std::optional<MeasuredStep> measured_step(const TraceResult& trace);

/// The reason why the trace is of another job than the drawn one; empty if it may be of this one, or if
/// nothing is drawn.
QString another_job(const ChartData& data);

/// Its bar with an axis of its own, where nothing is drawn or another job is (`apart`: why, under the
/// heading). `headroom`: room above the bar for its time, as a share of the bar.
PanelSpec measured_panel(const MeasuredStep& measured, const QString& apart, double headroom);
/// The bar in a panel, around x of `place`, `half` as wide.
void draw_measured(ChartCanvas& canvas, const MeasuredStep& measured, double place, double half);

/// Where the time of a run without a prediction is from: "measured", or "published".
QString said_of(const PublishedComparison& published);
/// Published runs print the step without checkpoints and failures, which the predicted bar holds: what both
/// are without them, and by how much they differ.
QString like_for_like_text(const PublishedComparison& published);
/// The bar of a run without parts, around x of `place`, `half` as wide.
void draw_published(ChartCanvas& canvas, const PublishedComparison& published, double place, double half);
/// Dashes where the predicted bar at `place` ends without checkpoints and failures, which the published one
/// lacks.
void draw_like_for_like(ChartCanvas& canvas, const PublishedComparison& published, double place, double half);

} // namespace roofrack
