// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/cli.h"

#include <QRegularExpression>
#include <unistd.h>
#include <vector>

namespace roofrack::test {

/// roofrack-cli with arguments that need not be text, in a folder of its own.
inline ProgramRun run_cli_bytes(const QList<QByteArray>& arguments, const QString& folder) {
    const QByteArray program = cli_path().toLocal8Bit();
    std::vector<char*> words{const_cast<char*>(program.constData())};
    for (const QByteArray& argument : arguments) words.push_back(const_cast<char*>(argument.constData()));
    words.push_back(nullptr);
    QProcess process;
    process.setWorkingDirectory(folder);
    // QProcess itself takes text only.
    process.setChildProcessModifier([&] {
        execv(program.constData(), words.data());
        _exit(127);
    });
    process.start(cli_path(), QStringList{});
    if (!process.waitForFinished(120000) || process.exitStatus() != QProcess::NormalExit)
        return {-1, {}, process.errorString().toUtf8() + ": " + process.readAllStandardError()};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// What a command takes, as its --help says it.
struct CliOption {
    QString name; ///< "--gpus", or "PROJECT" of a positional one
    QString type; ///< "TEXT", "INT", "FLOAT", "UINT"; empty for a flag
    bool positional = false, repeatable = false;
};

inline QList<CliOption> cli_options(const QString& help) {
    static const QRegularExpression positional(QStringLiteral("^  ([A-Z]+) (TEXT|INT|UINT|FLOAT)(.*)$"));
    static const QRegularExpression option(
        QStringLiteral("^  (?:-\\w,)?(--[\\w-]+)(?: (TEXT|INT|UINT|FLOAT)\\b(.*))?(?: .*)?$"));
    QList<CliOption> out;
    for (const QString& line : help.split(u'\n')) {
        auto match = positional.match(line);
        const bool stands_alone = match.hasMatch();
        if (!stands_alone) match = option.match(line);
        if (!match.hasMatch() || match.captured(1) == QStringLiteral("--help")) continue;
        const QString rest = match.captured(3).section(QStringLiteral("  "), 0, 0);
        out.push_back(
            {match.captured(1), match.captured(2), stands_alone, rest.contains(QStringLiteral("..."))});
    }
    return out;
}

/// The commands that `roofrack-cli --help` lists, or those of one of them.
inline QStringList cli_commands(const QStringList& of = {}) {
    QStringList out;
    bool listed = false;
    for (const QByteArray& line : run_cli(of + QStringList{QStringLiteral("--help")}).out.split('\n')) {
        if (line == "Subcommands:")
            listed = true;
        else if (!line.startsWith("  "))
            listed = false;
        else if (listed && line.size() > 2 && line[2] != ' ')
            out << QString::fromUtf8(line.mid(2))
                       .section(u' ', 0, 0)
                       .remove(u','); // other names stand behind
    }
    return out;
}

} // namespace roofrack::test
