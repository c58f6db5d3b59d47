// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"

#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// One value in which two projects differ, as it stands in their files; a whole element, link or scenario by
/// its name where it has one.
struct Difference {
    std::string pointer; ///< JSON pointer, into `mine` where it has the value, else into `theirs`
    std::string place;   ///< for people: "scenario 'Base' › rack r1 › count"
    std::string mine;    ///< shortened; empty: not set
    std::string theirs;

    friend bool operator==(const Difference&, const Difference&) = default;
};

struct ProjectDifference {
    std::vector<Difference> values; ///< the first ones, in the order of the files
    size_t count = 0;               ///< count of all
};

/// Empty when both would be saved as the same file. Scenarios are matched by name, elements, links and parts
/// by id; what is only at another place in its list counts as one difference of the list.
ProjectDifference difference(const Project& mine, const Project& theirs, const Catalog& catalog,
                             size_t most = 1000);

} // namespace roofrack
