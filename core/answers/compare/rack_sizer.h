// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/compare/equal_size.h"
#include "core/answers/compare/rack_supply.h"
#include "core/study/room/room_probe.h"

#include <map>

namespace roofrack {

/// One scenario with other numbers of its racks, each drawn, checked and evaluated once; and the search for
/// the number that keeps a limit. What sized_to() is made of.
class RackSizer {
public:
    /// One number of racks.
    struct Tried {
        Scenario scenario;
        std::optional<double> amount;  ///< none: it does not run
        double step = 0;               ///< s of a step; of one that runs
        bool takes_other_plan = false; ///< its own plan does not run; the fastest stands for it
        bool is_held = false;          ///< what the place supplies holds its clocks lower than as drawn
        std::string uncabled =
            {}; ///< why it cannot be cabled: "Leaf needs 152 ports and has 144"; empty: it can
        std::optional<double> own_step =
            {};              ///< s by its own plan, which runs, but beside the fastest is slow
        double replicas = 0; ///< data-parallel degree
    };
    /// What was found. `racks` 0: no number keeps the limit.
    struct Found {
        int racks = 0;
        int next = 0;   ///< the next number that runs, and breaks the limit; 0: there is none
        int fewest = 0; ///< where none keeps the limit, the fewest racks that run, as far as they were tried
        bool ends = false; ///< beyond `racks` nothing that was tried runs, so the limit was not reached
        std::string uncabled = {}; ///< where it ends, why more cannot be cabled; empty: they can
    };

    /// What comes and goes: a rack in each container, or whole containers with their racks where those are
    /// fewer at a time; or whole containers all the same.
    enum class Steps { finest, containers };
    /// All of them outlive it. `limit` in the unit of amount_of().
    RackSizer(const Answers& answers, const RoomSolver& room, EqualBy by, double limit,
              const std::stop_token& stop, Steps steps = Steps::finest);

    const Tried& at(int racks);
    /// The most racks that keep the limit; numbers that do not run are passed over.
    Found most();
    /// The fewest that do.
    Found fewest();
    /// The number below one that was found whose step is the shortest, where it is shorter: the number as
    /// drawn and those that may divide a batch better are tried. Beside one that runs by its own plan only
    /// those that do, too. 0: there is none.
    int faster_below(int racks);
    /// Racks that come together.
    int step() const { return m_step; }
    /// Its racks are there already, so no more of them are drawn.
    bool is_owned() const { return m_is_owned; }
    /// Whole containers come and go.
    bool takes_containers() const { return !m_container.empty(); }

private:
    Scenario drawing_of(int racks) const;
    bool runs(int racks) { return at(racks).amount.has_value(); }
    /// More than the limit, or of power more racks than drawn whose clocks the supply holds. Fewer than drawn
    /// that it holds say nothing of those between: what is drawn beside them did not follow, and they are
    /// passed over.
    bool breaks(int racks);
    bool keeps(int racks) { return keeps(at(racks)); }
    bool keeps(const Tried& found) const;
    bool is_held(int racks);
    bool is_uncabled(int racks) { return !at(racks).uncabled.empty(); }
    bool is_stopped() const { return m_stop.stop_requested(); }
    Tried tried(int racks, bool may_replan) const;
    int next_that_runs(int racks, int end);

    const Answers& m_answers;
    const RoomSolver& m_room;
    EqualBy m_by;
    double m_limit;
    const std::stop_token& m_stop;
    bool m_is_owned;
    std::string m_container;     ///< whole ones of it come and go, with their racks; empty: racks do
    int m_least;                 ///< racks that are there already: they do not go
    int m_step, m_drawn, m_most; ///< racks that come together; as drawn; the most tried
    RackSupply m_supply;         ///< as drawn
    double m_clock = 1;          ///< slowest clock that the supply of the place leaves as drawn
    std::map<int, Tried> m_tried;
};

} // namespace roofrack
