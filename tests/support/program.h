// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

namespace roofrack::test {

/// What a program said before it ended.
struct ProgramRun {
    int exit_code = -1; ///< −1: did not start, crashed, or took too long; `err` says which
    QByteArray out, err;
};

/// Runs a program as its user does.
inline ProgramRun
run_program(const QString& path, const QStringList& arguments,
            const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment(),
            int limit_ms = 120'000) {
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(path, arguments);
    if (!process.waitForFinished(limit_ms) || process.exitStatus() != QProcess::NormalExit)
        return {-1, {}, path.toUtf8() + ": " + process.errorString().toUtf8()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Runs a script of tools/ that is written in Python.
inline ProgramRun run_tool(const QString& name, const QStringList& arguments) {
    return run_program(QStringLiteral("python3"),
                       QStringList{QStringLiteral(ROOFRACK_SOURCE_DIR "/tools/") + name} + arguments,
                       QProcessEnvironment::systemEnvironment(), 300'000);
}

} // namespace roofrack::test
