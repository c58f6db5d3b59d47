// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <filesystem>
#include <vector>

namespace roofrack {

/// A measured run that was opened, by the files and folders that it was read from.
struct RecentRun {
    QStringList paths; ///< absolute; at least one

    /// Its first file or folder with the folder that holds it, and how many more there are.
    QString name() const;
    /// The paths, one a line, the first ten of them.
    QString text() const;
    bool operator==(const RecentRun&) const = default;
};

/// Empty paths where there are none, or more than are kept: 1,000.
RecentRun recent_run(const std::vector<std::filesystem::path>& paths);
/// A run as the settings keep it, in one line, and back; without paths where the line is none.
QString line_of(const RecentRun& run);
RecentRun recent_run_of(const QString& line);

} // namespace roofrack
