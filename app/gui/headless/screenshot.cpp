// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/screenshot.h"

#include "app/gui/decide/moved_flow.h"
#include "app/gui/decide/tried_flow.h"
#include "app/gui/decide/what_if_flow.h"
#include "app/gui/flows/file_flow.h"
#include "app/gui/flows/search_flow.h"
#include "app/gui/flows/study_flow.h"
#include "app/gui/flows/trace_flow.h"
#include "app/gui/headless/platform.h"
#include "app/gui/pages/chart_area.h"
#include "app/gui/pages/message_bar.h"
#include "app/gui/pages/published_runs_window.h"
#include "app/gui/runs/runs_flow.h"
#include "app/gui/window/main_window.h"
#include "app/gui/window/project_page.h"
#include "app/gui/window/project_panels.h"
#include "app/gui/window/workspace_switch.h"
#include "core/base/catalog/catalog.h"
#include "core/base/files/may_write.h"
#include "core/base/units/printable.h"
#include "widgets/bill/bill_view.h"
#include "widgets/canvas/view/canvas.h"
#include "widgets/charts/catalog/chart_catalog.h"
#include "widgets/charts/plan_search_chart.h"
#include "widgets/fields/picture_file.h"
#include "widgets/wizard/template_wizard.h"

#include <QAction>
#include <QApplication>
#include <QCommandLineParser>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <cstdio>

