// SPDX-License-Identifier: GPL-3.0-or-later
#include "platform.h"

#include <QApplication>
#include <QCommandLineParser>

int main(int argc, char** argv) {
    using namespace roofrack;
    choose_platform();
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("roofrack"));
    QCoreApplication::setApplicationVersion(QStringLiteral(ROOFRACK_VERSION));
    QCommandLineParser parser;
    parser.addHelpOption();
    parser.addVersionOption();
    parser.process(application);
    return 0;
}
