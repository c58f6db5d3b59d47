// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/program.h"

#include <QCoreApplication>

namespace roofrack::test {

/// A program of this build: the one that `variable` names, else `name` beside the test. A test that includes
/// this header is built with the command line, one that only runs others includes tests/support/program.h.
inline QString program_path(const char* variable, const QString& name) {
    const QString named = qEnvironmentVariable(variable);
    return named.isEmpty() ? QCoreApplication::applicationDirPath() + '/' + name : named;
}
inline QString cli_path() { return program_path("ROOFRACK_CLI", QStringLiteral("roofrack-cli")); }
inline QString gui_path() { return program_path("ROOFRACK_GUI", QStringLiteral("roofrack")); }

inline ProgramRun run_cli(const QStringList& arguments) { return run_program(cli_path(), arguments); }

} // namespace roofrack::test
