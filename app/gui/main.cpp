// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/flows/file_flow.h"
#include "app/gui/headless/platform.h"
#include "app/gui/headless/present.h"
#include "app/gui/headless/render.h"
#include "app/gui/headless/report.h"
#include "app/gui/headless/screenshot.h"
#include "app/gui/window/main_window.h"
#include "core/base/catalog/catalog.h"
#include "core/base/units/printable.h"
#include "widgets/theme/screen_room.h"

#include <QApplication>
#include <QCommandLineParser>

#include <cstdio>

namespace {

using namespace roofrack;

int run_window(QApplication& application) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QApplication::translate(
        "main", "Shows what holds an AI-training cluster back.\n\n"
                "  roofrack [FILE…]            open a project, or traces of real runs\n"
                "  roofrack render --help      charts into files, without a window\n"
                "  roofrack present --help     slides as PDF, PowerPoint or pictures\n"
                "  roofrack report --help      a report as PDF, HTML or Markdown\n"
                "  roofrack screenshot --help  a picture of the window"));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("FILE"), QApplication::translate("main", "A project (NAME.roofrack.json), or traces."),
        QStringLiteral("[FILE…]"));
    const QCommandLineOption exit_option(
        QStringLiteral("exit-after-startup"),
        QApplication::translate(
            "main", "Leave as soon as the window is painted and the project, if any, is evaluated."));
    parser.addOption(exit_option);
    if (!parser.parse(application.arguments())) {
        std::fprintf(stderr, "error: %s\n", printable_line(parser.errorText().toStdString()).c_str());
        return usage;
    }
    parser.process(application); // help and version

    Session session;
    MainWindow window(Catalog::built_in(), session);
    const QStringList paths = parser.positionalArguments();
    if (parser.isSet(exit_option))
        QObject::connect(&window, &MainWindow::settled, &application, &QApplication::quit);
    show_on_screen(window);
    if (!parser.isSet(exit_option)) window.files().join_others();
    if (!paths.isEmpty()) window.open_paths(paths);
    if (parser.isSet(exit_option) && !paths.isEmpty() && !window.files().has_project()) return 3;
    return QApplication::exec();
}

} // namespace

int main(int argc, char** argv) {
    roofrack::give_back_large_blocks();
    const std::string_view command = argc > 1 ? argv[1] : "";
    if (command == "render") return roofrack::render_command(argc, argv);
    if (command == "present") return roofrack::present_command(argc, argv);
    if (command == "report") return roofrack::report_command(argc, argv);
    if (command == "screenshot") return roofrack::run_screenshot(argc, argv);
    roofrack::choose_platform();
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("roofrack"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ROOFRACK_VERSION));
    return run_window(application);
}