namespace roofrack {

namespace {

int complain(const QString& text, int code) {
    std::fprintf(stderr, "error: %s\n", printable_line(text.toStdString()).c_str());
    return code;
}

/// An exit code.
int save(QWidget& seen, const QString& out) {
    const auto written = write_png(out.toStdString(), seen.grab().toImage());
    return written ? done : complain(QString::fromStdString(written.error().text()), bad_input);
}

/// Lets the window work until `ready` holds, at most so long.
bool work_until(int milliseconds, const std::function<bool()>& ready) {
    QElapsedTimer since;
    since.start();
    while (!ready()) {
        if (since.elapsed() > milliseconds) return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    return true;
}

void work_for(int milliseconds) {
    work_until(milliseconds, [] { return false; });
}

std::optional<QSize> window_size(const QString& text) {
    bool ok_width = false, ok_height = false;
    const QSize size(text.section(u'x', 0, 0).toInt(&ok_width), text.section(u'x', 1, 1).toInt(&ok_height));
    if (!ok_width || !ok_height || size.width() < 200 || size.height() < 200 || size.width() > 8000 ||
        size.height() > 8000)
        return std::nullopt;
    return size;
}

/// What follows --scale, either way of writing it; "1" without it.
QByteArray scale_argument(int argc, char** argv) {
    const QByteArray name("--scale");
    for (int i = 2; i < argc; ++i) {
        const QByteArray argument(argv[i]);
        if (argument == name) return i + 1 < argc ? QByteArray(argv[i + 1]) : QByteArray();
        if (argument.startsWith(name + '=')) return argument.mid(name.size() + 1);
    }
    return "1";
}

/// Nothing where there is no such part.
QWidget* part_of(MainWindow& window, const QString& name) {
    ProjectPage* page = window.page();
    if (!page) return nullptr;
    if (name == u"drawing") return &page->canvas();
    if (name == u"charts") return &page->charts();
    return page->findChild<QDockWidget*>(name);
}

QString chart_list() {
    QStringList names;
    for (const ChartEntry& entry : chart_catalog()) names << QString::fromUtf8(entry.id);
    return names.join(QStringLiteral(", "));
}

QString text_sizes() {
    QStringList sizes;
    for (const int percent : Session::text_sizes) sizes << QString::number(percent);
    return sizes.join(QStringLiteral(", "));
}

QString workspace_list() {
    QStringList names;
    for (const Workspace& each : workspaces()) names << QString::fromUtf8(each.id);
    return names.join(QStringLiteral(", "));
}

} // namespace

int run_screenshot(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // The pixel ratio must be known before the application is made.
    const QByteArray scale = scale_argument(argc, argv);
    if (const double value = scale.toDouble(); !(value >= 0.5 && value <= 4))
        return complain(QStringLiteral("--scale: a number from 0.5 to 4"), usage);
    qputenv("QT_SCALE_FACTOR", scale);
    pass_over_sizes();
    QApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QStringLiteral("A picture of the main window.\n\nExample: roofrack screenshot "
                       "samples/llama3-405b-16k.roofrack.json --out window.png"));
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("screenshot"), QString(), QStringLiteral("screenshot"));
    parser.addPositionalArgument(QStringLiteral("PROJECT"),
                                 QStringLiteral("The project, \"welcome\", \"wizard\" or \"published\"."));
    parser.addOptions({
        {{QStringLiteral("o"), QStringLiteral("out")},
         QStringLiteral("The PNG to write."),
         QStringLiteral("FILE")},
        {QStringLiteral("force"), QStringLiteral("Replace a file that exists.")},
        {QStringLiteral("theme"), QStringLiteral("light or dark."), QStringLiteral("NAME"),
         QStringLiteral("light")},
        {QStringLiteral("scale"), QStringLiteral("Pixels a unit."), QStringLiteral("N"), QStringLiteral("1")},
        {QStringLiteral("text"), QStringLiteral("Size of the text: %1.").arg(text_sizes()),
         QStringLiteral("PERCENT"), QStringLiteral("100")},
        {QStringLiteral("size"), QStringLiteral("Of the window."), QStringLiteral("WxH"),
         QStringLiteral("1600x1000")},
        {QStringLiteral("chart"), QStringLiteral("The chart shown."), QStringLiteral("ID")},
        {QStringLiteral("overlay"), QStringLiteral("What the drawing's colours show."),
         QStringLiteral("NAME")},
        {QStringLiteral("workspace"), QStringLiteral("Where the chart lives, else draw."),
         QStringLiteral("NAME")},
        {QStringLiteral("select"), QStringLiteral("The element selected."), QStringLiteral("ID")},
        {QStringLiteral("template"), QStringLiteral("The wizard's template."), QStringLiteral("NAME")},
        {QStringLiteral("panel"), QStringLiteral("A panel to show: elevation, history."),
         QStringLiteral("NAME")},
        {QStringLiteral("only"),
         QStringLiteral("Not the window: the drawing, the charts, or the panel of this name."),
         QStringLiteral("NAME")},
        {QStringLiteral("what-if"),
         QStringLiteral("An input that is turned, as /plan/tp=4; may be given again."),
         QStringLiteral("ADDRESS=VALUE")},
        {QStringLiteral("try"),
         QStringLiteral("An input that is given several values, as \"/plan/tp=1,2,4\": chart tried."),
         QStringLiteral("ADDRESS=VALUES")},
        {QStringLiteral("trace"),
         QStringLiteral("A trace to read first, also of welcome; may be given again."),
         QStringLiteral("PATH")},
    });
    if (!parser.parse(application.arguments())) return complain(parser.errorText(), usage);
    parser.process(application); // help and version
    const QStringList positional = parser.positionalArguments();
    const auto size = window_size(parser.value(QStringLiteral("size")));
    const QString theme = parser.value(QStringLiteral("theme")), out = parser.value(QStringLiteral("out"));
    if (positional.size() != 2 || out.isEmpty())
        return complain(QStringLiteral("a PROJECT and --out FILE are needed: see roofrack screenshot --help"),
                        usage);
    if (!out.endsWith(QLatin1String(".png"), Qt::CaseInsensitive))
        return complain(QStringLiteral("--out: the picture is a PNG: end its name in .png"), usage);
    if (!size) return complain(QStringLiteral("--size: WxH, each from 200 to 8000: 1600x1000"), usage);
    if (theme != u"light" && theme != u"dark")
        return complain(QStringLiteral("--theme: light or dark"), usage);
    const QString text = parser.value(QStringLiteral("text"));
    if (!text_sizes().split(QStringLiteral(", ")).contains(text))
        return complain(QStringLiteral("--text: one of %1").arg(text_sizes()), usage);
    const QString chart = parser.value(QStringLiteral("chart")),
                  overlay = parser.value(QStringLiteral("overlay"));
    if (parser.isSet(QStringLiteral("chart")) && !find_chart(chart))
        return complain(QStringLiteral("--chart: there is no chart '%1': one of %2").arg(chart, chart_list()),
                        usage);
    const QString workspace = parser.value(QStringLiteral("workspace"));
    if (parser.isSet(QStringLiteral("workspace")) && !find_workspace(workspace))
        return complain(QStringLiteral("--workspace: there is no workspace '%1': one of %2")
                            .arg(workspace, workspace_list()),
                        usage);
    if (parser.isSet(QStringLiteral("overlay")) && !overlay_of_id(overlay))
        return complain(
            QStringLiteral("--overlay: there is no overlay '%1': one of %2").arg(overlay, overlay_names()),
            usage);
    if (const auto may = may_write_beside(out.toStdString(), positional[1].toStdString(),
                                          parser.isSet(QStringLiteral("force")));
        !may)
        return complain(QString::fromStdString(may.error().text()), bad_input);

