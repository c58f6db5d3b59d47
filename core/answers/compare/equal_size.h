// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

namespace roofrack {

/// The amount in which scenarios are made equal.
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
/// Full name of the figure that tells the amount, "power.metered_w"; empty for the floor.
std::string_view figure_of(EqualBy by);
/// 20e6 → "20 MW", 600e6 → "$600M", 3e6 → "34.7 days", of so many significant digits. 60.48 → "60 m²" of
/// three, "60.48 m²" of four.
std::string amount_text(EqualBy by, double amount, int digits = 3);
/// Reads an amount: "20 MW", "$600M" or "600M", "90 d", "1,200" m². `where` becomes the fault's place.
Result<double> parse_amount(EqualBy by, std::string_view text, std::string_view where = {});

/// What a scenario has of it; the reason where it has none.
Result<double> amount_of(const Answers& answers, EqualBy by);

/// A scenario with other numbers of its racks.
struct EqualSize {
    EqualBy by = EqualBy::power;
    Scenario scenario;
    /// The number with the shortest step of those that keep the limit and were tried; drawn_racks: as drawn.
    double racks = 0, drawn_racks = 0;
    double amount = 0; ///< what it then has; NaN: no number of racks that was tried runs
    double limit = 0;
    /// The most racks that keep the limit, as far as they were tried, and their step in s, where `racks` are
    /// fewer since so many take a longer step, as a prime number does. None: `racks` are the most, as always
    /// with days and GPUs.
    std::optional<double> most_racks, most_step;
    /// The next number of racks that runs beyond the most (of days: below the fewest), and what that has;
    /// none: there is none.
    std::optional<double> next_racks, next_amount;
    bool next_is_held =
        false; ///< what the place supplies holds the clocks of so many lower than as drawn; of power alone
    /// The most racks that keep the limit, where what the place supplies holds their clocks, too, as it does
    /// as drawn; of power alone. None: it does not.
    std::optional<double> held_racks;
    std::string other_plan; ///< the plan that it takes, since its own does not run on so many, or loses much;
                            ///< empty: its own
    std::optional<double>
        own_step;              ///< s by its own plan, where that runs on so many and another one is taken
    bool own_plan_runs = true; ///< on some number of racks that was tried
    bool adds_nothing = false; ///< racks are bought beside what is there as drawn, and none of them fits
    double step = 0;           ///< s; 0: there is none
    double meter_window = 0;   ///< s of which the site's meter takes the mean; 0: not known
    /// W at the meter that the one of all compared that draws most of it draws while a step computes
    /// ("power.peak_w"); of power alone, 0: not known, as where it was sized by itself.
    double most_peak = 0;
    /// It keeps the limit; as many GPUs, which are no limit, it has but for less than a rack.
    bool meets = false;
    std::string nearest; ///< why it does not: "one rack already takes 21 kW"; empty: it does
    /// Why a part of the limit stays unused: "more cannot be cabled: …", "with 11 racks the supply of the
    /// place holds the clocks down". Empty: with the next number of racks that runs it would be exceeded.
    std::string unused;
    /// What keeps it from more then, in few words: "Spine needs 96 ports and has 64"; else empty.
    std::string stopped_by;
};
/// What the next number of racks would do: "33 racks take 1.23 MW", "with 33 racks the supply of the place
/// holds the clocks down", "with 32 racks the supply of the place already holds the clocks down, with 33
/// still lower"; empty: it is not known, or says nothing.
std::string next_racks_text(const EqualSize& size);
/// That it does not reach what all were to meet: "“Baseline” stops at 573 kW: its racks are there already",
/// "“Hall B” does not meet 20 kW: one rack already takes 21 kW"; empty: it does, but for less than a rack.
std::string stop_text(const EqualSize& size);
/// stop_text() of all that have one, listed; empty: all reach it.
std::string stops_text(const std::vector<EqualSize>& sizes);
/// Some of them stop below what they may have.
bool do_some_stop(const std::vector<EqualSize>& sizes);

/// "“Hall B”: 32 racks instead of 16, 1.16 MW of 1.2 MW; 33 racks take 1.23 MW", with as many digits as the
/// amounts differ in. Where fewer racks are faster than the most: "544 racks instead of 512, 19.5 MW of 20
/// MW; 571 racks keep it, too, but take 7.88 s a step instead of 5.62 s; 572 racks take 20.03 MW".
std::string size_sentence(const EqualSize& size);

/// Over what an amount of power is kept: "a 15-minute mean, pauses included", by the window of the meters of
/// these scenarios; "a mean over the meter's window, pauses included" where theirs differ. Where more than
/// the amount is drawn while they compute, also "; while a step computes they draw up to 21.5 MW". Empty:
/// there is none, or it is no amount of power.
std::string base_text(const std::vector<EqualSize>& sizes);

/// Whether nobody is the best in a figure (full name) of scenarios that were made equal so: in what all were
/// made equal in; where that is power in no other figure of the power of all, as "power.it_w",
/// "power.peak_w", since who leaves less than a rack of it unused has won nothing; and where one has no use
/// for more of it (EqualSize::unused) in no energy, CO2e and water either.
bool nobody_is_best(const std::vector<EqualSize>& sizes, std::string_view figure);

/// The scenario with as many whole racks as keep the limit (of days: as few), of the kind of which a room
/// would get more (RoomSolver): one more or fewer in each of its containers, or whole containers where that
/// is finer. Nobody buys racks that make a job slower: where fewer of them take a shorter step than the most,
/// which no plan divides well, it has those, but of GPUs, of which all get as many. Where its own plan loses
/// much on all of them, the fastest stands for it. Where its own plan is about as fast as the best one on the
/// racks drawn, it was found for them: a few lower numbers are tried each by the best plan for it, where so
/// many lose enough of their time, so that what was drawn first does not decide. Feeds, coolers and switches
/// outside the racks that are bought follow in proportion, rounded up, but for what the storage takes of
/// them; where the grown network does not run, the drawn switches stay; where neither has ports enough, the
/// template that the network came from draws it anew. What is there already neither grows nor goes: more
/// racks of a kind that is owned are not drawn, since what somebody has is compared as it is, with what could
/// be bought. Each number tried is drawn, checked and evaluated; the data-parallel degree follows the GPUs,
/// and where the plan then does not run, the fastest that does stands for it. Numbers that do not run are
/// passed over. Racks whose clocks the supply of the place holds lower than as drawn keep no limit of power:
/// they would draw more. Where those are fewer than drawn, more of them are tried. Fails where no rack is
/// drawn, or the scenario has no such amount at all.
Result<EqualSize> sized_to(const Answers& answers, EqualBy by, double limit,
                           const std::stop_token& stop = {});

} // namespace roofrack
