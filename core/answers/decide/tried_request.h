// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace roofrack {

struct ComparisonChoice;

/// What is asked: figures over values of one input.
struct TriedRequest {
    std::string input;                ///< its address; empty: nothing is asked
    std::string values;               ///< as read_tried() reads them; empty: they are still to be named
    std::vector<std::string> figures; ///< empty: first_tried_figures()
    bool operator==(const TriedRequest&) const = default;

    std::vector<std::string> asked_figures() const;

    /// What a project keeps; no input: it tries nothing.
    static TriedRequest of(const ComparisonChoice& kept);
    void keep_in(ComparisonChoice& kept) const;
};

} // namespace roofrack
