// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/published/listed_runs.h"

namespace roofrack {

std::vector<size_t> passing(const ListedRuns& runs, const RunFilter& filter) {
    std::vector<size_t> out;
    for (size_t i = 0; i < runs.rows.size(); ++i)
        if (passes(runs.rows[i], filter)) out.push_back(i);
    return out;
}

std::vector<std::string> classes_of(const ListedRuns& runs, RunClass by) {
    std::vector<std::string> out;
    for (const FigureGroup& group : grouped_by(runs.rows, by)) out.push_back(group.key);
    return out;
}

Figures figures_of(const ListedRuns& runs, const std::vector<size_t>& places) {
    std::vector<const ValidatedRow*> rows;
    for (const size_t place : places) rows.push_back(&runs.rows[place]);
    return figures_of(std::span<const ValidatedRow* const>(rows));
}

} // namespace roofrack
