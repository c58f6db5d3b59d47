// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/render.h"

#include "app/gui/decide/decision_views.h"
#include "app/gui/headless/headless_command.h"
#include "app/gui/headless/platform.h"
#include "app/gui/headless/render_drawing.h"
#include "app/gui/headless/render_study.h"
#include "app/gui/headless/shared_options.h"
#include "core/answers/answers.h"
#include "core/answers/decide/tried_text.h"
#include "core/answers/facility_answers.h"
#include "core/answers/findings.h"
#include "core/answers/step_answers.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/may_write.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/analysis/replay/replayed_traces.h"
#include "core/measured/measure/curves/scaling_curve.h"
#include "core/measured/trace/trace.h"
#include "core/study/scale_quantity.h"
#include "core/study/sharing/job_findings.h"
#include "core/study/verdict.h"
#include "widgets/canvas/overlays/overlay.h"
#include "widgets/canvas/paint/picture.h"
#include "widgets/charts/batch/batch_chart.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/goodput_chart.h"
#include "widgets/charts/measured/open_run.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/charts/money/running_chart.h"
#include "widgets/charts/plan_search_chart.h"
#include "widgets/charts/roofline_chart.h"
#include "widgets/charts/scale/bottlenecks_chart.h"
#include "widgets/charts/scale/scaling_chart.h"
#include "widgets/charts/sensitivity_chart.h"
#include "widgets/charts/step_breakdown_chart.h"
#include "widgets/editor/plan_search.h"
#include "widgets/fields/text.h"

#include <QCommandLineParser>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace roofrack {

