// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/trace.h"

#include <QFile>
#include <QString>
#include <QTemporaryDir>

#include <fmt/format.h>
#include <string>
#include <vector>

namespace roofrack::test {

/// As a failing comparison prints it.
inline QString shown(const std::string& text) { return QString::fromStdString(text); }

/// Reads a file of that name and text as the program reads one.
inline Result<TraceResult> read_written(const char* name, const std::string& text) {
    QTemporaryDir folder;
    const QString path = folder.filePath(QString::fromLatin1(name));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return fail(name, "cannot be written");
    file.write(text.data(), static_cast<qint64>(text.size()));
    file.close();
    return read_traces({path.toStdString()});
}

/// Reads a log of this text as the program reads one.
inline TraceResult read_log(const std::string& text) {
    auto result = read_written("run.log", text);
    return result ? std::move(*result) : TraceResult{};
}

/// A line of an iteration of Megatron-LM that took so long.
inline std::string iteration(int number, double ms) {
    return fmt::format(
        " iteration {:8}/ 100 | elapsed time per iteration (ms): {:.1f} | global batch size: 16 |\n", number,
        ms);
}

/// As --timing-log-option all prints a timer.
inline std::string of_ranks(const char* name, const std::vector<double>& ms) {
    std::string out = fmt::format("  {}:\n", name);
    for (size_t rank = 0; rank < ms.size(); ++rank)
        out += fmt::format("     rank {:2}: {:.2f}\n", rank, ms[rank]);
    return out;
}

/// A line of MLPerf so long after its beginning.
inline std::string mlperf(double seconds, const char* key,
                          const char* rest = "\"value\": null, \"metadata\": {}") {
    return fmt::format(":::MLLOG {{\"namespace\": \"\", \"time_ms\": {:.0f}, \"key\": \"{}\", {}}}\n",
                       1000 * (1'700'000'000 + seconds), key, rest);
}

} // namespace roofrack::test
