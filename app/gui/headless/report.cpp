// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/report.h"

#include "app/gui/headless/headless_command.h"
#include "app/gui/headless/platform.h"
#include "app/gui/headless/shared_options.h"
#include "core/answers/handover/report.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/may_write.h"
#include "core/base/units/calendar_date.h"
#include "core/drawing/project/project_file.h"
#include "core/study/sharing/job_findings.h"
#include "widgets/report/report_files.h"
#include "widgets/theme/theme.h"

#include <QCommandLineParser>

#include <chrono>
#include <cstdio>

namespace roofrack {

namespace {

struct ReportArguments {
    QString project, out, scenario;
    ReportFormat format = ReportFormat::pdf;
    ReportPaper paper = ReportPaper::a4;
    std::vector<std::string> sections; ///< none: all
    std::string style;                 ///< as asked_style() takes it
    std::chrono::sys_days order{};
    bool replan = false, force = false;
};

void add_report_options(QCommandLineParser& parser) {
    QString sections;
    for (const ReportSection& each : report_sections())
        sections += (sections.isEmpty() ? QString() : QStringLiteral(", ")) +
                    QLatin1String(each.name.data(), static_cast<qsizetype>(each.name.size()));
    parser.setApplicationDescription(QStringLiteral(
        "Writes a report on a scenario, without a display: its verdict, the project's scenarios "
        "compared and their odds, findings, drawing, charts, bill, money, how sure it is, "
        "assumptions and sources.\n\n"
        "Example: roofrack report cluster.roofrack.json --out cluster.pdf"));
    parser.addPositionalArgument(QStringLiteral("report"), QStringLiteral("this command"));
    parser.addPositionalArgument(QStringLiteral("PROJECT"), QStringLiteral("a .roofrack.json file"));
    parser.addHelpOption();
    parser.addOptions(
        {{{QStringLiteral("o"), QStringLiteral("out")},
          QStringLiteral("NAME.pdf, NAME.html or NAME.md"),
          QStringLiteral("FILE")},
         {QStringLiteral("format"), QStringLiteral("pdf, html or md, where the file's name ends otherwise"),
          QStringLiteral("NAME")},
         {QStringLiteral("paper"), QStringLiteral("of a PDF: a4 or letter"), QStringLiteral("NAME"),
          QStringLiteral("a4")},
         {QStringLiteral("scenario"), QStringLiteral("another one than the first"), QStringLiteral("NAME")},
         {QStringLiteral("section"), QStringLiteral("only this one, several times: %1").arg(sections),
          QStringLiteral("NAME")},
         {QStringLiteral("order"),
          QStringLiteral("the day on which what is bought is ordered, for the scenarios compared; today"),
          QStringLiteral("DATE")},
         {QStringLiteral("replan"), QStringLiteral("by the best plan found instead of the plan as given")},
         {QStringLiteral("force"), QStringLiteral("replace a file that exists")}});
    add_style_option(parser);
}

Result<ReportArguments> read_report_arguments(const QCommandLineParser& parser) {
    ReportArguments out;
    auto project = named_project(parser);
    if (!project) return tl::unexpected(project.error());
    out.project = std::move(*project);
    out.out = parser.value(QStringLiteral("out"));
    if (out.out.isEmpty()) return fail("--out", "no file is named", "name one that ends in .pdf");
    const QString format = parser.value(QStringLiteral("format"));
    const bool is_word = !format.contains(u'.'); // "notes.pdf" names no format
    const auto named = format.isEmpty() ? report_format(out.out)
                       : is_word        ? report_format(u'.' + format)
                                        : std::nullopt;
    if (!named)
        return format.isEmpty()
                   ? fail("--out", "the format of '" + out.out.toStdString() + "' is not known",
                          "end the name in .pdf, .html or .md, or give --format")
                   : fail("--format", "there is no format '" + format.toStdString() + "'", "pdf, html or md");
    out.format = *named;
    const QString paper = parser.value(QStringLiteral("paper"));
    const auto known_paper = report_paper(paper);
    if (!known_paper)
        return fail("--paper", "there is no paper '" + paper.toStdString() + "'", "a4 or letter");
    if (parser.isSet(QStringLiteral("paper")) && out.format != ReportFormat::pdf)
        return fail("--paper", "only a PDF has sheets of paper", "leave it out, or write a .pdf");
    out.paper = *known_paper;
    out.style = parser.value(QStringLiteral("style")).toStdString();
    if (!out.style.empty() && out.format == ReportFormat::markdown)
        return fail("--style", "Markdown has no look of its own", "leave it out, or write a .pdf or .html");
    out.scenario = parser.value(QStringLiteral("scenario"));
    for (const QString& each : parser.values(QStringLiteral("section")))
        out.sections.push_back(each.toStdString());
    out.order = today();
    if (parser.isSet(QStringLiteral("order"))) {
        const auto read = parse_date(parser.value(QStringLiteral("order")).toStdString(), "--order");
        if (!read) return tl::unexpected(read.error());
        out.order = *read;
    }
    out.replan = parser.isSet(QStringLiteral("replan"));
    out.force = parser.isSet(QStringLiteral("force"));
    return out;
}

int write_report(const ReportArguments& arguments) {
    const std::string out = arguments.out.toStdString(), path = arguments.project.toStdString();
    if (const auto may = may_write_beside(out, path, arguments.force); !may)
        return say_error(may.error(), bad_input);
    const Catalog& catalog = Catalog::built_in();
    const auto loaded = read_project(path, catalog);
    if (!loaded) return say_error(loaded.error(), bad_input);
    for (const Diagnostic& warning : loaded->warnings) say_warning(warning.text());
    const auto style = asked_style(arguments.style, loaded->project.style);
    if (!style) return say_error(style.error(), bad_input);
    if (arguments.format == ReportFormat::pdf) say_remarks(*style);
    auto scenario = chosen_scenario(loaded->project, arguments.scenario, arguments.project);
    if (!scenario) return say_error(scenario.error(), bad_input);
    const auto chosen = std::make_shared<const Scenario>(std::move(*scenario));
    const auto answers =
        std::make_shared<const Answers>(Snapshot{.scenario = chosen,
                                                 .folder = std::filesystem::path(path).parent_path(),
                                                 .jobs = project_of_jobs(loaded->project, *chosen),
                                                 .best_plan = arguments.replan},
                                        catalog);
    const auto found = find_report(answers, loaded->project.name, arguments.sections, arguments.format,
                                   ReportBeside::of(answers, loaded->project, arguments.order));
    if (!found) return say_error(found.error(), usage);
    const auto written =
        save_report(out, *found, {arguments.format, arguments.paper, date_text(today()), *style});
    return written ? done : say_error(written.error(), bad_input);
}

} // namespace

int report_command(int argc, char** argv) {
    return headless_command(argc, argv, "report", add_report_options, [](const QCommandLineParser& parser) {
        const auto arguments = read_report_arguments(parser);
        return arguments ? write_report(*arguments) : say_error(arguments.error(), usage);
    });
}

} // namespace roofrack