namespace {

struct Arguments {
    QString project, chart, out, scenario;
    Overlay overlay = Overlay::bottleneck; ///< overlay of the drawing
    DrawingOptions drawing;
    QStringList traces, curves;
    double gpus = 0; ///< to search plans for; 0: all that are drawn
    PictureOptions picture;
    StudyView study;                                ///< study of scaling
    std::optional<std::chrono::sys_days> order, by; ///< dates of running-by
    QString tried;                                  ///< values of an input: "/plan/tp=1,2,4"
    bool force = false;                             ///< over a file that exists
    bool replan = false;                            ///< with the best plan found
};

/// The topology drawing and the fronts of racks, as charts among charts.
constexpr char drawing_id[] = "drawing", racks_id[] = "racks";

std::string chart_names() {
    std::string names;
    for (const ChartEntry& entry : chart_catalog()) names += std::string(entry.id) + ", ";
    return names + drawing_id + ", " + racks_id;
}

Result<QSize> parse_size(const QString& text) {
    const QStringList sides = text.split(u'x');
    bool wide = false, high = false;
    const QSize size(sides.value(0).toInt(&wide), sides.value(1).toInt(&high));
    constexpr int least = 160, most = 20000;
    if (sides.size() == 2 && wide && high && size.width() >= least && size.height() >= least &&
        size.width() <= most && size.height() <= most)
        return size;
    return fail("--size", "'" + text.toStdString() + "' is no size",
                "give WIDTHxHEIGHT from 160x160 to 20000x20000, such as 1200x700");
}

void add_options(QCommandLineParser& parser) {
    parser.setApplicationDescription(
        QStringLiteral(
            "Paints one chart of a project, its drawing, or the fronts of its racks, without a display.\n"
            "Charts: %1\n\n"
            "Example: roofrack render cluster.roofrack.json --chart scaling --out scaling.svg "
            "--size 1600x900")
            .arg(QString::fromStdString(chart_names())));
    parser.addPositionalArgument(QStringLiteral("render"), QStringLiteral("this command"));
    parser.addPositionalArgument(QStringLiteral("PROJECT"), QStringLiteral("a .roofrack.json file"));
    parser.addHelpOption();
    parser.addOptions(
        {{QStringLiteral("chart"), QStringLiteral("which chart, the drawing or the racks"),
          QStringLiteral("NAME")},
         {QStringLiteral("overlay"),
          QStringLiteral("what the drawing's colours show: %1").arg(overlay_names()), QStringLiteral("NAME"),
          QStringLiteral("bottleneck")},
         {QStringLiteral("transparent"), QStringLiteral("the drawing without its ground")},
         {QStringLiteral("no-legend"), QStringLiteral("the drawing without the legend of its overlay")},
         {{QStringLiteral("o"), QStringLiteral("out")},
          QStringLiteral("where to; its end chooses the format: .png, .svg, .pdf or .csv"),
          QStringLiteral("FILE")},
         {QStringLiteral("force"), QStringLiteral("replace a file that exists")},
         {QStringLiteral("replan"),
          QStringLiteral("by the best plan found, at each GPU count where there are several, instead of the "
                         "plan as given")},
         {QStringLiteral("size"),
          QStringLiteral("in units of 1/96 inch; of the drawing its own if not given"), QStringLiteral("WxH"),
          QStringLiteral("1200x700")},
         {QStringLiteral("dpi"), QStringLiteral("resolution of PNG; 192 gives twice the pixels"),
          QStringLiteral("N"), QStringLiteral("96")},
         {QStringLiteral("theme"), QStringLiteral("light or dark"), QStringLiteral("NAME"),
          QStringLiteral("light")},
         {QStringLiteral("scenario"), QStringLiteral("its name; the first one if not given"),
          QStringLiteral("NAME")},
         {QStringLiteral("gpus"), QStringLiteral("how many of the GPUs plan-search uses; all if not given"),
          QStringLiteral("N")},
         {QStringLiteral("trace"),
          QStringLiteral("traces of a real run, a file or a folder; may be given again"),
          QStringLiteral("PATH")},
         {QStringLiteral("by"),
          QStringLiteral("running-by: a date (2027-06-30), or so long after the order (\"40 wk\")"),
          QStringLiteral("DAY")},
         {QStringLiteral("order"), QStringLiteral("running-by: the day of the order; today"),
          QStringLiteral("DATE")},
         {QStringLiteral("try"),
          QStringLiteral("tried: an input and the values that it is given, \"/plan/tp=1,2,4\"; what the "
                         "project keeps if not given"),
          QStringLiteral("ADDRESS=VALUES")},
         {QStringLiteral("curve"),
          QStringLiteral(
              "a CSV of GPUs against rate or step time, beside the project's own; may be given again"),
          QStringLiteral("FILE")}});
    add_study_options(parser);
}

Result<void> read_days(const QCommandLineParser& parser, Arguments& out) {
    std::chrono::sys_days order = today();
    if (parser.isSet(QStringLiteral("order"))) {
        const auto read = parse_date(parser.value(QStringLiteral("order")).toStdString(), "--order");
        if (!read) return tl::unexpected(read.error());
        order = *read;
    }
    out.order = order;
    if (!parser.isSet(QStringLiteral("by"))) return {};
    const auto read = parse_day(parser.value(QStringLiteral("by")).toStdString(), order, "--by");
    if (!read) return tl::unexpected(read.error());
    out.by = *read;
    return {};
}

Result<Arguments> read_arguments(const QCommandLineParser& parser) {
    Arguments out;
    auto project = named_project(parser);
    if (!project) return tl::unexpected(project.error());
    out.project = std::move(*project);
    out.chart = parser.value(QStringLiteral("chart"));
    const bool draws = out.chart == QLatin1String(drawing_id);
    if (!draws && out.chart != QLatin1String(racks_id) && !find_chart(out.chart))
        return fail("--chart",
                    out.chart.isEmpty() ? "no chart is named"
                                        : "there is no chart '" + out.chart.toStdString() + "'",
                    "one of " + chart_names());
    out.out = parser.value(QStringLiteral("out"));
    if (!picture_format(out.out))
        return fail("--out",
                    out.out.isEmpty() ? "no file is named"
                                      : "the format of '" + out.out.toStdString() + "' is not known",
                    "end the name in .png, .svg, .pdf or .csv");
    if (draws && out.out.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive))
        return fail("--out", "a drawing is no table", "end the name in .png, .svg or .pdf");
    out.force = parser.isSet(QStringLiteral("force"));
    out.replan = parser.isSet(QStringLiteral("replan"));
    const auto overlay = overlay_of_id(parser.value(QStringLiteral("overlay")));
    if (!overlay)
        return fail("--overlay",
                    "there is no overlay '" + parser.value(QStringLiteral("overlay")).toStdString() + "'",
                    "one of " + overlay_names().toStdString());
    out.overlay = *overlay;
    const auto size = parse_size(parser.value(QStringLiteral("size")));
    if (!size) return tl::unexpected(size.error());
    out.picture.size = *size;
    bool number = false;
    out.picture.dpi = parser.value(QStringLiteral("dpi")).toDouble(&number);
    if (!number || !(out.picture.dpi >= 24 && out.picture.dpi <= 2400))
        return fail("--dpi", "'" + parser.value(QStringLiteral("dpi")).toStdString() + "' is no resolution",
                    "give a number from 24 to 2400");
    const QString theme = parser.value(QStringLiteral("theme"));
    if (theme != u"light" && theme != u"dark")
        return fail("--theme", "there is no theme '" + theme.toStdString() + "'", "light or dark");
    out.picture.theme = theme == u"dark" ? Theme::dark() : Theme::light();
    if (parser.isSet(QStringLiteral("gpus"))) {
        out.gpus = parser.value(QStringLiteral("gpus")).toDouble(&number);
        if (!number || !(out.gpus >= 1))
            return fail("--gpus", "'" + parser.value(QStringLiteral("gpus")).toStdString() + "' is no count",
                        "give a whole number of GPUs");
    }
    out.drawing.dpi = out.picture.dpi;
    out.drawing.background = !parser.isSet(QStringLiteral("transparent"));
    out.drawing.legend = !parser.isSet(QStringLiteral("no-legend"));
    if (parser.isSet(QStringLiteral("size"))) out.drawing.size = out.picture.size;
    out.scenario = parser.value(QStringLiteral("scenario"));
    out.tried = parser.value(QStringLiteral("try"));
    out.traces = parser.values(QStringLiteral("trace"));
    out.curves = parser.values(QStringLiteral("curve"));
    if (const auto read = read_days(parser, out); !read) return tl::unexpected(read.error());
    const auto study = read_study_view(parser);
    if (!study) return tl::unexpected(study.error());
    out.study = *study;
    return out;
}

