// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>

namespace roofrack::test {

/// What a program said before it ended.
struct ProgramRun {
    int exit_code = -1; ///< −1: did not start, crashed, or took more than two minutes; `err` says which
    QByteArray out, err;
};

/// Runs a program of this build as its user does. It is the one that `variable` names, else `name` beside the
/// test.
inline ProgramRun
run_program(const char* variable, const QString& name, const QStringList& arguments,
            const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) {
    const QString named = qEnvironmentVariable(variable);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(named.isEmpty() ? QCoreApplication::applicationDirPath() + '/' + name : named, arguments);
    if (!process.waitForFinished(120000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, {}, process.program().toUtf8() + ": " + process.errorString().toUtf8()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// The command line.
inline ProgramRun run_cli(const QStringList& arguments) {
    return run_program("ROOFRACK_CLI", QStringLiteral("roofrack-cli"), arguments);
}

} // namespace roofrack::test
