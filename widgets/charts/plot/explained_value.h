// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace roofrack {

/// What a mark's "Why" asks: a number that explain() knows, of a scenario of the project.
struct ExplainedValue {
    QString part;
    QString scenario; ///< The name of the scenario; empty stands for the open one.

    /// As ChartHit::explain has it. No name of a part has a line feed.
    QString key() const { return scenario.isEmpty() ? part : part + u'\n' + scenario; }
    static ExplainedValue of(const QString& key) {
        const qsizetype end = key.indexOf(u'\n');
        return end < 0 ? ExplainedValue{key, {}} : ExplainedValue{key.left(end), key.mid(end + 1)};
    }
};

} // namespace roofrack
