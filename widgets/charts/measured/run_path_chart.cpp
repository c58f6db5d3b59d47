// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/measured/run_path_chart.h"

#include "core/measured/analysis/replay/straggler_study.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/measured/row_list.h"
#include "widgets/fields/text.h"

#include <QFileInfo>

#include <algorithm>

namespace roofrack {

namespace {

constexpr int beside_px = 900; ///< px of width from which both lists stand beside each other

const StragglerStudy* replay_of(const ChartData& data) {
    return data.run && !data.run->replays.empty() ? &data.run->replays.front() : nullptr;
}

QString path_name(const PathShare& share) {
    return share.waits ? RunPathChart::tr("%1 waits before %2").arg(qt(share.worker), qt(share.type))
                       : RunPathChart::tr("%1: %2").arg(qt(share.worker), qt(share.type));
}

RowList path_rows(const StragglerStudy& study, int most, const Theme& theme) {
    RowList list;
    list.heading = RunPathChart::tr("Share of the critical path of all steps");
    list.unit = QStringLiteral("%");
    list.columns = {RunPathChart::tr("time")};
    for (const PathShare& share : study.held) {
        ListRow row;
        row.name = path_name(share);
        row.readout =
            RunPathChart::tr("%1\n%2 of the critical paths of all steps, %3\n%4")
                .arg(row.name, percent_text(share.share),
                     shown(Seconds(static_cast<double>(share.total_ns) * 1e-9)),
                     share.waits ? RunPathChart::tr("it was ready, and nothing that was recorded held it: "
                                                    "the host or the launch")
                                 : RunPathChart::tr("the step ends later by what this takes longer"));
        row.pieces.push_back(
            {share.share, theme.part(share.waits ? StepPart::pipeline_bubble : StepPart::compute), {}});
        row.cells = {shown(Seconds(static_cast<double>(share.total_ns) * 1e-9))};
        list.rows.push_back(std::move(row));
    }
    list.rest_fill = theme.disabled;
    fold_rest(list, most, [&study](size_t from) -> QStringList {
        double seconds = 0;
        for (size_t i = from; i < study.held.size(); ++i)
            seconds += static_cast<double>(study.held[i].total_ns) * 1e-9;
        return {shown(Seconds(seconds))};
    });
    return list;
}

/// Names of workers, stages and ranks say what they are.
QString question_name(const ReplayQuestion& question) {
    const bool says_kind = question.kind == BlameKind::worker || question.kind == BlameKind::stage ||
                           question.kind == BlameKind::data_rank;
    return says_kind ? qt(question.name)
                     : RunPathChart::tr("%1: %2").arg(qt(label_of(question.kind)), qt(question.name));
}

RowList question_rows(const StragglerStudy& study, int most, const Theme& theme) {
    std::vector<ReplayQuestion> all = study.without;
    std::erase_if(all, [](const ReplayQuestion& question) { return !(question.saved_s > 0); });
    std::ranges::stable_sort(all, std::ranges::greater{}, &ReplayQuestion::saved_s);
    all.resize(std::min(all.size(), static_cast<size_t>(most)));
    RowList list;
    list.heading = RunPathChart::tr("A step would be shorter by, were it as fast as the others");
    list.unit = QStringLiteral("s");
    list.columns = {RunPathChart::tr("step"), RunPathChart::tr("of the loss")};
    for (const ReplayQuestion& question : all) {
        ListRow row;
        row.name = question_name(question);
        row.pieces.push_back({question.saved_s, theme.part(StepPart::straggler), {}});
        row.cells = {shown(Seconds(question.step_s)), percent_text(question.share)};
        row.readout =
            RunPathChart::tr("without the delay of %1\na step takes %2 instead of %3: %4 less\nthat is %5 of "
                             "what stragglers cost; replayed, not estimated")
                .arg(row.name, shown(Seconds(question.step_s)), shown(Seconds(study.replayed_s)),
                     shown(Seconds(question.saved_s)), percent_text(question.share));
        list.rows.push_back(std::move(row));
    }
    return list;
}

} // namespace

RunPathChart::RunPathChart(QWidget* parent)
    : Chart(QLatin1String(id_text), Chart::tr(title_text), parent) {}

ChartSpec RunPathChart::describe(const Theme& theme, QSize size) const {
    ChartSpec spec;
    spec.title = RunPathChart::tr("What the steps waited for");
    const StragglerStudy* study = replay_of(data());
    if (!study) {
        spec.empty =
            RunPathChart::tr("Open a timeline of all workers of a run: the critical path of its steps, and "
                             "how much shorter they would be without each straggler, appears here.");
        return spec;
    }
    spec.subtitle = joined(
        {qt(summary_of(*study)),
         RunPathChart::tr("replayed within %1 of the recording").arg(percent_text(study->replay_error))});
    spec.source = QFileInfo(as_written(study->file)).fileName();
    const bool beside = size.width() >= theme.spacing(beside_px);
    const int fitting = rows_that_fit(theme, size);
    const int most = std::max(2, beside ? fitting : fitting / 2 - 2);
    const QSize each(beside ? size.width() / 2 : size.width(), beside ? size.height() : size.height() / 2);
    spec.stacked = !beside;
    spec.panels.push_back(row_list_panel(path_rows(*study, most, theme), theme, each));
    if (RowList questions = question_rows(*study, most, theme); !questions.rows.empty())
        spec.panels.push_back(row_list_panel(std::move(questions), theme, each));
    return spec;
}

ChartTable RunPathChart::table() const {
    ChartTable out;
    out.columns = {{"kind", ""},  {"worker", ""}, {"operation", ""},     {"waits", ""},
                   {"share", ""}, {"time", "s"},  {"step without", "s"}, {"saved", "s"}};
    const StragglerStudy* study = replay_of(data());
    if (!study) return out;
    for (const PathShare& share : study->held)
        out.rows.push_back({std::string("path"),
                            share.worker,
                            share.type,
                            std::string(share.waits ? "yes" : "no"),
                            share.share,
                            static_cast<double>(share.total_ns) * 1e-9,
                            {},
                            {}});
    for (const ReplayQuestion& question : study->without)
        out.rows.push_back({std::string(name_of(question.kind)),
                            question.name,
                            {},
                            {},
                            question.share,
                            {},
                            question.step_s,
                            question.saved_s});
    return out;
}

} // namespace roofrack
