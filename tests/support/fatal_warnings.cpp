// SPDX-License-Identifier: GPL-3.0-or-later
// Linked into every test program with widgets: a warning that no test expects (QTest::ignoreMessage) fails
// the test that was running.
#include "tests/support/machine_messages.h"

#include <QRegularExpression>
#include <QTest>

namespace {

QtMessageHandler qt_test;

void judge(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (type == QtCriticalMsg) type = QtWarningMsg; // Qt Test lets those pass
    if (type == QtWarningMsg && !roofrack::test::is_of_machine(message))
        // Holds for the running test function only: Qt Test forgets it at its end.
        QTest::failOnWarning(QRegularExpression(QRegularExpression::escape(message)));
    qt_test(type, context, message);
}

} // namespace

/// Stands before Qt's own, which is these same calls: the only place where a message handler may be set after
/// that of Qt Test and before the first test.
int QTest::qExec(QObject* test, int argc, char** argv) {
    qInit(test, argc, argv);
    qt_test = qInstallMessageHandler(judge);
    const int failures = qRun();
    qInstallMessageHandler(qt_test);
    qCleanup();
    return failures;
}