    QTemporaryDir settings; // the user's own layout and files do not belong in the picture
    Session session(settings.filePath(QStringLiteral("settings.ini")));
    session.set_appearance(theme == u"dark" ? Session::Appearance::dark : Session::Appearance::light);
    session.set_text_size(text.toInt());
    MainWindow window(Catalog::built_in(), session);
    window.resize(*size);
    window.show();
    if (positional[1] == u"wizard") {
        TemplateWizard wizard(Catalog::built_in(), window.theme(), true, &window);
        wizard.resize(*size);
        bool figured = false;
        QObject::connect(&wizard, &TemplateWizard::settled, &wizard, [&] { figured = true; });
        wizard.choose(parser.value(QStringLiteral("template")).toStdString());
        wizard.show();
        if (!work_until(60000, [&] { return figured; }))
            return complain(QStringLiteral("the figures did not come within a minute"), bad_input);
        work_for(300);
        return save(wizard, out);
    }
    if (positional[1] == u"published") {
        PublishedRunsWindow runs(window.theme(), &window);
        runs.resize(*size);
        runs.show();
        work_for(300);
        return save(runs, out);
    }
    bool settled = false;
    QObject::connect(&window, &MainWindow::settled, &window, [&] { settled = true; });
    if (positional[1] != u"welcome") {
        if (!window.files().open(positional[1].toStdString()))
            return complain(window.messages().text(), bad_input);
        if (!work_until(60000, [&] { return settled; }))
            return complain(QStringLiteral("the evaluation did not end within a minute"), bad_input);
    }
    if (parser.isSet(QStringLiteral("trace"))) { // also where nothing is drawn
        std::vector<std::filesystem::path> paths;
        for (const QString& path : parser.values(QStringLiteral("trace")))
            paths.emplace_back(path.toStdString());
        window.traces().read(paths);
        work_until(600000, [&] { return !window.traces().is_running() && !window.runs().is_busy(); });
    }
    if (window.page()) {
        WorkspaceSwitch& switching = window.page()->workspaces();
        if (parser.isSet(QStringLiteral("workspace"))) switching.enter(workspace);
        if (parser.isSet(QStringLiteral("chart"))) switching.show_view(chart);
        if (chart == QLatin1String(PlanSearchChart::id_text)) {
            window.page()->search().start();
            work_until(600000, [&] { return !window.page()->search().is_running(); });
        }
        if (!overlay.isEmpty())
            window.findChild<QAction*>(QStringLiteral("view.overlay-") + overlay)->trigger();
        if (parser.isSet(QStringLiteral("panel")))
            window.page()->panels().show(parser.value(QStringLiteral("panel")));
        if (parser.isSet(QStringLiteral("select")))
            window.document().selection().set_one(parser.value(QStringLiteral("select")).toStdString());
        const QStringList turned = parser.values(QStringLiteral("what-if"));
        WhatIfFlow& what_if = window.page()->what_if();
        for (const QString& each : turned)
            what_if.set(each.section(u'=', 0, 0).toStdString(), each.section(u'=', 1).toStdString());
        if (int(what_if.settings().size()) != turned.size())
            return complain(QStringLiteral("--what-if: inputs with other values than they have: %1")
                                .arg(turned.join(QStringLiteral(", "))),
                            usage);
        if (const QString tried = parser.value(QStringLiteral("try")); !tried.isEmpty())
            window.page()->tried().begin(tried.section(u'=', 0, 0).toStdString(),
                                         tried.section(u'=', 1).toStdString());
    }
    work_for(300);
    if (ProjectPage* shown = window.page()) {
        work_until(60000, [&] {
            return !shown->answers() || shown->answers()->scenario() == *shown->shown_scenario();
        });
        work_until(60000, [&] { return !shown->is_finding(); });
        const auto* moved = window.findChild<MovedFlow*>();
        work_until(60000, [&] { return !moved->is_busy(); }); // what it says stands over the window
        work_until(60000, [&] { return !shown->bill().isVisible() || !shown->bill().is_counting(); });
    }
    const QString only = parser.value(QStringLiteral("only"));
    QWidget* seen = only.isEmpty() ? &window : part_of(window, only);
    if (!seen || !seen->isVisible())
        return complain(QStringLiteral("--only: '%1' is not seen: drawing, charts or a panel").arg(only),
                        usage);
    return save(*seen, out);
}

} // namespace roofrack
