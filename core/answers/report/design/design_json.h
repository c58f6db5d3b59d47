// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/design/design_verdict.h"

#include <nlohmann/json_fwd.hpp>
#include <span>

namespace roofrack {

/// A design search and what came of it.
struct DesignStudy {
    std::string scenario; ///< its name
    std::string digest;   ///< content_hash() of the scenario as a file has it, 16 hexadecimal digits
    std::string order;    ///< the day of the order; empty: not said
    DesignSpace space;
    DesignQuestion question;
    DesignShare share; ///< the part that was searched
    DesignRows found;
    DesignRow as_drawn;
    DesignVerdict verdict;
};

/// content_hash() of what a scenario's file would hold.
std::string scenario_digest(const Scenario& scenario, const Catalog& catalog);

/// What `design --json` prints, and `--merge` reads.
nlohmann::ordered_json design_json(const DesignStudy& study);
nlohmann::ordered_json design_schema();
/// A heading, and one line per design.
std::string design_csv(const DesignStudy& study);

/// A part that was printed: its name and its text.
struct DesignPartText {
    std::string name, text;
};
/// The parts of one search as one: what a search of all of it would print, byte for byte, where none is
/// missing; else it counts as cancelled. Goal, limits and axes are the parts'. Fails on a text that is no
/// part, on parts of different searches or of another scenario than that of `base`, and on a design that
/// stands in two parts.
Result<DesignStudy> merged_designs(const Answers& base, std::span<const DesignPartText> parts);

} // namespace roofrack
