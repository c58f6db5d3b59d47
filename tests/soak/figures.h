// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

namespace roofrack::soak {

class Desk;

/// What the program holds while it rests.
struct Figures {
    double minute = 0;   ///< since the start
    long actions = 0;    ///< so far
    double resident = 0; ///< MiB, after the allocator has given back what it can
    double in_use = 0;   ///< bytes of the heap in use, MiB
    int files = 0;       ///< open descriptors
    int threads = 0;
    int objects = 0, windows = 0;     ///< objects of the window; top-level widgets
    std::map<std::string, int> kinds; ///< the objects by class, with the class of what holds them; of the
                                      ///< reference and the last
    int warnings = 0;                 ///< so far
};

Figures take_figures(const Desk& desk);
std::string line_of(const Figures& figures);

/// The first that the end is held against: of minute ten, or of a third of a shorter run; nullptr: not yet
/// taken.
const Figures* reference(const std::vector<Figures>& taken, double minutes);

/// What has grown between minute ten (a third of a shorter run) and the end, by medians of five; nothing when
/// all is well. Memory is judged in runs of twenty minutes and more.
std::vector<std::string> what_grew(const std::vector<Figures>& taken, double minutes);

} // namespace roofrack::soak
