// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/headless/headless_command.h"

#include "app/gui/headless/platform.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>

#include <cstdio>

namespace roofrack {

int headless_command(int& argc, char** argv, const char* name, void (*add_options)(QCommandLineParser&),
                     const std::function<int(const QCommandLineParser&)>& run) {
    choose_platform();
    pass_over_sizes();
    QStringList arguments;
    for (int i = 0; i < argc; ++i) arguments << QString::fromLocal8Bit(argv[i]);
    // Qt would take --style for its own.
    argc = 1;
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("roofrack"));
    load_fonts();
    QCommandLineParser parser;
    add_options(parser);
    if (!parser.parse(arguments))
        return say_error(
            {name, parser.errorText().toStdString(), std::string("see roofrack ") + name + " --help"}, usage);
    if (parser.isSet(QStringLiteral("help"))) {
        std::fputs(parser.helpText().toUtf8().constData(), stdout);
        return done;
    }
    return run(parser);
}

Result<QString> named_project(const QCommandLineParser& parser) {
    const QStringList positional = parser.positionalArguments(); // first the command itself
    if (positional.size() == 2) return positional[1];
    return fail("PROJECT", positional.size() < 2 ? "no project is given" : "more than one project is given",
                "name one .roofrack.json file");
}

} // namespace roofrack
