// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "validation/transfer/classes.h"

#include <array>
#include <map>
#include <string>
#include <string_view>

namespace roofrack {

/// What published runs were off by when factors were fitted without their class: ln(predicted ÷ published
/// step) of each run and property. Leaving all classes out takes many minutes, so that the program keeps its
/// own runs' (resources/cost/left_out_errors.csv, written by `roofrack-cli validate --write-left-out`).
class LeftOutErrors {
public:
    void set(LeftOut by, std::string_view id, double error);
    /// NaN where the run is in no class of the property, or is not known.
    double error(LeftOut by, std::string_view id) const;
    size_t size() const { return m_errors.size(); } ///< runs

    /// Columns id and name_of() each property, four decimals.
    std::string csv() const;
    /// Fails without a column 'id' and on a cell that is no number.
    static Result<LeftOutErrors> parse(std::string_view csv, std::string_view where);
    static const LeftOutErrors& built_in();

private:
    std::map<std::string, std::array<double, left_out_count>, std::less<>> m_errors;
};

} // namespace roofrack
