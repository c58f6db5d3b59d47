// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/cli.h"

#include <string>
#include <vector>

namespace roofrack::test {

/// What `roofrack-cli schema NAME` prints; empty for what is no command with --json.
inline std::string printed_schema(const std::string& name) {
    const ProgramRun run = run_cli({QStringLiteral("schema"), QString::fromStdString(name)});
    return run.exit_code == 0 ? run.out.toStdString() : std::string();
}

/// Every command with --json, as the help of `schema` lists them behind the project file.
inline std::vector<std::string> schema_names() {
    const QByteArray help = run_cli({QStringLiteral("schema"), QStringLiteral("--help")}).out;
    const qsizetype first = help.indexOf("{project,") + 9;
    std::vector<std::string> out;
    if (first < 9) return out;
    for (const QByteArray& name : help.mid(first, help.indexOf('}', first) - first).split(','))
        out.push_back(name.toStdString());
    return out;
}

} // namespace roofrack::test