/// What the call tries in place of what the project keeps.
Result<void> take_tried(const QString& text, const Answers& answers, Project& project) {
    if (text.isEmpty()) return {};
    if (auto read = parse_tried(text.toStdString(), answers.scenario(), answers.catalog()); !read)
        return tl::unexpected(read.error());
    project.comparison.tried = text.toStdString();
    project.comparison.tried_figures.clear();
    return {};
}

int exit_of(const Answers& answers) {
    const Evaluation& evaluation = answers.value<Verdict>()->evaluation;
    if (evaluation.feasible) return done;
    for (const Finding& finding : evaluation.findings)
        if (finding.severity == Severity::critical) say_warning(finding.message);
    return answer_is_no;
}

int render(const Arguments& arguments) {
    const auto may =
        may_write_beside(arguments.out.toStdString(), arguments.project.toStdString(), arguments.force);
    if (!may) return say_error(may.error(), bad_input);
    const Catalog& catalog = Catalog::built_in();
    const auto loaded = read_project(arguments.project.toStdString(), catalog);
    if (!loaded) return say_error(loaded.error(), bad_input);
    for (const Diagnostic& warning : loaded->warnings) say_warning(warning.text());
    auto scenario = chosen_scenario(loaded->project, arguments.scenario, arguments.project);
    if (!scenario) return say_error(scenario.error(), bad_input);
    for (const QString& path : arguments.curves) {
        auto curves = read_scaling_curves(path.toStdString());
        if (!curves) return say_error(curves.error(), bad_input);
        for (const std::string& name : attach_curves(scenario->measured_curves, std::move(*curves)))
            say_warning(path.toStdString() + ": left out: " + name);
    }
    const auto chosen = std::make_shared<const Scenario>(std::move(*scenario));
    const auto answers = std::make_shared<const Answers>(
        Snapshot{.scenario = chosen,
                 .folder = std::filesystem::path(arguments.project.toStdString()).parent_path(),
                 .jobs = project_of_jobs(loaded->project, *chosen),
                 .best_plan = arguments.replan},
        catalog);
    if (arguments.chart == QLatin1String(racks_id)) {
        const auto saved = render_racks(*chosen, catalog, arguments.out.toStdString());
        return saved ? done : say_error(saved.error(), bad_input);
    }
    if (arguments.chart == QLatin1String(drawing_id)) {
        DrawingOptions options = arguments.drawing;
        options.title = to_qt(chosen->name);
        const auto saved = render_drawing(*answers, arguments.overlay, arguments.picture.theme, options,
                                          arguments.out.toStdString());
        return saved ? exit_of(*answers) : say_error(saved.error(), bad_input);
    }
    Project project = loaded->project;
    if (const auto tried = take_tried(arguments.tried, *answers, project); !tried)
        return say_error(tried.error(), bad_input);
    ask_for<Verdict>(*answers);
    find_chart(arguments.chart)->ask_all(*answers);
    ChartData data = ChartData(answers);
    add_decision({.chart = arguments.chart,
                  .answers = *answers,
                  .project = project,
                  .folder = answers->snapshot().folder,
                  .best_plan = arguments.replan,
                  .order = *arguments.order},
                 catalog, data);
    if (!arguments.traces.isEmpty()) {
        std::vector<std::filesystem::path> paths;
        for (const QString& path : arguments.traces) paths.emplace_back(path.toStdString());
        TraceOptions options;
        options.keep_lanes = true;
        options.keep_notes = true;
        auto traces = read_traces_with(options, paths);
        if (!traces) return say_error(traces.error(), bad_input);
        for (const TraceWarning& warning : traces->warnings)
            say_warning(warning.file + ": " + warning.message);
        data.trace = std::make_shared<const TraceResult>(std::move(*traces));
        OpenRun run = open_run({}, data.trace);
        data.told = run.job = told_job(*data.trace, catalog);
        add_analysis(run, analyse(*data.trace, &catalog));
        add_replays(run, replay_traces(*data.trace).studies);
        data.run = std::make_shared<const OpenRun>(std::move(run));
    }
    const bool searches = arguments.chart == QLatin1String(PlanSearchChart::id_text);
    if (searches) {
        PlanSearchRequest asked{.scenario = chosen, .options = {}};
        asked.options.gpus = arguments.gpus;
        SearchProgress progress;
        auto found = engine_searcher(catalog)(asked, progress, {});
        if (!found) return say_error(found.error(), answer_is_no);
        data.search = std::make_shared<const PlanSearch>(PlanSearch{std::move(asked), std::move(*found)});
        data.search_subject = data.subject;
    }
    const std::unique_ptr<Chart> chart(find_chart(arguments.chart)->create(nullptr));
    if (auto* scaling = qobject_cast<ScalingChart*>(chart.get())) {
        const auto beside = put_beside(loaded->project, arguments.study, catalog, data);
        if (!beside) return say_error(beside.error(), bad_input);
        if (const auto known = require_quantity(arguments.study.quantity, data.given()); !known) {
            Diagnostic error = known.error();
            error.where = arguments.project.toStdString() + ": " + error.where;
            return say_error(error, bad_input);
        }
        scaling->show_view(arguments.study);
    }
    chart->show(data);
    if (auto* running = qobject_cast<RunningChart*>(chart.get()); running && arguments.by)
        running->show_day(*arguments.by);
    if (const auto saved = chart->save(arguments.out, arguments.picture); !saved)
        return say_error(saved.error(), bad_input);
    if (searches) return data.search->result.best.empty() ? answer_is_no : done;
    return exit_of(*answers);
}

} // namespace

int render_command(int argc, char** argv) {
    return headless_command(argc, argv, "render", add_options, [](const QCommandLineParser& parser) {
        const auto arguments = read_arguments(parser);
        return arguments ? render(*arguments) : say_error(arguments.error(), usage);
    });
}

} // namespace roofrack
