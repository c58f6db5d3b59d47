// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

namespace roofrack {

/// In what scenarios are made to meet.
enum class EqualBy {
    power,   ///< W at the meter, the most over its window
    capital, ///< $ to have before the first step
    days,    ///< s to the token budget
    floor,   ///< m², with aisles
    gpus,
};
inline constexpr EqualBy equal_bys[] = {EqualBy::power, EqualBy::capital, EqualBy::days, EqualBy::floor,
                                        EqualBy::gpus};
std::string_view name_of(EqualBy by);  ///< "power"
std::string_view label_of(EqualBy by); ///< "power at the meter"
/// 20e6 → "20 MW", 600e6 → "$600M", 3e6 → "34.7 days".
std::string amount_text(EqualBy by, double amount);
/// Reads an amount of it: "20 MW", "$600M" or "600M", "90 d", "1,200" m². `where` becomes the fault's place.
Result<double> parse_amount(EqualBy by, std::string_view text, std::string_view where = {});

/// What a scenario has of it; the reason where it has none.
Result<double> amount_of(const Answers& answers, EqualBy by);

/// A scenario with other numbers of its racks.
struct EqualSize {
    Scenario scenario;
    double racks = 0, drawn_racks = 0;
    double amount = 0; ///< what it then has
    double limit = 0;
    std::optional<double> one_more; ///< amount with one more rack (of days: one less); none: it does not run
    bool one_more_is_held = false;  ///< the site's own power limit holds the clocks of one more
    bool meets = false;             ///< it keeps the limit, and the next rack would break it
    std::string nearest;            ///< why it does not: "one rack already draws 21 kW"; empty: it does
};

/// The scenario with as many whole racks as keep the limit (of days: as few), of the kind of which a room
/// would get more (RoomSolver). Feeds, coolers and switches outside the racks follow in proportion, rounded
/// up (owned ones are never taken away); where the grown network does not run, the drawn switches stay. Each
/// number tried is drawn, checked and evaluated; the data-parallel degree follows the GPUs, and where the
/// plan then does not run, the fastest that does stands for it. Racks whose clocks the site's power limit
/// holds keep no limit of power: they would draw more. Fails where no rack is drawn, or the scenario has no
/// such amount at all.
Result<EqualSize> sized_to(const Answers& answers, EqualBy by, double limit,
                           const std::stop_token& stop = {});

} // namespace roofrack
