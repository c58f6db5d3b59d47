// SPDX-License-Identifier: GPL-3.0-or-later
// That a test with widgets fails by a warning: this program runs itself as such a test.
#include <QApplication>
#include <QLoggingCategory>
#include <QProcess>
#include <QTest>

namespace {

constexpr char child_flag[] = "ROOFRACK_WARN_AS";

} // namespace

class Warns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void first() {
        const QString kind = qEnvironmentVariable(child_flag);
        if (kind == u"warning") qWarning("connect: no such signal (*)");
        if (kind == u"critical") qCritical("it is broken");
        const QLoggingCategory category("roofrack.test");
        if (kind == u"category") qCWarning(category, "odd");
        if (kind == u"expected") {
            QTest::ignoreMessage(QtWarningMsg, "as it should");
            qWarning("as it should");
        }
        if (kind == u"machine") {
            qWarning("This plugin does not support propagateSizeHints()");
            qWarning("QStandardPaths: XDG_RUNTIME_DIR not set, defaulting to another folder");
        }
    }
    void second() {}
};

class TestFatalWarnings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void warnings_fail_data() {
        QTest::addColumn<int>("failures");
        QTest::newRow("warning") << 1;
        QTest::newRow("critical") << 1;
        QTest::newRow("category") << 1;
        QTest::newRow("expected") << 0;
        QTest::newRow("machine") << 0;
        QTest::newRow("silent") << 0;
    }
    void warnings_fail() {
        QFETCH(int, failures);
        QProcess child;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QLatin1String(child_flag), QString::fromLatin1(QTest::currentDataTag()));
        child.setProcessEnvironment(environment);
        child.start(QCoreApplication::applicationFilePath(), {});
        QVERIFY(child.waitForFinished());
        const QByteArray output = child.readAllStandardOutput();
        QVERIFY2(output.contains("::second()"), output.constData()); // it ran to its end
        QVERIFY2(child.exitCode() == failures, output.constData());
    }
};

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    if (!qEnvironmentVariableIsEmpty(child_flag)) {
        Warns test;
        return QTest::qExec(&test, argc, argv);
    }
    TestFatalWarnings test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_fatal_warnings.moc"
