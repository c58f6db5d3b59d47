// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"
#include "core/base/figures/shape.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// A figure that a design is judged by.
struct DesignFigure {
    std::string text;   ///< as it was asked: "money.run.usd_per_million", "power.metered_w<=20 MW"
    std::string figure; ///< full name
    const figures::Row* row = nullptr; ///< lives as long as the program
    bool is_more_better = false;       ///< a limit with it is a least value
    double bound = 0;                  ///< value of a limit, as the figure is stored; a goal has none
    std::optional<std::chrono::sys_days> order{}; ///< the day of the order, where it is known

    /// "19.2 MW"; of weeks from an order whose day is known the date.
    std::string value_text(double value) const;
    std::string amount_text(double value) const; ///< the same of a difference: "3 weeks"
    /// "power at the meter ≤ 20 MW".
    std::string limit_text() const;
    /// Whether the limit is kept; one in 10⁹ over it is rounding.
    bool is_kept(double value) const;
    /// The share of the limit that a value uses: 1 is all of it; infinite where the bound is 0 and the value
    /// is not.
    double use(double value) const;
};

/// What is searched for.
struct DesignQuestion {
    DesignFigure goal;
    std::vector<DesignFigure> limits;

    /// Goal and limits in one row, the goal first.
    size_t figures() const { return 1 + limits.size(); }
    const DesignFigure& figure(size_t i) const { return i == 0 ? goal : limits[i - 1]; }
    /// All of them count weeks from that day.
    void count_from(std::optional<std::chrono::sys_days> order);
};

/// "money.run.usd_per_million", "min:FIGURE", "max:FIGURE": any figure that is a number. Fails on one that
/// does not exist, and on one that is good in neither direction where none is said.
Result<DesignFigure> parse_design_goal(const Answers& base, std::string_view text);
/// "power.metered_w<=20 MW", "step.gpus>=1000"; of weeks from the order also a date that they end by,
/// "money.increment.lead_weeks<=2027-09", counted from `order`. Fails likewise, and on a value that the
/// figure cannot have.
Result<DesignFigure> parse_design_limit(const Answers& base, std::string_view text,
                                        std::optional<std::chrono::sys_days> order = {});

} // namespace roofrack
